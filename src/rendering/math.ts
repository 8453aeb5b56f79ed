/** Finds formulas among the tokens of a line. Only a host that draws them makes them anything but text. */
import type { Token, Tokens } from '../markdown/tokens.js';
import { rendererNamed } from './host-renderers.js';
import { isolated } from './isolated.js';
import type { MathBlock, RenderContext } from './render-context.js';

/** A stretch of the line that is a formula, with what was written. */
export interface MathToken {
  readonly type: 'math';
  readonly raw: string;
  readonly block: MathBlock;
}

/** `$$` twice and no more dollars around, or a backslash before brackets. One `$` is money. */
const formula = /(?<![$\\])\$\$(?!\$)([^$]{1,4000}?)(?<!\\)\$\$(?!\$)|(?<!\\)\\\(([^]{1,4000}?)\\\)|(?<!\\)\\\[([^]{1,4000}?)\\\]/g;

/** The tokens with formulas in their place; the same list when there are none or nobody draws them. */
export function withMath(tokens: readonly Token[], context: RenderContext): readonly (Token | MathToken)[] {
  if (!rendererNamed(context.renderers, 'math') || !tokens.some(mayHold)) return tokens;
  const line = tokens.map(({ raw }) => raw).join('');
  const found = [...line.matchAll(formula)].flatMap((match) => readFormula(match, line) ?? []);
  return found.length > 0 ? replaced(tokens, found) : tokens;
}

export function renderMath({ raw, block }: MathToken, context: RenderContext): unknown {
  const renderer = rendererNamed(context.renderers, 'math');
  return renderer ? isolated(renderer, block, context, () => raw) : raw;
}

const mayHold = ({ type, raw }: Token): boolean => (type === 'text' && raw.includes('$$')) || (type === 'escape' && /^\\[([]$/.test(raw));

interface Found {
  readonly start: number;
  readonly end: number;
  readonly token: MathToken;
}

function readFormula(match: RegExpExecArray, line: string): Found | undefined {
  const [raw, dollars, round, square] = match;
  const inner = dollars ?? round ?? square ?? '';
  const alone = line.trim() === raw;
  // "$$ or $$" are two prices. With room inside, only a formula that stands alone is one.
  if (inner.trim() === '' || (dollars !== undefined && !alone && inner !== inner.trim())) return undefined;
  const display = square !== undefined || (dollars !== undefined && alone);
  return { start: match.index, end: match.index + raw.length, token: { type: 'math', raw, block: { type: 'math', text: inner.trim(), display } } };
}

/** Formulas begin and end in plain text; one that begins in code or in a link is none. What lies between is read as part of it. */
function replaced(tokens: readonly Token[], found: readonly Found[]): readonly (Token | MathToken)[] {
  const result: (Token | MathToken)[] = [];
  let offset = 0;
  let rest = found.filter(({ start, end }) => isPlainAt(tokens, start) && isPlainAt(tokens, end - 1));
  for (const token of tokens) {
    const end = offset + token.raw.length;
    let at = offset;
    for (let next = rest[0]; next && next.start < end; next = rest[0]) {
      if (next.start > at) result.push(cut(token, at - offset, next.start - offset));
      if (next.start >= offset) result.push(next.token);
      at = Math.min(end, next.end);
      if (next.end > end) break;
      rest = rest.slice(1);
    }
    if (at === offset) result.push(token);
    else if (at < end) result.push(cut(token, at - offset, end - offset));
    offset = end;
  }
  return result;
}

function isPlainAt(tokens: readonly Token[], offset: number): boolean {
  let end = 0;
  for (const token of tokens) {
    end += token.raw.length;
    if (offset < end) return token.type === 'text' || token.type === 'escape';
  }
  return false;
}

function cut(token: Token, start: number, end: number): Tokens.Text {
  const raw = token.raw.slice(start, end);
  return { type: 'text', raw, text: raw, escaped: false };
}
