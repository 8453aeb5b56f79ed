import type { DraftStore, StoredDraft } from '../conversation/draft-store.js';
import type { ConversationRow, HistoryChange, HistoryStore, StoredConversation } from '../conversation/history-store.js';
import type { ConversationMessage } from '../model/message.js';
import { prepareChanges } from './changes.js';
import { HistoryConnection, type Step } from './connection.js';
import { prepareDraft, readDraft } from './draft-rows.js';
import { defaultDatabaseName, storeNames, upgrades, type DraftRow, type HistoryTransaction } from './indexeddb-schema.js';
import { assembleConversation, listConversations } from './rows.js';

export interface IndexedDBHistoryOptions {
  /** Name of the database. Default `agent-conversation`. */
  readonly name?: string;
  /** How long one call waits for a database that another tab holds, in milliseconds. Default 5000. */
  readonly blockedTimeoutMs?: number;
}

/**
 * Keeps conversations in the browser, one row per message. Opens the database on first use, never on import or
 * construction. Calls are carried out one after the other in call order; a commit is one transaction and resolves
 * when that is complete. A connection that the browser closed is opened anew and the call repeated once.
 *
 * Every method rejects with an `AgentConversationError`, by `code`:
 * - `STORAGE_UNAVAILABLE`: no IndexedDB here, or the browser forbids it.
 * - `STORAGE_BLOCKED`: another tab holds the database. The request stays: a later call works once that tab lets go, see `ready()`.
 * - `STORAGE_NEWER`: another tab runs a newer build and has upgraded the database. Reload.
 * - `QUOTA_EXCEEDED`: no room. Works again without a reload once there is some.
 * - `INVALID_MESSAGE`: a change has a wrong shape or cannot be stored; the text names the place.
 * - `STORAGE_FAILED`: anything else, with the browser's error as `cause`.
 *
 * @example
 * element.history = new IndexedDBHistory({ name: 'my-app-conversations' });
 */
export class IndexedDBHistory implements HistoryStore, DraftStore {
  readonly #connection: HistoryConnection;
  /** Drafts have a connection of their own, once there are any: as the page goes, none has the time to wait for a long read. */
  #drafts: HistoryConnection | null = null;
  readonly #connect: () => HistoryConnection;

  constructor(options: IndexedDBHistoryOptions = {}) {
    const { name = defaultDatabaseName, blockedTimeoutMs = 5000 } = options;
    this.#connect = () => new HistoryConnection({ name, upgrades, blockedTimeoutMs });
    this.#connection = this.#connect();
  }

  async load(conversationId: string): Promise<StoredConversation | null> {
    const [row, messages, branches] = await this.#connection.run(
      'readonly',
      [
        (transaction) => transaction.objectStore('conversations').get(conversationId),
        // By key, not through `by-sequence`: an index leaves out a row whose sequence is damaged.
        (transaction) => allMessages(transaction, conversationId),
        (transaction) => transaction.objectStore('branches').getAll(rowsOf(conversationId)),
      ],
      'load the conversation',
    );
    return assembleConversation(conversationId, row, messages as readonly unknown[], branches as readonly unknown[]);
  }

  /** Walks from the foot of the path on screen upwards; null when the conversation's row does not say where that is. */
  async loadEnd(conversationId: string, count: number): Promise<StoredConversation | null> {
    const [found] = await this.#connection.run('readonly', [(transaction) => endOfPath(transaction, conversationId, count)], 'load the end of the conversation');
    const { row, messages } = found as Awaited<ReturnType<typeof endOfPath>>;
    return messages.length === 0 ? null : assembleConversation(conversationId, row, messages, []);
  }

  async commit(conversationId: string, changes: readonly HistoryChange[]): Promise<void> {
    // Copied before the first wait: what the caller changes later is not what was committed.
    const steps = prepareChanges(conversationId, changes).map((change) => stepOf(conversationId, change));
    if (steps.length > 0) await this.#connection.run('readwrite', steps, 'save the conversation');
  }

  async list(): Promise<readonly ConversationRow[]> {
    const [rows] = await this.#connection.run(
      'readonly',
      [(transaction) => transaction.objectStore('conversations').getAll()],
      'list the conversations',
    );
    return listConversations(rows as readonly unknown[]);
  }

  async deleteConversation(conversationId: string): Promise<void> {
    await this.#connection.run(
      'readwrite',
      [
        (transaction) => transaction.objectStore('messages').delete(rowsOf(conversationId)),
        (transaction) => transaction.objectStore('branches').delete(rowsOf(conversationId)),
        (transaction) => transaction.objectStore('conversations').delete(conversationId),
        (transaction) => transaction.objectStore('drafts').delete(conversationId),
      ],
      'delete the conversation',
    );
  }

  async loadDraft(conversationId: string): Promise<StoredDraft | null> {
    const [row] = await this.#draftConnection.run('readonly', [(transaction) => transaction.objectStore('drafts').get(conversationId)], 'load the draft');
    return readDraft(row);
  }

  async saveDraft(conversationId: string, draft: StoredDraft): Promise<void> {
    const row = { conversationId, ...prepareDraft(conversationId, draft), savedAt: Date.now() };
    await this.#draftConnection.run('readwrite', [(transaction) => putDraft(transaction, row)], 'save the draft');
  }

  async deleteDraft(conversationId: string, revision: string): Promise<void> {
    await this.#draftConnection.run('readwrite', [(transaction) => deleteRevision(transaction, conversationId, revision)], 'delete the draft');
  }

  get #draftConnection(): HistoryConnection {
    return (this.#drafts ??= this.#connect());
  }

  /** Resolves once the database is open, however long another tab holds it. Rejects when it cannot be opened. */
  async ready(): Promise<void> {
    await Promise.all([this.#connection.ready(), this.#drafts?.ready()]);
  }

  /** Lets go of the database once the calls before are done. The next call opens it again. */
  async close(): Promise<void> {
    await Promise.all([this.#connection.close(), this.#drafts?.close()]);
  }

  /** Deletes every conversation and draft. The empty database stays: deleting it would have to wait for all other tabs. */
  async wipe(): Promise<void> {
    await this.#connection.run(
      'readwrite',
      storeNames.map((name) => (transaction) => transaction.objectStore(name).clear()),
      'delete all conversations',
    );
  }

  /** Bytes used and allowed for the whole site, as the browser estimates them; null when it does not say. */
  async estimate(): Promise<{ readonly usage: number; readonly quota: number } | null> {
    try {
      const { usage, quota } = (await globalThis.navigator?.storage?.estimate()) ?? {};
      return usage === undefined || quota === undefined ? null : { usage, quota };
    } catch {
      return null;
    }
  }
}

/** Rows that are read in one request: each is a task of its own, and the page draws and takes keys in between. */
const batch = 500;

async function allMessages(transaction: HistoryTransaction<'readonly'>, conversationId: string): Promise<readonly unknown[]> {
  const store = transaction.objectStore('messages');
  const all: ConversationMessage[] = [];
  for (let range = rowsOf(conversationId); ; ) {
    const rows = await store.getAll(range, batch);
    all.push(...rows);
    const last = rows.at(-1);
    if (!last || rows.length < batch) return all;
    range = IDBKeyRange.bound([conversationId, last.id], [conversationId, []], true, true);
  }
}

/** Nothing for rows that are damaged: reading all of them is what repairs. */
async function endOfPath(transaction: HistoryTransaction<'readonly'>, conversationId: string, count: number): Promise<{ readonly row: unknown; readonly messages: readonly ConversationMessage[] }> {
  const row = await transaction.objectStore('conversations').get(conversationId);
  const store = transaction.objectStore('messages');
  const messages: ConversationMessage[] = [];
  let id: unknown = row?.leafId;
  while (typeof id === 'string' && messages.length < count) {
    const message = await store.get([conversationId, id]);
    if (!message || !Number.isFinite(message.sequence) || messages.some((known) => known.id === message.id)) return { row, messages: [] };
    messages.push(message);
    id = message.parentId;
  }
  return { row, messages };
}

function putDraft(transaction: HistoryTransaction<'readwrite'>, row: DraftRow): Promise<unknown> {
  const put = transaction.objectStore('drafts').put(row);
  // By itself it would be committed only after the page has heard of the success, which a page that goes never does.
  transaction.commit();
  return put;
}

async function deleteRevision(transaction: HistoryTransaction<'readwrite'>, conversationId: string, revision: string): Promise<void> {
  const store = transaction.objectStore('drafts');
  if ((await store.get(conversationId))?.revision === revision) await store.delete(conversationId);
}

function stepOf(conversationId: string, change: HistoryChange): Step<'readwrite'> {
  switch (change.type) {
    case 'put-message':
      return (transaction) => transaction.objectStore('messages').put(change.message);
    case 'delete-message':
      return (transaction) => transaction.objectStore('messages').delete([conversationId, change.id]);
    case 'put-branch':
      return (transaction) => transaction.objectStore('branches').put(change.branch);
    case 'delete-branch':
      return (transaction) => transaction.objectStore('branches').delete([conversationId, change.id]);
    case 'put-conversation':
      return (transaction) => transaction.objectStore('conversations').put(change.conversation);
  }
}

/** Every key [conversationId, id]: strings sort below arrays, so [conversationId, []] is the end. */
function rowsOf(conversationId: string): IDBKeyRange {
  return IDBKeyRange.bound([conversationId], [conversationId, []], false, true);
}
