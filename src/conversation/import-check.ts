/** Checks of a file that is imported. Each failure names the place and what to do; nothing has been stored by then. */
import { AgentConversationError } from '../model/errors.js';
import { typeName } from '../model/validate.js';

export type Fields = Readonly<Record<string, unknown>>;
type Check = (value: unknown, place: string) => void;

/** Throws `INVALID_IMPORT`. */
export function invalid(place: string, rest: string): never {
  throw new AgentConversationError('INVALID_IMPORT', `${place} ${rest}`);
}

function must(holds: boolean, place: string, wanted: string, found: unknown): void {
  if (!holds) invalid(place, `must be ${wanted}, got ${typeof found === 'string' ? JSON.stringify(found.slice(0, 60)) : typeof found === 'number' ? String(found) : typeName(found)}.`);
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function fieldsAt(value: unknown, place: string): Fields {
  must(isFields(value), place, 'an object', value);
  return value as Fields;
}

export function listAt(value: unknown, place: string): readonly unknown[] {
  must(Array.isArray(value), place, 'a list', value);
  return value as readonly unknown[];
}

export function idAt(value: unknown, place: string): string {
  must(typeof value === 'string' && value !== '', place, 'a non-empty text', value);
  return value as string;
}

export const text: Check = (value, place) => must(typeof value === 'string', place, 'a text', value);
export const number: Check = (value, place) => must(Number.isFinite(value), place, 'a number', value);
export const flag: Check = (value, place) => must(typeof value === 'boolean', place, 'true or false', value);
export const record: Check = (value, place) => void fieldsAt(value, place);
export const oneOf = (...words: readonly string[]): Check => (value, place) => must(words.includes(value as string), place, `one of ${words.join(', ')}`, value);
export const orNull = (check: Check): Check => (value, place) => value === null || check(value, place);
export const listOf = (check: Check): Check => (value, place) => listAt(value, place).forEach((item, index) => check(item, `${place}[${index}]`));

/** A record whose named fields pass; a name with `?` may be missing. Fields that are not named are not looked at. No place = the file itself. */
export function shape(fields: Readonly<Record<string, Check>>): Check {
  const entries = Object.entries(fields).map(([name, check]) => ({ key: name.replace('?', ''), optional: name.endsWith('?'), check }));
  return (value, place) => {
    const found = fieldsAt(value, place);
    for (const { key, optional, check } of entries) if (!optional || found[key] !== undefined) check(found[key], place ? `${place}.${key}` : key);
  };
}
