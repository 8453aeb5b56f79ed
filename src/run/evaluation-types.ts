/** What online evaluation is given and gives back. Names and shapes are Open Multi-Agent's (B10). */
import type { LLMMessage } from '../model/message.js';
import type { Diagnostic } from './diagnostics.js';

export type EvaluationInput = string | readonly LLMMessage[];

export interface EvaluatedIdentity {
  readonly runId: string;
  readonly attempt: number;
  readonly traceId: string;
  readonly rootSpanId: string;
}

/** What evaluation reads of a settled run; scorers get the whole of it. */
export interface EvaluatedRun {
  readonly identity: EvaluatedIdentity;
  readonly status: { readonly code: string; readonly message?: string };
  readonly output: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

export interface EvaluationUsage {
  readonly input_tokens: number;
  readonly output_tokens: number;
}

export interface ScorerContext<Result extends EvaluatedRun = EvaluatedRun> {
  /** `id` is the run's. `input` follows `storePayloads`: a description only, or a bounded text. */
  readonly evalCase: { readonly id: string; readonly input: string };
  /** Raw, under every policy (B10-10). */
  readonly output: Result['output'];
  /** The whole result, the scorer's own copy. */
  readonly result: Result;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Aborted when the scorer's time is up and when evaluation shuts down. */
  readonly signal: AbortSignal;
}

export interface ScorerResult {
  /** From 0 to 1. */
  readonly score: number;
  readonly pass?: boolean;
  /** Redacted, at most 1024 characters are kept (B10-11). */
  readonly reason?: string;
  /** Its texts are redacted and kept like `reason`. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** What a model that judged has used; counts for `maxCostPerHour`. */
  readonly usage?: EvaluationUsage;
  readonly model?: string;
}

export interface Scorer<Result extends EvaluatedRun = EvaluatedRun> {
  readonly name: string;
  /** A new one when the rule, prompt or judge changes. */
  readonly version?: string;
  /** Milliseconds; default 30000. */
  readonly timeoutMs?: number;
  /** A throw, a rejection, lateness or nonsense is a record with `scorer_error`, never a score of 0. */
  score(context: ScorerContext<Result>): ScorerResult | Promise<ScorerResult>;
}

/** What is kept of input and output (B10-6 … B10-9). */
export type StorePayloads = 'none' | 'redacted' | 'full';

/** One scorer's answer about one run. Plain, frozen data. */
export interface EvalRecord {
  readonly schemaVersion: 1;
  readonly recordId: string;
  /** The same for all records of one evaluation object. */
  readonly evalRunId: string;
  readonly source: 'online';
  readonly timestampUnixMs: number;
  readonly scorer: { readonly name: string; readonly version?: string };
  readonly runRef: EvaluatedIdentity;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly status: 'scored' | 'scorer_error';
  readonly score?: number;
  readonly pass?: boolean;
  readonly reason?: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly usage: EvaluationUsage;
  /** Redacted, at most 1024 characters. */
  readonly error?: { readonly code: string; readonly message: string };
  readonly payload?: { readonly input?: string; readonly output?: string };
}

export interface EvaluationStore {
  /** All records of one sampled run: every one is kept, or none and it rejects. */
  append(records: readonly EvalRecord[]): unknown;
}

export interface SamplingContext {
  readonly identity: EvaluatedIdentity;
  readonly status: { readonly code: string; readonly message?: string };
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly durationMs: number;
}

export interface EvaluationConfig<Result extends EvaluatedRun = EvaluatedRun> {
  /** At least one. */
  readonly scorers: readonly Scorer<Result>[];
  /** Share of runs from 0 to 1, or a rule that answers exactly true. Default 0: off. Failed runs are eligible (B10-3). */
  readonly sample?: number | ((context: SamplingContext) => boolean);
  /** Runs that are scored side by side; default 1. */
  readonly maxConcurrent?: number;
  /** Runs that wait at most; default 100. What does not fit is dropped. */
  readonly maxQueueLength?: number;
  readonly budget?: {
    /** Each scorer of a run counts; what goes beyond is dropped. */
    readonly maxEvaluationsPerMinute?: number;
    /** In the unit of `estimateCost`. What runs already may go beyond it. */
    readonly maxCostPerHour?: number;
  };
  readonly store?: EvaluationStore;
  /** Default `none`. */
  readonly storePayloads?: StorePayloads;
  readonly onResult?: (record: EvalRecord) => unknown;
  readonly onDiagnostic?: (diagnostic: Diagnostic) => unknown;
  /** Default `warn`: without `onDiagnostic`, the console says each kind of fault at most once a minute. */
  readonly diagnostics?: 'warn' | 'silent';
}

export interface EvaluationStats {
  /** Runs that were chosen. */
  readonly sampled: number;
  /** Of these, runs that were taken into the queue. */
  readonly enqueued: number;
  /** Of these, runs that every scorer has answered or failed for. */
  readonly completed: number;
  /** Chosen runs that are not scored: no room, no budget, shut down. */
  readonly dropped: number;
  /** Answers of scorers that were no score. */
  readonly failed: number;
  /** Runs whose records the store did not take. */
  readonly storeFailed: number;
}

export interface FlushResult extends EvaluationStats {
  /** `partial`: some scorer or store failed or a run was dropped; `error`: so it was for every run; `timeout`: some are not done. */
  readonly status: 'ok' | 'partial' | 'timeout' | 'error';
}
