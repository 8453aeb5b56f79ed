/** Chat completions as OpenAI, Ollama, LM Studio, vLLM, llama.cpp and OpenRouter speak them. */
import type { LLMAdapter, LLMChatOptions, LLMResponse, TokenUsage } from '../agent/llm.js';
import type { ContentBlock, LLMMessage, ToolResultBlock } from '../model/message.js';
import { textOf } from '../model/message.js';
import { readServerSentEvents } from '../run/event-stream.js';
import { inputOf, post, ProviderError, wordsOf, type EndpointOptions } from './http.js';

const name = 'openai-chat';

/** `baseURL` ends before `/chat/completions`; default `https://api.openai.com/v1`. */
export function openaiChat(options: EndpointOptions = {}): LLMAdapter {
  const url = `${(options.baseURL ?? 'https://api.openai.com/v1').replace(/\/+$/, '')}/chat/completions`;
  const headers = { ...(options.apiKey ? { authorization: `Bearer ${options.apiKey}` } : {}), ...options.headers };
  return {
    name,
    async chat(messages, chat) {
      const response = await post(name, url, requestOf(messages, chat, options.model), { ...options, headers }, chat.signal);
      const turn = new Turn(chat);
      if (!response.body || !/event-stream/.test(response.headers.get('content-type') ?? '')) return turn.whole(await response.text());
      for await (const { data } of readServerSentEvents(response.body)) if (turn.take(data)) break;
      return turn.end();
    },
  };
}

interface Chunk {
  readonly id?: string;
  readonly model?: string;
  readonly error?: unknown;
  readonly usage?: { readonly prompt_tokens?: number; readonly completion_tokens?: number } | null;
  readonly choices?: readonly { readonly delta?: Delta; readonly message?: Delta; readonly finish_reason?: string | null }[];
}
interface Delta {
  readonly content?: string | null;
  readonly reasoning_content?: string | null;
  readonly reasoning?: string | null;
  readonly tool_calls?: readonly { readonly index?: number; readonly id?: string; readonly function?: { readonly name?: string; readonly arguments?: string } }[];
}

/** One turn while it arrives. */
class Turn {
  readonly #options: LLMChatOptions;
  readonly #calls: { id: string; name: string; inputText: string }[] = [];
  #id = '';
  #model = '';
  #text = '';
  #reasoning = '';
  #finish = '';
  #usage: TokenUsage = { input_tokens: 0, output_tokens: 0 };

  constructor(options: LLMChatOptions) {
    this.#options = options;
  }

  /** True when the stream says that it has ended. */
  take(data: string): boolean {
    if (data.trim() === '[DONE]') {
      this.#finish ||= 'stop';
      return true;
    }
    let chunk: Chunk;
    try {
      chunk = JSON.parse(data) as Chunk;
    } catch (cause) {
      throw new ProviderError(name, `${name} sent a piece that is no JSON: ${data.slice(0, 200)}`, { cause });
    }
    this.#merge(chunk, chunk.choices?.[0]?.delta);
    return false;
  }

  /** A server that answers in one piece, or with an error where an answer was expected (case 27). */
  whole(body: string): LLMResponse {
    let answer: Chunk | null = null;
    try {
      answer = JSON.parse(body) as Chunk;
    } catch {
      // Said below, with the body's own words.
    }
    if (!answer?.choices?.[0]?.message) throw new ProviderError(name, `${name} gave no answer: ${wordsOf(body) || 'an empty body'}`);
    this.#merge(answer, answer.choices[0].message);
    this.#finish ||= 'stop';
    return this.end();
  }

  end(): LLMResponse {
    // Nothing said that it was over: a cut connection must not look like a finished answer (case 26).
    if (!this.#finish) throw new ProviderError(name, `${name} broke off in the middle of its answer.`, { code: 'STREAM_CUT', retryable: true });
    const content: ContentBlock[] = [
      ...(this.#reasoning ? [{ type: 'reasoning' as const, text: this.#reasoning, provenance: name }] : []),
      ...(this.#text ? [{ type: 'text' as const, text: this.#text }] : []),
      ...this.#calls.map((call) => ({ type: 'tool_use' as const, id: call.id, name: call.name, input: inputOf(call.inputText) })),
    ];
    return { id: this.#id, model: this.#model, content, stop_reason: stopReasons[this.#finish] ?? this.#finish, usage: this.#usage };
  }

  #merge(chunk: Chunk, delta: Delta | undefined): void {
    if (chunk.error) throw new ProviderError(name, `${name} reported: ${wordsOf(JSON.stringify({ error: chunk.error }))}`);
    this.#id ||= chunk.id ?? '';
    this.#model ||= chunk.model ?? '';
    if (chunk.usage) this.#usage = { input_tokens: chunk.usage.prompt_tokens ?? 0, output_tokens: chunk.usage.completion_tokens ?? 0 };
    this.#finish = chunk.choices?.[0]?.finish_reason ?? this.#finish;
    if (!delta) return;
    const thought = delta.reasoning_content ?? delta.reasoning;
    if (thought) {
      this.#reasoning += thought;
      this.#options.onReasoning?.(this.#reasoning);
    }
    if (delta.content) {
      this.#text += delta.content;
      this.#options.onText?.(this.#text);
    }
    delta.tool_calls?.forEach((piece, position) => {
      const index = piece.index ?? position;
      const call = (this.#calls[index] ??= { id: '', name: '', inputText: '' });
      call.id ||= piece.id ?? `call-${index}`;
      call.name ||= piece.function?.name ?? '';
      call.inputText += piece.function?.arguments ?? '';
      if (call.name) this.#options.onToolInput?.({ ...call });
    });
  }
}

/** OpenAI's words → the port's. */
const stopReasons: Readonly<Record<string, string>> = { stop: 'end_turn', tool_calls: 'tool_use', function_call: 'tool_use', length: 'max_tokens' };

function requestOf(messages: readonly LLMMessage[], chat: LLMChatOptions, model: string | undefined): unknown {
  return {
    model: chat.model ?? model,
    messages: [...(chat.systemPrompt ? [{ role: 'system', content: chat.systemPrompt }] : []), ...messages.flatMap(wireMessages)],
    ...(chat.tools && chat.tools.length > 0 ? { tools: chat.tools.map(({ name, description, inputSchema }) => ({ type: 'function', function: { name, description, parameters: inputSchema } })) } : {}),
    ...(chat.maxTokens === undefined ? {} : { max_tokens: chat.maxTokens }),
    ...(chat.temperature === undefined ? {} : { temperature: chat.temperature }),
    stream: true,
    stream_options: { include_usage: true },
  };
}

/** Results of tools are messages of their own; what the wire has no place for is the provider's error, not our silence (B2-6). */
function wireMessages({ role, content }: LLMMessage): readonly unknown[] {
  if (role === 'assistant') {
    const calls = content.flatMap((block) => (block.type === 'tool_use' ? [{ id: block.id, type: 'function', function: { name: block.name, arguments: JSON.stringify(block.input) } }] : []));
    return [{ role, content: textOf(content) || null, ...(calls.length > 0 ? { tool_calls: calls } : {}) }];
  }
  const results = content.filter((block) => block.type === 'tool_result');
  const rest = content.filter((block) => block.type !== 'tool_result');
  const only = rest.length === 1 && rest[0]?.type === 'text' ? rest[0].text : null;
  return [
    ...results.map((block) => ({ role: 'tool', tool_call_id: block.tool_use_id, content: resultText(block) })),
    ...(rest.length > 0 || results.length === 0 ? [{ role, content: only ?? rest.map(wirePart) }] : []),
  ];
}

function wirePart(block: ContentBlock): unknown {
  if (block.type === 'text') return { type: 'text', text: block.text };
  if (block.type === 'image') return { type: 'image_url', image_url: { url: `data:${block.source.media_type};base64,${block.source.data}` } };
  return block;
}

function resultText({ content, is_error }: ToolResultBlock): string {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  return is_error ? `Error: ${text}` : text;
}
