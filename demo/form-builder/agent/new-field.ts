/** “a required e-mail field called Work e-mail”, “name, email and phone after the title, all optional” → fields to add. */
import { fieldTypes, isChoiceType, type FieldType } from '../field-types.js';
import { placeOf, type NewField, type Span } from '../form-model.js';
import { knownByName, knownNear, topicOf, type KnownField, type Topic } from './catalogue.js';
import { tryFields, trySection } from './references.js';
import type { Reading } from './reading.js';
import { guessType, leadingType, peelType, typeNamed } from './type-words.js';
import { fold, numberFrom, sentenceCase, splitList, unquoted } from './words.js';

export interface Wanted {
  readonly field: NewField;
  /** Where it belongs; null when nothing says so. */
  readonly topic: Topic | null;
  /** “another”, “a second”: wanted even when there is one. */
  readonly another: boolean;
  /** The person chose the label: only the very same label is a double. */
  readonly given: boolean;
}

export interface Place {
  readonly sectionId: string | null;
  readonly index: number | null;
}

interface Flags {
  readonly required?: boolean;
  readonly span?: Span;
}

/** Takes “after X”, “at the top”, “in section Y” off a phrase. What it cannot resolve it leaves where it is. */
export function takePlace(phrase: string, reading: Reading): { readonly rest: string; readonly place: Place | null } {
  let rest = phrase;
  let place: Place | null = null;
  const section = takeSection(rest, reading);
  if (section) ({ rest } = section);
  const edge = /[,\s]*\b(?:at|to|on|as|in)\s+(?:the\s+)?(?:very\s+)?(top|beginning|start|front|end|bottom|first|last)(?:\s+(?:position|place|field|one|question))?(?:\s+of\s+(?:the\s+)?(?:form|page|section|list|it))?(?=$|[,\s])/i.exec(rest);
  if (edge?.[1]) {
    rest = cut(rest, edge.index, edge[0].length);
    place = edgePlace(/top|beginning|start|front|first/i.test(edge[1]), section?.sectionId ?? null, reading);
  } else {
    const beside = takeBeside(rest, reading);
    if (beside) ({ rest, place } = beside);
  }
  if (!place && section) place = { sectionId: section.sectionId, index: null };
  return { rest: rest.trim(), place };
}

function edgePlace(atStart: boolean, sectionId: string | null, reading: Reading): Place {
  const { sections } = reading.form;
  const target = sections.find((one) => one.id === sectionId) ?? (atStart ? sections[0] : sections.at(-1));
  return { sectionId: target?.id ?? null, index: atStart ? 0 : (target?.fields.length ?? null) };
}

function takeSection(phrase: string, reading: Reading): { readonly rest: string; readonly sectionId: string } | null {
  for (const match of phrase.matchAll(/[,\s]+(?:in|into|to|inside|within|under|on|for)\s+(?:the\s+|our\s+|my\s+)?(?:section\s+)?/gi)) {
    const start = match.index + match[0].length;
    for (const end of endsAfter(phrase, start)) {
      const sectionId = trySection(phrase.slice(start, end), reading);
      if (sectionId !== null) return { rest: cut(phrase, match.index, end - match.index), sectionId };
    }
  }
  return null;
}

function takeBeside(phrase: string, reading: Reading): { readonly rest: string; readonly place: Place } | null {
  for (const match of [...phrase.matchAll(/[,\s]*\b(?:right |just |directly |immediately |somewhere )?(after|before|below|above|under|underneath|beneath|following|behind|next to|beside|between)\s+(?=\S)/gi)].reverse()) {
    const start = match.index + match[0].length;
    const word = (match[1] ?? '').toLowerCase();
    for (const end of endsAfter(phrase, start)) {
      const ids = lookedUp(phrase.slice(start, end), reading);
      const id = /before|above/.test(word) || word === 'between' ? ids?.[0] : ids?.at(-1);
      if (ids === null || id === undefined || (word !== 'between' && ids.length > 1 && !/^(?:them|those|both|these)/i.test(phrase.slice(start, end)))) continue;
      const at = placeOf(reading.form, id);
      return { rest: cut(phrase, match.index, end - match.index), place: { sectionId: at.section.id, index: at.index + (/before|above/.test(word) ? 0 : 1) } };
    }
  }
  return null;
}

/** A place is looked up without moving what “it” stands for. */
function lookedUp(phrase: string, reading: Reading): readonly string[] | null {
  const { focus } = reading;
  const ids = tryFields(phrase, reading);
  reading.focus = focus;
  return ids;
}

/** Where a name that begins at `start` may end: the longest first. */
function endsAfter(phrase: string, start: number): readonly number[] {
  const ends = [phrase.length];
  for (const match of phrase.slice(start).matchAll(/,|\s+(?:with|as|and|which|that|where|called|for|to|in|into|section)\b/gi)) {
    ends.push(start + match.index);
    if (/section/i.test(match[0])) ends.push(start + match.index + match[0].length);
  }
  return ends.sort((one, other) => other - one);
}

function cut(text: string, start: number, length: number): string {
  return `${text.slice(0, start)} ${text.slice(start + length)}`.replace(/ {2,}/g, ' ').trim();
}

/** All fields a phrase describes. */
export function fieldsWanted(phrase: string): readonly Wanted[] {
  const { rest, options } = takeOptions(phrase);
  const { rest: bare, more } = takeDetails(rest);
  const parts = mergedParts(bare);
  const items = parts.map((part) => takeFlags(part)).filter(({ rest: name }) => name !== '' || parts.length === 1);
  const only = parts.map((part) => takeFlags(part)).filter(({ rest: name }) => name === '');
  const last = items.at(-1);
  const shared: Flags = Object.assign({}, ...only.map(({ flags }) => flags), items.length > 1 && last?.trailing && items.slice(0, -1).every(({ flags }) => Object.keys(flags).length === 0) ? last.flags : {}) as Flags;
  return items.flatMap(({ rest: name, flags }, index) => oneWanted(name, { ...shared, ...flags }, index === items.length - 1 ? options : null, more));
}

/** A known name that holds an “and” (“terms and conditions”) is one field. */
function mergedParts(text: string): readonly string[] {
  if (knownByName(stripArticle(text).name)) return [text];
  const parts = splitList(text);
  const merged: string[] = [];
  for (const part of parts) {
    const before = merged.at(-1);
    const joined = before === undefined ? '' : `${stripArticle(before).name} and ${part}`;
    if (before !== undefined && knownByName(joined)) merged[merged.length - 1] = joined;
    else merged.push(part);
  }
  return merged;
}

function takeOptions(phrase: string): { readonly rest: string; readonly options: readonly string[] | null } {
  const yesNo = /[,\s]*\(?(?:with\s+)?\byes\s*(?:\/|or|and|,)\s*no\b(?:\s+(?:options|answers|choices))?\)?(?:\s+(question|field))?/i.exec(phrase);
  if (yesNo && !/"/.test(phrase.slice(0, yesNo.index))) return { rest: cut(phrase, yesNo.index, yesNo[0].length).replace(/^(?:a|an)?\s*(?:for|about|asking)\s+/i, ''), options: ['Yes', 'No'] };
  const match =
    /[,\s]*(?:\bwith\s+|\bhaving\s+|\boffering\s+|\band\s+)?(?:the\s+|these\s+|following\s+)*\b(?:options?|choices|answers|values)\b(?:\s+(?:of|are|being|like))?\s*:?\s+(.+)$/i.exec(phrase) ??
    /[,\s]*\b(?:to choose (?:from|between)|choosing (?:from|between)|choose (?:from|between)|that can be|which can be|either)\s+(.+)$/i.exec(phrase) ??
    /^(?=.*\b(?:dropdown|drop-down|select|choice|radio|checkboxes|list|menu)\b)[^:(]*?(\s*[:(]\s*)([^)]+)\)?$/i.exec(phrase);
  if (!match) return { rest: phrase, options: null };
  const list = match[2] ?? match[1] ?? '';
  const from = match[2] === undefined ? match.index : phrase.indexOf(match[1] ?? '', 0);
  const options = optionList(list);
  return options.length < 2 ? { rest: phrase, options: null } : { rest: phrase.slice(0, from).trim(), options };
}

export function optionList(text: string): readonly string[] {
  const trimmed = text.replace(/[.)]+$/, '').replace(/^\(/, '');
  const parts = splitList(trimmed.replace(/\s*\/\s*/g, ', ').replace(/\s*\|\s*/g, ', '));
  return [...new Set(parts.map((part) => sentenceCase(unquoted(part))))].filter((part) => part !== '');
}

/** Placeholder, help text, limits and unit. */
function takeDetails(phrase: string): { readonly rest: string; readonly more: Partial<NewField> } {
  let rest = phrase;
  const more: { placeholder?: string; helpText?: string; min?: number; max?: number; suffix?: string } = {};
  const take = (pattern: RegExp, use: (match: RegExpExecArray) => void): void => {
    const match = pattern.exec(rest);
    if (!match) return;
    use(match);
    rest = cut(rest, match.index, match[0].length);
  };
  take(/[,\s]*(?:with|and)\s+(?:a |the )?placeholder(?: text)?:?\s+("[^"]+"|\S+)/i, (match) => (more.placeholder = unquoted(match[1] ?? '')));
  take(/[,\s]*(?:with|and)\s+(?:a |the )?(?:help text|hint|help|note):?\s+("[^"]+"|.+)$/i, (match) => (more.helpText = unquoted(match[1] ?? '')));
  take(/[,\s]*(?:between|from)\s+(-?\d+)\s+(?:and|to)\s+(-?\d+)/i, (match) => {
    more.min = Number(match[1]);
    more.max = Number(match[2]);
  });
  take(/[,\s]+(?:measured |given |counted )?in\s+(weeks|days|months|years|hours|minutes|kg|km|cm|metres|meters|euros?|dollars|pounds|percent|people)\b/i, (match) => (more.suffix = match[1]?.toLowerCase()));
  return { rest, more };
}

/** Words like “required” and “half width”, wherever they stand. */
export function takeFlags(part: string): { readonly rest: string; readonly flags: Flags; readonly trailing: boolean } {
  let rest = part.trim();
  const flags: { required?: boolean; span?: Span } = {};
  let trailing = false;
  const patterns: readonly (readonly [RegExp, (match: string) => void])[] = [
    [/(?:^|[\s,(]+)(?:and\s+)?(?:(?:all|both|each)(?:\s+(?:of them|are|as))*\s+)?(?:(?:which|that|it|they|should|must|is|are|be|as|make it|marked)\s+)*(not required|not mandatory|required|mandatory|compulsory|obligatory|optional)(?:\s+(?:fields?|ones?))?(?=$|[\s,)]+)\)?/i, (word) => (flags.required = !/not|optional/i.test(word))],
    [/(?:^|[\s,(]+)(?:(?:all|both|each|at|as|in)\s+)*(half|full)(?:[- ](?:width|wide|row|line))(?=$|[\s,)]+)\)?/i, (word) => (flags.span = /half/i.test(word) ? 'half' : 'full')],
    [/(?:^|[\s,]+)(?:(?:both|all)\s+)?(?:side by side|next to each other)(?=$|[\s,]+)/i, () => (flags.span = 'half')],
  ];
  for (const [pattern, use] of patterns) {
    const match = pattern.exec(rest);
    if (!match || /"/.test(rest.slice(0, match.index).replace(/"[^"]*"/g, ''))) continue;
    use(match[1] ?? match[0]);
    if (match.index > 0 && match.index + match[0].length === rest.length) trailing = true;
    rest = cut(rest, match.index, match[0].length);
  }
  return { rest: /^(?:an?|the|and|all|both|as|fields?)$/i.test(rest) ? '' : rest, flags, trailing };
}

function stripArticle(text: string): { readonly name: string; readonly another: boolean; readonly count: number } {
  const lead = /^(?:(?:a|an|the|some|also|their|his|her|its|my|our|your|applicant's|people's|new|extra|additional|simple|small|another|second|one more|more)\s+)+(?=\S)/i.exec(text)?.[0] ?? '';
  const name = text.slice(lead.length);
  const counted = /^(two|three|four|five|\d)\s+(.+?)s$/i.exec(name);
  const count = numberFrom(counted?.[1]) ?? 1;
  const another = /another|second|one more|extra|additional/i.test(lead);
  return count > 1 && counted?.[2] && count < 10 ? { name: counted[2], another: true, count } : { name, another, count: 1 };
}

function oneWanted(phrase: string, flags: Flags, options: readonly string[] | null, more: Partial<NewField>): readonly Wanted[] {
  const { name, another, count } = stripArticle(phrase);
  const { label, type, given } = labelAndType(name);
  const known = knownNear(label);
  // An exact kind wins over what is known under the name; a bare kind (“a dropdown”) has the kind's own label.
  const settledType: FieldType = options !== null && !(type && isChoiceType(type)) ? (options.length <= 3 && type !== 'choice' ? 'radio' : 'choice') : (type ?? known?.type ?? guessType(label));
  const fits = known !== null && known.type === settledType;
  const text = known && !given && isLoose(label, known) ? known.label : label;
  const ready = options ?? (fits ? known.more.options : undefined) ?? (isChoiceType(settledType) ? (/^(?:do|are|is|have|has|can|would|will)\b/i.test(label) ? ['Yes', 'No'] : ['First option', 'Second option']) : undefined);
  const field: NewField = {
    span: known?.span ?? defaultSpan(settledType),
    ...(fits && known.more),
    label: text,
    type: settledType,
    ...more,
    ...(ready && { options: ready }),
    ...(flags.required !== undefined && { required: flags.required }),
    ...(flags.span && { span: flags.span }),
  };
  return Array.from({ length: count }, (_, index) => ({ field: count === 1 ? field : { ...field, label: `${field.label} ${String(index + 1)}` }, topic: known?.topic ?? guessedTopic(field), another, given }));
}

interface Named {
  readonly label: string;
  readonly type: FieldType | null;
  /** The person said how it is to be called; otherwise a known field may get its usual name. */
  readonly given: boolean;
}

function labelAndType(name: string): Named {
  const quoted = /"([^"]+)"/.exec(name);
  if (quoted?.[1]) {
    const rest = name.replace(quoted[0], ' ').replace(/\b(?:called|named|labelled|labeled|titled|saying|reading|with|the|label|that says|which says|asking|as|for)\b/gi, ' ');
    return { label: quoted[1].trim(), type: typeNamed(rest.trim()), given: true };
  }
  const called = /^(.*?)\s*\b(?:called|named|labell?ed|titled|that says|which says|saying|reading|that reads|with (?:the |a )?(?:label|name))\s+(.+)$/i.exec(name);
  if (called?.[2]) return { label: sentenceCase(called[2]), type: typeNamed(called[1] ?? ''), given: true };
  const asking = /^(.*?)\s*\b(?:field|question|input|box)?\s+(?:that asks?|which asks?|asking)\s+(?:for\s+|about\s+)?(.+)$/i.exec(name);
  if (asking?.[2]) return { label: sentenceCase(asking[2].replace(/^(?:the|a|an|their|your)\s+/i, '')), type: typeNamed(asking[1] ?? ''), given: false };
  const purposeful = /^(.+?)\s+(?:for|about|to)\s+(?:the |a |an |their |his |your |enter(?:ing)? |ask(?:ing)? (?:for )?)*(.+)$/i.exec(name);
  const purposeType = purposeful?.[1] && !knownByName(name) ? typeNamed(purposeful[1]) : null;
  if (purposeful?.[1] && purposeful[2] && (purposeType || /^(?:field|question|input|box|space|place)$/i.test(purposeful[1]))) return { label: sentenceCase(stripField(purposeful[2])), type: purposeType, given: false };
  const as = /^(.+?)\s*(?:\bas\s+(?:an?\s+)?|\(\s*)([^()]+?)\s*\)?$/i.exec(name);
  const asType = as?.[2] ? typeNamed(as[2]) : null;
  if (as?.[1] && asType) return { label: sentenceCase(as[1]), type: asType, given: false };
  if (knownByName(stripField(name))) return { label: sentenceCase(stripField(name)), type: null, given: false };
  const pure = typeNamed(name);
  if (pure) return { label: fieldTypes[pure].newLabel, type: pure, given: false };
  const led = leadingType(name);
  if (led) return { label: sentenceCase(stripField(led.name)), type: led.type, given: false };
  const peeled = peelType(name);
  if (peeled) return { label: sentenceCase(peeled.name), type: peeled.type, given: false };
  return { label: sentenceCase(stripField(name)), type: null, given: false };
}

/** Words that are said for a field but are no label: shorthand, slips, and the names of statements to agree to. */
function isLoose(label: string, known: KnownField): boolean {
  return known.topic === 'consent' || knownByName(label) === null || shorthand.has(fold(label));
}

const shorthand = new Set(['name', 'mail', 'email', 'tel', 'dob', 'birthday', 'cv', 'resume', 'mail address', 'experience', 'diet', 'ssn', 'gp', 'zip', 'nps', 'hear about us', 'notice', 'right to work', 'checkin', 'checkout', 'website', 'sex']);

function stripField(name: string): string {
  return name.replace(/\s+(?:fields?|questions?|input|box|entry)$/i, '').replace(/[.:]+$/, '');
}

/** `person` is what `topicOf` says of anything. */
function guessedTopic(field: NewField): Topic | null {
  const topic = topicOf(field);
  return topic === 'person' ? null : topic;
}

function defaultSpan(type: FieldType): Span {
  return type === 'long-text' || type === 'checkbox' || type === 'checkboxes' || type === 'file' || type === 'address' ? 'full' : 'half';
}

/** Whether the phrase can be a name at all; guards against adding a whole sentence as a field. */
export function isPlausibleName(label: string): boolean {
  const words = fold(label).split(' ');
  return label.length <= 80 && words.length <= 12 && words[0] !== '';
}
