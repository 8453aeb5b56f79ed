/** What was done, in one short friendly paragraph, with a next step where there is an obvious one. */
import { fieldTypes } from '../field-types.js';
import { applyCall, type FormCall } from '../form-calls.js';
import { allFields, findField, type Form } from '../form-model.js';
import { missingFor, purposeOf } from './purposes.js';
import type { Plan } from './understand.js';
import { bold, bolds, capital, countOf, listed } from './words.js';

/** The reply to a request whose plans were carried out on `before`. */
export function replyText(plans: readonly Plan[], before: Form): string {
  const calls = plans.flatMap((plan) => (plan.type === 'call' ? [plan.call] : []));
  const said = plans.flatMap((plan) => (plan.type === 'say' ? [plan.text] : []));
  const after = calls.reduce(applyCall, before);
  const next = said.some((text) => text.includes('?')) ? '' : nextStep(calls, before, after);
  const preview = plans.some((plan) => plan.type === 'preview') ? 'Here is the preview. Fill it in as a person would; nothing is sent.' : '';
  return [doneText(calls, before, after), preview, ...said, next].filter((part) => part !== '').join('\n\n');
}

/** What the calls did; empty when there were none. */
export function doneText(calls: readonly FormCall[], before: Form, after: Form): string {
  return calls.length === 0 ? '' : (scratch(calls, after) ?? sentencesFor(calls, before, after).join(' '));
}

/** A whole new form is one sentence, not thirty. */
function scratch(calls: readonly FormCall[], after: Form): string | null {
  const added = calls.filter((call) => call.name === 'AddField').length;
  if (added < 3 || !calls.some((call) => call.name === 'AddSection') || !calls.some((call) => call.name === 'RemoveSection' || call.name === 'SetFormTitle')) return null;
  const lines = after.sections.map((section) => `- “${section.title}”: ${listed(section.fields.map((field) => `${bold(field.label)}`))}`);
  return `“${after.title}” is ready: ${countOf(allFields(after).length, 'field')} in ${countOf(after.sections.length, 'section')}.\n\n${lines.join('\n')}`;
}

type Describer = (calls: readonly FormCall[], before: Form, after: Form) => string;

const describers: readonly (readonly [readonly FormCall['name'][], Describer])[] = [
  [['SetFormTitle'], (_, before, after) => (before.title === after.title ? 'The description is new.' : `The form is now called ${bold(after.title)}.`)],
  [['AddSection', 'RemoveSection', 'SetSectionTitle', 'ReorderSections'], describeSections],
  [['AddField'], describeAdded],
  [['RemoveField'], (calls, before) => `Removed ${bolds(labelsOf(calls, before))}.`],
  [['SetFieldLabel'], describeRenamed],
  [['SetFieldType'], (calls, _before, after) => idsOf(calls).map((id) => `${label(after, id)} is now ${kindName(after, id)} field${optionsOf(after, id)}.`).join(' ')],
  [['SetFieldOptions'], (calls, _before, after) => idsOf(calls).map((id) => `${label(after, id)} now offers ${listed((findField(after, id)?.field.options ?? []).map((option) => `“${option}”`))}.`).join(' ')],
  [['SetFieldText'], (calls, _before, after) => idsOf(calls).map((id) => `${label(after, id)} has its new hint.`).join(' ')],
  [['ToggleFieldRequired'], (calls, _before, after) => both(calls, after, (id) => (findField(after, id)?.field.required ? 'required' : 'optional'))],
  [['SetFieldSpan'], (calls, _before, after) => both(calls, after, (id) => `${findField(after, id)?.field.span ?? 'full'} width`)],
  [['MoveField'], describeMoved],
  [['ReorderFields'], (calls, _before, after) => calls.map((call) => (call.name === 'ReorderFields' ? `“${titleOf(after, call.input.sectionId)}” is in its new order.` : '')).join(' ')],
];

function sentencesFor(calls: readonly FormCall[], before: Form, after: Form): readonly string[] {
  return describers.flatMap(([names, describer]) => {
    const mine = calls.filter((call) => names.includes(call.name));
    const text = mine.length === 0 ? '' : describer(mine, before, after);
    return text === '' ? [] : [text];
  });
}

function describeAdded(calls: readonly FormCall[], _before: Form, after: Form): string {
  const places = idsOf(calls).flatMap((id) => findField(after, id) ?? []);
  const bySection = new Map<string, typeof places>();
  for (const place of places) bySection.set(place.section.id, [...(bySection.get(place.section.id) ?? []), place]);
  return [...bySection.values()]
    .map((some) => {
      const [first] = some;
      const section = first?.section;
      const previous = first && section?.fields[first.index - 1];
      const isEnd = first !== undefined && section !== undefined && first.index + some.length === section.fields.length;
      const where = isEnd && some.length < (section?.fields.length ?? 0) ? '' : previous ? `, after ${bold(previous.label)}` : ' at the top';
      const names = some.map(({ field }) => `${bold(field.label)}${field.required ? ' (required)' : ''}`);
      return `Added ${listed(names)} to “${section?.title ?? ''}”${section?.fields.length === some.length ? '' : where}.`;
    })
    .join(' ');
}

function describeRenamed(calls: readonly FormCall[], before: Form, after: Form): string {
  const pairs = idsOf(calls).map((id) => `${label(before, id)} → ${label(after, id)}`);
  if (pairs.length > 1) return `${capital(countOf(pairs.length, 'label'))} ${pairs.length === 1 ? 'is' : 'are'} new:\n\n${pairs.map((pair) => `- ${pair}`).join('\n')}\n\n`.trimEnd();
  const [id = ''] = idsOf(calls);
  return findField(before, id) ? `${label(before, id)} is now called ${label(after, id)}.` : `It is now called ${label(after, id)}.`;
}

function describeMoved(calls: readonly FormCall[], _before: Form, after: Form): string {
  const places = idsOf(calls).flatMap((id) => findField(after, id) ?? []);
  const section = places[0]?.section;
  if (places.length > 1 && section && places.every((place) => place.section.id === section.id)) return `Moved ${bolds(places.map(({ field }) => field.label))} in “${section.title}”.`;
  return places
    .map(({ field, section: home, index }) => {
      const previous = home.fields[index - 1];
      return `${bold(field.label)} now stands ${previous ? `after ${bold(previous.label)}` : 'first'} in “${home.title}”.`;
    })
    .join(' ');
}

function describeSections(calls: readonly FormCall[], before: Form, after: Form): string {
  const divided = calls.length > 1 && calls.some((call) => call.name === 'AddSection' && (call.input.fieldIds?.length ?? 0) > 0);
  if (divided || (calls.length > 1 && calls.some((call) => call.name === 'AddSection') && calls.some((call) => call.name !== 'AddSection'))) {
    const lines = after.sections.map((section) => `- “${section.title}”: ${section.fields.length === 0 ? 'empty for now' : bolds(section.fields.map((field) => field.label))}`);
    return `The form has ${countOf(after.sections.length, 'section')} now:\n\n${lines.join('\n')}`;
  }
  return calls
    .map((call) => {
      switch (call.name) {
        case 'AddSection':
          return `Added the section “${call.input.title}”${(call.input.fieldIds?.length ?? 0) > 0 ? ` with ${bolds((call.input.fieldIds ?? []).flatMap((id) => findField(after, id)?.field.label ?? []))}` : ''}.`;
        case 'RemoveSection': {
          const section = before.sections.find((one) => one.id === call.input.sectionId);
          const fields = section?.fields ?? [];
          const fate = fields.length === 0 ? '' : call.input.moveFieldsTo === undefined ? ` with ${bolds(fields.map((field) => field.label))}` : `; ${bolds(fields.map((field) => field.label))} ${fields.length === 1 ? 'is' : 'are'} in “${titleOf(after, call.input.moveFieldsTo)}” now`;
          return `Removed the section “${section?.title ?? ''}”${fate}.`;
        }
        case 'SetSectionTitle':
          return `“${titleOf(before, call.input.sectionId)}” is now called “${call.input.title}”.`;
        case 'ReorderSections':
          return `The sections are now in this order: ${listed(after.sections.map((section) => `“${section.title}”`))}.`;
        default:
          return '';
      }
    })
    .filter((text) => text !== '')
    .join(' ');
}

/** “A and B are now required.” for each state that fields came to. */
function both(calls: readonly FormCall[], after: Form, stateOf: (id: string) => string): string {
  const byState = new Map<string, string[]>();
  for (const id of idsOf(calls)) {
    const field = findField(after, id)?.field;
    if (field) byState.set(stateOf(id), [...(byState.get(stateOf(id)) ?? []), field.label]);
  }
  return [...byState].map(([state, labels]) => (/width/.test(state) ? `${bolds(labels)} now ${labels.length === 1 ? 'has' : 'have'} ${state}.` : `${bolds(labels)} ${labels.length === 1 ? 'is' : 'are'} now ${state}.`)).join(' ');
}

/** Offered only when it follows from what was just done. */
function nextStep(calls: readonly FormCall[], before: Form, after: Form): string {
  const purpose = purposeOf(after);
  const added = calls.filter((call) => call.name === 'AddField');
  if (purpose && added.length > 0 && added.length <= 2 && calls.length === added.length) {
    const lacking = missingFor(after, purpose);
    const wasLacking = missingFor(before, purpose).length;
    const [first] = lacking;
    if (lacking.length > 0 && lacking.length < wasLacking && first) return `Still missing for ${purpose.name}: ${bolds(lacking.slice(0, 3).map((known) => known.label))}. Shall I add ${lacking.length === 1 ? 'it' : 'them'}?`;
    if (lacking.length === 0 && wasLacking > 0) return `That was the last thing ${purpose.name} needs.`;
  }
  const only = added[0];
  if (added.length === 1 && calls.length === 1 && only?.name === 'AddField') return only.input.required ? '' : 'Say “make it required” or “move it up” to adjust it.';
  if (calls.some((call) => call.name === 'RemoveField') && calls.length === 1) return 'Say “undo that” if you want it back.';
  return '';
}

function idsOf(calls: readonly FormCall[]): readonly string[] {
  return [...new Set(calls.flatMap((call) => ('fieldId' in call.input ? [call.input.fieldId] : call.name === 'AddField' && call.input.id !== undefined ? [call.input.id] : [])))];
}

function labelsOf(calls: readonly FormCall[], form: Form): readonly string[] {
  return idsOf(calls).flatMap((id) => findField(form, id)?.field.label ?? []);
}

function label(form: Form, id: string): string {
  return bold(findField(form, id)?.field.label ?? id);
}

function kindName(form: Form, id: string): string {
  const { name } = fieldTypes[findField(form, id)?.field.type ?? 'text'];
  return `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`;
}

function optionsOf(form: Form, id: string): string {
  const options = findField(form, id)?.field.options;
  return options ? ` with ${listed(options.map((option) => `“${option}”`))}` : '';
}

function titleOf(form: Form, sectionId: string): string {
  return form.sections.find((section) => section.id === sectionId)?.title ?? '';
}
