/** How much of the conversation an agent reads, and what stands in for the rest (A6, A1-8). */
import type { LLMMessage } from '../model/message.js';

export const defaultHistoryLimit = 20;

export interface WindowOptions {
  readonly limit?: number;
  readonly summarize?: (messages: readonly LLMMessage[]) => string | Promise<string>;
}

export interface HistoryWindow {
  readonly messages: readonly LLMMessage[];
  readonly summary: string | null;
}

/** The last messages up to the limit, the last one always; older ones as a summary. Rejects when `summarize` does. */
export async function windowOf(messages: readonly LLMMessage[], { limit, summarize }: WindowOptions): Promise<HistoryWindow> {
  const start = startOf(messages, typeof limit === 'number' && limit >= 1 ? Math.floor(limit) : defaultHistoryLimit);
  if (start === 0 || !summarize) return { messages: messages.slice(start), summary: null };
  const summary: unknown = await summarize(messages.slice(0, start));
  return { messages: messages.slice(start), summary: typeof summary === 'string' && summary.trim() ? summary.trim() : null };
}

/** Not in the middle of an exchange: neither a reply nor the answer to a call stands first. */
export function startOf(messages: readonly LLMMessage[], limit: number): number {
  let start = Math.max(0, messages.length - limit);
  if (start === 0) return 0;
  while (start < messages.length - 1 && (messages[start]?.role === 'assistant' || messages[start]?.content[0]?.type === 'tool_result')) start++;
  return start;
}
