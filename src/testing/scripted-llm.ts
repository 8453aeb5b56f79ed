/** A model that says what a test tells it, in order. */
import type { LLMAdapter, LLMChatOptions, LLMResponse } from '../agent/llm.js';
import type { ContentBlock, LLMMessage } from '../model/message.js';
import { copyOut } from '../model/snapshot.js';
import { callSafely } from '../run/diagnostics.js';

/** One turn of the model: words, blocks, a fault, or a function of what it was asked. */
export type ScriptedTurn = string | readonly ContentBlock[] | Error | ((messages: readonly LLMMessage[], options: LLMChatOptions) => ScriptedTurn | Promise<ScriptedTurn>);

export interface ScriptedChat {
  readonly messages: readonly LLMMessage[];
  readonly options: LLMChatOptions;
}

/**
 * When the script has ended, the last turn is repeated; without any, it says "ok". Each turn costs 10 tokens in and 5 out.
 * Keeps the laws of `LLMAdapter`: texts "so far", and an AbortError when it is aborted while a function of the script has not answered.
 */
export class ScriptedLLM implements LLMAdapter {
  readonly name = 'scripted';
  /** What it was asked, as copies. */
  readonly calls: ScriptedChat[] = [];
  readonly #turns: readonly ScriptedTurn[];

  constructor(...turns: readonly ScriptedTurn[]) {
    this.#turns = turns;
  }

  async chat(messages: readonly LLMMessage[], options: LLMChatOptions): Promise<LLMResponse> {
    if (options.signal?.aborted) throw abortError();
    this.calls.push({ messages: copyOut([...messages]), options });
    const count = this.calls.length;
    let turn: ScriptedTurn = this.#turns[Math.min(count, this.#turns.length) - 1] ?? 'ok';
    while (typeof turn === 'function') {
      const next: ScriptedTurn | Promise<ScriptedTurn> = turn(messages, options);
      turn = next instanceof Promise ? await orAborted(next, options.signal) : next;
    }
    if (turn instanceof Error) throw turn;
    const content: readonly ContentBlock[] = typeof turn === 'string' ? [{ type: 'text', text: turn }] : copyOut([...turn]);
    let text = '';
    let reasoning = '';
    // A test may script blocks that are none.
    for (const block of content) {
      if (block?.type === 'text') tell(() => options.onText?.((text += block.text)));
      if (block?.type === 'reasoning') tell(() => options.onReasoning?.((reasoning += block.text)));
      if (block?.type === 'tool_use') tell(() => options.onToolInput?.({ id: block.id, name: block.name, inputText: typeof block.input === 'string' ? block.input : JSON.stringify(block.input) }));
    }
    return {
      id: `scripted-${count}`,
      content,
      model: options.model ?? this.name,
      stop_reason: content.some((block) => block?.type === 'tool_use') ? 'tool_use' : 'end_turn',
      usage: { input_tokens: 10, output_tokens: 5 },
    };
  }
}

/** An answer that is on its way when the abort comes is still given. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => void setTimeout(() => reject(abortError()), 0);
    signal?.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal?.removeEventListener('abort', onAbort));
  });
}

/** A listener that throws changes nothing. */
function tell(call: () => void): void {
  callSafely(call, () => {});
}

function abortError(): Error {
  return new DOMException('The model was asked to stop.', 'AbortError');
}
