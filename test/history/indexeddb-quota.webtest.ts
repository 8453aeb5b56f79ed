import { expect } from 'chai';
import { deleteDB } from 'idb';
import { IndexedDBHistory } from '../../src/history/indexeddb-history.js';
import { idsOf, message, putMessage } from '../support/contracts/history-store.js';
import { databaseName, devTools, patch, restoreAll } from './indexeddb-support.js';

/** A browser may compress what is not random before it counts. */
function randomBytes(size: number): ArrayBuffer {
  const bytes = new Uint8Array(size);
  for (let start = 0; start < size; start += 65_536) crypto.getRandomValues(bytes.subarray(start, start + 65_536));
  return bytes.buffer;
}

describe('IndexedDBHistory with a full disk', () => {
  const name = databaseName();
  const store = new IndexedDBHistory({ name });

  after(async () => {
    restoreAll();
    await store.close();
    await deleteDB(name);
  });

  it('[case 38] with the disk full, really so in Chromium, nothing stored before is lost, and saving goes on once a conversation is deleted', async () => {
    // Without this Chromium goes on with the room it looked up before.
    await devTools('Storage.clearDataForOrigin', { storageTypes: 'indexeddb' });
    const real = await devTools('Storage.overrideQuotaForOrigin', { quotaSize: 10_000_000 });
    let room = 3;
    if (!real) {
      patch(IDBObjectStore.prototype, 'put', (original) => function (this: IDBObjectStore, ...values: unknown[]) {
        if (room-- <= 0) throw new DOMException('no room', 'QuotaExceededError');
        return original.apply(this, values);
      });
    }
    const save = (conversationId: string, step: number): Promise<string> => {
      const input = { bytes: randomBytes(3_000_000) };
      const row = message(`m${step}`, step, { conversationId, content: [{ type: 'tool_use', id: 't', name: 'n', input }] });
      return store.commit(conversationId, [putMessage(row)]).then(() => 'saved', (error: { code: string }) => error.code);
    };
    try {
      const outcomes = [await save('c2', 0), await save('c1', 1), await save('c1', 2), await save('c1', 3), await save('c1', 4)];
      expect(outcomes).to.deep.equal(['saved', 'saved', 'saved', 'QUOTA_EXCEEDED', 'QUOTA_EXCEEDED']);
      expect(idsOf(await store.load('c1'))).to.deep.equal(['m1', 'm2']);
      await store.deleteConversation('c2');
      room = 1;
      expect(await save('c1', 5)).to.equal('saved');
      expect(idsOf(await store.load('c1'))).to.deep.equal(['m1', 'm2', 'm5']);
    } finally {
      await devTools('Storage.overrideQuotaForOrigin', {});
      await devTools('Storage.clearDataForOrigin', { storageTypes: 'indexeddb' });
    }
  });
});
