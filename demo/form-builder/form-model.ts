/**
 * What a form is, and every way it may change. Pure data and pure functions: an operation returns a new form or throws an
 * `Error` whose message is one plain sentence, fit to be shown to a person or to an agent.
 */
import { isChoiceType, isFieldType, type FieldType } from './field-types.js';

export type Span = 'half' | 'full';

export interface FormField {
  readonly id: string;
  readonly type: FieldType;
  readonly label: string;
  readonly placeholder: string;
  readonly helpText: string;
  readonly required: boolean;
  readonly span: Span;
  /** Only of choice types. */
  readonly options?: readonly string[];
  /** Only of numbers. */
  readonly min?: number;
  readonly max?: number;
  readonly suffix?: string;
}

export interface FormSection {
  readonly id: string;
  readonly title: string;
  readonly fields: readonly FormField[];
}

export interface Form {
  readonly title: string;
  readonly description: string;
  readonly sections: readonly FormSection[];
}

/** What may be said about a new field; the rest has defaults. */
export type NewField = Pick<FormField, 'label' | 'type'> & Partial<FormField>;

export interface FieldPlace {
  readonly section: FormSection;
  readonly field: FormField;
  readonly index: number;
}

const longestText = 200;

export function allFields(form: Form): readonly FormField[] {
  return form.sections.flatMap((section) => section.fields);
}

export function findField(form: Form, fieldId: string): FieldPlace | null {
  for (const section of form.sections) {
    const index = section.fields.findIndex((field) => field.id === fieldId);
    const field = section.fields[index];
    if (field) return { section, field, index };
  }
  return null;
}

/** Throws when there is no such field. */
export function placeOf(form: Form, fieldId: string): FieldPlace {
  const place = findField(form, fieldId);
  if (!place) throw new Error(`There is no field with the id “${String(fieldId)}”.`);
  return place;
}

/** Throws when there is no such section. */
export function sectionOf(form: Form, sectionId: string): FormSection {
  const section = form.sections.find((one) => one.id === sectionId);
  if (!section) throw new Error(`There is no section with the id “${String(sectionId)}”.`);
  return section;
}

/** An id made of the words, with a number when it is taken. Deterministic: the same form and words give the same id. */
export function freeId(form: Form, words: string): string {
  const slug = words.toLowerCase().normalize('NFKD').replace(/[\u0300-\u036f]/g, '').replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '').slice(0, 40) || 'item';
  const taken = new Set(form.sections.flatMap((section) => [section.id, ...section.fields.map((field) => field.id)]));
  let id = slug;
  for (let number = 2; taken.has(id); number++) id = `${slug}-${String(number)}`;
  return id;
}

/** Adds a field to a section; `index` counts from 0, default the end. */
export function addField(form: Form, sectionId: string, newField: NewField, index?: number): Form {
  const section = sectionOf(form, sectionId);
  const field = checkedField({ placeholder: '', helpText: '', required: false, span: 'full', ...newField, id: newField.id ?? freeId(form, textIn(newField.label, 'label')) });
  if (findField(form, field.id) || form.sections.some((one) => one.id === field.id)) throw new Error(`The id “${field.id}” is taken.`);
  return withSection(form, { ...section, fields: inserted(section.fields, field, index) });
}

export function removeField(form: Form, fieldId: string): Form {
  const { section } = placeOf(form, fieldId);
  return withSection(form, { ...section, fields: section.fields.filter((field) => field.id !== fieldId) });
}

/** Changes the given properties of a field, checks the whole. The id stays. */
export function changeField(form: Form, fieldId: string, change: Partial<Omit<FormField, 'id'>>): Form {
  const { section, field } = placeOf(form, fieldId);
  const changed = checkedField({ ...field, ...change });
  return withSection(form, { ...section, fields: section.fields.map((one) => (one.id === fieldId ? changed : one)) });
}

export function setFieldLabel(form: Form, fieldId: string, label: string): Form {
  return changeField(form, fieldId, { label });
}

/** Toggles, or sets when `required` is given. */
export function toggleRequired(form: Form, fieldId: string, required?: boolean): Form {
  return changeField(form, fieldId, { required: required ?? !placeOf(form, fieldId).field.required });
}

export function setFieldSpan(form: Form, fieldId: string, span: Span): Form {
  return changeField(form, fieldId, { span });
}

/** What the new type cannot have (options, limits, suffix) goes; a choice without options gets two to start from. */
export function setFieldType(form: Form, fieldId: string, type: FieldType, more: Pick<FormField, 'options' | 'min' | 'max' | 'suffix'> = {}): Form {
  const { field } = placeOf(form, fieldId);
  const options = more.options ?? field.options ?? ['First option', 'Second option'];
  return changeField(form, fieldId, {
    type,
    options: isChoiceType(type) ? options : undefined,
    min: type === 'number' ? (more.min ?? field.min) : undefined,
    max: type === 'number' ? (more.max ?? field.max) : undefined,
    suffix: type === 'number' || type === 'text' ? (more.suffix ?? field.suffix) : undefined,
  });
}

export function setFieldOptions(form: Form, fieldId: string, options: readonly string[]): Form {
  const { field } = placeOf(form, fieldId);
  if (!isChoiceType(field.type)) throw new Error(`“${field.label}” is not a choice, so it has no options.`);
  return changeField(form, fieldId, { options });
}

/** `fieldIds` must name every field of the section exactly once. */
export function reorderFields(form: Form, sectionId: string, fieldIds: readonly string[]): Form {
  const section = sectionOf(form, sectionId);
  return withSection(form, { ...section, fields: permuted(section.fields, fieldIds, `the fields of “${section.title}”`) });
}

/** Moves a field to a section; `index` counts without the field itself, default the end. */
export function moveField(form: Form, fieldId: string, sectionId: string, index?: number): Form {
  const { field } = placeOf(form, fieldId);
  sectionOf(form, sectionId);
  const without = removeField(form, fieldId);
  const target = sectionOf(without, sectionId);
  return withSection(without, { ...target, fields: inserted(target.fields, field, index) });
}

/** Adds an empty section; `index` counts from 0, default the end. */
export function addSection(form: Form, title: string, index?: number, id?: string): Form {
  const section: FormSection = { id: id ?? freeId(form, textIn(title, 'section title')), title: textIn(title, 'section title'), fields: [] };
  if (form.sections.some((one) => one.id === section.id) || findField(form, section.id)) throw new Error(`The id “${section.id}” is taken.`);
  return { ...form, sections: inserted(form.sections, section, index) };
}

/** Removes a section with its fields. A form keeps at least one section. */
export function removeSection(form: Form, sectionId: string): Form {
  sectionOf(form, sectionId);
  if (form.sections.length === 1) throw new Error('A form needs at least one section.');
  return { ...form, sections: form.sections.filter((section) => section.id !== sectionId) };
}

export function setSectionTitle(form: Form, sectionId: string, title: string): Form {
  return withSection(form, { ...sectionOf(form, sectionId), title: textIn(title, 'section title') });
}

/** `sectionIds` must name every section exactly once. */
export function reorderSections(form: Form, sectionIds: readonly string[]): Form {
  return { ...form, sections: permuted(form.sections, sectionIds, 'the sections') };
}

/** Sets the title, and the description when it is given. */
export function setTitle(form: Form, title: string, description?: string): Form {
  return { ...form, title: textIn(title, 'title'), description: description === undefined ? form.description : optionalText(description, 'description') };
}

/** A form from outside (storage, a snapshot), checked. Throws on anything that is not one. */
export function parseForm(value: unknown): Form {
  if (!isRecord(value) || !Array.isArray(value['sections']) || value['sections'].length === 0) throw new Error('This is not a form.');
  let form: Form = { title: textIn(value['title'], 'title'), description: optionalText(value['description'] ?? '', 'description'), sections: [] };
  for (const section of value['sections'] as readonly unknown[]) {
    if (!isRecord(section) || !Array.isArray(section['fields'])) throw new Error('A section of this form is not a section.');
    const id = textIn(section['id'], 'id');
    form = addSection(form, textIn(section['title'], 'section title'), undefined, id);
    for (const field of section['fields'] as readonly unknown[]) {
      if (!isRecord(field)) throw new Error('A field of this form is not a field.');
      form = addField(form, id, field as unknown as FormField);
    }
  }
  return form;
}

function checkedField(field: FormField): FormField {
  if (!isFieldType(field.type)) throw new Error(`“${String(field.type)}” is not a field type.`);
  if (field.span !== 'half' && field.span !== 'full') throw new Error('The width of a field is half or full.');
  if (typeof field.required !== 'boolean') throw new Error('Required is true or false.');
  const label = textIn(field.label, 'label');
  const checked: { -readonly [Key in keyof FormField]: FormField[Key] } = {
    id: textIn(field.id, 'id'),
    type: field.type,
    label,
    placeholder: optionalText(field.placeholder, 'placeholder'),
    helpText: optionalText(field.helpText, 'help text'),
    required: field.required,
    span: field.span,
  };
  if (isChoiceType(field.type)) checked.options = checkedOptions(field.options, label);
  if (field.type === 'number') {
    if (field.min !== undefined) checked.min = numberIn(field.min, 'smallest');
    if (field.max !== undefined) checked.max = numberIn(field.max, 'largest');
    if (checked.min !== undefined && checked.max !== undefined && checked.min > checked.max) throw new Error(`The smallest number of “${label}” is above its largest.`);
  }
  if ((field.type === 'number' || field.type === 'text') && field.suffix) checked.suffix = textIn(field.suffix, 'suffix');
  return checked;
}

function checkedOptions(options: unknown, label: string): readonly string[] {
  if (!Array.isArray(options) || options.length < 2) throw new Error(`“${label}” needs at least two options.`);
  const checked = options.map((option) => textIn(option, 'option'));
  if (new Set(checked).size !== checked.length) throw new Error(`Two options of “${label}” are the same.`);
  return checked;
}

function textIn(value: unknown, name: string): string {
  if (typeof value !== 'string' || value.trim() === '') throw new Error(`The ${name} is empty.`);
  const text = value.trim();
  if (text.length > longestText) throw new Error(`The ${name} is longer than ${String(longestText)} characters.`);
  return text;
}

function optionalText(value: unknown, name: string): string {
  if (typeof value !== 'string') throw new Error(`The ${name} is not text.`);
  if (value.length > 500) throw new Error(`The ${name} is longer than 500 characters.`);
  return value;
}

function numberIn(value: unknown, name: string): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new Error(`The ${name} number is not a number.`);
  return value;
}

function inserted<Item>(items: readonly Item[], item: Item, index: number = items.length): readonly Item[] {
  if (!Number.isInteger(index) || index < 0 || index > items.length) throw new Error(`Position ${String(index)} is outside 0 to ${String(items.length)}.`);
  return [...items.slice(0, index), item, ...items.slice(index)];
}

function permuted<Item extends { readonly id: string }>(items: readonly Item[], ids: readonly string[], what: string): readonly Item[] {
  const exact = Array.isArray(ids) && ids.length === items.length && new Set(ids).size === ids.length && items.every((item) => ids.includes(item.id));
  if (!exact) throw new Error(`The new order must name ${what} exactly once each: ${items.map((item) => item.id).join(', ')}.`);
  return ids.map((id) => items.find((item) => item.id === id)).filter((item) => item !== undefined);
}

function withSection(form: Form, section: FormSection): Form {
  return { ...form, sections: form.sections.map((one) => (one.id === section.id ? section : one)) };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
