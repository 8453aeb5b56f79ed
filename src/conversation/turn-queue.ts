/** Messages that wait while a turn runs, first in first out. */
import type { TurnOutcome } from './signals.js';
import type { QueuedMessage } from './state.js';

interface Entry {
  readonly message: QueuedMessage;
  readonly run: () => Promise<TurnOutcome>;
  readonly resolve: (outcome: TurnOutcome | Promise<TurnOutcome>) => void;
}

export class TurnQueue {
  readonly #changed: (queue: readonly QueuedMessage[]) => void;
  #entries: readonly Entry[] = [];

  constructor(changed: (queue: readonly QueuedMessage[]) => void) {
    this.#changed = changed;
  }

  /** Resolves with the outcome of `run`, which is called when the turn's time has come. */
  add(message: QueuedMessage, run: () => Promise<TurnOutcome>, first: boolean): Promise<TurnOutcome> {
    return new Promise((resolve) => {
      const entry = { message, run, resolve };
      this.#set(first ? [entry, ...this.#entries] : [...this.#entries, entry]);
    });
  }

  next(): void {
    const [entry, ...rest] = this.#entries;
    if (!entry) return;
    this.#set(rest);
    entry.resolve(entry.run());
  }

  /** Returns the text of the entry, or null when it is not waiting any more. */
  remove(id: string, outcome: TurnOutcome): string | null {
    const entry = this.#entries.find((candidate) => candidate.message.id === id);
    if (!entry) return null;
    this.#set(this.#entries.filter((candidate) => candidate !== entry));
    entry.resolve(outcome);
    return entry.message.text;
  }

  moveFirst(id: string): boolean {
    const entry = this.#entries.find((candidate) => candidate.message.id === id);
    if (!entry) return false;
    this.#set([entry, ...this.#entries.filter((candidate) => candidate !== entry)]);
    return true;
  }

  #set(entries: readonly Entry[]): void {
    this.#entries = entries;
    this.#changed(Object.freeze(entries.map((entry) => entry.message)));
  }
}
