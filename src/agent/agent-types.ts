/** What an agent is given and gives back. Names and shapes are Open Multi-Agent's (B1, B7, B8). */
import type { ContentBlock, LLMMessage, ToolResultBlock, ToolUseBlock } from '../model/message.js';
import type { ClientTool, ClientToolResult } from '../run/client-tool.js';
import type { LLMAdapter, TokenUsage } from './llm.js';

export type AgentRunInput = string | readonly LLMMessage[];
export type AgentPromptInput = string | readonly ContentBlock[];

export interface TextAnswer {
  readonly text: string;
  /** ACP: `refusal`, `max_tokens` and `max_turn_requests` are no success (B11-16, B11-17). */
  readonly stopReason?: string;
  /** ACP: tokens that the session has used so far; the run is charged the difference (B11-18). */
  readonly usedTokens?: number;
}

/** A backend that takes text only: `process` runs afresh each time, `acp` keeps a session (B11). */
export interface TextTransport {
  /**
   * Rejects when the program cannot be started or fails; an error with `exitCode` or `signal`, and `stderr`, is told in those words (B11-8).
   * An aborted signal ends the program, or cancels the turn of the session, and what came until then stays.
   */
  send(text: string, options: { readonly signal: AbortSignal; readonly onText: (soFar: string) => void }): Promise<TextAnswer>;
  /** Ends the session; a later `send` begins a new one. */
  close(): void | Promise<void>;
}
export interface ExternalAgentBackend {
  readonly kind: 'process' | 'acp';
  readonly transport: TextTransport;
}

export interface BeforeRunContext {
  /** Text blocks of the latest user message, joined with nothing; '' when there are none (B6). */
  prompt: string;
  /** A copy; it counts only when it is returned. */
  messages: LLMMessage[];
  readonly agent: Readonly<Omit<AgentConfig, 'beforeRun' | 'afterRun'>>;
}
export interface BeforeRunResult {
  readonly prompt: string;
  readonly messages?: readonly LLMMessage[];
  readonly agent?: unknown;
}

export interface LoopDetectionInfo {
  readonly kind: 'tool_repetition';
  /** Turns in a row with the same calls. */
  readonly repetitions: number;
  readonly detail: string;
}
export type LoopAction = 'continue' | 'inject' | 'terminate';
export interface LoopDetectionConfig {
  /** The turn with the same calls at which a loop is seen; default 3. */
  readonly maxRepetitions?: number;
  /** Default `warn`: the model is told once, and the run ends when it goes on. */
  readonly onLoopDetected?: 'warn' | 'terminate' | ((info: LoopDetectionInfo) => LoopAction | Promise<LoopAction>);
}

export interface AgentConfig {
  readonly name: string;
  readonly id?: string;
  readonly description?: string;
  readonly model?: string;
  readonly adapter?: LLMAdapter;
  readonly backend?: ExternalAgentBackend;
  readonly systemPrompt?: string;
  readonly tools?: readonly ClientTool[];
  /** Earlier turns, for `prompt()` only. */
  readonly history?: readonly LLMMessage[];
  readonly beforeRun?: (context: BeforeRunContext) => BeforeRunResult | Promise<BeforeRunResult>;
  readonly afterRun?: (result: AgentRunResult) => AgentRunResult | Promise<AgentRunResult>;
  readonly maxTurns?: number;
  readonly maxTokens?: number;
  readonly temperature?: number;
  readonly maxTokenBudget?: number;
  /** Milliseconds for the whole run. */
  readonly timeoutMs?: number;
  /** On by default: a warning for the model, then the end of the run. */
  readonly loopDetection?: LoopDetectionConfig;
  readonly acceptsSkills?: 'None' | 'All' | 'Limited';
  readonly skillIds?: readonly string[];
  readonly supportsPlanMode?: boolean;
}

export interface AgentRunOptions {
  /** Either of them cancels the run. */
  readonly signal?: AbortSignal;
  /** Open Multi-Agent's name for `signal`. */
  readonly abortSignal?: AbortSignal;
  readonly runId?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Called in place of `tool.execute` when given: the page's own door to its tools (approval, journal). Never rejects. */
  readonly callTool?: (call: { readonly id: string; readonly name: string; readonly input: Record<string, unknown> }) => Promise<ClientToolResult>;
  /** Live "so far" values while a turn of the model arrives; `turn` counts from 0. */
  readonly onText?: (soFar: string, turn: number) => void;
  readonly onReasoning?: (soFar: string, turn: number) => void;
  readonly onToolInput?: (call: { readonly id: string; readonly name: string; readonly inputText: string }) => void;
  /** Every answer that goes back to the model, also of calls that were not run. */
  readonly onToolAnswer?: (call: ToolUseBlock, answer: ToolResultBlock) => void;
  readonly onTrace?: (span: TraceSpan) => void;
}

export type RunStatusCode = 'ok' | 'error' | 'cancelled' | 'timeout' | 'budget_exhausted' | 'rejected' | 'suspended' | 'skipped';
export type RunErrorKind = 'provider' | 'tool' | 'framework' | 'callback' | 'validation' | 'timeout' | 'cancellation' | 'budget' | 'store' | 'exporter' | 'unknown';

export interface RunErrorInfo {
  readonly kind: RunErrorKind;
  readonly code?: string;
  readonly name?: string;
  /** At most 1024 characters, redacted. */
  readonly message?: string;
  readonly retryable?: boolean;
  readonly httpStatus?: number;
  readonly provider?: string;
  readonly attempt?: number;
}

export interface RunIdentity {
  readonly runId: string;
  readonly attempt: number;
  readonly traceId: string;
  readonly rootSpanId: string;
}

export interface ToolCallRecord {
  readonly toolName: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly output: string;
  /** Milliseconds. */
  readonly duration: number;
}

export interface AgentRunResult {
  readonly success: boolean;
  readonly identity: RunIdentity;
  readonly status: { readonly code: RunStatusCode; readonly message?: string };
  readonly errorInfo?: RunErrorInfo;
  /** The last text of the assistant, also half of one that was cut off (B8-4); without any, the error's words. */
  readonly output: string;
  /** New messages only, the caller's own copy. Every call in them has its answer. */
  readonly messages: readonly LLMMessage[];
  readonly tokenUsage: TokenUsage;
  readonly toolCalls: readonly ToolCallRecord[];
  readonly structured?: unknown;
  readonly loopDetected?: boolean;
  readonly budgetExceeded?: boolean;
  readonly error?: Error;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** As Open Multi-Agent tells it: the snapshot is new, what it holds is not. */
export interface AgentState {
  readonly status: 'idle' | 'running' | 'completed' | 'error';
  /** What the last run said. */
  readonly messages: readonly LLMMessage[];
  /** Of all runs since the last `reset()`. */
  readonly tokenUsage: TokenUsage;
  readonly error?: Error;
}

/** Exactly one `done` or `error` ends a stream (B7-1). `text` is the whole text of one model turn. */
export type StreamEvent =
  | { readonly type: 'text'; readonly data: string }
  | { readonly type: 'tool_use'; readonly data: ToolUseBlock }
  | { readonly type: 'tool_result'; readonly data: ToolResultBlock }
  | { readonly type: 'loop_detected'; readonly data: LoopDetectionInfo }
  | { readonly type: 'budget_exceeded'; readonly data: Error }
  | { readonly type: 'done'; readonly data: AgentRunResult }
  | { readonly type: 'error'; readonly data: Error; readonly errorInfo?: RunErrorInfo };

/** Shaped like an OpenTelemetry span; times in epoch milliseconds. */
export interface TraceSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly startTime: number;
  readonly endTime: number;
  readonly status: 'ok' | 'error';
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
}
