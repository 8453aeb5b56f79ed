/**
 * The last line of text that still grows can mean several things ("-" is a rule, a list or an underlined heading).
 * What cannot be told yet is held back, so a block never jumps between kinds.
 */
import type { OpenBlocks } from './block-stack.js';
import type { OpenNode } from './nodes.js';

/** Longer lines are never only markers; the bound keeps the patterns cheap. */
const longestMarkerLine = 200;

/** A longer line with a bar in front is shown at once. */
const longestHeader = 2000;

/** Quote bars and list markers that a line may start with. */
const containers = /^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*/;

const undecided: readonly RegExp[] = [
  /^[-=_*+]*[ \t]*$/, // bullet, underline, rule, the start of emphasis
  /^(?:[-_*][ \t]*)+$/, // rule with gaps
  /^\d{1,9}[.)]?[ \t]*$/, // number of a list item
  /^#{1,6}[ \t]*$/, // heading without words
  /^`{1,2}$/, // start of a fence
  /^`{3,}[^`]*$/, // fence whose label grows
  /^~+[^~]*$/,
  /^[|:\- \t]+$/, // delimiter row of a table
  /^\[[ xX]?\]?[ \t]*$/, // task mark
  /^\[\^[^\]\s]*\]?:?[ \t]*$/, // footnote without words
];

/** A reference definition whose address or title grows, at any length: half an address would make links. */
const definition = /^\[[^^\]][^\]]*\]:[ \t]*\S*(?:[ \t]+(?:"[^"]*"?|'[^']*'?|\([^()]*\)?)?[ \t]*)?$/;
const addressAlone = /^[ \t>]*(?:\[[^^\]][^\]]*\]:)?[ \t]*\S+[ \t]*$/;
const growingTitle = /^[ \t>]*(?:"[^"]*"?|'[^']*'?|\([^()]*\)?)[ \t]*$/;
const labelAlone = /^[ \t>]*\[[^\]]*\]:[ \t]*$/;
const growingAddress = /^[ \t>]*\S*$/;

/** Whether the last line is not shown yet. `tip` is the innermost block still open. */
export function holdsLine(line: string, tip: OpenNode | undefined, lineBefore: string): boolean {
  if (tip?.kind === 'fence') return line.length <= longestMarkerLine && /^[ \t>]*(?:`+|~+)[ \t]*$/.test(line) && line.includes(tip.mark);
  const rest = line.replace(containers, '');
  if (definition.test(rest)) return true;
  if (labelAlone.test(lineBefore) && growingAddress.test(line)) return true;
  if (tip?.kind === 'paragraph' && tip.mayDefine && addressAlone.test(lineBefore) && growingTitle.test(line)) return true;
  if (rest.startsWith('|') && tip?.kind !== 'table' && rest.length <= longestHeader) return true;
  if (rest.length > longestMarkerLine) return false;
  // The label of a definition; a definition cannot interrupt a paragraph.
  const mayDefine = tip?.kind !== 'paragraph' || (tip.mayDefine && /^[ \t>]*\[[^\]]*\]:/.test(lineBefore));
  if (mayDefine && /^\[[^\]]*\]?$/.test(rest)) return true;
  return undecided.some((pattern) => pattern.test(rest));
}

/** The open blocks without a last line that waits for the next: the header of a table, or the label of a definition. */
export function withoutWaitingLine(open: OpenBlocks): OpenBlocks {
  const tip = open.nodes.at(-1);
  if (tip?.kind !== 'paragraph') return open;
  const start = tip.text.lastIndexOf('\n') + 1;
  const line = tip.text.slice(start);
  const waits = /^\|.*\|[ \t]*$/.test(line) || (tip.mayDefine && /^\[[^^\]][^\]]*\]:[ \t]*$/.test(line));
  if (!waits || line.length > longestHeader) return open;
  const others = open.nodes.slice(0, -1);
  return { ...open, nodes: start > 0 ? [...others, { ...tip, text: tip.text.slice(0, start - 1) }] : others };
}
