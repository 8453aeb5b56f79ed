/** The direction a block of words is laid out in. */

export type Direction = 'ltr' | 'rtl';

const letter = /\p{L}/gu;
const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}\p{Script=Hanifi_Rohingya}]/u;

/** Code, addresses and mail names say nothing about the language around them. */
const foreign = /`[^`\n]*`|\b(?:https?:\/\/|www\.)\S+|\S+@\S+\.\S+/g;

/**
 * The direction of most letters in the text, `undefined` when it has none. The first letter alone would decide wrongly for a
 * sentence that opens with a brand name; when both directions have as many letters, the first letter decides.
 */
export function directionOf(text: string): Direction | undefined {
  let balance = 0;
  let first: Direction | undefined;
  for (const [character] of text.replace(foreign, ' ').matchAll(letter)) {
    const direction = rightToLeft.test(character) ? 'rtl' : 'ltr';
    first ??= direction;
    balance += direction === 'rtl' ? 1 : -1;
  }
  if (balance === 0) return first;
  return balance > 0 ? 'rtl' : 'ltr';
}
