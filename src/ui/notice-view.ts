/** One line about something that happened: what it is, what it means, what can be done. */
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { icon } from '../rendering/icons.js';
import type { IconName } from '../rendering/icons.js';
import type { AgentStrings } from './strings.js';

export interface NoticeView {
  readonly strings: AgentStrings;
  /** What happened, in a few words. */
  readonly title?: string;
  /** What it means for the person. */
  readonly text?: string;
  /** A failure: said at once by a screen reader. */
  readonly bad?: boolean;
  readonly glyph?: IconName;
  readonly action?: { readonly label: string; readonly run: () => void };
  readonly onDismiss?: () => void;
}

export function noticeView({ strings, title, text, bad = false, glyph = 'alert', action, onDismiss }: NoticeView): TemplateResult {
  return html`<div part="notice" class=${bad ? 'bad' : ''} role=${bad ? 'alert' : 'status'}>
    ${icon(glyph)}
    <div class="m" dir="auto">${title ? html`<b>${title}</b> ` : nothing}${text ? html`<span>${text}</span>` : nothing}</div>
    ${action || onDismiss
      ? html`<div class="a">
          ${action ? html`<button type="button" class="btn small" @click=${action.run}>${action.label}</button>` : nothing}${onDismiss
            ? html`<button type="button" class="icon" aria-label=${strings.dismiss} title=${strings.dismiss} @click=${onDismiss}>${icon('close')}</button>`
            : nothing}
        </div>`
      : nothing}
  </div>`;
}
