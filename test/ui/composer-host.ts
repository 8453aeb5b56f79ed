/** A shadow root like the element's own, around the composer alone, with a log of what it asks for. */
import { css, html, LitElement } from 'lit';
import { skillIdsOf } from '../../src/conversation/mentions.js';
import type { Mention } from '../../src/model/message.js';
import { baseStyles } from '../../src/ui/base.styles.js';
import {
  AgentConversationComposer,
  type ComposerEditLastEvent,
  type ComposerErrorEvent,
  type ComposerPlanModeEvent,
  type ComposerStopEvent,
  type ComposerSubmitEvent,
} from '../../src/ui/composer.js';
import { composerStyles } from '../../src/ui/composer.styles.js';
import { controlsStyles } from '../../src/ui/controls.styles.js';
import { frameStyles } from '../../src/ui/frame.styles.js';
import { AgentConversationMentionMenu } from '../../src/ui/mention-menu.js';
import { mentionMenuStyles } from '../../src/ui/mention-menu.styles.js';

export interface Sent {
  readonly text: string;
  readonly mentions: readonly Mention[];
  readonly skillIds: readonly string[];
}

export class ComposerHost extends LitElement {
  static override styles = [baseStyles, controlsStyles, frameStyles, composerStyles, mentionMenuStyles, css`.room { flex: 1 }`];

  readonly sent: Sent[] = [];
  readonly asked: string[] = [];
  readonly errors: unknown[] = [];

  get composer(): AgentConversationComposer {
    return this.renderRoot.querySelector('agent-conversation-composer')!;
  }

  get area(): HTMLTextAreaElement {
    return this.one('textarea') as HTMLTextAreaElement;
  }

  get list(): HTMLElement | null {
    return this.renderRoot.querySelector('[role="listbox"]');
  }

  get rows(): string[] {
    return [...this.renderRoot.querySelectorAll('[part~="mention-option"] b')].map((each) => each.textContent);
  }

  get selected(): string | null {
    const id = this.area.getAttribute('aria-activedescendant');
    return id === null ? null : (this.renderRoot.querySelector(`#${id} b`)?.textContent ?? null);
  }

  get focused(): Element | null {
    return this.shadowRoot!.activeElement;
  }

  get note(): string | null {
    return this.renderRoot.querySelector('[part~="mention-menu"] .note')?.textContent.trim() ?? null;
  }

  one(name: string): HTMLElement {
    const found = this.renderRoot.querySelector<HTMLElement>(`[part~="${name}"]`);
    if (!found) throw new Error(`there is no part "${name}"`);
    return found;
  }

  has(name: string): boolean {
    return this.renderRoot.querySelector(`[part~="${name}"]`) !== null;
  }

  async set(values: Partial<AgentConversationComposer>): Promise<void> {
    Object.assign(this.composer, values);
    await this.settled();
  }

  async settled(): Promise<void> {
    await this.updateComplete;
    await this.composer.updateComplete;
    await this.renderRoot.querySelector<AgentConversationMentionMenu>('agent-conversation-mention-menu')?.updateComplete;
  }

  /** Puts a text into the field as an input method or a script does: the value, then `input`. */
  type(text: string, isComposing = false): void {
    this.area.value = text;
    this.area.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true, isComposing }));
  }

  /** False when the key was prevented. */
  press(key: string, keyCode: number, init: KeyboardEventInit = {}, type = 'keydown'): boolean {
    return this.area.dispatchEvent(new KeyboardEvent(type, { key, keyCode, bubbles: true, composed: true, cancelable: true, ...init }));
  }

  compose(type: 'compositionstart' | 'compositionend', data = ''): void {
    this.area.dispatchEvent(new CompositionEvent(type, { data, bubbles: true, composed: true, cancelable: true }));
  }

  protected override render(): unknown {
    return html`<div part="base">
      <div class="room"></div>
      <div class="dock">
        <agent-conversation-composer
          .conversationId=${'P'}
          @composer-submit=${({ text, mentions }: ComposerSubmitEvent) => this.sent.push({ text, mentions, skillIds: skillIdsOf(mentions) })}
          @composer-plan-mode=${({ planMode }: ComposerPlanModeEvent) => {
            this.asked.push(`plan-mode ${planMode}`);
            this.composer.planMode = planMode;
          }}
          @composer-stop=${({ type }: ComposerStopEvent) => this.asked.push(type)}
          @composer-edit-last=${({ type }: ComposerEditLastEvent) => this.asked.push(type)}
          @composer-error=${({ error }: ComposerErrorEvent) => this.errors.push(error)}
        ></agent-conversation-composer>
      </div>
    </div>`;
  }
}

customElements.define('agent-conversation-mention-menu', AgentConversationMentionMenu);
customElements.define('agent-conversation-composer', AgentConversationComposer);
customElements.define('composer-host', ComposerHost);

