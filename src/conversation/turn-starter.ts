/**
 * Begins turns: a new user message, or an existing one answered again. Each takes the conversation (`turn-saving`), makes what the
 * person said durable, and hands over to a `TurnSession`.
 */
import { AgentConversationError } from '../model/errors.js';
import { newId } from '../model/ids.js';
import type { Branch, ConversationMessage } from '../model/message.js';
import { capabilitiesOf, refusalFor } from '../run/prepare-input.js';
import { forkPoint } from './branches.js';
import type { HistoryChange } from './history-store.js';
import { busy, refused } from './outcomes.js';
import type { Persistence } from './persistence.js';
import { turnSettings, type PreparedTurn } from './prepare-turn.js';
import type { ConversationSettings } from './settings.js';
import type { ConversationSignal, TurnOutcome } from './signals.js';
import type { ConversationEvent, ConversationState } from './state.js';
import { nextSequence } from './tree.js';
import { TurnSession } from './turn-session.js';

/** Where a new user message goes. `follow` = after the reply of the turn before it. */
export type Anchor = { readonly parentId: string | null | 'follow'; readonly branch: Branch | null };

export interface TurnStarterHost {
  readonly conversationId: string;
  readonly persistence: Persistence;
  state(): ConversationState;
  dispatch(event: ConversationEvent): void;
  signal(signal: ConversationSignal): void;
  report(error: unknown): void;
  /** The conversation is free: the next waiting message may begin. */
  next(): void;
}

export class TurnStarter {
  readonly #host: TurnStarterHost;
  #session: TurnSession | null = null;
  #lastId: string | null = null;

  constructor(host: TurnStarterHost) {
    this.#host = host;
  }

  /** Ends the running turn; what was said stays. */
  stop(): void {
    this.#session?.stop();
  }

  /** A new user message and its answer. Never rejects. */
  async run(prepared: PreparedTurn, anchor: Anchor, settings: ConversationSettings): Promise<TurnOutcome> {
    const refusal = this.refusal(prepared, settings, anchor.branch !== null);
    if (refusal) return refused(refusal);
    const parentId = anchor.parentId === 'follow' ? this.#lastId : anchor.parentId;
    const parent = parentId === null ? undefined : this.#host.state().tree.messages.get(parentId);
    const branch = anchor.branch;
    const branchId = branch?.id ?? parent?.branchId ?? null;
    const message = this.newMessage({
      parentId: parent?.id ?? null,
      branchId,
      role: 'user',
      content: prepared.content,
      status: 'complete',
      ...(prepared.mentions.length > 0 ? { mentions: prepared.mentions } : {}),
      ...(prepared.settings.planMode ? { planMode: true } : {}),
    });
    const before = this.#host.state().tree.leafId;
    const session = this.#open(settings, message.parentId);
    this.#host.dispatch({ type: 'turn-saving', turn: { phase: 'saving', id: session.id, userMessageId: message.id, branchId } });
    if (branch) this.#host.dispatch({ type: 'branch-added', branch });
    this.#host.dispatch({ type: 'message-added', message, show: before === message.parentId || branch !== null });
    try {
      await this.commit([...(branch ? [{ type: 'put-branch' as const, branch }] : []), { type: 'put-message', message }], settings);
    } catch (error) {
      this.#host.dispatch({ type: 'message-removed', id: message.id });
      if (branch) this.#host.dispatch({ type: 'branch-removed', id: branch.id });
      if (branch?.kind === 'Fork' && branch.forkMessageId) this.#host.dispatch({ type: 'fork-drafted', messageId: branch.forkMessageId, leafId: branch.forkMessageId });
      this.#host.dispatch({ type: 'turn-ended', turnId: session.id, reply: null });
      this.#host.report(error);
      return this.#close(session, refused(error));
    }
    if (branch) this.branchChanged();
    return this.#close(session, await session.run(message, branchId, prepared.settings, null));
  }

  /** Another answer to a message that is there; `unsaid` is an empty reply whose place it takes. Never rejects. */
  async answerAgain(question: ConversationMessage, replaced: ConversationMessage | null, unsaid: ConversationMessage | null, settings: ConversationSettings): Promise<TurnOutcome> {
    const again = turnSettings({}, question.mentions ?? [], settings, this.#host.state().planMode, this.#host.report);
    const forks = !unsaid && (this.#host.state().tree.children.get(question.id)?.length ?? 0) > 0;
    const refusal = (this.#host.state().turn.phase !== 'idle') ? busy() : this.refusal({ content: question.content, settings: again }, settings, forks);
    if (refusal) return refused(refusal);
    const branch = forks ? this.newBranch('Regenerate', question.id, replaced?.id ?? null) : null;
    const branchId = branch?.id ?? unsaid?.branchId ?? question.branchId;
    const session = this.#open(settings, question.id);
    this.#host.dispatch({ type: 'turn-saving', turn: { phase: 'saving', id: session.id, userMessageId: question.id, branchId } });
    if (branch) {
      this.#host.dispatch({ type: 'branch-added', branch });
      try {
        await this.commit([{ type: 'put-branch', branch }], settings);
      } catch (error) {
        this.#host.dispatch({ type: 'branch-removed', id: branch.id });
        this.#host.dispatch({ type: 'turn-ended', turnId: session.id, reply: null });
        this.#host.report(error);
        return this.#close(session, refused(error));
      }
    }
    const outcome = session.run(question, branchId, again, unsaid);
    this.branchChanged();
    return this.#close(session, await outcome);
  }

  #open(settings: ConversationSettings, after: string | null): TurnSession {
    const session = new TurnSession({
      settings,
      after,
      state: () => this.#host.state(),
      newMessage: (fields) => this.newMessage(fields),
      dispatch: this.#host.dispatch,
      signal: this.#host.signal,
      report: this.#host.report,
      commit: (changes) => this.commit(changes, settings),
      persistence: this.#host.persistence,
      ended: (lastId) => {
        this.#lastId = lastId;
        this.#session = null;
        // The next turn may start while this one's last row is still being written.
        this.#host.next();
      },
    });
    this.#session = session;
    return session;
  }

  #close(session: TurnSession, outcome: TurnOutcome): TurnOutcome {
    session.finish();
    return outcome;
  }

  /** Why this turn cannot be taken, or null. Nothing has been stored or started. */
  refusal(turn: Pick<PreparedTurn, 'content' | 'settings'>, settings: ConversationSettings, forks: boolean): Error | null {
    if (!settings.runner) return new AgentConversationError('NO_AGENT', 'No agent is connected; set the runner property.');
    const { planMode, requestedSkillIDs } = turn.settings;
    return refusalFor(capabilitiesOf(settings.runner.capabilities), { content: turn.content, planMode, requestedSkillIDs, forks });
  }

  /** The record of a fork after `forkMessageId`; not stored yet. */
  newBranch(kind: Branch['kind'], forkMessageId: string | null, sourceMessageId: string | null): Branch {
    return Object.freeze({ id: newId(), conversationId: this.#host.conversationId, ...forkPoint(this.#host.state().tree, forkMessageId), kind, sourceMessageId, createdAt: Date.now() });
  }

  /** A row with the next sequence, or the one behind `after`; not stored yet. */
  newMessage(fields: Omit<ConversationMessage, 'id' | 'conversationId' | 'sequence' | 'createdAt'>, after: ConversationMessage | null = null): ConversationMessage {
    const sequence = after ? after.sequence + 1 : nextSequence(this.#host.state().tree);
    return Object.freeze({ id: newId(), conversationId: this.#host.conversationId, sequence, createdAt: Date.now(), ...fields });
  }

  /** Resolves when the changes and the conversation's own row are durable. */
  commit(changes: readonly HistoryChange[], settings: ConversationSettings): Promise<void> {
    return this.#host.persistence.commit(changes, this.#host.state(), settings.agentId ?? null, settings.applicationId ?? null);
  }

  /** Tells which branch is on screen now. */
  branchChanged(): void {
    const leafId = this.#host.state().tree.leafId;
    const leaf = leafId === null ? undefined : this.#host.state().tree.messages.get(leafId);
    this.#host.signal({ type: 'branch-change', branchId: leaf?.branchId ?? null, leafId });
  }
}
