/** What may be stored as a draft, and what a stored one means. Disks hold what half-broken machines left there. */
import type { StoredDraft } from '../conversation/draft-store.js';
import { InvalidMessageError } from '../model/errors.js';
import type { Mention } from '../model/message.js';
import { takeSnapshot } from '../model/snapshot.js';
import { typeName } from '../model/validate.js';
import { isId } from './changes.js';

/** The draft as it is at this moment (C6-1). Throws `InvalidMessageError` that names the place. */
export function prepareDraft(conversationId: string, draft: StoredDraft): StoredDraft {
  must(isId(conversationId), 'conversationId', 'a non-empty string', conversationId);
  must(typeName(draft) === 'object', 'draft', 'an object', draft);
  must(typeof draft.text === 'string', 'draft.text', 'a string', draft.text);
  must(isId(draft.revision), 'draft.revision', 'a non-empty string', draft.revision);
  must(Array.isArray(draft.mentions), 'draft.mentions', 'an array', draft.mentions);
  const { text, mentions, revision } = draft;
  return takeSnapshot({ text, mentions, revision }, 'draft');
}

/** null for a row without readable text. A mention that lies outside of the text is left out. */
export function readDraft(row: unknown): StoredDraft | null {
  const { text, mentions, revision } = (row ?? {}) as { readonly text?: unknown; readonly mentions?: unknown; readonly revision?: unknown };
  if (typeof text !== 'string' || text === '' || !isId(revision)) return null;
  return { text, mentions: Array.isArray(mentions) ? mentions.filter((mention) => isMentionOf(text, mention)) : [], revision };
}

function isMentionOf(text: string, value: unknown): value is Mention {
  const { type, id, name, start, end } = (value ?? {}) as Partial<Record<keyof Mention, unknown>>;
  return (
    (type === 'skill' || type === 'agent' || type === 'entity') &&
    isId(id) &&
    typeof name === 'string' &&
    Number.isInteger(start) &&
    Number.isInteger(end) &&
    (start as number) >= 0 &&
    (start as number) < (end as number) &&
    (end as number) <= text.length
  );
}

function must(holds: boolean, place: string, wanted: string, found: unknown): void {
  if (!holds) throw new InvalidMessageError(`${place} must be ${wanted}, got ${typeof found === 'string' ? JSON.stringify(found) : typeName(found)}`);
}
