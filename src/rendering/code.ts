import { html, nothing, type TemplateResult } from 'lit';
import type { Tokens } from '../markdown/tokens.js';
import { decodeEntities } from '../markdown/entities.js';
import { withVisibleControls } from './bidi-controls.js';
import { codeLabel } from './code-label.js';
import { codeText } from './code-text.js';
import { copyButton } from './copy-button.js';
import { rendererNamed } from './host-renderers.js';
import { icon } from './icons.js';
import { isolated } from './isolated.js';
import type { CodeBlock, RenderContext } from './render-context.js';

/**
 * A block of code; `end` is drawn behind its last character. Label and buttons stand outside `<code>`, so selecting and copying the
 * block gives the code and nothing else. A language that the host draws itself is the host's once the fence is closed.
 */
export function renderCode(token: Tokens.Code, context: RenderContext, end: unknown): TemplateResult {
  const info = decodeEntities(token.lang ?? '');
  const language = info.split(/\s/, 1)[0] ?? '';
  const renderer = language === '' ? undefined : rendererNamed(context.renderers, `code:${language.toLowerCase()}`);
  if (!renderer || (end !== nothing && !isClosed(token.raw))) return renderPlain(token, language, context, end);
  const block: CodeBlock = { type: 'code', language: language.toLowerCase(), info, text: token.text };
  const drawn = isolated(renderer, block, context, () => renderPlain(token, language, context, nothing));
  return html`${drawn}${end === nothing ? nothing : html`<p>${end}</p>`}`;
}

function renderPlain(token: Tokens.Code, language: string, context: RenderContext, end: unknown): TemplateResult {
  const { strings } = context;
  return html`<figure class="code" dir="ltr">
    <figcaption class="bar">
      <span class="language">${withVisibleControls(codeLabel(language)) || strings.code}</span><span class="spring"></span
      ><button type="button" class="icon" aria-label=${strings.wrapCode} aria-pressed="false" @click=${toggleWrap}>${icon('wrap')}</button
      >${copyButton(strings.copyCode, context, codeOf)}
    </figcaption>
    <pre tabindex="0"><code>${codeText(token.text, language, end !== nothing)}${end}</code></pre>
  </figure>`;
}

/** The closing fence is there; what comes after it is another block. */
function isClosed(raw: string): boolean {
  const fence = /^ {0,3}(`{3,}|~{3,})/.exec(raw)?.[1];
  if (fence === undefined) return false;
  const text = raw.trimEnd();
  const lineStart = text.lastIndexOf('\n') + 1;
  const last = text.slice(lineStart).trim();
  return lineStart > 0 && last.length >= fence.length && last === fence.charAt(0).repeat(last.length);
}

/** Read at the press, because the code may have grown since the button was drawn. */
function codeOf(button: HTMLElement): string {
  return button.closest('figure')?.querySelector('pre')?.textContent ?? '';
}

/** Wrapping is a matter of this block on this screen, so the page holds it; a later render leaves it alone. */
function toggleWrap(event: Event): void {
  const button = event.currentTarget as HTMLElement;
  const wraps = button.closest('figure')?.classList.toggle('wrap') ?? false;
  button.setAttribute('aria-pressed', String(wraps));
}
