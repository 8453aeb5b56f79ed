/** A shadow root like the element's own around the content of one message, with a record of what the content asked for. */
import { html, LitElement, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import type { ContentBlock } from '../../src/model/message.js';
import { renderContent, type RenderContext, type Renderers } from '../../src/rendering/renderer.js';
import { renderingStyles } from '../../src/rendering/rendering.styles.js';
import { baseStyles } from '../../src/ui/base.styles.js';
import { controlsStyles } from '../../src/ui/controls.styles.js';
import { messageStyles } from '../../src/ui/message.styles.js';
import { defaultStrings } from '../../src/ui/strings.js';

export class ContentHost extends LitElement {
  static override styles = [baseStyles, controlsStyles, messageStyles, renderingStyles];

  @property({ attribute: false }) content: readonly ContentBlock[] = [];
  @property({ attribute: false }) streaming = false;
  @property({ attribute: false }) more: Partial<RenderContext> = {};
  @property({ attribute: false }) renderers: Renderers | undefined;

  readonly copied: string[] = [];
  readonly reported: unknown[] = [];

  get body(): HTMLElement {
    const found = this.renderRoot.querySelector<HTMLElement>('[part="base"]');
    if (!found) throw new Error('the host has not rendered');
    return found;
  }

  all(selector: string): HTMLElement[] {
    return [...this.body.querySelectorAll<HTMLElement>(selector)];
  }

  one(selector: string): HTMLElement {
    const [found] = this.all(selector);
    if (!found) throw new Error(`nothing matches ${selector}`);
    return found;
  }

  /** Visible text of the reply: no labels of code blocks. */
  get words(): string {
    const bars = this.all('.code .bar');
    for (const bar of bars) bar.hidden = true;
    const text = this.body.innerText;
    for (const bar of bars) bar.hidden = false;
    return text;
  }

  async show(content: string | readonly ContentBlock[], streaming = false): Promise<void> {
    this.content = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
    this.streaming = streaming;
    await this.updateComplete;
  }

  override render(): unknown {
    const context: RenderContext = {
      strings: defaultStrings,
      locale: 'en',
      streaming: this.streaming,
      onCopy: (text) => this.copied.push(text),
      report: (error) => this.reported.push(error),
      ...this.more,
    };
    return html`<div part="base">${this.content.length > 0 ? renderContent(this.content, context, this.renderers) : nothing}</div>`;
  }
}
customElements.define('content-host', ContentHost);

/** A host on the page, removed when the test ends. */
export async function contentHost(): Promise<ContentHost> {
  const host = new ContentHost();
  document.body.append(host);
  hosts.push(host);
  await host.updateComplete;
  return host;
}

const hosts: ContentHost[] = [];
afterEach(() => {
  for (const host of hosts.splice(0)) host.remove();
});

/** The vectors of one case. */
export async function vectorsOf<T>(name: string): Promise<readonly T[]> {
  const response = await fetch(new URL(`../fixtures/cases/${name}.json`, import.meta.url));
  return ((await response.json()) as { vectors: readonly T[] }).vectors;
}
