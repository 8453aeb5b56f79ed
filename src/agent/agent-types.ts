/** What an agent is given and gives back. Names and shapes are Open Multi-Agent's (B1, B7, B8). */
import type { ContentBlock, LLMMessage, ToolResultBlock, ToolUseBlock } from '../model/message.js';
import type { ClientTool } from '../run/client-tool.js';
import type { LLMAdapter, TokenUsage } from './llm.js';

export type AgentRunInput = string | readonly LLMMessage[];
export type AgentPromptInput = string | readonly ContentBlock[];

/** A backend that takes text only: `process` runs afresh each time, `acp` keeps a session (B11). */
export interface TextTransport {
  send(text: string, options: { readonly signal: AbortSignal; readonly onText: (soFar: string) => void }): Promise<{ readonly text: string; readonly stopReason?: string }>;
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
  readonly loopDetection?: { readonly maxRepetitions?: number };
  readonly acceptsSkills?: 'None' | 'All' | 'Limited';
  readonly skillIds?: readonly string[];
  readonly supportsPlanMode?: boolean;
}

export interface AgentRunOptions {
  readonly signal?: AbortSignal;
  readonly runId?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Called in place of `tool.execute` when given: the page's own door to its tools (approval, journal). Never rejects. */
  readonly callTool?: (call: { readonly id: string; readonly name: string; readonly input: Record<string, unknown> }) => Promise<import('../run/client-tool.js').ClientToolResult>;
  /** Live "so far" values while a turn of the model arrives; `turn` counts from 0. */
  readonly onText?: (soFar: string, turn: number) => void;
  readonly onReasoning?: (soFar: string, turn: number) => void;
  readonly onToolInput?: (call: { readonly id: string; readonly name: string; readonly inputText: string }) => void;
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
  /** The last text of the assistant. */
  readonly output: string;
  /** New messages only. */
  readonly messages: readonly LLMMessage[];
  readonly tokenUsage: TokenUsage;
  readonly toolCalls: readonly ToolCallRecord[];
  readonly structured?: unknown;
  readonly loopDetected?: boolean;
  readonly budgetExceeded?: boolean;
  readonly error?: Error;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** Exactly one `done` or `error` ends a stream (B7-1). `text` is the whole text of one model turn. */
export type StreamEvent =
  | { readonly type: 'text'; readonly data: string }
  | { readonly type: 'tool_use'; readonly data: ToolUseBlock }
  | { readonly type: 'tool_result'; readonly data: ToolResultBlock }
  | { readonly type: 'loop_detected'; readonly data: unknown }
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
