/** Secrets out of texts that are kept or shown (B10). E-mails, phone numbers and ids are not covered. */

const mark = '[redacted]';

const sensitive =
  '(?:[\\w-]*(?:api[_-]?key|secret|passw(?:or)?d|pwd|private[_-]?key|access[_-]?key|(?:access|refresh|id|github)[_-]?token|authorization|auth[_-]?token|cookie|session|credential|bearer)[\\w-]*|(?:\\w+[_-])?token(?:[_-]\\w+)?)';

/** In this order: each step leaves the marks of the ones before it alone. */
const rules: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g, mark],
  [/(\bAuthorization["']?\s*[:=](?!\s*\[redacted\])\s*)(?:"[^"]*"|'[^']*'|[^,;}\]\r\n]+)/gi, `$1${mark}`],
  [/(\bBearer\s+)[A-Za-z0-9._~+/=-]{8,}/gi, `$1${mark}`],
  [new RegExp(`(["']?\\b${sensitive}["']?\\s*[:=]\\s*)(["'])(?!\\[redacted\\])(?:\\\\.|(?!\\2)[^\\\\])*\\2`, 'gi'), `$1$2${mark}$2`],
  [new RegExp(`(\\b${sensitive}["']?\\s*[:=](?!\\s*(?:["']|\\[redacted\\]))\\s*)[^,;}\\]\\r\\n]+`, 'gi'), `$1${mark}`],
  [/\bsk-[A-Za-z0-9_-]{16,}|\bgh[pousr]_[A-Za-z0-9]{20,}|\bgithub_pat_[A-Za-z0-9_]{20,}|\bAKIA[A-Z0-9]{16}\b|\bxox[baprs]-[A-Za-z0-9-]{10,}/g, mark],
];

export function redact(text: string): string {
  return rules.reduce((redacted, [pattern, replacement]) => redacted.replace(pattern, replacement), text);
}
