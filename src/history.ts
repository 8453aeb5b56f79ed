/** Where conversations are kept. */
export { IndexedDBEvaluationStore, type IndexedDBEvaluationStoreOptions } from './history/evaluation-store.js';
export { IndexedDBHistory } from './history/indexeddb-history.js';
export { MemoryHistory } from './history/memory-history.js';
export type { ConversationRow, HistoryChange, HistoryStore, StoredConversation } from './conversation/history-store.js';
