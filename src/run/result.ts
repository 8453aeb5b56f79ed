/** What a runner's answer means (A2). */
import { describeError } from '../model/errors.js';
import type { MessageStatus } from '../model/message.js';
import type { ExecuteAgentResult } from './runner.js';

export interface Settlement {
  readonly status: Extract<MessageStatus, 'complete' | 'failed' | 'awaiting-input'>;
  /** `agentRun.Message`, used when nothing was streamed. */
  readonly text: string;
  readonly error?: { readonly code: string; readonly message: string };
  readonly agentId?: string;
}

/** The fallback text of MemberJunction's own view (A2.4). */
const FALLBACK = 'The agent failed without an error message.';

/** Reads a runner's result. null and `success: false` are failures alike (A2-4); anything else that is no result is one too. */
export function settlementOf(result: unknown): Settlement {
  if (result === null || result === undefined) {
    return { status: 'failed', text: '', error: { code: 'NO_RESULT', message: 'The agent gave no answer.' } };
  }
  if (typeof result !== 'object' || Array.isArray(result) || typeof (result as ExecuteAgentResult).success !== 'boolean') {
    const found = Array.isArray(result) ? 'array' : typeof result === 'object' ? 'an object without "success"' : typeof result;
    return { status: 'failed', text: '', error: { code: 'INVALID_RESULT', message: `The runner's result must be an object with a boolean "success" or null, got ${found}.` } };
  }
  const { success, errorMessage, agentRun } = result as ExecuteAgentResult;
  const run = typeof agentRun === 'object' && agentRun !== null ? agentRun : {};
  const text = typeof run.Message === 'string' ? run.Message : '';
  const agent = typeof run.AgentID === 'string' && run.AgentID ? { agentId: run.AgentID } : {};
  if (run.Status === 'AwaitingFeedback' || run.Status === 'Paused') return { status: 'awaiting-input', text, ...agent };
  if (success) return { status: 'complete', text, ...agent };
  return { status: 'failed', text, error: failureOf(run.ErrorMessage, errorMessage), ...agent };
}

/** A2-2: the run's own words first, then the envelope's, then a sentence that is never empty. */
function failureOf(...candidates: readonly unknown[]): { code: string; message: string } {
  for (const candidate of candidates) {
    if (typeof candidate === 'string' && candidate.trim()) return { code: 'AGENT_FAILED', message: candidate };
    if (typeof candidate === 'object' && candidate !== null) return describeError(candidate);
  }
  return { code: 'AGENT_FAILED', message: FALLBACK };
}
