/** Keeps what is typed in a field from the page's shortcuts: outside the shadow root it looks as if typed on the element (case 44). */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { isTypingKey } from './typing-keys.js';

const keyEvents = ['keydown', 'keypress', 'keyup'] as const;

export class KeepTyping implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #isField: (target: EventTarget | null) => boolean;

  constructor(host: ReactiveControllerHost & HTMLElement, isField: (target: EventTarget | null) => boolean) {
    this.#host = host;
    this.#isField = isField;
    host.addController(this);
  }

  hostConnected(): void {
    for (const type of keyEvents) this.#host.addEventListener(type, this.#keep);
  }

  hostDisconnected(): void {
    for (const type of keyEvents) this.#host.removeEventListener(type, this.#keep);
  }

  readonly #keep = (event: KeyboardEvent): void => {
    if (this.#isField(event.target) && isTypingKey(event)) event.stopPropagation();
  };
}
