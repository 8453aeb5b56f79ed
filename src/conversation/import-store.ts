/** Where an import goes: the store, in one commit; or, when nothing is kept, the empty conversation itself. */
import { AgentConversationError } from '../model/errors.js';
import { newId } from '../model/ids.js';
import { takeSnapshot } from '../model/snapshot.js';
import type { HistoryChange, HistoryStore, StoredConversation } from './history-store.js';
import { readOne, type ImportedConversation } from './import-file.js';

export interface ImportTarget {
  readonly conversationId: string;
  /** null keeps nothing. */
  readonly history: HistoryStore | null;
  isEmpty(): boolean;
  /** Shows what has been imported under the id of this very conversation. */
  fill(stored: StoredConversation): Promise<void> | void;
  report(error: unknown): void;
}

/** Imports into one store are carried out one after the other: two of the same file do not find the same id free. */
const waiting = new WeakMap<HistoryStore, Promise<unknown>>();

/**
 * Resolves with the id of the conversation. Throws `INVALID_IMPORT` before anything is stored, `NOT_EMPTY` when nothing is kept and
 * the conversation holds messages, or the store's error; a store that fails leaves nothing.
 */
export async function importInto(target: ImportTarget, input: string | ImportedConversation): Promise<string> {
  const imported = readOne(input);
  const { history } = target;
  const id = history ? await inTurn(history, () => store(target, history, imported)) : await keepHere(target, imported);
  if (imported.notKept.length > 0) target.report(incomplete(imported.notKept));
  return id;
}

async function keepHere(target: ImportTarget, imported: ImportedConversation): Promise<string> {
  if (!target.isEmpty()) {
    throw new AgentConversationError('NOT_EMPTY', 'No history is kept here, so an import fills the conversation on screen, and that one has messages. Start a new conversation first.');
  }
  await target.fill(renamed(imported, target.conversationId, (id) => id));
  return target.conversationId;
}

async function store(target: ImportTarget, history: HistoryStore, imported: ImportedConversation): Promise<string> {
  const own = imported.conversation.id === target.conversationId;
  const taken = (own && !target.isEmpty()) || (await exists(history, imported.conversation.id));
  const stored = taken ? withNewIds(imported) : imported;
  const { conversation, messages, branches } = stored;
  await history.commit(conversation.id, [
    ...branches.map((branch): HistoryChange => ({ type: 'put-branch', branch })),
    ...messages.map((message): HistoryChange => ({ type: 'put-message', message })),
    { type: 'put-conversation', conversation },
  ]);
  if (own && !taken) await target.fill(stored);
  return conversation.id;
}

async function inTurn<T>(history: HistoryStore, work: () => Promise<T>): Promise<T> {
  const result = (waiting.get(history) ?? Promise.resolve()).then(work);
  waiting.set(history, result.catch(() => {}));
  return result;
}

/** The list is short; rows without a conversation of their own are found by reading. */
async function exists(history: HistoryStore, id: string): Promise<boolean> {
  return (await history.list()).some((row) => row.id === id) || (await history.load(id)) !== null;
}

function withNewIds(stored: StoredConversation): StoredConversation {
  // In order of `sequence`: new ids are in the order of making.
  const ids = new Map([...stored.messages, ...stored.branches].map(({ id }) => [id, newId()]));
  return renamed(stored, newId(), (id) => ids.get(id) ?? null);
}

function renamed({ conversation, messages, branches }: StoredConversation, conversationId: string, idOf: (id: string) => string | null): StoredConversation {
  const orNull = (id: string | null): string | null => (id === null ? null : idOf(id));
  return takeSnapshot(
    {
      conversation: {
        ...conversation,
        id: conversationId,
        leafId: orNull(conversation.leafId),
        viewed: Object.fromEntries(Object.entries(conversation.viewed).map(([parent, child]) => [parent === '' ? '' : (idOf(parent) ?? parent), idOf(child) ?? child])),
      },
      messages: messages.map((message) => ({ ...message, conversationId, id: idOf(message.id) ?? message.id, parentId: orNull(message.parentId), branchId: orNull(message.branchId) })),
      branches: branches.map((branch) => ({
        ...branch,
        conversationId,
        id: idOf(branch.id) ?? branch.id,
        parentBranchId: orNull(branch.parentBranchId),
        forkMessageId: orNull(branch.forkMessageId),
        sourceMessageId: orNull(branch.sourceMessageId),
      })),
    },
    'import',
  );
}

/** Told to the host and to the person; the whole list is the `cause`. */
function incomplete(notKept: readonly string[]): AgentConversationError {
  const more = notKept.length > 3 ? ` … and ${notKept.length - 3} more.` : '';
  return new AgentConversationError('IMPORT_INCOMPLETE', `Imported, but some things could not be kept: ${notKept.slice(0, 3).join(' ')}${more}`, { cause: notKept });
}
