/** What an `AgentRunner` is made of. */
import type { AgentConfig } from '../agent/agent-types.js';
import type { OpenMultiAgentConfig } from '../agent/open-multi-agent.js';
import type { LLMMessage } from '../model/message.js';
import type { DirectoryAgent } from '../run/agent-directory.js';
import type { ClientTool } from '../run/client-tool.js';
import type { Skill } from '../run/skill.js';

export interface AgentSkill extends Skill {
  readonly instructions?: string;
  readonly tools?: readonly ClientTool[];
}

/** An agent with its place in the directory: one with a parent, one that is not active and a sub-agent are not offered to delegate to. */
export interface RunnerAgent extends AgentConfig, Omit<DirectoryAgent, 'id' | 'name'> {}

export interface AgentRunnerOptions
  extends Pick<OpenMultiAgentConfig, 'adapters' | 'defaultModel' | 'onProgress' | 'onTrace' | 'onDiagnostic' | 'evaluation' | 'estimateCost' | 'random'> {
  /** Each with an `id`, else its name stands for one. */
  readonly agents: readonly RunnerAgent[];
  readonly defaultAgentId?: string;
  /** Default agent by application id. */
  readonly applicationDefaults?: Readonly<Record<string, string>>;
  readonly skills?: readonly AgentSkill[];
  /** Answers false or throws: the agent is not offered (fail closed). */
  readonly canRunAgent?: (agentId: string) => boolean | Promise<boolean>;
  readonly canRunSkill?: (skillId: string) => boolean | Promise<boolean>;
  /** Messages of history that are read at most; default 20. */
  readonly historyLimit?: number;
  /**
   * Stands in for what is older than the limit, unless the turn names a first moment (A1-8). It sees what the conversation hands over,
   * at most the `historyLimit` of the conversation: set that one higher.
   */
  readonly summarize?: (messages: readonly LLMMessage[]) => string | Promise<string>;
}

export type KnownAgent = RunnerAgent & { readonly id: string };
