/** One signal for a whole run: the caller's, the time limit's and an early return's, and which of them it was (B8-3: our own signal decides). */

export type Interruption = 'cancelled' | 'timeout';

export class RunScope {
  readonly #abort = new AbortController();
  readonly #outer: AbortSignal | undefined;
  readonly #timer: ReturnType<typeof setTimeout> | undefined;
  #interruption: Interruption | null = null;

  constructor(outer: AbortSignal | undefined, timeoutMs: number | undefined) {
    this.#outer = outer;
    if (outer?.aborted) this.interrupt('cancelled');
    else outer?.addEventListener('abort', this.#onAbort, { once: true });
    if (timeoutMs !== undefined && Number.isFinite(timeoutMs)) this.#timer = setTimeout(() => this.interrupt('timeout'), timeoutMs);
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

  /** Follows `work`, but not longer than the run: work that ignores the signal cannot hold it. */
  async race<T>(work: Promise<T>): Promise<T> {
    if (this.signal.aborted) {
      work.catch(() => {});
      throw this.signal.reason;
    }
    let stop: () => void = () => {};
    const aborted = new Promise<never>((_, reject) => {
      stop = () => reject(this.signal.reason as Error);
      this.signal.addEventListener('abort', stop, { once: true });
    });
    try {
      return await Promise.race([work, aborted]);
    } finally {
      this.signal.removeEventListener('abort', stop);
      work.catch(() => {});
    }
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#outer?.removeEventListener('abort', this.#onAbort);
  }

  readonly #onAbort = (): void => this.interrupt('cancelled');
}
