/** What a scorer and a record see of input and output, by `storePayloads` (B10-6 … B10-9). */
import type { StorePayloads } from './evaluation-types.js';
import { redactValue } from './redaction.js';

export const payloadLength = 8192;
const truncated = `\n[truncated at ${payloadLength} characters]`;

/** What stands for an input that is not shown (B10-6). */
export function describeInput(input: unknown): string {
  if (typeof input === 'string') return `[string input omitted; ${input.length} characters]`;
  if (Array.isArray(input)) return `[array input omitted; ${input.length} items]`;
  if (input === null || input === undefined) return `[${input === null ? 'null' : 'undefined'} input]`;
  return `[${typeof input} input omitted]`;
}

/** A text as it is, else JSON; what has no JSON as `String` says it (B10-7). Never throws. */
export function serialize(value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    const text: unknown = JSON.stringify(value);
    if (typeof text === 'string') return text;
  } catch {
    // A cycle or a bigint.
  }
  try {
    return String(value);
  } catch {
    return '[object Object]';
  }
}

/** At most 8192 characters, the note that says so included (B10-8). */
export function boundPayload(text: string): string {
  return text.length <= payloadLength ? text : text.slice(0, payloadLength - truncated.length) + truncated;
}

/** Secrets and media go before anything is cut, so that no half of a secret is left at the cut (B10-9). */
export function payloadOf(value: unknown, policy: Exclude<StorePayloads, 'none'>): string {
  return boundPayload(serialize(policy === 'redacted' ? redactValue(value) : value));
}
