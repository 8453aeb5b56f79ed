/** What a host plugs into a conversation. Read again at every use, so that swapping one takes effect with the next turn (A1-6). */
import type { AgentInfo, SkillSource } from '../run/skill.js';
import type { ClientTool, ClientToolResult, ToolCall } from '../run/client-tool.js';
import type { ConversationRunner } from '../run/runner.js';

export type AppContextSource = Readonly<Record<string, unknown>> | (() => Readonly<Record<string, unknown>> | null) | null;

export interface ConversationSettings {
  readonly runner?: ConversationRunner | null;
  /** → `explicitAgentId`, unless the message names an agent. */
  readonly agentId?: string | null;
  readonly applicationId?: string | null;
  readonly historyFrom?: Date | null;
  /** null = all, [] = none (A1-T1, A1-T2). */
  readonly allowedAgentIds?: readonly string[] | null;
  readonly skills?: SkillSource;
  readonly agents?: readonly AgentInfo[];
  readonly clientTools?: readonly ClientTool[];
  /** Read and copied when a message is sent. */
  readonly appContext?: AppContextSource;
  /** Messages handed to the runner at most; default 20 (C4-2). */
  readonly historyLimit?: number;
  /** Asked before a client tool runs; false means the host cancels the call (A9-T7). */
  readonly onToolCall?: (call: ToolCall) => boolean;
  readonly onToolResult?: (call: ToolCall, result: ClientToolResult) => void;
}
