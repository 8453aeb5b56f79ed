import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { proposedPlan } from '../conversation/form-answer.js';
import type { AgentResponseForm, FormQuestion } from '../model/response-form.js';
import { icon } from '../rendering/icons.js';
import { KeepTyping } from './keep-typing.js';
import { defaultStrings, type AgentStrings } from './strings.js';

/** The person decided on a plan. Stays inside the shadow root. */
export class PlanDecisionEvent extends Event {
  /** Answers by question id. */
  readonly values: Readonly<Record<string, unknown>>;

  constructor(values: Readonly<Record<string, unknown>>) {
    super('plan-decision', { bubbles: true });
    this.values = values;
  }
}

/**
 * A plan that waits for a decision: to be edited, approved or sent back with a remark (A8-3).
 *
 * @csspart plan - The card.
 * @fires plan-decision - Approve or Reject was pressed.
 */
export class AgentConversationPlan extends LitElement {
  @property({ attribute: false }) form: AgentResponseForm | null = null;
  /** The message above says the plan already: its text opens on demand. */
  @property({ attribute: false }) told = false;
  @property({ attribute: false }) strings: AgentStrings = defaultStrings;
  /** Why it cannot be decided now; null = it can. */
  @property({ attribute: false }) disabledReason: string | null = null;

  @state() private editing = false;

  constructor() {
    super();
    new KeepTyping(this, (target) => target instanceof HTMLTextAreaElement);
  }

  protected override createRenderRoot(): this {
    return this;
  }

  protected override render(): TemplateResult | typeof nothing {
    const { form, strings } = this;
    if (!form) return nothing;
    const remark = this.#remark(form);
    const blocked = this.disabledReason !== null;
    const decide = (decision: string): TemplateResult => {
      const label = decision === 'approve' ? strings.approve : strings.reject;
      return html`<button
        type="button"
        class=${decision === 'approve' ? 'btn primary' : 'btn'}
        aria-disabled=${blocked ? 'true' : nothing}
        title=${this.disabledReason ?? label}
        @click=${() => this.#decide(decision)}
      >
        ${label}
      </button>`;
    };
    return html`<div part="plan" class="card waiting" role="group" aria-label=${strings.plan}>
      <div class="head">${icon('plan')}<h3>${strings.plan}</h3><span class="muted">${strings.planFirstDetail}</span></div>
      <div class="body">
        ${this.told && !this.editing
          ? nothing
          : html`<textarea class="input area" name="plan" rows="3" dir="auto" aria-label=${strings.planText} .defaultValue=${proposedPlan(form)} @input=${fit}></textarea>`}
        ${remark ? html`<textarea class="input" name="remark" rows="1" dir="auto" aria-label=${remark.label} placeholder=${remark.label} @input=${fit}></textarea>` : nothing}
      </div>
      <div class="foot">${decide('approve')}${decide('reject')}<span class="spring"></span>${this.told && !this.editing
          ? html`<button type="button" class="btn quiet" @click=${() => void this.#edit()}>${strings.editPlan}</button>`
          : nothing}</div>
    </div>`;
  }

  protected override updated(): void {
    const field = this.#field('plan');
    if (field) fit({ currentTarget: field });
  }

  /** The pressed button goes away; the field it opened takes the focus. */
  async #edit(): Promise<void> {
    this.editing = true;
    await this.updateComplete;
    this.#field('plan')?.focus();
  }

  #decide(decision: string): void {
    if (!this.form || this.disabledReason !== null) return;
    const remark = this.#remark(this.form);
    const said = this.#field('remark')?.value.trim() ?? '';
    this.dispatchEvent(new PlanDecisionEvent({ plan: this.#field('plan')?.value ?? proposedPlan(this.form), decision, ...(remark && said ? { [remark.id]: said } : {}) }));
  }

  /** The first free text besides the plan, whatever its id (semantics C7.22). */
  #remark(form: AgentResponseForm): FormQuestion | undefined {
    return form.questions.find((question) => question.id !== 'plan' && ['text', 'textarea'].includes(question.type.type));
  }

  #field(name: string): HTMLTextAreaElement | null {
    return this.querySelector<HTMLTextAreaElement>(`textarea[name="${name}"]`);
  }
}

/** As tall as its words. Set here and not in the template: a strict content security policy refuses style attributes. */
function fit({ currentTarget }: { readonly currentTarget: EventTarget | null }): void {
  const field = currentTarget as HTMLTextAreaElement;
  field.style.setProperty('block-size', 'auto');
  field.style.setProperty('block-size', `${field.scrollHeight + 2}px`);
}
