/** `beforeRun` and `afterRun`: the host's own code, at arm's length (B6). Both functions reject for whatever the hook did wrong. */
import type { LLMMessage } from '../model/message.js';
import { copyOut, takeMessagesSnapshot } from '../model/snapshot.js';
import { assertValidMessages, typeName } from '../model/validate.js';
import { applyBeforeRun, promptOf } from '../run/before-run.js';
import type { AgentConfig, AgentRunResult, RunStatusCode } from './agent-types.js';
import type { RunScope } from './run-scope.js';

/** The messages of the run after the hook. `assertAllowed` sees what the hook returned before anything of it is read. */
export async function askBeforeRun(
  config: AgentConfig,
  messages: readonly LLMMessage[],
  scope: RunScope,
  assertAllowed: (returned: unknown) => void,
): Promise<readonly LLMMessage[]> {
  if (!config.beforeRun) return messages;
  const { beforeRun: _beforeRun, afterRun: _afterRun, ...agent } = config;
  const prompt = promptOf(messages);
  // Read as soon as it is there: what the hook changes after it has returned comes too late (B4-7).
  const apply = (returned: unknown): readonly LLMMessage[] => {
    assertAllowed(returned);
    return applyBeforeRun(prompt, messages, returned);
  };
  const returned: unknown = config.beforeRun({ prompt, messages: copyOut([...messages]), agent });
  return isThenable(returned) ? scope.race(Promise.resolve(returned).then(apply)) : apply(returned);
}

/**
 * The result after the hook, which gets and may change a copy of its own. An interruption that comes while the hook works ends
 * the waiting; a hook that is asked after one is waited for.
 */
export async function askAfterRun(config: AgentConfig, result: AgentRunResult, scope: RunScope): Promise<AgentRunResult> {
  if (!config.afterRun) return result;
  const returned: unknown = config.afterRun(callersOwn(result));
  if (!isThenable(returned)) return outcomeOf(returned, result);
  const awaited: unknown = await (scope.interruption ? returned : scope.race(Promise.resolve(returned)));
  return outcomeOf(awaited, result);
}

/** A copy that its owner may change; the error stays itself. */
export function callersOwn(result: AgentRunResult): AgentRunResult {
  return { ...result, messages: copyOut([...result.messages]), toolCalls: copyOut([...result.toolCalls]), tokenUsage: { ...result.tokenUsage } };
}

/** What the hook left out or broke comes from the run itself; success, status and limit say the same in the end. */
function outcomeOf(returned: unknown, original: AgentRunResult): AgentRunResult {
  if (typeof returned !== 'object' || returned === null || Array.isArray(returned)) throw new TypeError(`afterRun must return a result, got ${typeName(returned)}`);
  const { ...changed } = returned as Partial<AgentRunResult>;
  if (changed.messages !== undefined) assertValidMessages(changed.messages);
  const { tokenUsage, toolCalls } = changed;
  const code = codeOf(changed);
  const result: AgentRunResult = {
    ...changed,
    success: code === 'ok',
    identity: original.identity,
    status: code === changed.status?.code ? changed.status : code === original.status.code ? original.status : { code },
    output: typeof changed.output === 'string' ? changed.output : original.output,
    messages: takeMessagesSnapshot(changed.messages ?? original.messages),
    tokenUsage: typeof tokenUsage?.input_tokens === 'number' && typeof tokenUsage.output_tokens === 'number' ? tokenUsage : original.tokenUsage,
    toolCalls: Array.isArray(toolCalls) ? toolCalls : original.toolCalls,
  };
  if (code !== 'ok') return result;
  const { errorInfo: _errorInfo, error: _error, ...clean } = result;
  return clean;
}

function codeOf({ success, status, budgetExceeded }: Partial<AgentRunResult>): RunStatusCode {
  if (budgetExceeded) return 'budget_exhausted';
  if (success === true) return 'ok';
  const code: unknown = typeof status === 'object' && status !== null ? status.code : undefined;
  return typeof code === 'string' && code !== 'ok' ? (code as RunStatusCode) : 'error';
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
}
