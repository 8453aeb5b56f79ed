/** Messages of another program's export as a tree of ours: sequences, branches and the path on screen. */
import type { Branch, ContentBlock, ConversationMessage, MessageStatus, Role } from '../model/message.js';
import { invalid } from './import-check.js';
import type { StoredConversation } from './history-store.js';

/** One message as an importer found it. */
export interface FoundMessage {
  readonly id: string;
  readonly parentId: string | null;
  readonly role: Role;
  readonly content: readonly ContentBlock[];
  /** Epoch milliseconds; undefined when the file does not say. */
  readonly createdAt: number | undefined;
  readonly status?: MessageStatus;
  readonly agentName?: string;
  readonly feedback?: NonNullable<ConversationMessage['feedback']>;
}

export interface FoundConversation {
  readonly id: string;
  readonly title: string | null;
  readonly createdAt: number | undefined;
  readonly updatedAt: number | undefined;
  /** null = the newest answer at each fork. */
  readonly leafId: string | null;
  readonly messages: readonly FoundMessage[];
}

/**
 * Children stand in the order of their times, else of the file; a parent always comes before them. Every later child opens a
 * branch: Edit for a message of the person, Regenerate for a reply. Throws `INVALID_IMPORT` for doubled ids and cycles; a message
 * whose parent is missing becomes a first one and is told in `notKept`.
 */
export function treeFrom(found: FoundConversation, place: string, notKept: string[]): StoredConversation {
  const byId = new Map<string, FoundMessage>();
  for (const message of found.messages) {
    if (byId.has(message.id)) invalid(place, `has two messages with the id "${message.id}". Take one out.`);
    byId.set(message.id, message);
  }
  const children = new Map<string | null, FoundMessage[]>();
  for (const message of found.messages) {
    const orphan = message.parentId !== null && !byId.has(message.parentId);
    if (orphan) notKept.push(`${place}, message "${message.id}": the message it follows is not in the file; it stands as a first message.`);
    const parentId = orphan ? null : message.parentId;
    const list = children.get(parentId);
    if (list) list.push(message);
    else children.set(parentId, [message]);
  }
  const placed = inOrder(children, found.createdAt ?? 0);
  if (placed.length < found.messages.length) invalid(place, 'has messages that follow one another in a circle. Take them out, or name a first message.');
  const rows = withBranches(found.id, placed);
  const createdAt = found.createdAt ?? placed[0]?.time ?? 0;
  return {
    conversation: {
      id: found.id,
      title: found.title?.trim() || null,
      leafId: found.leafId !== null && byId.has(found.leafId) ? found.leafId : newestLeaf(children),
      viewed: {},
      planMode: false,
      agentId: null,
      applicationId: null,
      createdAt,
      updatedAt: found.updatedAt ?? placed.at(-1)?.time ?? createdAt,
    },
    ...rows,
  };
}

interface Placed {
  readonly message: FoundMessage;
  readonly parentId: string | null;
  /** Its own time, but never before that of its parent. */
  readonly time: number;
}

function inOrder(children: ReadonlyMap<string | null, readonly FoundMessage[]>, start: number): readonly Placed[] {
  const placed: Placed[] = [];
  const waiting: { readonly parentId: string | null; readonly time: number }[] = [{ parentId: null, time: start }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { parentId, time: least } = next;
    for (const message of children.get(parentId) ?? []) {
      const time = Math.max(message.createdAt ?? least, parentId === null ? 0 : least);
      placed.push({ message, parentId, time });
      waiting.push({ parentId: message.id, time });
    }
  }
  // The sort is stable and a parent was placed before its children.
  return placed.sort((a, b) => a.time - b.time);
}

function withBranches(conversationId: string, placed: readonly Placed[]): Pick<StoredConversation, 'messages' | 'branches'> {
  const branchOf = new Map<string | null, string | null>([[null, null]]);
  const firstChild = new Map<string | null, string>();
  const branches: Branch[] = [];
  const messages = placed.map(({ message, parentId, time }, index): ConversationMessage => {
    const { id, role, content, status = 'complete', agentName, feedback } = message;
    const first = firstChild.get(parentId);
    let branchId = branchOf.get(parentId) ?? null;
    if (first === undefined) firstChild.set(parentId, id);
    else {
      const branch: Branch = {
        id: `${id}:branch`,
        conversationId,
        parentBranchId: branchId,
        forkMessageId: parentId,
        kind: role === 'user' ? 'Edit' : 'Regenerate',
        sourceMessageId: first,
        createdAt: time,
      };
      branches.push(branch);
      branchId = branch.id;
    }
    branchOf.set(id, branchId);
    return { id, conversationId, parentId, branchId, sequence: index + 1, role, content, status, createdAt: time, ...(agentName ? { agentName } : {}), ...(feedback ? { feedback } : {}) };
  });
  return { messages, branches };
}

/** At each fork the last child of the file. */
function newestLeaf(children: ReadonlyMap<string | null, readonly FoundMessage[]>): string | null {
  let leaf: string | null = null;
  for (let next = children.get(null)?.at(-1); next; next = children.get(next.id)?.at(-1)) leaf = next.id;
  return leaf;
}
