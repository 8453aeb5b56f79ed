/** The shape of the database, and the steps that lead to it from any older version. */
import type { DBSchema, IDBPDatabase, IDBPTransaction, StoreNames } from 'idb';
import type { StoredDraft } from '../conversation/draft-store.js';
import type { ConversationRow } from '../conversation/history-store.js';
import type { Branch, ConversationMessage } from '../model/message.js';

export interface HistorySchema extends DBSchema {
  readonly messages: {
    readonly key: [string, string];
    readonly value: ConversationMessage;
    readonly indexes: { readonly 'by-sequence': [string, number] };
  };
  readonly branches: { readonly key: [string, string]; readonly value: Branch };
  readonly conversations: {
    readonly key: string;
    readonly value: ConversationRow;
    readonly indexes: { readonly 'by-updated': number };
  };
  readonly drafts: { readonly key: string; readonly value: DraftRow };
}

/** Apart from the conversation's row: that one is written by whoever runs a turn, and a draft may come long before it. */
export interface DraftRow extends StoredDraft {
  readonly conversationId: string;
  /** Epoch milliseconds. */
  readonly savedAt: number;
}

export type HistoryDatabase = IDBPDatabase<HistorySchema>;
export type HistoryTransaction<Mode extends IDBTransactionMode> = IDBPTransaction<HistorySchema, StoreNames<HistorySchema>[], Mode>;

/** May wait for requests of its transaction only: waiting for anything else ends the transaction. */
export type Upgrade = (database: HistoryDatabase, transaction: HistoryTransaction<'versionchange'>) => void | Promise<void>;

export const defaultDatabaseName = 'agent-conversation';

export const storeNames = ['messages', 'branches', 'conversations', 'drafts'] as const satisfies readonly StoreNames<HistorySchema>[];

function createStores(database: HistoryDatabase): void {
  const messages = database.createObjectStore('messages', { keyPath: ['conversationId', 'id'] });
  // Both indexes are for reading a part (a window of a long conversation, a page of the list). They are made
  // now because an index added later is a new version, and a new version has to wait for every open tab.
  messages.createIndex('by-sequence', ['conversationId', 'sequence']);
  database.createObjectStore('branches', { keyPath: ['conversationId', 'id'] });
  database.createObjectStore('conversations', { keyPath: 'id' }).createIndex('by-updated', 'updatedAt');
}

function createDrafts(database: HistoryDatabase): void {
  database.createObjectStore('drafts', { keyPath: 'conversationId' });
}

/** `upgrades[n]` leads from version n to n + 1; the length is the present version. A step that was released is never edited. */
export const upgrades: readonly Upgrade[] = [createStores, createDrafts];

/** Runs the steps from `oldVersion` to the end, one after the other. */
export async function applyUpgrades(
  database: HistoryDatabase,
  transaction: HistoryTransaction<'versionchange'>,
  oldVersion: number,
  steps: readonly Upgrade[],
): Promise<void> {
  for (const step of steps.slice(oldVersion)) {
    const waiting = step(database, transaction);
    // No needless await: with no request pending, the pause would be the end of the transaction.
    if (waiting) await waiting;
  }
}
