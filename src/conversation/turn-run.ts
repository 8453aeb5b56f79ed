/**
 * One call of a runner, from `processMessage` to its settlement. Everything that arrives after `close()` is ignored (case 28),
 * everything that is foreign is checked, copied and isolated.
 *
 *   open ──result | throw──► settled        open ──close()──► closed (late events, results and tool calls fall away)
 */
import { describeError } from '../model/errors.js';
import type { ConversationMessage, LLMMessage, MessageProgress } from '../model/message.js';
import { copyOut, takePartialSnapshot } from '../model/snapshot.js';
import type { ClientTool, ClientToolResult, ToolCall } from '../run/client-tool.js';
import { processMessageInput, type TurnSettings } from '../run/process-input.js';
import { progressOf, runIdOf } from '../run/progress.js';
import { settlementOf, type Settlement } from '../run/result.js';
import { needsApproval, runClientTool } from '../run/run-client-tool.js';
import type { ConversationRunner, ExecuteAgentResult, RunEvent, RunOptions } from '../run/runner.js';
import { applyRunEvent, hasPart, noParts, type ReplyParts } from './reply.js';

export interface TurnRunRequest {
  readonly runner: ConversationRunner;
  readonly userMessage: ConversationMessage;
  readonly replyBranchId: string | null;
  readonly settings: TurnSettings;
  readonly messages: readonly LLMMessage[];
  readonly tools: readonly ClientTool[];
}

/** What the conversation hears while the turn is open. */
export interface TurnRunListener {
  accepted(id: string, createdAt: number): void;
  progressed(progress: MessageProgress): void;
  changed(parts: ReplyParts, usage: ConversationMessage['usage']): void;
  settled(settlement: Settlement, result: ExecuteAgentResult | null): void;
  /** false cancels the call. */
  allowsTool(call: ToolCall): boolean;
  toolEnded(call: ToolCall, result: ClientToolResult, durationMs: number): void;
  reported(error: unknown): void;
}

export class TurnRun {
  readonly #abort = new AbortController();
  readonly #request: TurnRunRequest;
  readonly #listener: TurnRunListener;
  readonly #toolCalls = new Map<string, Promise<ClientToolResult>>();
  #open = true;
  #acceptedId: string | null = null;
  #runId: string | null = null;
  #parts: ReplyParts = noParts;
  #usage: ConversationMessage['usage'];

  constructor(request: TurnRunRequest, listener: TurnRunListener) {
    this.#request = request;
    this.#listener = listener;
  }

  /** Calls the runner. Never throws. */
  start(): void {
    const { runner, userMessage, replyBranchId, settings, messages, tools } = this.#request;
    const appContext = settings.appContext ? copyOut(settings.appContext) : null;
    const input = processMessageInput(userMessage, replyBranchId, settings, appContext, {
      onProgress: (progress) => this.#guard(() => this.#onProgress(progress)),
      onReplyAccepted: (reply) => this.#guard(() => this.#onReplyAccepted(reply)),
    });
    const options: RunOptions = {
      signal: this.#abort.signal,
      messages: copyOut(messages),
      tools: [...tools],
      callTool: (call) => this.#callTool(call),
      emit: (event) => this.#guard(() => this.#onEvent(event)),
    };
    let answer: unknown;
    try {
      answer = methodOf(runner)(input, options);
    } catch (error) {
      answer = Promise.reject(error);
    }
    // Settling waits for a microtask even when the runner answers at once, so that `send` has returned by then.
    Promise.resolve(answer).then(
      (result) => this.#settle(settlementOf(result), result as ExecuteAgentResult | null),
      (error: unknown) => this.#settle({ status: 'failed', text: '', error: describeError(error) }, null),
    );
  }

  /** Stops listening and, unless the runner has settled, aborts its signal. */
  close(reason?: unknown): void {
    if (!this.#open) return;
    this.#open = false;
    this.#abort.abort(reason);
  }

  #settle(settlement: Settlement, result: ExecuteAgentResult | null): void {
    if (!this.#open) return;
    this.#open = false;
    this.#listener.settled(settlement, result);
  }

  #guard(work: () => void): void {
    if (!this.#open) return;
    try {
      work();
    } catch (error) {
      this.#listener.reported(error);
    }
  }

  #onProgress(payload: unknown): void {
    const runId = runIdOf(payload);
    if (runId !== null) {
      this.#runId ??= runId;
      if (this.#runId !== runId) return;
    }
    const progress = progressOf(payload);
    if (progress) this.#listener.progressed(Object.freeze(progress));
  }

  #onReplyAccepted(reply: unknown): void {
    const { ConversationDetailId: id, CreatedAt: createdAt } = (reply ?? {}) as { ConversationDetailId?: unknown; CreatedAt?: unknown };
    if (typeof id !== 'string' || !id) throw new TypeError(`onReplyAccepted needs a string ConversationDetailId, got ${typeof id}.`);
    if (this.#acceptedId !== null) return;
    this.#acceptedId = id;
    const time = createdAt instanceof Date ? createdAt.getTime() : new Date(createdAt as string | number).getTime();
    this.#listener.accepted(id, Number.isFinite(time) ? time : Date.now());
  }

  #onEvent(event: RunEvent): void {
    if (typeof event !== 'object' || event === null) throw new TypeError(`emit needs a RunEvent, got ${event === null ? 'null' : typeof event}.`);
    const { value: copy, dropped } = takePartialSnapshot(event, 'event');
    const value = copy as RunEvent;
    if (dropped.length > 0) this.#listener.reported(new TypeError(`${dropped.join(', ')} cannot be stored and was left out.`));
    if (value.type === 'usage') this.#usage = { input_tokens: Number(value.input_tokens) || 0, output_tokens: Number(value.output_tokens) || 0 };
    this.#change(applyRunEvent(this.#parts, value), value.type === 'usage');
  }

  #change(parts: ReplyParts, always = false): void {
    if (parts === this.#parts && !always) return;
    this.#parts = parts;
    this.#listener.changed(parts, this.#usage);
  }

  /** A call id runs once; asking again gives the same answer. */
  #callTool(call: ToolCall): Promise<ClientToolResult> {
    const id = String(call?.id);
    const known = this.#toolCalls.get(id);
    if (known) return known;
    const answer = this.#runTool({ id, name: String(call?.name), input: call?.input ?? {} }).catch(
      (error: unknown): ClientToolResult => ({ ok: false, error: describeError(error).message }),
    );
    this.#toolCalls.set(id, answer);
    return answer;
  }

  async #runTool(requested: ToolCall): Promise<ClientToolResult> {
    if (!this.#open) return { ok: false, error: 'The turn has ended; the tool was not run.' };
    const call = takePartialSnapshot(requested, 'call').value as ToolCall;
    // Also when the runner told of the call before: it may have told it while the arguments were still arriving.
    this.#guard(() => this.#change(applyRunEvent(this.#parts, { type: 'tool-call', ...call, input: call.input })));
    const tool = this.#request.tools.find((candidate) => candidate.name === call.name);
    let outcome: { readonly result: ClientToolResult; readonly durationMs: number };
    if (tool && needsApproval(tool, copyOut(call.input))) {
      outcome = { result: { ok: false, error: `Client tool "${call.name}" needs a person's approval, which is not available here.` }, durationMs: 0 };
    } else if (!this.#listener.allowsTool(call)) {
      outcome = { result: { ok: false, error: 'Tool dispatch canceled by host' }, durationMs: 0 };
    } else {
      outcome = await runClientTool(this.#request.tools, call, { signal: this.#abort.signal });
    }
    const { result, durationMs } = outcome;
    this.#guard(() => {
      if (!hasPart(this.#parts, 'result', call.id)) {
        this.#change(applyRunEvent(this.#parts, { type: 'tool-result', id: call.id, content: result.ok ? result.content : result.error, isError: !result.ok }));
      }
      this.#listener.toolEnded(call, result, durationMs);
    });
    return copyOut(result);
  }
}

/** MemberJunction's canonical method is `ProcessMessage`, its alias `processMessage` (A1-4). */
function methodOf(runner: ConversationRunner): ConversationRunner['processMessage'] {
  const candidate = runner as Partial<ConversationRunner> & { ProcessMessage?: ConversationRunner['processMessage'] };
  const method = candidate.processMessage ?? candidate.ProcessMessage;
  if (typeof method !== 'function') throw new TypeError('runner.processMessage must be a function.');
  return method.bind(runner);
}
