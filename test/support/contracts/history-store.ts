/** The laws of `HistoryStore`, held against every adapter. */
import { expect } from 'chai';
import { type DraftStore, draftStoreOf, type StoredDraft } from '../../../src/conversation/draft-store.js';
import type { ConversationRow, HistoryChange, HistoryStore, StoredConversation } from '../../../src/conversation/history-store.js';
import { AgentConversationError } from '../../../src/model/errors.js';
import type { Branch, ConversationMessage } from '../../../src/model/message.js';

export interface HistoryStoreUnderTest {
  readonly store: HistoryStore;
  /** Another store over the same data, as after a reload. */
  reopen(): Promise<HistoryStore>;
  dispose(): Promise<void>;
}

export function message(id: string, sequence: number, more: Partial<ConversationMessage> = {}): ConversationMessage {
  return {
    id,
    conversationId: 'c1',
    parentId: null,
    branchId: null,
    sequence,
    role: 'user',
    content: [{ type: 'text', text: id }],
    status: 'complete',
    createdAt: 1_767_225_600_000 + sequence,
    ...more,
  };
}

export function branch(id: string, createdAt: number, more: Partial<Branch> = {}): Branch {
  return { id, conversationId: 'c1', parentBranchId: null, forkMessageId: null, kind: 'Edit', sourceMessageId: null, createdAt, ...more };
}

export function conversation(id: string, more: Partial<ConversationRow> = {}): ConversationRow {
  return { id, title: null, leafId: null, viewed: {}, planMode: false, agentId: null, applicationId: null, createdAt: 1000, updatedAt: 2000, ...more };
}

export function draft(text: string, more: Partial<StoredDraft> = {}): StoredDraft {
  return { text, mentions: [], revision: text, ...more };
}

export const putMessage = (row: ConversationMessage): HistoryChange => ({ type: 'put-message', message: row });
export const putBranch = (row: Branch): HistoryChange => ({ type: 'put-branch', branch: row });
export const putConversation = (row: ConversationRow): HistoryChange => ({ type: 'put-conversation', conversation: row });

export const idsOf = (stored: StoredConversation | null): readonly string[] | undefined => stored?.messages.map(({ id }) => id);

/** What a promise rejects with; fails the test when it does not. */
export async function failureOf(promise: Promise<unknown>): Promise<AgentConversationError> {
  const outcome = await promise.then(
    (value: unknown) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if (!('error' in outcome)) throw new Error(`expected a rejection, got ${JSON.stringify(outcome.value)}`);
  if (!AgentConversationError.is(outcome.error)) throw outcome.error;
  return outcome.error;
}

/** The widest row the model allows, plus values only a deep copy keeps. */
function fullMessage(): ConversationMessage {
  return message('full', 7, {
    role: 'assistant',
    parentId: 'u1',
    branchId: 'b1',
    status: 'failed',
    endedAt: 1_767_225_700_000,
    agentId: 'g1',
    agentName: 'Sage',
    planMode: true,
    content: [
      { type: 'text', text: 'é 🙂 \u0000 end' },
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAEC' } },
      { type: 'tool_use', id: 't1', name: 'find', input: { deep: [{ nothing: null, when: new Date(5) }] } },
      { type: 'tool_result', tool_use_id: 't1', content: [{ type: 'file', filename: 'a.txt', source: { type: 'url', media_type: 'text/plain', url: 'https://a.example/' } }] },
    ],
    mentions: [{ type: 'skill', id: 's', name: 'S', start: 0, end: 2 }],
    error: { code: 'X', message: 'y' },
    usage: { input_tokens: 1, output_tokens: 2 },
  });
}

export function describeHistoryStore(name: string, make: () => Promise<HistoryStoreUnderTest>): void {
  describe(`HistoryStore: ${name}`, () => {
    let underTest: HistoryStoreUnderTest;
    let store: HistoryStore;

    beforeEach(async () => {
      underTest = await make();
      store = underTest.store;
    });

    afterEach(() => underTest.dispose());

    it('[history] load of an id under which nothing is stored is null, and the list is empty', async () => {
      expect(await store.load('c1')).to.equal(null);
      expect(await store.list()).to.deep.equal([]);
    });

    it('[history] what one commit stores comes back whole, also after reopening', async () => {
      const rows = { conversation: conversation('c1', { title: 'T', leafId: 'full', viewed: { '': 'full' }, planMode: true, agentId: 'g', applicationId: 'a' }), messages: [fullMessage()], branches: [branch('b1', 5, { kind: 'Regenerate', name: 'N', sourceMessageId: 'full' })] };
      await store.commit('c1', [putConversation(rows.conversation), ...rows.messages.map(putMessage), ...rows.branches.map(putBranch)]);
      expect(await store.load('c1')).to.deep.equal(rows);
      const again = await underTest.reopen();
      expect(await again.load('c1')).to.deep.equal(rows);
      expect(await again.list()).to.deep.equal([rows.conversation]);
    });

    it('[history] messages come by sequence and branches by createdAt, whatever the order of the puts and of the clock', async () => {
      await store.commit('c1', [putMessage(message('a', 3, { createdAt: 1 })), putMessage(message('z', 1, { createdAt: 9 })), putBranch(branch('late', 20)), putBranch(branch('soon', 10))]);
      await store.commit('c1', [putMessage(message('m', 2, { createdAt: 5 })), putMessage(message('ten', 10)), putMessage(message('nine', 9))]);
      const stored = await store.load('c1');
      expect(idsOf(stored)).to.deep.equal(['z', 'm', 'a', 'nine', 'ten']);
      expect(stored?.branches.map(({ id }) => id)).to.deep.equal(['soon', 'late']);
    });

    it('[history] equal sequences are ordered by createdAt, then by id', async () => {
      await store.commit('c1', [putMessage(message('c', 1, { createdAt: 5 })), putMessage(message('b', 1, { createdAt: 5 })), putMessage(message('d', 1, { createdAt: 4 }))]);
      expect(idsOf(await store.load('c1'))).to.deep.equal(['d', 'b', 'c']);
    });

    it('[history] a put of an existing id replaces the row whole', async () => {
      await store.commit('c1', [putMessage(message('a', 1, { agentId: 'gone' })), putBranch(branch('b', 1, { name: 'gone' })), putConversation(conversation('c1', { title: 'old' }))]);
      const rows = { conversation: conversation('c1', { updatedAt: 9 }), messages: [message('a', 4, { status: 'stopped' })], branches: [branch('b', 2)] };
      await store.commit('c1', [putMessage(rows.messages[0]!), putBranch(rows.branches[0]!), putConversation(rows.conversation)]);
      expect(await store.load('c1')).to.deep.equal(rows);
    });

    it('[history] changes of one commit are applied in their order', async () => {
      await store.commit('c1', [putMessage(message('a', 1)), { type: 'delete-message', id: 'a' }, putMessage(message('b', 2)), { type: 'delete-message', id: 'b' }, putMessage(message('b', 3))]);
      expect((await store.load('c1'))?.messages).to.deep.equal([message('b', 3)]);
    });

    it('[history] a delete of an unknown id does nothing, and an empty commit stores nothing', async () => {
      await store.commit('c1', []);
      await store.commit('c1', [{ type: 'delete-message', id: 'nobody' }, { type: 'delete-branch', id: 'nobody' }]);
      await store.deleteConversation('nobody');
      expect(await store.load('c1')).to.equal(null);
      expect(await store.list()).to.deep.equal([]);
    });

    it('[history] deleted messages and branches are gone, the others stay', async () => {
      await store.commit('c1', [putMessage(message('a', 1)), putMessage(message('b', 2)), putBranch(branch('x', 1)), putBranch(branch('y', 2))]);
      await store.commit('c1', [{ type: 'delete-message', id: 'a' }, { type: 'delete-branch', id: 'x' }]);
      const stored = await (await underTest.reopen()).load('c1');
      expect(idsOf(stored)).to.deep.equal(['b']);
      expect(stored?.branches.map(({ id }) => id)).to.deep.equal(['y']);
    });

    it('[history] conversations with equal message ids, written in turns, never mix', async () => {
      for (const id of ['c1', 'c2', 'c1-x']) await store.commit(id, [putConversation(conversation(id, { leafId: 'm' })), putBranch(branch('b', 1, { conversationId: id, name: id }))]);
      for (let step = 0; step < 4; step += 1) {
        await Promise.all(['c1', 'c2', 'c1-x'].map((id) => store.commit(id, [putMessage(message(`m${step}`, step, { conversationId: id, content: [{ type: 'text', text: id }] }))])));
      }
      await store.commit('c2', [{ type: 'delete-message', id: 'm0' }, { type: 'delete-branch', id: 'b' }]);
      const stored = await store.load('c1');
      expect(idsOf(stored)).to.deep.equal(['m0', 'm1', 'm2', 'm3']);
      expect(stored?.messages.every(({ conversationId, content }) => conversationId === 'c1' && content[0]?.type === 'text' && content[0].text === 'c1')).to.equal(true);
      expect(stored?.branches).to.deep.equal([branch('b', 1, { name: 'c1' })]);
      expect(idsOf(await store.load('c2'))).to.deep.equal(['m1', 'm2', 'm3']);
    });

    it('[history] deleting a conversation takes all its rows and nobody else\'s', async () => {
      for (const id of ['c1', 'c2']) await store.commit(id, [putConversation(conversation(id)), putMessage(message('m', 1, { conversationId: id })), putBranch(branch('b', 1, { conversationId: id }))]);
      await store.deleteConversation('c1');
      const again = await underTest.reopen();
      expect(await again.load('c1')).to.equal(null);
      expect((await again.list()).map(({ id }) => id)).to.deep.equal(['c2']);
      await again.commit('c1', [putConversation(conversation('c1'))]);
      expect(await again.load('c1')).to.deep.equal({ conversation: conversation('c1'), messages: [], branches: [] });
      const other = await again.load('c2');
      expect([other?.messages.length, other?.branches.length]).to.deep.equal([1, 1]);
    });

    it('[history] the list has the newest updatedAt first', async () => {
      for (const [id, updatedAt] of [['mid', 50], ['new', 100], ['old', 9]] as const) await store.commit(id, [putConversation(conversation(id, { updatedAt }))]);
      await store.commit('old', [putConversation(conversation('old', { updatedAt: 200 }))]);
      expect((await store.list()).map(({ id }) => id)).to.deep.equal(['old', 'new', 'mid']);
    });

    it('[history] messages without a conversation row come with a made-up one', async () => {
      await store.commit('c1', [putMessage(message('a', 1, { createdAt: 10 })), putMessage(message('b', 2, { createdAt: 5, endedAt: 40 }))]);
      expect((await store.load('c1'))?.conversation).to.deep.equal(conversation('c1', { leafId: 'b', createdAt: 5, updatedAt: 40 }));
    });

    it('[history] commits that nobody waits for are applied in call order, and a later load sees them', async () => {
      const commits = Array.from({ length: 20 }, (_none, index) => store.commit('c1', [putMessage(message('a', index))]));
      expect((await store.load('c1'))?.messages).to.deep.equal([message('a', 19)]);
      await Promise.all(commits);
    });

    it('[C6-1] changing what was put, also before the commit is done, changes nothing that is stored', async () => {
      const row = ownCopy(message('a', 1));
      const top = ownCopy(conversation('c1', { viewed: { '': 'a' } }));
      const changes = [putMessage(row), putConversation(top)];
      const done = store.commit('c1', changes);
      (row.content[0] as { text: string }).text = 'changed';
      (top.viewed as Record<string, string>)['x'] = 'changed';
      changes.length = 0;
      await done;
      (row.content as unknown[]).push('changed');
      expect(await store.load('c1')).to.deep.equal({ conversation: conversation('c1', { viewed: { '': 'a' } }), messages: [message('a', 1)], branches: [] });
    });

    it('[C6-1] what load and list hand out is the caller\'s own: it may be changed, and nobody sees it', async () => {
      await store.commit('c1', [putMessage(message('a', 1)), putBranch(branch('b', 1)), putConversation(conversation('c1'))]);
      const first = withoutTypes(await store.load('c1'));
      first.messages[0].content[0].text = 'changed';
      first.messages.push('changed');
      first.branches[0].name = 'changed';
      first.conversation.viewed.x = 'changed';
      const [listed] = withoutTypes(await store.list());
      listed.title = 'changed';
      listed.viewed.y = 'changed';
      expect(await store.load('c1')).to.deep.equal({ conversation: conversation('c1'), messages: [message('a', 1)], branches: [branch('b', 1)] });
      expect(await store.list()).to.deep.equal([conversation('c1')]);
    });

    for (const [what, bad] of [
      ['a function', { call() {} }],
      ['a promise', Promise.resolve()],
      ['a symbol', Symbol('x')],
    ] as const) {
      it(`[case 39] ${what} in a row: InvalidMessageError that names the place, and no change of that commit is stored`, async () => {
        await store.commit('c1', [putMessage(message('kept', 1)), putConversation(conversation('c1', { title: 'kept' }))]);
        const bent = message('bad', 3, { content: [{ type: 'tool_use', id: 't', name: 'n', input: { bad } }] });
        const error = await failureOf(
          store.commit('c1', [putMessage(message('new', 2)), { type: 'delete-message', id: 'kept' }, putConversation(conversation('c1', { title: 'new' })), putMessage(bent), putMessage(message('after', 4))]),
        );
        expect(error.code).to.equal('INVALID_MESSAGE');
        expect(error.message).to.contain('changes[3].message.content[0].input.bad');
        const stored = await (await underTest.reopen()).load('c1');
        expect(idsOf(stored)).to.deep.equal(['kept']);
        expect(stored?.conversation.title).to.equal('kept');
        await store.commit('c1', [putMessage(message('fine', 5))]);
        expect(idsOf(await store.load('c1'))).to.deep.equal(['kept', 'fine']);
      });
    }

    it('[case 39] a Proxy in a row is stored as the plain data it shows', async () => {
      const input = new Proxy({ form: new Proxy({ name: 'x' }, {}) }, {});
      await store.commit('c1', [putMessage(message('a', 1, { content: [{ type: 'tool_use', id: 't', name: 'n', input }] }))]);
      expect((await store.load('c1'))?.messages[0]?.content).to.deep.equal([{ type: 'tool_use', id: 't', name: 'n', input: { form: { name: 'x' } } }]);
    });

    for (const [what, change, place] of [
      ['a row of another conversation', putMessage(message('a', 1, { conversationId: 'c2' })), 'changes[1].message.conversationId must be "c1", got "c2"'],
      ['a branch of another conversation', putBranch(branch('a', 1, { conversationId: 'c2' })), 'changes[1].branch.conversationId must be "c1", got "c2"'],
      ['another conversation', putConversation(conversation('c2')), 'changes[1].conversation.id must be "c1", got "c2"'],
      ['a row without an id', putMessage(message('', 1)), 'changes[1].message.id must be a non-empty string, got ""'],
      ['a row that could not be read back', putMessage(message('a', 1, { content: 'text' as never })), 'changes[1].message.content must be an array, got "text"'],
      ['a sequence that is no number', putMessage(message('a', Number.NaN)), 'changes[1].message.sequence must be a number, got NaN'],
      ['an unknown change', { type: 'put-mesage' } as never, 'changes[1].type must be a known kind of change, got "put-mesage"'],
    ] as const) {
      it(`[history] ${what} is refused with the place, and the whole commit with it`, async () => {
        const error = await failureOf(store.commit('c1', [putMessage(message('good', 1)), change]));
        expect(error.code).to.equal('INVALID_MESSAGE');
        expect(error.message).to.contain(place);
        expect(await store.load('c1')).to.equal(null);
        expect(await store.list()).to.deep.equal([]);
      });
    }

    it('[C6-2] a Blob in a row is refused with its place in every browser, also one inside a Map', async () => {
      for (const bad of [new Blob(['x']), new Map([['file', new Blob(['x'])]])]) {
        const error = await failureOf(store.commit('c1', [putMessage(message('a', 1, { content: [{ type: 'tool_use', id: 't', name: 'n', input: { 'my file': bad } }] }))]));
        expect(error.code).to.equal('INVALID_MESSAGE');
        expect(error.message).to.contain('changes[0].message.content[0].input["my file"] must be base64 text or an ArrayBuffer, got Blob');
      }
      expect(await store.load('c1')).to.equal(null);
    });

    it('[history] a row with 2 MB of text, and the bytes of an ArrayBuffer, come back as they were', async () => {
      const text = 'é🙂x'.repeat(500_000);
      const bytes = Uint8Array.from({ length: 100_000 }, (_none, index) => (index * 7) % 256);
      const input = { bytes, buffer: bytes.buffer.slice(0, 1000), url: 'data:image/png;base64,AAEC' };
      await store.commit('c1', [putMessage(message('a', 1, { content: [{ type: 'text', text }, { type: 'tool_use', id: 't', name: 'n', input }] }))]);
      bytes.fill(0);
      const [first, second] = (await (await underTest.reopen()).load('c1'))?.messages[0]?.content ?? [];
      expect(first?.type === 'text' && first.text === text).to.equal(true);
      const back = (second as unknown as { input: typeof input }).input;
      expect(back.bytes).to.be.instanceOf(Uint8Array);
      expect(back.bytes.length).to.equal(100_000);
      expect(back.bytes.every((value, index) => value === (index * 7) % 256)).to.equal(true);
      expect(back.buffer).to.be.instanceOf(ArrayBuffer);
      expect([...new Uint8Array(back.buffer)].slice(0, 4)).to.deep.equal([0, 7, 14, 21]);
      expect(back.url).to.equal(input.url);
    });

    describeDrafts(() => underTest);
  });
}

/** The laws of `DraftStore`; a store without drafts has none to hold. */
function describeDrafts(underTest: () => HistoryStoreUnderTest): void {
  const draftsOf = (history: HistoryStore): DraftStore => {
    const drafts = draftStoreOf(history);
    if (!drafts) throw new Error('this store keeps no drafts');
    return drafts;
  };
  let drafts: DraftStore;

  beforeEach(() => {
    drafts = draftsOf(underTest().store);
  });

  it('[case 55] a draft comes back whole after reopening, with its mentions, and shows in neither load nor list', async () => {
    const kept = draft('/plan é 🙂\n\u0000 end', { mentions: [{ type: 'skill', id: '2', name: 'plan', start: 0, end: 5 }] });
    expect(await drafts.loadDraft('c1')).to.equal(null);
    await drafts.saveDraft('c1', kept);
    const again = await underTest().reopen();
    expect(await draftsOf(again).loadDraft('c1')).to.deep.equal(kept);
    expect([await again.load('c1'), await again.list()]).to.deep.equal([null, []]);
  });

  it('[case 55] the last write wins, and no conversation sees the draft of another', async () => {
    for (const id of ['c1', 'c2', 'c1-x']) await drafts.saveDraft(id, draft(`for ${id}`));
    await draftsOf(await underTest().reopen()).saveDraft('c1', draft('later'));
    expect(await drafts.loadDraft('c1')).to.deep.equal(draft('later'));
    expect([await drafts.loadDraft('c2'), await drafts.loadDraft('c1-x')]).to.deep.equal([draft('for c2'), draft('for c1-x')]);
  });

  it('[case 55] only the revision that is named is deleted: a tab cannot empty what it has not seen', async () => {
    await drafts.saveDraft('c1', draft('old', { revision: 'r1' }));
    await drafts.saveDraft('c1', draft('new', { revision: 'r2' }));
    await drafts.deleteDraft('c1', 'r1');
    await drafts.deleteDraft('nobody', 'r2');
    expect(await drafts.loadDraft('c1')).to.deep.equal(draft('new', { revision: 'r2' }));
    await drafts.deleteDraft('c1', 'r2');
    expect(await drafts.loadDraft('c1')).to.equal(null);
  });

  it('[case 55] a commit leaves the draft alone, and deleting the conversation takes its draft and nobody else\'s', async () => {
    for (const id of ['c1', 'c2']) await drafts.saveDraft(id, draft(id));
    await underTest().store.commit('c1', [putConversation(conversation('c1')), putMessage(message('a', 1))]);
    expect(await drafts.loadDraft('c1')).to.deep.equal(draft('c1'));
    await underTest().store.deleteConversation('c1');
    expect([await drafts.loadDraft('c1'), await drafts.loadDraft('c2')]).to.deep.equal([null, draft('c2')]);
  });

  it('[C6-1] changing a draft that was saved or handed out changes nothing that is stored', async () => {
    const kept = ownCopy(draft('@a', { mentions: [{ type: 'agent', id: 'a', name: 'a', start: 0, end: 2 }] }));
    const expected = ownCopy(kept);
    const saving = drafts.saveDraft('c1', kept);
    withoutTypes(kept).mentions[0].id = 'changed';
    await saving;
    withoutTypes(await drafts.loadDraft('c1')).mentions.length = 0;
    expect(await drafts.loadDraft('c1')).to.deep.equal(expected);
  });

  for (const [what, bad, place] of [
    ['no text', { ...draft('x'), text: 5 }, 'draft.text must be a string'],
    ['no revision', { ...draft('x'), revision: '' }, 'draft.revision must be a non-empty string, got ""'],
    ['mentions that are no list', { ...draft('x'), mentions: 'x' }, 'draft.mentions must be an array, got "x"'],
  ] as const) {
    it(`[case 55] a draft with ${what} is refused with the place, and the one before stays`, async () => {
      await drafts.saveDraft('c1', draft('kept'));
      const error = await failureOf(drafts.saveDraft('c1', bad as never));
      expect(error.code).to.equal('INVALID_MESSAGE');
      expect(error.message).to.contain(place);
      expect(await drafts.loadDraft('c1')).to.deep.equal(draft('kept'));
    });
  }
}

/** A mutable row of the test's own. */
function ownCopy<T>(row: T): T {
  return JSON.parse(JSON.stringify(row)) as T;
}

/** The tests break what they were handed, which the types forbid. */
function withoutTypes(value: unknown): any {
  return value;
}
