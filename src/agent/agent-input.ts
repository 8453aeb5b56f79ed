/** What enters an agent: checked in the order shape, backend, copy (B3), and copied once (B4-1). */
import { InvalidMessageError } from '../model/errors.js';
import type { LLMMessage } from '../model/message.js';
import { takeMessagesSnapshot } from '../model/snapshot.js';
import { assertValidContent, assertValidMessages } from '../model/validate.js';
import type { AgentConfig, AgentPromptInput, AgentRunInput } from './agent-types.js';

/** The whole input of one run. Throws InvalidMessageError. */
export function prepareRunInput(input: AgentRunInput, config: AgentConfig): readonly LLMMessage[] {
  if (typeof input === 'string') return textMessages(input);
  assertValidMessages(input);
  assertStructuredInputAllowed(config);
  return takeMessagesSnapshot(input);
}

/** One user turn for `prompt()`. Throws InvalidMessageError; its places begin with `messages[0]` (B3-22). */
export function preparePrompt(input: AgentPromptInput, config: AgentConfig): LLMMessage {
  if (typeof input === 'string') return textMessages(input)[0] as LLMMessage;
  assertValidContent(input);
  assertStructuredInputAllowed(config);
  return Object.freeze({ role: 'user' as const, content: takeMessagesSnapshot(input) });
}

/** A backend of words takes a string and nothing else, text-only blocks included (B11-1). */
export function assertStructuredInputAllowed({ backend }: AgentConfig): void {
  if (!backend) return;
  throw new InvalidMessageError(`The ${backend.kind} external backend accepts string prompts only; structured messages or content blocks cannot be forwarded without loss.`);
}

function textMessages(text: string): readonly LLMMessage[] {
  return takeMessagesSnapshot([{ role: 'user' as const, content: [{ type: 'text' as const, text }] }]);
}
