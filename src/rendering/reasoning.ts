import { html, nothing, type TemplateResult } from 'lit';
import type { ReasoningBlock } from '../model/message.js';
import { directionOf } from '../markdown/direction.js';
import { safeTail } from '../markdown/safe-text.js';
import { withVisibleControls } from './bidi-controls.js';
import { formatSeconds } from './format.js';
import { icon } from './icons.js';
import type { RenderContext } from './render-context.js';

/** One line on the rail that unfolds to the thoughts. `details` keeps what the person unfolded while the text streams. */
export function renderReasoning(block: ReasoningBlock, context: RenderContext): TemplateResult {
  const { strings, streaming, thinkingTime, locale } = context;
  const title = streaming ? strings.thinking : strings.thoughtFor(thinkingTime === undefined ? '' : formatSeconds(thinkingTime, locale));
  const text = safeTail(block.text);
  const row = html`<span class="what">${title}</span>`;
  return html`<li part="reasoning">
    ${streaming ? html`<span class="st run"></span>` : html`<span class="st">${icon('lines')}</span>`}
    ${text === ''
      ? html`<div class="row">${row}</div>`
      : html`<details>
          <summary class="row">${row}${icon('right', 'flip')}</summary>
          <div class="fold as-typed" dir=${directionOf(text) ?? nothing}>${withVisibleControls(text, false)}</div>
        </details>`}
  </li>`;
}
