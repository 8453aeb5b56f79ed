/** The buttons below the composer's field. None is ever `disabled`: a focused button that becomes so drops focus on the page (case 49). */
import { html, nothing, type TemplateResult } from 'lit';
import { icon } from '../rendering/icons.js';
import type { AgentStrings } from './strings.js';

export interface ComposerToolsView {
  readonly strings: AgentStrings;
  /** Prefix of ids in the root. */
  readonly id: string;
  readonly disabled: boolean;
  readonly running: boolean;
  readonly canSend: boolean;
  readonly planMode: boolean;
  /** Why plan mode cannot be had. */
  readonly planModeReason: string | null;
  readonly showsPlanMode: boolean;
  readonly showsSkills: boolean;
  readonly skillsOpen: boolean;
  onSkills(): void;
  onPlanMode(): void;
  onStop(): void;
  onSend(): void;
}

export function composerTools(view: ComposerToolsView): TemplateResult {
  const { strings, running, canSend } = view;
  return html`<div class="tools">
    <slot name="composer-start"></slot>
    ${view.showsSkills ? skillButton(view) : nothing} ${view.showsPlanMode ? planToggle(view) : nothing}
    <span class="spring"></span>
    <slot name="composer-end"></slot>
    ${running ? html`<button type="button" part="stop-button" @mousedown=${keepFocus} @click=${view.onStop}>${icon('stop')}<span>${strings.stop}</span></button>` : nothing}
    <button
      type="button"
      part="send-button"
      aria-label=${strings.send}
      title=${strings.send}
      aria-disabled=${canSend ? nothing : 'true'}
      ?hidden=${running && !canSend}
      @mousedown=${keepFocus}
      @click=${view.onSend}
    >
      ${icon('send')}
    </button>
  </div>`;
}

function skillButton({ strings, disabled, skillsOpen, onSkills }: ComposerToolsView): TemplateResult {
  return html`<button
    type="button"
    class="icon l"
    part="skill-button"
    aria-label=${strings.skills}
    title=${strings.skills}
    aria-haspopup="listbox"
    aria-expanded=${skillsOpen ? 'true' : 'false'}
    aria-disabled=${disabled ? 'true' : nothing}
    @mousedown=${keepFocus}
    @click=${onSkills}
  >
    ${icon('skill')}
  </button>`;
}

function planToggle({ strings, id, disabled, planMode, planModeReason: reason, onPlanMode }: ComposerToolsView): TemplateResult {
  return html`<button
      type="button"
      class="chipbtn"
      part="plan-toggle"
      aria-label=${strings.planMode}
      title=${strings.planMode}
      aria-pressed=${planMode ? 'true' : 'false'}
      aria-disabled=${disabled || reason !== null ? 'true' : nothing}
      aria-describedby=${reason === null ? nothing : `${id}-plan-reason`}
      @mousedown=${keepFocus}
      @click=${onPlanMode}
    >
      ${icon('plan')}<span class="lbl">${strings.planMode}</span></button
    >${reason === null ? nothing : html`<span class="why" id="${id}-plan-reason">${reason}</span>`}`;
}

/** A press leaves focus in the field: Safari would otherwise drop it on the page. */
function keepFocus(event: Event): void {
  event.preventDefault();
}
