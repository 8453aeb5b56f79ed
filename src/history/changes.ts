/** What may be stored. Checked as a whole before anything is written, so that a commit is never half done. */
import type { HistoryChange } from '../conversation/history-store.js';
import { InvalidMessageError } from '../model/errors.js';
import { takeSnapshot } from '../model/snapshot.js';
import { placeOf, typeName } from '../model/validate.js';

/**
 * The changes as they are at this moment, deeply frozen (C6-1). What passes here is read back whole by `rows.ts`.
 * Throws `InvalidMessageError` that names the place: a wrong shape, a row of another conversation, a value that cannot be stored.
 */
export function prepareChanges(conversationId: string, changes: readonly HistoryChange[]): readonly HistoryChange[] {
  must(isId(conversationId), 'conversationId', 'a non-empty string', conversationId);
  must(Array.isArray(changes), 'changes', 'an array', changes);
  const taken = takeSnapshot(changes, 'changes');
  taken.forEach((change, index) => checkChange(conversationId, change, `changes[${index}]`));
  refuseBlobs(taken, 'changes', new Set());
  return taken;
}

export function isId(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

export function isRole(value: unknown): boolean {
  return value === 'user' || value === 'assistant';
}

export function isBlock(value: unknown): boolean {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';
}

function checkChange(conversationId: string, change: HistoryChange, place: string): void {
  must(typeName(change) === 'object', place, 'an object', change);
  switch (change.type) {
    case 'put-message': {
      const { message } = change;
      checkRow(message, `${place}.message`);
      must(message.conversationId === conversationId, `${place}.message.conversationId`, spell(conversationId), message.conversationId);
      must(Number.isFinite(message.sequence), `${place}.message.sequence`, 'a number', message.sequence);
      must(isRole(message.role), `${place}.message.role`, '"user" or "assistant"', message.role);
      must(Array.isArray(message.content), `${place}.message.content`, 'an array', message.content);
      message.content.forEach((block, index) => must(isBlock(block), `${place}.message.content[${index}]`, 'a block with a string "type"', block));
      return;
    }
    case 'put-branch':
      checkRow(change.branch, `${place}.branch`);
      return must(change.branch.conversationId === conversationId, `${place}.branch.conversationId`, spell(conversationId), change.branch.conversationId);
    case 'put-conversation':
      checkRow(change.conversation, `${place}.conversation`);
      return must(change.conversation.id === conversationId, `${place}.conversation.id`, spell(conversationId), change.conversation.id);
    case 'delete-message':
    case 'delete-branch':
      return must(isId(change.id), `${place}.id`, 'a non-empty string', change.id);
    default:
      return must(false, `${place}.type`, 'a known kind of change', (change as { type?: unknown }).type);
  }
}

function checkRow(row: { readonly id: unknown }, place: string): void {
  must(typeName(row) === 'object', place, 'an object', row);
  must(isId(row.id), `${place}.id`, 'a non-empty string', row.id);
}

/** A Blob can be copied, but WebKit refuses to store one in private windows: a row that one engine keeps must not be lost in another. */
function refuseBlobs(value: unknown, place: string, seen: Set<object>): void {
  if (typeof value !== 'object' || value === null || seen.has(value)) return;
  seen.add(value);
  if (Array.isArray(value)) value.forEach((item, index) => refuseBlobs(item, placeOf(place, index), seen));
  else if (value instanceof Map) [...value].flat().forEach((item) => refuseBlobs(item, place, seen));
  else if (value instanceof Set) value.forEach((item) => refuseBlobs(item, place, seen));
  else if (kindOf(value) === 'Object') for (const [key, item] of Object.entries(value)) refuseBlobs(item, placeOf(place, key), seen);
  else if (['Blob', 'File', 'FileList'].includes(kindOf(value))) {
    throw new InvalidMessageError(`${place} must be base64 text or an ArrayBuffer, got ${kindOf(value)}: not every browser can store that`);
  }
}

/** By tag, not by `instanceof`: a File picked in another frame is a File as well. */
function kindOf(value: object): string {
  return Object.prototype.toString.call(value).slice(8, -1);
}

function must(holds: boolean, place: string, wanted: string, found: unknown): void {
  if (!holds) throw new InvalidMessageError(`${place} must be ${wanted}, got ${spell(found)}`);
}

function spell(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 100)) : typeof value === 'number' ? String(value) : typeName(value);
}
