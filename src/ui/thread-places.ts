import type { ScrollPosition } from './scroll-follower.js';

/** What had the focus, and in which message. */
export interface FocusPlace {
  readonly element: Element;
  readonly place: number;
  readonly part: string | undefined;
}

/** Where the reader was in a conversation. Heights of what was not drawn are guesses, so the message is remembered too. */
export interface ReadingPlace extends ScrollPosition {
  readonly key?: unknown;
  readonly offset?: number;
}
