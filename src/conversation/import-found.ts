/** Reading what other programs wrote: times, pictures, tool input, and what is left out with its place. */
import type { ContentBlock, ImageBlock } from '../model/message.js';
import { isCanonicalBase64 } from '../model/validate.js';
import { isFields, type Fields } from './import-check.js';

/** Epoch milliseconds of an ISO text or of seconds; undefined for anything else. */
export function timeOf(value: unknown): number | undefined {
  const time = typeof value === 'number' ? Math.round(value * 1000) : typeof value === 'string' ? Date.parse(value) : NaN;
  return Number.isFinite(time) ? time : undefined;
}

export function textAt(fields: Fields, key: string): string {
  const value = fields[key];
  return typeof value === 'string' ? value : '';
}

/** Members of a list that are objects; none for anything else. */
export function itemsAt(fields: Fields, key: string): readonly Fields[] {
  const value = fields[key];
  return Array.isArray(value) ? value.filter(isFields) : [];
}

/** The picture in a `data:` address, or null when the bytes are not there. */
export function embeddedImage(address: string): ImageBlock | null {
  const [, mediaType = '', data = ''] = /^data:(image\/[\w.+-]+);base64,(.+)$/s.exec(address) ?? [];
  return imageOf(mediaType, data);
}

export function imageOf(mediaType: string, data: string): ImageBlock | null {
  return /^image\/[\w.+-]+$/i.test(mediaType) && isCanonicalBase64(data) ? { type: 'image', source: { type: 'base64', media_type: mediaType, data } } : null;
}

/** A tool's input is a record: text that holds one is read, any other value stands under `input`. */
export function toolInput(value: unknown): Readonly<Record<string, unknown>> {
  if (isFields(value)) return value;
  if (typeof value !== 'string') return value === undefined || value === null ? {} : { input: value };
  try {
    const parsed: unknown = JSON.parse(value);
    if (isFields(parsed)) return parsed;
  } catch {
    // Code, or words.
  }
  return { input: value };
}

/** Code in a fence that no line of it closes. */
export function fenced(code: string, language = ''): string {
  const longest = Math.max(2, ...[...code.matchAll(/`{3,}/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${code}\n${fence}`;
}

/** Adds the answer to the last call of `name` that has none, else to the last open one; without any, a call is made for it. */
export function addToolResult(blocks: ContentBlock[], id: string, name: string, result: { readonly content: string; readonly isError?: boolean }): void {
  const answered = new Set(blocks.flatMap((block) => (block.type === 'tool_result' ? [block.tool_use_id] : [])));
  const open = blocks.filter((block) => block.type === 'tool_use').filter((block) => !answered.has(block.id));
  let call = open.findLast((block) => block.name === name) ?? open.at(-1);
  if (!call) {
    call = { type: 'tool_use', id: `${id}:call`, name: name || 'tool', input: {} };
    blocks.push(call);
  }
  blocks.push({ type: 'tool_result', tool_use_id: call.id, content: result.content, ...(result.isError ? { is_error: true } : {}) });
}

/**
 * For each message that is kept, the nearest one above it that is kept too. `parentOf` answers for all of them. A circle ends the
 * walk; the tree that is made of the answer finds it.
 */
export function keptParents(ids: Iterable<string>, parentOf: (id: string) => string | null, isKept: (id: string) => boolean): ReadonlyMap<string, string | null> {
  const above = new Map<string, string | null>();
  const known = new Map<string, string | null>();
  for (const id of ids) {
    if (!isKept(id)) continue;
    const passed = new Set<string>();
    let current = parentOf(id);
    while (current !== null && !isKept(current) && !known.has(current) && !passed.has(current)) {
      passed.add(current);
      current = parentOf(current);
    }
    const found = current !== null && !isKept(current) ? (known.get(current) ?? null) : current;
    for (const each of passed) known.set(each, found);
    above.set(id, found);
  }
  return above;
}
