/** What the keys of the composer's field do (api.md §5, cases 01, 05, 29). */
import type { MentionPicker } from './mention-picker.js';
import { isComposingKey } from './typing-keys.js';

export interface ComposerKeyTarget {
  readonly picker: MentionPicker;
  /** Enter alone makes a line: by choice, or because a soft keyboard has no Shift+Enter. */
  enterMakesLine(): boolean;
  isEmpty(): boolean;
  choose(): void;
  submit(): void;
  editLast(): void;
}

export class ComposerKeys {
  readonly #target: ComposerKeyTarget;
  /** Typed since the field got focus or sent. A held Enter acts only then: it neither sends twice nor on arrival. */
  #typedSince = false;
  #usedEscape = false;

  constructor(target: ComposerKeyTarget) {
    this.#target = target;
  }

  typed(): void {
    this.#typedSince = true;
  }

  focused(): void {
    this.#typedSince = false;
  }

  down(event: KeyboardEvent): void {
    // The input method's keys are neither read nor prevented (case 01).
    if (isComposingKey(event)) return;
    if (this.#menuTakes(event)) {
      this.#usedEscape = event.key === 'Escape';
      event.preventDefault();
      event.stopPropagation();
    } else if (event.key === 'Enter') {
      this.#enter(event);
    } else if (event.key === 'ArrowUp' && isPlain(event) && this.#target.isEmpty()) {
      event.preventDefault();
      this.#target.editLast();
    }
  }

  up(event: KeyboardEvent): void {
    // An Escape that did something here does not reach the page with its other half either.
    if (event.key !== 'Escape' || !this.#usedEscape) return;
    this.#usedEscape = false;
    event.stopPropagation();
  }

  #menuTakes(event: KeyboardEvent): boolean {
    const { picker } = this.#target;
    const { view } = picker;
    if (!view || !isPlain(event)) return false;
    const hasRows = view.rows.length > 0;
    switch (event.key) {
      case 'Escape':
        picker.dismiss();
        return true;
      case 'ArrowDown':
      case 'ArrowUp':
        picker.move(event.key === 'ArrowDown' ? 1 : -1);
        return hasRows;
      case 'Enter':
      case 'Tab':
        if (hasRows && !event.repeat) this.#target.choose();
        if (!hasRows) picker.close();
        this.#typedSince = false;
        return hasRows;
      default:
        return false;
    }
  }

  #enter(event: KeyboardEvent): void {
    if (event.shiftKey || event.altKey) return;
    // The browser makes the line.
    if (!event.ctrlKey && !event.metaKey && this.#target.enterMakesLine()) return;
    event.preventDefault();
    const isHeld = event.repeat && !this.#typedSince;
    this.#typedSince = false;
    if (!isHeld) this.#target.submit();
  }
}

function isPlain(event: KeyboardEvent): boolean {
  return !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey;
}
