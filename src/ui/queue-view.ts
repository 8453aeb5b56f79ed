/** The messages that wait for the running turn, in the order in which they will be sent. */
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { icon } from '../rendering/icons.js';
import type { IconName } from '../rendering/icons.js';
import type { AgentStrings } from './strings.js';

export interface QueueRow {
  readonly id: string;
  readonly text: string;
}

export interface QueueView {
  readonly queue: readonly QueueRow[];
  readonly strings: AgentStrings;
  readonly onEdit: (id: string) => void;
  readonly onSendNow: (id: string) => void;
  readonly onRemove: (id: string) => void;
}

export function queueView({ queue, strings, onEdit, onSendNow, onRemove }: QueueView): TemplateResult | typeof nothing {
  if (queue.length === 0) return nothing;
  const action = (label: string, glyph: IconName, run: () => void): TemplateResult =>
    html`<button type="button" class="icon" aria-label=${label} title=${label} @click=${run}>${icon(glyph)}</button>`;
  return html`<div part="queue">
    <div class="cap">${icon('clock')}<span>${strings.queueTitle(queue.length)}</span></div>
    <ol>
      ${repeat(
        queue,
        ({ id }) => id,
        ({ id, text }, index) =>
          html`<li>
            <span class="i num">${index + 1}</span><span class="q" dir="auto" title=${text}>${text}</span
            ><span class="ops"
              >${action(strings.sendNow, 'send', () => onSendNow(id))}${action(strings.edit, 'edit', () => onEdit(id))}${action(strings.remove, 'close', () => onRemove(id))}</span
            >
          </li>`,
      )}
    </ol>
  </div>`;
}
