/** Secrets out of texts and values that are kept or shown (B10). E-mails, phone numbers and ids are not covered. */

const mark = '[redacted]';

/** Bounded, so that a long word costs its length once and not once for each part of it. */
const rest = '[\\w-]{0,64}';

const sensitive =
  `(?:(?:api[_-]?key|secret|passw(?:or)?d|pwd|private[_-]?key|access[_-]?key|(?:access|refresh|id|github)[_-]?token|authorization|auth[_-]?token|cookie|session|credential|bearer)${rest}|(?:^|[^A-Za-z0-9])token(?:[_-]\\w{1,64})?)`;

/** A text in quotes that is no mark yet; `\x` stands for any sign. */
const quoted = `"(?!\\[redacted\\])[^"\\\\]*(?:\\\\.[^"\\\\]*)*"|'(?!\\[redacted\\])[^'\\\\]*(?:\\\\.[^'\\\\]*)*'`;

/** In this order: each step leaves the marks of the ones before it alone. */
const rules: readonly (readonly [RegExp, string | ((...found: string[]) => string)])[] = [
  [/-----BEGIN [A-Z ]{0,64}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,64}PRIVATE KEY-----|$)/g, mark],
  [/(\bAuthorization["']?\s*[:=](?!\s*\[redacted\])\s*)(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^,;}\]\r\n]+)/gi, `$1${mark}`],
  [/(\bBearer\s+)[A-Za-z0-9._~+/=-]{8,}/gi, `$1${mark}`],
  [new RegExp(`(${sensitive}["']?\\s*[:=]\\s*)(${quoted})`, 'gi'), (_all, name, value) => `${name}${value?.[0]}${mark}${value?.[0]}`],
  [new RegExp(`(${sensitive}["']?\\s*[:=](?!\\s*(?:["']|\\[redacted\\]))\\s*)[^,;}\\]\\r\\n]+`, 'gi'), `$1${mark}`],
  [/\bsk-[A-Za-z0-9_-]{16,}|\bgh[pousr]_[A-Za-z0-9]{20,}|\bgithub_pat_[A-Za-z0-9_]{20,}|\bAKIA[A-Z0-9]{16}\b|\bxox[baprs]-[A-Za-z0-9-]{10,}/g, mark],
];

const sensitiveName = new RegExp(`${sensitive}$`, 'i');
const dataUrl = /\bdata:([\w.+-]{1,64}\/[\w.+-]{1,64})(?:;[\w.+-]{1,64}=[^,;\s]{0,64}){0,8};base64,([A-Za-z0-9+/_-]*={0,2})/g;

export function redact(text: string): string {
  return rules.reduce((redacted, [pattern, replacement]) => redacted.replace(pattern, replacement as string), text);
}

/**
 * A copy without secrets and without the bytes of media, leaf by leaf: its shape stays, so it can be read and serialized (B10-9).
 * A text or number under a name that looks sensitive goes as a whole, however deep; base64 sources, `data:` addresses and buffers
 * become `[image: image/png; 1234 bytes]`. Functions are left out; dates stay as they are.
 */
export function redactValue(value: unknown): unknown {
  return copy(value, false, new Map());
}

function copy(value: unknown, hidden: boolean, known: Map<object, unknown>): unknown {
  switch (typeof value) {
    case 'string':
      return hidden ? mark : redact(value.replace(dataUrl, (_all, type: string, data: string) => media(type, base64Bytes(data))));
    case 'number':
    case 'bigint':
      return hidden ? mark : value;
    case 'function':
    case 'symbol':
      return undefined;
    default:
      return typeof value === 'object' && value !== null ? copyObject(value, hidden, known) : value;
  }
}

function copyObject(value: object, hidden: boolean, known: Map<object, unknown>): unknown {
  if (known.has(value)) return known.get(value);
  const bytes = bytesOf(value);
  if (bytes) return media(bytes.type, bytes.size);
  if (value instanceof Date) return hidden ? mark : value;
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    known.set(value, items);
    for (const item of value) items.push(copy(item, hidden, known));
    return items;
  }
  if (value instanceof Map) {
    const entries = new Map<unknown, unknown>();
    known.set(value, entries);
    for (const [key, item] of value) entries.set(copy(key, false, known), copy(item, hidden || isSensitive(key), known));
    return entries;
  }
  if (value instanceof Set) {
    const items = new Set<unknown>();
    known.set(value, items);
    for (const item of value) items.add(copy(item, hidden, known));
    return items;
  }
  const members: Record<string, unknown> = {};
  known.set(value, members);
  const source = value as Record<string, unknown>;
  for (const key of value instanceof Error ? ['name', 'message', ...Object.keys(value)] : Object.keys(value)) {
    // Defined, not assigned: `__proto__` is data like any other key.
    Object.defineProperty(members, redact(key), { value: copy(source[key], hidden || isSensitive(key), known), writable: true, enumerable: true, configurable: true });
  }
  return members;
}

function isSensitive(name: unknown): boolean {
  return typeof name === 'string' && sensitiveName.test(name);
}

/** A base64 source of a block, a buffer or a blob: what it is and how long. */
function bytesOf(value: object): { readonly type: string; readonly size: number } | null {
  const { type, media_type: mediaType, data, size, byteLength } = value as Record<string, unknown>;
  if (type === 'base64' && typeof data === 'string') return { type: typeof mediaType === 'string' ? mediaType : '', size: base64Bytes(data) };
  if ((value instanceof ArrayBuffer || ArrayBuffer.isView(value)) && typeof byteLength === 'number') return { type: '', size: byteLength };
  if (Object.prototype.toString.call(value) === '[object Blob]' || Object.prototype.toString.call(value) === '[object File]') return { type: typeof type === 'string' ? type : '', size: Number(size) };
  return null;
}

function base64Bytes(data: string): number {
  const padding = data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0;
  return Math.floor(((data.length - padding) * 3) / 4);
}

function media(type: string, bytes: number): string {
  return `[${type === '' ? 'file' : type.split('/', 1)[0] === 'image' ? 'image' : 'file'}: ${redact(type) || 'unknown type'}; ${bytes} bytes]`;
}
