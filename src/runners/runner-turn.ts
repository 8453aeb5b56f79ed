/** One call of `processMessage`: what the agent is told, which tools it has, whom it may ask, and what the page hears of it. */
import type { AgentConfig, AgentRunOptions, AgentRunResult } from '../agent/agent-types.js';
import { userText } from '../agent/external-run.js';
import type { OpenMultiAgent } from '../agent/open-multi-agent.js';
import { approvalMissing } from '../agent/tool-turn.js';
import { describeError } from '../model/errors.js';
import { sameId } from '../model/ids.js';
import type { LLMMessage } from '../model/message.js';
import type { ClientTool, ClientToolResult, ToolCall } from '../run/client-tool.js';
import { needsApproval, runClientTool } from '../run/run-client-tool.js';
import type { ExecuteAgentResult, ProcessMessageInput } from '../run/runner.js';
import { windowOf, type HistoryWindow } from './history-window.js';
import { mayRunWhilePlanning, planRefusal } from './plan-mode.js';
import { executeResultOf } from './run-outcome.js';
import type { AgentRunnerOptions, AgentSkill, KnownAgent } from './runner-options.js';
import { delegationToolName, systemPromptOf } from './system-prompt.js';
import type { TurnSeams } from './turn-seams.js';

/** How one agent of the turn calls its tools. */
interface ToolDoor {
  readonly tools: readonly ClientTool[];
  readonly planning: boolean;
  /** Stands before the ids of a colleague's calls: two models may both begin with `call_0`. */
  readonly prefix: string;
}

export class RunnerTurn {
  readonly #orchestrator: OpenMultiAgent;
  readonly #config: AgentRunnerOptions;
  readonly #input: ProcessMessageInput;
  readonly #seams: TurnSeams;
  #usage = { input_tokens: 0, output_tokens: 0 };

  constructor(orchestrator: OpenMultiAgent, config: AgentRunnerOptions, input: ProcessMessageInput, seams: TurnSeams) {
    this.#orchestrator = orchestrator;
    this.#config = config;
    this.#input = input;
    this.#seams = seams;
  }

  async answer(agent: KnownAgent, candidates: readonly KnownAgent[]): Promise<ExecuteAgentResult> {
    const seams = this.#seams;
    const planning = this.#input.planMode === true && agent.supportsPlanMode !== false;
    const skills = await seams.whileOpen(this.#skillsFor(agent));
    const { messages, summary } = await seams.whileOpen(this.#window());
    const systemPrompt = systemPromptOf({ agent, skills, candidates, appContext: this.#input.appContext ?? null, planning, summary });
    const tools = this.#toolsFor(agent, skills, candidates);
    seams.progress('initialization', agent.name);
    const result = await this.#run({ ...agent, systemPrompt, tools }, agent.backend ? userText(messages) : messages, {
      ...this.#toolSeams({ tools, planning, prefix: '' }),
      signal: seams.signal,
      onText: (soFar, turn) => seams.emit({ type: 'text', text: soFar, partId: `turn-${turn}` }),
      onReasoning: (soFar, turn) => seams.emit({ type: 'reasoning', text: soFar, partId: `turn-${turn}` }),
      onToolInput: ({ id, name, inputText }) => seams.emit({ type: 'tool-call', id, name, inputText }),
    });
    if (result.loopDetected || result.budgetExceeded) {
      seams.progress('validation', result.status.message ?? 'The agent reached its limit.', { event: result.loopDetected ? 'loop_detected' : 'budget_exceeded' });
    }
    seams.progress('finalization', agent.name, { status: result.status.code });
    return executeResultOf(result, agent.id, planning);
  }

  async #run(config: AgentConfig, input: string | readonly LLMMessage[], options: AgentRunOptions): Promise<AgentRunResult> {
    const result = await this.#orchestrator.runAgent(config, input, options);
    this.#usage = { input_tokens: this.#usage.input_tokens + result.tokenUsage.input_tokens, output_tokens: this.#usage.output_tokens + result.tokenUsage.output_tokens };
    this.#seams.emit({ type: 'usage', ...this.#usage });
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

  /** A turn that names its first moment is given no summary of what was before (A1-8). */
  async #window(): Promise<HistoryWindow> {
    const { historyLimit, summarize } = this.#config;
    const limit = historyLimit === undefined ? {} : { limit: historyLimit };
    const { messages } = this.#seams;
    if (!summarize || this.#input.AgentHistoryFrom) return windowOf(messages, limit);
    try {
      return await windowOf(messages, { ...limit, summarize });
    } catch (error) {
      this.#seams.progress('validation', `The summary of earlier messages failed: ${describeError(error).message}`);
      return windowOf(messages, limit);
    }
  }

  #toolsFor(agent: AgentConfig, skills: readonly AgentSkill[], candidates: readonly KnownAgent[]): readonly ClientTool[] {
    const delegate = candidates.length > 0 ? [this.#delegationTool(candidates)] : [];
    const all = [...delegate, ...(agent.tools ?? []), ...skills.flatMap((skill) => skill.tools ?? []), ...this.#seams.tools];
    // The first definition of a name wins (A9.2).
    return all.filter((tool, index) => all.findIndex((other) => other.name === tool.name) === index);
  }

  /** The page hears of every call and of its answer once: of its own tools through its own door, of all others from here. */
  #toolSeams(door: ToolDoor): Pick<AgentRunOptions, 'callTool' | 'onToolAnswer'> {
    const told = new Set<string>();
    return {
      callTool: (call) => {
        told.add(call.id);
        return this.#callTool({ ...call, id: door.prefix + call.id }, door);
      },
      onToolAnswer: (call, { content, is_error: isError = false }) => {
        if (told.has(call.id)) return;
        const id = door.prefix + call.id;
        this.#seams.emit({ type: 'tool-call', id, name: call.name, input: { ...call.input } });
        this.#seams.emit({ type: 'tool-result', id, content, isError });
      },
    };
  }

  async #callTool(call: ToolCall, { tools, planning }: ToolDoor): Promise<ClientToolResult> {
    const tool = tools.find((candidate) => candidate.name === call.name);
    const isRefused = planning && !mayRunWhilePlanning(tool);
    this.#seams.progress('action_execution', call.name);
    if (tool && !isRefused && this.#seams.tools.includes(tool)) return this.#seams.callTool(call);
    this.#seams.emit({ type: 'tool-call', id: call.id, name: call.name, input: { ...call.input } });
    const result = isRefused ? ({ ok: false, error: planRefusal } as const) : await this.#runOwnTool(call, tool, tools);
    this.#seams.emit({ type: 'tool-result', id: call.id, content: result.ok ? result.content : result.error, isError: !result.ok });
    return result;
  }

  /** A tool of the agent or of a skill. The page's door knows only the page's tools, so nobody can be asked about this one. */
  async #runOwnTool(call: ToolCall, tool: ClientTool | undefined, tools: readonly ClientTool[]): Promise<ClientToolResult> {
    if (tool && needsApproval(tool, call.input)) return { ok: false, error: approvalMissing(call.name) };
    return (await runClientTool(tools, call, { signal: this.#seams.signal })).result;
  }

  /** A colleague answers a task of its own words, sees the page, and delegates no further; its progress is told under its name. */
  #delegationTool(candidates: readonly KnownAgent[]): ClientTool {
    return {
      name: delegationToolName,
      description: 'Hands a task to another agent and returns its answer.',
      inputSchema: {
        type: 'object',
        properties: { agentId: { type: 'string', description: candidates.map(({ id, name }) => `${id} is ${name}`).join('; ') }, task: { type: 'string', minLength: 1 } },
        required: ['agentId', 'task'],
      },
      timeoutMs: Infinity,
      execute: async (input, { signal, toolCallId }) => {
        const wanted = String(input['agentId']);
        const colleague = candidates.find((agent) => sameId(agent.id, wanted)) ?? candidates.find((agent) => agent.name.toLowerCase() === wanted.toLowerCase());
        if (!colleague) throw new Error(`There is no agent "${wanted}" to ask; there is ${candidates.map(({ id }) => `"${id}"`).join(', ')}.`);
        const metadata = { agentId: colleague.id, toolCallId };
        this.#seams.progress('subagent_execution', colleague.name, metadata);
        const tools = this.#toolsFor(colleague, [], []);
        const systemPrompt = systemPromptOf({ agent: colleague, skills: [], candidates: [], appContext: this.#input.appContext ?? null, planning: false, summary: null });
        const door = { tools, planning: false, prefix: `${toolCallId}/` };
        const result = await this.#run({ ...colleague, systemPrompt, tools }, String(input['task']), { ...this.#toolSeams(door), signal });
        this.#seams.progress('subagent_execution', `${colleague.name}: ${result.status.code === 'ok' ? 'done' : result.status.code}`, metadata);
        if (!result.success) throw new Error(result.errorInfo?.message ?? result.output);
        return result.output;
      },
    };
  }
}

async function permits(check: ((id: string) => boolean | Promise<boolean>) | undefined, id: string): Promise<boolean> {
  try {
    return check ? (await check(id)) === true : true;
  } catch {
    return false;
  }
}
