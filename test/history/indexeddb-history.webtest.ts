import { expect } from 'chai';
import { deleteDB, openDB } from 'idb';
import { IndexedDBHistory } from '../../src/history/indexeddb-history.js';
import { upgrades } from '../../src/history/indexeddb-schema.js';
import { conversation, failureOf, idsOf, message, putBranch, branch, putConversation, putMessage } from '../support/contracts/history-store.js';
import { databaseName, devTools, failing, holdDatabase, patch, restoreAll } from './indexeddb-support.js';

describe('IndexedDBHistory', () => {
  let name: string;
  let store: IndexedDBHistory;

  beforeEach(() => {
    name = databaseName();
    store = new IndexedDBHistory({ name });
  });

  afterEach(async () => {
    restoreAll();
    await store.close();
    await deleteDB(name);
  });

  const rawRows = async (): Promise<unknown[]> => {
    const database = await openDB(name);
    const rows = await database.getAll('messages');
    database.close();
    return rows;
  };

  it('[case 43] opens nothing on construction, and one connection on first use', async () => {
    const opens = patch(IDBFactory.prototype, 'open', (original) => original);
    const lazy = new IndexedDBHistory({ name });
    expect(opens.calls).to.equal(0);
    await Promise.all([lazy.list(), lazy.load('c1'), lazy.commit('c1', [putMessage(message('a', 1))])]);
    expect(opens.calls).to.equal(1);
    await lazy.close();
  });

  it('[history] the default database is agent-conversation', async () => {
    const names: unknown[] = [];
    patch(IDBFactory.prototype, 'open', () => (asked: unknown) => {
      names.push(asked);
      throw new DOMException('stop', 'UnknownError');
    });
    await failureOf(new IndexedDBHistory().list());
    expect(names).to.deep.equal(['agent-conversation']);
  });

  describe('the end of a conversation', () => {
    const rows = ['a', 'b', 'c', 'd', 'e'].map((id, index, all) => message(id, index + 1, { parentId: all[index - 1] ?? null }));
    const other = message('c2', 6, { parentId: 'b' });

    it('[history] is the last messages of the path on screen, whatever was written later elsewhere', async () => {
      await store.commit('c1', [...[...rows, other].map(putMessage), putBranch(branch('x', 1)), putConversation(conversation('c1', { leafId: 'd' }))]);
      expect(await store.loadEnd('c1', 3)).to.deep.equal({ conversation: conversation('c1', { leafId: 'd' }), messages: rows.slice(1, 4), branches: [] });
      expect(idsOf(await store.loadEnd('c1', 99))).to.deep.equal(['a', 'b', 'c', 'd']);
    });

    it('[history] is not told from rows that are damaged or in a ring, or that are not there', async () => {
      expect(await store.loadEnd('c1', 3)).to.equal(null);
      await store.commit('c1', rows.map(putMessage));
      expect(await store.loadEnd('c1', 3)).to.equal(null);
      await store.commit('c1', [putConversation(conversation('c1', { leafId: 'gone' }))]);
      expect(await store.loadEnd('c1', 3)).to.equal(null);
      await store.commit('c1', [putConversation(conversation('c1', { leafId: 'e' })), putMessage({ ...rows[0]!, parentId: 'e' })]);
      expect(await store.loadEnd('c1', 9)).to.equal(null);
    });

    it('[history] more messages than are read at once come whole and in order', async () => {
      const many = Array.from({ length: 1203 }, (_, index) => message(`m${String(index).padStart(5, '0')}`, index + 1));
      await store.commit('c1', many.map(putMessage));
      expect(idsOf(await store.load('c1'))).to.deep.equal(many.map(({ id }) => id));
    });
  });

  describe('a commit that cannot be stored', () => {
    const changes = [putMessage(message('b', 2)), putMessage(message('c', 3)), putConversation(conversation('c1', { title: 'new' })), putBranch(branch('x', 1))];

    beforeEach(() => store.commit('c1', [putMessage(message('a', 1)), putConversation(conversation('c1', { title: 'old' }))]));

    afterEach(async () => {
      restoreAll();
      const again = new IndexedDBHistory({ name });
      expect(await again.load('c1')).to.deep.equal({ conversation: conversation('c1', { title: 'old' }), messages: [message('a', 1)], branches: [] });
      await store.commit('c1', changes);
      expect(idsOf(await again.load('c1'))).to.deep.equal(['a', 'b', 'c']);
      await again.close();
    });

    for (const nth of [1, 2, 3, 4]) {
      it(`[case 38] put ${nth} of 4 without room: QUOTA_EXCEEDED that says what to do, nothing half written, and saving works again later`, async () => {
        let calls = 0;
        patch(IDBObjectStore.prototype, 'put', (original) => function (this: IDBObjectStore, ...values: unknown[]) {
          if (++calls === nth) throw new DOMException('no room', 'QuotaExceededError');
          return original.apply(this, values);
        });
        const error = await failureOf(store.commit('c1', changes));
        expect(error.code).to.equal('QUOTA_EXCEEDED');
        expect(error.message).to.contain('used up its storage').and.to.contain('Delete conversations');
        expect((error.cause as DOMException).name).to.equal('QuotaExceededError');
        expect(calls).to.equal(nth);
      });
    }

    it('[history] a put that fails late (its request, not the call) takes the earlier puts back and keeps its own reason', async () => {
      patch(IDBObjectStore.prototype, 'put', (original) => function (this: IDBObjectStore, ...values: unknown[]) {
        return (values[0] as { id: string }).id === 'c' ? this.add({ ...message('a', 1) }) : original.apply(this, values);
      });
      const error = await failureOf(store.commit('c1', changes));
      expect(error.code).to.equal('STORAGE_FAILED');
      expect((error.cause as DOMException).name).to.equal('ConstraintError');
    });

    it('[case 41] a transaction that is always aborted after its puts succeeded is not taken for saved', async () => {
      patch(IDBObjectStore.prototype, 'put', (original) => function (this: IDBObjectStore, ...values: unknown[]) {
        const request = original.apply(this, values) as IDBRequest;
        request.addEventListener('success', () => this.transaction.abort());
        return request;
      });
      const error = await failureOf(store.commit('c1', changes));
      expect(error.code).to.equal('STORAGE_FAILED');
    });

    it('[case 41] a connection that stays lost is reported after one retry', async () => {
      const transactions = failing(IDBDatabase.prototype, 'transaction', Number.POSITIVE_INFINITY, () => new DOMException('Connection to Indexed Database server lost. Refresh the page to try again', 'UnknownError'));
      const error = await failureOf(store.commit('c1', changes));
      expect(error.code).to.equal('STORAGE_FAILED');
      expect(error.message).to.contain('Connection to Indexed Database server lost');
      expect(transactions.calls).to.equal(2);
    });
  });

  describe('a connection that is lost once', () => {
    const expectOneRetry = async (opens: { readonly calls: number }, opened: number): Promise<void> => {
      await store.commit('c1', [putMessage(message('b', 2)), { type: 'delete-message', id: 'a' }]);
      expect(opens.calls).to.equal(opened);
      expect(await rawRows()).to.deep.equal([message('b', 2)]);
    };

    beforeEach(() => store.commit('c1', [putMessage(message('a', 1))]));

    it('[case 41] closed by the browser without a word: one new connection, one retry, stored once', async () => {
      const opens = patch(IDBFactory.prototype, 'open', (original) => original);
      let closed = false;
      patch(IDBDatabase.prototype, 'transaction', (original) => function (this: IDBDatabase, ...values: unknown[]) {
        if (!closed) this.close();
        closed = true;
        return original.apply(this, values);
      });
      await expectOneRetry(opens, 1);
    });

    it('[case 41] all data of the site cleared behind our back, which closes the connection: the next commit is stored', async () => {
      const cleared = await devTools('Storage.clearDataForOrigin', { storageTypes: 'indexeddb' });
      await store.commit('c1', [putMessage(message('b', 2))]);
      expect(idsOf(await store.load('c1'))).to.deep.equal(cleared ? ['b'] : ['a', 'b']);
    });

    it('[case 41] closed with a close event: the next call opens again', async () => {
      let database: IDBDatabase | undefined;
      patch(IDBDatabase.prototype, 'transaction', (original) => function (this: IDBDatabase, ...values: unknown[]) {
        database = this;
        return original.apply(this, values);
      });
      await store.list();
      const opens = patch(IDBFactory.prototype, 'open', (original) => original);
      database!.dispatchEvent(new Event('close'));
      await expectOneRetry(opens, 1);
    });

    it('[case 41] the storage process of iOS is gone: one new connection, one retry', async () => {
      const opens = patch(IDBFactory.prototype, 'open', (original) => original);
      failing(IDBDatabase.prototype, 'transaction', 1, () => new DOMException('Connection to Indexed Database server lost. Refresh the page to try again', 'UnknownError'));
      await expectOneRetry(opens, 1);
    });

    it('[case 41] aborted after the put succeeded: done again', async () => {
      const opens = patch(IDBFactory.prototype, 'open', (original) => original);
      let aborted = false;
      patch(IDBObjectStore.prototype, 'put', (original) => function (this: IDBObjectStore, ...values: unknown[]) {
        const request = original.apply(this, values) as IDBRequest;
        if (!aborted) request.addEventListener('success', () => this.transaction.abort());
        aborted = true;
        return request;
      });
      await expectOneRetry(opens, 1);
    });

    it('[case 41] a commit that is repeated is not overtaken by the next one', async () => {
      failing(IDBDatabase.prototype, 'transaction', 1, () => new DOMException('closing', 'InvalidStateError'));
      await Promise.all([store.commit('c1', [putMessage(message('a', 1, { status: 'streaming' }))]), store.commit('c1', [putMessage(message('a', 1, { status: 'failed' }))])]);
      expect((await store.load('c1'))?.messages[0]?.status).to.equal('failed');
    });

    it('[case 41] a load is repeated as well', async () => {
      failing(IDBDatabase.prototype, 'transaction', 1, () => new DOMException('closing', 'InvalidStateError'));
      expect(idsOf(await store.load('c1'))).to.deep.equal(['a']);
    });
  });

  it('[history] an open that failed is tried again on the next call', async () => {
    failing(IDBFactory.prototype, 'open', 1, () => new DOMException('Internal error opening backing store', 'UnknownError'));
    expect((await failureOf(store.list())).code).to.equal('STORAGE_FAILED');
    expect(await store.list()).to.deep.equal([]);
  });

  it('[history] where the browser forbids storage, the code is STORAGE_UNAVAILABLE', async () => {
    failing(IDBFactory.prototype, 'open', 1, () => new DOMException('denied', 'SecurityError'));
    expect((await failureOf(store.list())).code).to.equal('STORAGE_UNAVAILABLE');
  });

  it('[case 37] a newer build is not blocked by us; afterwards we say STORAGE_NEWER, and the data is carried over', async () => {
    await store.commit('c1', [putMessage(message('a', 1))]);
    let blocked = false;
    const newer = await openDB(name, upgrades.length + 1, { blocked: () => (blocked = true) });
    expect(blocked).to.equal(false);
    expect(await newer.count('messages')).to.equal(1);
    const error = await failureOf(store.commit('c1', [putMessage(message('b', 2))]));
    expect(error.code).to.equal('STORAGE_NEWER');
    expect(error.message).to.contain('Reload the page');
    newer.close();
  });

  it('[case 37] a deletion by another tab is not blocked by us, and our next call begins anew', async () => {
    await store.commit('c1', [putMessage(message('a', 1))]);
    let blocked = false;
    await deleteDB(name, { blocked: () => (blocked = true) });
    expect(blocked).to.equal(false);
    expect(await store.load('c1')).to.equal(null);
    await store.commit('c1', [putMessage(message('b', 2))]);
    expect(idsOf(await store.load('c1'))).to.deep.equal(['b']);
  });

  it('[case 37] two stores behind a tab that lets nobody in: both say STORAGE_BLOCKED in bounded time, and both work when it lets go', async () => {
    const held = await holdDatabase(name, 1);
    // The deletion waits for the holder, and every later open waits for the deletion: with no `blocked` event of its own.
    const deletion = deleteDB(name);
    const stores = [new IndexedDBHistory({ name, blockedTimeoutMs: 400 }), new IndexedDBHistory({ name, blockedTimeoutMs: 400 })];
    for (const each of stores) {
      const error = await failureOf(each.commit('c1', [putMessage(message('lost', 1))]));
      expect(error.code).to.equal('STORAGE_BLOCKED');
      expect(error.message).to.contain(name).and.to.contain('400 ms').and.to.contain('another tab');
    }
    const opens = patch(IDBFactory.prototype, 'open', (original) => original);
    const started = performance.now();
    expect((await failureOf(stores[0]!.load('c1'))).code).to.equal('STORAGE_BLOCKED');
    expect(performance.now() - started).to.be.below(200);
    const ready = Promise.all(stores.map((each) => each.ready()));
    held.close();
    await deletion;
    await ready;
    await stores[0]!.commit('c1', [putMessage(message('a', 1))]);
    expect(idsOf(await stores[1]!.load('c1'))).to.deep.equal(['a']);
    expect(opens.calls).to.equal(0);
    await Promise.all(stores.map((each) => each.close()));
  });

  it('[case 40] two tabs that write in turns keep each other\'s rows', async () => {
    const other = new IndexedDBHistory({ name });
    await store.commit('c1', [putMessage(message('u1', 1)), putMessage(message('a1', 2))]);
    await Promise.all([store, other].flatMap((tab, which) => Array.from({ length: 25 }, (_none, index) => tab.commit('c1', [putMessage(message(`tab${which}`, 3 + which, { content: [{ type: 'text', text: `${index}` }] }))]))));
    const expected = [message('u1', 1), message('a1', 2), message('tab0', 3, { content: [{ type: 'text', text: '24' }] }), message('tab1', 4, { content: [{ type: 'text', text: '24' }] })];
    expect((await store.load('c1'))?.messages).to.deep.equal(expected);
    expect((await other.load('c1'))?.messages).to.deep.equal(expected);
    await other.close();
  });

  it('[history] a broken row on disk is left out, and one without a sequence still loads', async () => {
    await store.commit('c1', [putMessage(message('a', 1))]);
    const database = await openDB(name);
    await database.put('messages', { conversationId: 'c1', id: 'broken' });
    await database.put('messages', { conversationId: 'c1', id: 'old', role: 'user', content: [], createdAt: '2026-03-01T10:00:00Z' });
    database.close();
    const stored = await store.load('c1');
    expect(idsOf(stored)).to.deep.equal(['a', 'old']);
    expect(stored?.messages[1]?.createdAt).to.equal(Date.UTC(2026, 2, 1, 10));
  });

  it('[history] wipe deletes every row, also for another tab, and the store goes on', async () => {
    const other = new IndexedDBHistory({ name });
    for (const id of ['c1', 'c2']) await other.commit(id, [putConversation(conversation(id)), putMessage(message('a', 1, { conversationId: id })), putBranch(branch('b', 1, { conversationId: id }))]);
    await store.wipe();
    expect(await rawRows()).to.deep.equal([]);
    expect([await other.list(), await other.load('c1'), await other.load('c2')]).to.deep.equal([[], null, null]);
    await other.commit('c1', [putConversation(conversation('c1'))]);
    expect(await store.list()).to.deep.equal([conversation('c1')]);
    await other.close();
  });

  it('[history] close finishes what was called before, and a later call opens again', async () => {
    const commit = store.commit('c1', [putMessage(message('a', 1))]);
    await store.close();
    await deleteDB(`${name}-unrelated`);
    await commit;
    expect(idsOf(await store.load('c1'))).to.deep.equal(['a']);
  });

  it('[history] estimate says bytes, or null where the browser does not', async () => {
    const estimate = await store.estimate();
    // WebKitGTK has no `navigator.storage` at all.
    if (!('storage' in navigator)) {
      expect(estimate).to.equal(null);
      return;
    }
    expect(estimate?.usage).to.be.a('number');
    expect(estimate?.quota).to.be.above(0);
    patch(StorageManager.prototype, 'estimate', () => () => Promise.reject(new TypeError('opaque origin')));
    expect(await store.estimate()).to.equal(null);
  });
});
