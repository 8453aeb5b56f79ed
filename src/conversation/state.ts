/** The whole of a conversation as one readonly value, and the only function that changes it. */
import type { Branch, ConversationMessage } from '../model/message.js';
import type { StoredConversation } from './history-store.js';
import { addMessage, emptyTree, removeMessage, renameMessage, replaceMessage, select, showLeaf, treeOf, type MessageTree } from './tree.js';
import { idle, type Turn } from './turn.js';

export interface QueuedMessage {
  readonly id: string;
  readonly text: string;
}

export interface ConversationState {
  readonly conversationId: string;
  /** History is being read. */
  readonly loading: boolean;
  readonly tree: MessageTree;
  readonly branches: ReadonlyMap<string, Branch>;
  readonly turn: Turn;
  /** Sticky for the conversation (A8.1). */
  readonly planMode: boolean;
  /** The next message forks after this one; nothing is stored until then. */
  readonly draftForkId: string | null;
  readonly queue: readonly QueuedMessage[];
  /** First id of a message whose id changed, by its id now: views keep their state over the swap (case 35). */
  readonly firstIds: ReadonlyMap<string, string>;
}

export type ConversationEvent =
  | { readonly type: 'loaded'; readonly stored: StoredConversation | null; readonly keepPlanMode: boolean }
  | { readonly type: 'end-loaded'; readonly stored: StoredConversation }
  | { readonly type: 'filled'; readonly messages: readonly ConversationMessage[] }
  | { readonly type: 'message-added'; readonly message: ConversationMessage; readonly show: boolean }
  | { readonly type: 'message-removed'; readonly id: string }
  | { readonly type: 'branch-added'; readonly branch: Branch }
  | { readonly type: 'branch-removed'; readonly id: string }
  | { readonly type: 'turn-saving'; readonly turn: Extract<Turn, { phase: 'saving' }> }
  | { readonly type: 'turn-started'; readonly turn: Extract<Turn, { phase: 'running' }>; readonly reply: ConversationMessage; readonly show: boolean }
  | { readonly type: 'reply-accepted'; readonly turnId: string; readonly oldId: string; readonly reply: ConversationMessage }
  | { readonly type: 'reply-changed'; readonly turnId: string; readonly reply: ConversationMessage }
  | { readonly type: 'turn-ended'; readonly turnId: string; readonly reply: ConversationMessage | null }
  | { readonly type: 'message-changed'; readonly message: ConversationMessage }
  | { readonly type: 'message-selected'; readonly id: string }
  | { readonly type: 'fork-drafted'; readonly messageId: string | null; readonly leafId: string | null }
  | { readonly type: 'plan-mode-changed'; readonly planMode: boolean }
  | { readonly type: 'queue-changed'; readonly queue: readonly QueuedMessage[] };

export function initialState(conversationId: string, planMode: boolean, loading: boolean): ConversationState {
  return { conversationId, loading, tree: emptyTree, branches: new Map(), turn: idle, planMode, draftForkId: null, queue: [], firstIds: new Map() };
}

/** Events of a turn that is not the current one change nothing: a late word after `stop()` cannot repaint (case 28). */
export function reduce(state: ConversationState, event: ConversationEvent): ConversationState {
  switch (event.type) {
    case 'loaded':
      return loaded(state, event.stored, event.keepPlanMode);
    case 'end-loaded':
      return state.loading ? { ...loaded(state, { ...event.stored, branches: [] }, true), loading: true } : state;
    case 'filled':
      return { ...state, tree: treeOf(event.messages, event.messages.at(-1)?.id ?? null) };
    case 'message-added':
      return { ...state, tree: addMessage(state.tree, event.message, event.show), draftForkId: event.show ? null : state.draftForkId };
    case 'message-removed':
      return { ...state, tree: removeMessage(state.tree, event.id) };
    case 'message-changed':
      return { ...state, tree: replaceMessage(state.tree, event.message) };
    case 'branch-added':
      return { ...state, branches: new Map(state.branches).set(event.branch.id, event.branch) };
    case 'branch-removed':
      return { ...state, branches: new Map([...state.branches].filter(([id]) => id !== event.id)) };
    case 'turn-saving':
      return state.turn.phase === 'idle' ? { ...state, turn: event.turn } : state;
    case 'turn-started':
      return { ...state, turn: event.turn, tree: addMessage(state.tree, event.reply, event.show) };
    case 'reply-accepted': {
      if (!isCurrent(state, event.turnId) || state.turn.phase !== 'running') return state;
      const firstIds = new Map(state.firstIds).set(event.reply.id, state.firstIds.get(event.oldId) ?? event.oldId);
      return { ...state, firstIds, tree: renameMessage(state.tree, event.oldId, event.reply), turn: { ...state.turn, replyId: event.reply.id, accepted: true } };
    }
    case 'reply-changed':
      return isCurrent(state, event.turnId) ? { ...state, tree: replaceMessage(state.tree, event.reply) } : state;
    case 'turn-ended':
      if (!isCurrent(state, event.turnId)) return state;
      return { ...state, turn: idle, tree: event.reply ? replaceMessage(state.tree, event.reply) : state.tree };
    case 'message-selected':
      return { ...state, tree: select(state.tree, event.id), draftForkId: null };
    case 'fork-drafted':
      return { ...state, tree: showLeaf(state.tree, event.leafId), draftForkId: event.messageId };
    case 'plan-mode-changed':
      return state.planMode === event.planMode ? state : { ...state, planMode: event.planMode };
    case 'queue-changed':
      return { ...state, queue: event.queue };
  }
}

function isCurrent(state: ConversationState, turnId: string): boolean {
  return state.turn.phase !== 'idle' && state.turn.id === turnId;
}

/** A row found `streaming` at load has lost its writer: it is `interrupted` from now on. What is on screen already stays the same object. */
function loaded(state: ConversationState, stored: StoredConversation | null, keepPlanMode: boolean): ConversationState {
  if (!stored) return { ...state, loading: false };
  const known = state.tree.messages;
  const messages = stored.messages.map((message) => {
    const shown = known.get(message.id);
    if (shown?.parentId === message.parentId && shown.sequence === message.sequence) return shown;
    return message.status === 'streaming' ? Object.freeze({ ...message, status: 'interrupted' as const }) : message;
  });
  return {
    ...state,
    loading: false,
    tree: treeOf(messages, state.draftForkId ?? stored.conversation.leafId, stored.conversation.viewed),
    branches: new Map(stored.branches.map((branch) => [branch.id, branch])),
    planMode: keepPlanMode ? state.planMode : stored.conversation.planMode,
  };
}
