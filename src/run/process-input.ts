/** The twelve fields as a runner gets them (A1.3 step 4): a key that is not set is absent. */
import { textOf, type ConversationMessage } from '../model/message.js';
import type { AgentProgress, AgentReplyAcknowledgement, ConversationDetail, ProcessMessageInput } from './runner.js';

/** Copies that belong to one turn, taken when the person sent it. */
export interface TurnSettings {
  readonly explicitAgentId: string | null;
  readonly applicationId: string | null;
  readonly appContext: Readonly<Record<string, unknown>> | null;
  readonly planMode: boolean;
  readonly requestedSkillIDs: readonly string[];
  readonly historyFrom: Date | null;
  readonly allowedAgentIds: readonly string[] | null;
}

export interface TurnCallbacks {
  readonly onProgress: (progress: AgentProgress) => void;
  readonly onReplyAccepted: (reply: AgentReplyAcknowledgement) => void;
}

/** The stored message as the row that MemberJunction's code reads (A3). */
export function conversationDetailOf(message: ConversationMessage): ConversationDetail {
  return {
    ID: message.id,
    ConversationID: message.conversationId,
    Role: 'User',
    Message: textOf(message.content),
    Status: 'Complete',
    BranchID: message.branchId,
    ParentID: null,
    Sequence: message.sequence,
    AgentID: message.agentId ?? null,
    HiddenToUser: false,
    __mj_CreatedAt: new Date(message.createdAt),
    __mj_UpdatedAt: new Date(message.createdAt),
  };
}

/**
 * `replyBranchId` is the branch of the reply. It travels as `ReplyBranchID` only when it is not the user row's own branch,
 * which is when the turn forks from that row (A1-7).
 */
export function processMessageInput(
  message: ConversationMessage,
  replyBranchId: string | null,
  settings: TurnSettings,
  appContext: Record<string, unknown> | null,
  callbacks: TurnCallbacks,
): ProcessMessageInput {
  const input: ProcessMessageInput = { conversationId: message.conversationId, message: conversationDetailOf(message) };
  if (settings.explicitAgentId) input.explicitAgentId = settings.explicitAgentId;
  if (settings.applicationId) input.applicationId = settings.applicationId;
  if (appContext) input.appContext = appContext;
  if (settings.planMode) input.planMode = true;
  if (settings.requestedSkillIDs.length > 0) input.requestedSkillIDs = [...settings.requestedSkillIDs];
  if (settings.historyFrom) input.AgentHistoryFrom = settings.historyFrom;
  if (settings.allowedAgentIds) input.AllowedAgentIDs = [...settings.allowedAgentIds];
  if (replyBranchId !== null && replyBranchId !== message.branchId) input.ReplyBranchID = replyBranchId;
  input.onProgress = callbacks.onProgress;
  input.onReplyAccepted = callbacks.onReplyAccepted;
  return input;
}
