import { expect, fixtureCleanup } from '@open-wc/testing';
import { deleteDB } from 'idb';
import { IndexedDBHistory } from '../../src/history/indexeddb-history.js';
import { describeError } from '../../src/model/errors.js';
import { textOf } from '../../src/model/message.js';
import type { AgentConversationElement } from '../../src/element.js';
import { exchange, stage, type Stage } from '../support/harness.js';
import { databaseName, patch, restoreAll } from './indexeddb-support.js';

const words = (element: AgentConversationElement): string[] => element.messages.map(({ content }) => textOf(content));
const codeOf = (promise: Promise<unknown>): Promise<string> => promise.then(() => 'resolved', (error: unknown) => describeError(error).code);

describe('export and import of the element', () => {
  const opened: { readonly name: string; readonly history: IndexedDBHistory }[] = [];

  function database(): IndexedDBHistory {
    const name = databaseName();
    const history = new IndexedDBHistory({ name });
    opened.push({ name, history });
    return history;
  }

  async function open(element: AgentConversationElement, id: string): Promise<void> {
    element.conversationId = id;
    await element.conversation.ready;
    await element.updateComplete;
  }

  /** Two answers, the first of them on screen. */
  async function branched(history: IndexedDBHistory): Promise<Stage> {
    const it = await stage({ history, planMode: true });
    await exchange(it, 'Why?', 'Because.');
    const again = it.element.regenerate();
    const call = await it.runner.next();
    call.say('Just so.');
    call.settle();
    await again;
    it.element.selectMessage(it.element.conversation.state.tree.children.get(it.element.messages[0]!.id)![0]!);
    await it.element.conversation.flush();
    return it;
  }

  afterEach(async () => {
    restoreAll();
    fixtureCleanup();
    for (const { name, history } of opened.splice(0)) {
      await history.close();
      await deleteDB(name);
    }
  });

  it('[api 5b] a conversation goes through the disk of another page under its ids, with its versions and the path on screen', async () => {
    const { element } = await branched(database());
    const json = await element.exportConversation('json');
    const other = await stage({ history: database() });
    const before = other.element.conversationId;
    const id = await other.element.importConversation(json);
    expect(id).to.equal(element.conversationId);
    expect(other.element.conversationId).to.equal(before);
    await open(other.element, id);
    expect(words(other.element)).to.eql(['Why?', 'Because.']);
    expect(other.element.planMode).to.equal(true);
    expect(other.element.branches).to.eql(element.branches);
    expect(other.element.messages).to.eql(element.messages);
    expect(other.element.shadowRoot!.textContent).to.include('1 of 2');
    expect(await other.element.exportConversation('json')).to.equal(json);
    expect(await other.element.exportConversation('markdown')).to.include('_Version 1 of 2_\n\nBecause.');
  });

  it('[api 5e] the same file again becomes another conversation', async () => {
    const { element } = await branched(database());
    const json = await element.exportConversation('json');
    const id = await element.importConversation(json);
    const kept = element.messages;
    expect(id).not.to.equal(element.conversationId);
    await open(element, id);
    expect(words(element)).to.eql(['Why?', 'Because.']);
    expect(element.messages.map((message) => message.id)).not.to.have.members(kept.map((message) => message.id));
  });

  it('[api 5e] a database that fails in the middle of an import keeps nothing of it', async () => {
    const json = await (await branched(database())).element.exportConversation('json');
    const history = database();
    const { element } = await stage({ history });
    await history.list();
    let left = 2;
    patch(IDBObjectStore.prototype, 'put', (original) => function (this: unknown, ...values: unknown[]) {
      if (left-- > 0) return original.apply(this, values);
      throw new DOMException('no', 'DataError');
    });
    expect(await codeOf(element.importConversation(json))).to.equal('STORAGE_FAILED');
    restoreAll();
    expect(await history.list()).to.eql([]);
    expect(await history.load((JSON.parse(json) as { conversationId: string }).conversationId)).to.equal(null);
    expect(await element.importConversation(json)).to.equal((JSON.parse(json) as { conversationId: string }).conversationId);
  });

  it('[api 5e] without a history an import fills the empty conversation on screen', async () => {
    const json = await (await branched(database())).element.exportConversation('json');
    const { element } = await stage({ withoutHistory: true, conversationId: 'mine' });
    expect(await element.importConversation(json)).to.equal('mine');
    expect(words(element)).to.eql(['Why?', 'Because.']);
    await element.updateComplete;
    expect(element.shadowRoot!.querySelectorAll('article')).to.have.length(2);
    expect(await codeOf(element.importConversation(json))).to.equal('NOT_EMPTY');
  });

  it('[api 5f] what an export of another program names and does not hold is told to the host and to the person', async () => {
    const { element } = await stage({ history: database() });
    const faults: unknown[] = [];
    element.addEventListener('agent-error', (event) => faults.push(event.error));
    const file = JSON.stringify([{ uuid: 'cl', name: 'Tides', chat_messages: [{ uuid: 'h', sender: 'human', text: 'look', files: [{ file_name: 'moon.png' }] }] }]);
    const id = await element.importConversation(file);
    await element.updateComplete;
    expect(element.shadowRoot!.textContent).to.include('moon.png');
    await open(element, id);
    expect(words(element)).to.eql(['look']);
    expect(faults.map((error) => describeError(error).code)).to.eql(['IMPORT_INCOMPLETE']);
    expect(describeError(faults[0]).message).to.include('moon.png');
  });

  it('[api 5e] a file that is wrong is refused with its place and changes nothing', async () => {
    const history = database();
    const { element } = await stage({ history });
    const error: unknown = await element.importConversation('{"version":1,"conversationId":"c","messages":[{}]}').catch((reason: unknown) => reason);
    expect(describeError(error)).to.eql({ code: 'INVALID_IMPORT', message: 'messages[0].id must be a non-empty text, got undefined.' });
    expect(await history.list()).to.eql([]);
  });
});
