/** Evaluation records in a database of their own: they come and go apart from what people wrote. */
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { EvalRecord, EvaluationStore } from '../run/evaluation-types.js';
import { isConnectionLoss, storageError, unavailableError } from './storage-errors.js';
import { abort, hasIndexedDB } from './platform.js';

interface EvaluationSchema extends DBSchema {
  records: { readonly key: string; readonly value: EvalRecord; readonly indexes: { readonly 'by-time': [number, string]; readonly 'by-run': string } };
}

export interface IndexedDBEvaluationStoreOptions {
  /** Name of the database. Default `agent-conversation-evaluation`. */
  readonly name?: string;
  /** The newest that are kept. Default 10000. */
  readonly maxRecords?: number;
}

/**
 * Keeps evaluation records in the browser. Opens the database on first use. Rejects with an `AgentConversationError`, by `code`,
 * as `IndexedDBHistory` does: `STORAGE_UNAVAILABLE`, `STORAGE_NEWER`, `QUOTA_EXCEEDED`, `INVALID_MESSAGE`, `STORAGE_FAILED`.
 *
 * @example
 * new OpenMultiAgent({ evaluation: { scorers, sample: 0.1, store: new IndexedDBEvaluationStore() } });
 */
export class IndexedDBEvaluationStore implements EvaluationStore {
  readonly #name: string;
  readonly #maxRecords: number;
  #opening: Promise<IDBPDatabase<EvaluationSchema>> | null = null;

  /** Throws RangeError when `maxRecords` is no whole number from 1. */
  constructor({ name = 'agent-conversation-evaluation', maxRecords = 10_000 }: IndexedDBEvaluationStoreOptions = {}) {
    if (!Number.isInteger(maxRecords) || maxRecords < 1) throw new RangeError(`maxRecords must be a whole number from 1, got ${String(maxRecords)}.`);
    this.#name = name;
    this.#maxRecords = maxRecords;
  }

  /** All of them or none, in one transaction; a record that is there already (`recordId`) is replaced. The oldest give way to `maxRecords`. */
  async append(records: readonly EvalRecord[]): Promise<void> {
    if (records.length === 0) return;
    await this.#run('keep evaluation records', async (database) => {
      const transaction = database.transaction('records', 'readwrite');
      const failure = transaction.done.then(
        () => null,
        (error: Error | null) => error ?? new DOMException('The transaction was aborted.', 'AbortError'),
      );
      try {
        // One by one into a list: a record that cannot be copied throws at once, and the requests before it then fail unheard.
        const puts: Promise<unknown>[] = [];
        for (const record of records) {
          const put = transaction.store.put(record);
          put.catch(() => {});
          puts.push(put);
        }
        await Promise.all(puts);
        let excess = (await transaction.store.count()) - this.#maxRecords;
        for (let cursor = excess > 0 ? await transaction.store.index('by-time').openCursor() : null; cursor && excess > 0; cursor = await cursor.continue()) {
          await cursor.delete();
          excess--;
        }
      } catch (error) {
        abort(transaction);
        const reason = await failure;
        // One failed request aborts the others, which then say AbortError only; the transaction may know more.
        throw error instanceof DOMException && error.name === 'AbortError' && reason ? reason : error;
      }
      const reason = await failure;
      if (reason) throw reason;
    });
  }

  /** Oldest first; ties by id. Of one run only, when `runId` is given. */
  async list({ runId }: { readonly runId?: string } = {}): Promise<readonly EvalRecord[]> {
    const records = await this.#run('list evaluation records', (database) =>
      runId === undefined ? database.getAllFromIndex('records', 'by-time') : database.getAllFromIndex('records', 'by-run', runId),
    );
    return records.sort((a, b) => a.timestampUnixMs - b.timestampUnixMs || (a.recordId < b.recordId ? -1 : 1));
  }

  /** Deletes every record. */
  async clear(): Promise<void> {
    await this.#run('delete evaluation records', (database) => database.clear('records'));
  }

  /** Lets go of the database; the next call opens it again. */
  async close(): Promise<void> {
    const opening = this.#opening;
    this.#opening = null;
    await opening?.then(
      (database) => database.close(),
      () => {},
    );
  }

  /** Once more after a lost connection: records are put whole, so doing it twice is doing it once. */
  async #run<T>(doing: string, work: (database: IDBPDatabase<EvaluationSchema>) => Promise<T>): Promise<T> {
    try {
      return await work(await this.#database());
    } catch (error) {
      if (!isConnectionLoss(error)) throw storageError(error, doing);
    }
    await this.close();
    try {
      return await work(await this.#database());
    } catch (error) {
      throw storageError(error, doing);
    }
  }

  #database(): Promise<IDBPDatabase<EvaluationSchema>> {
    if (this.#opening) return this.#opening;
    const forget = (): void => {
      if (this.#opening === opening) this.#opening = null;
    };
    const opening: Promise<IDBPDatabase<EvaluationSchema>> = open(this.#name, forget);
    this.#opening = opening;
    opening.catch(forget);
    return opening;
  }
}

async function open(name: string, onLost: () => void): Promise<IDBPDatabase<EvaluationSchema>> {
  if (!hasIndexedDB()) throw unavailableError();
  return openDB<EvaluationSchema>(name, 1, {
    upgrade(database) {
      const records = database.createObjectStore('records', { keyPath: 'recordId' });
      records.createIndex('by-time', ['timestampUnixMs', 'recordId']);
      records.createIndex('by-run', 'runRef.runId');
    },
    // A newer build in another tab waits, or someone deletes the database: let go, and open again on the next use.
    blocking(_current, _blocked, event) {
      onLost();
      (event.target as IDBDatabase).close();
    },
    terminated: onLost,
  });
}
