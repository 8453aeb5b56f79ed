/** How tall a message will be, guessed from its text, so that what is not drawn yet takes about its room. */
import type { ConversationMessage } from '../model/message.js';
import { textLength } from './thread-pages.js';

const lineHeight = 24;
const averageCharacter = 7.2;
/** What stands around the words: name, gaps, bubble, the room between two messages. */
const aroundReply = 76;
const aroundOwn = 54;
/** A folded thought or tool call. */
const folded = 36;

/** The widest column of the look. */
const widest = 720;

/** Guesses for pages, made better by those that were measured. */
export class HeightGuesses {
  #ratio = 1;
  #measured = 0;
  #guessed = 0;

  /** Pixels of these messages in a list of `width` pixels, before anything was learned. */
  raw(messages: readonly ConversationMessage[], width: number): number {
    return messages.reduce((height, message) => height + estimateHeight(message, Math.min(width, widest)), 0);
  }

  /** What pages measured, over what was guessed for them. */
  get ratio(): number {
    return this.#ratio;
  }

  /** A page guessed at `guess` is `height` tall. */
  add(guess: number, height: number): void {
    this.#guessed += guess;
    this.#measured += height;
  }

  /** Takes over what was learned; true when it changes the guesses by more than a tenth, so that they are worth making again. */
  learn(): boolean {
    const ratio = this.#guessed > 0 ? this.#measured / this.#guessed : 1;
    if (Math.abs(ratio / this.#ratio - 1) < 0.1) return false;
    this.#ratio = ratio;
    return true;
  }
}

/** Pixels of one message in a column of `width` pixels, without what the thread has learned since. */
export function estimateHeight(message: ConversationMessage, width: number): number {
  const own = message.role === 'user';
  const line = Math.max(16, ((own ? Math.min(width * 0.86, 560) - 28 : width) || 600) / averageCharacter);
  let others = 0;
  for (const { type } of message.content) if (type !== 'text') others += 1;
  return (own ? aroundOwn : aroundReply) + Math.ceil(textLength(message) / line) * lineHeight + others * folded;
}
