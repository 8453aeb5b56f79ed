import { html, type TemplateResult } from 'lit';
import type { Tokens } from '../markdown/tokens.js';
import { decodeEntities } from '../markdown/entities.js';
import { icon } from './icons.js';
import type { RenderContext } from './render-context.js';

/** Labels as their makers write them; any other language is shown as it was written. */
const labels: Readonly<Record<string, string>> = {
  bash: 'Bash',
  c: 'C',
  cpp: 'C++',
  cs: 'C#',
  csharp: 'C#',
  css: 'CSS',
  diff: 'Diff',
  go: 'Go',
  html: 'HTML',
  java: 'Java',
  javascript: 'JavaScript',
  js: 'JavaScript',
  json: 'JSON',
  jsx: 'JSX',
  kotlin: 'Kotlin',
  markdown: 'Markdown',
  md: 'Markdown',
  php: 'PHP',
  powershell: 'PowerShell',
  py: 'Python',
  python: 'Python',
  rb: 'Ruby',
  rs: 'Rust',
  ruby: 'Ruby',
  rust: 'Rust',
  sh: 'Shell',
  shell: 'Shell',
  sql: 'SQL',
  swift: 'Swift',
  toml: 'TOML',
  ts: 'TypeScript',
  tsx: 'TSX',
  typescript: 'TypeScript',
  xml: 'XML',
  yaml: 'YAML',
  yml: 'YAML',
};

/** Label and buttons stand outside `<code>`, so selecting and copying the block gives the code and nothing else. */
export function renderCode(token: Tokens.Code, context: RenderContext, caret: unknown): TemplateResult {
  const { strings } = context;
  const language = decodeEntities(token.lang ?? '').split(/\s/, 1)[0] ?? '';
  const label = Object.hasOwn(labels, language.toLowerCase()) ? labels[language.toLowerCase()] : language;
  return html`<figure class="code" dir="ltr">
    <figcaption class="bar">
      <span class="language">${label || strings.code}</span><span class="spring"></span
      ><button type="button" class="icon" aria-label=${strings.wrapCode} aria-pressed="false" @click=${toggleWrap}>${icon('wrap')}</button
      ><button type="button" class="icon" aria-label=${strings.copyCode} @click=${(event: Event) => context.onCopy(codeOf(event))}>${icon('copy')}</button>
    </figcaption>
    <pre tabindex="0"><code>${token.text}${caret}</code></pre>
  </figure>`;
}

function figureOf(event: Event): HTMLElement | null {
  return (event.currentTarget as HTMLElement).closest('figure');
}

/** Read at the press, because the code may have grown since the button was drawn. */
function codeOf(event: Event): string {
  return figureOf(event)?.querySelector('pre')?.textContent ?? '';
}

/** Wrapping is a matter of this block on this screen, so the page holds it; a later render leaves it alone. */
function toggleWrap(event: Event): void {
  const wraps = figureOf(event)?.classList.toggle('wrap') ?? false;
  (event.currentTarget as HTMLElement).setAttribute('aria-pressed', String(wraps));
}
