/**
 * What a message is. Block and message shapes are Open Multi-Agent's structured input (rule B1), field names letter for letter.
 * Everything here is plain data: it can be stored, compared and sent as it is.
 */
import type { ActionableCommand, AgentResponseForm } from './response-form.js';

/** Who speaks. System text is never a message. */
export type Role = 'user' | 'assistant';

export interface TextBlock {
  readonly type: 'text';
  readonly text: string;
}

/** Raw base64 without a `data:` prefix; `media_type` without parameters (B3-16, B3-17). */
export interface Base64Source {
  readonly type: 'base64';
  readonly media_type: string;
  readonly data: string;
}

export interface UrlSource {
  readonly type: 'url';
  readonly media_type: string;
  readonly url: string;
}

export interface ImageBlock {
  readonly type: 'image';
  readonly source: Base64Source;
}

export interface ReasoningBlock {
  readonly type: 'reasoning';
  readonly text: string;
  readonly signature?: string;
  readonly redactedData?: string;
  readonly provenance?: string;
}

export interface ToolUseBlock {
  readonly type: 'tool_use';
  readonly id: string;
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly signature?: string;
}

/** One piece of a tool's answer. The only place where a file or an address may stand for the bytes. */
export type ToolResultPart =
  | TextBlock
  | { readonly type: 'image'; readonly source: Base64Source | UrlSource }
  | { readonly type: 'file'; readonly filename: string; readonly source: Base64Source | UrlSource };

export interface ToolResultBlock {
  readonly type: 'tool_result';
  readonly tool_use_id: string;
  readonly content: string | readonly ToolResultPart[];
  readonly is_error?: boolean;
}

export type ContentBlock = TextBlock | ImageBlock | ReasoningBlock | ToolUseBlock | ToolResultBlock;

export interface LLMMessage {
  readonly role: Role;
  readonly content: readonly ContentBlock[];
}

/** A skill, agent or entity named in a user message. Offsets are UTF-16 units into the message text; `end` is exclusive. */
export interface Mention {
  readonly type: 'skill' | 'agent' | 'entity';
  readonly id: string;
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

export interface AttachmentRef {
  readonly id: string;
  readonly name: string;
  readonly mediaType: string;
  readonly size: number;
}

/**
 * `streaming` while a turn fills it; then exactly one of the others, for good.
 * `interrupted` is what a `streaming` row becomes when it is found at load.
 */
export type MessageStatus = 'complete' | 'streaming' | 'stopped' | 'interrupted' | 'failed' | 'awaiting-input';

export interface MessageProgress {
  readonly step: string;
  readonly message: string;
  readonly percentage?: number;
}

/** What the element shows and stores. Deeply frozen; a change is a new object with the same id. */
export interface ConversationMessage {
  /** The id that the runner acknowledged, else a UUID. */
  readonly id: string;
  readonly conversationId: string;
  /** The message it follows; null = first of the conversation. Parent pointers are the truth about branches. */
  readonly parentId: string | null;
  /** null = Main. */
  readonly branchId: string | null;
  /** Monotonic in the conversation, over all branches. Orders siblings and rows; clocks never do. */
  readonly sequence: number;
  readonly role: Role;
  readonly content: readonly ContentBlock[];
  readonly status: MessageStatus;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** Epoch milliseconds at which a reply settled; absent while it streams. */
  readonly endedAt?: number;
  readonly agentId?: string;
  readonly agentName?: string;
  readonly mentions?: readonly Mention[];
  /** The turn asked for a plan. */
  readonly planMode?: boolean;
  readonly progress?: MessageProgress;
  readonly error?: { readonly code: string; readonly message: string };
  readonly responseForm?: AgentResponseForm;
  readonly actionableCommands?: readonly ActionableCommand[];
  readonly attachments?: readonly AttachmentRef[];
  readonly feedback?: { readonly rating: 'up' | 'down'; readonly comment?: string };
  readonly usage?: { readonly input_tokens: number; readonly output_tokens: number };
}

/** Names and explains a fork (A4.1). The path itself comes from parent pointers. */
export interface Branch {
  readonly id: string;
  readonly conversationId: string;
  /** null = forked from Main. */
  readonly parentBranchId: string | null;
  /** The last shared message; null = nothing shared. Its `sequence` is MemberJunction's `ForkFromSequence`. */
  readonly forkMessageId: string | null;
  readonly kind: 'Edit' | 'Fork' | 'Regenerate';
  /** The message that was edited, answered anew or forked from. */
  readonly sourceMessageId: string | null;
  readonly name?: string;
  readonly createdAt: number;
}

/** All text blocks joined with nothing between them (B6: the reading of `ctx.prompt`). */
export function textOf(content: readonly ContentBlock[]): string {
  let text = '';
  for (const block of content) if (block.type === 'text' && typeof block.text === 'string') text += block.text;
  return text;
}
