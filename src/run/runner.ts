/**
 * The contract between a conversation and whatever answers it.
 * The first argument is MemberJunction's `ProcessMessageInput`, names and casing verbatim (A1-1); what this package adds
 * travels in the second, which a plain MemberJunction runner ignores.
 */
import type { LLMMessage, ToolResultPart } from '../model/message.js';
import type { ActionableCommand, AgentResponseForm, AutomaticCommand } from '../model/response-form.js';
import type { ClientTool, ClientToolResult } from './client-tool.js';

/** The user row as MemberJunction's code reads it: the fields that matter of `MJConversationDetailEntity` (A3). */
export interface ConversationDetail {
  readonly ID: string;
  readonly ConversationID: string;
  readonly Role: 'User';
  readonly Message: string;
  readonly Status: 'Complete';
  readonly BranchID: string | null;
  readonly ParentID: string | null;
  readonly Sequence: number;
  readonly AgentID: string | null;
  readonly HiddenToUser: false;
  readonly __mj_CreatedAt: Date;
  readonly __mj_UpdatedAt: Date;
}

export interface AgentProgress {
  readonly step: string;
  readonly message: string;
  readonly percentage?: number;
  readonly metadata?: Record<string, unknown>;
}

export interface AgentReplyAcknowledgement {
  readonly ConversationDetailId: string;
  readonly CreatedAt: Date;
  readonly AnnouncementDetailId?: string;
}

/** The twelve fields of the seed. Optional keys are absent, not null, when they are not set (A1-T4 … A1-T8). */
export interface ProcessMessageInput {
  conversationId: string;
  message: ConversationDetail;
  explicitAgentId?: string | null;
  applicationId?: string | null;
  appContext?: Record<string, unknown> | null;
  planMode?: boolean;
  requestedSkillIDs?: string[];
  AgentHistoryFrom?: Date | null;
  AllowedAgentIDs?: readonly string[] | null;
  ReplyBranchID?: string | null;
  onProgress?: (progress: AgentProgress) => void;
  onReplyAccepted?: (reply: AgentReplyAcknowledgement) => void;
}

/** "So far" values: a later event of the same part replaces the earlier one, it is never appended (A10-1). */
export type RunEvent =
  | { readonly type: 'text'; readonly text: string; readonly partId?: string }
  | { readonly type: 'reasoning'; readonly text: string; readonly partId?: string }
  | { readonly type: 'tool-call'; readonly id: string; readonly name: string; readonly input?: Record<string, unknown>; readonly inputText?: string }
  | { readonly type: 'tool-result'; readonly id: string; readonly content: string | readonly ToolResultPart[]; readonly isError?: boolean }
  | { readonly type: 'usage'; readonly input_tokens: number; readonly output_tokens: number }
  | { readonly type: 'custom'; readonly name: string; readonly data: unknown };

export interface RunOptions {
  /** Aborted once, by `stop()`. */
  readonly signal: AbortSignal;
  /** The reply branch up to and including the user message (C4-1 … C4-8), a deep copy. */
  readonly messages: readonly LLMMessage[];
  readonly tools: readonly ClientTool[];
  /** Runs a tool of the page. Never rejects. */
  callTool(call: { id: string; name: string; input: Record<string, unknown> }): Promise<ClientToolResult>;
  emit(event: RunEvent): void;
}

export interface RunnerCapabilities {
  readonly structuredInput: boolean;
  readonly images: boolean;
  readonly branching: boolean;
  readonly planMode: boolean;
  readonly skills: boolean;
  readonly appContext: boolean;
  readonly clientTools: boolean;
  readonly cancel: boolean;
  readonly resume: boolean;
}

export interface ConversationRunner {
  processMessage(input: ProcessMessageInput, options: RunOptions): Promise<ExecuteAgentResult | null>;
  /** What the runner cannot do is declared false; absent = all true (C1.1). */
  readonly capabilities?: Partial<RunnerCapabilities>;
  /** Reattaches to a reply after a reload. */
  resume?(input: ProcessMessageInput, options: RunOptions): Promise<ExecuteAgentResult | null>;
}

export interface MediaOutput {
  readonly modality: string;
  readonly mimeType: string;
  readonly data?: string;
  readonly url?: string;
  readonly [key: string]: unknown;
}

/** MemberJunction's result (A2.1); only what the conversation reads is spelled out. */
export interface ExecuteAgentResult {
  readonly success: boolean;
  readonly errorMessage?: string;
  readonly agentRun?: {
    readonly ID?: string;
    readonly Status?: string;
    readonly Message?: string;
    readonly ErrorMessage?: string;
    readonly FinalStep?: string;
    readonly AgentID?: string;
    readonly [key: string]: unknown;
  };
  readonly payload?: unknown;
  readonly responseForm?: AgentResponseForm;
  readonly actionableCommands?: readonly ActionableCommand[];
  readonly automaticCommands?: readonly AutomaticCommand[];
  readonly mediaOutputs?: readonly MediaOutput[];
  readonly [key: string]: unknown;
}
