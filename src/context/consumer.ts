/** Takes a context's value from the nearest ancestor, and only while there is one. */
import { ContextEvent, ContextRoot, type Context } from '@lit/context';
import type { ReactiveController, ReactiveControllerHost } from 'lit';

const rooted = new WeakSet<Document>();

/** A provider that appears after its consumers is seen only below a ContextRoot; each document gets one. */
export function ensureContextRoot(document: Document): void {
  if (rooted.has(document)) return;
  rooted.add(document);
  new ContextRoot().attach(document.documentElement);
}

/**
 * `value` is undefined while no ancestor provides one: unlike `ContextConsumer` of @lit/context it forgets its value when the
 * host leaves the page, so that an element moved out of a panel does not keep that panel's tools.
 */
export class SeamConsumer<T> implements ReactiveController {
  value: T | undefined;
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #context: Context<unknown, T>;
  readonly #changed: () => void;
  #unsubscribe: (() => void) | undefined;

  constructor(host: ReactiveControllerHost & HTMLElement, context: Context<unknown, T>, changed: () => void = () => host.requestUpdate()) {
    this.#host = host;
    this.#context = context;
    this.#changed = changed;
    host.addController(this);
  }

  hostConnected(): void {
    ensureContextRoot(this.#host.ownerDocument);
    this.#host.dispatchEvent(new ContextEvent(this.#context, this.#host, this.#take, true));
  }

  hostDisconnected(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
    this.value = undefined;
  }

  readonly #take = (value: T, unsubscribe?: () => void): void => {
    // A nearer provider took over: the earlier one must not call again.
    if (unsubscribe !== this.#unsubscribe) this.#unsubscribe?.();
    this.#unsubscribe = unsubscribe;
    if (value === this.value) return;
    this.value = value;
    this.#changed();
  };
}
