/**
 * A call as a line a person can read, and the way back. Plans are lists of such lines; a “go ahead” in a later turn is
 * carried out from the lines alone, so what was read is what is done.
 */
import { applyCall, type FormCall } from '../form-calls.js';
import { fieldTypes, fieldTypeNames, isChoiceType, type FieldType } from '../field-types.js';
import { allFields, findField, placeOf, sectionOf, type Form, type NewField } from '../form-model.js';
import { knownByName } from './catalogue.js';
import { bold } from './words.js';

/** The line for a call; `form` is the form it would run on. */
export function stepText(call: FormCall, form: Form): string {
  const label = (id: string): string => bold(findField(form, id)?.field.label ?? id);
  const title = (id: string): string => `“${sectionOf(form, id).title}”`;
  switch (call.name) {
    case 'AddField': {
      const { input } = call;
      return `Add the ${fieldTypes[input.type].name} field ${bold(input.label)} to ${title(input.sectionId)}${placeText(form, input.sectionId, input.index, null)} (${detailsText(input)})`;
    }
    case 'RemoveField':
      return `Remove ${label(call.input.fieldId)}`;
    case 'SetFieldLabel':
      return `Rename ${label(call.input.fieldId)} to ${bold(call.input.label)}`;
    case 'SetFieldText':
      return call.input.placeholder === undefined ? `Set the help text of ${label(call.input.fieldId)} to “${call.input.helpText ?? ''}”` : `Set the placeholder of ${label(call.input.fieldId)} to “${call.input.placeholder}”`;
    case 'SetFieldType':
      return `Turn ${label(call.input.fieldId)} into a ${fieldTypes[call.input.type].name} field${call.input.options ? ` (options ${call.input.options.join(' / ')})` : ''}`;
    case 'SetFieldOptions':
      return `Set the options of ${label(call.input.fieldId)} to ${call.input.options.join(' / ')}`;
    case 'ToggleFieldRequired':
      return `Make ${label(call.input.fieldId)} ${(call.input.required ?? !placeOf(form, call.input.fieldId).field.required) ? 'required' : 'optional'}`;
    case 'SetFieldSpan':
      return `Set ${label(call.input.fieldId)} to ${call.input.span} width`;
    case 'ReorderFields':
      return `Order ${title(call.input.sectionId)} as ${call.input.fieldIds.map(label).join(', ')}`;
    case 'MoveField':
      return `Move ${label(call.input.fieldId)} to ${title(call.input.sectionId)}${placeText(form, call.input.sectionId, call.input.index, call.input.fieldId)}`;
    case 'AddSection': {
      const index = call.input.index ?? form.sections.length;
      const before = form.sections[index - 1];
      const fields = call.input.fieldIds ?? [];
      return `Add the section “${call.input.title}”${before ? ` after “${before.title}”` : ' first'}${fields.length > 0 ? ` with ${fields.map(label).join(', ')}` : ''}`;
    }
    case 'RemoveSection':
      return `Remove the section ${title(call.input.sectionId)}${call.input.moveFieldsTo === undefined ? '' : `, its fields go to ${title(call.input.moveFieldsTo)}`}`;
    case 'SetSectionTitle':
      return `Rename the section ${title(call.input.sectionId)} to “${call.input.title}”`;
    case 'ReorderSections':
      return `Order the sections as ${call.input.sectionIds.map(title).join(', ')}`;
    case 'SetFormTitle':
      return `Title the form “${call.input.title}”${call.input.description === undefined ? '' : ` with the description “${call.input.description}”`}`;
  }
}

/** Numbered lines for calls that run one after the other. */
export function planText(calls: readonly FormCall[], before: Form): string {
  let form = before;
  return calls
    .map((call, index) => {
      const line = `${String(index + 1)}. ${stepText(call, form)}`;
      form = applyCall(form, call);
      return line;
    })
    .join('\n');
}

/** The call a line describes, resolved in `form`; null when the line is none, or names what is no longer there. */
export function parseStep(line: string, form: Form): FormCall | null {
  const text = withoutNumber(line);
  const field = (label: string | undefined): string => found(allFields(form).find((one) => one.label === label)?.id);
  const section = (name: string | undefined): string => found(form.sections.find((one) => one.title === name)?.id);
  const labels = (list: string | undefined): readonly string[] => [...(list ?? '').matchAll(/\*\*(.+?)\*\*/g)].map((match) => field(match[1]));
  for (const [pattern, build] of grammar) {
    const match = pattern.exec(text);
    if (!match) continue;
    try {
      return build(match, { form, field, section, labels });
    } catch (error) {
      if (error instanceof Gone) return null;
      throw error;
    }
  }
  return null;
}

/** Whether a line is in the words of a step, whatever form it was for. */
export function isStep(line: string): boolean {
  return grammar.some(([pattern]) => pattern.test(withoutNumber(line)));
}

export function withoutNumber(line: string): string {
  return line.replace(/^\s*\d+\.\s*/, '').trim();
}

/** The lines of a plan in a text, without the words around them. */
export function planLines(text: string): readonly string[] {
  return text.split('\n').filter((line) => /^\s*\d+\.\s+\S/.test(line));
}

class Gone extends Error {}

interface Look {
  readonly form: Form;
  readonly field: (label: string | undefined) => string;
  readonly section: (title: string | undefined) => string;
  readonly labels: (list: string | undefined) => readonly string[];
}

const grammar: readonly (readonly [RegExp, (match: RegExpExecArray, look: Look) => FormCall])[] = [
  [
    /^Add the (.+?) field \*\*(.+?)\*\* to “(.+?)”(| first| last| after \*\*.+?\*\*) \((.*)\)$/,
    (match, { form, section, field }) => {
      const sectionId = section(match[3]);
      const type = typeOf(match[1]);
      return { name: 'AddField', input: { sectionId, ...indexed(match[4], sectionId, form, null, field), ...detailsOf(match[5] ?? '', match[2] ?? '', type) } };
    },
  ],
  [/^Remove \*\*(.+?)\*\*$/, (match, { field }) => ({ name: 'RemoveField', input: { fieldId: field(match[1]) } })],
  [/^Rename \*\*(.+?)\*\* to \*\*(.+?)\*\*$/, (match, { field }) => ({ name: 'SetFieldLabel', input: { fieldId: field(match[1]), label: match[2] ?? '' } })],
  [/^Set the help text of \*\*(.+?)\*\* to “(.*)”$/, (match, { field }) => ({ name: 'SetFieldText', input: { fieldId: field(match[1]), helpText: match[2] ?? '' } })],
  [/^Set the placeholder of \*\*(.+?)\*\* to “(.*)”$/, (match, { field }) => ({ name: 'SetFieldText', input: { fieldId: field(match[1]), placeholder: match[2] ?? '' } })],
  [/^Turn \*\*(.+?)\*\* into a (.+?) field(?: \(options (.+)\))?$/, (match, { field }) => ({ name: 'SetFieldType', input: { fieldId: field(match[1]), type: typeOf(match[2]), ...(match[3] !== undefined && { options: match[3].split(' / ') }) } })],
  [/^Set the options of \*\*(.+?)\*\* to (.+)$/, (match, { field }) => ({ name: 'SetFieldOptions', input: { fieldId: field(match[1]), options: (match[2] ?? '').split(' / ') } })],
  [/^Make \*\*(.+?)\*\* (required|optional)$/, (match, { field }) => ({ name: 'ToggleFieldRequired', input: { fieldId: field(match[1]), required: match[2] === 'required' } })],
  [/^Set \*\*(.+?)\*\* to (half|full) width$/, (match, { field }) => ({ name: 'SetFieldSpan', input: { fieldId: field(match[1]), span: match[2] === 'half' ? 'half' : 'full' } })],
  [/^Order “(.+?)” as (\*\*.+)$/, (match, { section, labels }) => ({ name: 'ReorderFields', input: { sectionId: section(match[1]), fieldIds: labels(match[2]) } })],
  [
    /^Move \*\*(.+?)\*\* to “(.+?)”(| first| last| after \*\*.+?\*\*)$/,
    (match, { form, field, section }) => {
      const [fieldId, sectionId] = [field(match[1]), section(match[2])];
      return { name: 'MoveField', input: { fieldId, sectionId, ...indexed(match[3], sectionId, form, fieldId, field) } };
    },
  ],
  [
    /^Add the section “(.+?)”(?: first| after “(.+?)”)(?: with (.+))?$/,
    (match, { form, section, labels }) => {
      const index = match[2] === undefined ? 0 : form.sections.findIndex((one) => one.id === section(match[2])) + 1;
      return { name: 'AddSection', input: { title: match[1] ?? '', index, ...(match[3] !== undefined && { fieldIds: labels(match[3]) }) } };
    },
  ],
  [/^Remove the section “(.+?)”(?:, its fields go to “(.+?)”)?$/, (match, { section }) => ({ name: 'RemoveSection', input: { sectionId: section(match[1]), ...(match[2] !== undefined && { moveFieldsTo: section(match[2]) }) } })],
  [/^Rename the section “(.+?)” to “(.+?)”$/, (match, { section }) => ({ name: 'SetSectionTitle', input: { sectionId: section(match[1]), title: match[2] ?? '' } })],
  [/^Order the sections as (.+)$/, (match, { section }) => ({ name: 'ReorderSections', input: { sectionIds: [...(match[1] ?? '').matchAll(/“(.+?)”/g)].map((title) => section(title[1])) } })],
  [/^Title the form “(.+?)”(?: with the description “(.*)”)?$/, (match) => ({ name: 'SetFormTitle', input: { title: match[1] ?? '', ...(match[2] !== undefined && { description: match[2] }) } })],
];

function placeText(form: Form, sectionId: string, index: number | undefined, without: string | null): string {
  const fields = sectionOf(form, sectionId).fields.filter((field) => field.id !== without);
  if (index === undefined || index >= fields.length) return fields.length === 0 ? '' : ' last';
  const before = fields[index - 1];
  return before ? ` after ${bold(before.label)}` : ' first';
}

function indexed(place: string | undefined, sectionId: string, form: Form, without: string | null, field: Look['field']): { readonly index?: number } {
  const fields = sectionOf(form, sectionId).fields.filter((one) => one.id !== without);
  const after = /\*\*(.+?)\*\*/.exec(place ?? '')?.[1];
  if (after !== undefined) return { index: fields.findIndex((one) => one.id === field(after)) + 1 };
  return place === ' first' ? { index: 0 } : {};
}

function detailsText(field: NewField): string {
  const details = [field.required ? 'required' : 'optional', `${field.span ?? 'full'} width`];
  if (field.min !== undefined) details.push(`at least ${String(field.min)}`);
  if (field.max !== undefined) details.push(`at most ${String(field.max)}`);
  if (field.suffix) details.push(`in ${field.suffix}`);
  if (field.options) details.push(`options ${field.options.join(' / ')}`);
  return details.join(', ');
}

function detailsOf(text: string, label: string, type: FieldType): NewField {
  const [plain = '', options] = text.split(/(?:^|, )options (.+)$/);
  const number = (pattern: RegExp): number | undefined => (pattern.test(plain) ? Number(pattern.exec(plain)?.[1]) : undefined);
  const [min, max] = [number(/at least (-?[\d.]+)/), number(/at most (-?[\d.]+)/)];
  const suffix = /, in ([^,]+)/.exec(plain)?.[1];
  const placeholder = knownByName(label)?.more.placeholder;
  return {
    label,
    type,
    required: /\brequired\b/.test(plain),
    span: /half width/.test(plain) ? 'half' : 'full',
    ...(placeholder !== undefined && { placeholder }),
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
    ...(suffix !== undefined && { suffix }),
    ...(isChoiceType(type) && options !== undefined && { options: options.split(' / ') }),
  };
}

function typeOf(name: string | undefined): FieldType {
  return found(fieldTypeNames.find((type) => fieldTypes[type].name === name));
}

function found<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Gone();
  return value;
}
