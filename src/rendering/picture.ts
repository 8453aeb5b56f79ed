/** A picture in the words of a reply: drawn, or a place that says why not and asks. */
import { html, nothing, type TemplateResult } from 'lit';
import { AsyncDirective } from 'lit/async-directive.js';
import { directive, type ChildPart } from 'lit/directive.js';
import { guard } from 'lit/directives/guard.js';
import { readImage, type ImageAddress } from '../markdown/addresses.js';
import { decodeEntities } from '../markdown/entities.js';
import { plainTextOf } from '../markdown/plain-text.js';
import type { Tokens } from '../markdown/tokens.js';
import { renderBlockedImage } from './image.js';
import { imageSize } from './image-size.js';
import type { RemoteImages } from './remote-images.js';
import type { RenderContext } from './render-context.js';

/** Sizes of remote pictures that were seen before, by address. */
const knownSizes = new Map<string, readonly [width: number, height: number]>();
const mostSizes = 500;

export function renderMarkdownImage(token: Tokens.Image, context: RenderContext): unknown {
  const words = plainTextOf(token.tokens) || decodeEntities(token.text);
  const image = readImage(token.href, context.allowedImageOrigins);
  if (image.kind === 'shown') return image.remote ? renderRemote(image.src, words) : renderInlineData(image.src, words);
  const address = context.remoteImages && addressOf(token.href);
  return address && context.remoteImages ? asked(image, address, words, context.remoteImages, context) : renderBlocked(image, words, context);
}

/** The address when it is one that could be loaded at all. */
function addressOf(written: string): string | undefined {
  try {
    const image = readImage(written, [new URL(decodeEntities(written)).origin]);
    return image.kind === 'shown' && image.remote ? image.src : undefined;
  } catch {
    return undefined;
  }
}

function renderInlineData(source: string, words: string): TemplateResult {
  const [width, height] = imageSize(source.slice(source.indexOf(',') + 1)) ?? [nothing, nothing];
  return html`<img class="picture" src=${source} alt=${words} width=${width} height=${height} decoding="async" />`;
}

/**
 * A picture of unknown size gets a frame that stays, so that nothing below it moves when it comes, and not in a later render either.
 * Seen again elsewhere, its own size is kept free.
 */
function renderRemote(source: string, words: string): unknown {
  return guard([source, words], () => {
    const size = knownSizes.get(source);
    const [width, height] = size ?? [nothing, nothing];
    return html`<img class=${size ? 'picture' : 'picture framed'} src=${source} alt=${words} width=${width} height=${height} referrerpolicy="no-referrer" loading="lazy" decoding="async" @load=${keepSize} />`;
  });
}

function keepSize(event: Event): void {
  const image = event.currentTarget as HTMLImageElement;
  image.classList.add('loaded');
  if (image.naturalWidth === 0) return;
  if (knownSizes.size >= mostSizes) knownSizes.clear();
  knownSizes.set(image.src, [image.naturalWidth, image.naturalHeight]);
}

function renderBlocked(image: ImageAddress, words: string, { strings }: RenderContext, actions: unknown = nothing): TemplateResult {
  const { host, extra } = image.kind === 'blocked' ? image : { host: '', extra: 0 };
  const carries = extra > 0 ? strings.addressCarries?.(extra) : undefined;
  return renderBlockedImage(strings.imageNotLoaded, words, [host, carries].filter(Boolean).join(' · '), actions);
}

type Inputs = [image: ImageAddress, address: string, words: string, images: RemoteImages, context: RenderContext];

/** Draws itself anew when the person chose something, here or at another picture. */
class AskedDirective extends AsyncDirective {
  #inputs: Inputs | undefined;
  #end: (() => void) | undefined;
  #images: RemoteImages | undefined;

  override render(...[image, address, words, images, context]: Inputs): unknown {
    const decision = images.decisionFor(address);
    const loads = decision === 'always' || decision === 'once';
    const actions = loads || context.insideLink ? nothing : this.#actions(address, images, decision, context);
    return html`<span class="remote" tabindex="-1">${loads ? renderRemote(address, words) : renderBlocked(image, words, context, actions)}</span>`;
  }

  override update(_part: ChildPart, inputs: Inputs): unknown {
    this.#inputs = inputs;
    if (this.isConnected) this.#listen(inputs[3]);
    return this.render(...inputs);
  }

  protected override disconnected(): void {
    this.#end?.();
    this.#images = undefined;
  }

  protected override reconnected(): void {
    if (!this.#inputs) return;
    this.#listen(this.#inputs[3]);
    this.setValue(this.render(...this.#inputs));
  }

  #listen(images: RemoteImages): void {
    if (this.#images === images) return;
    this.#end?.();
    this.#images = images;
    this.#end = images.subscribe(() => {
      if (this.#inputs) this.setValue(this.render(...this.#inputs));
    });
  }

  #actions(address: string, images: RemoteImages, decision: 'ask' | 'never', { strings }: RenderContext): TemplateResult {
    const on = (act: () => void) => (event: Event): void => {
      const place = (event.currentTarget as HTMLElement).closest<HTMLElement>('.remote');
      act();
      // The button is gone; the place it stood in is not.
      if (place?.isConnected) place.focus({ preventScroll: true });
    };
    if (decision === 'never') return html`<span class="a"><button type="button" class="btn small quiet" @click=${on(() => images.choose(address, null))}>${strings.imageAskAgain}</button></span>`;
    return html`<span class="a"
      ><button type="button" class="btn small" @click=${on(() => images.loadOnce(address))}>${strings.imageLoadOnce}</button
      ><button type="button" class="btn small quiet" @click=${on(() => images.choose(address, 'always'))}>${strings.imageAlways}</button
      ><button type="button" class="btn small quiet" @click=${on(() => images.choose(address, 'never'))}>${strings.imageNever}</button></span
    >`;
  }
}

const asked = directive(AskedDirective);
