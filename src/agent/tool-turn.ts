/** The tool calls of one model turn: side by side, each id once, every fault an answer for the model. */
import { describeError } from '../model/errors.js';
import type { ToolResultBlock, ToolUseBlock } from '../model/message.js';
import { copyOut } from '../model/snapshot.js';
import type { ClientTool, ClientToolResult } from '../run/client-tool.js';
import { needsApproval, runClientTool } from '../run/run-client-tool.js';
import type { AgentRunOptions, ToolCallRecord } from './agent-types.js';

export interface ToolAnswer {
  readonly block: ToolResultBlock;
  readonly record: ToolCallRecord;
}

/** Answers in the order of the calls. Never rejects. */
export function runToolCalls(calls: readonly ToolUseBlock[], tools: readonly ClientTool[], signal: AbortSignal, callTool: AgentRunOptions['callTool']): Promise<readonly ToolAnswer[]> {
  const started = new Map<string, Promise<ToolAnswer>>();
  return Promise.all(
    calls.map((call) => {
      const known = started.get(call.id) ?? answer(call, tools, signal, callTool);
      started.set(call.id, known);
      return known;
    }),
  );
}

async function answer(call: ToolUseBlock, tools: readonly ClientTool[], signal: AbortSignal, callTool: AgentRunOptions['callTool']): Promise<ToolAnswer> {
  const start = Date.now();
  const result = await run(call, tools, signal, callTool).catch((error: unknown): ClientToolResult => ({ ok: false, error: describeError(error).message }));
  const content = result.ok ? result.content : result.error;
  return {
    block: Object.freeze({ type: 'tool_result', tool_use_id: call.id, content, ...(result.ok ? {} : { is_error: true }) }),
    record: Object.freeze({ toolName: call.name, input: call.input, output: typeof content === 'string' ? content : JSON.stringify(content), duration: Date.now() - start }),
  };
}

async function run(call: ToolUseBlock, tools: readonly ClientTool[], signal: AbortSignal, callTool: AgentRunOptions['callTool']): Promise<ClientToolResult> {
  const input = copyOut(call.input) as Record<string, unknown>;
  if (callTool) return callTool({ id: call.id, name: call.name, input });
  const tool = tools.find((candidate) => candidate.name === call.name);
  if (tool && needsApproval(tool, input)) return { ok: false, error: `Client tool "${call.name}" needs a person's approval, which is not available here.` };
  return (await runClientTool(tools, { id: call.id, name: call.name, input }, { signal })).result;
}
