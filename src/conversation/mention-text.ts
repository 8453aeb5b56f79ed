/** Reading names in text: letter case and accents folded, the places where a name may begin or end, and code that hides them. */

export interface TextRange {
  /** UTF-16 offset. */
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

/** Folded for comparing: letter case and the way accents are encoded do not matter. Independent of the locale. */
export function fold(text: string): string {
  // A sigma is written in two ways, by its place in the word.
  return text.normalize('NFD').toLowerCase().replaceAll('ς', 'σ');
}

/** How many UTF-16 units of `text` from `from` on spell `name`; -1 when they do not. Folding may change lengths, so they are walked together. */
export function spelledLength(text: string, from: number, name: string): number {
  const wanted = fold(name);
  if (!wanted) return -1;
  let seen = '';
  let at = from;
  while (seen.length < wanted.length && at < text.length) {
    const character = String.fromCodePoint(text.codePointAt(at) as number);
    seen += fold(character);
    if (!wanted.startsWith(seen)) return -1;
    at += character.length;
  }
  return seen === wanted ? at - from : -1;
}

/** Every place where `query` occurs in `text`, folded, as ranges of `text` that do not overlap. */
export function occurrences(text: string, query: string): readonly TextRange[] {
  const found: TextRange[] = [];
  for (let at = 0; at < text.length; ) {
    const length = spelledLength(text, at, query);
    if (length > 0) found.push({ start: at, end: at + length });
    at += length > 0 ? length : String.fromCodePoint(text.codePointAt(at) as number).length;
  }
  return found;
}

const opensBefore = /[\s\p{Ps}]/u;

/** An address that began further back is not looked for, so that text without spaces costs its length and not its square. */
const longestAddress = 2048;

/**
 * A trigger counts only at the start, after whitespace or after an opening bracket (A7-6), and not inside an address:
 * neither in `https://e.test/(/x` nor in the target of a Markdown link.
 */
export function mayStartAt(text: string, at: number): boolean {
  if (at === 0) return true;
  const before = text[at - 1] as string;
  if (!opensBefore.test(before)) return false;
  if (/\s/u.test(before)) return true;
  if (before === '(' && text[at - 2] === ']') return false;
  let wordStart = at;
  const earliest = Math.max(0, at - longestAddress);
  while (wordStart > earliest && !/\s/u.test(text[wordStart - 1] as string)) wordStart--;
  return !/:\/\/|^www\.|^mailto:/iu.test(text.slice(wordStart, at));
}

// Joined to the word: a letter, digit or underscore; or one of these behind a hyphen, dot or the like; or a path going on.
const goesOn = /(?:[-.:'’?=&+#@~%*$]*[\p{L}\p{N}\p{M}\p{Pc}]|[/\\])/uy;

/** False when the word goes on at `at`: "/plan" ends in "/plan." and "/plan, please", not in "/plans", "/plan-trip", "/plan/b" or "/plan.ts". */
export function mayEndAt(text: string, at: number): boolean {
  goesOn.lastIndex = at;
  return !goesOn.test(text);
}

/**
 * Code in a text, sorted: fenced blocks (an open fence runs to the end of the text) and backtick spans. A span that nobody
 * closed runs to the end of its line: while one types there is no telling, and the list and the sent text must agree.
 */
export function codeRanges(text: string): readonly TextRange[] {
  const fences = fencedRanges(text);
  const ranges: TextRange[] = [];
  let from = 0;
  for (const fence of [...fences, { start: text.length, end: text.length }]) {
    spanRanges(text, from, fence.start, ranges);
    if (fence.end > fence.start) ranges.push(fence);
    from = fence.end;
  }
  return ranges;
}

function fencedRanges(text: string): readonly TextRange[] {
  const ranges: TextRange[] = [];
  const line = /^ {0,3}(`{3,}|~{3,})(.*)$/gm;
  let open: { start: number; fence: string } | null = null;
  for (let match = line.exec(text); match; match = line.exec(text)) {
    const fence = match[1] as string;
    const rest = match[2] as string;
    if (open === null) {
      // A backtick in the info string makes it an inline span.
      if (fence[0] === '~' || !rest.includes('`')) open = { start: match.index, fence };
    } else if (fence[0] === open.fence[0] && fence.length >= open.fence.length && rest.trim() === '') {
      ranges.push({ start: open.start, end: match.index + match[0].length });
      open = null;
    }
  }
  if (open) ranges.push({ start: open.start, end: text.length });
  return ranges;
}

function spanRanges(text: string, from: number, to: number, ranges: TextRange[]): void {
  const run = /`+/g;
  run.lastIndex = from;
  let paragraphEnd = from;
  for (let open = run.exec(text); open && open.index < to; open = run.exec(text)) {
    if (open.index >= paragraphEnd) {
      const blank = /\n[^\S\n]*\n/g;
      blank.lastIndex = open.index;
      paragraphEnd = Math.min(to, blank.exec(text)?.index ?? to);
    }
    const lineEnd = text.indexOf('\n', open.index);
    let end = lineEnd === -1 ? paragraphEnd : Math.min(lineEnd, paragraphEnd);
    const closing = /`+/g;
    closing.lastIndex = open.index + open[0].length;
    for (let close = closing.exec(text); close && close.index < paragraphEnd; close = closing.exec(text)) {
      if (close[0].length !== open[0].length) continue;
      end = close.index + close[0].length;
      break;
    }
    ranges.push({ start: open.index, end });
    run.lastIndex = Math.max(end, open.index + open[0].length);
  }
}

/** True when a character at `at` lies inside one of the ranges. */
export function covers(ranges: readonly TextRange[], at: number): boolean {
  return ranges.some((range) => range.start <= at && at < range.end);
}
