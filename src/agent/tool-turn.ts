/** The tool calls of one model turn: side by side, every fault an answer for the model, every call answered. */
import { describeError } from '../model/errors.js';
import type { ToolResultBlock, ToolUseBlock } from '../model/message.js';
import { copyOut, takeSnapshot } from '../model/snapshot.js';
import { isToolResultParts } from '../model/validate.js';
import type { ClientTool, ClientToolResult } from '../run/client-tool.js';
import { needsApproval, runClientTool } from '../run/run-client-tool.js';
import type { AgentRunOptions, ToolCallRecord } from './agent-types.js';
import type { ModelTurn } from './model-turn.js';
import type { RunScope } from './run-scope.js';

export interface ToolAnswer {
  readonly block: ToolResultBlock;
  readonly record: ToolCallRecord;
}

const notAnswered = 'The run ended before this call was answered.';

export interface ToolSurroundings {
  readonly tools: readonly ClientTool[];
  readonly scope: RunScope;
  readonly callTool: AgentRunOptions['callTool'];
}

/** Answers in the order of the calls. Never rejects; when the run is interrupted, what is finished stays and the rest is told so. */
export function runToolCalls({ calls, malformed }: Pick<ModelTurn, 'calls' | 'malformed'>, surroundings: ToolSurroundings): Promise<readonly ToolAnswer[]> {
  return Promise.all(
    calls.map(async (call) => {
      const start = Date.now();
      const result = malformed.has(call.id)
        ? ({ ok: false, error: `Invalid input for "${call.name}": the arguments must be one JSON object.` } as const)
        : await run(call, surroundings).catch((error: unknown) => ({ ok: false as const, error: surroundings.scope.interruption ? notAnswered : describeError(error).message }));
      return answerOf(call, result, Date.now() - start);
    }),
  );
}

/** For calls that are not run: a list of messages in which a call has no answer is refused by every provider. */
export function unansweredBlock(call: ToolUseBlock): ToolResultBlock {
  return answerOf(call, { ok: false, error: notAnswered }, 0).block;
}

async function run(call: ToolUseBlock, { tools, scope, callTool }: ToolSurroundings): Promise<ClientToolResult> {
  const request = { id: call.id, name: call.name, input: copyOut(call.input) as Record<string, unknown> };
  if (callTool) return scope.race(Promise.resolve(callTool(request)));
  const tool = tools.find((candidate) => candidate.name === call.name);
  if (tool && needsApproval(tool, request.input)) return { ok: false, error: approvalMissing(call.name) };
  return (await runClientTool(tools, request, { signal: scope.signal })).result;
}

export function approvalMissing(name: string): string {
  return `Client tool "${name}" needs a person's approval, which is not available here.`;
}

/** The host's door may answer with anything. */
function answerOf(call: ToolUseBlock, given: unknown, duration: number): ToolAnswer {
  const result = (typeof given === 'object' && given !== null ? given : { ok: false, error: 'The tool gave no answer.' }) as { ok?: unknown; content?: unknown; error?: unknown };
  const isFault = result.ok !== true;
  const content = isFault ? (typeof result.error === 'string' && result.error ? result.error : describeError(result.error).message) : contentOf(result.content);
  return {
    block: Object.freeze({ type: 'tool_result', tool_use_id: call.id, content, ...(isFault ? { is_error: true } : {}) }),
    record: Object.freeze({ toolName: call.name, input: call.input, output: textOf(content), duration }),
  };
}

function contentOf(content: unknown): ToolResultBlock['content'] {
  if (typeof content === 'string') return content;
  return isToolResultParts(content) ? takeSnapshot(content, 'content') : textOf(content);
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return String(value);
  }
}
