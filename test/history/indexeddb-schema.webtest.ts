import { expect } from 'chai';
import { deleteDB, openDB } from 'idb';
import { HistoryConnection } from '../../src/history/connection.js';
import { IndexedDBHistory } from '../../src/history/indexeddb-history.js';
import { upgrades, type HistoryDatabase, type Upgrade } from '../../src/history/indexeddb-schema.js';
import { branch, conversation, draft, failureOf, idsOf, message, putConversation, putMessage } from '../support/contracts/history-store.js';
import { databaseName, holdDatabase, patch, restoreAll } from './indexeddb-support.js';

describe('the history database', () => {
  let name: string;
  const opened: { close(): unknown }[] = [];

  const connect = (steps: readonly Upgrade[], blockedTimeoutMs = 5000): HistoryConnection => {
    const connection = new HistoryConnection({ name, upgrades: steps, blockedTimeoutMs });
    opened.push(connection);
    return connection;
  };
  const readMessages = async (connection: HistoryConnection): Promise<unknown> =>
    (await connection.run('readonly', [(transaction) => transaction.objectStore('messages').getAll()], 'read'))[0];
  const plant = async (): Promise<void> => {
    const store = new IndexedDBHistory({ name });
    await store.commit('c1', [putMessage(message('a', 1)), putMessage(message('b', 2)), putConversation(conversation('c1'))]);
    await store.close();
  };

  beforeEach(() => {
    name = databaseName();
  });

  afterEach(async () => {
    restoreAll();
    await Promise.all(opened.splice(0).map((each) => each.close()));
    await deleteDB(name);
  });

  /** As the first build left it. */
  const plantVersionOne = async (): Promise<void> => {
    const database = await openDB(name, 1, { upgrade: (made) => void upgrades[0]!(made as unknown as HistoryDatabase, null as never) });
    await database.put('messages', message('a', 1));
    await database.put('messages', message('b', 2));
    await database.put('branches', branch('x', 1));
    await database.put('conversations', conversation('c1'));
    database.close();
  };

  it('[history] from nothing to the present version makes all stores with their keys and indexes', async () => {
    await plant();
    const database = await openDB(name);
    opened.push(database);
    expect(database.version).to.equal(2);
    const transaction = database.transaction([...database.objectStoreNames]);
    const shape = [...transaction.objectStoreNames].map((store) => {
      const { keyPath, indexNames } = transaction.objectStore(store);
      return [store, keyPath, [...indexNames].map((index) => [index, transaction.objectStore(store).index(index).keyPath])];
    });
    expect(shape).to.deep.equal([
      ['branches', ['conversationId', 'id'], []],
      ['conversations', 'id', [['by-updated', 'updatedAt']]],
      ['drafts', 'conversationId', []],
      ['messages', ['conversationId', 'id'], [['by-sequence', ['conversationId', 'sequence']]]],
    ]);
  });

  it('[history] a database of version 1 keeps every row and can hold drafts', async () => {
    await plantVersionOne();
    const store = new IndexedDBHistory({ name });
    opened.push(store);
    expect(await store.load('c1')).to.deep.equal({ conversation: conversation('c1'), messages: [message('a', 1), message('b', 2)], branches: [branch('x', 1)] });
    expect(await store.loadDraft('c1')).to.equal(null);
    await store.saveDraft('c1', draft('half a word'));
    expect(await store.loadDraft('c1')).to.deep.equal(draft('half a word'));
    expect(idsOf(await store.load('c1'))).to.deep.equal(['a', 'b']);
  });

  it('[case 37] a tab of the first build that holds version 1 is told of in bounded time; when it lets go, rows and drafts work', async () => {
    await plantVersionOne();
    const held = await holdDatabase(name, 1);
    const store = new IndexedDBHistory({ name, blockedTimeoutMs: 400 });
    opened.push(store);
    expect((await failureOf(store.saveDraft('c1', draft('waits')))).code).to.equal('STORAGE_BLOCKED');
    held.close();
    await store.ready();
    await store.saveDraft('c1', draft('goes on'));
    expect(await store.loadDraft('c1')).to.deep.equal(draft('goes on'));
    expect(idsOf(await store.load('c1'))).to.deep.equal(['a', 'b']);
  });

  it('[case 37] a tab of the first build that lets go when asked never sees the upgrade fail', async () => {
    await plantVersionOne();
    const older = await openDB(name, 1, { blocking: () => older.close() });
    const store = new IndexedDBHistory({ name });
    opened.push(store);
    expect(idsOf(await store.load('c1'))).to.deep.equal(['a', 'b']);
    expect(await openDB(name, 1).catch((error: unknown) => error)).to.have.property('name', 'VersionError');
  });

  it('[history] an old version is carried over step by step: only the missing steps run, in order, and may wait for their requests', async () => {
    await plant();
    const ran: string[] = [];
    const toNext: Upgrade = async (_database, transaction) => {
      ran.push('next');
      for (const row of await transaction.objectStore('messages').getAll()) await transaction.objectStore('messages').put({ ...row, agentId: 'next' });
    };
    const toLast: Upgrade = async (_database, transaction) => {
      const row = await transaction.objectStore('messages').get(['c1', 'a']);
      ran.push(`last after ${row?.agentId}`);
      await transaction.objectStore('messages').delete(['c1', 'b']);
    };
    const neverAgain: Upgrade = () => expect.fail('this version was there already');
    expect(await readMessages(connect([...upgrades.map(() => neverAgain), toNext, toLast]))).to.deep.equal([message('a', 1, { agentId: 'next' })]);
    expect(ran).to.deep.equal(['next', 'last after next']);
  });

  it('[history] all steps run on an empty database', async () => {
    const ran: string[] = [];
    const connection = connect([...upgrades, () => void ran.push('two'), async () => void ran.push('three')]);
    expect(await readMessages(connection)).to.deep.equal([]);
    expect(ran).to.deep.equal(['two', 'three']);
  });

  for (const [what, step] of [
    ['throws', () => { throw new TypeError('bad step'); }],
    ['rejects', async (_database, transaction) => { await transaction.objectStore('messages').clear(); throw new TypeError('bad step'); }],
  ] as const satisfies readonly (readonly [string, Upgrade])[]) {
    it(`[history] a step that ${what} leaves the old version and its rows as they were, and says why`, async () => {
      await plant();
      const error = await failureOf(readMessages(connect([...upgrades, step])));
      expect(error.code).to.equal('STORAGE_FAILED');
      expect(error.message).to.contain('bad step');
      expect(error.cause).to.be.instanceOf(TypeError);
      const store = new IndexedDBHistory({ name });
      opened.push(store);
      expect(idsOf(await store.load('c1'))).to.deep.equal(['a', 'b']);
    });
  }

  it('[case 37] an upgrade that an older tab blocks is reported in bounded time, and done on the same request when that tab lets go', async () => {
    await plant();
    const held = await holdDatabase(name, upgrades.length);
    const opens = patch(IDBFactory.prototype, 'open', (original) => original);
    const connection = connect([...upgrades, () => undefined], 400);
    const error = await failureOf(readMessages(connection));
    expect(error.code).to.equal('STORAGE_BLOCKED');
    expect(error.message).to.contain('another tab of this site holds an older version of it open');
    held.close();
    await connection.ready();
    expect(await readMessages(connection)).to.deep.equal([message('a', 1), message('b', 2)]);
    expect(opens.calls).to.equal(1);
  });

  it('[case 37] an older tab of ours lets go by itself', async () => {
    await plant();
    const older = new IndexedDBHistory({ name });
    opened.push(older);
    expect(idsOf(await older.load('c1'))).to.deep.equal(['a', 'b']);
    expect(await readMessages(connect([...upgrades, () => undefined]))).to.deep.equal([message('a', 1), message('b', 2)]);
    expect((await failureOf(older.list())).code).to.equal('STORAGE_NEWER');
  });

  it('[case 37] a slow upgrade of our own is not taken for a blocked one', async () => {
    const slow: Upgrade = async (_database, transaction) => {
      const until = performance.now() + 1300;
      while (performance.now() < until) await transaction.objectStore('messages').count();
    };
    expect(await readMessages(connect([...upgrades, slow], 1000))).to.deep.equal([]);
  });

  it('[history] a connection closed while it is still blocked lets go of the database as soon as it gets it', async () => {
    const held = await holdDatabase(name, 1);
    const connection = connect([...upgrades, () => undefined], 100);
    await failureOf(readMessages(connection));
    await connection.close();
    const closed = new Promise<number>((resolve) => {
      patch(IDBDatabase.prototype, 'close', (original) => function (this: IDBDatabase) {
        if (this.version > upgrades.length) resolve(this.version);
        return original.call(this);
      });
    });
    held.close();
    expect(await closed).to.equal(upgrades.length + 1);
  });
});
