/** A field and the list of names for it, working together. */
import type { MentionField, Draft } from './mention-field.js';
import type { MentionPicker } from './mention-picker.js';

export class MentionTyping {
  readonly #field: MentionField;
  readonly #picker: MentionPicker;

  constructor(field: MentionField, picker: MentionPicker) {
    this.#field = field;
    this.#picker = picker;
  }

  /** The text or the caret changed. */
  read(): void {
    const input = this.#input();
    // A chosen name is being put in: that asks for no list.
    if (!this.#field.inserting) this.#picker.read(input);
  }

  /** The button: opens the skills at the caret, or closes them. */
  toggle(): void {
    this.#field.area?.focus({ preventScroll: true });
    this.#picker.toggle(this.#input());
  }

  /** Puts a row's name into the text; without an index the selected one. */
  choose(index: number | null = this.#picker.view?.activeIndex ?? null): void {
    const { token, view } = this.#picker;
    const item = index === null ? undefined : view?.rows[index]?.item;
    if (!item || !token) return;
    this.#field.area?.focus({ preventScroll: true });
    this.#field.insertMention(item, token.start, token.end);
    this.#picker.close();
  }

  /** Another text altogether. */
  replace(draft: Draft): void {
    this.#picker.reset();
    this.#field.write(draft);
  }

  #input(): Parameters<MentionPicker['read']>[0] {
    const { text, mentions } = this.#field.read();
    return { text, mentions, caret: this.#field.caret, composing: this.#field.composing };
  }
}
