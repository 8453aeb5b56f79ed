/** What stands inside a line of Markdown: tokens -> words. There is no string of HTML anywhere, so nothing can turn into script. */
import { html } from 'lit';
import type { MarkedToken, Token } from '../markdown/tokens.js';
import { decodeEntities } from '../markdown/entities.js';
import { splitAtControls, withVisibleControls } from './bidi-controls.js';
import { isFootnoteReference, renderFootnoteReference } from './footnote.js';
import { renderLink } from './link.js';
import { renderMath, withMath, type MathToken } from './math.js';
import { renderMarkdownImage } from './picture.js';
import type { RenderContext } from './render-context.js';
import { words, type PlainWords, type Words } from './words.js';

/** Deeper emphasis and quotes than anybody writes; below that the text is shown as written. */
export const deepest = 40;

export function renderInline(tokens: readonly Token[], context: RenderContext, depth = 0): unknown {
  const pieces: Words[] = [];
  collect(pieces, tokens, context, depth);
  return words(pieces);
}

function collect(pieces: Words[], tokens: readonly Token[], context: RenderContext, depth: number): void {
  for (const token of withMath(tokens, context) as readonly (MarkedToken | MathToken)[]) {
    if (token.type === 'text' && token.tokens && depth < deepest) {
      collect(pieces, token.tokens, context, depth + 1);
      continue;
    }
    const plain = plainOf(token, context, depth);
    pieces.push(plain === null ? { template: renderToken(token, context, depth) } : { plain });
  }
}

/** Null for what needs a template: it listens, loads, is the host's, or shows characters that cannot be seen. */
function plainOf(token: MarkedToken | MathToken, context: RenderContext, depth: number): PlainWords | null {
  if (depth > deepest) return token.raw;
  switch (token.type) {
    case 'text':
      return plainText(decodeEntities(token.text), context.insideLink === true);
    case 'escape':
      return token.text;
    case 'codespan': {
      const text = plainText(token.text, true);
      return text === null ? null : { tag: 'code', inside: [text] };
    }
    case 'br':
      return { tag: 'br', inside: [] };
    case 'html':
      return /^<br\s*\/?>$/i.test(token.raw) ? { tag: 'br', inside: [] } : token.raw;
    case 'strong':
    case 'em':
    case 'del': {
      const inside: PlainWords[] = [];
      for (const inner of withMath(token.tokens, context) as readonly (MarkedToken | MathToken)[]) {
        const plain = inner.type === 'text' && inner.tokens ? null : plainOf(inner, context, depth + 1);
        if (plain === null) return null;
        inside.push(plain);
      }
      return { tag: token.type, inside };
    }
    default:
      return null;
  }
}

function plainText(text: string, everyControl: boolean): string | null {
  return splitAtControls(text, everyControl).length === 1 ? text : null;
}

function renderToken(token: MarkedToken | MathToken, context: RenderContext, depth: number): unknown {
  switch (token.type) {
    case 'text':
      return withVisibleControls(decodeEntities(token.text), context.insideLink === true);
    case 'strong':
      return html`<strong>${renderInline(token.tokens, context, depth + 1)}</strong>`;
    case 'em':
      return html`<em>${renderInline(token.tokens, context, depth + 1)}</em>`;
    case 'del':
      return html`<del>${renderInline(token.tokens, context, depth + 1)}</del>`;
    case 'codespan':
      return html`<code dir="ltr">${withVisibleControls(token.text)}</code>`;
    case 'link':
      return renderLink(token, renderInline(token.tokens, { ...context, insideLink: true }, depth + 1), context);
    case 'image':
      return renderMarkdownImage(token, context);
    case 'math':
      return renderMath(token, context);
    default:
      return isFootnoteReference(token) ? renderFootnoteReference(token, context) : token.raw;
  }
}
