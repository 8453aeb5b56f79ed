/** Progress lines of a run (A2.3). */
import type { MessageProgress } from '../model/message.js';

/** Keeps what is shown and drops the rest: a payload may hold things that cannot be stored (case 39 D). */
export function progressOf(payload: unknown): MessageProgress | null {
  if (typeof payload !== 'object' || payload === null) return null;
  const { step, message, percentage } = payload as Record<string, unknown>;
  if (typeof step !== 'string' && typeof message !== 'string') return null;
  return {
    step: typeof step === 'string' ? step : '',
    message: typeof message === 'string' ? message : '',
    ...(typeof percentage === 'number' && Number.isFinite(percentage) ? { percentage: Math.min(100, Math.max(0, percentage)) } : {}),
  };
}

/** The run that a progress line belongs to, when it says so: lines of another run are not ours (A2-5). */
export function runIdOf(payload: unknown): string | null {
  const metadata = (payload as { metadata?: { agentRun?: { ID?: unknown; id?: unknown }; agentRunId?: unknown } } | null)?.metadata;
  const id = metadata?.agentRun?.ID ?? metadata?.agentRun?.id ?? metadata?.agentRunId;
  return typeof id === 'string' && id ? id : null;
}
