/** The composer's textarea: a plain text box, and a combobox while the list is open. Its value is never bound; `MentionField` writes it. */
import { html, nothing, type TemplateResult } from 'lit';
import { optionId } from './mention-menu.js';

export interface ComposerAreaView {
  readonly label: string;
  readonly placeholder: string;
  readonly disabled: boolean;
  /** Id of the words that say why. */
  readonly hintId: string | null;
  /** Enter makes a line; the key of a soft keyboard is named so. */
  readonly enterMakesLine: boolean;
  readonly menuId: string;
  /** The selected row; null = the list is closed. */
  readonly activeIndex: number | null;
  onKeydown(event: KeyboardEvent): void;
  onKeyup(event: KeyboardEvent): void;
  onInput(event: InputEvent): void;
  onClick(): void;
  onFocus(): void;
  onBlur(): void;
  onCompositionStart(): void;
  onCompositionEnd(): void;
}

export function composerArea(view: ComposerAreaView): TemplateResult {
  const { disabled, activeIndex, menuId } = view;
  const open = activeIndex !== null;
  return html`<textarea
    part="textarea"
    rows="1"
    dir="auto"
    autocomplete="off"
    enterkeyhint=${view.enterMakesLine ? 'enter' : 'send'}
    placeholder=${view.placeholder}
    aria-label=${view.label}
    ?readonly=${disabled}
    aria-disabled=${disabled ? 'true' : nothing}
    aria-describedby=${view.hintId ?? nothing}
    role=${open ? 'combobox' : nothing}
    aria-expanded=${open ? 'true' : nothing}
    aria-autocomplete=${open ? 'list' : nothing}
    aria-controls=${open ? menuId : nothing}
    aria-activedescendant=${open ? optionId(menuId, activeIndex) : nothing}
    @keydown=${view.onKeydown}
    @keyup=${view.onKeyup}
    @input=${view.onInput}
    @click=${view.onClick}
    @focus=${view.onFocus}
    @blur=${view.onBlur}
    @compositionstart=${view.onCompositionStart}
    @compositionend=${view.onCompositionEnd}
  ></textarea>`;
}
