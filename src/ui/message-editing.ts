/** Which own message is being edited, and how its save went. */
import { describeError } from '../model/errors.js';
import type { TurnOutcome } from '../conversation/signals.js';

export class MessageEditing {
  readonly #changed: () => void;
  #id: string | null = null;
  #error: string | null = null;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  get id(): string | null {
    return this.#id;
  }

  /** Why the last save failed; the box is open again, with its text. */
  get error(): string | null {
    return this.#error;
  }

  open(id: string | null, error: string | null = null): void {
    this.#id = id;
    this.#error = error;
    this.#changed();
  }

  /** The box closes as the turn begins; it opens again when the turn was refused. */
  async save(id: string, edit: () => Promise<TurnOutcome>): Promise<void> {
    this.open(null);
    try {
      const { outcome, error } = await edit();
      if (outcome === 'refused') this.open(id, error?.message ?? null);
    } catch (error) {
      this.open(id, describeError(error).message);
    }
  }
}
