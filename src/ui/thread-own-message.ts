import type { ConversationMessage } from '../model/message.js';

/** The path grew by a message of the person, or took another turn at a new one (an edit) that is being answered. */
export function ownMessageCame(previous: readonly ConversationMessage[], messages: readonly ConversationMessage[], keyOf: (message: ConversationMessage) => unknown): boolean {
  const at = messages.findLastIndex(({ role }) => role === 'user');
  const own = messages[at];
  // A piece of a reply ends here; what follows looks at the whole path.
  if (!own || previous[at] === own) return false;
  const old = new Set(previous.map(keyOf));
  if (old.has(keyOf(own))) return false;
  const grew = previous.every((message, index) => messages[index] !== undefined && keyOf(messages[index]) === keyOf(message));
  return grew || at === messages.length - 1 || messages.at(-1)?.status === 'streaming';
}
