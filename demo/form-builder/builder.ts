/** The page around the conversation: top bar, rail, canvas, inspector, preview. Draws from the store, changes through it. */
import { html, nothing, render, type TemplateResult } from 'lit';
import { renderCanvas } from './canvas.js';
import { fieldTypes, fieldTypeNames, isChoiceType, type FieldType } from './field-types.js';
import type { FormCall } from './form-calls.js';
import { findField, placeOf, type NewField } from './form-model.js';
import { icon, typeIcons, type IconName } from './icons.js';
import { renderInspector } from './inspector.js';
import type { ModelSettingsStore } from './model-settings.js';
import { renderPageMenu } from './page-menu.js';
import { openPreview } from './preview.js';
import { startForm } from './start-form.js';
import type { BuilderStore } from './store.js';

export class FormBuilder {
  readonly #store: BuilderStore;
  readonly #models: ModelSettingsStore;
  readonly #root: HTMLElement;
  #isInspecting = false;
  #drawing = false;

  /** `root` holds elements with the ids bar, rail, canvas, inspector, agent-panel, preview and announcements. */
  constructor(root: HTMLElement, store: BuilderStore, models: ModelSettingsStore) {
    this.#root = root;
    this.#store = store;
    this.#models = models;
    store.subscribe(() => this.#schedule());
    models.subscribe(() => this.#schedule());
    root.addEventListener('keydown', (event) => this.#onKey(event));
    this.#draw();
  }

  preview(): void {
    openPreview(this.#part<HTMLDialogElement>('preview'), this.#store.form);
  }

  /** Once per frame, however many calls come in. */
  #schedule(): void {
    if (this.#drawing) return;
    this.#drawing = true;
    requestAnimationFrame(() => {
      this.#drawing = false;
      this.#draw();
      this.#showHalo();
    });
  }

  #draw(): void {
    const store = this.#store;
    document.title = `${store.form.title} · Form builder`;
    render(this.#bar(), this.#part('bar'));
    render(this.#rail(), this.#part('rail'));
    const shared = { move: this.#move, remove: this.#remove };
    render(
      renderCanvas(store, { ...shared, select: (id, type) => store.select({ id, type }), deselect: () => store.select(null), addTo: (sectionId) => this.#add('text', sectionId), inspect: () => this.#inspect() }),
      this.#part('canvas'),
    );
    render(renderInspector(store, { ...shared, run: this.#run, moveSection: this.#moveSection, close: () => this.#closeInspector() }), this.#part('inspector'));
    this.#root.toggleAttribute('data-inspecting', this.#isInspecting);
  }

  #bar(): TemplateResult {
    const store = this.#store;
    return html`<h1><bdi>${store.form.title}</bdi></h1>
      <span class="m" role="status">${store.status}</span>
      <span class="spring"></span>
      <button type="button" class="hb ic only-narrow" aria-label="Add a field" title="Add a field" popovertarget="type-menu">${icon('plus')}</button>
      <button type="button" class="hb ic only-drawer" aria-label="Settings" title="Settings" aria-pressed=${this.#isInspecting} @click=${() => (this.#isInspecting ? this.#closeInspector() : this.#inspect())}>${icon('edit')}</button>
      <button type="button" class="hb ic" aria-label="Undo" title="Undo (Ctrl+Z)" ?disabled=${!store.canUndo} @click=${() => store.undo()}>${icon('undo')}</button>
      <button type="button" class="hb ic wide-only" aria-label="Redo" title="Redo (Ctrl+Shift+Z)" ?disabled=${!store.canRedo} @click=${() => store.redo()}>${icon('redo')}</button>
      <button type="button" class="hb ic" aria-label="More" title="More" popovertarget="page-menu">${icon('more')}</button>
      ${renderPageMenu({
        agentName: this.#models.name,
        openAgentPanel: () => this.#openAgentPanel(),
        canRedo: store.canRedo,
        redo: () => store.redo(),
        preview: () => this.preview(),
        startOver: () => {
          store.select(null);
          store.replace(startForm);
          this.#announce('The starting form is back. Undo brings yours back.');
        },
      })}
      <button type="button" class="hb wide-only" aria-haspopup="dialog" popovertarget="agent-panel">${icon('spark')}Agent: ${this.#models.name}</button>
      <button type="button" class="hb wide-only" @click=${() => this.preview()}>Preview</button>
      <button type="button" class="hb solid" @click=${this.#save}>Save</button>`;
  }

  #rail(): TemplateResult {
    const shortcut = (name: string, glyph: IconName, run: () => void): TemplateResult => html`<button type="button" aria-label=${name} title=${name} @click=${run}>${icon(glyph)}</button>`;
    return html`<button type="button" class="on" aria-label="Add a field" title="Add a field" popovertarget="type-menu">${icon('plus')}</button>
      ${shortcut('Add short text', 'text', () => this.#add('text'))} ${shortcut('Add a checkbox', 'check', () => this.#add('checkbox'))} ${shortcut('Add a choice', 'chevron', () => this.#add('choice'))}
      ${shortcut('Add a file', 'file', () => this.#add('file'))} ${shortcut('Add a section', 'section', this.#addSection)}
      <div id="type-menu" class="menu" popover aria-label="Kinds of fields">
        ${fieldTypeNames.map((type) => html`<button type="button" popovertarget="type-menu" popovertargetaction="hide" @click=${() => this.#add(type)}>${icon(typeIcons[type])}${fieldTypes[type].name.charAt(0).toUpperCase() + fieldTypes[type].name.slice(1)}</button>`)}
        <hr />
        <button type="button" popovertarget="type-menu" popovertargetaction="hide" @click=${this.#addSection}>${icon('section')}Section</button>
      </div>`;
  }

  /** After what is selected, else at the end. */
  #add(type: FieldType, sectionId?: string): void {
    const { form, selected } = this.#store;
    const place = selected?.type === 'field' ? placeOf(form, selected.id) : null;
    const target = sectionId ?? place?.section.id ?? (selected?.type === 'section' ? selected.id : form.sections.at(-1)?.id);
    if (target === undefined) return;
    const field: NewField = { type, label: fieldTypes[type].newLabel, span: type === 'long-text' || type === 'file' || type === 'checkbox' || type === 'checkboxes' ? 'full' : 'half', ...(isChoiceType(type) && { options: ['First option', 'Second option'] }) };
    const before = new Set(form.sections.flatMap((section) => section.fields.map((one) => one.id)));
    if (!this.#run({ name: 'AddField', input: { sectionId: target, ...field, ...(place && sectionId === undefined && { index: place.index + 1 }) } })) return;
    const added = this.#store.form.sections.flatMap((section) => section.fields).find((one) => !before.has(one.id));
    if (added) this.#store.select({ type: 'field', id: added.id });
    this.#announce(`Added “${field.label}”.`);
    requestAnimationFrame(() => this.#item(added?.id)?.scrollIntoView({ block: 'nearest' }));
  }

  readonly #addSection = (): void => {
    if (!this.#run({ name: 'AddSection', input: { title: 'New section' } })) return;
    const added = this.#store.form.sections.at(-1);
    if (added) this.#store.select({ type: 'section', id: added.id });
    this.#announce('Added a section.');
    requestAnimationFrame(() => this.#item(added?.id)?.scrollIntoView({ block: 'nearest' }));
  };

  /** False when it cannot be done; an input that is empty for a moment, say. */
  readonly #run = (call: FormCall, joinName?: string): boolean => {
    try {
      this.#store.run(call, joinName ?? null);
      return true;
    } catch (error) {
      this.#announce(error instanceof Error ? error.message : String(error));
      return false;
    }
  };

  /** One place up or down, over the edge of a section into the next. */
  readonly #move = (fieldId: string, step: 1 | -1): void => {
    const { form } = this.#store;
    const { section, index, field } = placeOf(form, fieldId);
    const neighbour = form.sections[form.sections.indexOf(section) + step];
    const inside = section.fields[index + step] !== undefined;
    if (!inside && !neighbour) return;
    const input = inside ? { fieldId, sectionId: section.id, index: index + step } : { fieldId, sectionId: neighbour?.id ?? section.id, index: step < 0 ? (neighbour?.fields.length ?? 0) : 0 };
    const hadFocus = document.activeElement === this.#item(fieldId);
    this.#run({ name: 'MoveField', input });
    this.#announce(`Moved “${field.label}” ${step < 0 ? 'up' : 'down'}.`);
    if (hadFocus) requestAnimationFrame(() => requestAnimationFrame(() => this.#item(fieldId)?.focus()));
  };

  readonly #moveSection = (sectionId: string, step: 1 | -1): void => {
    const ids = this.#store.form.sections.map((section) => section.id);
    const index = ids.indexOf(sectionId);
    const others = ids.filter((id) => id !== sectionId);
    this.#run({ name: 'ReorderSections', input: { sectionIds: [...others.slice(0, index + step), sectionId, ...others.slice(index + step)] } });
  };

  readonly #remove = (fieldId: string): void => {
    const label = findField(this.#store.form, fieldId)?.field.label ?? '';
    if (this.#run({ name: 'RemoveField', input: { fieldId } })) this.#announce(`Removed “${label}”. Undo brings it back.`);
  };

  readonly #save = (): void => {
    try {
      this.#store.save(localStorage);
      this.#announce('Saved in this browser.');
    } catch {
      this.#announce('This browser did not let me save. The form is still here.');
    }
  };

  /** From a menu that has just closed, which is why the focus is led. */
  #openAgentPanel(): void {
    const panel = this.#part('agent-panel');
    panel.showPopover();
    panel.querySelector<HTMLElement>('input:checked')?.focus();
  }

  #inspect(): void {
    this.#isInspecting = true;
    this.#draw();
    this.#part('inspector').querySelector<HTMLElement>('input, select, textarea')?.focus();
  }

  #closeInspector(): void {
    this.#isInspecting = false;
    this.#draw();
    this.#item(this.#store.selected?.id)?.focus();
  }

  #onKey(event: KeyboardEvent): void {
    if (event.key === 'Escape' && this.#isInspecting && (event.target as Element).closest('#inspector')) return this.#closeInspector();
    const isTyping = (event.target as Element).closest('input, textarea, select, agent-conversation, dialog') !== null;
    if (isTyping || event.altKey || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return;
    event.preventDefault();
    if (event.shiftKey) this.#store.redo();
    else this.#store.undo();
  }

  /** Brings the place where the agent acts into view. */
  #showHalo(): void {
    const halo = this.#part('canvas').querySelector('.halo');
    const canvas = this.#part('canvas').getBoundingClientRect();
    const box = halo?.getBoundingClientRect();
    if (!box || (box.top >= canvas.top && box.bottom <= canvas.bottom)) return;
    halo?.scrollIntoView({ block: 'nearest', behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth' });
  }

  #announce(text: string): void {
    render(text || nothing, this.#part('announcements'));
  }

  #item(id: string | undefined): HTMLElement | null {
    return id === undefined ? null : this.#part('canvas').querySelector<HTMLElement>(`[data-id="${id}"]`);
  }

  #part<Part extends HTMLElement>(id: string): Part {
    const part = this.#root.querySelector<Part>(`#${id}`);
    if (!part) throw new Error(`The page has no element with the id “${id}”.`);
    return part;
  }
}
