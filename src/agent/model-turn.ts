/** One turn of the model: asked, followed while it arrives, and read with care, whatever it says. */
import { describeError } from '../model/errors.js';
import { newId } from '../model/ids.js';
import { textOf, type ContentBlock, type LLMMessage, type ToolUseBlock } from '../model/message.js';
import { copyOut, takePartialSnapshot } from '../model/snapshot.js';
import { callSafely } from '../run/diagnostics.js';
import type { ClientTool } from '../run/client-tool.js';
import type { AgentConfig, AgentRunOptions, TraceSpan } from './agent-types.js';
import type { CallIds } from './call-ids.js';
import type { LLMAdapter, LLMChatOptions, LLMResponse, LLMToolDefinition, TokenUsage } from './llm.js';
import type { RunScope } from './run-scope.js';

/** How long a call that was cancelled may still take to complete (B8-2). Models that hear the signal end at once. */
const graceMs = 50;

export interface ModelRequest {
  readonly config: AgentConfig;
  readonly adapter: LLMAdapter;
  readonly options: AgentRunOptions;
  readonly scope: RunScope;
  readonly trace: (span: Omit<TraceSpan, 'traceId' | 'spanId' | 'parentSpanId'>) => void;
}

export interface ModelTurn {
  /** Frozen. Empty when the model said nothing. */
  readonly content: readonly ContentBlock[];
  readonly text: string;
  /** Each with an id of its own and an object as input. */
  readonly calls: readonly ToolUseBlock[];
  /** Ids of calls whose arguments were no JSON object. */
  readonly malformed: ReadonlySet<string>;
  readonly usage: TokenUsage;
}

/** A turn that did not come to its end, with the words that had come. */
export interface BrokenTurn {
  readonly error: unknown;
  readonly said: string;
}

/** Never rejects. What the adapter calls back after the turn has ended is ignored. */
export async function askModel(request: ModelRequest, messages: readonly LLMMessage[], turn: number, ids: CallIds): Promise<ModelTurn | BrokenTurn> {
  const { adapter, config, options, scope, trace } = request;
  const startTime = Date.now();
  const attributes = { 'gen_ai.system': String(adapter.name), 'gen_ai.request.model': config.model ?? '' };
  let open = true;
  let said = '';
  const tell = (call: () => unknown): void => {
    if (open && !scope.signal.aborted) callSafely(call, () => {});
  };
  try {
    const chatOptions: LLMChatOptions = {
      signal: scope.signal,
      abortSignal: scope.signal,
      ...(config.model === undefined ? {} : { model: config.model }),
      ...(config.systemPrompt ? { systemPrompt: config.systemPrompt } : {}),
      ...(config.tools && config.tools.length > 0 ? { tools: definitionsOf(config.tools) } : {}),
      ...(config.maxTokens === undefined ? {} : { maxTokens: config.maxTokens }),
      ...(config.temperature === undefined ? {} : { temperature: config.temperature }),
      onText: (soFar) => {
        if (typeof soFar !== 'string' || !open || scope.signal.aborted) return;
        said = soFar;
        tell(() => options.onText?.(soFar, turn));
      },
      onReasoning: (soFar) => tell(() => options.onReasoning?.(soFar, turn)),
      onToolInput: (call) => tell(() => options.onToolInput?.({ ...call, id: ids.idOf(call.id) })),
    };
    ids.beginTurn();
    const response = await scope.race(Promise.resolve(adapter.chat(copyOut([...messages]), chatOptions)), graceMs);
    const answer = readTurn(response, adapter.name, ids);
    trace({ name: 'chat', startTime, endTime: Date.now(), status: 'ok', attributes: { ...attributes, 'gen_ai.usage.input_tokens': answer.usage.input_tokens, 'gen_ai.usage.output_tokens': answer.usage.output_tokens } });
    return answer;
  } catch (error) {
    trace({ name: 'chat', startTime, endTime: Date.now(), status: 'error', attributes: { ...attributes, 'error.message': describeError(error).message } });
    return { error, said };
  } finally {
    open = false;
  }
}

/** The first definition of a name wins (A9.2); providers refuse two of one name. */
function definitionsOf(tools: readonly ClientTool[]): readonly LLMToolDefinition[] {
  return tools
    .filter((tool, index) => tools.findIndex((other) => other.name === tool.name) === index)
    .map(({ name, description, inputSchema }) => ({ name, description, inputSchema: inputSchema ?? { type: 'object' } }));
}

/** Blocks that are none and texts without a word are left out: a provider would refuse them in the next turn. */
function readTurn(response: LLMResponse | null | undefined, provider: string, ids: CallIds): ModelTurn {
  if (typeof response !== 'object' || response === null || !Array.isArray(response.content)) {
    throw new TypeError(`The adapter "${provider}" gave no turn: chat() must resolve with an object that has a list "content".`);
  }
  const content: ContentBlock[] = [];
  const calls = new Map<string, ToolUseBlock>();
  const malformed = new Set<string>();
  for (const value of takePartialSnapshot(response.content, 'response.content').value as readonly unknown[]) {
    const block = value as ContentBlock;
    if (typeof block !== 'object' || block === null || typeof block.type !== 'string') continue;
    if (block.type === 'text' && (typeof block.text !== 'string' || block.text === '')) continue;
    if (block.type !== 'tool_use') {
      content.push(block);
      continue;
    }
    const isObject = typeof block.input === 'object' && block.input !== null && !Array.isArray(block.input);
    const input = isObject ? block.input : block.input === undefined ? {} : { INVALID_JSON: block.input };
    const name = typeof block.name === 'string' ? block.name : '';
    let id = ids.idOf(block.id);
    const twin = calls.get(id);
    // The same call told twice is one; another call under a taken id is another.
    if (twin && isSameCall(twin, { name, input })) continue;
    if (twin) id = newId();
    const call = Object.freeze({ ...block, id, name, input: Object.freeze(input) });
    if (!isObject && block.input !== undefined) malformed.add(id);
    calls.set(id, call);
    content.push(call);
  }
  return { content: Object.freeze(content), text: textOf(content), calls: [...calls.values()], malformed, usage: usageOf(response.usage) };
}

function isSameCall(a: Pick<ToolUseBlock, 'name' | 'input'>, b: Pick<ToolUseBlock, 'name' | 'input'>): boolean {
  return callSignature([a]) === callSignature([b]);
}

/** Equal for the same calls, in any order of calls and of keys. */
export function callSignature(calls: readonly Pick<ToolUseBlock, 'name' | 'input'>[]): string {
  return calls
    .map(({ name, input }) => `${name} ${spell(input, [])}`)
    .sort()
    .join('\n');
}

function spell(value: unknown, above: readonly unknown[]): string {
  if (typeof value !== 'object' || value === null) return typeof value === 'string' ? JSON.stringify(value) : String(value);
  if (above.includes(value)) return 'cycle';
  const inner = [...above, value];
  if (Array.isArray(value)) return `[${value.map((item) => spell(item, inner)).join()}]`;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${spell(item, inner)}`).join()}}`;
}

function usageOf(usage: Partial<TokenUsage> | null | undefined): TokenUsage {
  const count = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0);
  return { input_tokens: count(usage?.input_tokens), output_tokens: count(usage?.output_tokens) };
}
