/** One or many agents behind `processMessage`: the manager, its skills and its colleagues, in the page. */
import { OpenMultiAgent, type OpenMultiAgentConfig } from '../agent/open-multi-agent.js';
import type { AgentConfig, AgentRunOptions, AgentRunResult } from '../agent/agent-types.js';
import { describeError } from '../model/errors.js';
import { sameId } from '../model/ids.js';
import type { LLMMessage } from '../model/message.js';
import { candidateAgents, resolveAgent } from '../run/agent-directory.js';
import type { ClientTool, ClientToolResult, ToolCall } from '../run/client-tool.js';
import { runClientTool } from '../run/run-client-tool.js';
import type { ConversationRunner, ExecuteAgentResult, ProcessMessageInput, RunnerCapabilities, RunOptions } from '../run/runner.js';
import type { Skill } from '../run/skill.js';
import { mayRunWhilePlanning, planForm, planOf, planRefusal } from './plan-mode.js';
import { delegationToolName, systemPromptOf } from './system-prompt.js';

export interface AgentSkill extends Skill {
  readonly instructions?: string;
  readonly tools?: readonly ClientTool[];
}

export interface AgentRunnerOptions extends Pick<OpenMultiAgentConfig, 'adapters' | 'defaultModel' | 'onProgress' | 'onTrace'> {
  /** Each with an `id`, else its name stands for one. */
  readonly agents: readonly AgentConfig[];
  readonly defaultAgentId?: string;
  /** Default agent by application id. */
  readonly applicationDefaults?: Readonly<Record<string, string>>;
  readonly skills?: readonly AgentSkill[];
  /** Answers false or throws: the agent is not offered (fail closed). */
  readonly canRunAgent?: (agentId: string) => boolean | Promise<boolean>;
  readonly canRunSkill?: (skillId: string) => boolean | Promise<boolean>;
  /** Messages of history that are read at most; default 20. */
  readonly historyLimit?: number;
  /** Stands in for what is older than the limit, unless the turn names a first moment (A1-8). */
  readonly summarize?: (messages: readonly LLMMessage[]) => Promise<string>;
}

export class AgentRunner implements ConversationRunner {
  readonly capabilities: Partial<RunnerCapabilities>;
  readonly #options: AgentRunnerOptions;
  readonly #agents: readonly (AgentConfig & { readonly id: string })[];
  readonly #orchestrator: OpenMultiAgent;

  /** Throws TypeError when there is no agent. */
  constructor(options: AgentRunnerOptions) {
    if (!Array.isArray(options?.agents) || options.agents.length === 0) throw new TypeError('AgentRunner: agents must hold at least one agent.');
    this.#options = options;
    const agents: readonly AgentConfig[] = options.agents;
    this.#agents = agents.map((agent) => ({ ...agent, id: agent.id ?? agent.name }));
    this.#orchestrator = new OpenMultiAgent(options);
    const textOnly = this.#agents.every((agent) => agent.backend);
    this.capabilities = { resume: false, ...(textOnly ? { structuredInput: false, images: false, clientTools: false } : {}) };
  }

  async processMessage(input: ProcessMessageInput, options: RunOptions): Promise<ExecuteAgentResult | null> {
    const { defaultAgentId, applicationDefaults } = this.#options;
    const agent = resolveAgent({
      explicitAgentId: input.explicitAgentId ?? null,
      applicationId: input.applicationId ?? null,
      applicationDefaults: applicationDefaults ?? {},
      defaultAgentId: defaultAgentId ?? this.#agents[0]?.id ?? null,
      agents: this.#agents,
      warn: (text) => input.onProgress?.({ step: 'validation', message: text }),
    });
    const candidates = await candidateAgents(this.#agents, {
      resolvedId: agent.id,
      allowed: input.AllowedAgentIDs ?? null,
      ...(this.#options.canRunAgent ? { canRun: this.#options.canRunAgent } : {}),
    });
    const turn = new RunnerTurn(this.#orchestrator, this.#options, input, options);
    return turn.answer(agent, candidates);
  }
}

/** One call of `processMessage`. */
class RunnerTurn {
  readonly #orchestrator: OpenMultiAgent;
  readonly #config: AgentRunnerOptions;
  readonly #input: ProcessMessageInput;
  readonly #options: RunOptions;
  #usage = { input_tokens: 0, output_tokens: 0 };

  constructor(orchestrator: OpenMultiAgent, config: AgentRunnerOptions, input: ProcessMessageInput, options: RunOptions) {
    this.#orchestrator = orchestrator;
    this.#config = config;
    this.#input = input;
    this.#options = options;
  }

  async answer(agent: AgentConfig & { readonly id: string }, candidates: readonly (AgentConfig & { readonly id: string })[]): Promise<ExecuteAgentResult> {
    const planning = this.#input.planMode === true && agent.supportsPlanMode !== false;
    const skills = await this.#skillsFor(agent);
    const { messages, summary } = await this.#window();
    const systemPrompt = systemPromptOf({ agent, skills, candidates, appContext: this.#input.appContext ?? null, planning, summary });
    const tools = this.#toolsFor(agent, skills, candidates);
    this.#progress('initialization', agent.name);
    const result = await this.#run({ ...agent, systemPrompt, tools }, agent.backend ? lastText(messages) : messages, {
      callTool: (call) => this.#callTool(call, tools, planning),
      onText: (soFar, turn) => this.#options.emit({ type: 'text', text: soFar, partId: `turn-${turn}` }),
      onReasoning: (soFar, turn) => this.#options.emit({ type: 'reasoning', text: soFar, partId: `turn-${turn}` }),
      onToolInput: ({ id, name, inputText }) => this.#options.emit({ type: 'tool-call', id, name, inputText }),
    });
    return executeResultOf(result, agent.id, planning);
  }

  async #run(config: AgentConfig, input: string | readonly LLMMessage[], options: AgentRunOptions): Promise<AgentRunResult> {
    const result = await this.#orchestrator.runAgent(config, input, { signal: this.#options.signal, ...options });
    this.#usage = { input_tokens: this.#usage.input_tokens + result.tokenUsage.input_tokens, output_tokens: this.#usage.output_tokens + result.tokenUsage.output_tokens };
    this.#options.emit({ type: 'usage', ...this.#usage });
    return result;
  }

  /** Requested ∩ accepted by the agent ∩ permitted; the rest falls away without a word (A1-10). */
  async #skillsFor(agent: AgentConfig): Promise<readonly AgentSkill[]> {
    const kept: AgentSkill[] = [];
    for (const id of this.#input.requestedSkillIDs ?? []) {
      const skill = this.#config.skills?.find((candidate) => sameId(candidate.id, id));
      const accepted = agent.acceptsSkills !== 'None' && (agent.acceptsSkills !== 'Limited' || (agent.skillIds ?? []).some((accepted) => sameId(accepted, id)));
      if (skill && accepted && !kept.includes(skill) && (await permits(this.#config.canRunSkill, skill.id))) kept.push(skill);
    }
    return kept;
  }

  /** The last messages up to the limit; older ones as a summary, unless the person set the first moment (A1-8). */
  async #window(): Promise<{ readonly messages: readonly LLMMessage[]; readonly summary: string | null }> {
    const { messages } = this.#options;
    const limit = Math.max(1, this.#config.historyLimit ?? 20);
    if (messages.length <= limit) return { messages, summary: null };
    let start = messages.length - limit;
    while (start < messages.length - 1 && messages[start]?.role === 'assistant') start++;
    const { summarize } = this.#config;
    if (!summarize || this.#input.AgentHistoryFrom) return { messages: messages.slice(start), summary: null };
    try {
      return { messages: messages.slice(start), summary: await summarize(messages.slice(0, start)) };
    } catch (error) {
      this.#progress('validation', `The summary of earlier messages failed: ${describeError(error).message}`);
      return { messages: messages.slice(start), summary: null };
    }
  }

  #toolsFor(agent: AgentConfig, skills: readonly AgentSkill[], candidates: readonly (AgentConfig & { readonly id: string })[]): readonly ClientTool[] {
    const delegate = candidates.length > 0 ? [this.#delegationTool(candidates)] : [];
    const all = [...delegate, ...(agent.tools ?? []), ...skills.flatMap((skill) => skill.tools ?? []), ...this.#options.tools];
    // The first definition of a name wins (A9.2).
    return all.filter((tool, index) => all.findIndex((other) => other.name === tool.name) === index);
  }

  async #callTool(call: ToolCall, tools: readonly ClientTool[], planning: boolean): Promise<ClientToolResult> {
    const tool = tools.find((candidate) => candidate.name === call.name);
    const ofPage = tool !== undefined && this.#options.tools.includes(tool);
    this.#progress('action_execution', call.name);
    if (ofPage && !(planning && !mayRunWhilePlanning(tool))) return this.#options.callTool({ ...call, input: { ...call.input } });
    this.#options.emit({ type: 'tool-call', id: call.id, name: call.name, input: { ...call.input } });
    const result: ClientToolResult =
      planning && !mayRunWhilePlanning(tool) ? { ok: false, error: planRefusal } : (await runClientTool(tools, call, { signal: this.#options.signal })).result;
    this.#options.emit({ type: 'tool-result', id: call.id, content: result.ok ? result.content : result.error, isError: !result.ok });
    return result;
  }

  /** A colleague answers a task of its own words and delegates no further; its progress is told under its name. */
  #delegationTool(candidates: readonly (AgentConfig & { readonly id: string })[]): ClientTool {
    return {
      name: delegationToolName,
      description: 'Hands a task to another agent and returns its answer.',
      inputSchema: {
        type: 'object',
        properties: { agentId: { type: 'string', enum: candidates.map((agent) => agent.id) }, task: { type: 'string', minLength: 1 } },
        required: ['agentId', 'task'],
      },
      timeoutMs: Infinity,
      execute: async (input, { signal }) => {
        const colleague = candidates.find((agent) => sameId(agent.id, String(input['agentId'])));
        if (!colleague) throw new Error(`There is no agent "${String(input['agentId'])}".`);
        this.#progress('subagent_execution', colleague.name);
        const tools = this.#toolsFor(colleague, [], []);
        const result = await this.#run({ ...colleague, tools }, String(input['task']), { signal, callTool: (call) => this.#callTool(call, tools, false) });
        if (!result.success) throw new Error(result.errorInfo?.message ?? result.output);
        return result.output;
      },
    };
  }

  #progress(step: string, message: string): void {
    this.#input.onProgress?.({ step, message });
  }
}

function lastText(messages: readonly LLMMessage[]): string {
  const last = messages.findLast((message) => message.role === 'user');
  return (last?.content ?? []).flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n').trim();
}

async function permits(check: ((id: string) => boolean | Promise<boolean>) | undefined, id: string): Promise<boolean> {
  try {
    return check ? (await check(id)) === true : true;
  } catch {
    return false;
  }
}

/** C4, result mapping: cancelled is the conversation's own doing, everything else that is not ok is a failure in words. */
function executeResultOf(result: AgentRunResult, agentId: string, planning: boolean): ExecuteAgentResult {
  const ok = result.status.code === 'ok';
  const errorMessage = ok ? undefined : (result.errorInfo?.message ?? result.status.message ?? result.output) || 'The agent failed without an error message.';
  const plan = ok && planning ? planOf(result.messages, result.output).trim() : '';
  return {
    success: ok,
    ...(errorMessage ? { errorMessage } : {}),
    agentRun: {
      ID: result.identity.runId,
      AgentID: agentId,
      Status: ok ? 'Completed' : result.status.code === 'cancelled' ? 'Cancelled' : 'Failed',
      FinalStep: 'Chat',
      ...(ok ? { Message: result.output } : {}),
      ...(errorMessage ? { ErrorMessage: errorMessage } : {}),
    },
    ...(result.structured === undefined ? {} : { payload: result.structured }),
    ...(plan ? { responseForm: planForm(plan) } : {}),
  };
}
