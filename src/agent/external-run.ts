/** An agent behind a transport of words (B11): a process runs afresh each time, an ACP session is kept. */
import { InvalidMessageError } from '../model/errors.js';
import type { LLMMessage } from '../model/message.js';
import { interrupted } from './agent-loop.js';
import { failureOf, resultOf, type RunRecord } from './agent-result.js';
import type { AgentConfig, AgentRunOptions, AgentRunResult, ExternalAgentBackend, StreamEvent } from './agent-types.js';
import type { RunScope } from './run-scope.js';

export class ExternalSession {
  readonly #config: AgentConfig;
  readonly #backend: ExternalAgentBackend;
  #systemPromptSent = false;

  constructor(config: AgentConfig) {
    this.#config = config;
    this.#backend = config.backend as ExternalAgentBackend;
  }

  /** A hook may change the prompt only: other messages could not be forwarded without loss (B11-2). */
  assertMessagesKept(original: readonly LLMMessage[], returned: unknown): void {
    const { messages } = returned as { messages?: unknown };
    if (messages === undefined || JSON.stringify(messages) === JSON.stringify(original)) return;
    throw new InvalidMessageError(`The ${this.#backend.kind} external backend accepts beforeRun.prompt rewrites only; beforeRun.messages cannot be forwarded without loss.`);
  }

  reset(): void {
    this.#systemPromptSent = false;
  }

  async run(messages: readonly LLMMessage[], record: RunRecord, options: AgentRunOptions, scope: RunScope, emit: (event: StreamEvent) => void): Promise<AgentRunResult> {
    const { kind, transport } = this.#backend;
    const name = this.#config.name;
    const said = userText(messages);
    const system = kind === 'process' || !this.#systemPromptSent ? (this.#config.systemPrompt?.trim() ?? '') : '';
    const title = kind === 'process' ? 'Process' : 'ACP';
    const text = [system, said].filter(Boolean).join('\n\n');
    if (kind === 'acp' ? !said : !text) return failureOf(record, 'validation', new Error(`${title} backend "${name}" received an empty prompt.`));
    let partial = '';
    const onText = (soFar: string): void => {
      if (scope.signal.aborted || soFar === partial) return;
      const piece = soFar.startsWith(partial) ? soFar.slice(partial.length) : soFar;
      partial = soFar;
      emit({ type: 'text', data: piece });
      options.onText?.(soFar, 0);
    };
    try {
      const answer = await scope.race(transport.send(text, { signal: scope.signal, onText }));
      this.#systemPromptSent = true;
      if (answer.text !== partial) onText(answer.text);
      const output = answer.text;
      if (answer.stopReason === 'refusal') return failureOf(record, 'provider', new Error(`ACP agent "${name}" refused the task${output ? `: ${output}` : '.'}`));
      const said: RunRecord = { ...record, output, messages: output ? [{ role: 'assistant', content: [{ type: 'text', text: output }] }] : [] };
      if (answer.stopReason === 'max_tokens' || answer.stopReason === 'max_turn_requests') return resultOf(said, 'budget_exhausted', 'The external agent reached its limit.', { budgetExceeded: true });
      return resultOf(said, 'ok');
    } catch (error) {
      if (scope.interruption) return interrupted({ ...record, output: partial || `${title} backend "${name}" cancelled.` }, scope);
      return failureOf(record, 'provider', error);
    }
  }
}

/** The text blocks of the latest user message, joined with a newline and trimmed (B11-3; the hook's prompt joins with nothing). */
function userText(messages: readonly LLMMessage[]): string {
  const last = messages.findLast((message) => message.role === 'user');
  return (last?.content ?? []).flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n').trim();
}
