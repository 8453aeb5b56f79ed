/** Runs one tool of the page: whatever the tool does, the turn gets exactly one answer (A9-T3 … A9-T6). */
import { AgentConversationError, describeError } from '../model/errors.js';
import { copyOut, takeSnapshot } from '../model/snapshot.js';
import { isToolResultParts } from '../model/validate.js';
import type { ClientTool, ClientToolResult, ToolCall } from './client-tool.js';
import { checkToolInput } from './tool-input.js';

const defaultTimeout = 30_000;
/** A timer that is set for longer fires at once. */
const longestTimeout = 2 ** 31 - 1;
const stopped = 'Client tool execution stopped';

/** Whether a person must allow the call first. When the tool cannot say, they must. */
export function needsApproval(tool: ClientTool, input: Readonly<Record<string, unknown>>): boolean {
  const { requiresApproval, effects } = tool;
  if (typeof requiresApproval !== 'function') return Boolean(requiresApproval ?? effects === 'destructive');
  try {
    return Boolean(requiresApproval(copyOut(input, 'input')));
  } catch {
    return true;
  }
}

/**
 * Runs the first tool of that name, without asking anybody (see `needsApproval`). Never rejects: a fault is `{ok: false, error}`.
 * The tool gets its own copy of the input and a signal that is aborted at its timeout and with `options.signal`; what it
 * answers after that is ignored. Parts in the result are a frozen snapshot. `durationMs` is in milliseconds.
 */
export async function runClientTool(
  tools: readonly ClientTool[],
  call: ToolCall,
  options: { readonly signal: AbortSignal },
): Promise<{ readonly result: ClientToolResult; readonly durationMs: number }> {
  const start = performance.now();
  let result: ClientToolResult;
  try {
    result = await answer(tools, call, options.signal);
  } catch (error) {
    result = failure(error);
  }
  return { result, durationMs: Math.max(0, Math.round(performance.now() - start)) };
}

async function answer(tools: readonly ClientTool[], call: ToolCall, signal: AbortSignal): Promise<ClientToolResult> {
  const tool = tools.find((one) => one.name === call.name);
  if (!tool) return { ok: false, error: `Client tool "${call.name}" is not registered` };
  if (signal.aborted) return { ok: false, error: stopped };
  const input: Record<string, unknown> = copyOut(call.input ?? {}, 'input');
  const fault = checkToolInput({ type: 'object' }, input) ?? checkToolInput(tool.inputSchema, input);
  if (fault !== null) return { ok: false, error: `Invalid input for "${call.name}": ${fault}` };
  return executed(tool, call.id, input, signal);
}

/** The first of: the tool's answer, its failure, the timeout, the stop. The timer and the listener end with it. */
function executed(tool: ClientTool, toolCallId: string, input: Record<string, unknown>, signal: AbortSignal): Promise<ClientToolResult> {
  const timeout = timeoutOf(tool);
  const controller = new AbortController();
  return new Promise((resolve) => {
    const settle = (result: ClientToolResult): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      resolve(result);
    };
    // Settled before the tool hears of it: an answer given inside its abort listener is late already.
    const onAbort = (): void => {
      settle({ ok: false, error: stopped });
      controller.abort(signal.reason);
    };
    const onTimeout = (): void => {
      const error = `Client tool execution timed out after ${timeout}ms`;
      settle({ ok: false, error });
      controller.abort(new AgentConversationError('TOOL_TIMED_OUT', error));
    };
    const timer = timeout > longestTimeout ? undefined : setTimeout(onTimeout, timeout);
    signal.addEventListener('abort', onAbort);
    started(tool, input, { signal: controller.signal, toolCallId }).then(settle, (error: unknown) => settle(failure(error)));
  });
}

/** An async function, so that a tool that throws at once fails like one that rejects (A9-T6). */
async function started(tool: ClientTool, input: Record<string, unknown>, context: { signal: AbortSignal; toolCallId: string }): Promise<ClientToolResult> {
  return resultOf(await tool.execute(input, context));
}

function timeoutOf(tool: ClientTool): number {
  const { timeoutMs } = tool;
  return typeof timeoutMs === 'number' && timeoutMs > 0 ? timeoutMs : defaultTimeout;
}

function resultOf(value: unknown): ClientToolResult {
  if (value === undefined) return { ok: true, content: '' };
  if (typeof value === 'string') return { ok: true, content: value };
  if (isToolResultParts(value)) return { ok: true, content: takeSnapshot(value, 'result') };
  if (isReportedFailure(value)) {
    const { ErrorMessage: message } = value;
    return { ok: false, error: typeof message === 'string' && message ? message : 'Client tool execution failed' };
  }
  return { ok: true, content: asJson(value) };
}

/** How a MemberJunction handler says that it failed. */
function isReportedFailure(value: unknown): value is { readonly Success: false; readonly ErrorMessage?: unknown } {
  return typeof value === 'object' && value !== null && (value as { Success?: unknown }).Success === false;
}

function asJson(value: unknown): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch (error) {
    const reason = String(describeError(error).message.split('\n')[0]);
    throw new Error(`its result cannot be written as JSON text, for example because of a cycle or a BigInt (${reason})`, { cause: error });
  }
  if (text === undefined) throw new Error(`its result cannot be written as JSON text, got ${typeof value}`);
  return text;
}

function failure(error: unknown): ClientToolResult {
  let message: string;
  try {
    ({ message } = describeError(error));
  } catch {
    message = 'it threw a value that cannot be read';
  }
  return { ok: false, error: `Client tool execution failed: ${message}` };
}
