/** Anthropic's Messages API. Its blocks are nearly ours, but it refuses every field that it does not know. */
import type { LLMAdapter, LLMChatOptions, LLMResponse, TokenUsage } from '../agent/llm.js';
import type { Base64Source, ContentBlock, LLMMessage, ToolResultPart, UrlSource } from '../model/message.js';
import { argumentsOf, converse, inputOf, tell, type EndpointOptions, type WireTurn } from './http.js';

const name = 'anthropic';
/** The API wants a limit; this one is the longest answer of the smaller models. */
const MAX_TOKENS = 8192;

export interface AnthropicOptions extends EndpointOptions {
  /** Tokens to think with; absent = no thinking. They come on top of the default limit of an answer. */
  readonly thinkingTokens?: number;
}

/**
 * `baseURL` ends before `/v1/messages`; default `https://api.anthropic.com`. Signed thoughts are kept and go back to this API only.
 * Rejects with a `ProviderError`.
 *
 * @example anthropic({ baseURL: '/my-proxy', model: 'claude-sonnet-4-6' })
 */
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
      const turn = new Turn(chat);
      await converse({ provider: name, url, headers, body: requestOf(messages, chat, options), signal: chat.signal }, options, turn);
      return turn.response();
    },
  };
}

interface WireUsage {
  readonly input_tokens?: number | null;
  readonly output_tokens?: number | null;
}
interface WireBlock {
  readonly type?: string;
  readonly id?: string;
  readonly name?: string;
  readonly input?: unknown;
  readonly text?: string;
  readonly thinking?: string;
  readonly signature?: string;
  readonly data?: string;
}
interface WireMessage {
  readonly type?: string;
  readonly id?: string;
  readonly model?: string;
  readonly content?: readonly WireBlock[];
  readonly stop_reason?: string | null;
  readonly usage?: WireUsage;
}
interface WireEvent {
  readonly type?: string;
  readonly index?: number;
  readonly message?: WireMessage;
  readonly content_block?: WireBlock;
  readonly delta?: { readonly text?: string; readonly thinking?: string; readonly signature?: string; readonly partial_json?: string; readonly stop_reason?: string | null };
  readonly usage?: WireUsage;
}

interface OpenBlock {
  readonly block: WireBlock;
  /** Text, thoughts or the JSON of the arguments so far. */
  text: string;
  signature: string;
}

/** One turn while it arrives. */
class Turn implements WireTurn {
  readonly #options: LLMChatOptions;
  readonly #blocks: OpenBlock[] = [];
  #id = '';
  #model = '';
  #stop = '';
  #usage: TokenUsage = { input_tokens: 0, output_tokens: 0 };
  over = false;

  constructor(options: LLMChatOptions) {
    this.#options = options;
  }

  take({ type, index, message, content_block: block, delta, usage }: WireEvent): boolean {
    // Pings and kinds that are newer than this file are nothing.
    if (type === 'message_start') {
      this.#id = message?.id ?? '';
      this.#model = message?.model ?? '';
      this.#count(message?.usage);
    } else if (type === 'content_block_start' && block) {
      const open = (this.#blocks[index ?? this.#blocks.length] = { block, text: block.text ?? block.thinking ?? '', signature: block.signature ?? '' });
      if (open.text) this.#tell(open);
    } else if (type === 'content_block_delta' && delta) {
      const open = this.#blocks[index ?? this.#blocks.length - 1];
      if (open) {
        open.text += delta.text ?? delta.thinking ?? delta.partial_json ?? '';
        open.signature += delta.signature ?? '';
        if (delta.signature === undefined) this.#tell(open);
      }
    } else if (type === 'message_delta') {
      this.#stop = delta?.stop_reason ?? this.#stop;
      this.#count(usage);
    } else if (type === 'message_stop') {
      this.over = true;
    }
    return this.over;
  }

  /** As if the same had come piece by piece. */
  whole(message: WireMessage): boolean {
    if (!Array.isArray(message.content)) return false;
    this.take({ type: 'message_start', message });
    (message.content as readonly WireBlock[]).forEach((block, index) => this.take({ type: 'content_block_start', index, content_block: block }));
    this.#stop = message.stop_reason ?? '';
    this.over = true;
    return true;
  }

  response(): LLMResponse {
    return { id: this.#id, model: this.#model, content: this.#blocks.flatMap(blockOf), stop_reason: this.#stop || 'end_turn', usage: this.#usage };
  }

  #tell({ block, text }: OpenBlock): void {
    if (block.type === 'text') tell(this.#options.onText, this.#joined('text'));
    if (block.type === 'thinking') tell(this.#options.onReasoning, this.#joined('thinking'));
    if (block.type === 'tool_use') tell(this.#options.onToolInput, { id: block.id ?? '', name: block.name ?? '', inputText: text });
  }

  #joined(type: string): string {
    return this.#blocks.map((open) => (open.block.type === type ? open.text : '')).join('');
  }

  #count(usage: WireUsage | undefined): void {
    this.#usage = { input_tokens: usage?.input_tokens ?? this.#usage.input_tokens, output_tokens: usage?.output_tokens ?? this.#usage.output_tokens };
  }
}

function blockOf({ block, text, signature }: OpenBlock): readonly ContentBlock[] {
  if (block.type === 'text') return text ? [{ type: 'text', text }] : [];
  if (block.type === 'thinking') return [{ type: 'reasoning', text, provenance: name, ...(signature ? { signature } : {}) }];
  if (block.type === 'redacted_thinking') return [{ type: 'reasoning', text: '', provenance: name, redactedData: block.data ?? '' }];
  // Servers that do not stream arguments give them with the block.
  if (block.type === 'tool_use') return [{ type: 'tool_use', id: block.id ?? '', name: block.name ?? '', input: text ? inputOf(text) : ((block.input ?? {}) as Record<string, unknown>) }];
  return [];
}

function requestOf(messages: readonly LLMMessage[], chat: LLMChatOptions, { model, thinkingTokens = 0 }: AnthropicOptions): unknown {
  return {
    model: chat.model ?? model,
    max_tokens: chat.maxTokens ?? MAX_TOKENS + thinkingTokens,
    messages: messages.flatMap(({ role, content }) => {
      const blocks = content.flatMap(wireBlock);
      // A message that held only another provider's thoughts would be refused as empty.
      return blocks.length > 0 || content.length === 0 ? [{ role, content: blocks }] : [];
    }),
    ...(chat.systemPrompt ? { system: chat.systemPrompt } : {}),
    ...(chat.tools && chat.tools.length > 0 ? { tools: chat.tools.map((tool) => ({ name: tool.name, description: tool.description, input_schema: tool.inputSchema })) } : {}),
    ...(chat.temperature === undefined ? {} : { temperature: chat.temperature }),
    ...(thinkingTokens ? { thinking: { type: 'enabled', budget_tokens: thinkingTokens } } : {}),
    stream: true,
  };
}

/** Thoughts go back only to the provider whose they are, and only signed: others would be refused. */
function wireBlock(block: ContentBlock): readonly unknown[] {
  switch (block.type) {
    case 'reasoning':
      if (block.provenance !== name) return [];
      if (block.redactedData) return [{ type: 'redacted_thinking', data: block.redactedData }];
      return block.signature ? [{ type: 'thinking', thinking: block.text, signature: block.signature }] : [];
    case 'tool_use':
      return [{ type: 'tool_use', id: block.id, name: block.name, input: argumentsOf(block.input) }];
    case 'tool_result': {
      const { type, tool_use_id, content, is_error } = block;
      return [{ type, tool_use_id, content: typeof content === 'string' ? content : content.map(wirePart), ...(is_error ? { is_error } : {}) }];
    }
    default:
      return [wirePart(block)];
  }
}

function wirePart(part: ToolResultPart): unknown {
  if (part.type === 'text') return { type: 'text', text: part.text };
  if (part.type === 'image') return { type: 'image', source: wireSource(part.source) };
  if (part.type === 'file') return { type: 'document', title: part.filename, source: wireSource(part.source) };
  return part;
}

function wireSource(source: Base64Source | UrlSource): unknown {
  if (source.type === 'url') return { type: 'url', url: source.url };
  if (!source.media_type.startsWith('text/')) return { type: 'base64', media_type: source.media_type, data: source.data };
  // A document of text goes as text.
  return { type: 'text', media_type: 'text/plain', data: new TextDecoder().decode(Uint8Array.from(atob(source.data), (character) => character.charCodeAt(0))) };
}
