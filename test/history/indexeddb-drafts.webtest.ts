import { expect } from 'chai';
import { deleteDB, openDB } from 'idb';
import { IndexedDBHistory } from '../../src/history/indexeddb-history.js';
import { draft, failureOf } from '../support/contracts/history-store.js';
import { databaseName, failing, patch, restoreAll } from './indexeddb-support.js';

describe('drafts in IndexedDB', () => {
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

  const write = async (row: Record<string, unknown>): Promise<void> => {
    const database = await openDB(name);
    await database.put('drafts', row);
    database.close();
  };

  it('[case 55] wipe takes every draft, also for another tab', async () => {
    const other = new IndexedDBHistory({ name });
    for (const id of ['c1', 'c2']) await other.saveDraft(id, draft(id));
    await store.wipe();
    expect([await other.loadDraft('c1'), await other.loadDraft('c2')]).to.deep.equal([null, null]);
    await other.close();
  });

  it('[case 55] a damaged draft is none, and a damaged mention is left out of its text', async () => {
    await store.saveDraft('c1', draft('x'));
    const good = { type: 'skill', id: 's', name: 'plan', start: 0, end: 5 };
    await write({ conversationId: 'c1', text: 5, revision: 'r' });
    expect(await store.loadDraft('c1')).to.equal(null);
    await write({ conversationId: 'c1', text: '/plan', revision: 'r', mentions: [good, { ...good, end: 6 }, { ...good, start: -1 }, { ...good, id: 7 }, null, 'x'] });
    expect(await store.loadDraft('c1')).to.deep.equal({ text: '/plan', revision: 'r', mentions: [good] });
    await write({ conversationId: 'c1', text: '/plan', revision: 'r' });
    expect(await store.loadDraft('c1')).to.deep.equal({ text: '/plan', revision: 'r', mentions: [] });
  });

  it('[case 55] a draft is on its way in the task that saves it, even while a conversation is being read', async () => {
    await store.load('c1');
    await store.loadDraft('c1');
    const commits = patch(IDBTransaction.prototype, 'commit', (original) => original);
    const reading = store.load('c1');
    const saving = store.saveDraft('c1', draft('last words'));
    for (let step = 0; step < 20; step += 1) await Promise.resolve();
    expect(commits.calls).to.equal(1);
    await Promise.all([reading, saving]);
    expect(await store.loadDraft('c1')).to.deep.equal(draft('last words'));
  });

  it('[case 41] a connection that was lost is opened anew for a draft, and one that stays lost is reported', async () => {
    await store.saveDraft('c1', draft('one'));
    failing(IDBDatabase.prototype, 'transaction', 1, () => new DOMException('closing', 'InvalidStateError'));
    await store.saveDraft('c1', draft('two'));
    expect(await store.loadDraft('c1')).to.deep.equal(draft('two'));
    failing(IDBDatabase.prototype, 'transaction', 9, () => new DOMException('Connection to Indexed Database server lost', 'UnknownError'));
    expect((await failureOf(store.deleteDraft('c1', 'two'))).code).to.equal('STORAGE_FAILED');
    restoreAll();
    expect(await store.loadDraft('c1')).to.deep.equal(draft('two'));
  });
});
