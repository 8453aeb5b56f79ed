/** One turn as the conversation lives it: puts the reply under the question, follows the run, settles once, makes rows durable. */
import { AgentConversationError, describeError } from '../model/errors.js';
import { newId } from '../model/ids.js';
import { textOf, type ContentBlock, type ConversationMessage, type MessageStatus } from '../model/message.js';
import { takePartialSnapshot } from '../model/snapshot.js';
import type { TurnSettings } from '../run/process-input.js';
import type { Settlement } from '../run/result.js';
import type { ExecuteAgentResult } from '../run/runner.js';
import type { HistoryChange } from './history-store.js';
import type { Persistence } from './persistence.js';
import { contentOf, type ReplyParts } from './reply.js';
import { buildRunMessages } from './run-messages.js';
import type { ConversationSettings } from './settings.js';
import type { ConversationSignal, TurnOutcome } from './signals.js';
import type { ConversationEvent, ConversationState } from './state.js';
import { pathTo } from './tree.js';
import { TurnRun } from './turn-run.js';

export interface TurnSessionHost {
  readonly settings: ConversationSettings;
  readonly persistence: Persistence;
  state(): ConversationState;
  newMessage(fields: Omit<ConversationMessage, 'id' | 'conversationId' | 'sequence' | 'createdAt'>): ConversationMessage;
  dispatch(event: ConversationEvent): void;
  signal(signal: ConversationSignal): void;
  report(error: unknown): void;
  commit(changes: readonly HistoryChange[]): Promise<void>;
  /** What the turn was sent after: a message that follows a turn of which nothing is left goes there. */
  readonly after: string | null;
  /** The turn no longer holds the conversation; `lastId` is its last message. */
  ended(lastId: string | null): void;
}

type Ending = Pick<Settlement, 'text' | 'error' | 'agentId'> & { readonly status: Exclude<MessageStatus, 'streaming' | 'interrupted'> };

export class TurnSession {
  readonly id = newId();
  readonly #host: TurnSessionHost;
  #run: TurnRun | null = null;
  #question: ConversationMessage | null = null;
  #reply: ConversationMessage | null = null;
  #stopRequested = false;
  #ended = false;
  #settled: (outcome: TurnOutcome) => void = () => {};

  constructor(host: TurnSessionHost) {
    this.#host = host;
  }

  /** Answers `question` on `branchId`. `unsaid` is an empty reply whose place the new one takes. Never rejects. */
  run(question: ConversationMessage, branchId: string | null, settings: TurnSettings, unsaid: ConversationMessage | null): Promise<TurnOutcome> {
    const host = this.#host;
    const runner = host.settings.runner;
    this.#question = question;
    if (this.#stopRequested || !runner) {
      host.dispatch({ type: 'turn-ended', turnId: this.id, reply: null });
      this.finish();
      return Promise.resolve({ outcome: 'stopped', userMessage: question });
    }
    if (unsaid) host.dispatch({ type: 'message-removed', id: unsaid.id });
    const name = host.settings.agents?.find((agent) => agent.id === settings.explicitAgentId)?.name;
    const reply = host.newMessage({
      parentId: question.id,
      branchId,
      role: 'assistant',
      content: [],
      status: 'streaming',
      ...(settings.explicitAgentId ? { agentId: settings.explicitAgentId } : {}),
      ...(name ? { agentName: name } : {}),
    });
    this.#reply = reply;
    host.dispatch({
      type: 'turn-started',
      turn: { phase: 'running', id: this.id, userMessageId: question.id, replyId: reply.id, branchId, accepted: false },
      reply,
      show: unsaid !== null || branchId !== question.branchId,
    });
    host.commit([...(unsaid ? [{ type: 'delete-message' as const, id: unsaid.id }] : []), { type: 'put-message', message: reply }]).catch(host.report);
    host.signal({ type: 'turn-start', userMessage: question, branchId });
    const settled = new Promise<TurnOutcome>((resolve) => (this.#settled = resolve));
    const messages = buildRunMessages(pathTo(host.state().tree, question.id), {
      from: settings.historyFrom,
      ...(host.settings.historyLimit === undefined ? {} : { limit: host.settings.historyLimit }),
    });
    this.#run = new TurnRun(
      { runner, userMessage: question, replyBranchId: branchId, settings, messages, tools: host.settings.clientTools ?? [] },
      {
        accepted: (id, createdAt) => this.#accept(id, createdAt),
        progressed: (progress) => {
          this.#change({ progress });
          host.signal({ type: 'turn-progress', progress });
        },
        changed: (parts, usage) => this.#change({ content: frozenContent(parts), ...(usage ? { usage } : {}) }),
        settled: (settlement, result) => this.#settle(settlement, result),
        allowsTool: (call) => host.settings.onToolCall?.(call) ?? true,
        toolEnded: (call, result, durationMs) => {
          host.settings.onToolResult?.(call, result);
          host.signal({ type: 'tool-result', call, result, durationMs });
        },
        reported: host.report,
      },
    );
    // A listener of turn-start may have stopped the turn already.
    if (this.#stopRequested) this.stop();
    else this.#run.start();
    return settled;
  }

  /** The person's stop: what was said stays. Later words of this run fall away. */
  stop(): void {
    this.#stopRequested = true;
    if (!this.#run || this.#ended) return;
    this.#run.close(new AgentConversationError('STOPPED', 'The turn was stopped.'));
    this.#settle({ status: 'stopped', text: '' }, null);
  }

  /** Gives the conversation free, once. */
  finish(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#host.ended(this.#reply?.id ?? this.#question?.id ?? this.#host.after);
  }

  #accept(id: string, createdAt: number): void {
    const old = this.#reply;
    if (!old) return;
    if (id !== old.id && this.#host.state().tree.messages.has(id)) {
      this.#host.report(new Error(`onReplyAccepted: the id "${id}" already belongs to another message; the reply keeps its own.`));
      return;
    }
    this.#reply = Object.freeze({ ...old, id, createdAt });
    this.#host.persistence.dropCheckpoint();
    this.#host.dispatch({ type: 'reply-accepted', turnId: this.id, oldId: old.id, reply: this.#reply });
    const changes: HistoryChange[] = [{ type: 'put-message', message: this.#reply }];
    if (id !== old.id) changes.unshift({ type: 'delete-message', id: old.id });
    this.#host.commit(changes).catch(this.#host.report);
    this.#host.signal({ type: 'reply-accepted', messageId: id, createdAt });
  }

  #change(fields: Partial<ConversationMessage>): void {
    if (!this.#reply) return;
    this.#reply = Object.freeze({ ...this.#reply, ...fields });
    this.#host.dispatch({ type: 'reply-changed', turnId: this.id, reply: this.#reply });
    this.#host.persistence.checkpoint(this.#reply);
  }

  #settle(ending: Ending, result: ExecuteAgentResult | null): void {
    const question = this.#question;
    if (!this.#reply || !question || this.#ended) return;
    const reply = settledReply(this.#reply, ending, result, this.#host);
    this.#reply = reply;
    this.#host.persistence.dropCheckpoint();
    this.#host.dispatch({ type: 'turn-ended', turnId: this.id, reply });
    const outcome: TurnOutcome = {
      outcome: ending.status === 'failed' ? 'failed' : ending.status === 'stopped' ? 'stopped' : 'done',
      userMessage: question,
      reply,
      ...(ending.error ? { error: ending.error } : {}),
    };
    const saved = this.#host.commit([{ type: 'put-message', message: reply }]).catch(this.#host.report);
    this.#host.signal({ type: 'turn-end', outcome });
    this.finish();
    void saved.then(() => this.#settled(outcome));
  }
}

function frozenContent(parts: ReplyParts): readonly ContentBlock[] {
  return Object.freeze(contentOf(parts));
}

function settledReply(streamed: ConversationMessage, ending: Ending, result: ExecuteAgentResult | null, host: TurnSessionHost): ConversationMessage {
  const { progress: _progress, ...kept } = streamed;
  const said = ending.status !== 'failed' && ending.text && !textOf(streamed.content).trim();
  const agentName = ending.agentId ? host.settings.agents?.find((agent) => agent.id === ending.agentId)?.name : undefined;
  return Object.freeze({
    ...kept,
    content: said ? Object.freeze([...streamed.content, Object.freeze({ type: 'text' as const, text: ending.text })]) : streamed.content,
    status: ending.status,
    endedAt: Date.now(),
    ...(ending.agentId ? { agentId: ending.agentId } : {}),
    ...(agentName ? { agentName } : {}),
    ...(ending.error ? { error: Object.freeze({ ...ending.error }) } : {}),
    ...extrasOf(result, host),
  });
}

/** Form and commands of a result, as far as they can be stored (case 39 D). */
function extrasOf(result: ExecuteAgentResult | null, host: TurnSessionHost): Pick<ConversationMessage, 'responseForm' | 'actionableCommands'> {
  if (typeof result !== 'object' || result === null) return {};
  try {
    const { responseForm, actionableCommands } = takePartialSnapshot({ responseForm: result.responseForm, actionableCommands: result.actionableCommands }, 'result')
      .value as Pick<ExecuteAgentResult, 'responseForm' | 'actionableCommands'>;
    return {
      ...(responseForm && Array.isArray(responseForm.questions) ? { responseForm } : {}),
      ...(Array.isArray(actionableCommands) ? { actionableCommands } : {}),
    };
  } catch (error) {
    host.report(new Error(`The result's form could not be read: ${describeError(error).message}`, { cause: error }));
    return {};
  }
}
