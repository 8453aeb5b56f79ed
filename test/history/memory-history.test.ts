import { MemoryHistory } from '../../src/history/memory-history.js';
import { describeHistoryStore } from '../support/contracts/history-store.js';

describeHistoryStore('MemoryHistory in Node', async () => {
  const store = new MemoryHistory();
  return { store, reopen: async () => store, dispose: async () => {} };
});
