/** A shadow root like the element's own, around the thread alone: its styles, its inner elements, nothing else. */
import { html, LitElement, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import type { ConversationMessage } from '../../src/model/message.js';
import { renderingStyles } from '../../src/rendering/rendering.styles.js';
import { baseStyles } from '../../src/ui/base.styles.js';
import { controlsStyles } from '../../src/ui/controls.styles.js';
import { frameStyles } from '../../src/ui/frame.styles.js';
import { AgentConversationMessage } from '../../src/ui/message.js';
import { messageStyles } from '../../src/ui/message.styles.js';
import { AgentConversationThread } from '../../src/ui/thread.js';
import { threadStyles } from '../../src/ui/thread.styles.js';

export class ThreadHost extends LitElement {
  static override styles = [baseStyles, controlsStyles, frameStyles, threadStyles, messageStyles, renderingStyles];

  @property({ attribute: false }) content: unknown = nothing;

  get thread(): AgentConversationThread {
    return this.renderRoot.querySelector('agent-conversation-thread')!;
  }

  get scroller(): HTMLElement {
    return this.one('thread');
  }

  one(name: string): HTMLElement {
    const found = this.renderRoot.querySelector<HTMLElement>(`[part~="${name}"]`);
    if (!found) throw new Error(`there is no part "${name}"`);
    return found;
  }

  all(name: string): HTMLElement[] {
    return [...this.renderRoot.querySelectorAll<HTMLElement>(`[part~="${name}"]`)];
  }

  /** The message at a place on the path, from 0; in a long thread it may not be drawn. */
  message(index = 0): AgentConversationMessage {
    const placed = this.renderRoot.querySelector(`article[aria-posinset="${index + 1}"]`)?.closest<AgentConversationMessage>('agent-conversation-message');
    return placed ?? this.renderRoot.querySelectorAll<AgentConversationMessage>('agent-conversation-message')[index]!;
  }

  button(name: string, within: ParentNode = this.renderRoot): HTMLButtonElement {
    const found = [...within.querySelectorAll('button')].find((each) => (each.ariaLabel ?? each.textContent.trim()) === name);
    if (!found) throw new Error(`there is no button "${name}"`);
    return found;
  }

  /** Changes the thread and waits until every message has followed and is laid out. */
  async set(values: Partial<AgentConversationThread>): Promise<void> {
    Object.assign(this.thread, values);
    await this.settled();
  }

  async settled(): Promise<void> {
    await this.updateComplete;
    await this.thread?.updateComplete;
    for (const each of this.renderRoot.querySelectorAll<AgentConversationMessage>('agent-conversation-message')) await each.updateComplete;
    await frame();
    await frame();
  }

  override render() {
    return html`<div part="base">${this.content === nothing ? html`<agent-conversation-thread></agent-conversation-thread>` : this.content}</div>`;
  }
}

customElements.define('thread-host', ThreadHost);
if (!customElements.get('agent-conversation-message')) customElements.define('agent-conversation-message', AgentConversationMessage);
if (!customElements.get('agent-conversation-thread')) customElements.define('agent-conversation-thread', AgentConversationThread);

export const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));

/** Compared here and not by chai, which would print two trees of nodes. */
export const isFocused = (host: ThreadHost, element: Element | null): boolean => element !== null && host.shadowRoot!.activeElement === element;

export async function frames(count: number): Promise<void> {
  for (let i = 0; i < count; i += 1) await frame();
}

let made = 0;

export function message(values: Partial<ConversationMessage> & { readonly text?: string } = {}): ConversationMessage {
  made += 1;
  const { text = 'Hello', ...rest } = values;
  return { id: `m${made}`, conversationId: 'c', parentId: null, branchId: null, sequence: made, role: 'assistant', content: [{ type: 'text', text }], status: 'complete', createdAt: Date.now(), ...rest };
}

export const own = (text: string, values: Partial<ConversationMessage> = {}): ConversationMessage => message({ role: 'user', text, ...values });

/** Questions and answers in turn, tall enough to scroll. */
export function talk(count: number, conversationId = 'c'): ConversationMessage[] {
  return Array.from({ length: count }, (_, index) =>
    message({ role: index % 2 === 0 ? 'user' : 'assistant', text: `Message ${index + 1}. ${'Some words to fill a line or two. '.repeat(index % 2 === 0 ? 1 : 8)}`, conversationId }),
  );
}

export async function threadHost(messages: readonly ConversationMessage[], values: Partial<AgentConversationThread> = {}, height = '400px'): Promise<ThreadHost> {
  const host = document.createElement('thread-host') as ThreadHost;
  host.style.setProperty('block-size', height);
  host.style.setProperty('inline-size', '640px');
  document.body.append(host);
  await host.updateComplete;
  await host.set({ messages, ...values });
  return host;
}

export function removeHosts(): void {
  for (const host of document.querySelectorAll('thread-host')) host.remove();
}
