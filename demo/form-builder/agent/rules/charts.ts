/** “Show a chart of my fields”, “how many fields are there per section?”: one sentence and a chart of the form as it is. */
import type { ChartBar } from '../../chart-data.js';
import { fieldTypeNames, fieldTypes } from '../../field-types.js';
import { allFields, type Form, type FormField } from '../../form-model.js';
import type { Reading } from '../reading.js';
import { capital, countOf, listed } from '../words.js';
import type { Rule } from './rule.js';

type Grouping = 'section' | 'type' | 'requirement';

/** A drawing is named: “draw me a pie chart of …”, “a graph by type”, “chart”. */
const namesChart = /^(?:(?:show|draw|make|give|create|plot|display|see|get|build|i (?:want|need)|i'd like|what about)\s+(?:(?:me|us)\s+)?)?(?:(?:an?|the|my|another|some)\s+)?(?:(?:bar|pie|column|little|small|simple|quick|nice)\s+)*(?:charts?|graphs?|diagrams?|plots?)(?:\s+(?:of|by|per|about|for|with|from|showing|that|how|on|where|comparing)\b.*)?$/i;
const drawsFields = /^(?:draw|plot|visuali[sz]e|chart|graph)\s+(?:(?:me|us)\s+)?(?:(?:all|how many|the|my|our|number|of|it|form)\s+)*(?:(?:required|mandatory|optional)\s+)?(?:(?:and|or|vs\.?|versus)\s+(?:required|optional)\s+)?(?:fields?|questions?|sections?|types?|kinds?|form|it)\b/i;
const counts = /^(?:how many|show(?: me)?|(?:the )?number of|count(?: the| all)?|compare(?: the)?|distribution of|breakdown of)\b.*\b(?:fields?|questions?)\b.*\b(?:per|by|for each|in each|of each|does each|do each|each|in every|of every|every)\s+(?:field\s+)?(?:section|part|type|kind)/i;

export const charts: Rule = (clause, reading) => {
  const text = clause.replace(/[?.!]+$/, '').trim();
  if (!namesChart.test(text) && !drawsFields.test(text) && !counts.test(text)) return false;
  const wanted = requirementIn(text);
  const fields = allFields(reading.form).filter((field) => wanted === null || field.required === wanted);
  if (fields.length === 0) reading.report(wanted === null ? 'The form has no fields yet, so there is nothing to draw.' : `No field is ${word(wanted)}, so there is nothing to draw.`);
  else reading.report(chartOf(groupingIn(text, reading), fields, wanted, reading.form));
  return true;
};

/** Whether only required or only optional fields are asked for; null when both. */
function requirementIn(text: string): boolean | null {
  const required = /\b(?:required|mandatory|compulsory)\b/i.test(text);
  const optional = /\boptional\b/i.test(text);
  return required === optional ? null : required;
}

/** What was named; when both or neither were, what tells more: sections when there are several. */
function groupingIn(text: string, { form }: Reading): Grouping {
  const bySection = /\b(?:sections?|parts?)\b/i.test(text);
  const byType = /\b(?:types?|kinds?)\b/i.test(text);
  if (bySection !== byType) return bySection ? 'section' : 'type';
  if (!bySection && /\b(?:required|mandatory|compulsory|optional)\b/i.test(text) && requirementIn(text) === null) return 'requirement';
  return form.sections.length > 1 ? 'section' : 'type';
}

function chartOf(grouping: Grouping, fields: readonly FormField[], wanted: boolean | null, form: Form): string {
  const bars = barsOf(grouping, fields, form);
  const title = grouping === 'requirement' ? 'Required and optional fields' : `${wanted === null ? 'Fields' : `${capital(word(wanted))} fields`} by ${grouping}`;
  return `${sentenceFor(grouping, fields, wanted, bars, form)}\n\n\`\`\`chart\n${chartJSON(title, bars)}\n\`\`\``;
}

function barsOf(grouping: Grouping, fields: readonly FormField[], form: Form): readonly ChartBar[] {
  switch (grouping) {
    case 'section':
      return form.sections.map((section) => ({ label: section.title, value: section.fields.filter((field) => fields.includes(field)).length }));
    case 'requirement':
      return [true, false].map((required) => ({ label: capital(word(required)), value: fields.filter((field) => field.required === required).length }));
    case 'type':
      return fieldTypeNames
        .map((type) => ({ label: capital(fieldTypes[type].name), value: fields.filter((field) => field.type === type).length }))
        .filter(({ value }) => value > 0)
        .sort((one, other) => other.value - one.value);
  }
}

function sentenceFor(grouping: Grouping, fields: readonly FormField[], wanted: boolean | null, bars: readonly ChartBar[], form: Form): string {
  const count = capital(countOf(fields.length, `${wanted === null ? '' : `${word(wanted)} `}field`));
  if (grouping === 'requirement') {
    const required = bars[0]?.value ?? 0;
    return `${count}: ${countOf(required, 'required', 'required')}, ${countOf(fields.length - required, 'optional', 'optional')}.`;
  }
  if (grouping === 'section' && form.sections.length === 1) return `${count}, all in “${form.sections[0]?.title ?? ''}”.`;
  const most = Math.max(...bars.map(({ value }) => value));
  const leaders = bars.filter(({ value }) => value === most);
  const places = grouping === 'section' ? `in ${countOf(bars.length, 'section')}` : `of ${countOf(bars.length, 'type')}`;
  if (leaders.length === bars.length || leaders.length > 2) return `${count} ${places}.`;
  const names = listed(leaders.map(({ label }) => `“${label}”`));
  const [verb, times] = grouping === 'section' ? [leaders.length === 1 ? 'has the most' : 'have the most', countOf(most, '', '').trim()] : [leaders.length === 1 ? 'comes most often' : 'come most often', countOf(most, 'time')];
  return `${count} ${places}; ${names} ${verb}, ${times}${leaders.length === 1 ? '' : ' each'}.`;
}

/** A bar on a line of its own: readable while it arrives, and where no host draws it. */
function chartJSON(title: string, bars: readonly ChartBar[]): string {
  const lines = bars.map(({ label, value }) => `    { "label": ${JSON.stringify(label)}, "value": ${String(value)} }`);
  return `{\n  "title": ${JSON.stringify(title)},\n  "bars": [\n${lines.join(',\n')}\n  ]\n}`;
}

function word(required: boolean): string {
  return required ? 'required' : 'optional';
}
