/**
 * Footnotes of one reply. A reference leads to its note and back by looking for the label among the notes of the same text, so no
 * name from a reply becomes an id, and two replies with a note 1 do not meet.
 */
import { html, type TemplateResult } from 'lit';
import type { FootnoteRefToken } from '../markdown/tokens.js';
import { withVisibleControls } from './bidi-controls.js';
import { icon } from './icons.js';
import type { RenderContext } from './render-context.js';

export function isFootnoteReference(token: { readonly type: string }): token is FootnoteRefToken {
  return token.type === 'footnote_ref' && typeof (token as { readonly label?: unknown }).label === 'string';
}

export function renderFootnoteReference({ label }: FootnoteRefToken, { strings }: RenderContext): TemplateResult {
  return html`<sup class="noteref"><button type="button" data-noteref=${label} aria-label=${strings.footnote(label)} @click=${goToNote}>${withVisibleControls(label)}</button></sup>`;
}

/** The text of a note, for the block `[^label]: …`. `words` is drawn already. */
export function renderFootnote(label: string, words: unknown, { strings }: RenderContext): TemplateResult {
  return html`<div class="note" role="note" aria-label=${strings.footnote(label)} data-note=${label} tabindex="-1">
    <span class="label" aria-hidden="true">${withVisibleControls(label)}</span>
    <div>${words}</div>
    <button type="button" class="icon" aria-label=${strings.footnoteBack} @click=${goToReference}>${icon('undo')}</button>
  </div>`;
}

function goToNote(event: Event): void {
  const button = event.currentTarget as HTMLElement;
  go(button, '[data-note]', (each) => each.dataset.note === button.dataset.noteref);
}

function goToReference(event: Event): void {
  const note = (event.currentTarget as HTMLElement).closest<HTMLElement>('[data-note]');
  if (note) go(note, '[data-noteref]', (each) => each.dataset.noteref === note.dataset.note);
}

function go(from: HTMLElement, selector: string, isIt: (element: HTMLElement) => boolean): void {
  const target = [...(from.closest('.prose')?.querySelectorAll<HTMLElement>(selector) ?? [])].find(isIt);
  target?.scrollIntoView({ block: 'nearest' });
  target?.focus({ preventScroll: true });
}
