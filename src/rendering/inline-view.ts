/** What stands inside a line of Markdown: tokens -> templates. There is no string of HTML anywhere, so nothing can turn into script. */
import { html, nothing, type TemplateResult } from 'lit';
import type { MarkedToken, Token, Tokens } from '../markdown/tokens.js';
import { misleads, readImage, readLink } from '../markdown/addresses.js';
import { decodeEntities } from '../markdown/entities.js';
import { plainTextOf } from '../markdown/plain-text.js';
import { renderBlockedImage } from './image.js';
import type { RenderContext } from './render-context.js';

/** Deeper emphasis and quotes than anybody writes; below that the text is shown as written. */
export const deepest = 40;

export function renderInline(tokens: readonly Token[], context: RenderContext, depth = 0): unknown[] {
  return tokens.map((token) => renderToken(token as MarkedToken, context, depth));
}

function renderToken(token: MarkedToken, context: RenderContext, depth: number): unknown {
  if (depth > deepest) return token.raw;
  switch (token.type) {
    case 'text':
      return token.tokens ? renderInline(token.tokens, context, depth + 1) : decodeEntities(token.text);
    case 'escape':
      return token.text;
    case 'strong':
      return html`<strong>${renderInline(token.tokens, context, depth + 1)}</strong>`;
    case 'em':
      return html`<em>${renderInline(token.tokens, context, depth + 1)}</em>`;
    case 'del':
      return html`<del>${renderInline(token.tokens, context, depth + 1)}</del>`;
    case 'codespan':
      return html`<code dir="ltr">${token.text}</code>`;
    case 'br':
      return html`<br />`;
    case 'html':
      return /^<br\s*\/?>$/i.test(token.raw) ? html`<br />` : token.raw;
    case 'link':
      return renderLink(token, context, depth);
    case 'image':
      return renderMarkdownImage(token, context);
    default:
      return token.raw;
  }
}

/** A link that leaves the page shows its true destination as a tooltip, and beside the words when these name another host. */
function renderLink(token: Tokens.Link, context: RenderContext, depth: number): unknown {
  const address = readLink(token.href, token.autolink === true);
  const words = renderInline(token.tokens, context, depth + 1);
  switch (address.kind) {
    case 'web': {
      const shown = misleads(plainTextOf(token.tokens), address.host, address.hasCredentials);
      return html`<a class="link" href=${address.href} target="_blank" rel="noopener noreferrer nofollow" title=${address.href}
        >${words}${shown ? html` <bdi class="muted host">(${address.host})</bdi>` : nothing}</a
      >`;
    }
    case 'mail':
      return html`<a class="link" href=${address.href} rel="noopener noreferrer nofollow" title=${address.href}>${words}</a>`;
    case 'fragment':
      return html`<a class="link" href=${address.href}>${words}</a>`;
    case 'inert':
      // `vector<std::string>` has the shape of an address in angle brackets.
      if (token.autolink) return token.raw;
      return html`<span class="inert">${words} <bdi class="muted">(${address.address})</bdi></span>`;
  }
}

function renderMarkdownImage(token: Tokens.Image, context: RenderContext): TemplateResult {
  const words = plainTextOf(token.tokens) || decodeEntities(token.text);
  const image = readImage(token.href, context.allowedImageOrigins);
  if (image.kind === 'shown') {
    return image.remote
      ? html`<img class="picture" src=${image.src} alt=${words} referrerpolicy="no-referrer" loading="lazy" decoding="async" />`
      : html`<img class="picture" src=${image.src} alt=${words} />`;
  }
  const carries = image.extra > 0 ? context.strings.addressCarries?.(image.extra) : undefined;
  const source = [image.host, carries].filter(Boolean).join(' · ');
  return renderBlockedImage(context.strings.imageNotLoaded, words, source);
}
