/** The sum of what was added within the last `windowMs` milliseconds. */
export class RollingSum {
  readonly #windowMs: number;
  readonly #now: () => number;
  readonly #entries: { readonly at: number; readonly amount: number }[] = [];

  constructor(windowMs: number, now: () => number) {
    this.#windowMs = windowMs;
    this.#now = now;
  }

  add(amount: number): void {
    if (amount > 0) this.#entries.push({ at: this.#now(), amount });
  }

  get total(): number {
    const start = this.#now() - this.#windowMs;
    const stale = this.#entries.findIndex(({ at }) => at > start);
    this.#entries.splice(0, stale < 0 ? this.#entries.length : stale);
    return this.#entries.reduce((sum, { amount }) => sum + amount, 0);
  }
}
