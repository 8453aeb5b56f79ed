import { html, type TemplateResult } from 'lit';
import { icon } from './icons.js';
import type { RenderContext } from './render-context.js';

/** Milliseconds. */
const saidFor = 2000;
const timers = new WeakMap<Element, ReturnType<typeof setTimeout>>();

/** A copy button that says when the text is on the clipboard. `read` is called at the press, because the text may have grown. */
export function copyButton(label: string, context: RenderContext, read: (button: HTMLElement) => string): TemplateResult {
  const { copied } = context.strings;
  const press = async (event: Event): Promise<void> => {
    const button = event.currentTarget as HTMLElement;
    const answer: unknown = context.onCopy(read(button));
    if ((await answer) !== true) return;
    clearTimeout(timers.get(button));
    button.classList.add('done');
    button.setAttribute('aria-label', copied);
    timers.set(
      button,
      setTimeout(() => {
        button.classList.remove('done');
        button.setAttribute('aria-label', label);
      }, saidFor),
    );
  };
  return html`<button type="button" class="icon copies" aria-label=${label} @click=${press}>${icon('copy')}${icon('check')}</button>`;
}
