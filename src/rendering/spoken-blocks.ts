/** A block of Markdown -> what a voice says of it: words without their syntax; code, tables and pictures in a few words. */
import type { MarkedToken, Token, Tokens } from '../markdown/tokens.js';
import { decodeEntities } from '../markdown/entities.js';
import { plainTextOf } from '../markdown/plain-text.js';
import { codeLabel } from './code-label.js';

/** What is nested deeper is said as it was written. */
const deepest = 40;

/** What the voice says in place of what it does not read out. `AgentStrings` has them all. */
export interface SpokenWords {
  /** `language` is '' when the code names none. */
  readonly spokenCode: (lines: number, language: string) => string;
  /** `columns` are the headings, with commas. */
  readonly spokenTable: (rows: number, columns: string) => string;
  /** `alt` is '' when the picture has no words. */
  readonly spokenImage: (alt: string) => string;
  /** A bare address. */
  readonly spokenLink: (host: string) => string;
  readonly taskDone: string;
  readonly taskOpen: string;
  readonly footnote: (label: string) => string;
  readonly toolRunning: (name: string) => string;
  readonly toolFailed: (name: string) => string;
}

/** A stretch that is said in one piece, or prose to be cut into sentences. */
export interface Utterance {
  readonly text: string;
  readonly prose: boolean;
  /** Said before the first sentence: the number of a list item. */
  readonly lead: string;
}

const tidy = (text: string): string => text.replace(/\s+/g, ' ').trim();
const prose = (text: string, lead = ''): Utterance => ({ text: tidy(text), prose: true, lead });
const summary = (text: string): Utterance => ({ text: tidy(text), prose: false, lead: '' });

/** In the order they are said. Definitions and rules say nothing. */
export function utterancesOf(block: Token, words: SpokenWords, depth = 0): readonly Utterance[] {
  const token = block as MarkedToken;
  if (depth > deepest) return [prose(token.raw)];
  switch (token.type) {
    case 'code':
      return [summary(words.spokenCode(token.text.replace(/\n$/, '').split('\n').length, codeLabel(decodeEntities(token.lang ?? ''))))];
    case 'table':
      return [summary(words.spokenTable(token.rows.length, token.header.map((cell) => tidy(plainTextOf(cell.tokens))).filter(Boolean).join(', ')))];
    case 'list':
      return token.items.flatMap((item, index) => itemUtterances(item, token.ordered ? `${Number(token.start || 1) + index}.` : '', words, depth + 1));
    case 'blockquote':
      return token.tokens.flatMap((inner) => utterancesOf(inner, words, depth + 1));
    case 'def':
    case 'hr':
    case 'space':
    case 'checkbox':
      return [];
    default:
      return block.type === 'footnote_def'
        ? [prose(`${words.footnote(labelOf(block))}: ${inlineText(innerOf(block), words, depth)}`)]
        : [prose(inlineText(innerOf(block).length > 0 ? innerOf(block) : [block], words, depth))];
  }
}

const innerOf = (token: Token): readonly Token[] => ('tokens' in token ? (token.tokens ?? []) : []);
const labelOf = (token: Token): string => ('label' in token ? String(token['label']) : '');

function itemUtterances(item: Tokens.ListItem, number: string, words: SpokenWords, depth: number): readonly Utterance[] {
  const inner = item.tokens.flatMap((token) => utterancesOf(token, words, depth + 1));
  const lead = [number, item.task ? (item.checked ? words.taskDone : words.taskOpen) : ''].filter(Boolean).join(' ');
  const [first, ...rest] = inner;
  return lead === '' || !first ? inner : [{ ...first, lead: [lead, first.lead].filter(Boolean).join(' ') }, ...rest];
}

function inlineText(tokens: readonly Token[], words: SpokenWords, depth: number): string {
  return tokens.map((token) => inline(token as MarkedToken, words, depth + 1)).join('');
}

function inline(token: MarkedToken, words: SpokenWords, depth: number): string {
  if (depth > deepest) return token.raw;
  switch (token.type) {
    case 'image':
      return ` ${words.spokenImage(tidy(decodeEntities(token.text)))} `;
    case 'link':
      return token.autolink === true || /^(?:https?:\/\/|www\.)\S+$/i.test(token.text) ? bareAddress(token, words) : inlineText(token.tokens, words, depth);
    case 'br':
      return ' ';
    case 'html':
      return /^<br\b/i.test(token.raw) ? ' ' : token.raw;
    case 'checkbox':
      return '';
    case 'strong':
    case 'em':
    case 'del':
      return inlineText(token.tokens, words, depth);
    case 'text':
      return token.tokens ? inlineText(token.tokens, words, depth) : decodeEntities(token.text);
    case 'codespan':
    case 'escape':
      return token.text;
    default:
      return (token.type as string) === 'footnote_ref' ? '' : plainTextOf([token]);
  }
}

/** An address read letter by letter helps nobody; where it leads does. A mail address is read as it is. */
function bareAddress(token: Tokens.Link, words: SpokenWords): string {
  if (token.href.startsWith('mailto:')) return token.text;
  try {
    return words.spokenLink(new URL(token.href).host);
  } catch {
    return token.text;
  }
}
