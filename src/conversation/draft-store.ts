/** Where drafts are kept: a part of a history store that a host's own store may leave out. */
import type { Mention } from '../model/message.js';
import { joinWithMentions } from './mention-edits.js';

/** What a person has typed and not sent. `mentions` lie in `text` by offset. */
export interface Draft {
  readonly text: string;
  readonly mentions: readonly Mention[];
}

export interface StoredDraft extends Draft {
  /** Another one with each save. It tells a draft that one tab knows from the newer one of another tab. */
  readonly revision: string;
}

/**
 * Laws, held by the contract suite of history stores:
 * - One draft per conversation, whether the conversation has rows or not; it never shows in `load` or `list`.
 * - `saveDraft` replaces the draft, whoever wrote it: the last write wins. It resolves when the draft is durable.
 * - `deleteDraft` takes away the draft of that revision and no other, so that a tab cannot empty what it has not seen.
 * - `deleteConversation` takes the draft along.
 */
export interface DraftStore {
  loadDraft(conversationId: string): Promise<StoredDraft | null>;
  saveDraft(conversationId: string, draft: StoredDraft): Promise<void>;
  deleteDraft(conversationId: string, revision: string): Promise<void>;
}

/** The store as one of drafts; null when it keeps none. */
export function draftStoreOf(store: Partial<DraftStore> | null): DraftStore | null {
  return store?.loadDraft && store.saveDraft && store.deleteDraft ? (store as DraftStore) : null;
}

export const noDraft: Draft = { text: '', mentions: [] };

/** One under the other, with the mentions of both. */
export function joinDrafts(first: Draft, second: Draft): Draft {
  return second.text === '' ? first : joinWithMentions(first.text, first.mentions, second.text, second.mentions);
}

export function sameDraft(a: Draft, b: Draft): boolean {
  return (
    a.text === b.text &&
    a.mentions.length === b.mentions.length &&
    a.mentions.every((mention, index) => {
      const other = b.mentions[index]!;
      return mention.type === other.type && mention.id === other.id && mention.start === other.start && mention.end === other.end;
    })
  );
}
