/**
 * Gives each call of a run an id of its own. Some servers count anew in every turn (`call_0`), and a page keys cards and answers by
 * id: the second `call_0` would be taken for the first one, answered long ago.
 */
import { newId } from '../model/ids.js';
import type { LLMMessage } from '../model/message.js';

export class CallIds {
  readonly #used = new Set<string>();
  /** This turn: the model's id, and ours. */
  readonly #turn = new Map<string, string>();

  /** `messages` as the caller gave them, by the guard's rules: fields of blocks may be anything. */
  constructor(messages: readonly LLMMessage[]) {
    for (const { content } of messages) for (const block of content) if (block.type === 'tool_use') this.#used.add(block.id);
  }

  beginTurn(): void {
    for (const id of this.#turn.values()) this.#used.add(id);
    this.#turn.clear();
  }

  /** The same for the same id of the model until the next turn; a call without an id gets a new one. */
  idOf(given: unknown): string {
    if (typeof given !== 'string' || given === '') return newId();
    const known = this.#turn.get(given);
    if (known !== undefined) return known;
    const id = this.#used.has(given) ? newId() : given;
    this.#turn.set(given, id);
    return id;
  }
}
