/**
 * Scores a share of the settled runs, later and aside (B10). It never changes a run or its result, and never throws into one.
 *
 *   submit ── sampled? ── room, budget? ──► waiting ──► running (scorers, one after the other) ──► records ──► onResult, store
 *                │ no          │ no: dropped                       at most maxConcurrent runs
 */
import { newId } from '../model/ids.js';
import { copyOut, takePartialSnapshot } from '../model/snapshot.js';
import { callSafely, DiagnosticReporter } from './diagnostics.js';
import { checkEvaluation, type CheckedEvaluation } from './evaluation-config.js';
import { describeInput, payloadOf } from './evaluation-payload.js';
import { scoreOnce, within } from './evaluation-scoring.js';
import type { EvalRecord, EvaluatedRun, EvaluationConfig, EvaluationInput, EvaluationStats, EvaluationUsage, FlushResult, SamplingContext } from './evaluation-types.js';
import { RollingSum } from './rolling-sum.js';

const minute = 60_000;
const storeTimeoutMs = 30_000;
const flushTimeoutMs = 30_000;

export interface EvaluationSeams {
  /** Default `Math.random`. */
  readonly random?: () => number;
  /** Epoch milliseconds; default `Date.now`. */
  readonly now?: () => number;
  /** What a scorer's own use of a model costs, in the unit of `budget.maxCostPerHour`. */
  readonly estimateCost?: (usage: EvaluationUsage, model?: string) => number;
}

type Outcome = 'ok' | 'partial' | 'failed';

interface Sample<Result extends EvaluatedRun> {
  /** The input, or its description when nothing more of it may be seen. */
  readonly input: unknown;
  readonly result: Omit<Result, 'error'>;
  /** Stays itself: a copy would lose its class. */
  readonly error: unknown;
  readonly about: SamplingContext;
  readonly settle: (outcome: Outcome) => void;
}

export class OnlineEvaluation<Result extends EvaluatedRun = EvaluatedRun> {
  readonly evalRunId = newId();
  readonly #config: CheckedEvaluation<Result> | null;
  readonly #random: () => number;
  readonly #now: () => number;
  readonly #estimateCost: EvaluationSeams['estimateCost'];
  readonly #reporter: DiagnosticReporter;
  readonly #started: RollingSum;
  readonly #cost: RollingSum;
  readonly #stats = { sampled: 0, enqueued: 0, completed: 0, dropped: 0, failed: 0, storeFailed: 0 };
  readonly #waiting: Sample<Result>[] = [];
  readonly #accepted = new Set<Promise<Outcome>>();
  readonly #abort = new AbortController();
  #running = 0;
  #scheduled = false;
  #closing: Promise<FlushResult> | null = null;

  /** Without a config, or with `sample` 0, it is off. Throws TypeError or RangeError that names the setting (B10-1). */
  constructor(config?: EvaluationConfig<Result>, { random = Math.random, now = Date.now, estimateCost }: EvaluationSeams = {}) {
    const checked = config === undefined ? null : checkEvaluation(config);
    this.#config = checked?.sample === 0 ? null : checked;
    this.#random = random;
    this.#now = now;
    this.#estimateCost = estimateCost;
    this.#started = new RollingSum(minute, now);
    this.#cost = new RollingSum(60 * minute, now);
    this.#reporter = new DiagnosticReporter({ ...(config?.onDiagnostic ? { onDiagnostic: config.onDiagnostic } : {}), warn: config?.diagnostics !== 'silent', now });
    if (this.#config?.budget?.maxCostPerHour !== undefined && !estimateCost) {
      this.#reporter.report('cost_budget_inactive', 'evaluation.budget.maxCostPerHour has no effect: give estimateCost as well.');
    }
  }

  /** Decides at once whether this settled run is scored, and takes what it needs as its own (B4-10). Never throws. */
  submit(input: EvaluationInput, result: Result, durationMs: number): void {
    if (!this.#config) return;
    try {
      this.#submit(this.#config, input, result, durationMs);
    } catch (error) {
      this.#reporter.report('submit_failed', 'A run could not be read for evaluation; it is not evaluated.', error);
    }
  }

  /** Since the start; never goes back. */
  getStats(): EvaluationStats {
    return { ...this.#stats };
  }

  /** Waits for the runs accepted before this call, at most `timeoutMs` milliseconds (default 30000). Never rejects. */
  async forceFlush({ timeoutMs = flushTimeoutMs }: { readonly timeoutMs?: number } = {}): Promise<FlushResult> {
    const awaited = [...this.#accepted];
    this.#pump();
    const outcomes = await within(timeoutMs, null, 'Evaluation', () => Promise.all(awaited)).catch(() => null);
    return { status: outcomes === null ? 'timeout' : statusOf(outcomes), ...this.#stats };
  }

  /** Takes no more runs and flushes; after `timeoutMs` the scorers are aborted and what waits is dropped. Later calls get the first result. */
  shutdown(options: { readonly timeoutMs?: number } = {}): Promise<FlushResult> {
    return (this.#closing ??= Promise.resolve().then(async () => {
      const flushed = await this.forceFlush(options);
      this.#abort.abort();
      for (const sample of this.#waiting.splice(0)) {
        this.#drop('shut_down', 'A run that waited to be evaluated was dropped: evaluation was shut down.');
        sample.settle('failed');
      }
      return { ...flushed, ...this.#stats };
    }));
  }

  #submit(config: CheckedEvaluation<Result>, input: EvaluationInput, result: Result, durationMs: number): void {
    const { identity, status, metadata = {} } = takePartialSnapshot({ identity: result.identity, status: result.status, metadata: result.metadata ?? {} }, 'result').value as SamplingContext;
    if (typeof identity?.runId !== 'string' || typeof status?.code !== 'string') throw new TypeError('A result needs an identity and a status; afterRun may have taken them away.');
    const about: SamplingContext = Object.freeze({ identity, status, metadata, durationMs });
    if (!this.#isSampled(config, about)) return;
    this.#stats.sampled++;
    if (this.#closing) return this.#drop('shut_down', 'A run was not evaluated: evaluation is shut down.');
    if (this.#waiting.length >= config.maxQueueLength) return this.#drop('queue_full', `A run was not evaluated: ${config.maxQueueLength} are waiting already.`);
    const perMinute = config.budget?.maxEvaluationsPerMinute ?? Infinity;
    if (this.#started.total + config.scorers.length > perMinute) return this.#drop('rate_budget_exhausted', `A run was not evaluated: ${perMinute} evaluations a minute are reached.`);
    const { error, ...rest } = result as Result & { readonly error?: unknown };
    const own = takePartialSnapshot(rest, 'result').value as Omit<Result, 'error'>;
    this.#started.add(config.scorers.length);
    this.#stats.enqueued++;
    let settle: (outcome: Outcome) => void = () => {};
    const settled = new Promise<Outcome>((resolve) => (settle = resolve));
    this.#accepted.add(settled);
    void settled.then(() => this.#accepted.delete(settled));
    this.#waiting.push({ input: config.storePayloads === 'none' ? describeInput(input) : takePartialSnapshot(input, 'input').value, result: own, error, about, settle });
    this.#schedule();
  }

  #isSampled({ sample }: CheckedEvaluation<Result>, about: SamplingContext): boolean {
    if (typeof sample === 'number') return this.#random() < sample;
    let chosen: unknown = false;
    callSafely(
      () => (chosen = sample(about)),
      (error) => this.#reporter.report('sample_failed', 'evaluation.sample threw; the run is not evaluated.', error),
    );
    if (typeof chosen === 'object') this.#reporter.report('sample_failed', 'evaluation.sample must return true at once for a run to evaluate; a promise is not waited for.');
    return chosen === true;
  }

  /** Not in the caller's turn: a slow scorer must not hold the answer. */
  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setTimeout(() => {
      this.#scheduled = false;
      this.#pump();
    }, 0);
  }

  #pump(): void {
    const config = this.#config;
    if (!config) return;
    while (this.#running < config.maxConcurrent) {
      const sample = this.#waiting.shift();
      if (!sample) return;
      this.#running++;
      void this.#evaluate(config, sample)
        .catch((error: unknown): Outcome => {
          this.#reporter.report('evaluation_failed', 'A run could not be evaluated.', error);
          return 'failed';
        })
        .then((outcome) => {
          this.#running--;
          sample.settle(outcome);
          this.#pump();
        });
    }
  }

  async #evaluate(config: CheckedEvaluation<Result>, sample: Sample<Result>): Promise<Outcome> {
    const { maxCostPerHour } = config.budget ?? {};
    if (maxCostPerHour !== undefined && this.#estimateCost && this.#cost.total >= maxCostPerHour) {
      this.#drop('cost_budget_exhausted', `A run was not evaluated: ${maxCostPerHour} an hour are reached.`);
      return 'failed';
    }
    const { storePayloads: policy, scorers, onResult } = config;
    const { identity, metadata } = sample.about;
    const input = policy === 'none' ? (sample.input as string) : payloadOf(sample.input, policy);
    const payload = policy === 'none' ? {} : { payload: { input, output: payloadOf(sample.result.output, policy) } };
    const records: EvalRecord[] = [];
    for (const scorer of scorers) {
      const result = { ...copyOut(sample.result), ...(sample.error === undefined ? {} : { error: sample.error }) } as unknown as Result;
      const context = { evalCase: { id: identity.runId, input }, output: result.output, result, metadata: copyOut(metadata) };
      const { outcome, model, fault } = await scoreOnce(scorer, context, this.#abort.signal);
      if (outcome.status === 'scorer_error') {
        this.#stats.failed++;
        this.#reporter.report('scorer_failed', `Scorer "${scorer.name}" failed; its record says scorer_error.`, fault);
      }
      this.#charge(outcome.usage, model);
      const { name, version } = scorer;
      const record = { schemaVersion: 1, recordId: newId(), evalRunId: this.evalRunId, source: 'online', timestampUnixMs: this.#now(), scorer: { name, ...(version === undefined ? {} : { version }) }, runRef: identity, metadata, ...outcome, ...payload } satisfies EvalRecord;
      records.push(takePartialSnapshot(record, 'record').value as EvalRecord);
    }
    this.#stats.completed++;
    for (const record of records) callSafely(() => onResult?.(record), (error) => this.#reporter.report('result_listener_failed', 'evaluation.onResult threw.', error));
    const isStored = await this.#store(config, records);
    const failures = records.filter(({ status }) => status === 'scorer_error').length;
    if (!isStored || failures === records.length) return 'failed';
    return failures > 0 ? 'partial' : 'ok';
  }

  async #store({ store }: CheckedEvaluation<Result>, records: readonly EvalRecord[]): Promise<boolean> {
    if (!store) return true;
    try {
      await within(storeTimeoutMs, null, 'evaluation.store', () => store.append(records));
      return true;
    } catch (error) {
      this.#stats.storeFailed++;
      this.#reporter.report('store_failed', 'evaluation.store did not keep the records of a run.', error);
      return false;
    }
  }

  #charge(usage: EvaluationUsage, model: string | undefined): void {
    if (this.#config?.budget?.maxCostPerHour === undefined || usage.input_tokens + usage.output_tokens === 0) return;
    try {
      const cost = this.#estimateCost?.(usage, model) ?? 0;
      if (!Number.isFinite(cost)) throw new TypeError('estimateCost must return a number.');
      this.#cost.add(cost);
    } catch (error) {
      this.#reporter.report('estimate_cost_failed', 'estimateCost failed; this use is not counted.', error);
    }
  }

  #drop(code: string, message: string): void {
    this.#stats.dropped++;
    this.#reporter.report(code, message);
  }
}

function statusOf(outcomes: readonly Outcome[]): FlushResult['status'] {
  if (outcomes.every((outcome) => outcome === 'ok')) return 'ok';
  return outcomes.every((outcome) => outcome === 'failed') ? 'error' : 'partial';
}
