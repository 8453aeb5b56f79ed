/** A runner that does what a test tells it, when it tells it. The only stand-in this package's tests use. */
import type { ExecuteAgentResult, ConversationRunner, ProcessMessageInput, RunEvent, RunnerCapabilities, RunOptions } from '../run/runner.js';
import type { ClientToolResult } from '../run/client-tool.js';

/** One call of `processMessage`, open until `settle` or `fail`. */
export class ScriptedCall {
  readonly input: ProcessMessageInput;
  readonly options: RunOptions;
  /** What the runner's promise follows. */
  readonly answer: Promise<ExecuteAgentResult | null>;
  #resolve: (result: ExecuteAgentResult | null) => void = () => {};
  #reject: (error: unknown) => void = () => {};

  constructor(input: ProcessMessageInput, options: RunOptions) {
    this.input = input;
    this.options = options;
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  get aborted(): boolean {
    return this.options.signal.aborted;
  }

  /** Acknowledges the reply, as a server does that has made its row. */
  accept(id: string, createdAt: Date = new Date()): void {
    this.input.onReplyAccepted?.({ ConversationDetailId: id, CreatedAt: createdAt });
  }

  progress(message: string, more: { step?: string; percentage?: number; metadata?: Record<string, unknown> } = {}): void {
    this.input.onProgress?.({ step: 'prompt_execution', ...more, message });
  }

  /** The reply's text so far; it replaces what was said before. */
  say(text: string, partId?: string): void {
    this.emit({ type: 'text', text, ...(partId === undefined ? {} : { partId }) });
  }

  emit(event: RunEvent): void {
    this.options.emit(event);
  }

  callTool(name: string, input: Record<string, unknown> = {}, id = `call-${name}`): Promise<ClientToolResult> {
    return this.options.callTool({ id, name, input });
  }

  /** Ends the turn: with success, with `agentRun.Message`, or with the very value given. */
  settle(result: ExecuteAgentResult | string | null = { success: true }): void {
    this.#resolve(typeof result === 'string' ? { success: true, agentRun: { Message: result } } : result);
  }

  fail(error: unknown): void {
    this.#reject(error);
  }
}

/**
 * `calls` holds every call in order; `next()` waits for the next one not yet handed out.
 * With a `script`, each call is passed to it as well, so a fixed behaviour needs no test in the loop.
 */
export class ScriptedRunner implements ConversationRunner {
  readonly calls: ScriptedCall[] = [];
  capabilities: Partial<RunnerCapabilities> = {};
  readonly #script: ((call: ScriptedCall) => unknown) | undefined;
  readonly #waiting: ((call: ScriptedCall) => void)[] = [];
  #handedOut = 0;

  constructor(script?: (call: ScriptedCall) => unknown) {
    this.#script = script;
  }

  /** Says `text` in one piece and ends, whatever is asked. */
  static saying(text: string): ScriptedRunner {
    return new ScriptedRunner((call) => {
      call.say(text);
      call.settle();
    });
  }

  get last(): ScriptedCall | undefined {
    return this.calls[this.calls.length - 1];
  }

  processMessage(input: ProcessMessageInput, options: RunOptions): Promise<ExecuteAgentResult | null> {
    const call = new ScriptedCall(input, options);
    this.calls.push(call);
    const waiting = this.#waiting.shift();
    if (waiting) {
      this.#handedOut = this.calls.length;
      waiting(call);
    }
    void Promise.resolve(this.#script?.(call)).catch((error: unknown) => call.fail(error));
    return call.answer;
  }

  next(): Promise<ScriptedCall> {
    const ready = this.calls[this.#handedOut];
    if (ready) {
      this.#handedOut++;
      return Promise.resolve(ready);
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}
