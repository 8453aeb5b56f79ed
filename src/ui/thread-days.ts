import { dayNumber, nextMidnight } from './duration.js';

/** Says when the reader's day ends, so that "Today" becomes "Yesterday" on a page that is left open (case 56). */
export class DayWatch {
  readonly #onDay: (now: number) => void;
  #known = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(onDay: (now: number) => void) {
    this.#onDay = onDay;
  }

  /** Watches; told at once when `known`, an epoch-millisecond time, is of another day by now. */
  start(known: number): void {
    this.#known = known;
    document.addEventListener('visibilitychange', this.#onVisibilityChange);
    this.#look();
  }

  stop(): void {
    document.removeEventListener('visibilitychange', this.#onVisibilityChange);
    clearTimeout(this.#timer);
  }

  #look(): void {
    clearTimeout(this.#timer);
    const now = Date.now();
    if (dayNumber(now) !== dayNumber(this.#known)) {
      this.#known = now;
      this.#onDay(now);
    }
    // A timer may come early by a hair; then the day is looked at once more.
    this.#timer = setTimeout(() => this.#look(), nextMidnight(now) - now + 50);
  }

  /** A machine that slept has missed its timers. */
  readonly #onVisibilityChange = (): void => {
    if (document.visibilityState === 'visible') this.#look();
  };
}
