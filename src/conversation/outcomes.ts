/** Turns that did not begin, and why. */
import { AgentConversationError, describeError } from '../model/errors.js';
import type { TurnOutcome } from './signals.js';

export function refused(error: unknown): TurnOutcome {
  return { outcome: 'refused', error: describeError(error) };
}

export function busy(): AgentConversationError {
  return new AgentConversationError('BUSY', 'Wait for the current reply.');
}

export function notFound(messageId: string | undefined, text: string): AgentConversationError {
  return new AgentConversationError('MESSAGE_NOT_FOUND', messageId === undefined ? text : `messages["${messageId}"]: ${text}`);
}
