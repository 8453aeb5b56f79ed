/**
 * A whole conversation as JSON (docs/export-format.md). The same conversation gives the same text. Damage that a store let through (an
 * orphan, a cycle, doubled sequences) is written the way the screen shows it, so that an import always takes what an export made.
 */
import type { Branch, ConversationMessage } from '../model/message.js';
import { encodeValue } from './export-values.js';
import type { StoredConversation } from './history-store.js';

/** The version of the format. A reader refuses a higher one. */
export const EXPORT_VERSION = 1;

/** Fields in the order in which they are written; what is not named here follows by name. */
const messageFields = ['id', 'conversationId', 'parentId', 'branchId', 'sequence', 'role', 'status', 'createdAt', 'endedAt', 'agentId', 'agentName', 'content'];
const branchFields = ['id', 'conversationId', 'parentBranchId', 'forkMessageId', 'kind', 'sourceMessageId', 'name', 'createdAt'];

/** Throws `InvalidMessageError` that names the place of a value that has no form in the export. */
export function exportJson(stored: StoredConversation): string {
  const { conversation: row } = stored;
  const messages = soundMessages(stored.messages);
  const byId = new Map(messages.map((message) => [message.id, message]));
  const branches = soundBranches(stored.branches, byId);
  const known = new Set(branches.map((branch) => branch.id));
  const viewed = Object.entries(row.viewed)
    .filter(([parent, child]) => byId.get(child)?.parentId === (parent === '' ? null : parent))
    .sort(([first], [second]) => compare(first, second));
  const document = {
    version: EXPORT_VERSION,
    conversationId: row.id,
    title: row.title,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    planMode: row.planMode,
    agentId: row.agentId,
    applicationId: row.applicationId,
    leafId: row.leafId !== null && byId.has(row.leafId) ? row.leafId : null,
    viewed: Object.fromEntries(viewed),
    branches: branches.map((branch, index) => ordered({ ...branch, conversationId: row.id }, branchFields, `branches[${index}]`)),
    messages: messages.map((message, index) => {
      const branchId = message.branchId !== null && known.has(message.branchId) ? message.branchId : null;
      return ordered({ ...message, conversationId: row.id, branchId }, messageFields, `messages[${index}]`);
    }),
  };
  return JSON.stringify(document, null, 2);
}

function ordered(row: object, first: readonly string[], place: string): object {
  const rest = Object.keys(row).filter((key) => !first.includes(key)).sort(compare);
  const fields = row as Readonly<Record<string, unknown>>;
  return Object.fromEntries([...first, ...rest].filter((key) => fields[key] !== undefined).map((key) => [key, encodeValue(fields[key], `${place}.${key}`)]));
}

/** By `sequence`; every parent is there, comes first and has a lower number. What is so already stays the same objects. */
function soundMessages(stored: readonly ConversationMessage[]): readonly ConversationMessage[] {
  const sorted = [...new Map(stored.map((message) => [message.id, message])).values()].sort((a, b) => a.sequence - b.sequence || compare(a.id, b.id));
  const known = new Map(sorted.map((message) => [message.id, message]));
  let last = -Infinity;
  const sound = sorted.every(({ sequence, parentId }) => {
    const parent = parentId === null ? undefined : known.get(parentId);
    const good = Number.isSafeInteger(sequence) && sequence > last && (parentId === null || (parent !== undefined && parent.sequence < sequence));
    last = sequence;
    return good;
  });
  if (sound) return sorted;
  const placed = new Map<string, ConversationMessage>();
  for (const message of sorted) placeBelowParent(message, known, placed);
  return [...placed.values()].map((message, index) => ({ ...message, sequence: index + 1 }));
}

/** Parents first. The chain of parents is walked up to one that is placed, to an orphan, or to where it closes on itself. */
function placeBelowParent(message: ConversationMessage, known: ReadonlyMap<string, ConversationMessage>, placed: Map<string, ConversationMessage>): void {
  const chain = new Map<string, ConversationMessage>();
  let current: ConversationMessage | undefined = message;
  while (current && !placed.has(current.id) && !chain.has(current.id)) {
    chain.set(current.id, current);
    current = current.parentId === null ? undefined : known.get(current.parentId);
  }
  for (const each of [...chain.values()].reverse()) {
    placed.set(each.id, each.parentId !== null && !placed.has(each.parentId) ? { ...each, parentId: null } : each);
  }
}

function soundBranches(stored: readonly Branch[], messages: ReadonlyMap<string, ConversationMessage>): readonly Branch[] {
  const byId = new Map(stored.map((branch) => [branch.id, branch]));
  return [...byId.values()]
    .sort((a, b) => a.createdAt - b.createdAt || compare(a.id, b.id))
    .map((branch) => ({
      ...branch,
      parentBranchId: branch.parentBranchId !== null && endsAtMain(byId, branch) ? branch.parentBranchId : null,
      forkMessageId: branch.forkMessageId !== null && messages.has(branch.forkMessageId) ? branch.forkMessageId : null,
    }));
}

function endsAtMain(branches: ReadonlyMap<string, Branch>, branch: Branch): boolean {
  const seen = new Set<string>();
  let current: Branch | undefined = branch;
  while (current && !seen.has(current.id)) {
    if (current.parentBranchId === null) return true;
    seen.add(current.id);
    current = branches.get(current.parentBranchId);
  }
  return false;
}

/** By code unit: the same on every machine. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
