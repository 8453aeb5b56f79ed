/** Drives an `<agent-conversation>` the way a person does: by accessible names and keys. */

/** How keys reach the page. A test runner gives real ones; without it they are made up as events. */
export interface KeyDriver {
  type(text: string): Promise<void>;
  press(key: string): Promise<void>;
}

export interface MessageView {
  /** Accessible name of the article: "You" or the agent's. */
  readonly name: string;
  /** The words, without actions and names. */
  readonly text: string;
  readonly element: HTMLElement;
}

interface ConversationLike extends HTMLElement {
  readonly updateComplete: Promise<boolean>;
  readonly renderRoot: ParentNode;
}

export class ConversationHarness {
  readonly element: ConversationLike;
  readonly #keys: KeyDriver;

  constructor(element: HTMLElement, keys?: KeyDriver) {
    this.element = element as ConversationLike;
    this.#keys = keys ?? new EventKeys(() => this.#active());
  }

  get root(): ParentNode {
    return this.element.renderRoot;
  }

  get composer(): HTMLTextAreaElement {
    return this.#require('[part~="textarea"]') as HTMLTextAreaElement;
  }

  get messages(): MessageView[] {
    return [...this.root.querySelectorAll<HTMLElement>('article')].map((element) => ({
      element,
      name: element.getAttribute('aria-label') ?? '',
      text: [...element.querySelectorAll<HTMLElement>('[part~="message-body"]')].map((body) => body.innerText.trim()).join('\n'),
    }));
  }

  /** Texts of the notices on screen. */
  get notices(): string[] {
    return [...this.root.querySelectorAll('[part~="notice"]')].map((notice) => (notice.textContent ?? '').trim().replace(/\s+/g, ' '));
  }

  /** A button by accessible name, in the whole element or in one message. */
  button(name: string, within: ParentNode = this.root): HTMLButtonElement | null {
    return [...within.querySelectorAll('button')].find((button) => nameOf(button) === name) ?? null;
  }

  /** "2 of 3" of a message, or null when it has one version only. */
  versions(message: MessageView): string | null {
    return message.element.querySelector('[part~="branch-position"]')?.textContent?.trim() ?? null;
  }

  /** Puts the caret in the composer and types. */
  async type(text: string): Promise<void> {
    this.composer.focus();
    await this.#keys.type(text);
    await this.settled();
  }

  async press(key: string): Promise<void> {
    await this.#keys.press(key);
    await this.settled();
  }

  /** Types and presses Enter. */
  async send(text: string): Promise<void> {
    await this.type(text);
    await this.press('Enter');
  }

  async click(name: string, within?: ParentNode): Promise<void> {
    const button = this.button(name, within);
    if (!button) throw new Error(`There is no button "${name}"; there are: ${[...(within ?? this.root).querySelectorAll('button')].map(nameOf).join(', ')}.`);
    button.click();
    await this.settled();
  }

  /** Waits until the element and its parts have drawn what they know, the frame of a streaming reply included. */
  async settled(): Promise<void> {
    await new Promise((resolve) => (document.hidden ? setTimeout(resolve) : requestAnimationFrame(() => resolve(undefined))));
    await this.element.updateComplete;
    for (const part of this.root.querySelectorAll<ConversationLike>('*')) if ('updateComplete' in part) await part.updateComplete;
  }

  /** Waits until `condition` holds, looking again after every change of the element. Fails after `timeout` milliseconds. */
  async until(condition: () => boolean, what = 'the condition', timeout = 3000): Promise<void> {
    const end = Date.now() + timeout;
    while (!condition()) {
      if (Date.now() > end) throw new Error(`Waited ${timeout} ms in vain for ${what}.`);
      await new Promise((resolve) => setTimeout(resolve, 10));
      await this.settled();
    }
  }

  #active(): HTMLElement {
    return ((this.element.shadowRoot?.activeElement ?? document.activeElement) as HTMLElement | null) ?? document.body;
  }

  #require(selector: string): Element {
    const found = this.root.querySelector(selector);
    if (!found) throw new Error(`There is no ${selector} in the conversation.`);
    return found;
  }
}

function nameOf(button: Element): string {
  return button.getAttribute('aria-label') ?? (button.textContent ?? '').trim();
}

/** Events in place of keys, for embedders whose test runner has no keyboard. */
class EventKeys implements KeyDriver {
  readonly #target: () => HTMLElement;

  constructor(target: () => HTMLElement) {
    this.#target = target;
  }

  async type(text: string): Promise<void> {
    const field = this.#target() as HTMLTextAreaElement;
    field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end');
    field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true, inputType: 'insertText', data: text }));
  }

  async press(key: string): Promise<void> {
    const target = this.#target();
    for (const type of ['keydown', 'keyup']) target.dispatchEvent(new KeyboardEvent(type, { key, bubbles: true, composed: true, cancelable: true }));
  }
}
