/** What stands inside a line of Markdown: tokens -> templates. There is no string of HTML anywhere, so nothing can turn into script. */
import { html } from 'lit';
import type { MarkedToken, Token } from '../markdown/tokens.js';
import { decodeEntities } from '../markdown/entities.js';
import { withVisibleControls } from './bidi-controls.js';
import { isFootnoteReference, renderFootnoteReference } from './footnote.js';
import { renderLink } from './link.js';
import { renderMath, withMath, type MathToken } from './math.js';
import { renderMarkdownImage } from './picture.js';
import type { RenderContext } from './render-context.js';

/** Deeper emphasis and quotes than anybody writes; below that the text is shown as written. */
export const deepest = 40;

export function renderInline(tokens: readonly Token[], context: RenderContext, depth = 0): unknown[] {
  return withMath(tokens, context).map((token) => renderToken(token as MarkedToken | MathToken, context, depth));
}

function renderToken(token: MarkedToken | MathToken, context: RenderContext, depth: number): unknown {
  if (depth > deepest) return token.raw;
  switch (token.type) {
    case 'text':
      return token.tokens ? renderInline(token.tokens, context, depth + 1) : withVisibleControls(decodeEntities(token.text), context.insideLink === true);
    case 'escape':
      return token.text;
    case 'strong':
      return html`<strong>${renderInline(token.tokens, context, depth + 1)}</strong>`;
    case 'em':
      return html`<em>${renderInline(token.tokens, context, depth + 1)}</em>`;
    case 'del':
      return html`<del>${renderInline(token.tokens, context, depth + 1)}</del>`;
    case 'codespan':
      return html`<code dir="ltr">${withVisibleControls(token.text)}</code>`;
    case 'br':
      return html`<br />`;
    case 'html':
      return /^<br\s*\/?>$/i.test(token.raw) ? html`<br />` : token.raw;
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
