/**
 * The port to a model. Open Multi-Agent's `LLMAdapter`, with what a page needs added as options that an adapter may ignore.
 *
 * Laws, held by one contract suite (test/support/contracts/llm-adapter.ts):
 * - `chat` resolves with the whole turn of the model, or rejects; it never resolves with half of one.
 * - `onText` and `onReasoning` get the text so far, never a delta, and what they got last is what the response holds.
 * - An aborted signal rejects with an error named AbortError and stops the work.
 * - A block that the model cannot take is an error of the provider, never dropped (B2-6).
 */
import type { ContentBlock, LLMMessage } from '../model/message.js';
import type { JSONSchema } from '../run/client-tool.js';

export interface LLMToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JSONSchema;
}

export interface TokenUsage {
  readonly input_tokens: number;
  readonly output_tokens: number;
}

/** `stop_reason` in Anthropic's words: `end_turn`, `tool_use`, `max_tokens`, `stop_sequence`; others pass through. */
export interface LLMResponse {
  readonly id: string;
  readonly content: readonly ContentBlock[];
  readonly model: string;
  readonly stop_reason: string;
  readonly usage: TokenUsage;
}

export interface LLMChatOptions {
  readonly model?: string;
  readonly systemPrompt?: string;
  readonly tools?: readonly LLMToolDefinition[];
  readonly signal?: AbortSignal;
  /** The same signal under Open Multi-Agent's name, so that an adapter of theirs works here. */
  readonly abortSignal?: AbortSignal;
  readonly maxTokens?: number;
  readonly temperature?: number;
  readonly onText?: (soFar: string) => void;
  readonly onReasoning?: (soFar: string) => void;
  /** Arguments of a call while they arrive: `inputText` is the JSON so far. */
  readonly onToolInput?: (call: { readonly id: string; readonly name: string; readonly inputText: string }) => void;
}

export interface LLMAdapter {
  readonly name: string;
  chat(messages: readonly LLMMessage[], options: LLMChatOptions): Promise<LLMResponse>;
  /** Adapters of Open Multi-Agent have it; it is not called. */
  stream?(messages: readonly LLMMessage[], options: LLMChatOptions): AsyncIterable<unknown>;
}
