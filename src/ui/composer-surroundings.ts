/** What the composer stands in: the element around it and its size, the kind of pointer, where focus is. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';

export interface ComposerSurroundingsCallbacks {
  readonly resized: () => void;
  readonly pressedOutside: () => void;
}

export class ComposerSurroundings implements ReactiveController {
  readonly #host: ReactiveControllerHost & Element;
  readonly #callbacks: ComposerSurroundingsCallbacks;
  #touch: MediaQueryList | null = null;
  #resizes: ResizeObserver | null = null;
  #frame = 0;

  constructor(host: ReactiveControllerHost & Element, callbacks: ComposerSurroundingsCallbacks) {
    this.#host = host;
    this.#callbacks = callbacks;
    host.addController(this);
  }

  hostConnected(): void {
    this.#touch = matchMedia('(pointer: coarse) and (hover: none)');
    this.#touch.addEventListener('change', this.#redraw);
    this.#resizes = new ResizeObserver(() => {
      cancelAnimationFrame(this.#frame);
      // In the next frame: resizing inside the observer is reported as an error.
      this.#frame = requestAnimationFrame(this.#callbacks.resized);
    });
    this.#resizes.observe(this.element);
  }

  hostDisconnected(): void {
    this.#touch?.removeEventListener('change', this.#redraw);
    this.#resizes?.disconnect();
    cancelAnimationFrame(this.#frame);
    this.watchPresses(false);
  }

  /** While watched, a press anywhere else is told of. */
  watchPresses(watched: boolean): void {
    document.removeEventListener('pointerdown', this.#onPress);
    if (watched) document.addEventListener('pointerdown', this.#onPress);
  }

  /** A finger and no mouse: most likely a soft keyboard, which has no Shift+Enter. */
  get isTouch(): boolean {
    return this.#touch?.matches === true;
  }

  /** The element whose shadow root this is. */
  get element(): Element {
    const root = this.#host.getRootNode();
    return root instanceof ShadowRoot ? root.host : this.#host;
  }

  /** What has focus inside the composer. */
  get focused(): Element | null {
    const active = (this.#host.getRootNode() as Document | ShadowRoot).activeElement ?? null;
    return active && this.#host.contains(active) ? active : null;
  }

  readonly #onPress = (event: Event): void => {
    if (!event.composedPath().includes(this.#host)) this.#callbacks.pressedOutside();
  };

  readonly #redraw = (): void => this.#host.requestUpdate();
}
