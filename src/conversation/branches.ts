/** Branch records: MemberJunction's reading of a path (A4.2) and the forks that Regenerate, Edit and Fork make (A4.3). */
import { AgentConversationError } from '../model/errors.js';
import { textOf, type Branch, type ConversationMessage } from '../model/message.js';
import type { MessageTree } from './tree.js';

/** Deeper chains of branches are taken for damage (A4-4). */
const MAX_DEPTH = 200;

/**
 * The rows of a branch by A4-1 … A4-4: its own rows, and of each ancestor the own rows up to the smallest fork point met on the
 * way down. For data that this package wrote it equals the chain of parent pointers.
 * Throws `BRANCH_NOT_FOUND` or `BRANCH_CYCLE`; never returns a partial history.
 */
export function rowsOfBranch(
  messages: readonly Pick<ConversationMessage, 'id' | 'branchId' | 'sequence'>[],
  branches: ReadonlyMap<string, Pick<Branch, 'parentBranchId' | 'forkMessageId'>>,
  branchId: string | null,
): readonly string[] {
  const sequenceOf = new Map(messages.map((message) => [message.id, message.sequence]));
  const caps = new Map<string | null, number>();
  let current = branchId;
  let cap = Infinity;
  for (let depth = 0; ; depth++) {
    if (caps.has(current) || depth > MAX_DEPTH) {
      throw new AgentConversationError('BRANCH_CYCLE', `branches["${String(branchId)}"] has a chain of parents that does not end.`);
    }
    caps.set(current, cap);
    if (current === null) break;
    const branch = branches.get(current);
    if (!branch) throw new AgentConversationError('BRANCH_NOT_FOUND', `branches["${current}"] does not exist.`);
    cap = Math.min(cap, branch.forkMessageId === null ? -Infinity : (sequenceOf.get(branch.forkMessageId) ?? -Infinity));
    current = branch.parentBranchId;
  }
  return messages
    .filter((message) => message.sequence <= (caps.get(message.branchId) ?? -Infinity))
    .sort((a, b) => a.sequence - b.sequence)
    .map((message) => message.id);
}

/** Where a new fork hangs: the parent is the branch that owns the last shared message, not the one on screen (A4-5). */
export function forkPoint(tree: MessageTree, forkMessageId: string | null): Pick<Branch, 'parentBranchId' | 'forkMessageId'> {
  const shared = forkMessageId === null ? undefined : tree.messages.get(forkMessageId);
  return { parentBranchId: shared?.branchId ?? null, forkMessageId: shared?.id ?? null };
}

/** The name a person sees (A4.4): given name, else the first words of a fork, "Edited version" or "Other answer". */
export function branchName(branch: Branch, messages: readonly ConversationMessage[]): string {
  const name = branch.name?.trim();
  if (name) return name;
  if (branch.kind === 'Edit') return 'Edited version';
  if (branch.kind === 'Regenerate') return 'Other answer';
  const first = messages.filter((message) => message.branchId === branch.id).sort((a, b) => a.sequence - b.sequence)[0];
  const words = first ? textOf(first.content).trim().split(/\s+/).slice(0, 6).join(' ').slice(0, 40) : '';
  return words || 'Fork';
}
