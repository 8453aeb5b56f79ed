/** What a `beforeRun` hook may change, as pure rules (B6). */
import { InvalidMessageError } from '../model/errors.js';
import { textOf, type ContentBlock, type LLMMessage } from '../model/message.js';
import { takeMessagesSnapshot } from '../model/snapshot.js';
import { assertValidMessages, typeName } from '../model/validate.js';

/** The text blocks of the latest user message, joined with nothing; '' when it has none or there is no user message. */
export function promptOf(messages: readonly LLMMessage[]): string {
  return textOf(messages.findLast((message) => message.role === 'user')?.content ?? []);
}

/**
 * The messages after the hook. `original` is the prompt the hook was given: only a different one rewrites, whatever the messages say
 * (B6-12). Messages come first, then the prompt (B6-11). Throws InvalidMessageError for a prompt or messages that are none
 * (B6-19, B6-20), TypeError for a result that is no object (B6-18).
 */
export function applyBeforeRun(original: string, messages: readonly LLMMessage[], result: unknown): readonly LLMMessage[] {
  if (typeof result !== 'object' || result === null) throw new TypeError(`beforeRun must return an object with a prompt, got ${typeName(result)}`);
  const { prompt, messages: replaced } = result as { prompt?: unknown; messages?: unknown };
  if (typeof prompt !== 'string') throw new InvalidMessageError('beforeRun.prompt must be a string');
  let current = messages;
  if (replaced !== undefined) {
    assertValidMessages(replaced);
    current = takeMessagesSnapshot(replaced);
  }
  return prompt === original ? current : withPrompt(current, prompt);
}

/** One text block with the new prompt stands where the first one was, or in front; other blocks keep their order. */
function withPrompt(messages: readonly LLMMessage[], prompt: string): readonly LLMMessage[] {
  const at = messages.findLastIndex((message) => message.role === 'user');
  const latest = messages[at];
  if (!latest) return messages;
  const first = latest.content.findIndex((block) => block.type === 'text');
  const rest = latest.content.filter((block) => block.type !== 'text');
  const before = first < 0 ? 0 : latest.content.slice(0, first).filter((block) => block.type !== 'text').length;
  const text: ContentBlock = Object.freeze({ type: 'text', text: prompt });
  const content = Object.freeze([...rest.slice(0, before), text, ...rest.slice(before)]);
  return Object.freeze(messages.map((message, index) => (index === at ? Object.freeze({ role: message.role, content }) : message)));
}
