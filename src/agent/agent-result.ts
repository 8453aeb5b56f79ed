/** How a run ended, in Open Multi-Agent's shape (B8). */
import { AgentConversationError, describeError } from '../model/errors.js';
import type { LLMMessage } from '../model/message.js';
import { redact } from '../run/redaction.js';
import type { AgentRunResult, RunErrorInfo, RunErrorKind, RunIdentity, RunStatusCode, ToolCallRecord } from './agent-types.js';
import type { TokenUsage } from './llm.js';
import type { RunScope } from './run-scope.js';

const MESSAGE_LENGTH = 1024;
const STATUS_LENGTH = 256;

/** What a run has gathered so far. */
export interface RunRecord {
  readonly identity: RunIdentity;
  readonly messages: readonly LLMMessage[];
  readonly output: string;
  readonly usage: TokenUsage;
  readonly toolCalls: readonly ToolCallRecord[];
  readonly metadata?: Readonly<Record<string, unknown>>;
}

const kinds: Partial<Record<RunStatusCode, RunErrorKind>> = { cancelled: 'cancellation', timeout: 'timeout', budget_exhausted: 'budget' };

/** A run that ended without an exception: `ok`, or an outcome that keeps what was said (B8-4). */
export function resultOf(record: RunRecord, code: RunStatusCode, message?: string, more: Partial<AgentRunResult> = {}): AgentRunResult {
  const kind = kinds[code];
  return {
    success: code === 'ok',
    identity: record.identity,
    status: { code, ...(message ? { message: message.slice(0, STATUS_LENGTH) } : {}) },
    ...(kind ? { errorInfo: { kind, ...(message ? { message: bounded(message) } : {}) } } : {}),
    output: record.output || (code === 'ok' ? '' : (message ?? '')),
    messages: record.messages,
    tokenUsage: record.usage,
    toolCalls: record.toolCalls,
    ...(record.metadata ? { metadata: record.metadata } : {}),
    ...more,
  };
}

/** What was said before the interruption stays (B8-4). */
export function interrupted(record: RunRecord, scope: Pick<RunScope, 'interruption'>): AgentRunResult {
  return scope.interruption === 'timeout' ? resultOf(record, 'timeout', 'The run took too long.') : resultOf(record, 'cancelled', 'Run cancelled by caller.');
}

export function withUsage(record: RunRecord, { input_tokens: input, output_tokens: output }: TokenUsage): RunRecord {
  return { ...record, usage: { input_tokens: record.usage.input_tokens + input, output_tokens: record.usage.output_tokens + output } };
}

/** A run that an exception ended: no messages; the words that had come of the turn, else the error's text, as output (B5-2, B6-17). */
export function failureOf(record: RunRecord, kind: RunErrorKind, cause: unknown, { said, provider }: { readonly said?: string; readonly provider?: string } = {}): AgentRunResult {
  const error = cause instanceof Error ? cause : new Error(describeError(cause).message);
  const errorInfo = errorInfoOf(kind, error, provider);
  return { ...resultOf({ ...record, messages: [], output: said || error.message || error.name }, 'error', errorInfo.message), errorInfo, error };
}

function errorInfoOf(kind: RunErrorKind, error: Error, source: string | undefined): RunErrorInfo {
  const { code, httpStatus, provider = source, retryable } = error as Error & { code?: unknown; httpStatus?: unknown; provider?: unknown; retryable?: unknown };
  return {
    kind,
    name: error.name,
    message: bounded(error.message),
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof httpStatus === 'number' ? { httpStatus } : {}),
    ...(typeof provider === 'string' ? { provider } : {}),
    // The same bad input fails the same way again.
    retryable: AgentConversationError.is(error) && error.code === 'INVALID_MESSAGE' ? false : retryable === true,
  };
}

function bounded(text: string): string {
  return redact(text).slice(0, MESSAGE_LENGTH);
}
