import { deleteDB } from 'idb';
import { IndexedDBHistory } from '../../src/history/indexeddb-history.js';
import { MemoryHistory } from '../../src/history/memory-history.js';
import { describeHistoryStore } from '../support/contracts/history-store.js';

describeHistoryStore('MemoryHistory in a browser', async () => {
  const store = new MemoryHistory();
  return { store, reopen: async () => store, dispose: async () => {} };
});

describeHistoryStore('IndexedDBHistory', async () => {
  const name = `history-store-${Math.random()}`;
  const opened = [new IndexedDBHistory({ name })];
  return {
    store: opened[0]!,
    async reopen() {
      const again = new IndexedDBHistory({ name });
      opened.push(again);
      return again;
    },
    async dispose() {
      await Promise.all(opened.map((store) => store.close()));
      await deleteDB(name);
    },
  };
});
