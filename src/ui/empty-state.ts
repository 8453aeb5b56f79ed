/** What stands above the composer before the first message: a question and lines to start from. */
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { icon } from '../rendering/icons.js';
import type { IconName } from '../rendering/icons.js';

export interface Suggestion {
  readonly title: string;
  readonly prompt: string;
  /** Name of a built-in icon; any other name leaves its place empty. */
  readonly icon?: string;
}

export interface EmptyStateView {
  readonly title: string;
  readonly detail: string;
  readonly suggestions: readonly Suggestion[];
  readonly onChoose: (suggestion: Suggestion) => void;
}

export function emptyState({ title, detail, suggestions, onChoose }: EmptyStateView): TemplateResult {
  return html`<div class="empty">
    <div>
      <h2>${title}<span class="caret"></span></h2>
      ${detail ? html`<p class="lede">${detail}</p>` : nothing}
    </div>
    ${suggestions.length === 0
      ? nothing
      : html`<ul>
          ${suggestions.map(
            (suggestion) =>
              html`<li>
                <button type="button" @click=${() => onChoose(suggestion)}>
                  <span class="lead">${icon((suggestion.icon ?? 'comment') as IconName)}</span
                  ><span dir="auto"><b>${suggestion.title}</b><span class="detail">${suggestion.prompt}</span></span
                  ><span class="go">${icon('arrow', 'flip')}</span>
                </button>
              </li>`,
          )}
        </ul>`}
  </div>`;
}
