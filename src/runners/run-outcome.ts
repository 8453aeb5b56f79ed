/** A run of an agent as the answer of a runner (C4): cancelled is the conversation's own doing, all else that is not ok a failure in words. */
import type { AgentRunResult } from '../agent/agent-types.js';
import type { ExecuteAgentResult } from '../run/runner.js';
import { planForm, planOf } from './plan-mode.js';

export function executeResultOf(result: AgentRunResult, agentId: string, planning: boolean): ExecuteAgentResult {
  const { code } = result.status;
  const ok = code === 'ok';
  const errorMessage = ok ? undefined : (result.errorInfo?.message || result.status.message || result.output || 'The agent failed without an error message.');
  const plan = ok && planning ? planOf(result.messages, result.output).trim() : '';
  return {
    success: ok,
    ...(errorMessage ? { errorMessage } : {}),
    agentRun: {
      ID: result.identity.runId,
      AgentID: agentId,
      Status: ok ? 'Completed' : code === 'cancelled' ? 'Cancelled' : 'Failed',
      FinalStep: 'Chat',
      ...(ok ? { Message: result.output } : {}),
      ...(errorMessage ? { ErrorMessage: errorMessage } : {}),
    },
    ...(result.structured === undefined ? {} : { payload: result.structured }),
    ...(plan ? { responseForm: planForm(plan) } : {}),
  };
}

/** Stopped before there was a run. */
export function cancelledResult(agentId: string): ExecuteAgentResult {
  return { success: false, errorMessage: 'Run cancelled by caller.', agentRun: { AgentID: agentId, Status: 'Cancelled', FinalStep: 'Chat', ErrorMessage: 'Run cancelled by caller.' } };
}
