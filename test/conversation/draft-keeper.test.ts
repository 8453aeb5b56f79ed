import { expect } from 'chai';
import { DraftKeeper } from '../../src/conversation/draft-keeper.js';
import type { Draft, DraftStore, StoredDraft } from '../../src/conversation/draft-store.js';
import { MemoryHistory } from '../../src/history/memory-history.js';

/** Holds back what it is told to, and logs every call. */
class SlowDrafts implements DraftStore {
  readonly kept = new MemoryHistory();
  readonly log: string[] = [];
  #gate: Promise<void> = Promise.resolve();
  failure: Error | null = null;

  /** Calls wait until the returned function is called. */
  hold(): () => void {
    let go = (): void => {};
    this.#gate = new Promise((resolve) => (go = resolve));
    return go;
  }

  async loadDraft(id: string): Promise<StoredDraft | null> {
    await this.#pass(`load ${id}`);
    return this.kept.loadDraft(id);
  }
  async saveDraft(id: string, draft: StoredDraft): Promise<void> {
    await this.#pass(`save ${id} ${draft.text}`);
    return this.kept.saveDraft(id, draft);
  }
  async deleteDraft(id: string, revision: string): Promise<void> {
    await this.#pass(`delete ${id}`);
    return this.kept.deleteDraft(id, revision);
  }

  async text(id: string): Promise<string | null> {
    return (await this.kept.loadDraft(id))?.text ?? null;
  }

  async #pass(line: string): Promise<void> {
    this.log.push(line);
    await this.#gate;
    if (this.failure) throw this.failure;
  }
}

const plain = (text: string): Draft => ({ text, mentions: [] });
/** Every promise that can settle has settled. */
const rest = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

interface Tab {
  readonly keeper: DraftKeeper;
  readonly shown: Map<string, string>;
  readonly faults: unknown[];
}

function openTab(store: DraftStore | null): Tab {
  const shown = new Map<string, string>();
  const faults: unknown[] = [];
  const keeper = new DraftKeeper({ whenFree: (_id, change) => change(), changed: (id, draft) => void shown.set(id, draft.text), report: (error) => void faults.push(error) }, store);
  return { keeper, shown, faults };
}

describe('the keeper of drafts', () => {
  let drafts: SlowDrafts;
  beforeEach(() => {
    drafts = new SlowDrafts();
  });

  const stored = (id: string, text: string, revision = text): Promise<void> => drafts.kept.saveDraft(id, { text, mentions: [], revision });

  it('[case 55] a draft is written within 300 ms however long the typing goes on, and once', async () => {
    const { keeper } = openTab(drafts);
    keeper.open('P');
    await rest();
    const timeout = globalThis.setTimeout;
    const timers: { run: () => void; ms: number | undefined }[] = [];
    globalThis.setTimeout = ((run: () => void, ms?: number) => timers.push({ run, ms })) as unknown as typeof setTimeout;
    try {
      for (const text of ['f', 'fo', 'for', 'for P']) keeper.note('P', plain(text));
    } finally {
      globalThis.setTimeout = timeout;
    }
    expect(timers.map(({ ms }) => ms)).to.deep.equal([300]);
    timers[0]!.run();
    await rest();
    expect(drafts.log).to.deep.equal(['load P', 'save P for P']);
  });

  it('[case 55] switching again before a draft was read mixes and loses nothing', async () => {
    await stored('P', 'stored P');
    await stored('Q', 'stored Q');
    const { keeper, shown } = openTab(drafts);
    const go = drafts.hold();
    for (const id of ['P', 'Q', 'P', 'Q']) {
      expect(keeper.open(id)).to.deep.equal(plain(''));
      keeper.flush();
    }
    go();
    await rest();
    expect(Object.fromEntries(shown)).to.deep.equal({ P: 'stored P', Q: 'stored Q' });
    expect([await drafts.text('P'), await drafts.text('Q')]).to.deep.equal(['stored P', 'stored Q']);
  });

  it('[case 55] what is typed before the stored draft was read stays, under it, with the mentions of both', async () => {
    await drafts.kept.saveDraft('P', { text: '/a', mentions: [{ type: 'skill', id: 'a', name: 'a', start: 0, end: 2 }], revision: 'r' });
    const { keeper, shown } = openTab(drafts);
    const go = drafts.hold();
    keeper.open('P');
    keeper.note('P', { text: '/b', mentions: [{ type: 'skill', id: 'b', name: 'b', start: 0, end: 2 }] });
    keeper.flush();
    go();
    await rest();
    expect(shown.get('P')).to.equal('/a\n/b');
    const kept = await drafts.kept.loadDraft('P');
    expect([kept?.text, kept?.mentions.map(({ id, start }) => `${id}${start}`)]).to.deep.equal(['/a\n/b', ['a0', 'b3']]);
  });

  it('[case 55] a draft that cannot be read is not overwritten unseen: it is read before the next write', async () => {
    await stored('P', 'unseen');
    const { keeper, faults } = openTab(drafts);
    drafts.failure = new Error('blocked');
    keeper.open('P');
    await rest();
    keeper.note('P', plain('typed'));
    keeper.flush();
    keeper.flush();
    await rest();
    expect(faults).to.have.length(1);
    drafts.failure = null;
    keeper.flush();
    await rest();
    expect(await drafts.text('P')).to.equal('unseen\ntyped');
  });

  it('[case 55] an emptied or untouched tab never takes away the newer draft of another', async () => {
    await stored('P', 'old');
    const [one, two] = [openTab(drafts), openTab(drafts)];
    for (const { keeper } of [one, two]) keeper.open('P');
    await rest();
    one.keeper.note('P', plain('old and newer'));
    one.keeper.flush();
    await rest();
    two.keeper.flush();
    await rest();
    expect(await drafts.text('P')).to.equal('old and newer');
    two.keeper.note('P', plain(''));
    two.keeper.flush();
    await rest();
    expect(await drafts.text('P')).to.equal('old and newer');
  });

  it('[case 55] of two tabs the last write wins, and neither text changes under the fingers of the other', async () => {
    const [one, two] = [openTab(drafts), openTab(drafts)];
    for (const { keeper } of [one, two]) keeper.open('P');
    await rest();
    one.keeper.note('P', plain('one'));
    one.keeper.flush();
    await rest();
    two.keeper.note('P', plain('two'));
    two.keeper.flush();
    await rest();
    expect(await drafts.text('P')).to.equal('two');
    expect([one.shown.size, two.shown.size]).to.deep.equal([0, 0]);
    one.keeper.note('P', plain('one more'));
    one.keeper.open('Q');
    one.keeper.open('P');
    await rest();
    expect(one.shown.size).to.equal(0);
    one.keeper.flush();
    await rest();
    expect(await drafts.text('P')).to.equal('one more');
  });

  it('[case 55] opened again with nothing unsaved, a conversation shows what another tab wrote or sent meanwhile', async () => {
    const [one, two] = [openTab(drafts), openTab(drafts)];
    one.keeper.open('P');
    one.keeper.note('P', plain('first'));
    one.keeper.flush();
    await rest();
    one.keeper.open('Q');
    two.keeper.open('P');
    await rest();
    two.keeper.note('P', plain('second'));
    two.keeper.flush();
    await rest();
    one.keeper.open('P');
    await rest();
    expect(one.shown.get('P')).to.equal('second');
    two.keeper.send('P', plain('second'));
    two.keeper.settle('P', 'second');
    await rest();
    one.keeper.open('P');
    await rest();
    expect(one.shown.get('P')).to.equal('');
  });

  it('[case 55] the store keeps a sent text until it is a message, in front of what was typed since', async () => {
    const { keeper } = openTab(drafts);
    keeper.open('P');
    keeper.note('P', plain('sent'));
    keeper.send('P', plain('sent'));
    keeper.note('P', plain('next'));
    keeper.flush();
    await rest();
    expect(await drafts.text('P')).to.equal('sent\nnext');
    keeper.settle('P', 'sent');
    await rest();
    expect(await drafts.text('P')).to.equal('next');
    keeper.send('P', plain('next'));
    keeper.settle('P', 'next');
    await rest();
    expect(await drafts.text('P')).to.equal(null);
  });

  it('[case 55] a refused text is a draft again, in the store too; of two equal texts only one is settled', async () => {
    const { keeper } = openTab(drafts);
    keeper.open('P');
    keeper.send('P', plain('same'));
    keeper.send('P', plain('same'));
    keeper.settle('P', 'same');
    await rest();
    expect(await drafts.text('P')).to.equal('same');
    expect(keeper.restore('P', plain('same'))).to.deep.equal(plain('same'));
    await rest();
    expect(await drafts.text('P')).to.equal('same');
    expect(keeper.open('P')).to.deep.equal(plain('same'));
  });

  it('[case 55] sending before the stored draft was read sends and deletes nothing of it', async () => {
    await stored('P', 'waits');
    const { keeper, shown } = openTab(drafts);
    const go = drafts.hold();
    keeper.open('P');
    keeper.note('P', plain('quick'));
    keeper.send('P', plain('quick'));
    keeper.settle('P', 'quick');
    go();
    await rest();
    expect([shown.get('P'), await drafts.text('P')]).to.deep.equal(['waits', 'waits']);
  });

  it('[case 55] a save that is on its way when the conversation is deleted leaves no draft behind', async () => {
    const { keeper } = openTab(drafts);
    keeper.open('P');
    await rest();
    const go = drafts.hold();
    keeper.note('P', plain('gone'));
    keeper.flush();
    await rest();
    keeper.drop('P');
    go();
    await rest();
    expect(await drafts.text('P')).to.equal(null);
  });

  it('[case 55] a store that comes later gets what was typed before it; another object on the same data changes nothing', async () => {
    const { keeper, shown } = openTab(null);
    keeper.open('P');
    keeper.note('P', plain('early'));
    await stored('P', 'stored');
    keeper.setStore(drafts, 'P');
    keeper.flush();
    await rest();
    expect([shown.get('P'), await drafts.text('P')]).to.deep.equal(['stored\nearly', 'stored\nearly']);
    keeper.note('P', plain('stored\nearly!'));
    let go: () => void = () => {};
    const gate = new Promise<void>((resolve) => (go = resolve));
    const again: DraftStore = { loadDraft: (id) => gate.then(() => drafts.loadDraft(id)), saveDraft: (id, draft) => drafts.saveDraft(id, draft), deleteDraft: (id, revision) => drafts.deleteDraft(id, revision) };
    shown.clear();
    keeper.setStore(again, 'P');
    await rest();
    keeper.note('P', plain('stored\nearly!!'));
    keeper.flush();
    go();
    await rest();
    expect([shown.size, await drafts.text('P')]).to.deep.equal([0, 'stored\nearly!!']);
  });

  it('[case 55] without a store drafts live in memory', async () => {
    const { keeper, faults } = openTab(null);
    keeper.open('P');
    keeper.note('P', plain('for P'));
    keeper.open('Q');
    keeper.flush();
    await rest();
    expect([keeper.open('P').text, keeper.open('Q').text, faults]).to.deep.equal(['for P', '', []]);
  });
});
