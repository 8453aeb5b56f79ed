/** One-off runs with progress and traces (B9). Online evaluation (B10) is not here yet. */
import { newId } from '../model/ids.js';
import { copyOut } from '../model/snapshot.js';
import { Agent } from './agent.js';
import { prepareRunInput } from './agent-input.js';
import { isolated } from './agent-loop.js';
import type { AgentConfig, AgentRunInput, AgentRunOptions, AgentRunResult, TraceSpan } from './agent-types.js';
import type { LLMAdapter } from './llm.js';

/** `data` is the listener's own copy: what it does to it changes nothing (B4-9). */
export type ProgressEvent =
  | { readonly type: 'agent_start'; readonly agent: string; readonly data: { readonly prompt: string } | { readonly messages: AgentRunInput } }
  | { readonly type: 'budget_exceeded' | 'agent_complete'; readonly agent: string; readonly data: AgentRunResult };

export interface OpenMultiAgentConfig {
  /** For agents that name none. */
  readonly defaultModel?: string;
  /** For agents without an adapter: by model name, else the one whose key begins the model's name, else `default`. */
  readonly adapters?: Readonly<Record<string, LLMAdapter>>;
  /** A listener that throws changes nothing (B9-5, ours isolates). */
  readonly onProgress?: (event: ProgressEvent) => void;
  readonly onTrace?: (span: TraceSpan) => void;
}

export class OpenMultiAgent {
  readonly #config: OpenMultiAgentConfig;

  constructor(config: OpenMultiAgentConfig = {}) {
    this.#config = config;
  }

  /** A fresh agent for one run. Rejects for bad input only, before any progress (B9-3). */
  async runAgent(config: AgentConfig, input: AgentRunInput, options: AgentRunOptions = {}): Promise<AgentRunResult> {
    const messages = prepareRunInput(input, config);
    const model = config.model ?? this.#config.defaultModel;
    const adapter = config.adapter ?? this.#adapterFor(model);
    const agent = new Agent({ ...config, ...(model === undefined ? {} : { model }), ...(adapter ? { adapter } : {}) });
    this.#tell({ type: 'agent_start', agent: config.name, data: typeof input === 'string' ? { prompt: input } : { messages: copyOut(messages) } });
    const { onTrace } = this.#config;
    const result = await agent.run(config.backend ? input : messages, { runId: newId(), ...(onTrace ? { onTrace } : {}), ...options });
    if (result.budgetExceeded) this.#tell({ type: 'budget_exceeded', agent: config.name, data: listenersOwn(result) });
    this.#tell({ type: 'agent_complete', agent: config.name, data: listenersOwn(result) });
    return result;
  }

  #adapterFor(model: string | undefined): LLMAdapter | undefined {
    const adapters = this.#config.adapters ?? {};
    const key = model === undefined ? undefined : Object.keys(adapters).find((name) => name === model) ?? Object.keys(adapters).find((name) => model.startsWith(name));
    return adapters[key ?? 'default'];
  }

  #tell(event: ProgressEvent): void {
    isolated(() => this.#config.onProgress?.(event));
  }
}

/** The error object stays itself: a copy would lose its class. */
function listenersOwn(result: AgentRunResult): AgentRunResult {
  const { error, ...rest } = result;
  return { ...copyOut(rest), ...(error ? { error } : {}) };
}
