/** What the host lets the agent do in the page (api.md §4; WebMCP and MCP naming). */
import type { ToolResultPart } from '../model/message.js';

export type JSONSchema = Readonly<Record<string, unknown>>;

export interface ClientTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema?: JSONSchema;
  /** Returns text, result parts or any JSON value. May throw or reject: that becomes a failed result, never a broken turn. */
  execute(input: Record<string, unknown>, context: { signal: AbortSignal; toolCallId: string }): unknown;
  /** Default `write`. */
  readonly effects?: 'read' | 'write' | 'destructive';
  /** Default: only `destructive` tools. */
  readonly requiresApproval?: boolean | ((input: Record<string, unknown>) => boolean);
  undo?(context: { toolCallId: string; input: Record<string, unknown>; result: unknown }): void | Promise<void>;
  /** Milliseconds; default 30000. */
  readonly timeoutMs?: number;
}

export type ClientToolResult = { readonly ok: true; readonly content: string | readonly ToolResultPart[] } | { readonly ok: false; readonly error: string };

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}
