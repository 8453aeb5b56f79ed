/** Milliseconds of quiet before idle work begins. */
const quiet = 500;
/** Milliseconds that must be left of an idle period for one more piece; a page takes about ten. */
const enough = 8;
/** Milliseconds between two pieces where the browser does not tell when it is idle (WebKit). */
const pause = 100;

/** Does pieces of work while the page has nothing to do. Nobody waits for it. */
export class IdleWork {
  readonly #next: () => (() => void) | null;
  #cancel: (() => void) | null = null;
  #paused = false;

  /** `next` gives the next piece, or null when there is none. */
  constructor(next: () => (() => void) | null) {
    this.#next = next;
  }

  get paused(): boolean {
    return this.#paused;
  }
  set paused(paused: boolean) {
    this.#paused = paused;
    if (paused) this.stop();
  }

  /** Sees to it that the work goes on, after `wait` milliseconds. */
  start(wait = quiet): void {
    if (wait === 0) this.stop();
    if (this.#cancel || this.#paused || !this.#next()) return;
    this.#cancel = whenIdle(wait, (left) => {
      this.#cancel = null;
      // One at a time: messages draw themselves after this, so what it took is known only then.
      if (left >= enough) this.#next()?.();
      this.start(1);
    });
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
  }
}

function whenIdle(wait: number, run: (left: number) => void): () => void {
  const told = typeof requestIdleCallback === 'function';
  let idle = 0;
  const timer = setTimeout(
    () => {
      if (told) idle = requestIdleCallback((deadline) => run(deadline.timeRemaining()));
      else run(Infinity);
    },
    told ? wait : Math.max(wait, pause),
  );
  return () => {
    clearTimeout(timer);
    if (idle > 0) cancelIdleCallback(idle);
  };
}
