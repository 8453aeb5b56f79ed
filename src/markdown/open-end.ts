/**
 * The last line of text that still grows can mean several things ("-" is a rule, a list or an underlined heading).
 * What cannot be told yet is held back, so a block never jumps between kinds and no link leads to half an address.
 */
import type { MarkedToken, Token, Tokens } from 'marked';

/** Longer lines are never only markers; the bound keeps the patterns cheap. */
const longestMarkerLine = 200;

/** Quote bars and list markers that a line may start with. */
const containers = /^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*/;

const undecided: readonly RegExp[] = [
  /^[-=_*+]*[ \t]*$/, // bullet, underline, rule, the start of emphasis
  /^(?:[-_*][ \t]*)+$/, // rule with gaps
  /^\d{1,9}[.)]?[ \t]*$/, // number of a list item
  /^#{1,6}[ \t]*$/, // heading without words
  /^`{1,2}$/, // start of a fence or of its end
  /^`{3,}[^`]*$/, // fence whose label grows
  /^~+[^~]*$/,
  /^[|:\- \t]+$/, // delimiter row of a table
  /^\[[ xX]?\]?[ \t]*$/, // task mark
  /^\[[^\]]*\]:[ \t]*\S*$/, // reference definition whose address grows
];

/** A definition may keep its address on the line below its label. */
const definitionOnTwoLines = /^[ \t>]*\[[^\]]*\]:[ \t]*\n[ \t>]*\S*$/;

/** The part of growing text whose meaning is settled. Only the last line, while it has no end, is ever held back. */
export function settledText(text: string): string {
  const lineStart = text.lastIndexOf('\n') + 1;
  const line = text.slice(lineStart);
  if (line.length > longestMarkerLine) return text;
  const previousStart = lineStart > 0 ? text.lastIndexOf('\n', lineStart - 2) + 1 : 0;
  if (lineStart > 0 && lineStart - previousStart <= longestMarkerLine && definitionOnTwoLines.test(text.slice(previousStart))) {
    return text.slice(0, lineStart);
  }
  const rest = line.replace(containers, '');
  return undecided.some((pattern) => pattern.test(rest)) ? text.slice(0, lineStart) : text;
}

/**
 * The same block with a bare address that may still grow shown as words; an equal block when there is none.
 * Give it only the last block of text that ends inside it.
 */
export function holdGrowingLink(token: MarkedToken): MarkedToken {
  switch (token.type) {
    case 'paragraph':
    case 'text':
    case 'heading':
      return { ...token, tokens: holdInline(token.tokens ?? []) };
    case 'blockquote':
    case 'list_item':
      return { ...token, tokens: holdLast(token.tokens) };
    case 'list':
      return { ...token, items: holdLast(token.items) as Tokens.ListItem[] };
    case 'table':
      return holdInTable(token);
    default:
      return token;
  }
}

function holdLast(tokens: readonly Token[]): Token[] {
  const last = tokens.at(-1) as MarkedToken | undefined;
  return last ? [...tokens.slice(0, -1), holdGrowingLink(last)] : [];
}

function holdInTable(table: Tokens.Table): Tokens.Table {
  const row = table.rows.at(-1);
  const index = row?.findLastIndex((cell) => cell.text !== '') ?? -1;
  const cell = row?.[index];
  if (!row || !cell) return table;
  return { ...table, rows: [...table.rows.slice(0, -1), row.with(index, { ...cell, tokens: holdInline(cell.tokens) })] };
}

/** A bare address is settled by white space after it; one inside `[words](` only when the link is whole. */
function holdInline(tokens: readonly Token[]): Token[] {
  const index = tokens.findLastIndex((token) => token.type === 'link' && (token as Tokens.Link).autolink === true && !token.raw.startsWith('<'));
  const link = tokens[index];
  if (!link) return [...tokens];
  const after = tokens
    .slice(index + 1)
    .map((token) => token.raw)
    .join('');
  const before = tokens[index - 1]?.raw ?? '';
  const growing = !/\s/.test(after) || /\]\(<?\s*$/.test(before);
  if (!growing) return [...tokens];
  const words: Tokens.Text = { type: 'text', raw: link.raw, text: link.raw, escaped: true };
  return tokens.toSpliced(index, 1, words);
}
