/** The settings of what is selected: a field, a section, or the form itself. Every change is applied at once. */
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { fieldTypes, fieldTypeNames, isChoiceType, type FieldType } from './field-types.js';
import type { FormCall } from './form-calls.js';
import { placeOf, sectionOf, type FormField } from './form-model.js';
import { icon } from './icons.js';
import type { BuilderStore } from './store.js';

export interface InspectorActions {
  readonly run: (call: FormCall, joinName?: string) => void;
  readonly move: (fieldId: string, step: 1 | -1) => void;
  readonly remove: (fieldId: string) => void;
  readonly moveSection: (sectionId: string, step: 1 | -1) => void;
  readonly close: () => void;
}

export function renderInspector(store: BuilderStore, actions: InspectorActions): TemplateResult {
  const { selected } = store;
  if (selected?.type === 'field') return fieldSettings(placeOf(store.form, selected.id).field, store, actions);
  if (selected?.type === 'section') return sectionSettings(selected.id, store, actions);
  return html`${heading('Form', actions)}
    ${textRow('Title', store.form.title, (title) => actions.run({ name: 'SetFormTitle', input: { title } }, 'form-title'))}
    ${areaRow('Description', store.form.description, (description) => actions.run({ name: 'SetFormTitle', input: { title: store.form.title, description } }, 'form-description'))}
    <hr />
    <p class="note">Click a field or a section to change it, or ask the form agent.</p>`;
}

function fieldSettings(field: FormField, store: BuilderStore, actions: InspectorActions): TemplateResult {
  const { id: fieldId } = field;
  const { section, index } = placeOf(store.form, fieldId);
  const isFirst = index === 0 && store.form.sections[0]?.id === section.id;
  const isLast = index === section.fields.length - 1 && store.form.sections.at(-1)?.id === section.id;
  const hasPlaceholder = !['radio', 'checkboxes', 'checkbox', 'file', 'date', 'time'].includes(field.type);
  return html`${heading(field.label, actions)}
    ${textRow('Label', field.label, (label) => actions.run({ name: 'SetFieldLabel', input: { fieldId, label } }, `label-${fieldId}`))}
    <label class="p"
      ><span>Type</span
      ><select class="in" .value=${live(field.type)} @change=${(event: Event) => actions.run({ name: 'SetFieldType', input: { fieldId, type: valueOf(event) as FieldType } })}>
        ${fieldTypeNames.map((type) => html`<option value=${type} ?selected=${type === field.type}>${capital(fieldTypes[type].name)}</option>`)}
      </select></label
    >
    ${isChoiceType(field.type)
      ? areaRow('Options, one on each line', (field.options ?? []).join('\n'), (text) => {
          const options = [...new Set(text.split('\n').map((line) => line.trim()))].filter((line) => line !== '');
          if (options.length >= 2) actions.run({ name: 'SetFieldOptions', input: { fieldId, options } }, `options-${fieldId}`);
        })
      : nothing}
    ${hasPlaceholder ? textRow('Placeholder', field.placeholder, (placeholder) => actions.run({ name: 'SetFieldText', input: { fieldId, placeholder } }, `placeholder-${fieldId}`)) : nothing}
    ${areaRow('Help text', field.helpText, (helpText) => actions.run({ name: 'SetFieldText', input: { fieldId, helpText } }, `help-${fieldId}`))}
    ${field.type === 'number' ? textRow('Unit', field.suffix ?? '', (suffix) => actions.run({ name: 'SetFieldType', input: { fieldId, type: 'number', suffix: suffix.trim() } }, `suffix-${fieldId}`)) : nothing}
    <hr />
    <label class="r"><span>Required</span><input class="sw" type="checkbox" role="switch" .checked=${live(field.required)} @change=${(event: Event) => actions.run({ name: 'ToggleFieldRequired', input: { fieldId, required: (event.currentTarget as HTMLInputElement).checked } })} /></label>
    <hr />
    <fieldset class="p">
      <legend>Width</legend>
      <div class="seg2">
        ${(['half', 'full'] as const).map((span) => html`<label><input type="radio" name="span" value=${span} .checked=${live(field.span === span)} @change=${() => actions.run({ name: 'SetFieldSpan', input: { fieldId, span } })} /><span>${capital(span)}</span></label>`)}
      </div>
    </fieldset>
    ${store.form.sections.length > 1
      ? html`<label class="p"
          ><span>Section</span
          ><select class="in" .value=${live(section.id)} @change=${(event: Event) => actions.run({ name: 'MoveField', input: { fieldId, sectionId: valueOf(event) } })}>
            ${store.form.sections.map((one) => html`<option value=${one.id} ?selected=${one.id === section.id}>${one.title}</option>`)}
          </select></label
        >`
      : nothing}
    <div class="acts">
      <button type="button" class="hb ic" aria-label="Move up" title="Move up (Alt+↑)" ?disabled=${isFirst} @click=${() => actions.move(fieldId, -1)}>${icon('up')}</button>
      <button type="button" class="hb ic" aria-label="Move down" title="Move down (Alt+↓)" ?disabled=${isLast} @click=${() => actions.move(fieldId, 1)}>${icon('down')}</button>
      <span class="spring"></span>
      <button type="button" class="hb" @click=${() => actions.remove(fieldId)}>${icon('trash')}Delete</button>
    </div>`;
}

function sectionSettings(sectionId: string, store: BuilderStore, actions: InspectorActions): TemplateResult {
  const section = sectionOf(store.form, sectionId);
  const index = store.form.sections.indexOf(section);
  const count = store.form.sections.length;
  return html`${heading(section.title, actions)}
    ${textRow('Title', section.title, (title) => actions.run({ name: 'SetSectionTitle', input: { sectionId, title } }, `title-${sectionId}`))}
    <p class="note">${section.fields.length === 1 ? '1 field' : `${String(section.fields.length)} fields`}</p>
    <div class="acts">
      <button type="button" class="hb ic" aria-label="Move up" ?disabled=${index === 0} @click=${() => actions.moveSection(sectionId, -1)}>${icon('up')}</button>
      <button type="button" class="hb ic" aria-label="Move down" ?disabled=${index === count - 1} @click=${() => actions.moveSection(sectionId, 1)}>${icon('down')}</button>
      <span class="spring"></span>
      <button type="button" class="hb" ?disabled=${count === 1} title=${count === 1 ? 'A form needs at least one section' : 'Delete with its fields'} @click=${() => actions.run({ name: 'RemoveSection', input: { sectionId } })}>${icon('trash')}Delete</button>
    </div>`;
}

function heading(text: string, actions: InspectorActions): TemplateResult {
  return html`<div class="insp-head"><h2><bdi>${text}</bdi></h2><button type="button" class="hb ic only-drawer" aria-label="Close settings" @click=${actions.close}>${icon('close')}</button></div>`;
}

/** An emptied input keeps the last good value in the form until something is typed. */
function textRow(name: string, value: string, change: (value: string) => void): TemplateResult {
  return html`<label class="p"><span>${name}</span><input class="in" dir="auto" .value=${value} @input=${(event: Event) => change(valueOf(event))} /></label>`;
}

function areaRow(name: string, value: string, change: (value: string) => void): TemplateResult {
  return html`<label class="p"><span>${name}</span><textarea class="in" dir="auto" rows="2" .value=${value} @input=${(event: Event) => change(valueOf(event))}></textarea></label>`;
}

function valueOf(event: Event): string {
  return (event.currentTarget as HTMLInputElement).value;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
