/** The field that takes the place of a sent message while it is edited. */
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { AgentStrings } from './strings.js';
import { isComposingKey, isTypingKey } from './typing-keys.js';

export interface EditBoxView {
  readonly strings: AgentStrings;
  readonly text: string;
  /** Why the last save failed; the text stays. */
  readonly error: string | null;
  readonly onSave: (text: string) => void;
  readonly onCancel: () => void;
}

export function editBox({ strings, text, error, onSave, onCancel }: EditBoxView): TemplateResult {
  const save = (box: Element): void => {
    const edited = fieldOf(box).value;
    if (edited.trim() !== '') onSave(edited);
  };
  const onKeydown = (event: KeyboardEvent): void => {
    stopTyping(event);
    // Enter and Escape belong to the candidate window while a word is composed (case 03).
    if (isComposingKey(event)) return;
    const box = event.currentTarget as Element;
    const inField = event.target === fieldOf(box);
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      onCancel();
    } else if (event.key === 'Enter' && inField && !event.shiftKey && !event.altKey && enterSaves(event)) {
      event.preventDefault();
      event.stopPropagation();
      save(box);
    }
  };
  return html`<div class="edit" @keydown=${onKeydown} @keyup=${stopTyping} @keypress=${stopTyping}>
    <textarea aria-label=${strings.editMessage} dir="auto" rows="1" .value=${text} @input=${(event: Event) => fitHeight(event.currentTarget as HTMLTextAreaElement)}></textarea>
    <div class="foot">
      ${error === null ? nothing : html`<span class="error" role="alert">${error}</span>`}
      <button type="button" class="btn small quiet" @click=${onCancel}>${strings.cancel}</button>
      <button type="button" class="btn small primary" @click=${(event: Event) => save((event.currentTarget as Element).closest('.edit')!)}>${strings.save}</button>
    </div>
  </div>`;
}

/** Puts the caret behind the last character, where people go on writing. */
export function focusEditBox(box: Element): void {
  const field = fieldOf(box);
  fitHeight(field);
  field.focus();
  field.setSelectionRange(field.value.length, field.value.length);
}

function fieldOf(box: Element): HTMLTextAreaElement {
  return box.querySelector('textarea')!;
}

/** A soft keyboard has no Shift+Enter: there Enter makes the new line and the button saves (case 05). */
function enterSaves(event: KeyboardEvent): boolean {
  return event.ctrlKey || event.metaKey || !matchMedia('(pointer: coarse) and (hover: none)').matches;
}

/** WebKit has no `field-sizing: content`. */
function fitHeight(field: HTMLTextAreaElement): void {
  const scroller = field.closest('[part~="thread"]');
  const top = scroller?.scrollTop ?? 0;
  field.style.setProperty('block-size', 'auto');
  if (field.scrollHeight > 0) field.style.setProperty('block-size', `${field.scrollHeight}px`);
  // Measuring made the list shorter for a moment, which may have moved it.
  if (scroller && scroller.scrollTop !== top) scroller.scrollTop = top;
}

/** Seen from the page the target of a key is the whole element, so its shortcuts would act on what is typed here (case 44). */
function stopTyping(event: KeyboardEvent): void {
  if (event.target instanceof HTMLTextAreaElement && isTypingKey(event)) event.stopPropagation();
}
