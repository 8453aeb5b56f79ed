/** Words for kinds of fields. */
import type { FieldType } from '../field-types.js';
import { fold } from './words.js';

const words: Readonly<Record<FieldType, string>> = {
  text: 'text|short text|single line|single line text|one line|one line text|line|plain text|free text|string',
  'long-text': 'long text|paragraph|multiline|multi line|multi line text|text area|textarea|large text|big text|comment box|long answer|multiple lines|several lines|essay',
  email: 'email|email address|mail',
  phone: 'phone|phone number|telephone|telephone number|tel|mobile number',
  url: 'url|link|website|web address|web link|address of a website',
  number: 'number|numeric|numerical|digits|integer|amount',
  date: 'date|calendar|day|date picker|datepicker',
  time: 'time|time of day|time picker|hour',
  choice: 'choice|dropdown|drop down|select|selection|select box|selector|list|pick list|picklist|menu|dropdown menu|drop down menu|dropdown list|combo box|combobox|single choice|choices',
  radio: 'radio|radios|radio button|radio buttons|radio group|multiple choice|options|option buttons',
  checkboxes: 'checkboxes|check boxes|tick boxes|tickboxes|multi select|multiselect|multi choice|multiple select|checklist|check list|several choices',
  checkbox: 'checkbox|check box|tick box|tickbox|switch|toggle|tick|check mark',
  file: 'file|upload|file upload|attachment|document upload|upload field|file attachment|document',
  address: 'address|postal address|street address',
};

const byWord = new Map<string, FieldType>();
for (const [type, list] of Object.entries(words) as [FieldType, string][]) for (const word of list.split('|')) byWord.set(word, type);

/** The kind that is called exactly this, give or take an article and “field”. */
export function typeNamed(phrase: string): FieldType | null {
  const word = fold(phrase)
    .replace(/^(?:an?|the|some) /, '')
    .replace(/ (?:type|kind)$/, '');
  return byWord.get(word) ?? byWord.get(word.replace(/ (?:fields?|questions?|inputs?|box|boxes)$/, '')) ?? null;
}

/** Kinds that are not part of a natural label: “nationality dropdown” is a dropdown for nationality, “start date” is not a date for start. */
const peeled = ['drop down menu', 'dropdown menu', 'dropdown list', 'dropdown', 'drop down', 'select box', 'select', 'radio buttons', 'radio group', 'radio', 'check box', 'checkboxes', 'checkbox', 'tick box', 'tickbox', 'multi select', 'multiselect', 'text area', 'textarea', 'file upload', 'upload', 'date picker', 'toggle', 'switch', 'multiple choice', 'long text', 'short text', 'paragraph'];

/** “nationality dropdown” → its name and kind; null when the phrase does not end in a kind. */
export function peelType(phrase: string): { readonly name: string; readonly type: FieldType } | null {
  const text = phrase.replace(/\s+(?:field|question|input|box)$/i, '');
  const asked = text !== phrase;
  for (const word of [...peeled, ...(asked ? ['text', 'number'] : [])]) {
    const pattern = new RegExp(`^(.+?)\\s+${word.replaceAll(' ', '[ -]')}$`, 'i');
    const name = pattern.exec(text)?.[1];
    const type = byWord.get(word);
    if (name !== undefined && type && !/^(?:a|an|the|phone|order|vat|id)$/i.test(name)) return { name, type };
  }
  return null;
}

/** “dropdown country” → its name and kind. */
export function leadingType(phrase: string): { readonly name: string; readonly type: FieldType } | null {
  for (const word of peeled) {
    const name = new RegExp(`^${word.replaceAll(' ', '[ -]')}\\s+(?:(?:field|question|input|box)\\s+)?(?!(?:field|question|input|box)$)(.+)$`, 'i').exec(phrase)?.[1];
    const type = byWord.get(word);
    if (name !== undefined && type) return { name, type };
  }
  return null;
}

const guesses: readonly (readonly [FieldType, RegExp])[] = [
  ['radio', /^(?:do|does|did|are|is|have|has|can|could|will|would|should|were|was)\b/],
  ['checkbox', /\b(?:i agree|i accept|i confirm|i have read|agree to|accept the|consent|opt in|subscribe)\b/],
  ['email', /\bemail\b/],
  ['phone', /\b(?:phone|telephone|mobile|fax|whatsapp)\b/],
  ['url', /\b(?:url|website|link|links|homepage|profile|github|linkedin|portfolio)\b/],
  ['address', /\baddress\b/],
  ['file', /\b(?:upload|attach|attachment|file|files|cv|resume|photo|picture|scan|document|documents|screenshot|certificate|letter|transcript|diploma)\b/],
  ['long-text', /\b(?:why|describe|description|tell us|comments?|notes?|message|about yourself|explain|details|remarks|feedback|motivation|summary|bio|biography|story|instructions|reasons?)\b/],
  ['number', /\b(?:how many|how much|how old|number of|years?|age|amount|quantity|count|weight|height|salary|budget|price|percentage|rate|score|cost|total)\b/],
  ['time', /\b(?:time|hour)\b/],
  ['date', /\b(?:date|day|birthday|deadline|when|expiry|since|due)\b/],
];

/** What kind a label suggests. */
export function guessType(label: string): FieldType {
  const word = fold(label);
  return guesses.find(([, pattern]) => pattern.test(word))?.[0] ?? 'text';
}
