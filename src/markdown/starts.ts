/** Lines that begin a block, read from the first character that is no space. */

export interface FenceStart {
  readonly mark: string;
  readonly length: number;
  readonly info: string;
}

export function readFence(words: string): FenceStart | undefined {
  const marks = /^(?:`{3,}|~{3,})/.exec(words)?.[0];
  if (!marks) return undefined;
  const info = words.slice(marks.length);
  if (marks.startsWith('`') && info.includes('`')) return undefined;
  return { mark: marks[0] ?? '', length: marks.length, info: info.trim() };
}

/** Whether the line closes a fence of this mark. */
export function closesFence(words: string, mark: string, length: number): boolean {
  let end = 0;
  while (words[end] === mark) end += 1;
  return end >= length && words.slice(end).trim() === '';
}

export function readHeading(words: string): { readonly depth: number; readonly text: string } | undefined {
  const marks = /^#{1,6}(?=[ \t]|$)/.exec(words)?.[0];
  if (!marks) return undefined;
  const text = words.slice(marks.length).trim();
  let end = text.length;
  while (text[end - 1] === '#') end -= 1;
  const closed = end === 0 || (end < text.length && /[ \t]/.test(text[end - 1] ?? ''));
  return { depth: marks.length, text: closed ? text.slice(0, end).trimEnd() : text };
}

export function isRule(words: string): boolean {
  return /^(?:(?:-[ \t]*){3,}|(?:_[ \t]*){3,}|(?:\*[ \t]*){3,})$/.test(words);
}

/** 1 or 2 for a line that underlines a heading. */
export function readUnderline(words: string): 1 | 2 | undefined {
  if (!/^(?:=+|-+)[ \t]*$/.test(words)) return undefined;
  return words.startsWith('=') ? 1 : 2;
}

export interface ListMarker {
  readonly text: string;
  /** Items of one list have the same: the bullet, or what follows the number. */
  readonly kind: string;
  readonly ordered: boolean;
  readonly start: number | '';
}

export function readListMarker(words: string): ListMarker | undefined {
  const match = /^(?:[*+-]|(\d{1,9})([.)]))(?=[ \t]|$)/.exec(words);
  if (!match) return undefined;
  const [text, number, delimiter] = match;
  return { text, kind: delimiter ?? text, ordered: number !== undefined, start: number === undefined ? '' : Number(number) };
}

export const footnoteStart = /^\[\^([^\]\s]{1,99})\]:/;

export type Alignment = 'center' | 'left' | 'right' | null;

/** More columns than anybody reads. Without a bound a short row of a wide table would cost the whole width. */
const mostColumns = 200;

/** The columns of a delimiter row, `undefined` when the line is none. */
export function readDelimiterRow(words: string): readonly Alignment[] | undefined {
  if (!/^[|:-][|:\- \t]*$/.test(words) || !/[|:]/.test(words)) return undefined;
  const cells = splitRow(words);
  if (cells.length === 0 || cells.length > mostColumns) return undefined;
  const columns: Alignment[] = [];
  for (const cell of cells) {
    if (!/^:?-+:?$/.test(cell)) return undefined;
    const left = cell.startsWith(':');
    const right = cell.endsWith(':');
    columns.push(left && right ? 'center' : right ? 'right' : left ? 'left' : null);
  }
  return columns;
}

/** The cells of a row of a table; `\|` is a bar inside a cell. */
export function splitRow(line: string): string[] {
  const row = line.trim();
  const cells: string[] = [];
  let cell = '';
  let start = row.startsWith('|') ? 1 : 0;
  let backslashes = 0;
  for (let index = start; index < row.length; index++) {
    const code = row.charCodeAt(index);
    if (code === 92) {
      backslashes += 1;
      continue;
    }
    if (code === 124) {
      if (backslashes % 2 === 1) cell += row.slice(start, index - 1);
      else {
        cells.push((cell + row.slice(start, index)).trim());
        cell = '';
      }
      start = backslashes % 2 === 1 ? index : index + 1;
    }
    backslashes = 0;
  }
  const last = (cell + row.slice(start)).trim();
  if (last !== '' || cells.length === 0) cells.push(last);
  return cells;
}
