/** Open Multi-Agent's `Agent`, in the page: one configuration, run as often as wanted (B2). */
import { newId } from '../model/ids.js';
import type { LLMMessage } from '../model/message.js';
import { copyOut, takeMessagesSnapshot } from '../model/snapshot.js';
import { assertValidMessages } from '../model/validate.js';
import { callSafely } from '../run/diagnostics.js';
import { preparePrompt, prepareRunInput } from './agent-input.js';
import { runLoop } from './agent-loop.js';
import { failureOf, interrupted, type RunRecord } from './agent-result.js';
import type { AgentConfig, AgentPromptInput, AgentRunInput, AgentRunOptions, AgentRunResult, AgentState, RunIdentity, StreamEvent, TraceSpan } from './agent-types.js';
import { ExternalSession } from './external-run.js';
import type { TokenUsage } from './llm.js';
import { askAfterRun, askBeforeRun, callersOwn } from './run-hooks.js';
import { RunScope } from './run-scope.js';

const noUsage: TokenUsage = Object.freeze({ input_tokens: 0, output_tokens: 0 });

/** What one run needs besides its input. */
interface Run {
  readonly options: AgentRunOptions;
  readonly scope: RunScope;
  readonly record: RunRecord;
  readonly emit: (event: StreamEvent) => void;
  readonly report: (span: Omit<TraceSpan, 'traceId'>) => void;
}

export class Agent {
  readonly #config: AgentConfig;
  readonly #external: ExternalSession | null;
  #history: readonly LLMMessage[];
  #running = 0;
  #state: AgentState = { status: 'idle', messages: [], tokenUsage: noUsage };
  /** Counts the resets: what a run says that began before one belongs to a talk that is forgotten. */
  #talk = 0;

  /** Throws InvalidMessageError when `history` is none (B3). */
  constructor(config: AgentConfig) {
    if (config.history !== undefined) assertValidMessages(config.history);
    this.#config = config;
    this.#external = config.backend ? new ExternalSession(config, config.backend) : null;
    this.#history = config.history ? takeMessagesSnapshot(config.history) : [];
  }

  get name(): string {
    return this.#config.name;
  }

  /** Whether a run is under way. */
  get state(): 'idle' | 'running' {
    return this.#running > 0 ? 'running' : 'idle';
  }

  /** `completed` or `error` is how the last run ended; an agent that refused its input stays as it was. */
  getState(): AgentState {
    const { status, messages, tokenUsage, error } = this.#state;
    return { status: this.#running > 0 ? 'running' : status, messages: [...messages], tokenUsage: { ...tokenUsage }, ...(error ? { error } : {}) };
  }

  /** Fresh: neither reads nor writes the history of `prompt()`. Rejects only for bad input; everything else is in the result. */
  async run(input: AgentRunInput, options: AgentRunOptions = {}): Promise<AgentRunResult> {
    return this.#execute(prepareRunInput(input, this.#config), options, [], () => {});
  }

  /**
   * Like `run`, as events with exactly one `done` or `error` at the end (B7-1). Throws at the call for bad input; nothing else
   * happens before the first `next()` (B2-5). Leaving the iteration early stops the work (B7-3).
   */
  stream(input: AgentRunInput, options: AgentRunOptions = {}): AsyncGenerator<StreamEvent, void, undefined> {
    return this.#events(prepareRunInput(input, this.#config), options);
  }

  /** One turn of a talk that this agent keeps: appends the turn, and what the run said (B5). */
  async prompt(input: AgentPromptInput, options: AgentRunOptions = {}): Promise<AgentRunResult> {
    const turn = preparePrompt(input, this.#config);
    const talk = this.#talk;
    this.#history = [...this.#history, turn];
    const result = await this.#execute(this.#config.backend ? [turn] : this.#history, options, [], () => {});
    if (talk === this.#talk) this.#history = [...this.#history, ...takeMessagesSnapshot(result.messages)];
    return result;
  }

  /** The caller's own copy (B4-4). */
  getHistory(): LLMMessage[] {
    return copyOut([...this.#history]);
  }

  /** Forgets the history, and ends the session of an external backend. */
  reset(): void {
    this.#talk++;
    this.#history = [];
    this.#state = { status: 'idle', messages: [], tokenUsage: noUsage };
    this.#external?.reset();
  }

  async *#events(messages: readonly LLMMessage[], options: AgentRunOptions): AsyncGenerator<StreamEvent, void, undefined> {
    const left = new AbortController();
    const waiting: StreamEvent[] = [];
    let wake: () => void = () => {};
    let result: AgentRunResult | null = null;
    const run = this.#execute(messages, options, [left.signal], (event) => {
      waiting.push(event);
      wake();
    }).then((settled) => {
      result = settled;
      wake();
    });
    try {
      for (;;) {
        for (let event = waiting.shift(); event; event = waiting.shift()) yield event;
        if (result) break;
        await new Promise<void>((resolve) => {
          wake = resolve;
          if (waiting.length > 0 || result) resolve();
        });
      }
      yield terminalEvent(result);
    } finally {
      left.abort();
      await run;
    }
  }

  /** Never rejects. */
  async #execute(messages: readonly LLMMessage[], given: AgentRunOptions, signals: readonly AbortSignal[], emit: (event: StreamEvent) => void): Promise<AgentRunResult> {
    const config = this.#config;
    const options: AgentRunOptions = given ?? {};
    const identity: RunIdentity = { runId: options.runId ?? newId(), attempt: 1, traceId: hexId(32), rootSpanId: hexId(16) };
    const record: RunRecord = { identity, messages: [], output: '', usage: noUsage, toolCalls: [], ...(options.metadata ? { metadata: options.metadata } : {}) };
    const scope = new RunScope([options.signal, options.abortSignal, ...signals], config.timeoutMs);
    const report = (span: Omit<TraceSpan, 'traceId'>): void => callSafely(() => options.onTrace?.({ ...span, traceId: identity.traceId }), () => {});
    const talk = this.#talk;
    const startTime = Date.now();
    this.#running++;
    try {
      const result = callersOwn(await this.#settle(messages, { options, scope, record, emit, report }).catch((error: unknown) => failureOf(record, 'framework', error)));
      report({ name: `agent ${config.name}`, spanId: identity.rootSpanId, startTime, endTime: Date.now(), status: result.success ? 'ok' : 'error', attributes: { 'gen_ai.agent.name': config.name, 'run.status': result.status.code } });
      if (talk === this.#talk) this.#remember(result);
      return result;
    } finally {
      this.#running--;
      scope.end();
    }
  }

  async #settle(messages: readonly LLMMessage[], run: Run): Promise<AgentRunResult> {
    const { scope, record } = run;
    if (scope.interruption) return interrupted(record, scope);
    let effective: readonly LLMMessage[];
    try {
      effective = await askBeforeRun(this.#config, messages, scope, (returned) => this.#external?.assertMessagesKept(messages, returned));
    } catch (error) {
      return scope.interruption ? interrupted(record, scope) : failureOf(record, 'callback', error);
    }
    const result = scope.interruption ? interrupted(record, scope) : await this.#answer(effective, run);
    // An exception has ended the run already (B6).
    if (result.status.code === 'error') return result;
    const interruptedBefore = scope.interruption;
    try {
      return await askAfterRun(this.#config, result, scope);
    } catch (error) {
      const { output, toolCalls, tokenUsage: usage } = result;
      const kept = { ...record, messages: result.messages, output, toolCalls, usage };
      return scope.interruption !== interruptedBefore ? interrupted(kept, scope) : failureOf({ ...record, usage }, 'callback', error);
    }
  }

  #answer(messages: readonly LLMMessage[], { options, scope, record, emit, report }: Run): Promise<AgentRunResult> {
    const config = this.#config;
    if (this.#external) return this.#external.run({ messages, record, options, scope, emit });
    const { adapter } = config;
    if (!adapter) return Promise.resolve(failureOf(record, 'framework', new Error(`Agent "${config.name}" has no model: set AgentConfig.adapter, or adapters of OpenMultiAgent.`)));
    const trace = (span: Omit<TraceSpan, 'traceId' | 'spanId' | 'parentSpanId'>): void => report({ ...span, spanId: hexId(16), parentSpanId: record.identity.rootSpanId });
    return runLoop({ config, adapter, messages, options, scope, emit, trace }, record);
  }

  #remember({ status, messages, tokenUsage, error }: AgentRunResult): void {
    const before = this.#state.tokenUsage;
    const usage = { input_tokens: before.input_tokens + tokenUsage.input_tokens, output_tokens: before.output_tokens + tokenUsage.output_tokens };
    this.#state = { status: status.code === 'error' ? 'error' : 'completed', messages: takeMessagesSnapshot(messages), tokenUsage: usage, ...(error ? { error } : {}) };
  }
}

/** `error` when an exception ended the run; a failure that `afterRun` has only stated is a result like any other. */
function terminalEvent(result: AgentRunResult): StreamEvent {
  if (result.status.code !== 'error' || !result.error) return { type: 'done', data: result };
  return { type: 'error', data: result.error, ...(result.errorInfo ? { errorInfo: result.errorInfo } : {}) };
}

function hexId(length: number): string {
  return [...crypto.getRandomValues(new Uint8Array(length / 2))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
