/**
 * A language model that lives in the page: no network, no key, and the same answer to the same request every time. It reads what any
 * other `LLMAdapter` would be given and streams what `nextTurn` comes to.
 */
import type { LLMAdapter, LLMChatOptions, LLMResponse } from '../../src/agent/llm.js';
import { abortErrorOf, ProviderError, tell } from '../../src/llms/http.js';
import type { ContentBlock, LLMMessage } from '../../src/model/message.js';
import { until } from '../../src/run/until.js';
import { nextTurn, type ModelTurn } from './agent/next-turn.js';
import { readRequest, type ModelRequest } from './agent/request.js';

export interface LocalLLMOptions {
  /** `fast` leaves out every pause: for tests. */
  readonly speed?: 'human' | 'fast';
}

const name = 'form-demo';

/** Milliseconds. An answer with many calls hurries, so that none takes longer than about four seconds. */
const pauses = { start: 260, call: 380, allCalls: 2200, word: 26, allWords: 1500, thought: 12, allThoughts: 500 } as const;
/** Forms it knows to be outdated, at most. */
const mostOutdated = 8;

export class LocalLLM implements LLMAdapter {
  readonly name = name;
  readonly #pauses: boolean;
  /**
   * Forms as they were before it changed them, as JSON. A message that waited in the queue still shows the form of before, which then
   * has to be read anew. No more than a hint: a form that is back by the person's undo is read once more in vain.
   */
  #outdated: readonly string[] = [];

  constructor({ speed = 'human' }: LocalLLMOptions = {}) {
    this.#pauses = speed === 'human';
  }

  async chat(messages: readonly LLMMessage[], options: LLMChatOptions): Promise<LLMResponse> {
    const { signal } = options;
    try {
      signal?.throwIfAborted();
      refuseMedia(messages);
      const request = readRequest(messages, options);
      const turn = this.#turnFor(request);
      if (request.made.length === 0) await this.#pause(pauses.start, signal);
      const content = await this.#told(turn, options);
      return { id: crypto.randomUUID(), model: name, content, stop_reason: turn.call ? 'tool_use' : 'end_turn', usage: { input_tokens: tokensOf([messages, options.systemPrompt, options.tools]), output_tokens: tokensOf(content) } };
    } catch (error) {
      throw signal?.aborted ? abortErrorOf(signal.reason) : error;
    }
  }

  #turnFor(request: ModelRequest): ModelTurn {
    const shown = JSON.stringify(request.context?.['form']);
    const isKnown = shown !== undefined && this.#outdated.includes(shown);
    const hasChanged = request.made.some(({ ok, name }) => ok && !readers.has(name));
    if (hasChanged && shown !== undefined && !isKnown) this.#outdated = [...this.#outdated, shown].slice(-mostOutdated);
    return nextTurn(request, isKnown && !hasChanged);
  }

  /** Says it piece by piece, each time all so far. */
  async #told({ thought, text, call, changes }: ModelTurn, { signal, onReasoning, onText, onToolInput }: LLMChatOptions): Promise<readonly ContentBlock[]> {
    const content: ContentBlock[] = [];
    if (thought !== '') {
      await this.#piecewise(thought, pauses.thought, pauses.allThoughts, signal, (soFar) => tell(onReasoning, soFar));
      content.push({ type: 'reasoning', text: thought, provenance: name });
    }
    if (text !== '') {
      await this.#piecewise(text, pauses.word, pauses.allWords, signal, (soFar) => tell(onText, soFar));
      content.push({ type: 'text', text });
    }
    if (call) {
      const id = crypto.randomUUID();
      const json = JSON.stringify(call.input);
      tell(onToolInput, { id, name: call.name, inputText: '' });
      await this.#pause(Math.min(pauses.call, pauses.allCalls / Math.max(1, changes)), signal);
      tell(onToolInput, { id, name: call.name, inputText: json });
      content.push({ type: 'tool_use', id, name: call.name, input: JSON.parse(json) as Record<string, unknown> });
    }
    return content;
  }

  async #piecewise(text: string, each: number, all: number, signal: AbortSignal | undefined, say: (soFar: string) => void): Promise<void> {
    const pieces = this.#pauses ? text.split(/(?<=\s)/) : [text];
    let soFar = '';
    for (const piece of pieces) {
      soFar += piece;
      say(soFar);
      await this.#pause(Math.min(each, all / pieces.length), signal);
    }
  }

  /** Rejects when the signal is aborted, before or during the pause. */
  async #pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    if (!this.#pauses) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    await until(new Promise<void>((resolve) => (timer = setTimeout(resolve, milliseconds))), signal).finally(() => clearTimeout(timer));
  }
}

/** Tools that change nothing. */
const readers: ReadonlySet<string> = new Set(['GetForm', 'GetChanges', 'PreviewForm']);

/** What it cannot take is refused by name, never passed over (B2-6). */
function refuseMedia(messages: readonly LLMMessage[]): void {
  for (const [index, { content }] of messages.entries()) {
    const at = content.findIndex(({ type }) => type === 'image');
    if (at >= 0) throw new ProviderError(name, `The demo’s own model reads text only; messages[${String(index)}].content[${String(at)}] is an image.`);
  }
}

/** As good as a guess: four characters a token. */
function tokensOf(value: unknown): number {
  return Math.ceil((JSON.stringify(value) ?? '').length / 4);
}
