/** The browser's built-in model: Chrome's Prompt API, `LanguageModel`. Nothing leaves the device. */
import type { LLMAdapter, LLMChatOptions, LLMResponse } from '../agent/llm.js';
import { newId } from '../model/ids.js';
import type { ContentBlock, LLMMessage } from '../model/message.js';
import { until } from '../run/until.js';
import { abortErrorOf, ProviderError, tell } from './http.js';

const name = 'prompt-api';

/** What is used of `LanguageModel`, here since browsers differ in it and its types are no part of the platform's yet. */
export interface BuiltInModel {
  availability(options?: object): Promise<string>;
  create(options?: object): Promise<BuiltInSession>;
}
export interface BuiltInSession {
  promptStreaming(input: unknown, options?: { readonly signal?: AbortSignal }): ReadableStream<string>;
  destroy(): void;
  readonly contextUsage?: number;
  /** The older name of `contextUsage`. */
  readonly inputUsage?: number;
  measureContextUsage?(input: unknown): Promise<number>;
  measureInputUsage?(input: unknown): Promise<number>;
}

export interface PromptApiOptions {
  /** Told while the browser downloads its model: 0 to 1. */
  readonly onDownloadProgress?: (fraction: number) => void;
  /** BCP 47 codes of the languages to be understood and spoken; Chrome wants them named. */
  readonly languages?: readonly string[];
  /** Instead of the page's `LanguageModel`: a polyfill, or a test's. */
  readonly languageModel?: BuiltInModel;
}

/**
 * Takes text and, where the model can, images. Tools and their results are refused with a `ProviderError`. `maxTokens` and
 * `temperature` are ignored: pages cannot set them. A model that is not on the device yet is downloaded by the first turn, which
 * the browser allows only soon after a click or a key.
 */
export function promptApi(options: PromptApiOptions = {}): LLMAdapter {
  return {
    name,
    async chat(messages, chat) {
      try {
        chat.signal?.throwIfAborted();
        return await answer(messages, chat, options);
      } catch (cause) {
        if (chat.signal?.aborted) throw abortErrorOf(chat.signal.reason);
        if (cause instanceof ProviderError) throw cause;
        const { name: kind = 'Error', message = '' } = (cause ?? {}) as Partial<Error>;
        throw new ProviderError(name, `${name} reported: ${message || kind}`, { cause, retryable: !/NotAllowed|NotSupported|QuotaExceeded|TypeError/.test(kind) });
      }
    },
  };
}

async function answer(messages: readonly LLMMessage[], chat: LLMChatOptions, { languageModel, languages, onDownloadProgress }: PromptApiOptions): Promise<LLMResponse> {
  const { signal } = chat;
  const model = languageModel ?? (globalThis as { LanguageModel?: BuiltInModel }).LanguageModel;
  if (!model) throw new ProviderError(name, 'This browser has no built-in model (LanguageModel).');
  if (chat.tools && chat.tools.length > 0) throw new ProviderError(name, `The built-in model cannot call tools; ${chat.tools.length} were given, first ${chat.tools[0]?.name}.`);
  const prompts = messages.map(({ role, content }, index) => ({ role, content: content.flatMap((block, place) => partOf(block, `messages[${index}].content[${place}]`)) }));
  const asked = prompts.splice(-1);
  const images = messages.some(({ content }) => content.some(({ type }) => type === 'image'));
  const spoken = { type: 'text', ...(languages ? { languages } : {}) };
  const kinds = { expectedInputs: [spoken, ...(images ? [{ type: 'image' }] : [])], expectedOutputs: [spoken] };
  if ((await until(model.availability(kinds), signal)) === 'unavailable') {
    throw new ProviderError(name, `The built-in model of this browser is not available${images ? ' for messages with images' : ''}${languages ? ` in ${languages.join(', ')}` : ''}.`);
  }
  const creating = model.create({
    ...kinds,
    initialPrompts: [...(chat.systemPrompt ? [{ role: 'system', content: chat.systemPrompt }] : []), ...prompts],
    monitor: (monitor: EventTarget) => monitor.addEventListener('downloadprogress', (event) => tell(onDownloadProgress, (event as ProgressEvent).loaded)),
    ...(signal ? { signal } : {}),
  });
  try {
    const session = await until(creating, signal);
    const before = usageOf(session);
    const added = await until(Promise.resolve(session.measureContextUsage?.(asked) ?? session.measureInputUsage?.(asked) ?? 0), signal);
    const text = await read(session.promptStreaming(asked, signal ? { signal } : {}), chat);
    return { id: newId(), model: name, content: text ? [{ type: 'text', text }] : [], stop_reason: 'end_turn', usage: { input_tokens: before + added, output_tokens: Math.max(0, usageOf(session) - before - added) } };
  } finally {
    // Also a session that comes after the turn was stopped.
    void creating.then((session) => session.destroy()).catch(() => {});
  }
}

async function read(stream: ReadableStream<string>, { signal, onText }: LLMChatOptions): Promise<string> {
  const reader = stream.getReader();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await until(reader.read(), signal);
      if (done) return text;
      if (!value) continue;
      text += value;
      tell(onText, text);
    }
  } finally {
    void reader.cancel().catch(() => {});
  }
}

const usageOf = (session: BuiltInSession): number => session.contextUsage ?? session.inputUsage ?? 0;

/** Thoughts are another model's here, and stay with it. Everything else that has no place is refused by name (B2-6). */
function partOf(block: ContentBlock, place: string): readonly { readonly type: string; readonly value: unknown }[] {
  if (block.type === 'reasoning') return [];
  if (block.type === 'text') return [{ type: 'text', value: block.text }];
  if (block.type !== 'image') throw new ProviderError(name, `The built-in model cannot take ${place}: blocks of type ${block.type} are not supported.`);
  const bytes = Uint8Array.from(atob(block.source.data), (character) => character.charCodeAt(0));
  return [{ type: 'image', value: new Blob([bytes], { type: block.source.media_type }) }];
}
