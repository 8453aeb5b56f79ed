/** Changes to fields that are there: label, required, width, kind, options, hints; and removing. */
import { fieldTypes, isChoiceType, type FieldType } from '../../field-types.js';
import { allFields } from '../../form-model.js';
import { optionList } from '../new-field.js';
import { fieldNamed, fieldsNamed, tryFields, trySection } from '../references.js';
import { Unclear, type Reading } from '../reading.js';
import { typeNamed } from '../type-words.js';
import { bold, bolds, countOf, sentenceCase, unquoted } from '../words.js';
import type { Rule } from './rule.js';

const need = '(?:required|mandatory|compulsory|obligatory|necessary|optional|voluntary)';

export const required: Rule = (clause, reading) => {
  const text = clause.replace(/\b(?:as|to be|be|being)\s+(?=(?:not\s+)?(?:required|mandatory|compulsory|obligatory|optional|voluntary)\b)/gi, '');
  const not = /^(?:don't|do not|stop|never|no longer)\s+requir(?:e|ing)\s+(.+)$/i.exec(text) ?? /^(?:un-?require|don't make|do not make)\s+(.+?)(?:\s+(?:required|mandatory))?$/i.exec(text);
  if (not?.[1]) return setRequired([[not[1], false]], reading);
  const plain = /^require\s+(.+)$/i.exec(text);
  if (plain?.[1]) return setRequired([[plain[1], true]], reading);
  const front = new RegExp(`^(?:make|mark|set|keep)\\s+(${need})[:\\s]+(?!and\\b|but\\b|except\\b)(.+)$`, 'i').exec(text);
  if (front?.[1] && front[2]) return setRequired([[front[2], isNeed(front[1])]], reading);
  const nothing = new RegExp(`^(?:no(?:ne)?(?:\\s+of\\s+(?:the|them))?\\s*(?:fields?|questions?)?|nothing)\\s+(?:should|must|has to|needs to|is|are)?\\s*(${need})$`, 'i').exec(text);
  if (nothing?.[1]) return setRequired([['all fields', !isNeed(nothing[1])]], reading);
  const filled = /^(.+?)\s+(must|has to|have to|needs? to|should|does(?:n't| not) (?:have|need) to|do(?:n't| not) (?:have|need) to|can)\s+(?:be\s+)?(?:filled(?: in| out)?|answered|given|left (?:empty|blank|out))$/i.exec(text);
  if (filled?.[1]) return setRequired([[filled[1], !/not|n't|can/i.test(filled[2] ?? '')]], reading);
  const except = new RegExp(`^(?:make|mark|set)\\s+(.+?)\\s+(${need})\\s+((?:except|but not|apart from|other than)\\s+.+)$`, 'i').exec(text);
  if (except?.[1] && except[2]) return setRequired([[`${except[1]} ${except[3] ?? ''}`, isNeed(except[2])]], reading);
  if (!new RegExp(`\\b${need}\\b\\s*(?:fields?|questions?)?$`, 'i').test(text)) return false;
  const body = text.replace(/^(?:make|mark|set|turn|have|keep|let|change)\s+/i, '');
  const verbless = body === text && !/\b(?:should|must|shall|has to|have to|needs? to|can|is|are|isn't|aren't|may|might|shouldn't)\b/i.test(text);
  const pieces: [string, boolean][] = [];
  const pattern = new RegExp(`(.+?)\\s+((?:(?:should|must|shall|has|have|needs?|can|is|are|isn't|aren't|may|might|to|not|no longer|shouldn't|n't|into|an?)\\s+)*)(${need})(?:\\s+(?:fields?|questions?))?(?:\\s*(?:,|;)?\\s*(?:and|but)?\\s*|$)`, 'gi');
  for (const match of body.matchAll(pattern)) if (match[1]) pieces.push([match[1], isNeed(match[3] ?? '') !== /\bnot\b|n't|no longer/i.test(match[2] ?? '')]);
  if (pieces.length === 0 || (verbless && pieces.some(([phrase]) => tryFields(phrase, reading) === null))) return false;
  return setRequired(pieces, reading);
};

function isNeed(word: string): boolean {
  return !/optional|voluntary/i.test(word);
}

function setRequired(pieces: readonly (readonly [string, boolean])[], reading: Reading): boolean {
  for (const [phrase, wanted] of pieces) {
    const ids = fieldsNamed(phrase, reading);
    const changing = ids.filter((id) => reading.field(id).required !== wanted);
    for (const fieldId of changing) reading.do({ name: 'ToggleFieldRequired', input: { fieldId, required: wanted } });
    if (changing.length === 0) reading.say(`${bolds(ids.map((id) => reading.field(id).label))} ${ids.length === 1 ? 'is' : 'are'} already ${wanted ? 'required' : 'optional'}.`);
  }
  return true;
}

export const span: Rule = (clause, reading) => {
  const match =
    /^(?:make|set|give|put|let|show|turn|change|have)\s+(.+?)\s+(?:(?:to|at|be|on|as|in|into|take|takes|taking|span|fill|use|up|the|a|an|its|only)\s+)*(half|full|whole|entire)(?:[- ](?:of\s+)?(?:the\s+)?(?:width|wide|size|row|line|span|columns?))?$/i.exec(clause) ??
    /^(.+?)\s+(?:(?:should|must|is|are|can|to|be|at|take|span|fill|the|a)\s+)*(half|full|whole|entire)[- ](?:width|wide|row|line|span)$/i.exec(clause);
  const [, phrase, word] = match ?? /^(half|full)[- ](?:width|row|line)\s+(?:for\s+)?(.+)$/i.exec(clause)?.map((_, index, all) => all[[0, 2, 1][index] ?? 0]) ?? /^make\s+(.+?)\s+(wider|narrower|smaller|bigger|larger|broader)$/i.exec(clause) ?? [];
  if (phrase === undefined || word === undefined) return false;
  const wanted = /full|whole|entire|wider|bigger|larger|broader/i.test(word) ? 'full' : 'half';
  const ids = fieldsNamed(phrase, reading);
  const changing = ids.filter((id) => reading.field(id).span !== wanted);
  for (const fieldId of changing) reading.do({ name: 'SetFieldSpan', input: { fieldId, span: wanted } });
  if (changing.length === 0) reading.say(`${bolds(ids.map((id) => reading.field(id).label))} ${ids.length === 1 ? 'has' : 'have'} ${wanted} width already.`);
  return true;
};

export const rename: Rule = (clause, reading) => {
  const said = /^(?:say|write|use)\s+(.+?)\s+(?:instead of|rather than|for)\s+(.+)$/i.exec(clause);
  if (said?.[1] && said[2] && tryFields(said[2], reading)) return setLabel(said[2], said[1], reading);
  const explicit = /^(?:rename|relabel|retitle|re-label|rephrase|reword|re-name)\s+(.+)$/i.exec(clause);
  if (explicit?.[1]) {
    const body = explicit[1].replace(/^(?:the\s+)?(?:label|name|title)\s+(?:of|for)\s+/i, '');
    const pairs = pairsIn(body);
    if (pairs.length === 0) {
      const ids = tryFields(body, reading);
      throw new Unclear(ids ? `What should ${bolds(ids.map((id) => reading.field(id).label))} be called? For example: “rename it to Contact”.` : 'Tell me the field and its new name, for example: “rename Phone to Mobile”.');
    }
    return pairs.every(([from, to]) => setLabel(from, to, reading));
  }
  const patterns: readonly RegExp[] = [
    /^(?:change|set|update|edit|make)\s+(?:the\s+)?(?:label|name|title|caption|wording|text|heading)\s+(?:of|for|on)\s+(.+?)\s+(?:to|into|as|say|read|be|:)\s+(?:be\s+|say\s+|read\s+)?(.+)$/i,
    /^(?:change|set|update|edit|make)\s+(.+?)(?:'s|s')?\s+(?:label|name|caption|wording)\s+(?:to|into|as|say|read|be|:)\s+(?:be\s+)?(.+)$/i,
    /^(?:call|name|label|title)\s+(it|that|this|this field|that field|this one)\s+(?:to\s+|as\s+)?(.+)$/i,
    /^(?:call|name|label)\s+(.+?)\s+("[^"]+"|'[^']+')$/i,
    /^(?:call|label)\s+(.+?)\s+(?:as\s+|instead\s+|with\s+)(.+)$/i,
    /^(.+?)\s+(?:should|must|shall|needs to|could)\s+(?:be\s+(?:called|named|labell?ed)|say|read)\s+(.+)$/i,
    /^replace\s+(.+?)\s+(?:with|by)\s+(.+)$/i,
    /^(?:change|switch|set|turn)\s+(.+?)\s+(?:to|into)\s+(?:read\s+|say\s+|be\s+)?(.+)$/i,
    /^(?:make)\s+(.+?)\s+(?:say|read)\s+(.+)$/i,
  ];
  for (const pattern of patterns) {
    const match = pattern.exec(clause);
    if (!match?.[1] || !match[2]) continue;
    return setLabel(match[1], match[2], reading);
  }
  const short = /^call\s+(.+)$/i.exec(clause)?.[1];
  return short !== undefined && labelAfterName(short, reading);
};

/** “a to b and c to d” */
function pairsIn(text: string): readonly (readonly [string, string])[] {
  const quoted = /^(.+?)\s+("[^"]+")$/.exec(text);
  const parts = text.split(/\s*(?:,\s*(?:and\s+)?|\s+and\s+)(?=[^,]+?\s+(?:to|into|as)\s+)/i);
  const pairs = parts.map((part) => /^(.+?)\s*(?:\b(?:to|into|as)\b|->|→|=>|=|:)\s*(.+)$/i.exec(part));
  if (pairs.every((pair) => pair?.[1] && pair[2])) return pairs.map((pair) => [pair?.[1] ?? '', pair?.[2] ?? '']);
  const whole = /^(.+?)\s+(?:to|into|as)\s+(.+)$/i.exec(text);
  if (whole?.[1] && whole[2]) return [[whole[1], whole[2]]];
  return quoted?.[1] && quoted[2] ? [[quoted[1], quoted[2]]] : [];
}

/** “call phone Mobile”: the longest beginning that names a field. */
function labelAfterName(text: string, reading: Reading): boolean {
  const words = text.split(' ');
  for (let count = words.length - 1; count > 0; count--) {
    const ids = tryFields(words.slice(0, count).join(' '), reading);
    if (ids?.length === 1) return setLabel(words.slice(0, count).join(' '), words.slice(count).join(' '), reading);
  }
  return false;
}

function setLabel(phrase: string, wanted: string, reading: Reading): boolean {
  const sectionId = tryFields(phrase, reading) === null ? trySection(phrase, reading) : null;
  const label = sentenceCase(unquoted(wanted.replace(/^(?:be\s+)?(?:called|named)\s+/i, '')).replace(/\s+instead$/i, ''));
  if (sectionId !== null) {
    reading.do({ name: 'SetSectionTitle', input: { sectionId, title: label } });
    return true;
  }
  const fieldId = fieldNamed(phrase, reading);
  if (reading.field(fieldId).label === label) reading.say(`It is called ${bold(label)} already.`);
  else reading.do({ name: 'SetFieldLabel', input: { fieldId, label } });
  return true;
}

export const kind: Rule = (clause, reading) => {
  const match =
    /^(make|turn|change|convert|switch|set)\s+(.+?)\s+(?:(?:in)?to\s+(?:be\s+)?|as\s+|be\s+)?(an?\s+)?((?:[a-z-]+\s?){1,4}?)(\s+(?:field|input|question))?(?:\s*(?:,|with|of|:|\()\s*(?:the\s+)?(?:options?|choices?|values)?\s*:?\s*(.+?)\)?)?$/i.exec(clause) ??
    /^((?:\S+\s+)*?\S+)\s+(should|must|has to|needs to)\s+be\s+(an?\s+)((?:[a-z-]+\s?){1,4}?)(\s+(?:field|input|question))?$/i.exec(clause)?.map((part, index, all) => (index === 1 ? 'make' : index === 2 ? (all[1] ?? '') : part));
  if (!match) return false;
  const [, verb = '', phrase = '', article, typeWords = '', noun, rest] = match;
  // “Change name to email” is a new label, “change name to an email field” a new kind.
  const sure = article !== undefined || noun !== undefined || /^(?:make|turn|convert)$/i.test(verb);
  const split = sure ? typeSplit(phrase, typeWords) : null;
  if (!split) return false;
  const ids = tryFields(split.phrase, reading);
  if (!ids) return false;
  const options = rest === undefined ? [] : optionList(rest);
  for (const fieldId of ids) setType(fieldId, split.type, options, reading);
  return true;
};

/** The lazy patterns may cut a kind in two; tries to move words over until it is one. */
function typeSplit(phrase: string, typeWords: string): { readonly phrase: string; readonly type: FieldType } | null {
  const direct = typeNamed(typeWords.trim());
  if (direct) return { phrase, type: direct };
  const words = `${phrase} ${typeWords}`.trim().split(' ');
  for (let count = 1; count < words.length; count++) {
    const type = typeNamed(words.slice(count).join(' '));
    const name = words.slice(0, count).join(' ').replace(/\s+(?:an?|into|to|as|be)$/i, '').replace(/\s+(?:into|to|as|be)$/i, '');
    if (type) return { phrase: name, type };
  }
  return null;
}

function setType(fieldId: string, type: FieldType, options: readonly string[], reading: Reading): void {
  const field = reading.field(fieldId);
  if (field.type === type && options.length < 2) {
    reading.say(`${bold(field.label)} is a ${fieldTypes[type].name} field already.`);
    return;
  }
  const ready = isChoiceType(type) && options.length < 2 && !field.options ? (/^(?:do|are|is|have|has|can|would|will)\b/i.test(field.label) ? ['Yes', 'No'] : []) : options;
  reading.do({ name: 'SetFieldType', input: { fieldId, type, ...(ready.length >= 2 && { options: ready }) } });
  if (isChoiceType(type) && !field.options && ready.length < 2) reading.say(`Its options are placeholders: say “the options of ${field.label} are …”.`);
}

export const options: Rule = (clause, reading) => {
  const adding = /^(?:add|include|append)\s+(?:(?:an?|the|another|more)\s+)*(?:options?|choices?|answers?|values?)\s+(.+?)\s+(?:to|for|in)\s+(.+)$/i.exec(clause) ?? /^(?:add|include|append)\s+(.+?)\s+(?:as\s+(?:an?\s+)?(?:options?|choices?)\s+(?:to|for|in|of)|to\s+the\s+(?:options?|choices?|list|values|answers)\s+(?:of|for|in))\s+(.+)$/i.exec(clause);
  if (adding?.[1] && adding[2]) return setOptions(adding[2], (before) => [...before, ...optionList(adding[1] ?? '').filter((option) => !before.includes(option))], reading);
  const removing = /^(?:remove|delete|drop)\s+(?:the\s+)?(?:options?|choices?|answers?|values?)\s+(.+?)\s+(?:from|of|in)\s+(.+)$/i.exec(clause);
  if (removing?.[1] && removing[2]) {
    const out = optionList(removing[1]).map((option) => option.toLowerCase());
    return setOptions(removing[2], (before) => before.filter((option) => !out.includes(option.toLowerCase())), reading);
  }
  const noun = '(?:options|choices|answers|values|possible answers)';
  const patterns: readonly (readonly [RegExp, number, number])[] = [
    [new RegExp(`^(?:set|change|make|let|update|replace|use)?\\s*(?:the\\s+)?${noun}\\s+(?:of|for|in|on)\\s+(.+?)\\s*(?:\\bto be\\b|\\bshould be\\b|\\bto\\b|\\bbe\\b|\\bare\\b|\\bwith\\b|:|=)\\s*(.+)$`, 'i'), 1, 2],
    [new RegExp(`^(?:give|let)\\s+(.+?)\\s+(?:have\\s+)?(?:the\\s+)?${noun}\\s*:?\\s+(.+)$`, 'i'), 1, 2],
    [new RegExp(`^(?:set|change|make|update)\\s+(.+?)(?:'s)?\\s+${noun}\\s*(?:\\bto\\b|\\bbe\\b|:|=)\\s*(.+)$`, 'i'), 1, 2],
    [new RegExp(`^(.+?)\\s+(?:has|have|should have|should offer|offers)\\s+(?:the\\s+)?${noun}\\s*:?\\s+(.+)$`, 'i'), 1, 2],
    [new RegExp(`^(?:the\\s+)?${noun}\\s*(?:should be|are|:|=)\\s*(.+)$`, 'i'), 0, 1],
  ];
  for (const [pattern, field, list] of patterns) {
    const match = pattern.exec(clause);
    if (match) return setOptions(field === 0 ? 'it' : (match[field] ?? ''), () => optionList(match[list] ?? ''), reading);
  }
  return false;
};

function setOptions(phrase: string, change: (before: readonly string[]) => readonly string[], reading: Reading): boolean {
  const fieldId = fieldNamed(phrase, reading);
  const field = reading.field(fieldId);
  const wanted = change(field.options ?? []);
  if (isChoiceType(field.type)) reading.do({ name: 'SetFieldOptions', input: { fieldId, options: wanted } });
  else reading.do({ name: 'SetFieldType', input: { fieldId, type: 'choice', options: wanted } });
  return true;
}

export const hints: Rule = (clause, reading) => {
  const noun = '(placeholder(?: text)?|help ?text|hint|help|helper text|note|description|explanation)';
  const remove = new RegExp(`^(?:remove|delete|drop|clear)\\s+(?:the\\s+)?${noun}\\s+(?:of|from|on|for|in|under)\\s+(.+)$`, 'i').exec(clause);
  if (remove?.[1] && remove[2]) return setText(remove[2], remove[1], '', reading);
  const patterns: readonly (readonly [RegExp, number, number, number])[] = [
    [new RegExp(`^(?:add|set|give|put|write|show|change|use|make|update)\\s+(?:an?\\s+|the\\s+)?${noun}\\s+(?:of|to|for|under|below|on|in)\\s+(.+?)\\s*(?:\\bsaying\\b|\\bthat says\\b|\\bwhich says\\b|\\breading\\b|\\bto say\\b|\\bto be\\b|\\bto\\b|\\bas\\b|:|=)\\s*(.+)$`, 'i'), 1, 2, 3],
    [new RegExp(`^(?:add|set|give|put|write|use)\\s+(?:an?\\s+|the\\s+)?${noun}\\s*:?\\s*("[^"]+")\\s+(?:to|for|under|on|in)\\s+(.+)$`, 'i'), 1, 3, 2],
    [new RegExp(`^(?:give)\\s+(.+?)\\s+(?:an?\\s+|the\\s+)${noun}\\s*(?:saying|that says|:|of)?\\s*(.+)$`, 'i'), 2, 1, 3],
    [/^(?:explain|say|write|add)\s+("[^"]+")\s+(under|below)\s+(.+)$/i, 2, 3, 1],
  ];
  for (const [pattern, which, field, text] of patterns) {
    const match = pattern.exec(clause);
    if (match?.[which] && match[field] && match[text]) return setText(match[field], match[which], unquoted(match[text]), reading);
  }
  return false;
};

function setText(phrase: string, which: string, text: string, reading: Reading): boolean {
  const fieldId = fieldNamed(phrase, reading);
  const value = text === '' ? '' : text.charAt(0).toUpperCase() + text.slice(1);
  reading.do({ name: 'SetFieldText', input: /placeholder/i.test(which) ? { fieldId, placeholder: text } : { fieldId, helpText: value } });
  return true;
}

export const remove: Rule = (clause, reading) => {
  const phrase =
    /^(?:remove|delete|drop|erase|discard|scrap|kill|lose|cut|get rid of|take (?:out|away|off)|throw (?:out|away)|leave out|omit|clear|eliminate|ditch|bin|stop asking (?:for|about)|don't ask (?:for|about)|do not ask (?:for|about))\s+(.+)$/i.exec(clause)?.[1] ??
    /^(?:we|i)\s+(?:do not|don't|no longer)\s+(?:need|want|require)\s+(.+?)(?:\s+any ?more)?$/i.exec(clause)?.[1] ??
    /^(.+?)\s+(?:is|are)\s+(?:not needed|unnecessary|superfluous|not necessary)$/i.exec(clause)?.[1] ??
    /^(?:take)\s+(.+?)\s+(?:out|away|off)$/i.exec(clause)?.[1] ??
    /^(.+?)\s+(?:should|can|must)\s+(?:go|go away|be (?:removed|deleted|dropped))$/i.exec(clause)?.[1] ??
    /^(?:no need for)\s+(.+)$/i.exec(clause)?.[1];
  if (phrase === undefined) return false;
  if (/^(?:the |this |my )?(?:whole |entire )?form$/i.test(phrase)) return askToClear(reading);
  const ids = fieldsNamed(phrase, reading);
  if (ids.length > 3 && ids.length === allFields(reading.form).length) return askToClear(reading);
  for (const fieldId of ids) reading.do({ name: 'RemoveField', input: { fieldId } });
  reading.focus = [];
  return true;
};

function askToClear(reading: Reading): boolean {
  reading.report(`That leaves an empty form: it has ${countOf(allFields(reading.form).length, 'field')}. Shall I remove all of them?`);
  return true;
}
