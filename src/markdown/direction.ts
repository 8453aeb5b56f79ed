/** The direction a block of words is laid out in. */

export type Direction = 'ltr' | 'rtl';

/** How many more letters run from right to left than from left to right, and which way the first one runs. */
export interface LetterBalance {
  readonly balance: number;
  readonly first: Direction | undefined;
}

const letter = /\p{L}/gu;
const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}\p{Script=Hanifi_Rohingya}]/u;

/** No letter before U+0590 runs from right to left, and most text has no other. */
const mayRunRightToLeft = /[\u0590-\uffff]/;

/** Code, addresses and mail names say nothing about the language around them. */
const foreign = /`[^`\n]*`|\b(?:https?:\/\/|www\.)\S+|\S+@\S+\.\S+/g;

/** A longer text has shown its direction by then. */
const longestSample = 4000;

/** Counts the letters of a text. */
export function balanceOf(text: string): LetterBalance {
  const sample = text.length > longestSample ? text.slice(0, longestSample) : text;
  const own = sample.replace(foreign, ' ');
  let balance = 0;
  let first: Direction | undefined;
  const mixed = mayRunRightToLeft.test(own);
  for (const [character] of own.matchAll(letter)) {
    const direction = mixed && rightToLeft.test(character) ? 'rtl' : 'ltr';
    first ??= direction;
    balance += direction === 'rtl' ? 1 : -1;
  }
  return { balance, first };
}

/** The balance of parts that follow one another. */
export function addBalances(parts: Iterable<LetterBalance>): LetterBalance {
  let balance = 0;
  let first: Direction | undefined;
  for (const part of parts) {
    balance += part.balance;
    first ??= part.first;
  }
  return { balance, first };
}

/**
 * The direction of most letters, `undefined` when there are none. The first letter alone would decide wrongly for a sentence that
 * opens with a brand name; when both directions have as many letters, the first letter decides.
 */
export function directionOfBalance({ balance, first }: LetterBalance): Direction | undefined {
  if (balance === 0) return first;
  return balance > 0 ? 'rtl' : 'ltr';
}

/** The direction of most letters in the text, see `directionOfBalance`. */
export function directionOf(text: string): Direction | undefined {
  return directionOfBalance(balanceOf(text));
}
