/**
 * What the agent may do here. Every change is reversible and none is final: there is no tool that saves.
 * Each call shows its place with a halo; `undo` takes back that one call, whatever came after it, or says why it cannot.
 */
import type { ClientTool, JSONSchema } from '../../src/run/client-tool.js';
import { ChangeJournal, type Turned } from './change-journal.js';
import { inverseOf, type CallName, type FormCall } from './form-calls.js';
import { fieldTypeNames } from './field-types.js';
import { allFields, findField, freeId, type Form } from './form-model.js';
import type { BuilderStore } from './store.js';

const text = (description: string): JSONSchema => ({ type: 'string', minLength: 1, description });
const maybeText = (description: string): JSONSchema => ({ type: 'string', description });
const index = { type: 'integer', minimum: 0, description: 'Position, counted from 0; left out: the end' };
const list = (description: string, minItems = 1): JSONSchema => ({ type: 'array', items: { type: 'string', minLength: 1 }, minItems, description });
const fieldId = text('The id of the field');
const sectionId = text('The id of the section');
const span = { enum: ['half', 'full'], description: 'Width' };
const type = { enum: fieldTypeNames, description: 'Kind of field' };
const limits = { min: { type: 'number' }, max: { type: 'number' }, suffix: maybeText('A unit, shown after the number') };

interface ToolShape {
  readonly description: string;
  readonly properties: Readonly<Record<string, JSONSchema>>;
  readonly required: readonly string[];
  /** For the halo: “Form agent, adding”. */
  readonly doing: string;
}

const shapes: Readonly<Record<CallName, ToolShape>> = {
  AddField: {
    description: 'Adds a field to a section. The result names its id.',
    properties: { sectionId, label: text('What it is called'), type, index, id: text('An id of your own; must be free'), required: { type: 'boolean' }, span, placeholder: maybeText('Shown while empty'), helpText: maybeText('Shown below'), options: list('Of a choice', 2), ...limits },
    required: ['sectionId', 'label', 'type'],
    doing: 'adding',
  },
  RemoveField: { description: 'Removes a field.', properties: { fieldId }, required: ['fieldId'], doing: 'removing' },
  SetFieldLabel: { description: 'Renames a field.', properties: { fieldId, label: text('The new label') }, required: ['fieldId', 'label'], doing: 'renaming' },
  SetFieldText: { description: 'Sets the placeholder or the help text of a field; empty takes it away.', properties: { fieldId, placeholder: maybeText('Shown while empty'), helpText: maybeText('Shown below') }, required: ['fieldId'], doing: 'changing' },
  SetFieldType: { description: 'Changes the kind of a field. Options are needed for choices.', properties: { fieldId, type, options: list('Of a choice', 2), ...limits }, required: ['fieldId', 'type'], doing: 'changing' },
  SetFieldOptions: { description: 'Sets the options of a choice.', properties: { fieldId, options: list('All of them, in order', 2) }, required: ['fieldId', 'options'], doing: 'changing' },
  ToggleFieldRequired: { description: 'Makes a field required or optional; without “required” it toggles.', properties: { fieldId, required: { type: 'boolean' } }, required: ['fieldId'], doing: 'changing' },
  SetFieldSpan: { description: 'Sets the width of a field.', properties: { fieldId, span }, required: ['fieldId', 'span'], doing: 'changing' },
  ReorderFields: { description: 'Orders the fields of a section. Must name each of them exactly once.', properties: { sectionId, fieldIds: list('All ids of the section in their new order') }, required: ['sectionId', 'fieldIds'], doing: 'ordering' },
  MoveField: { description: 'Moves a field to a place in a section. The position counts without the field itself.', properties: { fieldId, sectionId, index }, required: ['fieldId', 'sectionId'], doing: 'moving' },
  AddSection: { description: 'Adds a section and moves the given fields into it.', properties: { title: text('Its title'), index, id: text('An id of your own; must be free'), fieldIds: list('Fields to move into it, in order', 0) }, required: ['title'], doing: 'adding' },
  RemoveSection: { description: 'Removes a section with its fields, or moves them to another section first.', properties: { sectionId, moveFieldsTo: text('The section that takes its fields') }, required: ['sectionId'], doing: 'removing' },
  SetSectionTitle: { description: 'Renames a section.', properties: { sectionId, title: text('The new title') }, required: ['sectionId', 'title'], doing: 'renaming' },
  ReorderSections: { description: 'Orders the sections. Must name each of them exactly once.', properties: { sectionIds: list('All section ids in their new order') }, required: ['sectionIds'], doing: 'ordering' },
  SetFormTitle: { description: 'Sets the title and, when given, the description of the form.', properties: { title: text('The new title'), description: maybeText('One sentence below the title') }, required: ['title'], doing: 'renaming' },
};

/** The id the form's own head has for a halo. */
export const formHead = 'form-head';

const nothingIn = { type: 'object', properties: {}, additionalProperties: false } as const;
/** Answers whose changes `GetChanges` tells of. */
const mostChanges = 5;

export function formTools(store: BuilderStore, openPreview: () => void, journal = new ChangeJournal()): readonly ClientTool[] {
  const show = ({ form, calls }: Turned): void => {
    store.replace(form);
    for (const call of calls) for (const id of placesOf(call, form, form)) store.highlight(id, { text: 'Form agent, undoing', short: 'Undoing' });
  };
  const undo: ClientTool['undo'] = ({ toolCallId }) => show(journal.takeBack(store.form, toolCallId));
  const changes = (Object.entries(shapes) as [CallName, ToolShape][]).map(([name, shape]): ClientTool => ({
    name,
    description: shape.description,
    inputSchema: { type: 'object', properties: shape.properties, required: shape.required, additionalProperties: false },
    effects: 'write',
    execute(input, { toolCallId }) {
      const call = { name, input } as unknown as FormCall;
      const before = store.form;
      const inverse = inverseOf(before, call);
      store.run(call);
      const result = resultOf(call, before);
      journal.add({ toolCallId, done: result.done, inverse });
      for (const id of placesOf(call, before, store.form)) store.highlight(id, { text: `Form agent, ${shape.doing}`, short: shape.doing.charAt(0).toUpperCase() + shape.doing.slice(1) });
      return result;
    },
    undo,
  }));
  return [
    { name: 'GetForm', description: 'The whole form as JSON: sections, fields, ids.', inputSchema: nothingIn, effects: 'read', execute: () => JSON.stringify(store.form) },
    ...changes,
    {
      name: 'GetChanges',
      description: 'What you changed in your last answers, newest first, and the calls that take it back.',
      inputSchema: nothingIn,
      effects: 'read',
      execute: () => JSON.stringify({ newestFirst: journal.list(mostChanges) }),
    },
    {
      name: 'UndoLastChange',
      description: 'Takes back all that your last changing answer changed, as one step. Leaves alone what the person changed.',
      inputSchema: nothingIn,
      effects: 'write',
      execute(_input, { toolCallId }) {
        show(journal.takeBackLast(store.form, toolCallId));
        return { done: 'Took back the last change' };
      },
      undo,
    },
    {
      name: 'PreviewForm',
      description: 'Opens the form for the person as people will see it. Nothing is sent.',
      inputSchema: nothingIn,
      effects: 'read',
      execute() {
        openPreview();
        return 'The preview is open.';
      },
    },
  ];
}

/** Where on the page a call is to be seen: fields that are there, else the section, else the head of the form. */
function placesOf(call: FormCall, before: Form, after: Form): readonly string[] {
  const { name, input } = call;
  switch (name) {
    case 'AddField':
      return [input.id ?? freeId(before, input.label)];
    case 'RemoveField':
      return [findField(before, input.fieldId)?.section.id ?? formHead];
    case 'AddSection':
      return [after.sections.find((section) => !before.sections.some((one) => one.id === section.id))?.id ?? formHead];
    case 'RemoveSection':
      return [input.moveFieldsTo ?? formHead];
    case 'ReorderSections':
    case 'SetFormTitle':
      return [formHead];
    case 'ReorderFields':
    case 'SetSectionTitle':
      return [input.sectionId];
    default:
      return [input.fieldId];
  }
}

/** A short sentence for people, with the ids an agent goes on with. */
function resultOf(call: FormCall, before: Form): { readonly done: string; readonly [key: string]: unknown } {
  const label = 'fieldId' in call.input ? findField(before, call.input.fieldId)?.field.label : undefined;
  const section = 'sectionId' in call.input ? call.input.sectionId : undefined;
  switch (call.name) {
    case 'AddField':
      return { done: `Added “${call.input.label}”`, fieldId: call.input.id ?? freeId(before, call.input.label), fields: allFields(before).length + 1 };
    case 'AddSection':
      return { done: `Added the section “${call.input.title}”`, sectionId: call.input.id ?? freeId(before, call.input.title) };
    case 'SetFieldLabel':
      return { done: `Renamed “${label ?? ''}” to “${call.input.label}”` };
    case 'RemoveField':
      return { done: `Removed “${label ?? ''}”` };
    case 'RemoveSection':
    case 'SetSectionTitle':
    case 'ReorderFields':
      return { done: `Changed the section “${before.sections.find((one) => one.id === section)?.title ?? ''}”` };
    default:
      return { done: label === undefined ? 'Changed the form' : `Changed “${label}”` };
  }
}
