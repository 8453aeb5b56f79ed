/** Chat completions as OpenAI, Ollama, LM Studio, vLLM, llama.cpp and OpenRouter speak them. */
import type { LLMAdapter, LLMChatOptions, LLMResponse, TokenUsage } from '../agent/llm.js';
import type { ContentBlock, LLMMessage, ToolResultBlock, ToolResultPart } from '../model/message.js';
import { argumentsOf, converse, inputOf, tell, type EndpointOptions, type WireTurn } from './http.js';

const name = 'openai-chat';

/**
 * `baseURL` ends before `/chat/completions`; default `https://api.openai.com/v1`. Thoughts go back only to the `baseURL` that sent
 * them, since other servers refuse the field. Rejects with a `ProviderError`.
 *
 * @example openaiChat({ baseURL: 'http://localhost:11434/v1', model: 'qwen3' })
 */
export function openaiChat(options: EndpointOptions = {}): LLMAdapter {
  const base = options.baseURL?.replace(/\/+$/, '');
  const provenance = base ? `${name} ${base}` : name;
  const headers = { ...(options.apiKey ? { authorization: `Bearer ${options.apiKey}` } : {}), ...options.headers };
  return {
    name,
    async chat(messages, chat) {
      const turn = new Turn(chat, provenance);
      const body = requestOf(messages, chat, options, provenance);
      await converse({ provider: name, url: `${base ?? 'https://api.openai.com/v1'}/chat/completions`, headers, body, signal: chat.signal }, options, turn);
      return turn.response();
    },
  };
}

interface Chunk {
  readonly id?: string;
  readonly model?: string;
  readonly usage?: { readonly prompt_tokens?: number; readonly completion_tokens?: number } | null;
  readonly choices?: readonly { readonly delta?: Delta; readonly message?: Delta; readonly finish_reason?: string | null }[];
}
interface Delta {
  readonly content?: string | null;
  readonly refusal?: string | null;
  readonly reasoning_content?: string | null;
  /** OpenRouter's, Groq's and Ollama's name of it. */
  readonly reasoning?: string | null;
  readonly tool_calls?: readonly { readonly index?: number; readonly id?: string | null; readonly function?: { readonly name?: string | null; readonly arguments?: string | null } }[] | null;
}

/** One turn while it arrives. */
class Turn implements WireTurn {
  readonly #options: LLMChatOptions;
  readonly #provenance: string;
  readonly #calls: { id: string; name: string; inputText: string }[] = [];
  /** The call that an index of the wire means now. */
  readonly #open: (number | undefined)[] = [];
  #id = '';
  #model = '';
  #text = '';
  #reasoning = '';
  #reasoningField = 'reasoning_content';
  #finish = '';
  #usage: TokenUsage = { input_tokens: 0, output_tokens: 0 };

  constructor(options: LLMChatOptions, provenance: string) {
    this.#options = options;
    this.#provenance = provenance;
  }

  get over(): boolean {
    return this.#finish !== '';
  }

  /** Usage may follow the reason to finish, so only the stream itself says that it has ended. */
  take(chunk: Chunk): boolean {
    const [choice] = chunk.choices ?? [];
    this.#id ||= chunk.id ?? '';
    this.#model ||= chunk.model ?? '';
    if (chunk.usage) this.#usage = { input_tokens: chunk.usage.prompt_tokens ?? 0, output_tokens: chunk.usage.completion_tokens ?? 0 };
    this.#finish = choice?.finish_reason ?? this.#finish;
    this.#merge(choice?.delta ?? choice?.message ?? {});
    return false;
  }

  whole(answer: Chunk): boolean {
    if (!answer.choices?.[0]?.message) return false;
    this.take(answer);
    return true;
  }

  response(): LLMResponse {
    const finish = this.#finish === 'stop' && this.#calls.length > 0 ? 'tool_calls' : this.#finish || 'stop';
    const content: ContentBlock[] = [
      ...(this.#reasoning ? [{ type: 'reasoning' as const, text: this.#reasoning, provenance: this.#provenance, ...(this.#reasoningField === 'reasoning' ? { signature: 'reasoning' } : {}) }] : []),
      ...(this.#text ? [{ type: 'text' as const, text: this.#text }] : []),
      ...this.#calls.map((call) => ({ type: 'tool_use' as const, id: call.id, name: call.name, input: inputOf(call.inputText) })),
    ];
    return { id: this.#id, model: this.#model, content, stop_reason: stopReasons[finish] ?? finish, usage: this.#usage };
  }

  #merge(delta: Delta): void {
    const thought = delta.reasoning_content || delta.reasoning;
    if (thought) {
      if (!delta.reasoning_content) this.#reasoningField = 'reasoning';
      this.#reasoning += thought;
      tell(this.#options.onReasoning, this.#reasoning);
    }
    const words = (delta.content ?? '') + (delta.refusal ?? '');
    if (words) {
      this.#text += words;
      tell(this.#options.onText, this.#text);
    }
    delta.tool_calls?.forEach(({ index, id, function: part }, position) => {
      const at = index ?? position;
      let call = this.#calls[this.#open[at] ?? -1];
      // Some servers number every call 0: another id with a name is another call.
      if (!call || (id && part?.name && id !== call.id)) {
        call = { id: id || `${this.#id || 'call'}-${this.#calls.length}`, name: '', inputText: '' };
        this.#open[at] = this.#calls.push(call) - 1;
      }
      call.name ||= part?.name ?? '';
      call.inputText += part?.arguments ?? '';
      if (call.name) tell(this.#options.onToolInput, { ...call });
    });
  }
}

/** OpenAI's words → the port's. */
const stopReasons: Readonly<Record<string, string>> = { stop: 'end_turn', tool_calls: 'tool_use', function_call: 'tool_use', length: 'max_tokens' };

function requestOf(messages: readonly LLMMessage[], chat: LLMChatOptions, options: EndpointOptions, provenance: string): unknown {
  return {
    model: chat.model ?? options.model,
    messages: [...(chat.systemPrompt ? [{ role: 'system', content: chat.systemPrompt }] : []), ...messages.flatMap((message) => wireMessages(message, provenance))],
    ...(chat.tools && chat.tools.length > 0 ? { tools: chat.tools.map(({ name, description, inputSchema }) => ({ type: 'function', function: { name, description, parameters: inputSchema } })) } : {}),
    // OpenAI's newer models refuse the name that all others know.
    ...(chat.maxTokens === undefined ? {} : { [options.baseURL ? 'max_tokens' : 'max_completion_tokens']: chat.maxTokens }),
    ...(chat.temperature === undefined ? {} : { temperature: chat.temperature }),
    stream: true,
    stream_options: { include_usage: true },
  };
}

/** What the wire has no place for goes as it is: refusing it is the provider's, silence would be ours (B2-6). */
function wireMessages({ role, content }: LLMMessage, provenance: string): readonly unknown[] {
  if (role === 'assistant') {
    const calls = content.flatMap((block) => (block.type === 'tool_use' ? [{ id: block.id, type: 'function', function: { name: block.name, arguments: JSON.stringify(argumentsOf(block.input)) } }] : []));
    const thoughts = content.flatMap((block) => (block.type === 'reasoning' && block.provenance === provenance && block.text ? [block] : []));
    const spoken = spokenOf(content.filter(({ type }) => type !== 'tool_use' && type !== 'reasoning'), Infinity);
    return [
      {
        role,
        content: spoken || (calls.length > 0 ? null : ''),
        ...(thoughts.length > 0 ? { [thoughts[0]?.signature === 'reasoning' ? 'reasoning' : 'reasoning_content']: thoughts.map(({ text }) => text).join('') } : {}),
        ...(calls.length > 0 ? { tool_calls: calls } : {}),
      },
    ];
  }
  const results = content.filter((block) => block.type === 'tool_result');
  const rest = content.filter((block) => block.type !== 'tool_result');
  const shown = [...results.flatMap(mediaOf), ...rest.map(wirePart)];
  return [
    ...results.map((block) => ({ role: 'tool', tool_call_id: block.tool_use_id, content: resultText(block) })),
    ...(shown.length > 0 || results.length === 0 ? [{ role, content: shown.length > rest.length ? shown : spokenOf(rest, 1) }] : []),
  ];
}

/** Up to `most` texts become a plain string, which every server takes. A reply is one text; what a user said apart stays apart. */
function spokenOf(blocks: readonly ContentBlock[], most: number): unknown {
  const texts = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  return texts.length === blocks.length && texts.length <= most ? texts.join('') : blocks.map(wirePart);
}

function wirePart(part: ContentBlock | ToolResultPart): unknown {
  if (part.type === 'text') return { type: 'text', text: part.text };
  if (part.type !== 'image' && part.type !== 'file') return part;
  const { source } = part;
  const url = source.type === 'url' ? source.url : `data:${source.media_type};base64,${source.data}`;
  if (part.type === 'image') return { type: 'image_url', image_url: { url } };
  return source.type === 'url' ? part : { type: 'file', file: { filename: part.filename, file_data: url } };
}

/** A tool's message holds text only, so what it shows follows as the user's. */
function mediaOf({ content, tool_use_id }: ToolResultBlock): readonly unknown[] {
  const media = typeof content === 'string' ? [] : content.filter(({ type }) => type !== 'text');
  return media.length > 0 ? [{ type: 'text', text: `From the result of ${tool_use_id}:` }, ...media.map(wirePart)] : [];
}

function resultText({ content, is_error }: ToolResultBlock): string {
  const text = typeof content === 'string' ? content : content.map((part) => (part.type === 'text' ? part.text : '')).join('') || 'See the next message.';
  return is_error ? `Error: ${text}` : text;
}
