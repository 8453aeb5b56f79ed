import type { DraftStore, StoredDraft } from '../conversation/draft-store.js';
import type { ConversationRow, HistoryChange, HistoryStore, StoredConversation } from '../conversation/history-store.js';
import type { Branch, ConversationMessage } from '../model/message.js';
import { copyOut } from '../model/snapshot.js';
import { prepareChanges } from './changes.js';
import { prepareDraft } from './draft-rows.js';
import { assembleConversation, listConversations } from './rows.js';

interface Shelf {
  conversation: ConversationRow | null;
  readonly messages: Map<string, ConversationMessage>;
  readonly branches: Map<string, Branch>;
}

/**
 * Keeps conversations as long as the page lives, and nothing on disk. The laws are `HistoryStore`'s: what goes in and
 * what comes out is a deep copy (C6-1). For tests, for servers, and for hosts that must not keep anything.
 *
 * @example
 * element.history = new MemoryHistory();
 */
export class MemoryHistory implements HistoryStore, DraftStore {
  readonly #shelves = new Map<string, Shelf>();
  readonly #drafts = new Map<string, StoredDraft>();

  async load(conversationId: string): Promise<StoredConversation | null> {
    const shelf = this.#shelves.get(conversationId);
    if (!shelf) return null;
    return copyOut(assembleConversation(conversationId, shelf.conversation, [...shelf.messages.values()], [...shelf.branches.values()]));
  }

  /** Rejects with `InvalidMessageError` when a change has a wrong shape or cannot be copied; then none is applied. */
  async commit(conversationId: string, changes: readonly HistoryChange[]): Promise<void> {
    const prepared = prepareChanges(conversationId, changes);
    if (prepared.length === 0) return;
    const shelf = this.#shelfOf(conversationId);
    for (const change of prepared) apply(shelf, change);
  }

  async list(): Promise<readonly ConversationRow[]> {
    return copyOut(listConversations([...this.#shelves.values()].map((shelf) => shelf.conversation)));
  }

  async deleteConversation(conversationId: string): Promise<void> {
    this.#shelves.delete(conversationId);
    this.#drafts.delete(conversationId);
  }

  async loadDraft(conversationId: string): Promise<StoredDraft | null> {
    return copyOut(this.#drafts.get(conversationId) ?? null);
  }

  /** Rejects with `InvalidMessageError` when the draft has a wrong shape. */
  async saveDraft(conversationId: string, draft: StoredDraft): Promise<void> {
    this.#drafts.set(conversationId, prepareDraft(conversationId, draft));
  }

  async deleteDraft(conversationId: string, revision: string): Promise<void> {
    if (this.#drafts.get(conversationId)?.revision === revision) this.#drafts.delete(conversationId);
  }

  #shelfOf(conversationId: string): Shelf {
    const known = this.#shelves.get(conversationId);
    if (known) return known;
    const shelf: Shelf = { conversation: null, messages: new Map(), branches: new Map() };
    this.#shelves.set(conversationId, shelf);
    return shelf;
  }
}

function apply(shelf: Shelf, change: HistoryChange): void {
  switch (change.type) {
    case 'put-message':
      shelf.messages.set(change.message.id, change.message);
      break;
    case 'delete-message':
      shelf.messages.delete(change.id);
      break;
    case 'put-branch':
      shelf.branches.set(change.branch.id, change.branch);
      break;
    case 'delete-branch':
      shelf.branches.delete(change.id);
      break;
    case 'put-conversation':
      shelf.conversation = change.conversation;
      break;
  }
}
