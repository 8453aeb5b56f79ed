/** How fast a voice may be fed. */

export interface SpeechClock {
  /** Milliseconds from any fixed moment. */
  now(): number;
  /** Calls back once after so many milliseconds; the result cancels it. */
  after(milliseconds: number, call: () => void): () => void;
}

export const pageClock: SpeechClock = {
  now: () => performance.now(),
  after: (milliseconds, call) => {
    const timer = setTimeout(call, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** Between two lines of any kind, in milliseconds. */
export const lineGap = 1200;
/** Between two lines of a reply that streams, in milliseconds. */
export const sentenceGap = 2000;
/** UTF-16 units of one line of a reply that streams, and of a failure. */
export const lineLength = 240;
/** Less room than this is none: a sentence would be cut. */
const shortestLine = 120;

/** UTF-16 units that a voice says in a millisecond, about 200 words a minute. */
const spokenPerMillisecond = 0.02;
/** UTF-16 units that may wait to be said: 35 seconds of speech, so that a reply of ordinary length is heard to its end. */
const longestBacklog = 700;

/**
 * A page cannot hear how far a screen reader has come, so it is reckoned: what was given out drains at the pace of speech.
 * A fast reply is then skipped instead of being read for minutes after its end.
 */
export class SpeechPace {
  #at = -Infinity;
  #waiting = 0;

  said(text: string, now: number): void {
    this.#waiting = this.#backlog(now) + text.length;
    this.#at = now;
  }

  /** Milliseconds until a line may follow the last one. */
  wait(gap: number, now: number): number {
    return Math.max(0, this.#at + gap - now);
  }

  /** UTF-16 units that may be added; 0 when the voice is too far behind for a sentence. */
  room(now: number): number {
    const room = longestBacklog - this.#backlog(now);
    return room < shortestLine ? 0 : Math.floor(room);
  }

  #backlog(now: number): number {
    return this.#waiting === 0 ? 0 : Math.max(0, this.#waiting - (now - this.#at) * spokenPerMillisecond);
  }
}
