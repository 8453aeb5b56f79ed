/** The ends of one turn that belong to others: the person's callbacks and the page, each at arm's length (A2-8). */
import { newId } from '../model/ids.js';
import { describeError } from '../model/errors.js';
import type { LLMMessage } from '../model/message.js';
import type { ClientTool, ClientToolResult, ToolCall } from '../run/client-tool.js';
import { callSafely } from '../run/diagnostics.js';
import type { ProcessMessageInput, RunEvent, RunOptions } from '../run/runner.js';
import { until } from '../run/until.js';

export class TurnSeams {
  readonly signal: AbortSignal;
  readonly messages: readonly LLMMessage[];
  readonly tools: readonly ClientTool[];
  readonly #input: ProcessMessageInput;
  readonly #options: Partial<RunOptions>;

  /** MemberJunction's own code calls without the second argument: then the message is the whole conversation. */
  constructor(input: ProcessMessageInput, options: Partial<RunOptions> | undefined) {
    this.#input = input;
    this.#options = options ?? {};
    this.signal = this.#options.signal ?? new AbortController().signal;
    this.messages = this.#options.messages ?? [{ role: 'user', content: [{ type: 'text', text: input.message.Message }] }];
    this.tools = this.#options.tools ?? [];
  }

  /** Once, before any progress (A1-9). */
  accept(): void {
    callSafely(() => this.#input.onReplyAccepted?.({ ConversationDetailId: newId(), CreatedAt: new Date() }), () => {});
  }

  progress(step: string, message: string, metadata?: Record<string, unknown>): void {
    callSafely(() => this.#input.onProgress?.({ step, message, ...(metadata ? { metadata } : {}) }), () => {});
  }

  emit(event: RunEvent): void {
    callSafely(() => this.#options.emit?.(event), () => {});
  }

  /** The page's own door: approval, events and journal are the conversation's. Never rejects. */
  async callTool(call: ToolCall): Promise<ClientToolResult> {
    const { callTool } = this.#options;
    if (!callTool) return { ok: false, error: `Client tool "${call.name}" cannot be called here.` };
    try {
      return await callTool({ ...call, input: { ...call.input } });
    } catch (error) {
      return { ok: false, error: describeError(error).message };
    }
  }

  /** Follows preparations that know no signal, but not longer than the turn. Rejects with the reason of the abort. */
  whileOpen<T>(work: Promise<T>): Promise<T> {
    return until(work, this.signal);
  }
}
