/** Model turn, tool calls, model turn, until the model has no more calls or a limit is reached. Never rejects. */
import type { LLMMessage, ToolUseBlock } from '../model/message.js';
import { copyOut } from '../model/snapshot.js';
import { callSafely } from '../run/diagnostics.js';
import { failureOf, interrupted, resultOf, withUsage, type RunRecord } from './agent-result.js';
import type { AgentRunResult, StreamEvent } from './agent-types.js';
import { CallIds } from './call-ids.js';
import { LoopGuard, loopWarning } from './loop-guard.js';
import { askModel, type ModelRequest } from './model-turn.js';
import { runToolCalls, unansweredBlock, type ToolAnswer } from './tool-turn.js';

const defaultMaxTurns = 50;

export interface LoopRequest extends ModelRequest {
  readonly messages: readonly LLMMessage[];
  readonly emit: (event: StreamEvent) => void;
}

export async function runLoop(request: LoopRequest, empty: RunRecord): Promise<AgentRunResult> {
  const { config, adapter, scope, emit } = request;
  const ids = new CallIds(request.messages);
  const guard = new LoopGuard(config.loopDetection);
  const maxTurns = typeof config.maxTurns === 'number' && config.maxTurns >= 0 ? config.maxTurns : defaultMaxTurns;
  let record = empty;
  for (let turn = 0; turn < maxTurns; turn++) {
    const answer = await askModel(request, [...request.messages, ...record.messages], turn, ids);
    if ('error' in answer) {
      if (answer.said) emit({ type: 'text', data: answer.said });
      return scope.interruption ? interrupted({ ...record, output: answer.said || record.output }, scope) : failureOf(record, 'provider', answer.error, { said: answer.said, provider: adapter.name });
    }
    const { content, calls, text } = answer;
    record = withUsage({ ...record, output: text || record.output }, answer.usage);
    // A turn without a word or a call is no message: no provider would take it back (B11-9 says the same of a process).
    if (content.length > 0) record = withMessage(record, { role: 'assistant', content });
    if (text) emit({ type: 'text', data: text });
    for (const call of calls) emit({ type: 'tool_use', data: copyOut(call) });
    const { input_tokens: input, output_tokens: output } = record.usage;
    if (config.maxTokenBudget !== undefined && input + output > config.maxTokenBudget) {
      const error = new Error(`The run used ${input + output} tokens of ${config.maxTokenBudget}.`);
      emit({ type: 'budget_exceeded', data: error });
      return resultOf(leftOpen(request, record, calls), 'budget_exhausted', error.message, { budgetExceeded: true, error });
    }
    // A turn without calls is the last one; an abort that came too late to stop it changes nothing (B8-2).
    if (calls.length === 0) return resultOf(record, 'ok');
    const loop = guard.see(calls);
    if (loop) emit({ type: 'loop_detected', data: { ...loop } });
    const verdict = loop ? await scope.race(guard.judge(loop)).catch(() => 'end' as const) : 'continue';
    if (scope.interruption) return interrupted(leftOpen(request, record, calls), scope);
    if (verdict === 'end') return resultOf(leftOpen(request, record, calls), 'budget_exhausted', loop?.detail, { loopDetected: true });
    const startTime = Date.now();
    const answers = await runToolCalls(answer, { tools: config.tools ?? [], scope, callTool: request.options.callTool });
    tellAnswers(request, calls, answers, startTime);
    const results = answers.map(({ block }) => block);
    record = withMessage(record, { role: 'user', content: verdict === 'warn' ? [...results, { type: 'text', text: loopWarning }] : results });
    record = { ...record, toolCalls: [...record.toolCalls, ...answers.map(({ record: call }) => call)] };
    if (scope.interruption) return interrupted(record, scope);
  }
  return resultOf(record, 'budget_exhausted', `The run reached its limit of ${maxTurns} model turns.`);
}

function withMessage(record: RunRecord, message: LLMMessage): RunRecord {
  return { ...record, messages: [...record.messages, Object.freeze({ role: message.role, content: Object.freeze(message.content) })] };
}

/** The end came before these calls were run; what is kept of the run can still be sent to a model. */
function leftOpen(request: LoopRequest, record: RunRecord, calls: readonly ToolUseBlock[]): RunRecord {
  if (calls.length === 0) return record;
  const blocks = calls.map(unansweredBlock);
  for (const [index, call] of calls.entries()) callSafely(() => request.options.onToolAnswer?.(copyOut(call), copyOut(blocks[index]!)), () => {});
  return withMessage(record, { role: 'user', content: blocks });
}

function tellAnswers({ emit, options, trace }: LoopRequest, calls: readonly ToolUseBlock[], answers: readonly ToolAnswer[], startTime: number): void {
  for (const [index, { block, record }] of answers.entries()) {
    emit({ type: 'tool_result', data: copyOut(block) });
    callSafely(() => options.onToolAnswer?.(copyOut(calls[index]!), copyOut(block)), () => {});
    trace({
      name: `tool ${record.toolName}`,
      startTime,
      endTime: startTime + record.duration,
      status: block.is_error ? 'error' : 'ok',
      attributes: { 'gen_ai.tool.name': record.toolName, 'gen_ai.tool.call.id': block.tool_use_id },
    });
  }
}
