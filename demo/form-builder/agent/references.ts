/** Which fields or sections a phrase means: names with slips, other names, “it”, “the last one”, “all but …”. */
import { allFields, findField, type Form, type FormField } from '../form-model.js';
import { knownNear, knownOf } from './catalogue.js';
import { typeNamed } from './type-words.js';
import { Unclear, type Reading } from './reading.js';
import { bolds, distance, fold, isNear, numberFrom, slips, splitList, unquoted } from './words.js';

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];

/** All fields a phrase names, in the order it names them. Throws Unclear with a question or a list when it names none, or one of two. */
export function fieldsNamed(phrase: string, reading: Reading): readonly string[] {
  const found = namedTogether(phrase, reading);
  const ids = found ?? partsOf(phrase, reading).flatMap((part) => namedTogether(part, reading) ?? [oneField(part, reading)]);
  const unique = [...new Set(ids)];
  if (unique.length === 0) throw new Unclear('Which field do you mean? Tell me its name.');
  reading.focus = unique;
  return unique;
}

/** As `fieldsNamed`, null instead of Unclear. */
export function tryFields(phrase: string, reading: Reading): readonly string[] | null {
  const focus = reading.focus;
  try {
    return fieldsNamed(phrase, reading);
  } catch (error) {
    if (!(error instanceof Unclear)) throw error;
    reading.focus = focus;
    return null;
  }
}

/** One field, and not more. */
export function fieldNamed(phrase: string, reading: Reading): string {
  const [id, second] = fieldsNamed(phrase, reading);
  if (id === undefined || second !== undefined) throw new Unclear(`One field at a time, please: “${unquoted(phrase)}” names several.`);
  return id;
}

export function sectionNamed(phrase: string, reading: Reading): string {
  const id = trySection(phrase, reading);
  if (id === null) throw new Unclear(`There is no section called “${unquoted(phrase)}”. The form has ${bolds(reading.form.sections.map((section) => section.title))}.`);
  return id;
}

/** A section by title, by place, or “this section”. Null when the phrase names none. */
export function trySection(phrase: string, reading: Reading): string | null {
  const { form } = reading;
  const word = fold(unquoted(phrase)).replace(/^(?:the|my|our|a) /, '').replace(/^(?:section|part|group) (?:called |named )?/, '').replace(/ (?:section|part|group)$/, '');
  if (/^(?:it|this|that|section|this section|that section|current)$/.test(word)) return reading.focusSection ?? selectedSection(reading);
  const exact = form.sections.find((section) => fold(section.title) === word || section.id === word.replaceAll(' ', '-'));
  if (exact) return exact.id;
  if (word === 'last') return form.sections.at(-1)?.id ?? null;
  const place = ordinals.indexOf(word) >= 0 ? ordinals.indexOf(word) : /^\d$/.test(word) ? Number(word) - 1 : -1;
  if (place >= 0) return form.sections[place]?.id ?? null;
  if (word.length < 3) return null;
  const close = form.sections.filter((section) => isNear(fold(section.title), word) || fold(section.title).split(' ').includes(word) || ` ${word} `.includes(` ${fold(section.title)} `));
  return close.length === 1 ? (close[0]?.id ?? null) : null;
}

function selectedSection(reading: Reading): string | null {
  const { fieldId, sectionId } = reading.selection ?? {};
  if (sectionId !== undefined && reading.form.sections.some((section) => section.id === sectionId)) return sectionId;
  return fieldId === undefined ? null : (findField(reading.form, fieldId)?.section.id ?? null);
}

/** Phrases that stand for fields without being a list of names. Null when it is not such a phrase. */
function namedTogether(phrase: string, reading: Reading): readonly string[] | null {
  const text = phrase.trim();
  const except = /^(.+?)[, ]+(?:except|but not|but|apart from|other than|besides|excluding)(?: for)?\s+(.+)$/i.exec(text);
  if (except?.[1] && except[2] && /^(?:all|every|each|any|no|none)/i.test(except[1])) {
    const out = fieldsNamed(except[2], reading);
    return fieldsNamed(except[1], reading).filter((id) => !out.includes(id));
  }
  if (/^["']/.test(text)) return null;
  const word = fold(text).replace(/^(?:of|for|to) /, '');
  const pronoun = pronounMeans(word, reading);
  if (pronoun) return pronoun;
  const all = /^(?:all|everything|every single|every|each|any|the whole)\b(?: of)?(?: the| my| our| these| those)? ?(.*)$/.exec(word);
  if (all) return allOf(all[1] ?? '', text, reading);
  const kind = /^(?:the )?(.+?) (?:fields|questions|ones|inputs)$/.exec(word)?.[1];
  if (kind !== undefined) return numbered(kind, reading) ?? ofKind(kind, reading) ?? ofSection(kind, reading);
  const one = /^(?:the )?(?:very )?(\w+)(?: (?:field|question|one|input))?$/.exec(word)?.[1];
  return one === undefined ? null : numbered(one, reading);
}

function pronounMeans(word: string, reading: Reading): readonly string[] | null {
  const alive = (ids: readonly string[]): readonly string[] => ids.filter((id) => findField(reading.form, id));
  const { selectedField, memory } = reading;
  const selected = selectedField === null ? [] : [selectedField];
  const touched = alive(memory.touched);
  if (/^(?:(?:the )?(?:selected|current|marked|highlighted)(?: field| one| question)?|selection)$/.test(word)) {
    if (selected.length === 0) throw new Unclear('Nothing is selected. Click a field on the form, or tell me its name.');
    return selected;
  }
  if (/^(?:it|that|this|its|this field|that field|this one|that one|the field|this question|the question)$/.test(word)) {
    const choices = [alive(reading.focus), memory.selectionIsNew || word.startsWith('this') ? selected : touched, selected, touched];
    const found = choices.find((ids) => ids.length > 0);
    if (found && found.length > 1 && reading.focus.length === 0) {
      const chosen = found.find((id) => reading.preferred.includes(id));
      if (chosen !== undefined) return [chosen];
      throw new Unclear(`Do you mean ${bolds(found.map((id) => reading.field(id).label), 'or')}?`);
    }
    if (!found) throw new Unclear('Which field do you mean? Click it on the form, or tell me its name.');
    return found;
  }
  if (/^(?:them|those|these|both|both of them|all of them|they|the two|those two|these two|both fields|these fields|those fields|the new ones|the new fields)$/.test(word)) {
    const found = [alive(reading.focus), touched, selected].find((ids) => ids.length > 0);
    if (!found) throw new Unclear('Which fields do you mean? Tell me their names.');
    return found;
  }
  return null;
}

function allOf(rest: string, text: string, reading: Reading): readonly string[] | null {
  const { form } = reading;
  const within = /\b(?:in|of|from|under|inside)\s+(?:the\s+)?(.+)$/i.exec(text)?.[1];
  const section = within === undefined ? null : trySection(within, reading);
  const scope = section === null ? allFields(form) : (form.sections.find((one) => one.id === section)?.fields ?? []);
  const kind = rest.replace(/ ?\b(?:in|of|from|under|inside) .*$/, '').replace(/ ?(?:fields?|questions?|inputs?|labels?|ones?|them|form|it)$/, '').trim();
  if (kind === 'else') return scope.map((field) => field.id).filter((id) => !reading.focus.includes(id));
  if (kind === '') return scope.map((field) => field.id);
  return ofKind(kind, reading);
}

function ofSection(title: string, reading: Reading): readonly string[] | null {
  const id = trySection(title, reading);
  const fields = reading.form.sections.find((section) => section.id === id)?.fields ?? [];
  return fields.length > 0 ? fields.map((field) => field.id) : null;
}

/** “required”, “date”, “choice” fields. Null when it is no kind. */
function ofKind(kind: string, reading: Reading): readonly string[] | null {
  const match = kindTest(kind);
  if (!match) return null;
  const ids = allFields(reading.form).filter(match).map((field) => field.id);
  if (ids.length === 0) throw new Unclear(`The form has no ${kind} fields.`);
  return ids;
}

function kindTest(kind: string): ((field: FormField) => boolean) | null {
  if (/^(?:required|mandatory)$/.test(kind)) return (field) => field.required;
  if (/^(?:optional|not required|non required)$/.test(kind)) return (field) => !field.required;
  const type = typeNamed(kind);
  return type === null ? null : (field) => field.type === type;
}

/** “last”, “first two”, “third”. Null when it is no number. */
function numbered(words: string, reading: Reading): readonly string[] | null {
  const ids = allFields(reading.form).map((field) => field.id);
  const several = /^(first|last) (\w+)$/.exec(words);
  const count = numberFrom(several?.[2]);
  if (several && count !== null) return several[1] === 'first' ? ids.slice(0, count) : ids.slice(-count);
  const index = words === 'last' ? ids.length - 1 : ordinals.indexOf(words);
  if (index < 0) return null;
  const id = ids[index];
  if (id === undefined) throw new Unclear(`The form has only ${String(ids.length)} fields.`);
  return [id];
}

/** A list in its parts, but a label that itself holds an “and” stays whole. */
function partsOf(phrase: string, reading: Reading): readonly string[] {
  const text = phrase.replace(/^both\s+(?=\S+.*\band\b)/i, '');
  if (best(text, reading.form).some(({ score }) => score >= 95)) return [text];
  return splitList(text);
}

function oneField(phrase: string, reading: Reading): string {
  const ranked = best(phrase, reading.form);
  const [first] = ranked;
  if (!first || first.score < 50) throw new Unclear(notFound(phrase, reading));
  const tied = ranked.filter(({ score }) => score >= first.score - 3);
  const chosen = tied.find(({ field }) => reading.preferred.includes(field.id)) ?? (tied.length === 1 ? first : null);
  if (chosen) return chosen.field.id;
  throw new Unclear(`Do you mean ${bolds(tied.map(({ field }) => field.label), 'or')}?`);
}

function notFound(phrase: string, reading: Reading): string {
  const name = unquoted(phrase);
  const labels = allFields(reading.form).map((field) => field.label);
  if (labels.length === 0) return 'The form has no fields yet.';
  const near = best(phrase, reading.form)[0];
  if (near && near.score > 30) return `There is no field called “${name}”. Do you mean **${near.field.label}**?`;
  const shown = labels.length > 8 ? `${labels.slice(0, 8).map((label) => `**${label}**`).join(', ')} and ${String(labels.length - 8)} more` : bolds(labels);
  return `There is no field called “${name}”. The form has ${shown}.`;
}

/** A phrase without what people say around a name. */
export function bareName(phrase: string): string {
  return unquoted(phrase)
    .replace(/^(?:(?:the|a|an|my|our|your|that|this|field|question|only|just)\s+)+(?=\S)/i, '')
    .replace(/^(?:called|named|labelled|labeled)\s+/i, '')
    .replace(/\s+(?:(?:form\s+)?fields?|questions?|inputs?|box(?:es)?|entry|entries|one|label)$/i, '')
    .replace(/[?.!:]+$/, '');
}

/** Fields by how well the phrase names them, best first. */
function best(phrase: string, form: Form): readonly { readonly field: FormField; readonly score: number }[] {
  const whole = fold(unquoted(phrase));
  const word = fold(bareName(phrase)) || whole;
  const known = knownNear(word)?.key;
  return allFields(form)
    .map((field) => ({ field, score: Math.max(score(whole, field, undefined), score(word, field, known)) }))
    .filter(({ score: value }) => value > 0)
    .sort((one, other) => other.score - one.score);
}

function score(word: string, field: FormField, known: string | undefined): number {
  const label = fold(field.label);
  if (word === '') return 0;
  if (label === word) return 100;
  if (field.id === word.replaceAll(' ', '-')) return 96;
  if (known !== undefined && knownOf(field)?.key === known) return 90;
  if (isNear(label, word)) return 84 - distance(label, word);
  if (word.length >= 2 && ` ${label} `.includes(` ${word} `)) return 70 + Math.round((15 * word.length) / label.length);
  if (label.length >= 3 && ` ${word} `.includes(` ${label} `)) return 60 + Math.round((15 * label.length) / word.length);
  const words = word.split(' ');
  const labels = label.split(' ');
  if (words.every((one) => labels.some((other) => (one.length > 3 && other.startsWith(one)) || isNear(one, other)))) return 62;
  return distance(word, label) <= slips(label.length) + 1 ? 40 : 0;
}
