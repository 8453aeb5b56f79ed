/**
 * Values that JSON cannot hold, in an export: each is written as a record with a `$type` and read back as what it was. A record that
 * has a `$type` of its own is written as one of these too, so that reading never mistakes it. docs/export-format.md lists them.
 */
import { AgentConversationError, InvalidMessageError } from '../model/errors.js';
import { placeOf } from '../model/validate.js';

const tag = '$type';
/** Levels of nesting, as for every snapshot. */
const deepest = 1000;

type Item = Readonly<Record<string, unknown>>;

const views: Readonly<Record<string, new (buffer: ArrayBuffer) => ArrayBufferView>> = {
  Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array, Float64Array, BigInt64Array, BigUint64Array, DataView,
};

/** The value as JSON can hold it. Throws `InvalidMessageError` that names the place of what has no form (a Blob, a cycle, a function). */
export function encodeValue(value: unknown, place: string): unknown {
  return encode(value, place, new Set());
}

function encode(value: unknown, place: string, above: Set<object>): unknown {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) && !Object.is(value, -0) ? value : tagged('number', Object.is(value, -0) ? '-0' : String(value));
    case 'bigint':
      return tagged('bigint', String(value));
    case 'undefined':
      return { [tag]: 'undefined' };
    case 'object':
      return value === null ? null : encodeObject(value, place, above);
    default:
      throw refusal(place, typeof value);
  }
}

function encodeObject(value: object, place: string, above: Set<object>): unknown {
  if (above.has(value)) throw new InvalidMessageError(`${place} contains itself: an export cannot hold that. Leave the repeated value out`);
  if (above.size >= deepest) throw new InvalidMessageError(`${place} must not be nested too deeply (${deepest} levels at most)`);
  above.add(value);
  const encoded = encodeKind(value, place, (member, key) => encode(member, placeOf(place, key), above));
  above.delete(value);
  return encoded;
}

function encodeKind(value: object, place: string, inner: (member: unknown, key: string | number) => unknown): unknown {
  // By tag, not by `instanceof`: a value of another frame is of the same kind.
  const kind = Object.prototype.toString.call(value).slice(8, -1);
  if (Array.isArray(value)) {
    if (Object.keys(value).some((key) => !/^\d+$/.test(key))) throw refusal(place, 'a list with named members');
    return Array.from(value, (member, index) => (index in value ? inner(member, index) : { [tag]: 'hole' }));
  }
  if (ArrayBuffer.isView(value)) return { [tag]: 'bytes', kind, value: toBase64(new Uint8Array(value.buffer, value.byteOffset, value.byteLength)) };
  switch (kind) {
    case 'Object': {
      const members = Object.entries(value).map(([key, member]) => [key, inner(member, key)] as const);
      return Object.hasOwn(value, tag) ? tagged('record', members) : Object.fromEntries(members);
    }
    case 'Date': {
      const time = (value as Date).getTime();
      return tagged('date', Number.isNaN(time) ? null : new Date(time).toISOString());
    }
    case 'Map':
      return tagged('map', [...(value as Map<unknown, unknown>)].map(([key, member], index) => [inner(key, index), inner(member, index)]));
    case 'Set':
      return tagged('set', [...(value as Set<unknown>)].map(inner));
    case 'ArrayBuffer':
      return { [tag]: 'bytes', kind, value: toBase64(new Uint8Array(value as ArrayBuffer)) };
    case 'RegExp':
      return { [tag]: 'regexp', value: (value as RegExp).source, flags: (value as RegExp).flags };
    case 'Error':
      return { [tag]: 'error', value: (value as Error).message, name: (value as Error).name };
    default:
      throw refusal(place, kind);
  }
}

function tagged(type: string, value: unknown): Item {
  return { [tag]: type, value };
}

function refusal(place: string, found: string): InvalidMessageError {
  return new InvalidMessageError(`${place} cannot be exported, got ${found}: use plain data, a Date, Map, Set or bytes`);
}

/** What `encodeValue` was given. Throws `INVALID_IMPORT` that names the place of an unknown or broken `$type`. */
export function decodeValue(value: unknown, place: string, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth > deepest) throw new AgentConversationError('INVALID_IMPORT', `${place} must not be nested too deeply (${deepest} levels at most).`);
  const inner = (member: unknown, key: string | number): unknown => decodeValue(member, placeOf(place, key), depth + 1);
  if (Array.isArray(value)) return decodeList(value, inner);
  const item = value as Item;
  return Object.hasOwn(item, tag) ? decodeTagged(item, place, inner) : Object.fromEntries(Object.entries(item).map(([key, member]) => [key, inner(member, key)]));
}

function decodeList(list: readonly unknown[], inner: (member: unknown, key: number) => unknown): unknown[] {
  const decoded: unknown[] = [];
  decoded.length = list.length;
  list.forEach((member, index) => {
    if ((member as Item | null)?.[tag] !== 'hole') decoded[index] = inner(member, index);
  });
  return decoded;
}

function decodeTagged(item: Item, place: string, inner: (member: unknown, key: string | number) => unknown): unknown {
  const { [tag]: type, value } = item;
  const bad = (): never => {
    throw new AgentConversationError('INVALID_IMPORT', `${place} has a "$type" that cannot be read: ${JSON.stringify(item).slice(0, 80)}. docs/export-format.md lists the forms.`);
  };
  const text = (part: unknown): string => (typeof part === 'string' ? part : bad());
  const list = (part: unknown): readonly unknown[] => (Array.isArray(part) ? part : bad());
  const pairs = (): [unknown, unknown][] => list(value).map((pair) => (list(pair).length === 2 ? [list(pair)[0], list(pair)[1]] : bad()));
  try {
    switch (type) {
      case 'undefined':
        return undefined;
      case 'number':
        return ['NaN', 'Infinity', '-Infinity', '-0'].includes(text(value)) ? Number(value) : bad();
      case 'bigint':
        return BigInt(text(value));
      case 'date':
        return new Date(value === null ? NaN : text(value));
      case 'map':
        return new Map(pairs().map(([key, member], index) => [inner(key, index), inner(member, index)]));
      case 'set':
        return new Set(list(value).map(inner));
      case 'record':
        return Object.fromEntries(pairs().map(([key, member]) => [text(key), inner(member, text(key))]));
      case 'bytes': {
        const { buffer } = fromBase64(text(value));
        return item['kind'] === 'ArrayBuffer' ? buffer : new (views[text(item['kind'])] ?? bad())(buffer);
      }
      case 'regexp':
        return new RegExp(text(value), text(item['flags']));
      case 'error':
        return Object.assign(new Error(text(value)), { name: text(item['name']) });
      default:
        return bad();
    }
  } catch (error) {
    if (AgentConversationError.is(error)) throw error;
    return bad();
  }
}

function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += 0x8000) binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(binary);
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
