/**
 * Text that can be painted: no half of a surrogate pair, one kind of line end.
 */

const loneHalf = /\p{Surrogate}/u;
const loneHalves = /\p{Surrogate}/gu;

/**
 * The text without halves of surrogate pairs. A half at the end is held back until its partner arrives; a half elsewhere never
 * gets one and is left out. Nothing is put in its place, so no U+FFFD appears that the agent did not write.
 */
export function safeTail(text: string): string {
  return loneHalf.test(text) ? text.replace(loneHalves, '') : text;
}

/** CR LF and CR become LF. While the text grows a CR at the end is held back, because its LF may be in the next piece. */
export function normalizeLines(text: string, growing: boolean): string {
  if (!text.includes('\r')) return text;
  const settled = growing && text.endsWith('\r') ? text.slice(0, -1) : text;
  return settled.replace(/\r\n?/g, '\n');
}
