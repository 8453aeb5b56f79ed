/** The part of JSON Schema that tool inputs use. Keywords it does not know are passed over, so it never refuses what it cannot judge. */
import { placeOf, typeName } from '../model/validate.js';
import type { JSONSchema } from './client-tool.js';

type Check = (schema: JSONSchema, value: unknown, place: string) => string | null;

/**
 * `null`, or the first fault in one sentence that names its place: `input.index must be an integer, got string`.
 * Without a schema everything passes.
 */
export function checkToolInput(schema: JSONSchema | undefined, input: unknown): string | null {
  return check(schema, input, 'input');
}

function check(schema: unknown, value: unknown, place: string): string | null {
  if (schema === false) return `${place} is not allowed`;
  return isRecord(schema) ? first(checks, (one) => one(schema, value, place)) : null;
}

const checkType: Check = ({ type }, value, place) => {
  const types = list(type).map(String);
  if (types.length === 0 || types.some((name) => isOfType(name, value))) return null;
  const wanted = types.map((name) => (name === 'null' ? name : `${/^[aio]/.test(name) ? 'an' : 'a'} ${name}`)).join(' or ');
  return `${place} must be ${wanted}, got ${typeof value === 'number' ? value : typeName(value)}`;
};

const checkValue: Check = (schema, value, place) => {
  const allowed = Array.isArray(schema['enum']) ? schema['enum'] : 'const' in schema ? [schema['const']] : null;
  if (allowed === null || allowed.some((one) => isSame(one, value))) return null;
  return `${place} must be ${allowed.length === 1 ? '' : 'one of '}${allowed.map(brief).join(', ')}, got ${brief(value)}`;
};

/** Keyword, the type it speaks of, what it asks, and whether more than the limit is the fault. */
const limits = [
  ['minimum', 'number', 'be at least #', false],
  ['maximum', 'number', 'be at most #', true],
  ['minLength', 'string', 'have at least # characters', false],
  ['maxLength', 'string', 'have at most # characters', true],
] as const;

const checkLimits: Check = (schema, value, place) =>
  first(limits, ([keyword, type, text, isUpper]) => {
    const limit = schema[keyword];
    if (typeof value !== type || typeof limit !== 'number') return null;
    // Characters, not UTF-16 units.
    const measure = typeof value === 'string' ? value.length - (value.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0) : Number(value);
    return (isUpper ? measure > limit : measure < limit) ? `${place} must ${text.replace('#', String(limit))}, got ${measure}` : null;
  });

const checkPattern: Check = ({ pattern }, value, place) =>
  typeof value === 'string' && typeof pattern === 'string' && !matches(pattern, value) ? `${place} must match the pattern ${pattern}` : null;

const checkItems: Check = ({ items, prefixItems }, value, place) => {
  const tuple = list(prefixItems);
  return first(Array.isArray(value) ? value : [], (item, index) => check(index < tuple.length ? tuple[index] : items, item, placeOf(place, index)));
};

const checkMembers: Check = ({ properties, patternProperties, required, additionalProperties }, value, place) => {
  if (!isRecord(value)) return null;
  // JSON has no undefined: such a member is absent.
  const present = Object.keys(value).filter((key) => value[key] !== undefined);
  const missing = list(required).map(String).find((key) => !present.includes(key));
  if (missing !== undefined) return `${placeOf(place, missing)} is required`;
  return first(present, (key) => {
    const at = placeOf(place, key);
    if (isRecord(properties) && Object.hasOwn(properties, key)) return check(properties[key], value[key], at);
    if (patternProperties !== undefined) return null;
    return additionalProperties === false ? `${at} is not a known property` : check(additionalProperties, value[key], at);
  });
};

const checkCombined: Check = ({ allOf, anyOf, oneOf }, value, place) => {
  const fault = first(list(allOf), (schema) => check(schema, value, place));
  if (fault !== null) return fault;
  return first([anyOf, oneOf], (forms) => {
    const faults = list(forms).map((schema) => check(schema, value, place));
    const fitting = faults.filter((one) => one === null).length;
    if (faults.length > 0 && fitting === 0) return faults.length === 1 ? String(faults[0]) : `${place} must fit one of ${faults.length} forms: ${faults.join('; or ')}`;
    return forms === oneOf && fitting > 1 ? `${place} must fit exactly one of ${faults.length} forms, but fits ${fitting}` : null;
  });
};

const checks: readonly Check[] = [checkType, checkValue, checkLimits, checkPattern, checkItems, checkMembers, checkCombined];

function isOfType(name: string, value: unknown): boolean {
  if (name === 'integer') return Number.isInteger(value);
  if (name === 'number') return Number.isFinite(value);
  return typeName(value) === name || !['null', 'array', 'object', 'string', 'boolean'].includes(name);
}

function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || one === null || typeName(one) !== typeName(other)) return one === other;
  const [left, right] = [one, other] as [Record<string, unknown>, Record<string, unknown>];
  const keys = Object.keys(left);
  return keys.length === Object.keys(right).length && keys.every((key) => Object.hasOwn(right, key) && isSame(left[key], right[key]));
}

/** A pattern that this engine cannot read is no reason to refuse the input. */
function matches(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    return true;
  }
}

const first = <T>(items: readonly T[], faultOf: (item: T, index: number) => string | null): string | null => {
  for (const [index, item] of items.entries()) {
    const fault = faultOf(item, index);
    if (fault !== null) return fault;
  }
  return null;
};

const brief = (value: unknown): string => (JSON.stringify(value) ?? String(value)).slice(0, 60);
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : value === undefined ? [] : [value]);
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeName(value) === 'object';
