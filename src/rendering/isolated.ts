/** Draws what a host's renderer gives in a place of its own, so that what it throws harms only that place. */
import { nothing, render, type RootPart } from 'lit';
import { AsyncDirective } from 'lit/async-directive.js';
import { directive, PartType, type PartInfo } from 'lit/directive.js';
import type { ContentRenderer, ElementRenderer, HostRenderer, LazyRenderer, RenderContext, RenderedBlock } from './render-context.js';

type ReadyRenderer = ContentRenderer | ElementRenderer;

/** Shared by all places of the page: a renderer is fetched once. `null` when it could not be fetched. */
const loaded = new WeakMap<LazyRenderer, ReadyRenderer | null | Promise<void>>();

class IsolatedDirective extends AsyncDirective {
  #inputs: readonly [HostRenderer, RenderedBlock, RenderContext, () => unknown] | undefined;
  #frame: HTMLElement | undefined;
  #root: RootPart | undefined;
  #reported: string | undefined;
  #waitsFor: LazyRenderer | undefined;

  constructor(info: PartInfo) {
    super(info);
    if (info.type !== PartType.CHILD) throw new Error('isolated() stands between tags');
  }

  override render(renderer: HostRenderer, block: RenderedBlock, context: RenderContext, fallback: () => unknown): unknown {
    this.#inputs = [renderer, block, context, fallback];
    try {
      const ready = 'load' in renderer ? this.#fetch(renderer) : renderer;
      if (ready) return this.#draw(ready, block, context);
    } catch (error) {
      this.#report(error);
    }
    return this.#fall(fallback);
  }

  protected override disconnected(): void {
    this.#root?.setConnected(false);
  }

  protected override reconnected(): void {
    this.#root?.setConnected(true);
    // A renderer may have arrived while the place was out of the page.
    if (this.#inputs) this.setValue(this.render(...this.#inputs));
  }

  #draw(renderer: ReadyRenderer, block: RenderedBlock, context: RenderContext): HTMLElement {
    if ('element' in renderer) return this.#drawElement(renderer.element, block, context);
    if (!this.#frame || !this.#root) {
      this.#frame = document.createElement('div');
      this.#frame.className = 'drawn';
    }
    this.#root = render(renderer.render(block, context), this.#frame, { isConnected: this.isConnected });
    return this.#frame;
  }

  #drawElement(tag: string, block: RenderedBlock, context: RenderContext): HTMLElement {
    if (!/^[a-z][a-z0-9._]*-[a-z0-9._-]*$/.test(tag)) throw new Error(`renderers: element must be the tag of a custom element, as in "my-chart"; got "${tag}"`);
    if (this.#frame?.localName !== tag) this.#frame = document.createElement(tag);
    return Object.assign(this.#frame, { block, context });
  }

  /** What a failed drawing left behind is not built on. */
  #fall(fallback: () => unknown): unknown {
    this.#root?.setConnected(false);
    this.#root = undefined;
    this.#frame = undefined;
    return fallback();
  }

  #fetch(renderer: LazyRenderer): ReadyRenderer | null {
    let known = loaded.get(renderer);
    if (known === undefined) {
      known = Promise.resolve()
        .then(() => renderer.load())
        .then(
          (ready) => void loaded.set(renderer, ready),
          (error: unknown) => {
            loaded.set(renderer, null);
            this.#report(error);
          },
        );
      loaded.set(renderer, known);
    }
    if (!(known instanceof Promise)) return known;
    if (this.#waitsFor !== renderer) void known.then(() => this.#again(renderer));
    this.#waitsFor = renderer;
    return null;
  }

  #again(renderer: LazyRenderer): void {
    if (this.isConnected && this.#inputs?.[0] === renderer) this.setValue(this.render(...this.#inputs));
  }

  /** Drawn again with every piece of a reply, a fault is told once. */
  #report(error: unknown): void {
    const words = String(error);
    if (words === this.#reported) return;
    this.#reported = words;
    this.#inputs?.[2].report?.(error);
  }
}

const isolatedDirective = directive(IsolatedDirective);

/** The drawing of a host's renderer, for a child position; `fallback` when it throws or is not there yet. */
export function isolated(renderer: HostRenderer, block: RenderedBlock, context: RenderContext, fallback: () => unknown = () => nothing): unknown {
  return isolatedDirective(renderer, block, context, fallback);
}
