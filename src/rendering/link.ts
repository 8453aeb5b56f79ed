import { html, nothing } from 'lit';
import type { Tokens } from '../markdown/tokens.js';
import { readLink } from '../markdown/addresses.js';
import { plainTextOf } from '../markdown/plain-text.js';
import { withVisibleControls } from './bidi-controls.js';
import { askBeforeLeaving } from './leave-view.js';
import { approvedAddress, doubtsAbout } from './link-doubts.js';
import type { RenderContext } from './render-context.js';

/**
 * A link of a reply around its drawn words. One that leaves the page shows its true destination as a tooltip, and beside the words
 * when these name another host; an odd one asks first. What may not be followed is words with their address behind them.
 */
export function renderLink(token: Tokens.Link, words: unknown, context: RenderContext): unknown {
  const address = readLink(token.href, token.autolink === true);
  switch (address.kind) {
    case 'web':
      return renderWebLink(token, words, address, context);
    case 'mail':
      return html`<a class="link" href=${address.href} rel="noopener noreferrer nofollow" title=${address.href}>${words}</a>`;
    case 'fragment':
      return html`<a class="link" href=${address.href}>${words}</a>`;
    case 'inert': {
      const approved = approvedAddress(address.address, context.allowedLinkSchemes);
      if (approved) return html`<a class="link" href=${approved} rel="noopener noreferrer nofollow" title=${approved}>${words}</a>`;
      // `vector<std::string>` has the shape of an address in angle brackets.
      if (token.autolink) return token.raw;
      return html`<span class="inert">${words} <bdi class="muted">(${withVisibleControls(address.address)})</bdi></span>`;
    }
  }
}

function renderWebLink(token: Tokens.Link, words: unknown, { href, host }: { readonly href: string; readonly host: string }, context: RenderContext): unknown {
  const doubts = doubtsAbout(href, plainTextOf(token.tokens));
  if (doubts.length === 0) return html`<a class="link" href=${href} target="_blank" rel="noopener noreferrer nofollow" title=${href}>${words}</a>`;
  const ask = (event: MouseEvent): void => {
    // The other buttons open menus, or nothing.
    if (event.type === 'auxclick' && event.button !== 1) return;
    event.preventDefault();
    askBeforeLeaving(event.currentTarget as HTMLElement, href, doubts, context.strings);
  };
  const shown = doubts.some(({ kind }) => kind === 'credentials' || kind === 'other-host');
  return html`<a class="link" href=${href} target="_blank" rel="noopener noreferrer nofollow" title=${href} @click=${ask} @auxclick=${ask}
    >${words}${shown ? html` <bdi class="muted host">(${host})</bdi>` : nothing}</a
  >`;
}
