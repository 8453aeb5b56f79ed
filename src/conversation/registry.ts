/**
 * One live `Conversation` per id and owner in a page: two elements on the same conversation share it (case 47), and an element
 * that leaves and comes back finds the running turn still running (case 30). The owner is the history store, or whoever keeps none.
 */
import type { Conversation } from './conversation.js';

interface Entry {
  readonly conversation: Conversation;
  users: number;
}

const owners = new WeakMap<object, Map<string, Entry>>();

/** The live conversation, made by `create` when there is none. Give it back with `releaseConversation`. */
export function acquireConversation(owner: object, id: string, create: () => Conversation): Conversation {
  const entries = owners.get(owner) ?? new Map<string, Entry>();
  owners.set(owner, entries);
  const entry = entries.get(id) ?? { conversation: create(), users: 0 };
  entry.users++;
  entries.set(id, entry);
  return entry.conversation;
}

/** Forgets a conversation that nobody uses, but only when its turn has ended and its rows are written. */
export function releaseConversation(owner: object, conversation: Conversation, keep = false): void {
  const entries = owners.get(owner);
  const entry = entries?.get(conversation.id);
  if (!entries || entry?.conversation !== conversation) return;
  entry.users--;
  if (!keep) void forgetWhenIdle(entries, entry);
}

async function forgetWhenIdle(entries: Map<string, Entry>, entry: Entry): Promise<void> {
  const { conversation } = entry;
  await conversation.ready;
  if (entry.users > 0) return;
  if (conversation.running || conversation.queue.length > 0) {
    const stop = conversation.subscribe(() => {
      if (conversation.running || conversation.queue.length > 0) return;
      stop();
      void forgetWhenIdle(entries, entry);
    });
    return;
  }
  await conversation.flush();
  if (entry.users === 0 && !conversation.running && entries.get(conversation.id) === entry) entries.delete(conversation.id);
}
