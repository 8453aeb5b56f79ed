/** The paper: sections and fields as people will see them, each one a button that selects it. */
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { fieldTypes } from './field-types.js';
import { placeOf, type FormField, type FormSection } from './form-model.js';
import { icon } from './icons.js';
import type { BuilderStore } from './store.js';
import { formHead } from './tools.js';

export interface CanvasActions {
  readonly select: (id: string, type: 'field' | 'section') => void;
  readonly deselect: () => void;
  readonly addTo: (sectionId: string) => void;
  readonly move: (fieldId: string, step: 1 | -1) => void;
  readonly remove: (fieldId: string) => void;
  readonly inspect: () => void;
}

export function renderCanvas(store: BuilderStore, actions: CanvasActions): TemplateResult {
  const { form } = store;
  const halo = store.haloOf(formHead);
  return html`<div class="paper" @keydown=${(event: KeyboardEvent) => onKey(event, store, actions)}>
    <button type="button" class=${halo ? 'head halo' : 'head'} data-item data-halo=${halo?.text ?? nothing} data-halo-short=${halo?.short ?? nothing} @click=${actions.deselect}>
      <span class="title"><bdi>${form.title}</bdi></span>
      ${form.description ? html`<span class="description"><bdi>${form.description}</bdi></span>` : nothing}
    </button>
    ${repeat(
      form.sections,
      (section) => section.id,
      (section, index) => renderSection(section, index, store, actions),
    )}
  </div>`;
}

function renderSection(section: FormSection, index: number, store: BuilderStore, actions: CanvasActions): TemplateResult {
  const isSelected = store.selected?.id === section.id;
  const halo = store.haloOf(section.id);
  return html`<section aria-label=${section.title}>
    <button type="button" class=${['secn', isSelected ? 'sel' : '', halo ? 'halo' : ''].join(' ')} data-item data-id=${section.id} data-halo=${halo?.text ?? nothing} data-halo-short=${halo?.short ?? nothing} aria-pressed=${isSelected} @click=${() => actions.select(section.id, 'section')}>
      <span><bdi>${section.title}</bdi><span class="unseen">, section</span></span><small>${index + 1} of ${store.form.sections.length}</small>
    </button>
    <div class="grid">
      ${repeat(
        section.fields,
        (field) => field.id,
        (field) => renderField(field, store, actions),
      )}
      ${section.fields.length === 0 ? html`<button type="button" class="f w empty" data-item @click=${() => actions.addTo(section.id)}>${icon('plus')}Add a field to “${section.title}”</button>` : nothing}
    </div>
  </section>`;
}

function renderField(field: FormField, store: BuilderStore, actions: CanvasActions): TemplateResult {
  const isSelected = store.selected?.id === field.id;
  const halo = store.haloOf(field.id);
  return html`<button
    type="button"
    class=${['f', field.span === 'full' ? 'w' : '', isSelected ? 'sel' : '', halo ? 'halo' : ''].join(' ')}
    data-item
    data-id=${field.id}
    data-halo=${halo?.text ?? nothing}
    data-halo-short=${halo?.short ?? nothing}
    aria-pressed=${isSelected}
    @click=${() => actions.select(field.id, 'field')}
    @dblclick=${actions.inspect}
  >
    ${field.type === 'checkbox' ? nothing : html`<span class="label"><bdi>${field.label}</bdi>${field.required ? nothing : html` <i>optional</i>`}</span>`}<span class="unseen">, ${fieldTypes[field.type].name} field${field.required ? ', required' : ''}</span>${renderControl(field)}${field.helpText ? html`<span class="help"><bdi>${field.helpText}</bdi></span>` : nothing}
  </button>`;
}

/** A picture of the control; the real one is in the preview. */
function renderControl(field: FormField): TemplateResult {
  switch (field.type) {
    case 'long-text':
    case 'address':
      return html`<span class="in tall" aria-hidden="true">${field.placeholder}</span>`;
    case 'file':
      return html`<span class="in drop" aria-hidden="true">${icon('file')}Drop a file here</span>`;
    case 'choice':
      return html`<span class="in" aria-hidden="true"><span>${field.placeholder || 'Choose'}</span>${icon('chevron')}</span>`;
    case 'radio':
    case 'checkboxes':
      return html`<span class="choices" aria-hidden="true">${field.options?.map((option) => html`<span><span class=${field.type === 'radio' ? 'dot' : 'box'}></span><bdi>${option}</bdi></span>`)}</span>`;
    case 'checkbox':
      return html`<span class="choices"><span><span class="box"></span><span class="label"><bdi>${field.label}</bdi>${field.required ? nothing : html` <i>optional</i>`}</span></span></span>`;
    case 'date':
      return html`<span class="in" aria-hidden="true"><span>${field.placeholder}</span>${icon('date')}</span>`;
    case 'time':
      return html`<span class="in" aria-hidden="true"><span>${field.placeholder}</span>${icon('time')}</span>`;
    default:
      return html`<span class="in" aria-hidden="true"><bdi>${field.placeholder}</bdi>${field.suffix ? html`<span>${field.suffix}</span>` : nothing}</span>`;
  }
}

/** Arrows walk, Alt+arrows move the field, Delete removes it, Enter on a selected one goes to its settings. */
function onKey(event: KeyboardEvent, store: BuilderStore, actions: CanvasActions): void {
  const current = (event.target as Element).closest<HTMLElement>('[data-item]');
  if (!current || event.ctrlKey || event.metaKey) return;
  const id = current.dataset['id'];
  const isField = current.classList.contains('f') && id !== undefined;
  const step = event.key === 'ArrowDown' || event.key === 'ArrowRight' ? 1 : event.key === 'ArrowUp' || event.key === 'ArrowLeft' ? -1 : null;
  if (step !== null && event.altKey && isField) actions.move(id, step);
  else if (step !== null && !event.altKey) walk(current, step);
  else if ((event.key === 'Delete' || event.key === 'Backspace') && isField) {
    const { section, index } = placeOf(store.form, id);
    actions.remove(id);
    const next = section.fields[index + 1] ?? section.fields[index - 1];
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-item][data-id="${next?.id ?? section.id}"]`)?.focus());
  } else if (event.key === 'Enter' && isField && store.selected?.id === id) actions.inspect();
  else if (event.key === 'Escape' && store.selected) actions.deselect();
  else return;
  event.preventDefault();
}

function walk(current: HTMLElement, step: 1 | -1): void {
  const items = [...(current.closest('.paper')?.querySelectorAll<HTMLElement>('[data-item]') ?? [])];
  items[items.indexOf(current) + step]?.focus();
}
