/** What the person should know, until they dismiss it. One line per kind of thing. */
import type { AgentStrings } from './strings.js';

export interface Notice {
  readonly id: string;
  readonly bad: boolean;
  readonly title: string;
  readonly text: string;
}

const storageCodes = new Set(['STORAGE_FAILED', 'STORAGE_UNAVAILABLE', 'STORAGE_BLOCKED', 'STORAGE_NEWER', 'QUOTA_EXCEEDED']);

export class Notices {
  readonly #changed: () => void;
  #all: readonly Notice[] = [];

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  get all(): readonly Notice[] {
    return this.#all;
  }

  add(error: { readonly code: string; readonly message: string }, strings: AgentStrings): void {
    const storage = storageCodes.has(error.code);
    const notice: Notice = { id: storage ? 'storage' : `${error.code} ${error.message}`, bad: error.code !== 'BUSY', title: storage ? strings.storageFailed : '', text: error.message };
    this.#all = [...this.#all.filter((other) => other.id !== notice.id), notice];
    this.#changed();
  }

  /** The store works again, or another conversation is on screen: what was said of it is no longer so. */
  clear(which: 'all' | 'storage'): void {
    const left = which === 'all' ? [] : this.#all.filter((notice) => notice.id !== 'storage');
    if (left.length === this.#all.length) return;
    this.#all = left;
    this.#changed();
  }

  dismiss(id: string): void {
    this.#all = this.#all.filter((notice) => notice.id !== id);
    this.#changed();
  }
}
