/** “Add …”, “we need …”, “ask for …”. */
import { allFields, findField, type NewField } from '../../form-model.js';
import { knownByName, knownOf, type Topic } from '../catalogue.js';
import { fieldsWanted, isPlausibleName, takePlace, type Place, type Wanted } from '../new-field.js';
import { sectionFor } from '../purposes.js';
import { Unclear, type Reading } from '../reading.js';
import { bold, fold } from '../words.js';
import type { Rule } from './rule.js';

const asked =
  /^(?:add|include|insert|create|append|adding|i need|we need|i want|we want|i'd like|we'd like|i would like|we would like|i should have|there (?:should|must) be|it needs|the form needs|the form should have|give me|give us|put in|collect|request|ask(?:\s+(?:people|them|the applicants?|applicants|users|everyone|for))*(?:\s+(?:for|about))?|(?:make|have)(?=\s+(?:an?|another|a new)\s))\s+(.+)$/i;

export const add: Rule = (clause, reading) => {
  const phrase = asked.exec(clause)?.[1] ?? /^(?:another|one more|an? (?:new|extra|additional))\s+.+$/i.exec(clause)?.[0];
  if (phrase === undefined) return false;
  const { rest, place } = takePlace(phrase.replace(/\?+$/, (mark) => (/\b(?:do|does|did|are|is|have|has|can|will|would|what|why|how|when|where|which|who)\b/i.test(phrase) ? mark : '')).replace(/\s+(?:to|on|in|into)\s+(?:the|this|my)\s+form\b/i, ''), reading);
  const wanted = fieldsWanted(rest.replace(/^(?:fields?|questions?)\s+(?:for|about|called|named)\s+(?=.+)/i, ''));
  if (wanted.length === 0 || wanted.some(({ field }) => !isPlausibleName(field.label))) return false;
  if (wanted.length === 1 && !wanted[0]?.given && /^(?:field|question|new field|input|something|it|that|this|them|one|thing)s?$/i.test(wanted[0]?.field.label ?? '')) throw new Unclear('What should the new field ask for? For example: “add a phone field”, or “add a dropdown Country with options France, Spain”.');
  addAll(wanted, place, reading);
  return true;
};

/** Adds fields in a row at the place, or where each belongs. What is there already is said, not added twice. */
export function addAll(wanted: readonly Wanted[], place: Place | null, reading: Reading): readonly string[] {
  const added: string[] = [];
  const ids: string[] = [];
  let index = place?.index ?? null;
  for (const { field, topic, another, given } of wanted) {
    const there = another ? null : same(field.label, given, reading);
    if (there !== null) {
      reading.say(`${bold(reading.field(there).label)} is already there.`);
      ids.push(there);
      continue;
    }
    const sectionId = place?.sectionId ?? homeOf(topic, reading);
    const before = new Set(allFields(reading.form).map((one) => one.id));
    reading.do({ name: 'AddField', input: { ...named(field), sectionId, ...(index !== null && { index }) } });
    const id = allFields(reading.form).find((one) => !before.has(one.id))?.id;
    if (id !== undefined) {
      added.push(id);
      ids.push(id);
    }
    if (index !== null) index += 1;
  }
  reading.focus = ids;
  return added;
}

/** The label first: a line of the trace begins with it. */
function named({ label, type, ...more }: NewField): NewField {
  return { label, type, ...more };
}

/** The field that asks for the same thing: of the same label, or known under another name. */
function same(label: string, given: boolean, reading: Reading): string | null {
  const fields = allFields(reading.form);
  const exact = fields.find((field) => fold(field.label) === fold(label));
  if (exact || given) return exact?.id ?? null;
  const known = knownByName(label);
  return known === null ? null : (fields.find((field) => knownOf(field)?.key === known.key)?.id ?? null);
}

/** Without a place: the section that speaks of it, else where the person is, else the last one. */
function homeOf(topic: Topic | null, reading: Reading): string {
  const selected = reading.selection?.sectionId ?? (reading.selectedField === null ? undefined : findField(reading.form, reading.selectedField)?.section.id);
  const fallback = reading.form.sections.find((section) => section.id === selected) ?? reading.form.sections.at(-1);
  if (!fallback) throw new Unclear('The form has no section to add to.');
  if (topic === null && selected === fallback.id) return selected;
  return sectionFor(reading.form, topic ?? 'person', fallback.id);
}
