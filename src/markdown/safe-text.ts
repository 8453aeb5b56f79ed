/** Text that can be painted: no half of a surrogate pair. */

const loneHalf = /\p{Surrogate}/u;
const loneHalves = /\p{Surrogate}/gu;

/**
 * The text without halves of surrogate pairs. A half at the end is held back until its partner arrives; a half elsewhere never
 * gets one and is left out. Nothing is put in its place, so no U+FFFD appears that the agent did not write.
 */
export function safeTail(text: string): string {
  return loneHalf.test(text) ? text.replace(loneHalves, '') : text;
}
