/**
 * What stored rows mean. Disks hold what older builds and half-broken machines left there: rows are `unknown` here,
 * a readable one is brought into today's shape, an unreadable one is left out and never breaks the rest.
 */
import type { ConversationRow, StoredConversation } from '../conversation/history-store.js';
import type { Branch, ConversationMessage } from '../model/message.js';
import { isBlock, isId, isRole } from './changes.js';

type Fields = Readonly<Record<string, unknown>>;

/** Messages by `sequence` (ties: `createdAt`, then id), branches by `createdAt`; null when there is neither a row nor a message. */
export function assembleConversation(
  conversationId: string,
  row: unknown,
  messageRows: readonly unknown[],
  branchRows: readonly unknown[],
): StoredConversation | null {
  const messages = readMessages(conversationId, messageRows);
  const conversation = readConversation(row) ?? (messages.length > 0 ? madeUpRow(conversationId, messages) : null);
  if (!conversation) return null;
  // A row of a build that did not keep the place: the newest message is the best guess.
  const leafId = conversation.leafId === undefined ? (messages.at(-1)?.id ?? null) : conversation.leafId;
  return { conversation: { ...conversation, leafId }, messages, branches: readBranches(conversationId, branchRows) };
}

/** Newest `updatedAt` first; ties by id. */
export function listConversations(rows: readonly unknown[]): readonly ConversationRow[] {
  return rows
    .flatMap((row) => readConversation(row) ?? [])
    .map((row) => ({ ...row, leafId: row.leafId ?? null }))
    .sort((a, b) => b.updatedAt - a.updatedAt || compareText(a.id, b.id));
}

/** Epoch milliseconds of a number, a Date or a text (ISO, or digits), as older builds stored them; undefined when it is none. */
export function epochMilliseconds(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (value instanceof Date) return epochMilliseconds(value.getTime());
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  return epochMilliseconds(/^\s*\d{11,}\s*$/.test(value) ? Number(value) : Date.parse(value));
}

function readMessages(conversationId: string, rows: readonly unknown[]): readonly ConversationMessage[] {
  const sorted = rows
    .filter(isMessage)
    .map((row) => ({
      row,
      sequence: typeof row['sequence'] === 'number' && Number.isFinite(row['sequence']) ? row['sequence'] : undefined,
      createdAt: epochMilliseconds(row['createdAt']),
    }))
    .sort(
      (a, b) =>
        compareNumbers(a.sequence, b.sequence) ||
        compareNumbers(a.createdAt, b.createdAt) ||
        compareText(a.row['id'] as string, b.row['id'] as string),
    );
  const messages: ConversationMessage[] = [];
  for (const { row, sequence, createdAt } of sorted) {
    const previous = messages.at(-1);
    messages.push({
      ...(withReadableTimes(row) as unknown as ConversationMessage),
      conversationId,
      parentId: isId(row['parentId']) ? row['parentId'] : null,
      branchId: isId(row['branchId']) ? row['branchId'] : null,
      content: (row['content'] as ConversationMessage['content']).filter(isBlock),
      status: typeof row['status'] === 'string' ? (row['status'] as ConversationMessage['status']) : 'complete',
      // Without a number of its own a row sorts last and counts on; without a time it borrows its neighbour's.
      sequence: sequence ?? (previous?.sequence ?? 0) + 1,
      createdAt: createdAt ?? previous?.createdAt ?? 0,
    });
  }
  return messages;
}

function withReadableTimes(row: Fields): Fields {
  const { endedAt, ...rest } = row;
  const end = epochMilliseconds(endedAt);
  return end === undefined ? rest : { ...rest, endedAt: end };
}

function readBranches(conversationId: string, rows: readonly unknown[]): readonly Branch[] {
  return rows
    .filter((row): row is Fields => isFields(row) && isId(row['id']))
    .map((row): Branch => ({
      ...(row as unknown as Branch),
      conversationId,
      parentBranchId: isId(row['parentBranchId']) ? row['parentBranchId'] : null,
      forkMessageId: isId(row['forkMessageId']) ? row['forkMessageId'] : null,
      sourceMessageId: isId(row['sourceMessageId']) ? row['sourceMessageId'] : null,
      // A4.1: a missing or unknown kind reads as Fork.
      kind: row['kind'] === 'Edit' || row['kind'] === 'Regenerate' ? row['kind'] : 'Fork',
      createdAt: epochMilliseconds(row['createdAt']) ?? 0,
    }))
    .sort((a, b) => a.createdAt - b.createdAt || compareText(a.id, b.id));
}

type ReadRow = Omit<ConversationRow, 'leafId'> & { readonly leafId: string | null | undefined };

function readConversation(row: unknown): ReadRow | null {
  if (!isFields(row) || !isId(row['id'])) return null;
  const createdAt = epochMilliseconds(row['createdAt']);
  const updatedAt = epochMilliseconds(row['updatedAt']);
  return {
    ...row,
    id: row['id'],
    title: typeof row['title'] === 'string' ? row['title'] : null,
    leafId: isId(row['leafId']) || row['leafId'] === null ? row['leafId'] : undefined,
    viewed: isFields(row['viewed']) ? Object.fromEntries(Object.entries(row['viewed']).filter(isIdPair)) : {},
    planMode: row['planMode'] === true,
    agentId: isId(row['agentId']) ? row['agentId'] : null,
    applicationId: isId(row['applicationId']) ? row['applicationId'] : null,
    createdAt: createdAt ?? updatedAt ?? 0,
    updatedAt: updatedAt ?? createdAt ?? 0,
  };
}

function madeUpRow(id: string, messages: readonly ConversationMessage[]): ReadRow {
  const times = messages.flatMap((message) => [message.createdAt, message.endedAt ?? message.createdAt]);
  return {
    id,
    title: null,
    leafId: undefined,
    viewed: {},
    planMode: false,
    agentId: null,
    applicationId: null,
    createdAt: times.reduce((least, time) => Math.min(least, time)),
    updatedAt: times.reduce((most, time) => Math.max(most, time)),
  };
}

function isMessage(row: unknown): row is Fields {
  return isFields(row) && isId(row['id']) && isRole(row['role']) && Array.isArray(row['content']);
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isIdPair(pair: [string, unknown]): pair is [string, string] {
  return isId(pair[1]);
}

/** Missing numbers last. */
function compareNumbers(a: number | undefined, b: number | undefined): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  return a - b;
}

/** By code unit, so that every machine and locale has the same order. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
