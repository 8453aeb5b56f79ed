/**
 * One connection to the database, which opens on first use and survives what browsers do to it.
 *
 *            first use                    success
 *   closed ─────────────► opening ───────────────────► open
 *     ▲ ▲     failure        │   overdue: callers are told, the request itself stays and may still succeed
 *     │ └────────────────────┘                          │
 *     └─────────────────────────────────────────────────┘ close(), `versionchange`, closed by the browser
 */
import { openDB } from 'idb';
import { applyUpgrades, storeNames, type HistoryDatabase, type HistoryTransaction, type Upgrade } from './indexeddb-schema.js';
import { blockedError, isConnectionLoss, storageError, unavailableError } from './storage-errors.js';
import { abort, hasIndexedDB } from './platform.js';

export interface ConnectionOptions {
  readonly name: string;
  readonly upgrades: readonly Upgrade[];
  readonly blockedTimeoutMs: number;
}

/** One request of a transaction. It must not wait for anything before it makes its request. */
export type Step<Mode extends IDBTransactionMode> = (transaction: HistoryTransaction<Mode>) => Promise<unknown>;

interface Handle {
  readonly opening: Promise<HistoryDatabase>;
  /** Like `opening`, but rejects when the bounded wait is over. */
  readonly inTime: Promise<HistoryDatabase>;
  database: HistoryDatabase | null;
  released: boolean;
}

export class HistoryConnection {
  readonly #options: ConnectionOptions;
  #handle: Handle | null = null;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  /**
   * All steps in one transaction: every one of them is applied or none. Resolves with their results when the
   * transaction is complete. Runs are done one after the other in call order, so a repeated one cannot overtake.
   * `doing` completes "Could not …" in an error.
   */
  run<Mode extends 'readonly' | 'readwrite'>(mode: Mode, steps: readonly Step<Mode>[], doing: string): Promise<readonly unknown[]> {
    return this.#enqueue(async () => {
      try {
        return await this.#runOnce(mode, steps);
      } catch (error) {
        // Rows are put and deleted whole, so doing it twice is doing it once.
        if (!isConnectionLoss(error)) throw storageError(error, doing);
      }
      this.#release(this.#handle);
      return this.#runOnce(mode, steps).catch((error: unknown) => {
        throw storageError(error, doing);
      });
    });
  }

  /** Resolves once the database is open, however long another tab blocks it; rejects when it cannot be opened. */
  async ready(): Promise<void> {
    await this.#current().opening;
  }

  /** Lets go of the database after the runs called before. A later run opens it again. */
  close(): Promise<void> {
    return this.#enqueue(async () => this.#release(this.#handle));
  }

  #enqueue<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(work);
    this.#queue = result.catch(() => undefined);
    return result;
  }

  async #runOnce<Mode extends 'readonly' | 'readwrite'>(mode: Mode, steps: readonly Step<Mode>[]): Promise<readonly unknown[]> {
    const handle = this.#current();
    const database = handle.database ?? (await handle.inTime);
    // Strict: on the disk, not only handed to the system (relaxed, the default of all three). Costs under 1 ms more.
    return transact(database.transaction([...storeNames], mode, { durability: 'strict' }), steps);
  }

  #current(): Handle {
    return (this.#handle ??= this.#open());
  }

  #open(): Handle {
    const { name, blockedTimeoutMs } = this.#options;
    let seen = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const opening = this.#openDatabase(
      () => (seen = true),
      // An upgrade of our own is progress, not a wait for somebody else.
      () => clearTimeout(timer),
      () => this.#release(handle),
    ).catch((error: unknown) => {
      throw storageError(error, 'open the stored history');
    });
    // From the start, not from the `blocked` event: of several waiting requests only the first one gets that event.
    const overdue = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(blockedError(name, blockedTimeoutMs, seen)), blockedTimeoutMs);
    });
    const handle: Handle = { opening, inTime: Promise.race([opening, overdue]), database: null, released: false };
    handle.inTime.catch(() => undefined);
    opening.then(
      (database) => {
        clearTimeout(timer);
        handle.database = database;
        if (handle.released) database.close();
      },
      () => {
        clearTimeout(timer);
        this.#release(handle);
      },
    );
    return handle;
  }

  async #openDatabase(onBlocked: () => void, onUpgrade: () => void, onLost: () => void): Promise<HistoryDatabase> {
    if (!hasIndexedDB()) throw unavailableError();
    const { name, upgrades } = this.#options;
    let upgradeFailure: unknown;
    try {
      return (await openDB(name, upgrades.length, {
        blocked: onBlocked,
        upgrade(database, oldVersion, _newVersion, transaction) {
          onUpgrade();
          const upgrading = transaction as unknown as HistoryTransaction<'versionchange'>;
          upgrading.done.catch(() => undefined);
          applyUpgrades(database as unknown as HistoryDatabase, upgrading, oldVersion, upgrades).catch((error: unknown) => {
            upgradeFailure = error;
            abort(upgrading);
          });
        },
        // A newer build in another tab waits for us: let go at once, and open again on the next use.
        blocking: onLost,
        terminated: onLost,
      })) as unknown as HistoryDatabase;
    } catch (error) {
      throw upgradeFailure ?? error;
    }
  }

  #release(handle: Handle | null): void {
    if (!handle) return;
    if (this.#handle === handle) this.#handle = null;
    handle.released = true;
    handle.database?.close();
  }
}

async function transact<Mode extends IDBTransactionMode>(
  transaction: HistoryTransaction<Mode>,
  steps: readonly Step<Mode>[],
): Promise<readonly unknown[]> {
  const requests: Promise<unknown>[] = [];
  try {
    for (const step of steps) requests.push(step(transaction));
  } catch (error) {
    requests.push(Promise.reject(error));
    abort(transaction);
  }
  // The success of a request is not yet a commit: only `done` is. Every promise is awaited, so none is left unhandled.
  const outcomes = await Promise.allSettled([...requests, transaction.done]);
  const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as Error] : []));
  if (reasons.length > 0) {
    // One failed request aborts the others, which then say AbortError only; the transaction may know more.
    throw reasons.find((reason) => reason.name !== 'AbortError') ?? transaction.error ?? reasons[0]!;
  }
  return outcomes.slice(0, -1).map((outcome) => (outcome as PromiseFulfilledResult<unknown>).value);
}
