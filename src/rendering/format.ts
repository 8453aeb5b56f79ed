/** Numbers and names as people read them. */
import { safeTail } from '../markdown/safe-text.js';

/** Seconds with one digit below ten, none above: "0.2s", "41s". The argument is in milliseconds. */
export function formatSeconds(milliseconds: number, locale: string): string {
  const seconds = Math.max(0, milliseconds) / 1000;
  const options: Intl.NumberFormatOptions = { style: 'unit', unit: 'second', unitDisplay: 'narrow', maximumFractionDigits: seconds < 10 ? 1 : 0 };
  return new Intl.NumberFormat(supported(locale), options).format(seconds);
}

/** An unknown or malformed locale must not stop a message from being drawn. */
function supported(locale: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(locale)[0];
  } catch {
    return undefined;
  }
}

/** `add_form_field`, `addFormField` and `form.add-field` as words: "Add form field". */
export function readableName(name: string): string {
  const words = name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, (_, before: string, upper: string) => `${before} ${upper.toLowerCase()}`)
    .replace(/[_\-./:\s]+/g, ' ')
    .trim();
  return words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1);
}

const longestSummary = 80;
/** The first arguments say what a call is about; the rest is in the unfolded row. */
const summarized = 2;

/** The values of the arguments that are words or numbers, in order, cut to one short line. */
export function summarizeArguments(input: Readonly<Record<string, unknown>>): string {
  const values: string[] = [];
  for (const value of Object.values(input)) {
    if (typeof value === 'number') values.push(String(value));
    else if (typeof value === 'string' && value.trim() !== '') values.push(value.slice(0, longestSummary * 4).replace(/\s+/g, ' ').trim());
  }
  const characters = [...safeTail(values.slice(0, summarized).join(', '))];
  return characters.length <= longestSummary ? characters.join('') : `${characters.slice(0, longestSummary - 1).join('').trimEnd()}…`;
}

/** JSON for reading. What JSON cannot say (a cycle, a bigint) is said in words instead of failing. */
export function readableJson(value: unknown): string {
  try {
    return JSON.stringify(value, null, 2) ?? String(value);
  } catch {
    return String(value);
  }
}
