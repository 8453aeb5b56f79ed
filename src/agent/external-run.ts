/** An agent behind a transport of words (B11): a process runs afresh each time, an ACP session is kept. */
import { describeError, InvalidMessageError } from '../model/errors.js';
import type { LLMMessage } from '../model/message.js';
import { callSafely } from '../run/diagnostics.js';
import { redact } from '../run/redaction.js';
import { failureOf, interrupted, resultOf, withUsage, type RunRecord } from './agent-result.js';
import type { AgentConfig, AgentRunOptions, AgentRunResult, ExternalAgentBackend, StreamEvent, TextAnswer, TextTransport } from './agent-types.js';
import { isDeepEqual } from './deep-equal.js';
import type { RunScope } from './run-scope.js';

/** What an ACP session has been told. It belongs to the transport, which is the session, not to an agent that lives for one run. */
interface SessionState {
  systemPrompt: string;
  usedTokens: number;
}

const sessions = new WeakMap<TextTransport, SessionState>();

export interface ExternalRunRequest {
  readonly messages: readonly LLMMessage[];
  readonly record: RunRecord;
  readonly options: AgentRunOptions;
  readonly scope: RunScope;
  readonly emit: (event: StreamEvent) => void;
}

export class ExternalSession {
  readonly #config: AgentConfig;
  readonly #backend: ExternalAgentBackend;

  constructor(config: AgentConfig, backend: ExternalAgentBackend) {
    this.#config = config;
    this.#backend = backend;
  }

  /** A hook may change the prompt only: other messages could not be forwarded without loss (B11-2). */
  assertMessagesKept(original: readonly LLMMessage[], returned: unknown): void {
    if (typeof returned !== 'object' || returned === null) return;
    const { messages } = returned as { messages?: unknown };
    if (messages === undefined || isDeepEqual(messages, original)) return;
    throw new InvalidMessageError(`The ${this.#backend.kind} external backend accepts beforeRun.prompt rewrites only; beforeRun.messages cannot be forwarded without loss.`);
  }

  /** Ends the session: the next run tells the system prompt again and counts from zero (B11-22). */
  reset(): void {
    const { transport } = this.#backend;
    if (!transport) return;
    sessions.delete(transport);
    callSafely(() => transport.close(), () => {});
  }

  /** Never rejects. */
  async run({ messages, record, options, scope, emit }: ExternalRunRequest): Promise<AgentRunResult> {
    const { kind, transport } = this.#backend;
    const name = this.#config.name;
    const title = kind === 'process' ? 'Process' : 'ACP';
    if (typeof transport?.send !== 'function') return failureOf(record, 'framework', new TypeError(`${title} backend "${name}" has no transport: set backend.transport.`));
    const said = userText(messages);
    const system = this.#config.systemPrompt?.trim() ?? '';
    const known = kind === 'acp' && sessions.get(transport)?.systemPrompt === system;
    const text = [known ? '' : system, said].filter(Boolean).join('\n\n');
    if (kind === 'acp' ? !said : !text) return failureOf(record, 'validation', new Error(`${title} backend "${name}" received an empty prompt.`));
    let partial = '';
    let open = true;
    const onText = (soFar: string): void => {
      if (!open || typeof soFar !== 'string' || soFar === partial) return;
      const piece = soFar.startsWith(partial) ? soFar.slice(partial.length) : soFar;
      partial = soFar;
      emit({ type: 'text', data: piece });
      if (!scope.signal.aborted) callSafely(() => options.onText?.(soFar, 0), () => {});
    };
    const cancelled = (): AgentRunResult => interrupted({ ...record, output: partial || `${title} backend "${name}" cancelled.` }, scope);
    let answer: TextAnswer;
    try {
      answer = await scope.race(Promise.resolve(transport.send(text, { signal: scope.signal, onText })));
      if (typeof answer?.text !== 'string') throw new TypeError(`The transport of ${title} backend "${name}" gave no text: send() must resolve with an object that has a string "text".`);
      onText(answer.text);
    } catch (error) {
      return scope.interruption ? cancelled() : failureOf(record, 'provider', this.#faultOf(error, title), { said: partial });
    } finally {
      open = false;
    }
    // A program that was told to stop ends with what it had, which is no answer.
    if (scope.interruption) return cancelled();
    const used = kind === 'acp' ? this.#charge(transport, system, answer.usedTokens) : 0;
    return this.#resultOf(answer, withUsage(record, { input_tokens: used, output_tokens: 0 }));
  }

  #resultOf({ text, stopReason }: TextAnswer, record: RunRecord): AgentRunResult {
    if (stopReason === 'refusal') return failureOf(record, 'provider', new Error(`ACP agent "${this.#config.name}" refused the task${text ? `: ${text}` : '.'}`));
    const told: RunRecord = { ...record, output: text, messages: text ? [{ role: 'assistant', content: [{ type: 'text', text }] }] : [] };
    if (stopReason !== 'max_tokens' && stopReason !== 'max_turn_requests') return resultOf(told, 'ok');
    return resultOf(told, 'budget_exhausted', 'The external agent reached its limit.', { budgetExceeded: true });
  }

  /** The session has taken the system prompt. Returns what this turn used, never less than nothing (B11-18). */
  #charge(transport: TextTransport, systemPrompt: string, reading: unknown): number {
    const before = sessions.get(transport)?.usedTokens ?? 0;
    const usedTokens = typeof reading === 'number' && Number.isFinite(reading) ? reading : before;
    sessions.set(transport, { systemPrompt, usedTokens });
    return Math.max(0, usedTokens - before);
  }

  /** B11-8: how a program ended, and what it said on the way, without the secrets it may have printed. */
  #faultOf(error: unknown, title: string): Error {
    const { exitCode, signal, stderr } = (typeof error === 'object' && error !== null ? error : {}) as { exitCode?: unknown; signal?: unknown; stderr?: unknown };
    const end = typeof exitCode === 'number' ? `code ${exitCode}` : typeof signal === 'string' && signal ? `signal ${signal}` : '';
    const said = typeof stderr === 'string' && stderr.trim() ? `: ${stderr.trim()}` : '';
    const message = end ? `${title} backend "${this.#config.name}" exited with ${end}${said}` : describeError(error).message;
    return new Error(redact(message), { cause: error });
  }
}

/** The text blocks of the latest user message, joined with a newline and trimmed (B11-3; the hook's prompt joins with nothing). */
export function userText(messages: readonly LLMMessage[]): string {
  const last = messages.findLast((message) => message.role === 'user');
  return (last?.content ?? []).flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n').trim();
}
