import { render } from 'lit';
import type { AgentConversationMessage } from './message.js';
import type { PageSpan } from './thread-pages.js';

/** One page in the document. Empty until it is drawn; then its messages keep their nodes for as long as they are on the path. */
export class ThreadPage {
  span: PageSpan;
  drawn = false;
  /** With what it was drawn, besides its messages. */
  look: unknown = undefined;
  /** Pixels it was thought to take before anything was learned. */
  guess: number;
  /** Its height is no guess. */
  measured = false;
  #height = 0;
  #element: HTMLElement | null = null;

  constructor(span: PageSpan, guess: number) {
    this.span = span;
    this.guess = guess;
  }

  /** Made when it is first asked for: most pages of a long path never need one. */
  get element(): HTMLElement {
    if (!this.#element) {
      this.#element = document.createElement('div');
      this.#element.className = 'page';
      this.#writeHeight();
    }
    return this.#element;
  }

  isElement(element: Node | null): boolean {
    return element !== null && element === this.#element;
  }

  /** It stands in the list, which may itself be out of the document for a while. */
  get placed(): boolean {
    return this.#element?.parentNode != null;
  }

  remove(): void {
    this.#element?.remove();
  }

  get messages(): readonly AgentConversationMessage[] {
    return [...this.element.querySelectorAll<AgentConversationMessage>('agent-conversation-message')];
  }

  /** The room it takes while it is skipped or empty, in pixels: a guess at first, what it measured later. */
  get height(): number {
    return this.#height;
  }
  set height(pixels: number) {
    const rounded = Math.round(pixels * 100) / 100;
    if (Math.abs(rounded - this.#height) < 0.5) return;
    this.#height = rounded;
    this.#writeHeight();
  }

  #writeHeight(): void {
    if (!this.#element) return;
    const { style } = this.#element;
    // The browser's own memory of the size ends when the page leaves the document; ours must not (case 31).
    style.setProperty('contain-intrinsic-block-size', `auto ${this.#height}px`);
    if (!this.drawn) style.setProperty('min-block-size', `${this.#height}px`);
  }

  /** Kept pages are laid out always: the end of the conversation, where text grows. */
  set kept(kept: boolean) {
    this.element.classList.toggle('kept', kept);
  }

  draw(content: unknown, look: unknown): void {
    render(content, this.element);
    this.look = look;
    if (this.drawn) return;
    this.drawn = true;
    this.element.classList.add('unseen');
    this.element.style.removeProperty('min-block-size');
  }

  /** It has been laid out in view and is `height` pixels tall. */
  seen(height: number): void {
    this.height = height;
    this.measured = true;
    this.element.classList.remove('unseen');
  }

  /** Says of each message where it stands on the whole path. */
  place(count: number): void {
    if (this.drawn) this.messages.forEach((message, index) => message.placeInFeed(this.span.start + index + 1, count));
  }
}

/** The pages between two heights of the viewport, with where they are, out of those from index `from` on, which are in the document. */
export function pagesBetween(pages: readonly ThreadPage[], from: number, top: number, bottom: number): readonly (readonly [page: ThreadPage, rect: DOMRect])[] {
  let low = from;
  let high = pages.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (pages[middle]!.element.getBoundingClientRect().bottom > top) high = middle;
    else low = middle + 1;
  }
  const found: (readonly [page: ThreadPage, rect: DOMRect])[] = [];
  for (const page of pages.slice(low)) {
    const rect = page.element.getBoundingClientRect();
    if (rect.top > bottom) break;
    found.push([page, rect]);
  }
  return found;
}
