/**
 * Words that still grow, shown as what they will most likely be: an open `**` is bold already, an open `[words](https://a.te` is its
 * words and no link, a mark at the very end waits. Nothing is shown that was not written.
 */
import type { MarkedToken, Token, Tokens } from 'marked';
import { lastStretch, type InlineReader } from './inline.js';
import { plainTextOf } from './plain-text.js';

/** The block that the text ends in, with its last words as they are shown while the text grows. `midLine`: its last line has no end. */
export function holdGrowingEnd(token: MarkedToken, reader: InlineReader, midLine: boolean): MarkedToken {
  switch (token.type) {
    case 'paragraph':
    case 'text':
    case 'heading':
      return { ...token, tokens: growingWords(token.text, token.tokens ?? [], reader, midLine) };
    case 'blockquote':
    case 'list_item':
      return { ...token, tokens: holdLast(token.tokens, reader, midLine) };
    case 'list':
      return { ...token, items: holdLast(token.items, reader, midLine) as Tokens.ListItem[] };
    case 'table':
      return midLine ? holdInTable(token, reader) : token;
    default: {
      const { type, text, tokens } = token as unknown as { type: string; text: string; tokens: Token[] };
      return type === 'footnote_def' ? ({ ...token, tokens: growingWords(text, tokens, reader, midLine) } as MarkedToken) : token;
    }
  }
}

function holdLast(tokens: readonly Token[], reader: InlineReader, midLine: boolean): Token[] {
  const last = tokens.at(-1) as MarkedToken | undefined;
  return last ? tokens.with(-1, holdGrowingEnd(last, reader, midLine)) : [];
}

function holdInTable(table: Tokens.Table, reader: InlineReader): Tokens.Table {
  const row = table.rows.at(-1);
  const index = row?.findLastIndex((cell) => cell.text !== '') ?? -1;
  const cell = row?.[index];
  if (!row || !cell) return table;
  return { ...table, rows: [...table.rows.slice(0, -1), row.with(index, { ...cell, tokens: growingWords(cell.text, cell.tokens, reader, true) })] };
}

function growingWords(text: string, tokens: readonly Token[], reader: InlineReader, midLine: boolean): Token[] {
  const box = tokens[0]?.type === 'checkbox' ? tokens[0] : undefined;
  const words = box ? text.slice(box.raw.length) : text;
  const start = lastStretch(words);
  const end = words.slice(start);
  const healed = closeOpenMarks(end, midLine);
  let read: readonly Token[] = box ? tokens.slice(1) : tokens;
  if (healed !== end) {
    const closed = reader.read(healed);
    if (isPartOf(plainTextOf(closed), end)) read = start > 0 ? [...reader.read(words.slice(0, start)), ...closed] : closed;
  }
  const shown = midLine ? holdAddress(read) : [...read];
  return box ? [box, ...shown] : shown;
}

/** Every character of the one, in order, is in the other. */
function isPartOf(shown: string, written: string): boolean {
  let at = 0;
  for (const character of shown) {
    if (character === ' ' || character === '\n') continue;
    at = written.indexOf(character, at);
    if (at < 0) return false;
    at += character.length;
  }
  return true;
}

interface OpenMark {
  readonly mark: string;
  count: number;
  readonly at: number;
}

/** What may be the start of something whose other half has not come. */
const unfinishedEnd = /(?:&#?\w{0,8}|<\/?(?:b|br|br ?\/?)?|[*_~`]+|!?\[|(?:^|\s)!|\\)$/i;
const word = /[\p{L}\p{N}]/u;
const wordOrClosing = /[\p{L}\p{N}\])]/u;
const space = /\s/;
const punctuation = /[\p{P}\p{S}]/u;

/** What follows `](` up to the end of the text, when it may still become an address with a title. */
const halfAddress = /^\(\s*(?:<[^<>\n]*|<[^<>\n]*>\s*|[^\s<]\S*)?(?:\s+(?:["'(][^]*)?)?$/;
const wholeAddress = /\((?:\\[^]|[^\\()]|\((?:\\[^]|[^\\()])*\))*\)/y;
const angled = /<[^<>\s][^<>]*>/y;

/** Longer words in brackets are no link. */
const longestLabel = 300;

/** Text with its open marks closed at the end, and without what is not decided there. */
export function closeOpenMarks(text: string, midLine: boolean): string {
  const source = midLine ? withoutUnfinished(text) : text;
  const open: OpenMark[] = [];
  const brackets: { readonly at: number; readonly image: boolean }[] = [];
  let code = '';
  for (let at = 0; at < source.length; at++) {
    const character = source[at] ?? '';
    if (character === '\\') at += 1;
    else if (character === '<') {
      angled.lastIndex = at;
      if (angled.test(source)) at = angled.lastIndex - 1;
    } else if (character === '`') {
      const run = runAt(source, at);
      const end = endOfCode(source, at + run, run);
      if (end < 0) {
        code = '`'.repeat(run);
        break;
      }
      at = end - 1;
    } else if (character === '[') brackets.push({ at, image: source[at - 1] === '!' });
    else if (character === ']') {
      const bracket = brackets.pop();
      if (!bracket) continue;
      const rest = source.slice(at + 1);
      wholeAddress.lastIndex = at + 1;
      if (rest.startsWith('(') && wholeAddress.test(source)) at = wholeAddress.lastIndex - 1;
      else if (isHalfLink(rest, midLine) && at - bracket.at <= longestLabel && mayBegin(source, bracket)) return halfLink(source, bracket, at, open);
    } else if (character === '*' || character === '_' || character === '~') {
      const run = runAt(source, at);
      meetMarks(open, source, at, run);
      at += run - 1;
    }
  }
  const bracket = brackets.find((each) => each.image || (source.length - each.at <= longestLabel && mayBegin(source, each)));
  let shown = source;
  if (code === '' && bracket?.image) return close(source.slice(0, bracket.at - 1), open, bracket.at - 1, '');
  if (midLine && code === '' && bracket) shown = `${source.slice(0, bracket.at)}${source.slice(bracket.at + 1)}`;
  return close(shown, open, source.length, code);
}

/** A bracket at the end may have marks before it. */
function withoutUnfinished(text: string): string {
  const cut = text.replace(unfinishedEnd, '');
  return text.endsWith('[') ? cut.replace(unfinishedEnd, '') : cut;
}

function runAt(text: string, at: number): number {
  let end = at;
  while (text[end] === text[at]) end += 1;
  return end - at;
}

function endOfCode(text: string, from: number, run: number): number {
  for (let at = text.indexOf('`', from); at >= 0; ) {
    const length = runAt(text, at);
    if (length === run) return at + length;
    at = text.indexOf('`', at + length);
  }
  return -1;
}

function isHalfLink(rest: string, midLine: boolean): boolean {
  return (midLine && rest === '') || halfAddress.test(rest) || /^\[[^\]]*$/.test(rest);
}

/** Brackets that follow a word are an index, `[ ]` is a box, `[^` a footnote. */
function mayBegin(text: string, { at, image }: { readonly at: number; readonly image: boolean }): boolean {
  if (image) return true;
  const next = text[at + 1] ?? ' ';
  return !space.test(next) && next !== '^' && next !== ']' && !wordOrClosing.test(text[at - 1] ?? ' ');
}

function halfLink(text: string, bracket: { readonly at: number; readonly image: boolean }, end: number, open: OpenMark[]): string {
  if (bracket.image) return close(text.slice(0, bracket.at - 1), open, bracket.at - 1, '');
  return close(text.slice(0, bracket.at) + text.slice(bracket.at + 1, end), open, end, '');
}

/** Closes and opens emphasis as CommonMark's flanking rules say, only that a mark inside a word never opens. */
function meetMarks(open: OpenMark[], text: string, at: number, run: number): void {
  const mark = text[at] ?? '';
  if (mark === '~' && run !== 2) return;
  const before = text[at - 1] ?? ' ';
  const after = text[at + run] ?? ' ';
  let left = run;
  if (!space.test(before) && (!punctuation.test(before) || space.test(after) || punctuation.test(after))) {
    for (let place = open.length - 1; place >= 0 && left > 0; place--) {
      const opener = open[place];
      if (!opener || opener.mark !== mark) continue;
      const used = Math.min(opener.count, left);
      left -= used;
      opener.count -= used;
      open.length = opener.count > 0 ? place + 1 : place;
    }
  }
  const opens = !space.test(after) && !word.test(before) && (!punctuation.test(after) || space.test(before) || punctuation.test(before));
  if (left > 0 && left <= 3 && opens) open.push({ mark, count: left, at });
}

function close(text: string, open: readonly OpenMark[], end: number, code: string): string {
  let shown = text.trimEnd();
  if (code !== '') {
    if (shown.endsWith(code)) return close(shown.slice(0, -code.length), open, end, '');
    shown += code;
  }
  const marks = open.filter(({ at }) => at < end);
  return shown + marks.map(({ mark, count }) => mark.repeat(count)).reverse().join('');
}

/** A bare address is settled by white space after it; one inside `[words](` only when the link is whole. */
function holdAddress(tokens: readonly Token[]): Token[] {
  const last = tokens.at(-1);
  if (last?.type === 'strong' || last?.type === 'em' || last?.type === 'del') {
    return [...tokens.slice(0, -1), { ...last, tokens: holdAddress(last.tokens ?? []) }];
  }
  const index = tokens.findLastIndex((token) => token.type === 'link' && (token as Tokens.Link).autolink === true && !token.raw.startsWith('<'));
  const link = tokens[index];
  if (!link) return [...tokens];
  const after = tokens
    .slice(index + 1)
    .map((token) => token.raw)
    .join('');
  const before = tokens[index - 1]?.raw ?? '';
  const growing = !space.test(after) || /\]\(<?\s*$/.test(before);
  if (!growing) return [...tokens];
  const words: Tokens.Text = { type: 'text', raw: link.raw, text: link.raw, escaped: true };
  return tokens.toSpliced(index, 1, words);
}
