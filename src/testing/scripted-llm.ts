/** A model that says what a test tells it, in order. */
import type { LLMAdapter, LLMChatOptions, LLMResponse } from '../agent/llm.js';
import type { ContentBlock, LLMMessage } from '../model/message.js';
import { copyOut } from '../model/snapshot.js';

/** One turn of the model: words, blocks, a fault, or a function of what it was asked. */
export type ScriptedTurn = string | readonly ContentBlock[] | Error | ((messages: readonly LLMMessage[], options: LLMChatOptions) => ScriptedTurn | Promise<ScriptedTurn>);

export interface ScriptedChat {
  readonly messages: readonly LLMMessage[];
  readonly options: LLMChatOptions;
}

/** When the script has ended, the last turn is repeated; without any, it says "ok". Each turn costs 10 tokens in and 5 out. */
export class ScriptedLLM implements LLMAdapter {
  readonly name = 'scripted';
  /** What it was asked, as copies. */
  readonly calls: ScriptedChat[] = [];
  readonly #turns: readonly ScriptedTurn[];

  constructor(...turns: readonly ScriptedTurn[]) {
    this.#turns = turns;
  }

  async chat(messages: readonly LLMMessage[], options: LLMChatOptions): Promise<LLMResponse> {
    this.calls.push({ messages: copyOut(messages), options });
    let turn: ScriptedTurn = this.#turns[Math.min(this.calls.length, this.#turns.length) - 1] ?? 'ok';
    while (typeof turn === 'function') turn = await turn(messages, options);
    if (turn instanceof Error) throw turn;
    const content: readonly ContentBlock[] = typeof turn === 'string' ? [{ type: 'text', text: turn }] : copyOut(turn);
    for (const block of content) {
      if (block.type === 'text') options.onText?.(block.text);
      if (block.type === 'reasoning') options.onReasoning?.(block.text);
      if (block.type === 'tool_use') options.onToolInput?.({ id: block.id, name: block.name, inputText: JSON.stringify(block.input) });
    }
    return { id: `scripted-${this.calls.length}`, content, model: options.model ?? 'scripted', stop_reason: content.some((block) => block.type === 'tool_use') ? 'tool_use' : 'end_turn', usage: { input_tokens: 10, output_tokens: 5 } };
  }
}
