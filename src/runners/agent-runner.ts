/** One or many agents behind `processMessage`: the manager, its skills and its colleagues, in the page. */
import { OpenMultiAgent } from '../agent/open-multi-agent.js';
import { InvalidMessageError } from '../model/errors.js';
import type { LLMMessage } from '../model/message.js';
import { candidateAgents, resolveAgent } from '../run/agent-directory.js';
import type { ConversationRunner, ExecuteAgentResult, ProcessMessageInput, RunnerCapabilities, RunOptions } from '../run/runner.js';
import { cancelledResult } from './run-outcome.js';
import type { AgentRunnerOptions, KnownAgent, RunnerAgent } from './runner-options.js';
import { RunnerTurn } from './runner-turn.js';
import { TurnSeams } from './turn-seams.js';

export type { AgentRunnerOptions, AgentSkill, RunnerAgent } from './runner-options.js';

export class AgentRunner implements ConversationRunner {
  readonly capabilities: Partial<RunnerCapabilities>;
  readonly #options: AgentRunnerOptions;
  readonly #agents: readonly KnownAgent[];
  readonly #orchestrator: OpenMultiAgent;

  /** Throws TypeError when there is no agent, and what `OpenMultiAgent` throws for its settings. */
  constructor(options: AgentRunnerOptions) {
    if (!Array.isArray(options?.agents) || options.agents.length === 0) throw new TypeError('AgentRunner: agents must hold at least one agent.');
    const agents: readonly RunnerAgent[] = options.agents;
    for (const [index, agent] of agents.entries()) {
      if (typeof agent?.name !== 'string' || agent.name === '') throw new TypeError(`AgentRunner: agents[${index}].name must be a string that is not empty.`);
    }
    this.#options = options;
    this.#agents = agents.map((agent) => ({ ...agent, id: agent.id ?? agent.name }));
    this.#orchestrator = new OpenMultiAgent(options);
    this.capabilities = { resume: false, ...textOnlyCapabilities(this.#agents) };
  }

  /** Of every run, those of colleagues too; its owner flushes and shuts it down (B10). */
  get evaluation(): OpenMultiAgent['evaluation'] {
    return this.#orchestrator.evaluation;
  }

  /** Rejects with `INVALID_MESSAGE` for a turn that its agent cannot take, with `NO_DEFAULT_AGENT` when none is there; all else is in the result. */
  async processMessage(input: ProcessMessageInput, options: RunOptions): Promise<ExecuteAgentResult | null> {
    const { defaultAgentId, applicationDefaults, canRunAgent } = this.#options;
    const seams = new TurnSeams(input, options);
    const warnings: string[] = [];
    const agent = resolveAgent({
      explicitAgentId: input.explicitAgentId ?? null,
      applicationId: input.applicationId ?? null,
      applicationDefaults: applicationDefaults ?? {},
      defaultAgentId: defaultAgentId ?? this.#agents[0]?.id ?? null,
      agents: this.#agents,
      warn: (text) => warnings.push(text),
    });
    assertTaken(agent, input, seams.messages);
    seams.accept();
    for (const text of warnings) seams.progress('validation', text);
    try {
      const candidates = await seams.whileOpen(candidateAgents(this.#agents, { resolvedId: agent.id, allowed: input.AllowedAgentIDs ?? null, ...(canRunAgent ? { canRun: canRunAgent } : {}) }));
      return await new RunnerTurn(this.#orchestrator, this.#options, input, seams).answer(agent, candidates);
    } catch (error) {
      if (seams.signal.aborted) return cancelledResult(agent.id);
      throw error;
    }
  }
}

/** Nothing is promised that no agent here can keep (C5-1, C5-3); where some can, the turn itself is looked at. */
function textOnlyCapabilities(agents: readonly KnownAgent[]): Partial<RunnerCapabilities> {
  if (!agents.every((agent) => agent.backend)) return {};
  const keepsMemory = agents.some((agent) => agent.backend?.kind === 'acp');
  return { structuredInput: false, images: false, clientTools: false, planMode: false, ...(keepsMemory ? { branching: false } : {}) };
}

/** What a backend of words would lose is refused, never dropped (B11-1, C5-1, C5-3). */
function assertTaken({ name, backend }: KnownAgent, input: ProcessMessageInput, messages: readonly LLMMessage[]): void {
  if (!backend) return;
  const last = messages.findLast((message) => message.role === 'user');
  if (last?.content.some((block) => block.type !== 'text')) throw new InvalidMessageError(`${name} reads text only; remove what is not text, or ask another agent.`);
  if (input.planMode === true) throw new InvalidMessageError(`${name} cannot be held to a plan; switch plan mode off, or ask another agent.`);
  if (backend.kind === 'acp' && input.ReplyBranchID) throw new InvalidMessageError(`${name} keeps a memory of its own and cannot go back to an earlier message.`);
}
