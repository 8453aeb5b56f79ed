/** The quiet corner of the top bar: theme, direction, starting over. Not kept: `?theme=dark&dir=rtl` in the address does it for a visit. */
import { html, type TemplateResult } from 'lit';
import { icon } from './icons.js';

export interface PageMenuActions {
  readonly canRedo: boolean;
  readonly redo: () => void;
  readonly preview: () => void;
  readonly startOver: () => void;
  /** Which model answers. */
  readonly agentName: string;
  readonly openAgentPanel: () => void;
}

const themes = ['auto', 'light', 'dark'] as const;

export function renderPageMenu(actions: PageMenuActions): TemplateResult {
  const { theme = 'auto' } = document.documentElement.dataset;
  const item = (name: string, run: () => void, disabled = false): TemplateResult => html`<button type="button" popovertarget="page-menu" popovertargetaction="hide" ?disabled=${disabled} @click=${run}>${name}</button>`;
  return html`<div id="page-menu" class="menu" popover aria-label="More">
    <fieldset class="themes">
      <legend>Theme</legend>
      <div class="seg2 three">${themes.map((name) => html`<label><input type="radio" name="theme" value=${name} ?checked=${theme === name} @change=${() => setTheme(name)} /><span>${name.charAt(0).toUpperCase() + name.slice(1)}</span></label>`)}</div>
    </fieldset>
    <label class="r"><span>Right to left</span><input class="sw" type="checkbox" role="switch" ?checked=${document.documentElement.dir === 'rtl'} @change=${(event: Event) => setDirection((event.currentTarget as HTMLInputElement).checked ? 'rtl' : 'ltr')} /></label>
    <hr />
    <div class="narrow-items">${item('Preview', actions.preview)} ${item('Redo', actions.redo, !actions.canRedo)}
      <button type="button" popovertarget="page-menu" popovertargetaction="hide" @click=${actions.openAgentPanel}>${icon('spark')}<span>Agent: ${actions.agentName}</span></button>
    </div>
    ${item('Start over', actions.startOver)}
    <a href="../plain/" class="item">${icon('link')}The smallest page</a>
  </div>`;
}

/** Reads theme and direction from the address, once, before anything is drawn. */
export function applyAddress(query: URLSearchParams): void {
  const theme = themes.find((name) => name === query.get('theme'));
  if (theme) setTheme(theme);
  if (query.get('dir') === 'rtl') setDirection('rtl');
}

function setTheme(theme: (typeof themes)[number]): void {
  document.documentElement.dataset['theme'] = theme;
}

function setDirection(direction: 'ltr' | 'rtl'): void {
  document.documentElement.dir = direction;
}
