/** Anthropic's Messages API. Its blocks are nearly ours, so most travel as they are. */
import type { LLMAdapter, LLMChatOptions, LLMResponse, TokenUsage } from '../agent/llm.js';
import type { ContentBlock, LLMMessage, ToolResultPart } from '../model/message.js';
import { readServerSentEvents } from '../run/event-stream.js';
import { inputOf, post, ProviderError, wordsOf, type EndpointOptions } from './http.js';

const name = 'anthropic';
/** The API wants a limit; this one is the longest answer of the smaller models. */
const MAX_TOKENS = 8192;

export interface AnthropicOptions extends EndpointOptions {
  /** Tokens to think with; absent = no thinking. */
  readonly thinkingTokens?: number;
}

/** `baseURL` ends before `/v1/messages`; default `https://api.anthropic.com`. */
export function anthropic(options: AnthropicOptions = {}): LLMAdapter {
  const url = `${(options.baseURL ?? 'https://api.anthropic.com').replace(/\/+$/, '')}/v1/messages`;
  const headers = {
    'anthropic-version': '2023-06-01',
    // Without it the API refuses requests that come from a page.
    'anthropic-dangerous-direct-browser-access': 'true',
    ...(options.apiKey ? { 'x-api-key': options.apiKey } : {}),
    ...options.headers,
  };
  return {
    name,
    async chat(messages, chat) {
      const response = await post(name, url, requestOf(messages, chat, options), { ...options, headers }, chat.signal);
      if (!response.body || !/event-stream/.test(response.headers.get('content-type') ?? '')) {
        throw new ProviderError(name, `${name} gave no answer: ${wordsOf(await response.text()) || 'an empty body'}`);
      }
      const turn = new Turn(chat);
      for await (const { data } of readServerSentEvents(response.body)) if (turn.take(data)) break;
      return turn.end();
    },
  };
}

interface WireEvent {
  readonly type?: string;
  readonly index?: number;
  readonly error?: unknown;
  readonly message?: { readonly id?: string; readonly model?: string; readonly usage?: WireUsage };
  readonly content_block?: { readonly type?: string; readonly id?: string; readonly name?: string; readonly text?: string; readonly thinking?: string; readonly data?: string };
  readonly delta?: { readonly type?: string; readonly text?: string; readonly thinking?: string; readonly signature?: string; readonly partial_json?: string; readonly stop_reason?: string | null };
  readonly usage?: WireUsage;
}
interface WireUsage {
  readonly input_tokens?: number;
  readonly output_tokens?: number;
}

interface OpenBlock {
  readonly type: string;
  readonly id: string;
  readonly name: string;
  text: string;
  signature: string;
  readonly data: string;
}

/** One turn while it arrives. */
class Turn {
  readonly #options: LLMChatOptions;
  readonly #blocks: OpenBlock[] = [];
  #id = '';
  #model = '';
  #stop = '';
  #ended = false;
  #usage: TokenUsage = { input_tokens: 0, output_tokens: 0 };

  constructor(options: LLMChatOptions) {
    this.#options = options;
  }

  /** True when the stream says that it has ended. */
  take(data: string): boolean {
    let event: WireEvent;
    try {
      event = JSON.parse(data) as WireEvent;
    } catch (cause) {
      throw new ProviderError(name, `${name} sent a piece that is no JSON: ${data.slice(0, 200)}`, { cause });
    }
    switch (event.type) {
      case 'message_start':
        this.#id = event.message?.id ?? '';
        this.#model = event.message?.model ?? '';
        this.#count(event.message?.usage);
        break;
      case 'content_block_start': {
        const { type = '', id = '', name: tool = '', text, thinking, data: hidden = '' } = event.content_block ?? {};
        this.#blocks[event.index ?? this.#blocks.length] = { type, id, name: tool, text: text ?? thinking ?? '', signature: '', data: hidden };
        break;
      }
      case 'content_block_delta':
        this.#grow(this.#blocks[event.index ?? -1], event.delta ?? {});
        break;
      case 'message_delta':
        this.#stop = event.delta?.stop_reason ?? this.#stop;
        this.#count(event.usage);
        break;
      case 'message_stop':
        this.#ended = true;
        return true;
      case 'error':
        throw new ProviderError(name, `${name} reported: ${wordsOf(data)}`, { retryable: (event.error as { type?: unknown } | undefined)?.type === 'overloaded_error' });
      default:
        // Pings, and kinds that are newer than this file.
        break;
    }
    return false;
  }

  end(): LLMResponse {
    // Nothing said that it was over: a cut connection must not look like a finished answer (case 26).
    if (!this.#ended) throw new ProviderError(name, `${name} broke off in the middle of its answer.`, { code: 'STREAM_CUT', retryable: true });
    return { id: this.#id, model: this.#model, content: this.#blocks.flatMap(blockOf), stop_reason: this.#stop || 'end_turn', usage: this.#usage };
  }

  #grow(block: OpenBlock | undefined, delta: NonNullable<WireEvent['delta']>): void {
    if (!block) return;
    block.text += delta.text ?? delta.thinking ?? delta.partial_json ?? '';
    block.signature += delta.signature ?? '';
    if (delta.type === 'text_delta') this.#options.onText?.(this.#joined('text'));
    if (delta.type === 'thinking_delta') this.#options.onReasoning?.(this.#joined('thinking'));
    if (delta.type === 'input_json_delta') this.#options.onToolInput?.({ id: block.id, name: block.name, inputText: block.text });
  }

  #joined(type: string): string {
    return this.#blocks.map((block) => (block.type === type ? block.text : '')).join('');
  }

  #count(usage: WireUsage | undefined): void {
    this.#usage = { input_tokens: usage?.input_tokens ?? this.#usage.input_tokens, output_tokens: usage?.output_tokens ?? this.#usage.output_tokens };
  }
}

function blockOf(block: OpenBlock): ContentBlock[] {
  switch (block.type) {
    case 'text':
      return block.text ? [{ type: 'text', text: block.text }] : [];
    case 'thinking':
      return [{ type: 'reasoning', text: block.text, provenance: name, ...(block.signature ? { signature: block.signature } : {}) }];
    case 'redacted_thinking':
      return [{ type: 'reasoning', text: '', provenance: name, redactedData: block.data }];
    case 'tool_use':
      return [{ type: 'tool_use', id: block.id, name: block.name, input: inputOf(block.text) }];
    default:
      return [];
  }
}

function requestOf(messages: readonly LLMMessage[], chat: LLMChatOptions, { model, thinkingTokens }: AnthropicOptions): unknown {
  return {
    model: chat.model ?? model,
    max_tokens: chat.maxTokens ?? MAX_TOKENS,
    messages: messages.map(({ role, content }) => ({ role, content: content.flatMap(wireBlock) })),
    ...(chat.systemPrompt ? { system: chat.systemPrompt } : {}),
    ...(chat.tools && chat.tools.length > 0 ? { tools: chat.tools.map((tool) => ({ name: tool.name, description: tool.description, input_schema: tool.inputSchema })) } : {}),
    ...(chat.temperature === undefined ? {} : { temperature: chat.temperature }),
    ...(thinkingTokens ? { thinking: { type: 'enabled', budget_tokens: thinkingTokens } } : {}),
    stream: true,
  };
}

/** Thoughts go back only to the provider whose they are, and only signed: others would be refused. */
function wireBlock(block: ContentBlock): readonly unknown[] {
  if (block.type === 'reasoning') {
    if (block.provenance !== name) return [];
    if (block.redactedData) return [{ type: 'redacted_thinking', data: block.redactedData }];
    return block.signature ? [{ type: 'thinking', thinking: block.text, signature: block.signature }] : [];
  }
  if (block.type === 'tool_result' && typeof block.content !== 'string') return [{ ...block, content: block.content.map(wirePart) }];
  return [block];
}

function wirePart(part: ToolResultPart): unknown {
  return part.type === 'file' ? { type: 'document', title: part.filename, source: part.source } : part;
}
