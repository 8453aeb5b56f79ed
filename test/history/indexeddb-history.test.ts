import { expect } from 'chai';
import { IndexedDBHistory } from '../../src/history/indexeddb-history.js';
import { storageError } from '../../src/history/storage-errors.js';
import { conversation, failureOf, putConversation } from '../support/contracts/history-store.js';

describe('IndexedDBHistory without IndexedDB', () => {
  it('[case 43] is made on a server without a fault, and every call says STORAGE_UNAVAILABLE and what to use', async () => {
    const store = new IndexedDBHistory();
    for (const call of [() => store.load('c1'), () => store.list(), () => store.commit('c1', [putConversation(conversation('c1'))]), () => store.deleteConversation('c1'), () => store.wipe(), () => store.ready()]) {
      const error = await failureOf(call());
      expect(error.code).to.equal('STORAGE_UNAVAILABLE');
      expect(error.message).to.contain('MemoryHistory');
    }
    expect(await store.estimate()).to.equal(null);
    await store.close();
  });

  it('[case 39] a bad row is named before storage is asked for', async () => {
    const error = await failureOf(new IndexedDBHistory().commit('c1', [putConversation(conversation('c2'))]));
    expect(error.code).to.equal('INVALID_MESSAGE');
  });
});

describe('storage errors', () => {
  for (const [name, code, word] of [
    ['QuotaExceededError', 'QUOTA_EXCEEDED', 'Delete conversations'],
    ['DataCloneError', 'INVALID_MESSAGE', 'plain data'],
    ['VersionError', 'STORAGE_NEWER', 'Reload'],
    ['SecurityError', 'STORAGE_UNAVAILABLE', 'Allow site data'],
    ['UnknownError', 'STORAGE_FAILED', 'UnknownError: the words'],
  ] as const) {
    it(`[history] ${name} becomes ${code}, says what failed and what to do, and keeps the cause`, () => {
      const cause = new DOMException('the words', name);
      const error = storageError(cause, 'save the conversation');
      expect(error.code).to.equal(code);
      expect(error.message).to.contain('Could not save the conversation').and.to.contain(word);
      expect(error.cause).to.equal(cause);
      expect(storageError(error, 'anything')).to.equal(error);
    });
  }

  it('[history] whatever else is thrown becomes STORAGE_FAILED', () => {
    for (const thrown of [undefined, null, 'text', {}]) expect(storageError(thrown, 'load the conversation').code).to.equal('STORAGE_FAILED');
  });
});
