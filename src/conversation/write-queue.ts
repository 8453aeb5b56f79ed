/** Writes of one conversation, one after the other. A waiting checkpoint of a message gives way to a newer one of the same message. */
import type { ConversationMessage } from '../model/message.js';
import { describeError } from '../model/errors.js';
import type { HistoryChange, HistoryStore } from './history-store.js';

interface Entry {
  readonly changes: HistoryChange[];
  readonly done: Promise<void>;
  readonly settle: (error?: Error) => void;
}

export class WriteQueue {
  readonly #store: HistoryStore;
  readonly #conversationId: string;
  readonly #waiting: Entry[] = [];
  #draining: Promise<void> | null = null;

  constructor(store: HistoryStore, conversationId: string) {
    this.#store = store;
    this.#conversationId = conversationId;
  }

  /** Resolves when the changes are durable; rejects with the store's error. Order of calls = order of commits. */
  enqueue(changes: readonly HistoryChange[]): Promise<void> {
    let settle: (error?: Error) => void = () => {};
    const done = new Promise<void>((resolve, reject) => {
      settle = (error) => (error ? reject(error) : resolve());
    });
    this.#waiting.push({ changes: [...changes], done, settle });
    this.#draining ??= this.#drain();
    return done;
  }

  /** A row that may be overtaken: only its newest value has to reach the store. */
  checkpoint(message: ConversationMessage): Promise<void> {
    for (const entry of this.#waiting) {
      const at = entry.changes.findIndex((change) => change.type === 'put-message' && change.message.id === message.id);
      if (at >= 0) {
        entry.changes[at] = { type: 'put-message', message };
        return entry.done;
      }
    }
    return this.enqueue([{ type: 'put-message', message }]);
  }

  /** Resolves when nothing waits, whatever became of it. */
  async flush(): Promise<void> {
    while (this.#draining) await this.#draining;
  }

  async #drain(): Promise<void> {
    // The first write starts in the next microtask, so that what one task enqueues can still be overtaken in place.
    await Promise.resolve();
    for (let entry = this.#waiting.shift(); entry; entry = this.#waiting.shift()) {
      try {
        await this.#store.commit(this.#conversationId, entry.changes);
        entry.settle();
      } catch (error) {
        entry.settle(error instanceof Error ? error : new Error(`The history store rejected with ${describeError(error).message}`));
      }
    }
    this.#draining = null;
  }
}
