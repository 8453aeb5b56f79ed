/** One signal for a whole run: the caller's, the time limit's and an early return's, and which of them it was (B8-3: our own signal decides). */

export type Interruption = 'cancelled' | 'timeout';

/** A timer that is set for longer fires at once. */
const longestTimeout = 2 ** 31 - 1;

export class RunScope {
  readonly #abort = new AbortController();
  readonly #outer: readonly AbortSignal[];
  readonly #timer: ReturnType<typeof setTimeout> | undefined;
  #interruption: Interruption | null = null;

  /** A time limit that is no positive number of milliseconds is none. */
  constructor(outer: readonly (AbortSignal | null | undefined)[], timeoutMs: number | undefined) {
    // A signal of another realm is one too.
    this.#outer = outer.filter((signal) => typeof signal?.addEventListener === 'function') as readonly AbortSignal[];
    for (const signal of this.#outer) {
      if (signal.aborted) this.interrupt('cancelled');
      else signal.addEventListener('abort', this.#onAbort, { once: true });
    }
    if (typeof timeoutMs === 'number' && timeoutMs > 0 && timeoutMs <= longestTimeout) this.#timer = setTimeout(() => this.interrupt('timeout'), timeoutMs);
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  get interruption(): Interruption | null {
    return this.#interruption;
  }

  interrupt(reason: Interruption): void {
    this.#interruption ??= reason;
    this.#abort.abort(new DOMException(reason === 'timeout' ? 'The run took too long.' : 'The run was cancelled.', 'AbortError'));
  }

  /**
   * Follows `work`, but not longer than the run: work that ignores the signal cannot hold it. After a cancel, work that is about
   * to complete has `graceMs` milliseconds to do so (B8-2); after the time limit it has none.
   */
  async race<T>(work: Promise<T>, graceMs = 0): Promise<T> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let onAbort: () => void = () => {};
    const aborted = new Promise<never>((_, reject) => {
      const stop = (): void => reject(this.signal.reason as Error);
      onAbort = (): void => {
        if (graceMs > 0 && this.#interruption === 'cancelled') timer = setTimeout(stop, graceMs);
        else stop();
      };
      if (this.signal.aborted) onAbort();
      else this.signal.addEventListener('abort', onAbort, { once: true });
    });
    try {
      return await Promise.race([work, aborted]);
    } finally {
      clearTimeout(timer);
      this.signal.removeEventListener('abort', onAbort);
      work.catch(() => {});
    }
  }

  end(): void {
    clearTimeout(this.#timer);
    for (const signal of this.#outer) signal.removeEventListener('abort', this.#onAbort);
  }

  readonly #onAbort = (): void => this.interrupt('cancelled');
}
