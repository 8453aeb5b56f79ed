/** Questions about the form as it is. Nothing here changes anything. */
import { fieldTypes } from '../../field-types.js';
import { allFields, type FormField } from '../../form-model.js';
import { knownNear, knownOf } from '../catalogue.js';
import { fieldsWanted } from '../new-field.js';
import { purposeOf } from '../purposes.js';
import { bareName, fieldNamed, tryFields } from '../references.js';
import type { Reading } from '../reading.js';
import { bold, bolds, capital, countOf, sentenceCase } from '../words.js';
import type { Rule } from './rule.js';

export const questions: Rule = (clause, reading) => {
  const text = clause.replace(/[?.!]+$/, '').trim();
  return counting(text, reading) || listing(text, reading) || asking(text, reading) || explaining(text, reading) || duration(text, reading);
};

function counting(text: string, reading: Reading): boolean {
  const match = /^(?:how many|number of|count(?: the)?)\s+(required|mandatory|optional)?\s*(fields?|questions?|sections?|parts?)?\b/i.exec(text);
  if (!match || (!match[1] && !match[2])) return false;
  const fields = allFields(reading.form);
  const { sections } = reading.form;
  if (/section|part/i.test(match[2] ?? '')) reading.report(`${capital(countOf(sections.length, 'section'))}: ${bolds(sections.map((section) => section.title))}.`);
  else if (match[1]) return listing(`which are ${match[1]}`, reading);
  else {
    const required = fields.filter((field) => field.required).length;
    const within = sections.length === 1 ? `in one section, “${sections[0]?.title ?? ''}”` : `in ${countOf(sections.length, 'section')}`;
    reading.report(`${capital(countOf(fields.length, 'field'))} ${within}; ${required === 0 ? 'none is' : required === fields.length ? 'all are' : `${countOf(required, 'field').split(' ')[0] ?? ''} ${required === 1 ? 'is' : 'are'}`} required.`);
  }
  return true;
}

function listing(text: string, reading: Reading): boolean {
  const which = /^(?:which|what|show|list|tell me|name|are there(?: any)?)\b.*?\b(required|mandatory|compulsory|optional)\b/i.exec(text);
  if (which?.[1]) {
    const wanted = !/optional/i.test(which[1]);
    const fields = allFields(reading.form).filter((field) => field.required === wanted);
    const word = wanted ? 'required' : 'optional';
    reading.report(fields.length === 0 ? `No field is ${word}.` : `${capital(countOf(fields.length, 'field'))} ${fields.length === 1 ? 'is' : 'are'} ${word}: ${bolds(fields.map((field) => field.label))}.`);
    reading.focus = fields.map((field) => field.id);
    return true;
  }
  if (!/^(?:list|show(?: me)?|read(?: me)?|summari[sz]e|describe|what(?:'s| is| are| does)|which|give me an overview of|tell me about)\s+(?:(?:all|the|me|my|this|current|whole|out)\s+)*(?:fields|questions|form|sections|structure|overview|in (?:the|this|my) form|on (?:the|this|my) form)(?:\s+(?:are there|do we have|have we got|do you see|does it have|ask for|asks for|contain|have|on (?:the|this) form|in (?:the|this) form|look like|so far|now))*$/i.test(text)) return false;
  reading.report(overview(reading));
  return true;
}

function overview(reading: Reading): string {
  const lines = reading.form.sections.map((section) => {
    const names = section.fields.map((field) => `${bold(field.label)}${field.required ? '' : ' (optional)'}`);
    return `- “${section.title}”: ${names.length === 0 ? 'empty' : names.join(', ')}`;
  });
  return `“${reading.form.title}” asks for ${countOf(allFields(reading.form).length, 'thing')}:\n\n${lines.join('\n')}`;
}

/** “Is phone required?”, “do we ask for a fax?” */
function asking(text: string, reading: Reading): boolean {
  const state = /^(?:is|are)\s+(.+?)\s+(required|mandatory|optional|half width|full width)$/i.exec(text);
  const ids = state?.[1] && !/^there\b/i.test(state[1]) ? tryFields(state[1], reading) : null;
  if (state?.[2] && ids) {
    reading.report(ids.map((id) => stateOf(reading.field(id), state[2] ?? '')).join(' '));
    return true;
  }
  const there = /^(?:is there|are there|do we (?:have|ask for)|do you (?:have|see)|does (?:it|the form) (?:have|ask for|contain)|have we got)\s+(?:already\s+)?(?:an?\s+|any\s+|the\s+)?(.+?)(?:\s+(?:already|yet|on (?:the|this) form|in (?:the|this) form))?$/i.exec(text)?.[1];
  if (there === undefined) return false;
  const found = tryFields(there, reading);
  if (found?.[0] !== undefined) reading.report(`Yes: ${bolds(found.map((id) => reading.field(id).label))} in “${reading.sectionOfField(found[0]).title}”.`);
  else {
    const label = fieldsWanted(there)[0]?.field.label ?? sentenceCase(there);
    reading.report(`No. Shall I add ${bold(label)}?`);
  }
  return true;
}

function stateOf(field: FormField, asked: string): string {
  if (/width/i.test(asked)) return `${bold(field.label)} has ${field.span} width.`;
  const yes = field.required === !/optional/i.test(asked);
  return `${yes ? 'Yes' : 'No'}, ${bold(field.label)} is ${field.required ? 'required' : 'optional'}.`;
}

function explaining(text: string, reading: Reading): boolean {
  const phrase =
    /^(?:explain|describe)\s+(?:to me\s+)?(?:what\s+)?(.+?)(?:\s+(?:is|is for|does|means))?$/i.exec(text)?.[1] ??
    /^(?:what(?:'s| is| are))\s+(.+?)\s+(?:for|about|good for)$/i.exec(text)?.[1] ??
    /^what\s+(?:does|do)\s+(.+?)\s+(?:mean|do)$/i.exec(text)?.[1] ??
    /^why\s+(?:do we|do you|does it|should we|are we|is there|would we|do they)\s+(?:need|ask(?:ing)?(?: for| about)?|want|have)?\s*(?:to ask\s+(?:for|about)\s+)?(?:an?\s+)?(.+)$/i.exec(text)?.[1] ??
    /^(?:tell me (?:more )?about)\s+(.+)$/i.exec(text)?.[1] ??
    /^(?:what(?:'s| is))\s+((?:this|that|it|the (?:selected )?\w+ ?\w* field|this field|selected)(?: field)?)$/i.exec(text)?.[1];
  if (phrase === undefined) return false;
  const ids = tryFields(phrase, reading);
  if (ids?.length === 1 && ids[0] !== undefined) {
    reading.report(explanation(reading.field(ids[0]), reading));
    return true;
  }
  const known = knownNear(bareName(phrase));
  if (known && !ids) {
    reading.report(`${bold(known.label)} is usually a ${fieldTypes[known.type].name} field${known.delicate ? `; ask it only when you must, because ${known.delicate}` : ''}. This form does not have it. Shall I add ${bold(known.label)}?`);
    return true;
  }
  if (!ids) fieldNamed(phrase, reading);
  return false;
}

function explanation(field: FormField, reading: Reading): string {
  const known = knownOf(field);
  const parts = [`${bold(field.label)} is a ${field.required ? 'required' : 'optional'} ${fieldTypes[field.type].name} field in “${reading.sectionOfField(field.id).title}”, ${field.span} width.`];
  if (field.options) parts.push(`People choose from ${field.options.map((option) => `“${option}”`).join(', ')}.`);
  if (field.type === 'number' && (field.min !== undefined || field.suffix)) parts.push(`It takes a number${field.min === undefined ? '' : ` from ${String(field.min)} up`}${field.suffix ? `, in ${field.suffix}` : ''}.`);
  if (field.helpText) parts.push(`Below it stands “${field.helpText}”.`);
  const purpose = purposeOf(reading.form);
  if (known && purpose?.needs.some((need) => need.split('|').includes(known.key))) parts.push(`It belongs in ${purpose.name}.`);
  else if (known?.delicate) parts.push(`Think twice about it: ${known.delicate}.`);
  if (!field.helpText && !known?.delicate) parts.push(`Say “add a hint to ${field.label}: …” to explain it to people.`);
  return parts.join(' ');
}

function duration(text: string, reading: Reading): boolean {
  if (!/^(?:how long (?:does|will|would) (?:it|this|the form) take|is (?:it|this|the form) too long|how long is (?:it|the form|this))\b/i.test(text)) return false;
  const seconds = allFields(reading.form).reduce((sum, field) => sum + (field.type === 'long-text' ? 60 : field.type === 'file' ? 40 : field.type === 'checkbox' ? 5 : 12), 20);
  const minutes = Math.max(1, Math.round(seconds / 60));
  const optional = allFields(reading.form).filter((field) => !field.required).length;
  reading.report(`About ${countOf(minutes, 'minute')} for ${countOf(allFields(reading.form).length, 'field')}. ${optional > 0 ? `${capital(countOf(optional, 'field'))} ${optional === 1 ? 'is' : 'are'} optional, so people in a hurry are faster.` : 'Making some fields optional would shorten it.'}`);
  return true;
}
