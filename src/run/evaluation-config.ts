/** The settings of online evaluation with their defaults, checked when it is made (B10-1). */
import type { EvaluatedRun, EvaluationConfig, StorePayloads } from './evaluation-types.js';

export type CheckedEvaluation<Result extends EvaluatedRun> = EvaluationConfig<Result> &
  Required<Pick<EvaluationConfig<Result>, 'sample' | 'maxConcurrent' | 'maxQueueLength' | 'storePayloads'>>;

const policies: readonly StorePayloads[] = ['none', 'redacted', 'full'];

/** Throws TypeError for scorers, functions and policies that are none, RangeError for numbers out of range. */
export function checkEvaluation<Result extends EvaluatedRun>(config: EvaluationConfig<Result>): CheckedEvaluation<Result> {
  const { scorers, sample = 0, maxConcurrent = 1, maxQueueLength = 100, storePayloads = 'none', budget = {}, store } = config;
  if (!Array.isArray(scorers) || scorers.length === 0) throw new TypeError('evaluation.scorers must hold at least one scorer.');
  for (const [index, scorer] of (scorers as readonly Partial<EvaluationConfig<Result>['scorers'][number]>[]).entries()) {
    const place = `evaluation.scorers[${index}]`;
    if (typeof scorer?.name !== 'string' || scorer.name === '') throw new TypeError(`${place}.name must be a non-empty string.`);
    if (typeof scorer.score !== 'function') throw new TypeError(`${place}.score must be a function.`);
    checkNumber(scorer.timeoutMs, `${place}.timeoutMs`, 'a number of milliseconds above 0', (value) => value > 0);
  }
  if (typeof sample !== 'function' && !(typeof sample === 'number' && sample >= 0 && sample <= 1)) {
    throw new RangeError('evaluation.sample must be a number from 0 to 1, or a function that returns true for a run to evaluate.');
  }
  if (!policies.includes(storePayloads)) throw new TypeError('evaluation.storePayloads must be "none", "redacted" or "full".');
  const isCount = (value: number): boolean => Number.isInteger(value) && value >= 1;
  checkNumber(maxConcurrent, 'evaluation.maxConcurrent', 'a whole number from 1', isCount);
  checkNumber(maxQueueLength, 'evaluation.maxQueueLength', 'a whole number from 1', isCount);
  checkNumber(budget.maxEvaluationsPerMinute, 'evaluation.budget.maxEvaluationsPerMinute', `at least the number of scorers (${scorers.length}), or no run fits`, (value) => value >= scorers.length);
  checkNumber(budget.maxCostPerHour, 'evaluation.budget.maxCostPerHour', 'a number from 0', (value) => value >= 0);
  if (store !== undefined && typeof store?.append !== 'function') throw new TypeError('evaluation.store must have a function append(records).');
  return { ...config, scorers: [...config.scorers], sample, maxConcurrent, maxQueueLength, storePayloads };
}

function checkNumber(value: number | undefined, place: string, wanted: string, isGood: (value: number) => boolean): void {
  if (value === undefined || (typeof value === 'number' && isGood(value))) return;
  throw new RangeError(`${place} must be ${wanted}, got ${String(value)}.`);
}
