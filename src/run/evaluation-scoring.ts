/** One scorer on one run: bounded in time, checked, and made fit to be kept. */
import { describeError } from '../model/errors.js';
import { takePartialSnapshot } from '../model/snapshot.js';
import type { EvalRecord, EvaluatedRun, EvaluationUsage, Scorer, ScorerContext, ScorerResult } from './evaluation-types.js';
import { redact, redactValue } from './redaction.js';

const defaultTimeoutMs = 30_000;
const textLength = 1024;
const noUsage: EvaluationUsage = Object.freeze({ input_tokens: 0, output_tokens: 0 });

export interface Scoring {
  readonly outcome: Pick<EvalRecord, 'status' | 'score' | 'pass' | 'reason' | 'details' | 'usage' | 'error'>;
  readonly model?: string;
  /** What the scorer threw. */
  readonly fault?: unknown;
}

/** Never rejects. Ends with the time limit or with `outer`, also when the scorer goes on. */
export async function scoreOnce<Result extends EvaluatedRun>(scorer: Scorer<Result>, context: Omit<ScorerContext<Result>, 'signal'>, outer: AbortSignal): Promise<Scoring> {
  const { timeoutMs = defaultTimeoutMs, name } = scorer;
  try {
    const result: unknown = await within(timeoutMs, outer, `Scorer "${name}"`, (signal) => scorer.score({ ...context, signal }));
    return checked(name, result);
  } catch (fault) {
    const { code, message } = describeError(fault);
    return { outcome: { status: 'scorer_error', usage: noUsage, error: { code, message: boundText(message) } }, fault };
  }
}

/** Starts `work` and follows it for `timeoutMs` at most; its signal is aborted when it is late or `outer` is aborted. */
export async function within<T>(timeoutMs: number, outer: AbortSignal | null, what: string, work: (signal: AbortSignal) => T | Promise<T>): Promise<T> {
  const abort = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let onOuterAbort: () => void = () => {};
  const stopped = new Promise<never>((_resolve, reject) => {
    const stop = (name: string, message: string): void => {
      const reason = new DOMException(message, name);
      abort.abort(reason);
      reject(reason);
    };
    if (timeoutMs < 2 ** 31) timer = setTimeout(() => stop('TimeoutError', `${what} did not answer within ${timeoutMs} ms.`), timeoutMs);
    onOuterAbort = () => stop('AbortError', `${what} was stopped: evaluation is shut down.`);
    if (outer?.aborted) onOuterAbort();
    else outer?.addEventListener('abort', onOuterAbort, { once: true });
  });
  stopped.catch(() => {});
  try {
    if (outer?.aborted) return await stopped;
    return await Promise.race([stopped, Promise.resolve(work(abort.signal))]);
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', onOuterAbort);
  }
}

function checked(name: string, value: unknown): Scoring {
  const { score, pass, reason, details, usage, model } = (typeof value === 'object' && value !== null ? value : {}) as { [Key in keyof ScorerResult]?: unknown };
  if (typeof score !== 'number' || !(score >= 0 && score <= 1)) {
    throw new TypeError(`Scorer "${name}" must return a score from 0 to 1, got ${typeof score === 'number' ? score : typeof score}.`);
  }
  return {
    outcome: {
      status: 'scored',
      score,
      ...(typeof pass === 'boolean' ? { pass } : {}),
      ...(typeof reason === 'string' ? { reason: boundText(reason) } : {}),
      ...(typeof details === 'object' && details !== null ? { details: detailsOf(details) } : {}),
      usage: usageOf(usage),
    },
    ...(typeof model === 'string' ? { model } : {}),
  };
}

/** Redacted first, so that the cut leaves no half of a secret (B10-11). */
function boundText(text: string): string {
  return redact(text).slice(0, textLength);
}

function detailsOf(details: object): Readonly<Record<string, unknown>> {
  const plain = redactValue(takePartialSnapshot(details, 'details').value);
  return boundLeaves(plain, new Set()) as Record<string, unknown>;
}

function boundLeaves(value: unknown, path: Set<object>): unknown {
  if (typeof value === 'string') return value.slice(0, textLength);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (path.has(value)) return '[circular]';
  path.add(value);
  const bounded = Array.isArray(value)
    ? value.map((item) => boundLeaves(item, path))
    : Object.fromEntries(Object.entries(value).map(([key, item]) => [key, boundLeaves(item, path)]));
  path.delete(value);
  return bounded;
}

function usageOf(usage: unknown): EvaluationUsage {
  if (typeof usage !== 'object' || usage === null) return noUsage;
  const count = (tokens: unknown): number => (typeof tokens === 'number' && Number.isFinite(tokens) && tokens >= 0 ? tokens : 0);
  const { input_tokens: input, output_tokens: output } = usage as { input_tokens?: unknown; output_tokens?: unknown };
  return { input_tokens: count(input), output_tokens: count(output) };
}
