/**
 * Text so far -> blocks. A pure step: the state of the last step in, the new state out.
 *
 *   "# A¶¶one¶¶- x"
 *    └─ closed ─┘└ open: lexed again with every piece
 *
 * A block is closed when no later text can change it: a complete blank line follows it, and for what may go on after a blank
 * line (lists, indented code) also a complete line that did not continue it. Reference definitions reach back into finished
 * blocks, so text that has any is lexed as a whole; blocks whose text did not change keep their identity even then.
 */
import type { MarkedToken } from 'marked';
import { lex } from './lexer.js';
import { holdGrowingLink, settledText } from './open-end.js';
import { normalizeLines, safeTail } from './safe-text.js';

export interface Block {
  /** Stable while the text grows. */
  readonly key: string;
  readonly token: MarkedToken;
  /** The text of the block as written. */
  readonly raw: string;
}

/** The result of one step, and all that the next step needs. Give it back as `previous`; do not build one by hand. */
export interface Blocks {
  readonly list: readonly Block[];
  /** The text that was lexed: line ends made equal, half characters and undecided ends left out. */
  readonly text: string;
  readonly growing: boolean;
  /** How many blocks of `list`, and how much of `text`, are closed. */
  readonly closedCount: number;
  readonly closedLength: number;
  /** The text has reference definitions, so it is lexed as a whole. */
  readonly hasDefinitions: boolean;
}

/**
 * Blocks of the text so far. While `growing`, an end that can still mean several things is held back; call it once more with
 * `growing` false when the text is complete. Blocks that did not change are `===` those of `previous`. Never throws.
 */
export function parseBlocks(text: string, previous?: Blocks, growing = false): Blocks {
  const whole = normalizeLines(safeTail(text), growing);
  const source = growing ? settledText(whole) : whole;
  if (previous && previous.text === source && previous.growing === growing) return previous;

  let kept = previous && continues(source, previous) ? previous.closedCount : 0;
  let start = kept > 0 && previous ? previous.closedLength : 0;
  let lexed = lex(source.slice(start));
  if (start > 0 && lexed.hasDefinitions) {
    kept = 0;
    start = 0;
    lexed = lex(source);
  }

  const open = openBlocks(lexed.tokens, source.slice(start));
  const last = open.blocks.at(-1);
  if (growing && last && !source.endsWith('\n')) last.token = holdGrowingLink(last.token);

  const list = previous ? previous.list.slice(0, kept) : [];
  for (const { token } of open.blocks) {
    const earlier = previous?.list[list.length];
    const unchanged = earlier !== undefined && earlier.raw === token.raw && sameData(earlier.token, token);
    list.push(unchanged ? earlier : { key: String(list.length), token, raw: token.raw });
  }
  const closes = !lexed.hasDefinitions;
  return {
    list,
    text: source,
    growing,
    closedCount: closes ? kept + open.closedCount : 0,
    closedLength: closes ? start + open.closedLength : 0,
    hasDefinitions: lexed.hasDefinitions,
  };
}

function continues(source: string, previous: Blocks): boolean {
  return !previous.hasDefinitions && previous.closedLength > 0 && source.startsWith(previous.text.slice(0, previous.closedLength));
}

/** Equal raw text is not enough: what follows a block can change how marked reads it. */
function sameData(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  const keys = Object.keys(one);
  if (keys.length !== Object.keys(other).length) return false;
  return keys.every((key) => sameData((one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key]));
}

interface OpenPart {
  readonly blocks: readonly { token: MarkedToken }[];
  readonly closedCount: number;
  readonly closedLength: number;
}

const blankLineAtEnd = /\n[ \t]*\n$/;

/** A blank line longer than this is not looked for; the block only closes later. */
const blankLineReach = 120;

function endsWithBlankLine(text: string, end: number): boolean {
  return blankLineAtEnd.test(text.slice(Math.max(0, end - blankLineReach), end));
}

/** The blocks of a stretch of text, and how many of them no later text can change. */
function openBlocks(tokens: readonly MarkedToken[], text: string): OpenPart {
  const blocks: { token: MarkedToken }[] = [];
  let offset = 0;
  let closedCount = 0;
  let closedLength = 0;
  let faithful = true;
  let before: MarkedToken | undefined;
  for (const token of tokens) {
    faithful &&= text.startsWith(token.raw, offset);
    if (token.type === 'space') {
      offset += token.raw.length;
      continue;
    }
    const firstLineComplete = text.includes('\n', offset);
    if (faithful && before && endsWithBlankLine(text, offset) && (firstLineComplete || !mayContinue(before))) {
      closedCount = blocks.length;
      closedLength = offset;
    }
    blocks.push({ token });
    before = token;
    offset += token.raw.length;
  }
  const end = text.lastIndexOf('\n') + 1;
  const endsBlank = tokens.at(-1)?.type === 'space' && endsWithBlankLine(text, end);
  if (faithful && before && endsBlank && !mayContinue(before)) {
    closedCount = blocks.length;
    closedLength = end;
  }
  return { blocks, closedCount, closedLength };
}

/** Blocks that text after a blank line can still belong to. */
function mayContinue(token: MarkedToken): boolean {
  return token.type === 'list' || (token.type === 'code' && token.codeBlockStyle === 'indented');
}
