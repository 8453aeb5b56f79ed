/** What a conversation tells beside its state: moments that happen once. The element turns them into DOM events. */
import type { ConversationMessage, MessageProgress } from '../model/message.js';
import type { ClientToolResult, ToolCall } from '../run/client-tool.js';
import type { Outcome } from './turn.js';

export interface TurnOutcome {
  readonly outcome: Outcome;
  readonly userMessage?: ConversationMessage;
  readonly reply?: ConversationMessage;
  /** Why a turn was refused or failed. */
  readonly error?: { readonly code: string; readonly message: string };
}

export type ConversationSignal =
  | { readonly type: 'turn-start'; readonly userMessage: ConversationMessage; readonly branchId: string | null }
  | { readonly type: 'reply-accepted'; readonly messageId: string; readonly createdAt: number }
  | { readonly type: 'turn-progress'; readonly progress: MessageProgress }
  | { readonly type: 'turn-end'; readonly outcome: TurnOutcome }
  | { readonly type: 'tool-result'; readonly call: ToolCall; readonly result: ClientToolResult; readonly durationMs: number }
  | { readonly type: 'branch-change'; readonly branchId: string | null; readonly leafId: string | null }
  /** Something went wrong that does not end the turn: a callback threw, a row could not be written. */
  | { readonly type: 'error'; readonly error: unknown };

/** Listeners, each isolated: one that throws neither stops the others nor the turn (A2-8). */
export class Listeners<T> {
  readonly #listeners = new Set<(value: T) => void>();

  add(listener: (value: T) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  notify(value: T, report: (error: unknown) => void): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(value);
      } catch (error) {
        report(error);
      }
    }
  }
}
