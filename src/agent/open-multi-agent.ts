/** One-off runs with progress, traces and online evaluation (B9, B10). */
import { copyOut, takePartialSnapshot } from '../model/snapshot.js';
import { callSafely, DiagnosticReporter, type Diagnostic } from '../run/diagnostics.js';
import { OnlineEvaluation, type EvaluationSeams } from '../run/evaluation.js';
import type { EvaluationConfig } from '../run/evaluation-types.js';
import { Agent } from './agent.js';
import { prepareRunInput } from './agent-input.js';
import type { AgentConfig, AgentRunInput, AgentRunOptions, AgentRunResult, TraceSpan } from './agent-types.js';
import type { LLMAdapter } from './llm.js';

/** `data` is the listener's own copy: what it does to it changes nothing (B4-9). */
export type ProgressEvent =
  | { readonly type: 'agent_start'; readonly agent: string; readonly data: { readonly prompt: string } | { readonly messages: AgentRunInput } }
  | { readonly type: 'budget_exceeded' | 'agent_complete'; readonly agent: string; readonly data: AgentRunResult };

export interface OpenMultiAgentConfig {
  /** For agents that name none. */
  readonly defaultModel?: string;
  /** For agents without an adapter: by model name, else the longest key that begins the model's name, else `default`. */
  readonly adapters?: Readonly<Record<string, LLMAdapter>>;
  /** A listener that throws or rejects changes nothing (B9-5, ours isolates); `onDiagnostic` hears of it. */
  readonly onProgress?: (event: ProgressEvent) => void;
  /** Gets the spans of every run, beside `AgentRunOptions.onTrace`. */
  readonly onTrace?: (span: TraceSpan) => void;
  /** Hears of faults in `onProgress` and `onTrace`. */
  readonly onDiagnostic?: (diagnostic: Diagnostic) => void;
  /** Off by default. */
  readonly evaluation?: EvaluationConfig<AgentRunResult>;
  /** For `evaluation.budget.maxCostPerHour`. */
  readonly estimateCost?: EvaluationSeams['estimateCost'];
  /** For sampling; default `Math.random`. */
  readonly random?: () => number;
}

export class OpenMultiAgent {
  /** Scores a share of the runs, later and aside; its owner flushes and shuts it down (B10). */
  readonly evaluation: OnlineEvaluation<AgentRunResult>;
  readonly #config: OpenMultiAgentConfig;
  readonly #reporter: DiagnosticReporter;

  /** Throws TypeError or RangeError when `evaluation` has a setting that is none (B10-1). */
  constructor(config: OpenMultiAgentConfig = {}) {
    const { evaluation, random, estimateCost, onDiagnostic } = config;
    this.#config = config;
    this.#reporter = new DiagnosticReporter({ ...(onDiagnostic ? { onDiagnostic } : {}), warn: false, now: Date.now });
    this.evaluation = new OnlineEvaluation(evaluation, { ...(random ? { random } : {}), ...(estimateCost ? { estimateCost } : {}) });
  }

  /** A fresh agent for one run. Rejects for bad input only, before any progress and any sampling (B9-3). */
  async runAgent(config: AgentConfig, input: AgentRunInput, options: AgentRunOptions = {}): Promise<AgentRunResult> {
    const start = performance.now();
    const messages = prepareRunInput(input, config);
    const model = config.model ?? this.#config.defaultModel;
    const adapter = config.adapter ?? this.#adapterFor(model);
    const agent = new Agent({ ...config, ...(model === undefined ? {} : { model }), ...(adapter ? { adapter } : {}) });
    this.#tell(() => ({ type: 'agent_start', agent: config.name, data: typeof input === 'string' ? { prompt: input } : { messages: copyOut(messages) } }));
    const result = await agent.run(config.backend ? input : messages, { ...options, onTrace: (span) => this.#trace(span, options) });
    if (result.budgetExceeded) this.#tell(() => ({ type: 'budget_exceeded', agent: config.name, data: listenersOwn(result) }));
    this.#tell(() => ({ type: 'agent_complete', agent: config.name, data: listenersOwn(result) }));
    // The caller's input, as it was at the call: a string stays a string (B4-10).
    this.evaluation.submit(typeof input === 'string' ? input : messages, result, performance.now() - start);
    return result;
  }

  #adapterFor(model: string | undefined): LLMAdapter | undefined {
    const adapters = this.#config.adapters ?? {};
    const keys = model === undefined ? [] : Object.keys(adapters).filter((name) => model.startsWith(name));
    return adapters[keys.sort((a, b) => b.length - a.length)[0] ?? 'default'];
  }

  #tell(event: () => ProgressEvent): void {
    const { onProgress } = this.#config;
    if (!onProgress) return;
    callSafely(() => onProgress(event()), (error) => this.#reporter.report('progress_listener_failed', 'onProgress threw; the run goes on.', error));
  }

  #trace(span: TraceSpan, options: AgentRunOptions): void {
    for (const listener of [this.#config.onTrace, options.onTrace]) {
      callSafely(() => listener?.(span), (error) => this.#reporter.report('trace_listener_failed', 'onTrace threw; the run goes on.', error));
    }
  }
}

/** The error object stays itself: a copy would lose its class. What `afterRun` or `metadata` hold that has no copy is left out. */
function listenersOwn(result: AgentRunResult): AgentRunResult {
  const { error, ...rest } = result;
  return { ...copyOut(takePartialSnapshot(rest, 'result').value as AgentRunResult), ...(error ? { error } : {}) };
}
