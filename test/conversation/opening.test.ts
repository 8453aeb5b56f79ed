import { expect } from 'chai';
import { Conversation } from '../../src/conversation/conversation.js';
import type { HistoryStore, StoredConversation } from '../../src/conversation/history-store.js';
import { MemoryHistory } from '../../src/history/memory-history.js';
import { ScriptedRunner } from '../../src/testing/scripted-runner.js';
import { exchange, setUp, words } from '../support/conversation.js';

/** A store that tells the end first and the rest when it is let. */
class SlowStore implements HistoryStore {
  readonly #kept: MemoryHistory;
  readonly #end: number | 'fails';
  go: () => void = () => {};
  readonly #gate = new Promise<void>((resolve) => (this.go = resolve));

  constructor(kept: MemoryHistory, end: number | 'fails') {
    this.#kept = kept;
    this.#end = end;
  }

  async loadEnd(conversationId: string): Promise<StoredConversation | null> {
    if (this.#end === 'fails') throw new Error('no end');
    const stored = await this.#kept.load(conversationId);
    return stored && { ...stored, branches: [], messages: stored.messages.slice(-this.#end) };
  }
  async load(conversationId: string): Promise<StoredConversation | null> {
    await this.#gate;
    return this.#kept.load(conversationId);
  }
  commit: HistoryStore['commit'] = (...given) => this.#kept.commit(...given);
  list: HistoryStore['list'] = () => this.#kept.list();
  deleteConversation: HistoryStore['deleteConversation'] = (id) => this.#kept.deleteConversation(id);
}

describe('opening a conversation', () => {
  let kept: MemoryHistory;
  beforeEach(async () => {
    kept = new MemoryHistory();
    const talk = setUp({ history: kept });
    for (const at of [1, 2, 3]) await exchange(talk, `q${at}`, `a${at}`);
    await talk.conversation.flush();
  });

  /** As soon as something is on screen. */
  async function open(store: HistoryStore): Promise<Conversation> {
    const conversation = new Conversation({ conversationId: 'c', history: store, runner: new ScriptedRunner() });
    await new Promise<void>((resolve) => conversation.subscribe(() => resolve()));
    return conversation;
  }

  it('[history] its end is on screen before the rest is read, and stays the same objects when that comes', async () => {
    const store = new SlowStore(kept, 2);
    const conversation = await open(store);
    expect(words(conversation)).to.eql(['q3', 'a3']);
    expect(conversation.state.loading).to.equal(true);
    const shown = [...conversation.messages];
    store.go();
    await conversation.ready;
    expect(words(conversation)).to.eql(['q1', 'a1', 'q2', 'a2', 'q3', 'a3']);
    expect(conversation.messages.slice(-2)).to.eql(shown);
    expect(conversation.messages[4]).to.equal(shown[0]);
    expect(conversation.messages[5]).to.equal(shown[1]);
  });

  it('[history] what is said meanwhile waits for the rest and takes the next place', async () => {
    const store = new SlowStore(kept, 2);
    const runner = new ScriptedRunner();
    const conversation = new Conversation({ conversationId: 'c', history: store, runner });
    await new Promise<void>((resolve) => conversation.subscribe(() => resolve()));
    const turn = conversation.send('q4');
    store.go();
    (await runner.next()).settle();
    await turn;
    expect(words(conversation).slice(0, 7)).to.eql(['q1', 'a1', 'q2', 'a2', 'q3', 'a3', 'q4']);
    expect(conversation.messages.map(({ sequence }) => sequence)).to.eql([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('[history] a fork that was begun at the end is still there when the rest comes', async () => {
    const store = new SlowStore(kept, 2);
    const conversation = await open(store);
    conversation.fork(conversation.messages[0]!.id);
    store.go();
    await conversation.ready;
    expect(words(conversation)).to.eql(['q1', 'a1', 'q2', 'a2', 'q3']);
  });

  it('[history] an end that cannot be told is no fault', async () => {
    const store = new SlowStore(kept, 'fails');
    store.go();
    const conversation = new Conversation({ conversationId: 'c', history: store });
    const errors: unknown[] = [];
    conversation.listen((signal) => signal.type === 'error' && errors.push(signal));
    await conversation.ready;
    expect(words(conversation)).to.have.length(6);
    expect(errors).to.eql([]);
  });

  it('[A4-7] only choices at forks are written, so that a row does not grow with its conversation', async () => {
    const talk = setUp({ history: kept, conversationId: 'c' });
    await talk.conversation.ready;
    const again = talk.conversation.regenerate();
    (await talk.runner.next()).settle();
    await again;
    await talk.conversation.flush();
    const stored = await kept.load('c');
    expect(Object.keys(stored?.conversation.viewed ?? {})).to.eql([stored?.messages.find(({ content }) => content.some((block) => block.type === 'text' && block.text === 'q3'))?.id]);
  });
});
