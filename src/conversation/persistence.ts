/** When a conversation is written: at once what a person said, at most every 500 ms what an agent is still saying. */
import type { ConversationMessage } from '../model/message.js';
import type { ConversationRow, HistoryChange, HistoryStore, StoredConversation } from './history-store.js';
import type { ConversationState } from './state.js';
import { textOf } from '../model/message.js';
import { freezeOwned } from '../model/snapshot.js';
import { shownPath, viewedRecord } from './tree.js';
import { WriteQueue } from './write-queue.js';

/** A killed tab loses at most this much of a streaming reply. */
const CHECKPOINT_MS = 500;
const TITLE_LENGTH = 60;
/** Messages that fill a screen. */
const END_LENGTH = 40;

export class Persistence {
  readonly #store: HistoryStore | null;
  readonly #queue: WriteQueue | null;
  readonly #conversationId: string;
  readonly #report: (error: unknown) => void;
  #row: ConversationRow | null = null;
  #latest: ConversationMessage | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(store: HistoryStore | null, conversationId: string, report: (error: unknown) => void) {
    this.#store = store;
    this.#queue = store ? new WriteQueue(store, conversationId) : null;
    this.#conversationId = conversationId;
    this.#report = report;
  }

  /** The end of the path on screen, when the store can tell it before the rest. Never rejects: `load` says what is wrong. */
  async loadEnd(): Promise<StoredConversation | null> {
    try {
      const loaded = (await this.#store?.loadEnd?.(this.#conversationId, END_LENGTH)) ?? null;
      return loaded && freezeOwned(loaded, 'history');
    } catch {
      return null;
    }
  }

  async load(): Promise<StoredConversation | null> {
    const loaded = (await this.#store?.load(this.#conversationId)) ?? null;
    const stored = loaded && freezeOwned(loaded, 'history');
    this.#row = stored?.conversation ?? null;
    return stored;
  }

  /** Resolves when everything, the conversation's own row included, is durable. */
  async commit(changes: readonly HistoryChange[], state: ConversationState, agentId: string | null, applicationId: string | null): Promise<void> {
    if (!this.#queue) return;
    const row = this.#rowFor(state, agentId, applicationId);
    await this.#queue.enqueue([...changes, { type: 'put-conversation', conversation: row }]);
    this.#row = row;
  }

  /** Notes where the reader is. Nothing is written for a conversation that holds nothing yet; a failure is only reported. */
  saveView(state: ConversationState): void {
    if (!this.#queue || !this.#row) return;
    const row = this.#rowFor(state, this.#row.agentId, this.#row.applicationId);
    this.#row = row;
    this.#queue.enqueue([{ type: 'put-conversation', conversation: row }]).catch(this.#report);
  }

  /** Writes the newest value of a streaming reply, now or when 500 ms have passed since the last one. */
  checkpoint(message: ConversationMessage): void {
    if (!this.#queue) return;
    this.#latest = message;
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.writeCheckpoint();
    }, CHECKPOINT_MS);
  }

  /** What waits is written at once: the page may be going away. */
  writeCheckpoint(): void {
    const message = this.#latest;
    this.#latest = null;
    if (message) this.#queue?.checkpoint(message).catch(this.#report);
  }

  /** The reply has settled or is gone: an older value must not be written after it. */
  dropCheckpoint(): void {
    this.#latest = null;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  async deleteConversation(): Promise<void> {
    this.dropCheckpoint();
    await this.#queue?.flush();
    await this.#store?.deleteConversation(this.#conversationId);
    this.#row = null;
  }

  async flush(): Promise<void> {
    this.writeCheckpoint();
    await this.#queue?.flush();
  }

  #rowFor(state: ConversationState, agentId: string | null, applicationId: string | null): ConversationRow {
    const now = Date.now();
    return {
      id: this.#conversationId,
      title: this.#row?.title ?? titleOf(state),
      leafId: state.tree.leafId,
      viewed: viewedRecord(state.tree),
      planMode: state.planMode,
      agentId,
      applicationId,
      createdAt: this.#row?.createdAt ?? now,
      updatedAt: now,
    };
  }
}

function titleOf(state: ConversationState): string | null {
  const first = shownPath(state.tree).find((message) => message.role === 'user');
  const words = first ? textOf(first.content).trim().replace(/\s+/g, ' ') : '';
  return words ? [...words].slice(0, TITLE_LENGTH).join('') : null;
}
