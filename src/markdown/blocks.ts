/**
 * Text so far -> blocks. A pure step: the state of the last step in, the new state out.
 *
 *   "# A¶¶one¶¶- x¶- y"
 *    └ closed ┘ └open┘└ last line: looked at again with every piece
 *
 * Complete lines are read once. A block is closed when a complete line says so; then it keeps its identity, except that a
 * definition that comes later changes the blocks that use its label. Inside an open block the finished parts (items, rows, lines
 * of code) are kept as they are too. The last line, while it has no end, is read on a copy.
 */
import type { MarkedToken, Token } from 'marked';
import { BlockStack, nothingOpen, type Finished, type OpenBlocks } from './block-stack.js';
import { revise } from './build.js';
import { Definitions } from './definitions.js';
import { Grow } from './grow.js';
import { InlineReader, wantsOf } from './inline.js';
import { holdGrowingEnd } from './open-words.js';
import { holdsLine, withoutWaitingLine } from './open-end.js';
import { safeTail } from './safe-text.js';
import { Scanner } from './scanner.js';

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
  readonly growing: boolean;
  /** How many blocks of `list` are closed. */
  readonly closedCount: number;
  /** How many characters this step looked at. */
  readonly looked: number;
  readonly [progress]: Progress;
}

const progress = Symbol('progress');

/** What is known after the complete lines. */
interface Progress {
  readonly text: string;
  /** Where the last line starts in `text`. */
  readonly lineStart: number;
  readonly closed: Grow<Block>;
  /** Places in `closed` of blocks that use labels without a definition. */
  readonly wanting: Grow<number>;
  readonly open: OpenBlocks;
  readonly definitions: Definitions;
  readonly lastLine: string;
  readonly stretches: ReadonlyMap<string, Token[]>;
}

/**
 * Blocks of the text so far. While `growing`, an end that can still mean several things is held back; call it once more with
 * `growing` false when the text is complete. Blocks that did not change are `===` those of `previous`. Never throws.
 */
export function parseBlocks(text: string, previous?: Blocks, growing = false): Blocks {
  const before = previous?.[progress];
  if (previous && before && previous.growing === growing && before.text === text) return previous;
  // Equality of strings compares blocks of memory; `startsWith` goes by characters.
  const start = before && text.slice(0, before.text.length) === before.text ? before : beginning();
  const { lines, lineStart, tail } = cutLines(text, start.lineStart, growing);
  let looked = tail.length;
  for (const line of lines) looked += line.length + 1;

  const definitions = start.definitions.fork(true);
  const reader = new InlineReader(definitions);
  const stack = new BlockStack(start.open, definitions, reader, true);
  const scanner = new Scanner(stack, reader);
  for (const line of lines) scanner.feed(line);
  let closed = start.closed.fork(true);
  const wanting = start.wanting.fork(true);
  for (const { token, raw } of stack.finished) {
    if (wantsOf(token)) wanting.push(closed.count);
    closed.push(kept({ key: String(closed.count), token, raw }, previous));
  }
  if (stack.labels.size > 0) {
    stack.reviseOpen(stack.labels);
    closed = revised(closed, wanting, stack.labels, reader, previous);
  }
  const open = stack.open;
  const lastLine = lines.at(-1) ?? start.lastLine;

  const ahead = lookAhead({ open, definitions, lastLine, stretches: start.stretches }, tail, growing);
  const list = revised(closed, wanting, ahead.labels, ahead.reader, previous).toArray();
  for (const { token, raw } of ahead.finished) list.push(kept({ key: String(list.length), token, raw }, previous));
  looked += reader.characters + ahead.reader.characters;
  return {
    list,
    growing,
    closedCount: closed.count,
    looked,
    [progress]: { text, lineStart, closed, wanting, open, definitions, lastLine, stretches: ahead.reader.stretches },
  };
}

function beginning(): Progress {
  return {
    text: '',
    lineStart: 0,
    closed: new Grow<Block>(),
    wanting: new Grow<number>(),
    open: nothingOpen,
    definitions: new Definitions(),
    lastLine: '',
    stretches: new Map<string, Token[]>(),
  };
}

/** The complete lines from a place in the text on, and the last line without an end. CR LF and CR end a line too. */
function cutLines(text: string, from: number, growing: boolean): { readonly lines: string[]; readonly lineStart: number; readonly tail: string } {
  const rest = ownCopy(text.slice(from));
  const ends = rest.includes('\r') ? /\r\n?|\n/g : /\n/g;
  const lines: string[] = [];
  let start = 0;
  for (let end = ends.exec(rest); end; end = ends.exec(rest)) {
    // The LF of a CR at the end may be in the next piece.
    if (growing && end[0] === '\r' && ends.lastIndex === rest.length) break;
    lines.push(safeTail(rest.slice(start, end.index)));
    start = ends.lastIndex;
  }
  const tail = rest.slice(start);
  return { lines, lineStart: from + start, tail: safeTail(growing && tail.endsWith('\r') ? tail.slice(0, -1) : tail) };
}

/** A part of a string may keep the whole of it in memory, and every closed block would keep the text as it was at its time. */
function ownCopy(text: string): string {
  return ` ${text}`.slice(1);
}

/** The open blocks with the last line, as they stand now. */
function lookAhead(
  { open, definitions, lastLine, stretches }: Pick<Progress, 'open' | 'definitions' | 'lastLine' | 'stretches'>,
  tail: string,
  growing: boolean,
): { readonly finished: readonly Finished[]; readonly labels: ReadonlySet<string>; readonly reader: InlineReader } {
  const known = definitions.fork(false);
  const reader = new InlineReader(known, stretches);
  const tip = open.nodes.at(-1);
  const held = growing && holdsLine(tail, tip, lastLine);
  const shown = held ? '' : tail;
  const stack = new BlockStack(growing && shown === '' ? withoutWaitingLine(open) : open, known, reader, false);
  if (shown !== '') new Scanner(stack, reader).feed(shown);
  const growingLeaf = growing && (shown !== '' || stack.tip?.kind === 'paragraph' || stack.tip?.kind === 'footnote');
  stack.finish();
  const finished = stack.finished.map((block) => (stack.labels.size > 0 ? { ...block, token: revise(block.token, stack.labels, reader) } : block));
  const last = finished.at(-1);
  if (growingLeaf && last) finished[finished.length - 1] = { ...last, token: holdGrowingEnd(last.token, reader, shown !== '') };
  return { finished, labels: stack.labels, reader };
}

/** Blocks that use one of the labels, read again. */
function revised(closed: Grow<Block>, wanting: Grow<number>, labels: ReadonlySet<string>, reader: InlineReader, previous?: Blocks): Grow<Block> {
  if (labels.size === 0) return closed;
  let list: Block[] | undefined;
  for (const place of wanting.toArray()) {
    const block = closed.at(place);
    const token = block && revise(block.token, labels, reader);
    if (block && token && token !== block.token) (list ??= closed.toArray())[place] = kept({ ...block, token }, previous);
  }
  return list ? new Grow(list) : closed;
}

/** The block of the last step where nothing in it changed. */
function kept(block: Block, previous: Blocks | undefined): Block {
  const earlier = previous?.list[Number(block.key)];
  if (!earlier || earlier.raw !== block.raw || !sameData(earlier.token, block.token)) return block;
  // Words that were read while they grew do not know what they want.
  const wants = wantsOf(block.token);
  return wants && !sameData([...wants], [...(wantsOf(earlier.token) ?? [])]) ? block : earlier;
}

function sameData(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  const keys = Object.keys(one);
  if (keys.length !== Object.keys(other).length) return false;
  return keys.every((key) => sameData((one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key]));
}
