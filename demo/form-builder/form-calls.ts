/**
 * The changes an agent may ask for, as data: `applyCall` runs one, `inverseOf` says which calls take it back.
 * The page's tools and the agent's dry run share both, so what the agent foresees is what happens.
 */
import type { FieldType } from './field-types.js';
import {
  addField,
  addSection,
  changeField,
  freeId,
  moveField,
  placeOf,
  removeField,
  removeSection,
  reorderFields,
  reorderSections,
  sectionOf,
  setFieldLabel,
  setFieldOptions,
  setFieldSpan,
  setFieldType,
  setSectionTitle,
  setTitle,
  toggleRequired,
  type Form,
  type FormField,
  type NewField,
  type Span,
} from './form-model.js';

export type AddFieldInput = NewField & { readonly sectionId: string; readonly index?: number };

export interface CallInputs {
  readonly AddField: AddFieldInput;
  readonly RemoveField: { readonly fieldId: string };
  readonly SetFieldLabel: { readonly fieldId: string; readonly label: string };
  readonly SetFieldText: { readonly fieldId: string; readonly placeholder?: string; readonly helpText?: string };
  readonly SetFieldType: { readonly fieldId: string; readonly type: FieldType } & Pick<FormField, 'options' | 'min' | 'max' | 'suffix'>;
  readonly SetFieldOptions: { readonly fieldId: string; readonly options: readonly string[] };
  readonly ToggleFieldRequired: { readonly fieldId: string; readonly required?: boolean };
  readonly SetFieldSpan: { readonly fieldId: string; readonly span: Span };
  readonly ReorderFields: { readonly sectionId: string; readonly fieldIds: readonly string[] };
  readonly MoveField: { readonly fieldId: string; readonly sectionId: string; readonly index?: number };
  readonly AddSection: { readonly title: string; readonly index?: number; readonly id?: string; readonly fieldIds?: readonly string[] };
  readonly RemoveSection: { readonly sectionId: string; readonly moveFieldsTo?: string };
  readonly SetSectionTitle: { readonly sectionId: string; readonly title: string };
  readonly ReorderSections: { readonly sectionIds: readonly string[] };
  readonly SetFormTitle: { readonly title: string; readonly description?: string };
}

export type CallName = keyof CallInputs;
export type FormCall = { [Name in CallName]: { readonly name: Name; readonly input: CallInputs[Name] } }[CallName];

/** The form after the call. Throws a plain sentence when it cannot be done; then nothing has changed. */
export function applyCall(form: Form, call: FormCall): Form {
  switch (call.name) {
    case 'AddField': {
      const { sectionId, index, ...field } = call.input;
      return addField(form, sectionId, field, index);
    }
    case 'RemoveField':
      return removeField(form, call.input.fieldId);
    case 'SetFieldLabel':
      return setFieldLabel(form, call.input.fieldId, call.input.label);
    case 'SetFieldText': {
      const { fieldId, placeholder, helpText } = call.input;
      return changeField(form, fieldId, { ...(placeholder !== undefined && { placeholder }), ...(helpText !== undefined && { helpText }) });
    }
    case 'SetFieldType': {
      const { fieldId, type, ...more } = call.input;
      return setFieldType(form, fieldId, type, more);
    }
    case 'SetFieldOptions':
      return setFieldOptions(form, call.input.fieldId, call.input.options);
    case 'ToggleFieldRequired':
      return toggleRequired(form, call.input.fieldId, call.input.required);
    case 'SetFieldSpan':
      return setFieldSpan(form, call.input.fieldId, call.input.span);
    case 'ReorderFields':
      return reorderFields(form, call.input.sectionId, call.input.fieldIds);
    case 'MoveField':
      return moveField(form, call.input.fieldId, call.input.sectionId, call.input.index);
    case 'AddSection': {
      const { title, index, fieldIds = [] } = call.input;
      const id = call.input.id ?? freeId(form, title);
      return fieldIds.reduce((grown, fieldId) => moveField(grown, fieldId, id), addSection(form, title, index, id));
    }
    case 'RemoveSection': {
      const { sectionId, moveFieldsTo } = call.input;
      if (moveFieldsTo === undefined) return removeSection(form, sectionId);
      if (moveFieldsTo === sectionId) throw new Error('The fields of a removed section must go to another section.');
      const emptied = sectionOf(form, sectionId).fields.reduce((moved, field) => moveField(moved, field.id, moveFieldsTo), form);
      return removeSection(emptied, sectionId);
    }
    case 'SetSectionTitle':
      return setSectionTitle(form, call.input.sectionId, call.input.title);
    case 'ReorderSections':
      return reorderSections(form, call.input.sectionIds);
    case 'SetFormTitle':
      return setTitle(form, call.input.title, call.input.description);
  }
}

/** The calls that take `call` back when run in order on the form that came of it. `before` is the form it was run on. */
export function inverseOf(before: Form, call: FormCall): readonly FormCall[] {
  switch (call.name) {
    case 'AddField':
      return [{ name: 'RemoveField', input: { fieldId: call.input.id ?? freeId(before, call.input.label.trim()) } }];
    case 'RemoveField':
      return [readded(before, call.input.fieldId)];
    case 'SetFieldLabel':
      return [{ name: 'SetFieldLabel', input: { fieldId: call.input.fieldId, label: placeOf(before, call.input.fieldId).field.label } }];
    case 'SetFieldText': {
      const { placeholder, helpText } = placeOf(before, call.input.fieldId).field;
      return [{ name: 'SetFieldText', input: { fieldId: call.input.fieldId, placeholder, helpText } }];
    }
    case 'SetFieldType': {
      const { type, options, min, max, suffix } = placeOf(before, call.input.fieldId).field;
      const more = { ...(options && { options }), ...(min !== undefined && { min }), ...(max !== undefined && { max }), ...(suffix && { suffix }) };
      return [{ name: 'SetFieldType', input: { fieldId: call.input.fieldId, type, ...more } }];
    }
    case 'SetFieldOptions':
      return [{ name: 'SetFieldOptions', input: { fieldId: call.input.fieldId, options: placeOf(before, call.input.fieldId).field.options ?? [] } }];
    case 'ToggleFieldRequired':
      return [{ name: 'ToggleFieldRequired', input: { fieldId: call.input.fieldId, required: placeOf(before, call.input.fieldId).field.required } }];
    case 'SetFieldSpan':
      return [{ name: 'SetFieldSpan', input: { fieldId: call.input.fieldId, span: placeOf(before, call.input.fieldId).field.span } }];
    case 'ReorderFields':
      return [{ name: 'ReorderFields', input: { sectionId: call.input.sectionId, fieldIds: sectionOf(before, call.input.sectionId).fields.map((field) => field.id) } }];
    case 'MoveField':
      return [movedBack(before, call.input.fieldId)];
    case 'AddSection': {
      const moved = [...(call.input.fieldIds ?? [])].sort((one, other) => placeOf(before, one).index - placeOf(before, other).index);
      return [...moved.map((fieldId) => movedBack(before, fieldId)), { name: 'RemoveSection', input: { sectionId: call.input.id ?? freeId(before, call.input.title) } }];
    }
    case 'RemoveSection': {
      const section = sectionOf(before, call.input.sectionId);
      const index = before.sections.indexOf(section);
      const opened: FormCall = { name: 'AddSection', input: { id: section.id, title: section.title, index } };
      return [opened, ...section.fields.map((field) => (call.input.moveFieldsTo === undefined ? readded(before, field.id) : movedBack(before, field.id)))];
    }
    case 'SetSectionTitle':
      return [{ name: 'SetSectionTitle', input: { sectionId: call.input.sectionId, title: sectionOf(before, call.input.sectionId).title } }];
    case 'ReorderSections':
      return [{ name: 'ReorderSections', input: { sectionIds: before.sections.map((section) => section.id) } }];
    case 'SetFormTitle':
      return [{ name: 'SetFormTitle', input: { title: before.title, description: before.description } }];
  }
}

function readded(before: Form, fieldId: string): FormCall {
  const { section, field, index } = placeOf(before, fieldId);
  return { name: 'AddField', input: { ...field, sectionId: section.id, index } };
}

function movedBack(before: Form, fieldId: string): FormCall {
  const { section, index } = placeOf(before, fieldId);
  return { name: 'MoveField', input: { fieldId, sectionId: section.id, index } };
}
