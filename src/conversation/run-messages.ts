/** The history a runner is given (C4): the path of the reply branch, up to and including the user message it answers. */
import type { ContentBlock, ConversationMessage, LLMMessage, TextBlock } from '../model/message.js';
import { answerForAgent, readFormAnswer } from './form-answer.js';

/** MemberJunction's server reads as many (A6). */
export const HISTORY_LIMIT = 20;

export interface RunMessagesOptions {
  /** First moment that may be read; a message of exactly then is in (C4-1). */
  readonly from?: Date | null;
  readonly limit?: number;
}

/**
 * `path` ends with the user message that is answered; that one is always kept (C4-2).
 * Left out: replies that stream or failed, messages before `from`, empty rows, earlier tool traffic and reasoning (C4-1, C4-3, C4-8).
 * Neighbours of one role become one message, and no message of the assistant comes first (C4-4). Images stand before text (C4-6).
 */
export function buildRunMessages(path: readonly ConversationMessage[], options: RunMessagesOptions = {}): LLMMessage[] {
  const from = options.from?.getTime() ?? -Infinity;
  const answered = path[path.length - 1];
  const readable = path.filter(
    (message) => message === answered || (message.status !== 'streaming' && message.status !== 'failed' && message.createdAt >= from),
  );
  const messages: { role: LLMMessage['role']; content: ContentBlock[] }[] = [];
  for (const message of readable.slice(-Math.max(1, options.limit ?? HISTORY_LIMIT))) {
    const content = spokenBlocks(message);
    if (content.length === 0 && message !== answered) continue;
    const last = messages[messages.length - 1];
    if (last?.role === message.role) last.content.push(...content);
    else if (last || message.role === 'user') messages.push({ role: message.role, content });
  }
  return messages;
}

function spokenBlocks(message: ConversationMessage): ContentBlock[] {
  const images = message.content.filter((block) => block.type === 'image');
  const texts = message.content.flatMap((block) => (block.type === 'text' && block.text !== '' ? [forAgent(block, message.role)] : []));
  const results = message.role === 'user' ? message.content.filter((block) => block.type === 'tool_result') : [];
  return [...results, ...images, ...texts];
}

/** The answer to a form is stored as a token; the model gets words and plain JSON (C4-5). */
function forAgent(block: TextBlock, role: LLMMessage['role']): TextBlock {
  const answer = role === 'user' ? readFormAnswer(block.text) : null;
  return answer ? { type: 'text', text: answerForAgent(answer) } : block;
}
