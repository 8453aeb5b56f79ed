/** Model turn, tool calls, model turn, until the model has no more calls or a limit is reached. Never throws. */
import { describeError } from '../model/errors.js';
import { textOf, type ContentBlock, type LLMMessage, type ToolUseBlock } from '../model/message.js';
import { copyOut, takePartialSnapshot } from '../model/snapshot.js';
import { failureOf, resultOf, type RunRecord } from './agent-result.js';
import type { AgentConfig, AgentRunOptions, AgentRunResult, RunIdentity, StreamEvent, TraceSpan } from './agent-types.js';
import type { LLMAdapter, LLMResponse, LLMToolDefinition, TokenUsage } from './llm.js';
import type { RunScope } from './run-scope.js';
import { runToolCalls } from './tool-turn.js';

const MAX_TURNS = 50;
const MAX_REPETITIONS = 3;

export interface LoopRequest {
  readonly config: AgentConfig;
  readonly adapter: LLMAdapter;
  readonly messages: readonly LLMMessage[];
  readonly options: AgentRunOptions;
  readonly scope: RunScope;
  readonly identity: RunIdentity;
  readonly emit: (event: StreamEvent) => void;
  readonly trace: (span: Omit<TraceSpan, 'traceId' | 'spanId' | 'parentSpanId'>) => void;
}

export async function runLoop(request: LoopRequest): Promise<AgentRunResult> {
  const { config, options, scope, identity, emit } = request;
  let record: RunRecord = { identity, messages: [], output: '', usage: { input_tokens: 0, output_tokens: 0 }, toolCalls: [], ...(options.metadata ? { metadata: options.metadata } : {}) };
  let repetitions = 0;
  let lastCalls = '';
  for (let turn = 0; turn < (config.maxTurns ?? MAX_TURNS); turn++) {
    let said = '';
    let response: LLMResponse;
    try {
      response = await chat(request, [...request.messages, ...record.messages], turn, (soFar) => (said = soFar));
    } catch (error) {
      if (scope.interruption) return interrupted({ ...record, output: said || record.output }, scope);
      return failureOf(record, 'provider', error);
    }
    const content = contentOf(response);
    const text = textOf(content);
    record = { ...record, messages: [...record.messages, Object.freeze({ role: 'assistant' as const, content })], output: text || record.output, usage: sum(record.usage, response.usage) };
    if (text) emit({ type: 'text', data: text });
    const calls = content.filter((block): block is ToolUseBlock => block.type === 'tool_use');
    for (const call of calls) emit({ type: 'tool_use', data: copyOut(call) });
    const limit = config.maxTokenBudget;
    if (limit !== undefined && record.usage.input_tokens + record.usage.output_tokens > limit) {
      const error = new Error(`The run used ${record.usage.input_tokens + record.usage.output_tokens} tokens of ${limit}.`);
      emit({ type: 'budget_exceeded', data: error });
      return resultOf(record, 'budget_exhausted', error.message, { budgetExceeded: true, error });
    }
    // A turn without calls is the last one; an abort that came too late to stop it changes nothing (B8-2).
    if (calls.length === 0) return resultOf(record, 'ok');
    if (scope.interruption) return interrupted(record, scope);
    const signature = JSON.stringify(calls.map(({ name, input }) => [name, input]));
    repetitions = signature === lastCalls ? repetitions + 1 : 1;
    lastCalls = signature;
    if (repetitions > (config.loopDetection?.maxRepetitions ?? MAX_REPETITIONS)) {
      const text = `The model repeated the same calls ${repetitions} times.`;
      emit({ type: 'loop_detected', data: { repetitions, calls: copyOut(calls) } });
      return resultOf(record, 'budget_exhausted', text, { loopDetected: true });
    }
    const start = Date.now();
    const answers = await scope.race(runToolCalls(calls, config.tools ?? [], scope.signal, options.callTool)).catch(() => null);
    if (answers === null) return interrupted(record, scope);
    for (const { block, record: call } of answers) {
      emit({ type: 'tool_result', data: copyOut(block) });
      request.trace({ name: `tool ${call.toolName}`, startTime: start, endTime: start + call.duration, status: block.is_error ? 'error' : 'ok', attributes: { 'gen_ai.tool.name': call.toolName, 'gen_ai.tool.call.id': block.tool_use_id } });
    }
    const results: LLMMessage = Object.freeze({ role: 'user' as const, content: Object.freeze(answers.map(({ block }) => block)) });
    record = { ...record, messages: [...record.messages, results], toolCalls: [...record.toolCalls, ...answers.map(({ record: call }) => call)] };
    if (scope.interruption) return interrupted(record, scope);
  }
  return resultOf(record, 'budget_exhausted', `The run reached its limit of ${config.maxTurns ?? MAX_TURNS} model turns.`);
}

/** What was said before the interruption stays (B8-4). */
export function interrupted(record: RunRecord, scope: RunScope): AgentRunResult {
  return scope.interruption === 'timeout' ? resultOf(record, 'timeout', 'The run took too long.') : resultOf(record, 'cancelled', 'Run cancelled by caller.');
}

async function chat({ config, adapter, options, scope, trace }: LoopRequest, messages: readonly LLMMessage[], turn: number, said: (soFar: string) => void): Promise<LLMResponse> {
  const start = Date.now();
  const guarded = (work: () => void): void => {
    if (!scope.signal.aborted) isolated(work);
  };
  const attributes = { 'gen_ai.system': adapter.name, 'gen_ai.request.model': config.model ?? '' };
  try {
    const work = Promise.resolve(
      adapter.chat(copyOut(messages), {
        signal: scope.signal,
        ...(config.model === undefined ? {} : { model: config.model }),
        ...(config.systemPrompt ? { systemPrompt: config.systemPrompt } : {}),
        ...(config.tools && config.tools.length > 0 ? { tools: config.tools.map(definitionOf) } : {}),
        ...(config.maxTokens === undefined ? {} : { maxTokens: config.maxTokens }),
        ...(config.temperature === undefined ? {} : { temperature: config.temperature }),
        onText: (soFar) => {
          if (!scope.signal.aborted) said(soFar);
          guarded(() => options.onText?.(soFar, turn));
        },
        onReasoning: (soFar) => guarded(() => options.onReasoning?.(soFar, turn)),
        onToolInput: (call) => guarded(() => options.onToolInput?.(call)),
      }),
    );
    const response = await scope.race(work);
    trace({ name: 'chat', startTime: start, endTime: Date.now(), status: 'ok', attributes: { ...attributes, 'gen_ai.usage.input_tokens': response.usage.input_tokens, 'gen_ai.usage.output_tokens': response.usage.output_tokens } });
    return response;
  } catch (error) {
    trace({ name: 'chat', startTime: start, endTime: Date.now(), status: 'error', attributes: { ...attributes, 'error.message': describeError(error).message } });
    throw error;
  }
}

function definitionOf(tool: { readonly name: string; readonly description: string; readonly inputSchema?: Readonly<Record<string, unknown>> }): LLMToolDefinition {
  return { name: tool.name, description: tool.description, inputSchema: tool.inputSchema ?? { type: 'object' } };
}

/** Blocks as ours; input that is no object (malformed tool JSON) becomes `{}` for the loop and fails its schema there. */
function contentOf(response: LLMResponse): readonly ContentBlock[] {
  const { value } = takePartialSnapshot(Array.isArray(response.content) ? response.content : [], 'response.content');
  return Object.freeze((value as readonly ContentBlock[]).filter((block) => typeof block === 'object' && block !== null));
}

function sum(a: TokenUsage, b: TokenUsage | undefined): TokenUsage {
  return { input_tokens: a.input_tokens + (b?.input_tokens ?? 0), output_tokens: a.output_tokens + (b?.output_tokens ?? 0) };
}

export function isolated(work: () => void): void {
  try {
    work();
  } catch {
    // A listener's fault is the listener's: the run goes on (B9-5).
  }
}
