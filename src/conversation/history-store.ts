/**
 * Where conversations are kept: the port that `history/` implements. The consumer states what it needs.
 *
 * Laws, held by one contract suite (test/support/contracts/history-store.ts):
 * - `commit` resolves only when every change is durable, and applies all of them or none.
 * - `load` returns messages by `sequence`, branches by `createdAt`; what it hands out is the caller's own (C6-1).
 * - Rows of one conversation never appear in another.
 * - A put of an existing id replaces it; a delete of an unknown id does nothing.
 */
import type { Branch, ConversationMessage } from '../model/message.js';
import type { DraftStore } from './draft-store.js';

export interface ConversationRow {
  readonly id: string;
  readonly title: string | null;
  /** The message at the foot of the path on screen; null = empty. */
  readonly leafId: string | null;
  /** Last chosen child by parent id ('' for the first message): the branch shown when that fork is passed again. */
  readonly viewed: Readonly<Record<string, string>>;
  readonly planMode: boolean;
  readonly agentId: string | null;
  readonly applicationId: string | null;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface StoredConversation {
  readonly conversation: ConversationRow;
  readonly messages: readonly ConversationMessage[];
  readonly branches: readonly Branch[];
}

export type HistoryChange =
  | { readonly type: 'put-message'; readonly message: ConversationMessage }
  | { readonly type: 'delete-message'; readonly id: string }
  | { readonly type: 'put-branch'; readonly branch: Branch }
  | { readonly type: 'delete-branch'; readonly id: string }
  | { readonly type: 'put-conversation'; readonly conversation: ConversationRow };

/** The methods of `DraftStore` are optional, all three together: without them drafts live as long as the element. */
export interface HistoryStore extends Partial<DraftStore> {
  /** null when nothing is stored under that id. Messages without a conversation row are returned with a made-up row. */
  load(conversationId: string): Promise<StoredConversation | null>;
  /**
   * Optional: the last `count` messages of the path on screen and no branches, so that a long conversation can be shown before it
   * has all been read. null when that cannot be told from few rows; `load` has the last word.
   */
  loadEnd?(conversationId: string, count: number): Promise<StoredConversation | null>;
  /** One atomic, durable step for one conversation. Rejects with `AgentConversationError` (code `STORAGE_FAILED`, `QUOTA_EXCEEDED`, …). */
  commit(conversationId: string, changes: readonly HistoryChange[]): Promise<void>;
  /** Newest `updatedAt` first. */
  list(): Promise<readonly ConversationRow[]>;
  deleteConversation(conversationId: string): Promise<void>;
}
