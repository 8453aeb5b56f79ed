import { html, nothing, type TemplateResult } from 'lit';
import type { ImageBlock } from '../model/message.js';
import { withVisibleControls } from './bidi-controls.js';
import { icon } from './icons.js';
import type { RenderContext } from './render-context.js';

/** Raster kinds that browsers draw. Anything else could be a document. */
const drawable = /^image\/(?:png|jpeg|gif|webp|avif|bmp)$/;

/** An attached picture from its own bytes; nothing is loaded. A kind that is not drawn is named instead. */
export function renderImage(block: ImageBlock, context: RenderContext): TemplateResult {
  const { media_type: mediaType, data } = block.source;
  if (drawable.test(mediaType)) {
    return html`<figure class="thumb"><img src=${`data:${mediaType};base64,${data}`} alt=${context.strings.imageAlt} decoding="async" /></figure>`;
  }
  return renderBlockedImage(context.strings.imageNotLoaded, context.strings.imageAlt, mediaType);
}

/** The place of a picture that is not loaded: that it is so, its words, where it would have come from, and what may be done about it. */
export function renderBlockedImage(title: string, alt: string, source: string, actions: unknown = nothing): TemplateResult {
  return html`<span class="blocked" role="group" aria-label=${title}
    >${icon('image-off')}<span class="t"><b>${title}</b>${alt ? html`<span class="alt">${withVisibleControls(alt, false)}</span>` : nothing}${source ? html`<span>${source}</span>` : nothing}</span>${actions}</span
  >`;
}
