/** What goes when a branch or a message is deleted (A4.3, case 33). The same set leaves the screen and the store. */
import { AgentConversationError } from '../model/errors.js';
import type { ConversationState } from './state.js';
import { subtreeOf } from './tree.js';

export interface Deletion {
  /** The message under which everything goes; null when the branch holds none. */
  readonly topId: string | null;
  readonly messageIds: readonly string[];
  readonly branchIds: readonly string[];
}

/** A branch with its own messages. Throws `BRANCH_NOT_FOUND`, and `BRANCH_HAS_CHILDREN` while another branch starts from it. */
export function deletionOfBranch({ tree, branches }: ConversationState, branchId: string): Deletion {
  if (!branches.has(branchId)) throw new AgentConversationError('BRANCH_NOT_FOUND', `branches["${branchId}"] does not exist.`);
  const children = [...branches.values()].filter((branch) => branch.parentBranchId === branchId).length;
  if (children === 1) throw new AgentConversationError('BRANCH_HAS_CHILDREN', 'Another branch starts from this one; delete it first.');
  if (children > 1) throw new AgentConversationError('BRANCH_HAS_CHILDREN', `${children} other branches start from this one; delete them first.`);
  const first = [...tree.messages.values()].filter((message) => message.branchId === branchId).sort((a, b) => a.sequence - b.sequence)[0];
  return { topId: first?.id ?? null, messageIds: first ? subtreeOf(tree, first.id) : [], branchIds: [branchId] };
}

/** A message with everything after it in all versions, and the branches that hold nothing else. */
export function deletionOfMessage({ tree, branches }: ConversationState, messageId: string): Deletion {
  const messageIds = subtreeOf(tree, messageId);
  const gone = new Set(messageIds);
  const branchIds = [...branches.keys()].filter((branchId) => {
    const own = [...tree.messages.values()].filter((message) => message.branchId === branchId);
    return own.length > 0 && own.every((message) => gone.has(message.id));
  });
  return { topId: messageIds.length > 0 ? messageId : null, messageIds, branchIds };
}
