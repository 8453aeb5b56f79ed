/** Open Multi-Agent's `Agent`, in the page: one configuration, run as often as wanted (B2). */
import { newId } from '../model/ids.js';
import type { LLMMessage } from '../model/message.js';
import { copyOut, takeMessagesSnapshot } from '../model/snapshot.js';
import { assertValidMessages } from '../model/validate.js';
import { applyBeforeRun, promptOf } from '../run/before-run.js';
import { preparePrompt, prepareRunInput } from './agent-input.js';
import { interrupted, isolated, runLoop } from './agent-loop.js';
import { failureOf, type RunRecord } from './agent-result.js';
import type { AgentConfig, AgentPromptInput, AgentRunInput, AgentRunOptions, AgentRunResult, RunIdentity, StreamEvent, TraceSpan } from './agent-types.js';
import { RunScope } from './run-scope.js';
import { ExternalSession } from './external-run.js';

export class Agent {
  readonly #config: AgentConfig;
  readonly #external: ExternalSession | null;
  #history: readonly LLMMessage[];
  #running = 0;

  /** Throws InvalidMessageError when `history` is none (B3). */
  constructor(config: AgentConfig) {
    if (config.history !== undefined) assertValidMessages(config.history);
    this.#config = config;
    this.#external = config.backend ? new ExternalSession(config) : null;
    this.#history = config.history ? takeMessagesSnapshot(config.history) : [];
  }

  get name(): string {
    return this.#config.name;
  }

  get state(): 'idle' | 'running' {
    return this.#running > 0 ? 'running' : 'idle';
  }

  /** Fresh: neither reads nor writes the history of `prompt()`. Rejects only for bad input; everything else is in the result. */
  async run(input: AgentRunInput, options: AgentRunOptions = {}): Promise<AgentRunResult> {
    return this.#execute(prepareRunInput(input, this.#config), options, () => {});
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
    this.#history = [...this.#history, turn];
    const result = await this.#execute(this.#config.backend ? [turn] : this.#history, options, () => {});
    this.#history = [...this.#history, ...takeMessagesSnapshot(result.messages)];
    return result;
  }

  /** The caller's own copy (B4-4). */
  getHistory(): LLMMessage[] {
    return copyOut([...this.#history]);
  }

  /** Forgets the history, and the session of an external backend. */
  reset(): void {
    this.#history = [];
    this.#external?.reset();
  }

  async *#events(messages: readonly LLMMessage[], options: AgentRunOptions): AsyncGenerator<StreamEvent, void, undefined> {
    const abort = new AbortController();
    const waiting: StreamEvent[] = [];
    let wake: () => void = () => {};
    const onAbort = (): void => abort.abort();
    if (options.signal?.aborted) abort.abort();
    else options.signal?.addEventListener('abort', onAbort, { once: true });
    let result: AgentRunResult | null = null;
    const run = this.#execute(messages, { ...options, signal: abort.signal }, (event) => {
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
      options.signal?.removeEventListener('abort', onAbort);
      abort.abort();
      await run;
    }
  }

  async #execute(messages: readonly LLMMessage[], options: AgentRunOptions, emit: (event: StreamEvent) => void): Promise<AgentRunResult> {
    const config = this.#config;
    const identity: RunIdentity = { runId: options.runId ?? newId(), attempt: 1, traceId: hexId(32), rootSpanId: hexId(16) };
    const scope = new RunScope(options.signal, config.timeoutMs);
    const start = Date.now();
    const report = (span: Omit<TraceSpan, 'traceId'>): void => isolated(() => options.onTrace?.({ ...span, traceId: identity.traceId }));
    this.#running++;
    try {
      const result = await this.#settle(messages, { ...options, signal: scope.signal }, emit, scope, identity, report);
      report({ name: `agent ${config.name}`, spanId: identity.rootSpanId, startTime: start, endTime: Date.now(), status: result.success ? 'ok' : 'error', attributes: { 'gen_ai.agent.name': config.name, 'run.status': result.status.code } });
      return result;
    } finally {
      this.#running--;
      scope.end();
    }
  }

  async #settle(
    messages: readonly LLMMessage[],
    options: AgentRunOptions,
    emit: (event: StreamEvent) => void,
    scope: RunScope,
    identity: RunIdentity,
    report: (span: Omit<TraceSpan, 'traceId'>) => void,
  ): Promise<AgentRunResult> {
    const config = this.#config;
    const record: RunRecord = { identity, messages: [], output: '', usage: { input_tokens: 0, output_tokens: 0 }, toolCalls: [], ...(options.metadata ? { metadata: options.metadata } : {}) };
    if (scope.interruption) return interrupted(record, scope);
    let effective = messages;
    if (config.beforeRun) {
      const { beforeRun: _beforeRun, afterRun: _afterRun, ...agent } = config;
      const prompt = promptOf(messages);
      const given = copyOut([...messages]);
      try {
        const returned = await scope.race(Promise.resolve(config.beforeRun({ prompt, messages: given, agent })));
        effective = applyBeforeRun(prompt, messages, returned);
        this.#external?.assertMessagesKept(messages, returned);
      } catch (error) {
        return scope.interruption ? interrupted(record, scope) : failureOf(record, 'callback', error);
      }
    }
    const trace = (span: Omit<TraceSpan, 'traceId' | 'spanId' | 'parentSpanId'>): void => report({ ...span, spanId: hexId(16), parentSpanId: identity.rootSpanId });
    let result: AgentRunResult;
    if (this.#external) result = await this.#external.run(effective, record, options, scope, emit);
    else if (config.adapter) result = await runLoop({ config, adapter: config.adapter, messages: effective, options, scope, identity, emit, trace });
    else result = failureOf(record, 'framework', new Error(`Agent "${config.name}" has no model: set AgentConfig.adapter, or adapters of OpenMultiAgent.`));
    if (!config.afterRun || result.status.code === 'error') return result;
    try {
      const changed: unknown = await config.afterRun(result);
      if (typeof changed !== 'object' || changed === null) throw new TypeError('afterRun must return a result');
      return changed as AgentRunResult;
    } catch (error) {
      return failureOf(record, 'callback', error);
    }
  }
}

function terminalEvent(result: AgentRunResult): StreamEvent {
  if (result.status.code !== 'error') return { type: 'done', data: result };
  return { type: 'error', data: result.error ?? new Error(result.output), ...(result.errorInfo ? { errorInfo: result.errorInfo } : {}) };
}

function hexId(length: number): string {
  return [...crypto.getRandomValues(new Uint8Array(length / 2))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
