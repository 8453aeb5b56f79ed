import { expect } from 'chai';
import { Conversation } from '../../src/conversation/conversation.js';
import type { HistoryChange, HistoryStore } from '../../src/conversation/history-store.js';
import { readExport } from '../../src/conversation/import-file.js';
import { MemoryHistory } from '../../src/history/memory-history.js';
import { AgentConversationError, describeError } from '../../src/model/errors.js';
import { textOf } from '../../src/model/message.js';
import { exchange, setUp, words, type Setup } from '../support/conversation.js';

/** Two answers to the second question, the first of them on screen, and an edited first question. */
async function branched(setup: Setup = setUp()): Promise<Setup> {
  const { conversation, runner } = setup;
  await exchange(setup, 'q1', 'r1');
  await exchange(setup, 'q2', 'r2');
  const again = conversation.regenerate();
  (await runner.next()).say('r2b');
  runner.calls.at(-1)!.settle();
  await again;
  conversation.selectMessage(conversation.state.tree.children.get(conversation.messages[2]!.id)![0]!);
  await conversation.flush();
  return setup;
}

const open = async (history: HistoryStore, conversationId: string): Promise<Conversation> => {
  const conversation = new Conversation({ history, conversationId });
  await conversation.ready;
  return conversation;
};

const codeOf = (promise: Promise<unknown>): Promise<string> => promise.then(() => 'resolved', (error: unknown) => describeError(error).code);

/** Everything of a conversation, with ids told by `sequence`. */
function picture(conversation: Conversation): unknown {
  const { tree } = conversation.state;
  const nameOf = new Map([...tree.messages.values()].map(({ id, sequence }) => [id, `m${sequence}`] as const));
  const named = (id: string | null): string | null => (id === null ? null : (nameOf.get(id) ?? 'unknown'));
  const branchNames = new Map(conversation.branches.map(({ id }, index) => [id, `b${index}`] as const));
  return {
    shown: conversation.messages.map(({ id }) => named(id)),
    messages: [...tree.messages.values()].map((message) => [named(message.id), named(message.parentId), message.branchId && branchNames.get(message.branchId), message.role, message.status, textOf(message.content)]),
    branches: conversation.branches.map((branch) => [branchNames.get(branch.id), branch.parentBranchId && branchNames.get(branch.parentBranchId), named(branch.forkMessageId), named(branch.sourceMessageId), branch.kind]),
    versions: [...tree.children].map(([parent, children]) => [named(parent), children.map(named)]),
    planMode: conversation.state.planMode,
  };
}

describe('export and import of a conversation', () => {
  it('[api 5b] a conversation goes to another store under its ids, with the path on screen, versions, plan mode, title and times', async () => {
    const setup = await branched();
    setup.conversation.setPlanMode(true);
    await setup.conversation.flush();
    const [row] = await setup.history.list();
    const json = await setup.conversation.exportConversation('json');
    const history = new MemoryHistory();
    const other = await open(history, 'elsewhere');
    expect(await other.importConversation(json)).to.equal('c');
    expect(other.messages).to.eql([]);
    const opened = await open(history, 'c');
    expect(picture(opened)).to.eql(picture(setup.conversation));
    expect(words(opened)).to.eql(['q1', 'r1', 'q2', 'r2']);
    expect(await history.list()).to.eql([row]);
    expect(await opened.exportConversation('json')).to.equal(json);
  });

  it('[api 5e] a conversation that is there already gets new ids throughout, and nothing of the old one changes', async () => {
    const { conversation, history } = await branched();
    const before = await history.load('c');
    const json = await conversation.exportConversation('json');
    const ids = await Promise.all([conversation.importConversation(json), conversation.importConversation(json)]);
    expect(new Set(['c', ...ids]).size).to.equal(3);
    expect(await history.load('c')).to.eql(before);
    const known = new Set(before!.messages.map(({ id }) => id));
    for (const id of ids) {
      const copy = await open(history, id);
      expect(picture(copy)).to.eql(picture(conversation));
      expect([...copy.state.tree.messages.keys()].some((each) => known.has(each))).to.equal(false);
      copy.selectMessage(copy.state.tree.children.get(copy.messages[2]!.id)![1]!);
      expect(words(copy)).to.eql(['q1', 'r1', 'q2', 'r2b']);
    }
  });

  it('[api 5e] two imports of one file at the same time do not find the same id free', async () => {
    const json = await (await branched()).conversation.exportConversation('json');
    const history = new MemoryHistory();
    const [one, two] = [await open(history, '1'), await open(history, '2')];
    const ids = await Promise.all([one.importConversation(json), two.importConversation(json)]);
    expect(ids[0]).to.equal('c');
    expect(ids[1]).not.to.equal('c');
    expect((await history.list()).length).to.equal(2);
  });

  it('[api 5e] a conversation that was deleted is imported into its own place, and a message sent meanwhile follows it', async () => {
    const setup = await branched();
    const { conversation, runner } = setup;
    const json = await conversation.exportConversation('json');
    await conversation.deleteConversation();
    const imported = conversation.importConversation(json);
    const turn = conversation.send('q3');
    expect(await imported).to.equal('c');
    const call = await runner.next();
    call.say('r3');
    call.settle();
    await turn;
    expect(words(conversation)).to.eql(['q1', 'r1', 'q2', 'r2', 'q3', 'r3']);
    expect(words(await setup.reopen())).to.eql(words(conversation));
    const sequences = [...conversation.state.tree.messages.values()].map(({ sequence }) => sequence);
    expect(new Set(sequences).size).to.equal(sequences.length);
    expect((await setup.history.list())[0]!.createdAt).to.equal((JSON.parse(json) as { createdAt: number }).createdAt);
  });

  it('[api 5e] a store that fails keeps nothing, and a bad file never reaches it', async () => {
    const json = await (await branched()).conversation.exportConversation('json');
    const commits: (readonly HistoryChange[])[] = [];
    const memory = new MemoryHistory();
    const history: HistoryStore = {
      load: (id) => memory.load(id),
      list: () => memory.list(),
      deleteConversation: (id) => memory.deleteConversation(id),
      commit: async (_id, changes) => {
        commits.push(changes);
        throw new AgentConversationError('QUOTA_EXCEEDED', 'full');
      },
    };
    const conversation = await open(history, 'x');
    expect(await codeOf(conversation.importConversation(json.replace('"sequence": 2', '"sequence": 1')))).to.equal('INVALID_IMPORT');
    expect(commits).to.eql([]);
    expect(await codeOf(conversation.importConversation(json))).to.equal('QUOTA_EXCEEDED');
    expect(commits.map((changes) => changes.length)).to.eql([7]);
    const own = await open(history, 'c');
    expect(await codeOf(own.importConversation(json))).to.equal('QUOTA_EXCEEDED');
    expect(own.messages).to.eql([]);
  });

  it('[api 5e] where nothing is kept an import fills the empty conversation, and a filled one is left alone', async () => {
    const source = await branched();
    const json = await source.conversation.exportConversation('json');
    const conversation = new Conversation({ history: null, conversationId: 'mine' });
    expect(await conversation.importConversation(json)).to.equal('mine');
    expect(picture(conversation)).to.eql(picture(source.conversation));
    expect(conversation.messages.every((message) => message.conversationId === 'mine' && Object.isFrozen(message))).to.equal(true);
    expect(await codeOf(conversation.importConversation(json))).to.equal('NOT_EMPTY');
    expect(JSON.parse(await conversation.exportConversation('json'))).to.include({ conversationId: 'mine', title: null });
  });

  it('[api 5b] an export is of what is on screen, also while a reply streams and when the store cannot be read', async () => {
    const broken: HistoryStore = { load: async () => null, list: () => Promise.reject(new Error('gone')), commit: async () => {}, deleteConversation: async () => {} };
    const { conversation, runner } = setUp({ history: broken });
    const faults: unknown[] = [];
    conversation.listen((signal) => void (signal.type === 'error' && faults.push(signal.error)));
    const turn = conversation.send('q');
    const call = await runner.next();
    call.say('half');
    const json = await conversation.exportConversation('json');
    expect(await conversation.exportConversation('markdown')).to.match(/^# q\n[\s\S]*\nhalf\n\n_Still being written\._\n$/);
    call.settle();
    await turn;
    const history = new MemoryHistory();
    const id = await (await open(history, 'x')).importConversation(json);
    expect((await open(history, id)).messages.map(({ status }) => status)).to.eql(['complete', 'interrupted']);
    expect(faults.map((fault) => describeError(fault).message)).to.eql(['gone', 'gone']);
    expect(await codeOf(conversation.exportConversation('yaml' as never))).to.equal('INVALID_FORMAT');
  });

  it('[api 5f] a conversation of readExport is imported as it is, and what is not kept is told with the whole list', async () => {
    const messages = Array.from({ length: 6 }, (_, index) => ({ uuid: `m${index}`, sender: index % 2 ? 'assistant' : 'human', text: `t${index}`, files: [{ file_name: `f${index}.png` }] }));
    const history = new MemoryHistory();
    const conversation = await open(history, 'x');
    const faults: AgentConversationError[] = [];
    conversation.listen((signal) => void (signal.type === 'error' && faults.push(signal.error as AgentConversationError)));
    const [imported] = readExport(JSON.stringify([{ uuid: 'cl', name: 'Tides', chat_messages: messages }]));
    expect(await conversation.importConversation(imported!)).to.equal('cl');
    expect(words(await open(history, 'cl'))).to.eql(['t0', 't1', 't2', 't3', 't4', 't5']);
    expect(faults.map(({ code, cause }) => [code, (cause as string[]).length])).to.eql([['IMPORT_INCOMPLETE', 6]]);
    expect(faults[0]!.message).to.include('the file "f0.png" is not in the export.').and.include('… and 3 more.');
    expect(await codeOf(conversation.importConversation({ ...imported!, messages: [{}] } as never))).to.equal('INVALID_IMPORT');
  });

  it('[api 5e] a reply of twenty thousand messages goes through export, import and new ids', async function () {
    this.timeout(20_000);
    const rows = Array.from({ length: 20_000 }, (_, index) => ({ id: `m${index}`, parentId: index === 0 ? null : `m${index - 1}`, sequence: index + 1, role: index % 2 ? 'assistant' : 'user', createdAt: index, content: [{ type: 'text', text: `t${index}` }] }));
    const conversation = await open(new MemoryHistory(), 'x');
    const json = JSON.stringify({ version: 1, conversationId: 'big', leafId: 'm19999', messages: rows });
    await conversation.importConversation(json);
    expect(await conversation.importConversation(json)).not.to.equal('big');
  });
});
