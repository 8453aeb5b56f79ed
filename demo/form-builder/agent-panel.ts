/** The panel that chooses who answers: the demo's own model, an endpoint, or the browser's model. Every change is applied at once. */
import { html, nothing, render, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { BuiltInModelState, BuiltInState } from './built-in-model.js';
import { icon } from './icons.js';
import { defaultURLs, isEndpoint, modelKinds, modelNames, type EndpointKind, type ModelKind, type ModelSettingsStore } from './model-settings.js';

const descriptions: Readonly<Record<ModelKind, string>> = {
  demo: 'Fixed rules in this page. No network, no key.',
  openai: 'OpenAI, OpenRouter, Ollama, LM Studio, vLLM, llama.cpp.',
  anthropic: 'The Messages API, or a proxy that speaks it.',
  'built-in': 'Nothing leaves this device. It can talk about the form, but not change it.',
};

const knownURLs: Readonly<Record<EndpointKind, readonly (readonly [string, string])[]>> = {
  openai: [
    ['https://api.openai.com/v1', 'OpenAI'],
    ['https://openrouter.ai/api/v1', 'OpenRouter'],
    ['http://localhost:11434/v1', 'Ollama'],
    ['http://localhost:1234/v1', 'LM Studio'],
    ['http://localhost:8080/v1', 'llama.cpp'],
  ],
  anthropic: [['https://api.anthropic.com', 'Anthropic']],
};

export class AgentPanel {
  readonly #element: HTMLElement;
  readonly #models: ModelSettingsStore;
  readonly #builtIn: BuiltInModelState;
  #shownKey = false;
  #typesAddress = false;

  constructor(element: HTMLElement, models: ModelSettingsStore, builtIn: BuiltInModelState) {
    this.#element = element;
    this.#models = models;
    this.#builtIn = builtIn;
    models.subscribe(() => this.#draw());
    builtIn.subscribe(() => this.#draw());
    element.addEventListener('toggle', (event) => {
      if ((event).newState === 'open') void builtIn.check();
      else this.#closed();
    });
    this.#draw();
    // Unasked, the browser is left alone: asking may already wake its service.
    if (models.settings.kind === 'built-in') void builtIn.check();
  }

  #draw(): void {
    render(this.#content(), this.#element);
  }

  #content(): TemplateResult {
    const { kind } = this.#models.settings;
    return html`<div class="insp-head">
        <h2 id="agent-panel-title">Who answers</h2>
        <button type="button" class="hb ic" aria-label="Close" popovertarget="agent-panel" popovertargetaction="hide">${icon('close')}</button>
      </div>
      <fieldset class="kinds">
        <legend class="unseen">Agent</legend>
        ${modelKinds.map((one) => this.#kind(one))}
      </fieldset>
      ${isEndpoint(kind) ? this.#endpoint(kind) : kind === 'built-in' ? this.#download() : nothing}
      <p class="note">Applies from the next message on. The conversation stays.</p>`;
  }

  #kind(kind: ModelKind): TemplateResult {
    const { settings } = this.#models;
    const reason = kind === 'built-in' ? reasonAgainst(this.#builtIn.state) : null;
    // What is chosen already can be left, whatever has become of it.
    const disabled = reason !== null && settings.kind !== kind;
    return html`<label class="kind" ?data-disabled=${disabled}>
      <input type="radio" name="agent-kind" value=${kind} aria-describedby="agent-${kind}" ?disabled=${disabled} .checked=${live(settings.kind === kind)} @change=${() => this.#models.choose(kind)} />
      <span><span>${modelNames[kind]}</span><small id="agent-${kind}">${reason ?? descriptions[kind]}</small></span>
    </label>`;
  }

  #endpoint(kind: EndpointKind): TemplateResult {
    const models = this.#models;
    const { baseURL, model } = models.settings[kind];
    const invalid = models.addressFault !== null;
    // Half an address is not told to be wrong while it is typed.
    const fault = this.#typesAddress ? null : models.addressFault;
    return html`<label class="p"
        ><span>Base URL</span
        ><input class="in" type="url" dir="ltr" list="agent-urls" spellcheck="false" autocapitalize="off" placeholder=${defaultURLs[kind]} aria-describedby=${fault ? 'agent-url-fault' : nothing} aria-invalid=${fault ? 'true' : nothing} .value=${live(baseURL)} @focus=${() => this.#typeAddress(true)} @blur=${() => this.#typeAddress(false)} @input=${(event: Event) => models.setEndpoint(kind, { baseURL: valueOf(event) })}
      /></label>
      <datalist id="agent-urls">${knownURLs[kind].map(([url, name]) => html`<option value=${url}>${name}</option>`)}</datalist>
      ${fault ? html`<p id="agent-url-fault" class="fault" role="alert">${fault}</p>` : nothing}
      <label class="p"><span>Model</span><input class="in" dir="ltr" spellcheck="false" autocapitalize="off" autocomplete="off" placeholder=${kind === 'openai' ? 'As the server names it, for example qwen3' : 'For example claude-sonnet-4-6'} .value=${live(model)} @input=${(event: Event) => models.setEndpoint(kind, { model: valueOf(event) })} /></label>
      <label class="p"
        ><span>Key${kind === 'openai' ? ', if the server wants one' : ''}</span
        ><input class="in" dir="ltr" type=${this.#shownKey ? 'text' : 'password'} autocomplete="off" spellcheck="false" autocapitalize="off" aria-describedby="agent-key-warning" ?disabled=${invalid} .value=${live(models.key)} @input=${(event: Event) => models.setKey(valueOf(event))}
      /></label>
      <label class="r"><span>Show the key</span><input class="sw" type="checkbox" role="switch" .checked=${live(this.#shownKey)} @change=${this.#toggleKey} /></label>
      <p id="agent-key-warning" class="warning">
        <strong>For development only.</strong> Whoever opens a page can read a key in it. In production, give the base URL of a proxy of your own that adds the key. Here it is kept only in this tab’s sessionStorage, for this address.
      </p>
      <div class="acts"><button type="button" class="hb" ?disabled=${!models.hasKeys} @click=${this.#forget}>${icon('trash')}Forget key</button></div>`;
  }

  #download(): TemplateResult {
    const { state } = this.#builtIn;
    switch (state.type) {
      case 'downloadable':
        return html`<p class="note">The browser has to download its model once, some gigabytes. The first message does it too.</p>
          <div class="acts"><button type="button" class="hb" @click=${() => void this.#builtIn.download()}>Download now</button></div>`;
      case 'downloading':
        return html`<label class="p"><span>Downloading the model${state.fraction === null ? '' : html`, ${Math.round(100 * state.fraction)} %`}</span><progress max="1" .value=${state.fraction ?? nothing}></progress></label>`;
      case 'failed':
        return html`<p class="fault" role="alert">The browser said: ${state.reason}</p>
          <div class="acts"><button type="button" class="hb" @click=${() => void this.#builtIn.download()}>Try again</button></div>`;
      case 'ready':
        return html`<p class="note">The model is on this device, ready.</p>`;
      default:
        return html`<p class="fault">${reasonAgainst(state) ?? ''}</p>`;
    }
  }

  #typeAddress(typing: boolean): void {
    this.#typesAddress = typing;
    this.#draw();
  }

  readonly #toggleKey = (): void => {
    this.#shownKey = !this.#shownKey;
    this.#draw();
  };

  readonly #forget = (): void => {
    this.#models.forgetKeys();
    // The button can no longer hold the focus.
    this.#element.querySelector<HTMLElement>('input[aria-describedby="agent-key-warning"]')?.focus();
  };

  #closed(): void {
    this.#shownKey = false;
    this.#draw();
    // It was opened from a menu that is gone.
    if (document.activeElement === document.body || !document.activeElement?.checkVisibility()) document.querySelector<HTMLElement>('[popovertarget="page-menu"]')?.focus();
  }
}

/** Why the browser's model cannot be chosen; null when it can. */
function reasonAgainst({ type }: BuiltInState): string | null {
  if (type === 'checking') return 'Asking the browser …';
  return type === 'missing' ? 'This browser has none for pages. Chrome and Edge on a desktop can have one.' : null;
}

function valueOf(event: Event): string {
  return (event.currentTarget as HTMLInputElement).value;
}
