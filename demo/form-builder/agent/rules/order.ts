/** Where fields stand: moving, swapping, sorting, side by side. */
import { placeOf, sectionOf } from '../../form-model.js';
import { takePlace } from '../new-field.js';
import { fieldNamed, fieldsNamed, tryFields } from '../references.js';
import { Unclear, type Reading } from '../reading.js';
import { bold, bolds, numberFrom } from '../words.js';
import type { Rule } from './rule.js';

export const sideBySide: Rule = (clause, reading) => {
  if (/^(?:add|insert|include|create|we need|i need)\b/i.test(clause)) return false;
  const row = '(?:side by side|side-by-side|next to each other|beside each other|next to one another|(?:on|in|into) (?:the same|one|a single) (?:line|row)|in two columns|together(?: in| on)? (?:one|a) (?:row|line))';
  const match = new RegExp(`^(?:put|place|make|set|show|have|let|get|arrange|lay|bring|move|i want|we want)?\\s*(.+?)\\s+(?:(?:should|must|to|be|go|stand|sit|appear|out)\\s+)*${row}$`, 'i').exec(clause);
  const beside = /^(?:put|place|move|show|have|bring)\s+(.+?)\s+(?:next to|beside|alongside)\s+(.+)$/i.exec(clause);
  if (beside?.[1] && beside[2] && !match) return together([...fieldsNamed(beside[2], reading), ...fieldsNamed(beside[1], reading)], reading);
  if (!match?.[1]) return false;
  return together(fieldsNamed(match[1], reading), reading);
};

/** Half width and neighbours in one row, where the first of them stands. */
function together(ids: readonly string[], reading: Reading): boolean {
  const [first, second] = ids;
  if (first === undefined || second === undefined) throw new Unclear('Tell me two fields, for example: “put From and To side by side”.');
  const home = placeOf(reading.form, first).section.id;
  for (const fieldId of ids) if (reading.field(fieldId).span !== 'half') reading.do({ name: 'SetFieldSpan', input: { fieldId, span: 'half' } });
  for (const [index, fieldId] of ids.entries()) {
    if (index === 0) continue;
    const before = placeOf(reading.form, ids[index - 1] ?? first);
    const at = placeOf(reading.form, fieldId);
    if (at.section.id === home && at.index === before.index + 1) continue;
    const target = at.section.id === home && at.index < before.index ? before.index : before.index + 1;
    reading.do({ name: 'MoveField', input: { fieldId, sectionId: home, index: target } });
  }
  const alone = lonelyBefore(first, reading);
  if (alone !== null) reading.do({ name: 'SetFieldSpan', input: { fieldId: alone, span: 'full' } });
  if (reading.calls.length === 0) reading.say(`${bolds(ids.map((id) => reading.field(id).label))} are side by side already.`);
  reading.focus = ids;
  return true;
}

/** The half-width field that would share its row with `id` and so tear the pair apart. */
function lonelyBefore(id: string, reading: Reading): string | null {
  const { section, index } = placeOf(reading.form, id);
  let open: string | null = null;
  for (const field of section.fields.slice(0, index)) open = field.span === 'full' || open !== null ? null : field.id;
  return open;
}

export const move: Rule = (clause, reading) => {
  const swap = /^(?:swap|switch|exchange|flip)\s+(.+?)\s+(?:and|with|for)\s+(.+)$/i.exec(clause);
  if (swap?.[1] && swap[2]) return swapped(fieldNamed(swap[1], reading), fieldNamed(swap[2], reading), reading);
  const sort = /^(?:sort|order|arrange|reorder)\s+(.+?)\s+(?:alphabetically|by (?:name|label)|a to z|from a to z|in alphabetical order)$/i.exec(clause);
  if (sort) return sorted(reading);
  const order = /^(?:reorder|order|arrange|sort|put)\s*(?:\s(?:the\s+)?(?:fields|them|it|form|questions)\s*)?(?:\b(?:to|as|like this|in(?:to)? (?:this|the following) order|in the order)\b|:)\s*:?\s*(.+)$/i.exec(clause) ?? /^(?:the\s+)?order\s+(?:should be|is|:)\s*:?\s*(.+)$/i.exec(clause);
  if (order?.[1]) return inOrder(fieldsNamed(order[1], reading), reading);
  const direction = /^(?:move|push|shift|bring|put|pull)\s+(.+?)\s+(up|down|higher|lower|earlier|later)(?:\s+(?:by\s+)?(\w+)(?:\s+(?:places?|positions?|steps?|rows?|times?|fields?))?)?$/i.exec(clause) ?? /^(?:move|push|shift)\s+(up|down)\s+(.+)$/i.exec(clause)?.map((_, index, all) => all[[0, 2, 1][index] ?? 0] ?? '');
  if (direction?.[1] && direction[2]) return shifted(fieldsNamed(direction[1], reading), /up|higher|earlier/i.test(direction[2]) ? -1 : 1, numberFrom(direction[3]) ?? 1, reading);
  const body = /^(?:move|put|place|bring|shift|relocate|drag|push|take|have|show|position)\s+(.+)$/i.exec(clause)?.[1] ?? /^(.+?)\s+(?:should|must|needs to|has to)\s+(?:be|go|come|stand|appear)\s+((?:after|before|above|below|under|at|in|first|last|to)\b.*)$/i.exec(clause)?.slice(1).join(' ');
  if (body === undefined) return false;
  const { rest, place } = takePlace(body, reading);
  if (!place) {
    if (/^(?:move)\b/i.test(clause) && tryFields(rest, reading)) throw new Unclear(`Where to? For example: “move it after ${reading.form.sections[0]?.fields[0]?.label ?? 'Name'}” or “move it to the end”.`);
    return false;
  }
  const ids = fieldsNamed(rest.replace(/\s+(?:so that it is|to be|to come|to go|to)$/i, ''), reading);
  moveTo(ids, place.sectionId ?? reading.sectionOfField(ids[0] ?? '').id, place.index, reading);
  return true;
};

/** Moves fields, in the given order, so that they begin at `index` as counted before the move. */
export function moveTo(ids: readonly string[], sectionId: string, index: number | null, reading: Reading): void {
  const start = reading.calls.length;
  const target = sectionOf(reading.form, sectionId);
  const anchor = index === null ? undefined : target.fields.slice(index).find((field) => !ids.includes(field.id))?.id;
  for (const fieldId of ids) {
    const before = sectionOf(reading.form, sectionId).fields.map((field) => field.id);
    const others = before.filter((id) => id !== fieldId);
    const at = anchor === undefined ? others.length : others.indexOf(anchor);
    if (before.includes(fieldId) && before.indexOf(fieldId) === at) continue;
    reading.do({ name: 'MoveField', input: { fieldId, sectionId, index: at } });
  }
  if (reading.calls.length === start) reading.say(`${bolds(ids.map((id) => reading.field(id).label))} ${ids.length === 1 ? 'is' : 'are'} there already.`);
  reading.focus = ids;
}

function swapped(one: string, other: string, reading: Reading): boolean {
  const [first, second] = [placeOf(reading.form, one), placeOf(reading.form, other)];
  if (first.section.id === second.section.id) {
    const fieldIds = first.section.fields.map(({ id }) => (id === one ? other : id === other ? one : id));
    reading.do({ name: 'ReorderFields', input: { sectionId: first.section.id, fieldIds } });
  } else {
    reading.do({ name: 'MoveField', input: { fieldId: one, sectionId: second.section.id, index: second.index } });
    reading.do({ name: 'MoveField', input: { fieldId: other, sectionId: first.section.id, index: first.index } });
  }
  reading.focus = [one, other];
  return true;
}

function sorted(reading: Reading): boolean {
  for (const section of reading.form.sections) {
    const fieldIds = [...section.fields].sort((one, other) => one.label.localeCompare(other.label, 'en')).map((field) => field.id);
    if (fieldIds.some((id, index) => section.fields[index]?.id !== id)) reading.do({ name: 'ReorderFields', input: { sectionId: section.id, fieldIds } });
  }
  if (reading.calls.length === 0) reading.say('They are in alphabetical order already.');
  return true;
}

/** The named fields come first, in that order; the others of the section keep theirs. */
function inOrder(ids: readonly string[], reading: Reading): boolean {
  const home = reading.sectionOfField(ids[0] ?? '');
  const strangers = ids.filter((id) => reading.sectionOfField(id).id !== home.id);
  if (strangers.length > 0) throw new Unclear(`${bolds(strangers.map((id) => reading.field(id).label))} ${strangers.length === 1 ? 'is' : 'are'} not in “${home.title}”. I order one section at a time.`);
  const fieldIds = [...ids, ...home.fields.map((field) => field.id).filter((id) => !ids.includes(id))];
  if (fieldIds.every((id, index) => home.fields[index]?.id === id)) reading.say('They are in that order already.');
  else reading.do({ name: 'ReorderFields', input: { sectionId: home.id, fieldIds } });
  return true;
}

/** Up or down by places; over the edge of a section into the next one. */
function shifted(ids: readonly string[], step: 1 | -1, count: number, reading: Reading): boolean {
  for (const fieldId of step < 0 ? ids : [...ids].reverse()) {
    const { section, index } = placeOf(reading.form, fieldId);
    const wanted = Math.max(0, Math.min(section.fields.length - 1, index + step * count));
    const neighbour = reading.form.sections[reading.form.sections.indexOf(section) + step];
    if (wanted !== index) reading.do({ name: 'MoveField', input: { fieldId, sectionId: section.id, index: wanted } });
    else if (neighbour) reading.do({ name: 'MoveField', input: { fieldId, sectionId: neighbour.id, index: step < 0 ? neighbour.fields.length : 0 } });
    else reading.say(`${bold(reading.field(fieldId).label)} is at the ${step < 0 ? 'top' : 'end'} already.`);
  }
  reading.focus = ids;
  return true;
}
