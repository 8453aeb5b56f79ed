/** The form as people will get it, in a dialog: it can be filled in and checks itself; nothing is sent. */
import { html, nothing, render, type TemplateResult } from 'lit';
import { allFields, type Form, type FormField } from './form-model.js';
import { icon } from './icons.js';

const completions: readonly (readonly [RegExp, string])[] = [
  [/first name|given name/i, 'given-name'],
  [/last name|surname/i, 'family-name'],
  [/name/i, 'name'],
  [/birth/i, 'bday'],
  [/company|employer|organi[sz]ation/i, 'organization'],
  [/post ?code|zip/i, 'postal-code'],
  [/country/i, 'country-name'],
  [/city|town/i, 'address-level2'],
];

export function openPreview(dialog: HTMLDialogElement, form: Form): void {
  let answers: readonly (readonly [string, string])[] | null = null;
  const draw = (): void => {
    render(dialogContent(form, answers, { close: () => dialog.close(), again: () => show(null), submit: (event) => show(answersOf(event, form)) }), dialog);
  };
  const show = (given: typeof answers): void => {
    answers = given;
    draw();
    dialog.querySelector<HTMLElement>('h2')?.focus();
  };
  // A fresh form each time: what was typed in an earlier preview belongs to an earlier form.
  render(nothing, dialog);
  draw();
  if (!dialog.open) dialog.showModal();
}

interface DialogActions {
  readonly close: () => void;
  readonly again: () => void;
  readonly submit: (event: SubmitEvent) => void;
}

function dialogContent(form: Form, answers: readonly (readonly [string, string])[] | null, actions: DialogActions): TemplateResult {
  return html`<div class="preview-bar"><span>Preview</span><span class="spring"></span><button type="button" class="hb ic" aria-label="Close preview" @click=${actions.close}>${icon('close')}</button></div>
    ${answers
      ? html`<div class="preview-body"><h2 tabindex="-1">This would be sent</h2><p class="description">It is a preview, so nothing was.</p><dl>${answers.map(([label, value]) => html`<dt><bdi>${label}</bdi></dt><dd><bdi>${value || html`<i>empty</i>`}</bdi></dd>`)}</dl><div class="acts"><button type="button" class="hb" @click=${actions.again}>Back to the form</button><button type="button" class="hb solid" @click=${actions.close}>Close</button></div></div>`
      : html`<form class="preview-body" @submit=${actions.submit}>
          <h2 tabindex="-1" autofocus><bdi>${form.title}</bdi></h2>
          ${form.description ? html`<p class="description"><bdi>${form.description}</bdi></p>` : nothing}
          ${form.sections.map((section) => html`<fieldset class="part"><legend><bdi>${section.title}</bdi></legend><div class="grid">${section.fields.map(renderField)}</div></fieldset>`)}
          <div class="acts"><button type="submit" class="hb solid">Send</button></div>
        </form>`}`;
}

function renderField(field: FormField): TemplateResult {
  const help = field.helpText ? html`<span class="help" id=${`help-${field.id}`}><bdi>${field.helpText}</bdi></span>` : nothing;
  const optional = field.required ? nothing : html` <i>optional</i>`;
  const wide = field.span === 'full' ? 'f w' : 'f';
  if (field.type === 'radio' || field.type === 'checkboxes') {
    return html`<fieldset class=${wide}>
      <legend><bdi>${field.label}</bdi>${optional}</legend>
      <span class="choices" @change=${relaxGroup}>${field.options?.map((option) => html`<label><input type=${field.type === 'radio' ? 'radio' : 'checkbox'} name=${field.id} value=${option} ?required=${field.required} data-needed=${field.required ? '' : nothing} /><bdi>${option}</bdi></label>`)}</span>${help}
    </fieldset>`;
  }
  if (field.type === 'checkbox') return html`<div class=${wide}><span class="choices"><label><input type="checkbox" name=${field.id} value="Yes" ?required=${field.required} /><span><bdi>${field.label}</bdi>${optional}</span></label></span>${help}</div>`;
  return html`<div class=${wide}><label for=${`preview-${field.id}`}><bdi>${field.label}</bdi>${optional}</label>${renderInput(field)}${help}</div>`;
}

function renderInput(field: FormField): TemplateResult {
  const id = `preview-${field.id}`;
  const described = field.helpText ? `help-${field.id}` : nothing;
  const placeholder = field.placeholder || nothing;
  switch (field.type) {
    case 'long-text':
    case 'address':
      return html`<textarea class="in" id=${id} name=${field.id} rows="3" dir="auto" ?required=${field.required} placeholder=${placeholder} autocomplete=${field.type === 'address' ? 'street-address' : 'off'} aria-describedby=${described}></textarea>`;
    case 'choice':
      return html`<select class="in" id=${id} name=${field.id} ?required=${field.required} aria-describedby=${described}><option value="">${field.placeholder || 'Choose'}</option>${field.options?.map((option) => html`<option>${option}</option>`)}</select>`;
    case 'number':
      return html`<span class="in unit"><input type="number" id=${id} name=${field.id} min=${field.min ?? nothing} max=${field.max ?? nothing} step="any" ?required=${field.required} placeholder=${placeholder} aria-describedby=${described} />${field.suffix ? html`<span>${field.suffix}</span>` : nothing}</span>`;
    default:
      return html`<input class="in" type=${inputType(field)} id=${id} name=${field.id} dir="auto" ?required=${field.required} placeholder=${placeholder} autocomplete=${completionOf(field)} aria-describedby=${described} />`;
  }
}

function inputType(field: FormField): string {
  return field.type === 'phone' ? 'tel' : field.type;
}

function completionOf(field: FormField): string {
  if (field.type === 'email') return 'email';
  if (field.type === 'phone') return 'tel';
  if (field.type === 'url') return 'url';
  return completions.find(([pattern]) => pattern.test(field.label))?.[1] ?? 'off';
}

/** One tick is enough for a group of checkboxes that must be answered. */
function relaxGroup(event: Event): void {
  const inputs = [...(event.currentTarget as Element).querySelectorAll<HTMLInputElement>('input[type="checkbox"]')];
  const isAnswered = inputs.some((input) => input.checked);
  for (const input of inputs) input.required = !isAnswered && input.dataset['needed'] === '';
}

function answersOf(event: SubmitEvent, form: Form): readonly (readonly [string, string])[] {
  event.preventDefault();
  const data = new FormData(event.currentTarget as HTMLFormElement);
  return allFields(form).map((field) => {
    const values = data.getAll(field.id).map((value) => (typeof value === 'string' ? value : value.name));
    const value = values.filter((one) => one !== '').join(', ');
    return [field.label, value !== '' && field.suffix ? `${value} ${field.suffix}` : value];
  });
}
