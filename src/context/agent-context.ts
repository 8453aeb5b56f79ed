import { LitElement, html, type PropertyValues, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import type { HistoryStore } from '../conversation/history-store.js';
import type { AppContextSource } from '../conversation/settings.js';
import type { Renderers } from '../rendering/renderer.js';
import type { ClientTool } from '../run/client-tool.js';
import type { ConversationRunner } from '../run/runner.js';
import type { SkillSource } from '../run/skill.js';
import { provideAgentContext, type AgentContextValues, type ProvidedAgentContext } from './provide.js';

const names = ['runner', 'history', 'skills', 'clientTools', 'appContext', 'renderers'] as const;

/**
 * Wraps host markup; its properties reach every conversation inside. Nested ones merge: `appContext` by key, `clientTools` by
 * name, `skills` by id, `renderers` by block type; the nearest wins. A property that is undefined provides nothing.
 *
 * @slot - The host's markup.
 */
export class AgentContextElement extends LitElement {
  @property({ attribute: false }) runner: ConversationRunner | null | undefined;
  @property({ attribute: false }) history: HistoryStore | null | undefined;
  @property({ attribute: false }) skills: SkillSource | undefined;
  @property({ attribute: false }) clientTools: readonly ClientTool[] | undefined;
  @property({ attribute: false }) appContext: AppContextSource | undefined;
  @property({ attribute: false }) renderers: Renderers | undefined;

  #provided: ProvidedAgentContext | null = null;

  override connectedCallback(): void {
    super.connectedCallback();
    // A wrapper must not become a box of its own in the host's layout.
    this.style.display ||= 'contents';
    this.#provided ??= provideAgentContext(this, this.#values(names.filter((name) => this[name] !== undefined)));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#provided?.dispose();
    this.#provided = null;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const values = this.#values(names.filter((name) => changed.has(name)));
    if (Object.keys(values).length > 0) this.#provided?.update(values);
  }

  protected override render(): TemplateResult {
    return html`<slot></slot>`;
  }

  #values(which: readonly (typeof names)[number][]): AgentContextValues {
    return Object.fromEntries(which.map((name) => [name, this[name]]));
  }
}
