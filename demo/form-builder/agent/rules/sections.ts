/** Sections and the form's own title. */
import { allFields, findField, sectionOf, type Form } from '../../form-model.js';
import { topicOf, topicsOfTitle, type Topic } from '../catalogue.js';
import { fieldsWanted } from '../new-field.js';
import { purposeOf } from '../purposes.js';
import { fieldsNamed, sectionNamed, tryFields, trySection } from '../references.js';
import { Unclear, type Reading } from '../reading.js';
import { fold, numberFrom, sentenceCase, splitList, unquoted } from '../words.js';
import { addAll } from './add.js';
import { moveTo } from './order.js';
import type { Rule } from './rule.js';

export const title: Rule = (clause, reading) => {
  const description = /^(?:change|set|make|update|write|use)\s+(?:the\s+)?(?:form(?:'s)?\s+)?(?:description|intro(?:duction)?|subtitle|intro text|text under the title)(?:\s+(?:of|for)\s+(?:the|this)\s+form)?\s*(?:\bto\b|\bas\b|\bsay\b|\bbe\b|:|=)\s*(.+)$/i.exec(clause)?.[1];
  if (description !== undefined) {
    reading.do({ name: 'SetFormTitle', input: { title: reading.form.title, description: capitalised(description) } });
    return true;
  }
  const patterns: readonly RegExp[] = [
    /^(?:rename|retitle|call|name|title)\s+(?:the|this|my|our)\s+(?:whole\s+)?form\s+(?:to\s+|as\s+|into\s+)?(.+)$/i,
    /^(?:change|set|make|update|rename)\s+(?:the\s+)?(?:form(?:'s)?\s+)?(?:title|headline|heading)(?:\s+(?:of|for)\s+(?:the|this|my)\s+form)?\s*(?:\bto\b|\bas\b|\bsay\b|\bbe\b|:|=)\s*(.+)$/i,
    /^(?:change|set)\s+(?:the\s+)?(?:form(?:'s)?\s+)?name(?:\s+of\s+(?:the|this)\s+form)?\s+(?:to|as)\s+(.+)$/i,
    /^(?:the\s+)?(?:form(?:'s)?\s+)?title\s*(?:should be|is|:|=)\s*(.+)$/i,
    /^(?:the|this)\s+form\s+should\s+be\s+(?:called|named|titled)\s+(.+)$/i,
    /^(?:give)\s+(?:the|this)\s+form\s+the\s+(?:title|name)\s+(.+)$/i,
  ];
  const wanted = patterns.map((pattern) => pattern.exec(clause)?.[1]).find((found) => found !== undefined);
  if (wanted === undefined) return false;
  const text = sentenceCase(unquoted(wanted));
  if (text === reading.form.title) reading.say(`The form is called **${text}** already.`);
  else reading.do({ name: 'SetFormTitle', input: { title: text } });
  return true;
};

function capitalised(text: string): string {
  const plain = unquoted(text);
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

export const sections: Rule = (clause, reading) => division(clause, reading) || addition(clause, reading) || removal(clause, reading) || renaming(clause, reading) || shifting(clause, reading);

/** “Make it three sections: A, B, C”. */
function division(clause: string, reading: Reading): boolean {
  if (/^(?:put|merge|combine|join|make)\s+(?:everything|all(?: the)? (?:fields|sections)|them all|it all|it|all of them)\s+(?:in(?:to)?\s+)?(?:a\s+single|one|1)\s+(?:section|part|page)$/i.test(clause)) return mergeAll(reading);
  const match = /^(?:make|split|divide|break|group|organi[sz]e|turn|arrange|structure|cut|separate|create|use|i want|we want|have)\b(.*?)\b(?:(\d+|two|three|four|five|six)\s+)?(?:sections|parts|groups|steps|chapters)\b\s*(?:(?:called|named|titled)\b|[:,-])?\s*(.*)$/i.exec(clause);
  if (!match || /\b(?:remove|add)\b/i.test(match[1] ?? '')) return false;
  const count = numberFrom(match[2]);
  const named = splitList((match[3] ?? '').replace(/^(?:called|named|titled|like|such as|:)\s*/i, '')).map((name) => sentenceCase(unquoted(name)));
  const titles = named.length >= 2 ? named : proposedTitles(reading.form, count ?? 3);
  if (titles.length < 2) throw new Unclear('How should the sections be called? For example: “make it three sections: About you, Work history, Documents”.');
  if (count !== null && named.length >= 2 && named.length !== count) reading.say(`You named ${String(named.length)} sections, so I took those.`);
  divide(titles, reading);
  return true;
}

/** Sections after the topics that the form's fields have, in the order of its purpose. */
function proposedTitles(form: Form, count: number): readonly string[] {
  const purpose = purposeOf(form);
  const own = purpose?.sections.map(([name]) => name) ?? [];
  if (own.length === count) return own;
  const topics = [...new Set(allFields(form).map((field) => merged[topicOf(field)]))];
  return count < 2 ? [] : [...new Set(topics)].slice(0, count);
}

const merged: Readonly<Record<Topic, string>> = {
  person: 'About you',
  contact: 'About you',
  work: 'Work history',
  education: 'Education',
  documents: 'Documents',
  event: 'The event',
  order: 'Your order',
  delivery: 'Delivery',
  payment: 'Payment',
  health: 'Your health',
  message: 'Your message',
  consent: 'Before you finish',
  visit: 'Your visit',
  website: 'Links',
};

/** Keeps sections of those titles, takes over others in turn, adds the rest; every field goes where its topic is named. */
function divide(titles: readonly string[], reading: Reading): void {
  const { form } = reading;
  const home = distribute(form, titles);
  const kept = new Map<string, string>();
  for (const name of titles) {
    const same = form.sections.find((section) => fold(section.title) === fold(name));
    if (same) kept.set(name, same.id);
  }
  const spare = form.sections.filter((section) => ![...kept.values()].includes(section.id)).map((section) => section.id);
  for (const name of titles) {
    const id = kept.has(name) ? undefined : spare.find((one) => sectionOf(form, one).fields.some((field) => home.get(field.id) === name));
    if (id === undefined) continue;
    kept.set(name, id);
    spare.splice(spare.indexOf(id), 1);
    reading.do({ name: 'SetSectionTitle', input: { sectionId: id, title: name } });
  }
  for (const name of titles) {
    const fieldIds = allFields(form).map((field) => field.id).filter((id) => home.get(id) === name);
    const id = kept.get(name);
    if (id === undefined) reading.do({ name: 'AddSection', input: { title: name, fieldIds } });
    else for (const fieldId of fieldIds.filter((one) => reading.sectionOfField(one).id !== id)) reading.do({ name: 'MoveField', input: { fieldId, sectionId: id } });
  }
  for (const sectionId of spare) reading.do({ name: 'RemoveSection', input: { sectionId } });
  const order = titles.map((name) => reading.form.sections.find((section) => section.title === name)?.id ?? '');
  if (order.some((id, index) => reading.form.sections[index]?.id !== id)) reading.do({ name: 'ReorderSections', input: { sectionIds: order } });
  if (reading.calls.length === 0) reading.say('The form has exactly these sections already, with every field in its place.');
}

/** Field id → title. A field without a clear topic stays with the one before it. */
function distribute(form: Form, titles: readonly string[]): ReadonlyMap<string, string> {
  const topics = titles.map((name) => topicsOfTitle(name));
  const home = new Map<string, string>();
  let last = titles[0] ?? '';
  for (const section of form.sections) {
    const own = titles.find((name) => fold(name) === fold(section.title));
    for (const field of section.fields) {
      const topic = topicOf(field);
      const index = topics.findIndex((some) => some.includes(topic));
      const found = titles[index] ?? (topic === 'education' || topic === 'website' ? titles[topics.findIndex((some) => some.includes('work'))] : undefined) ?? own ?? last;
      home.set(field.id, found);
      last = found;
    }
  }
  return home;
}

function mergeAll(reading: Reading): boolean {
  const [first, ...others] = reading.form.sections;
  if (!first || others.length === 0) reading.say('It is one section already.');
  else for (const { id } of others) reading.do({ name: 'RemoveSection', input: { sectionId: id, moveFieldsTo: first.id } });
  return true;
}

function addition(clause: string, reading: Reading): boolean {
  const into = /^(?:put|move|group|bring|place)\s+(.+?)\s+(?:in|into|to|under|together in)\s+(?:a\s+|an\s+)?(?:new|separate|own|extra)\s+(?:section|part|group)\s*(?:called|named|titled|for|:)?\s*(.*)$/i.exec(clause);
  if (into?.[1]) {
    const fieldIds = fieldsNamed(into[1], reading);
    const name = into[2] ? sentenceCase(unquoted(into[2])) : (proposedTitles({ ...reading.form, sections: [{ id: 'x', title: 'x', fields: fieldIds.map((id) => reading.field(id)) }] }, 2)[0] ?? 'More');
    reading.do({ name: 'AddSection', input: { title: name, fieldIds } });
    return true;
  }
  const match =
    /^(?:add|create|insert|make|start|we need|i need|i want|open)\s+(?:(?:a|an|another|one more|the|new|separate|extra)\s+)*(?:section|part|group|chapter)\b\s*(?:(?:called|named|titled|for|about|with the title|:)\s*)?(.*)$/i.exec(clause) ??
    /^(?:add|create|insert|make|start|we need|i need|i want)\s+(?:(?:a|an|another|one more|the|new|separate|extra)\s+)*((?:(?!\b(?:field|question|section|to|in|into|called)\b).)+?)\s+section\b(.*)$/i.exec(clause);
  if (!match) return false;
  const said = `${match[1] ?? ''} ${match[2] ?? ''}`.trim();
  const inside = /^(.*?)[,\s]*\b(?:with|containing|including|that has)\s+(.+)$/i.exec(said);
  let text = (inside?.[1] ?? said).trim();
  let index: number | undefined;
  const { sections: all } = reading.form;
  const edge = /[,\s]*\b(?:at|to|as)\s+(?:the\s+)?(?:very\s+)?(top|beginning|start|end|bottom|first|last)(?:\s+(?:one|section))?$/i.exec(text);
  if (edge?.[1]) {
    index = /top|beginning|start|first/i.test(edge[1]) ? 0 : all.length;
    text = text.slice(0, edge.index);
  }
  const beside = /[,\s]*\b(after|before|above|below|under)\s+(?:the\s+)?(?:section\s+)?(.+?)$/i.exec(text);
  const anchor = beside?.[2] ? trySection(beside[2], reading) : null;
  if (beside?.[1] && anchor !== null) {
    index = all.findIndex((section) => section.id === anchor) + (/before|above/i.test(beside[1]) ? 0 : 1);
    text = text.slice(0, beside.index);
  }
  const name = sentenceCase(unquoted(text.trim()) || 'New section');
  if (all.some((section) => fold(section.title) === fold(name))) {
    reading.say(`There is a section “${name}” already.`);
    return true;
  }
  const fieldIds = inside?.[2] ? tryFields(inside[2], reading) : null;
  reading.do({ name: 'AddSection', input: { title: name, ...(index !== undefined && { index }), ...(fieldIds && { fieldIds }) } });
  const added = reading.form.sections.find((section) => section.title === name)?.id ?? null;
  reading.focusSection = added;
  if (inside?.[2] && !fieldIds) addAll(fieldsWanted(inside[2]), { sectionId: added, index: 0 }, reading);
  return true;
}

function removal(clause: string, reading: Reading): boolean {
  const merge = /^(?:merge|combine|join|fold)\s+(?:the\s+)?(.+?)\s+(?:into|with|and|to)\s+(?:the\s+)?(.+?)(?:\s+sections?)?$/i.exec(clause);
  if (merge?.[1] && merge[2]) {
    const [from, to] = [sectionNamed(merge[1], reading), sectionNamed(merge[2], reading)];
    if (from === to) throw new Unclear('A section cannot be merged with itself.');
    // “Merge A and B” keeps the one that stands first.
    const into = /\s(?:into|to)\s/i.test(clause) || reading.form.sections.findIndex((one) => one.id === to) < reading.form.sections.findIndex((one) => one.id === from);
    reading.do({ name: 'RemoveSection', input: into ? { sectionId: from, moveFieldsTo: to } : { sectionId: to, moveFieldsTo: from } });
    return true;
  }
  const match = /^(?:remove|delete|drop|erase|get rid of|dissolve|scrap|lose|cut|take out)\s+(?:the\s+|this\s+|that\s+)?(.*?\bsection\b.*?)(?:,?\s+(?:but\s+)?(keep(?:ing)?|and keep|without|with|and)\s+(?:all\s+)?(?:(?:its|the|losing (?:its|the)|removing (?:its|the)|deleting (?:its|the))\s+)?(?:fields|questions|everything in it|everything))?$/i.exec(clause);
  const plain = match ? null : /^(?:remove|delete|drop|get rid of)\s+(?:the\s+)?(.+)$/i.exec(clause)?.[1];
  const phrase = match?.[1] ?? plain;
  if (phrase === undefined || phrase === null) return false;
  const sectionId = match ? sectionNamed(phrase, reading) : trySection(phrase, reading);
  if (sectionId === null || (!match && (tryFields(phrase, reading) !== null || /^(?:it|this|that|first|last|\w+ (?:field|question))$/i.test(phrase)))) return false;
  const keep = /keep|without/i.test(match?.[2] ?? '') || (/\bdissolve\b/i.test(clause));
  const others = reading.form.sections.filter((section) => section.id !== sectionId);
  const neighbour = reading.form.sections[reading.form.sections.findIndex((section) => section.id === sectionId) - 1] ?? others[0];
  reading.do({ name: 'RemoveSection', input: { sectionId, ...(keep && neighbour && { moveFieldsTo: neighbour.id }) } });
  return true;
}

function renaming(clause: string, reading: Reading): boolean {
  const match =
    /^(?:rename|retitle|relabel|change|call|title|name)\s+(?:the\s+title\s+of\s+|the\s+name\s+of\s+)?((?:the\s+)?(?:\S+\s+){0,5}?section(?:\s+(?:called\s+)?(?:\S+\s+){0,5}?)??)\s*(?:\b(?:to|into|as)\b|(?=")|:)\s*(.+)$/i.exec(clause) ??
    /^(?:call|title|name)\s+((?:the\s+)?(?:\S+\s+){0,4}?section)\s+(.+)$/i.exec(clause);
  if (!match?.[1] || !match[2]) return false;
  const sectionId = sectionNamed(match[1], reading);
  reading.do({ name: 'SetSectionTitle', input: { sectionId, title: sentenceCase(unquoted(match[2])) } });
  return true;
}

function shifting(clause: string, reading: Reading): boolean {
  const match = /^(?:move|put|shift|bring|push|place)\s+(?:the\s+)?(.+?)\s+section\s+(.+)$/i.exec(clause) ?? /^(?:move|put|shift|bring|push|place)\s+(?:the\s+)?section\s+(.+?)\s+((?:up|down|first|last|before|after|above|below|to the)\b.*)$/i.exec(clause);
  if (!match?.[1] || !match[2]) return false;
  const sectionId = sectionNamed(match[1], reading);
  const ids = reading.form.sections.map((section) => section.id);
  const others = ids.filter((id) => id !== sectionId);
  const at = ids.indexOf(sectionId);
  const beside = /\b(before|above|after|below|behind)\s+(.+)$/i.exec(match[2]);
  let index: number;
  if (beside?.[1] && beside[2]) index = others.indexOf(sectionNamed(beside[2], reading)) + (/before|above/i.test(beside[1]) ? 0 : 1);
  else if (/\b(?:up|higher|earlier)\b/i.test(match[2])) index = Math.max(0, at - 1);
  else if (/\b(?:down|lower|later)\b/i.test(match[2])) index = Math.min(others.length, at + 1);
  else if (/\b(?:top|start|beginning|first|front)\b/i.test(match[2])) index = 0;
  else if (/\b(?:end|bottom|last)\b/i.test(match[2])) index = others.length;
  else return false;
  const sectionIds = [...others.slice(0, index), sectionId, ...others.slice(index)];
  if (sectionIds.every((id, place) => ids[place] === id)) reading.say(`“${sectionOf(reading.form, sectionId).title}” is there already.`);
  else reading.do({ name: 'ReorderSections', input: { sectionIds } });
  return true;
}

/** “Put it in Documents”: a move whose target is only a section. */
export const intoSection: Rule = (clause, reading) => {
  const match = /^(?:move|put|place|bring|shift)\s+(.+?)\s+(?:in|into|to|under|inside)\s+(?:the\s+)?(.+)$/i.exec(clause);
  const sectionId = match?.[2] ? trySection(match[2], reading) : null;
  if (!match?.[1] || sectionId === null) return false;
  const ids = fieldsNamed(match[1], reading);
  const away = ids.filter((id) => findField(reading.form, id)?.section.id !== sectionId);
  if (away.length === 0) reading.say(`That is in “${sectionOf(reading.form, sectionId).title}” already.`);
  else moveTo(away, sectionId, null, reading);
  return true;
};
