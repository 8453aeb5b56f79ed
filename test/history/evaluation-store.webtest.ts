import { expect } from 'chai';
import { deleteDB } from 'idb';
import { IndexedDBEvaluationStore } from '../../src/history/evaluation-store.js';
import { OnlineEvaluation } from '../../src/run/evaluation.js';
import type { EvalRecord } from '../../src/run/evaluation-types.js';
import { failureOf } from '../support/contracts/history-store.js';
import { databaseName, failing, restoreAll } from './indexeddb-support.js';

function record(recordId: string, timestampUnixMs: number, more: Partial<EvalRecord> = {}): EvalRecord {
  const runRef = { runId: 'r1', attempt: 1, traceId: 't', rootSpanId: 's' };
  return { schemaVersion: 1, recordId, evalRunId: 'e', source: 'online', timestampUnixMs, scorer: { name: 'length' }, runRef, metadata: {}, status: 'scored', score: 1, usage: { input_tokens: 0, output_tokens: 0 }, ...more };
}

describe('IndexedDBEvaluationStore', () => {
  let name: string;
  let store: IndexedDBEvaluationStore;

  beforeEach(() => {
    name = databaseName();
    store = new IndexedDBEvaluationStore({ name });
  });

  afterEach(async () => {
    restoreAll();
    await store.close();
    await deleteDB(name);
  });

  const ids = async (filter = {}): Promise<string[]> => (await store.list(filter)).map(({ recordId }) => recordId);

  it('[B10-12] records of an evaluation are kept whole, and are there for another connection', async () => {
    const evaluation = new OnlineEvaluation({ scorers: [{ name: 'length', score: ({ output }) => ({ score: output.length / 10, details: { at: new Date(5) } }) }], sample: 1, storePayloads: 'full', store });
    evaluation.submit('hi', { identity: record('', 0).runRef, status: { code: 'ok' }, output: 'four', metadata: { tag: 'x' } }, 5);
    expect((await evaluation.forceFlush()).status).to.equal('ok');
    await store.close();
    const other = new IndexedDBEvaluationStore({ name });
    const [kept] = await other.list();
    await other.close();
    expect(kept).to.deep.include({ status: 'scored', score: 0.4, details: { at: new Date(5) }, payload: { input: 'hi', output: 'four' }, metadata: { tag: 'x' } });
  });

  it('[B10-12] they are listed oldest first, or those of one run', async () => {
    await store.append([record('c', 3), record('a', 1, { runRef: { ...record('', 0).runRef, runId: 'r2' } })]);
    await store.append([record('b', 2), record('a2', 1)]);
    expect(await ids()).to.eql(['a', 'a2', 'b', 'c']);
    expect(await ids({ runId: 'r1' })).to.eql(['a2', 'b', 'c']);
    await store.clear();
    expect(await ids()).to.eql([]);
  });

  it('[B10-4] the oldest give way beyond maxRecords, and a record put twice is there once', async () => {
    store = new IndexedDBEvaluationStore({ name, maxRecords: 2 });
    await store.append([record('a', 1), record('b', 2), record('c', 3)]);
    await store.append([record('c', 3)]);
    expect(await ids()).to.eql(['b', 'c']);
    for (const maxRecords of [0, 1.5, NaN]) expect(() => new IndexedDBEvaluationStore({ maxRecords })).to.throw(RangeError, 'maxRecords');
  });

  it('[B10-4] all records of a run or none: one that cannot be kept takes the others with it, and says so by code', async () => {
    await store.append([record('a', 1)]);
    const bad = { ...record('c', 3), metadata: { run: () => 1 } };
    expect(await failureOf(store.append([record('b', 2), bad]))).to.include({ code: 'INVALID_MESSAGE' });
    failing(IDBObjectStore.prototype, 'put', 1, () => new DOMException('full', 'QuotaExceededError'));
    expect(await failureOf(store.append([record('d', 4)]))).to.include({ code: 'QUOTA_EXCEEDED' });
    expect(await ids()).to.eql(['a']);
  });

  it('[case 41] a database that was deleted meanwhile is opened anew', async () => {
    await store.append([record('a', 1)]);
    await deleteDB(name);
    await store.append([record('b', 2)]);
    expect(await ids()).to.eql(['b']);
  });
});
