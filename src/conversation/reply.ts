/** What a runner has told so far, as the content of its reply. Values replace, they never add up (A10-1). */
import type { ContentBlock, ToolResultPart } from '../model/message.js';
import type { RunEvent } from '../run/runner.js';

/** Blocks by part, in the order in which the parts first appeared. */
export type ReplyParts = ReadonlyMap<string, ContentBlock>;

export const noParts: ReplyParts = new Map();

export function contentOf(parts: ReplyParts): readonly ContentBlock[] {
  return [...parts.values()];
}

/** Parts after `event`; the same object when the event carries nothing to show. Throws TypeError that names a bad field. */
export function applyRunEvent(parts: ReplyParts, event: RunEvent): ReplyParts {
  switch (event.type) {
    case 'text':
      return withPart(parts, `text:${event.partId ?? ''}`, { type: 'text', text: requireText(event.text, 'text.text') });
    case 'reasoning':
      return withPart(parts, `reasoning:${event.partId ?? ''}`, { type: 'reasoning', text: requireText(event.text, 'reasoning.text') });
    case 'tool-call': {
      const id = requireText(event.id, 'tool-call.id');
      const name = requireText(event.name, 'tool-call.name');
      const before = parts.get(`call:${id}`);
      const input = event.input ?? (before?.type === 'tool_use' ? before.input : {});
      return withPart(parts, `call:${id}`, { type: 'tool_use', id, name, input });
    }
    case 'tool-result': {
      const id = requireText(event.id, 'tool-result.id');
      const content = typeof event.content === 'string' || Array.isArray(event.content) ? (event.content as string | readonly ToolResultPart[]) : (JSON.stringify(event.content) ?? '');
      return withPart(parts, `result:${id}`, { type: 'tool_result', tool_use_id: id, content, ...(event.isError ? { is_error: true } : {}) });
    }
    case 'usage':
    case 'custom':
      return parts;
    default:
      throw new TypeError(`RunEvent.type "${String((event as { type?: unknown }).type)}" is not known.`);
  }
}

export function hasPart(parts: ReplyParts, kind: 'call' | 'result', id: string): boolean {
  return parts.has(`${kind}:${id}`);
}

function withPart(parts: ReplyParts, key: string, block: ContentBlock): ReplyParts {
  return new Map(parts).set(key, Object.freeze(block));
}

function requireText(value: unknown, place: string): string {
  if (typeof value === 'string') return value;
  throw new TypeError(`RunEvent ${place} must be a string, got ${value === null ? 'null' : typeof value}.`);
}
