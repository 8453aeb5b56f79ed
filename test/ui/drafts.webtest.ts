import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { deleteDB, openDB } from 'idb';
import type { HistoryStore } from '../../src/conversation/history-store.js';
import type { AgentConversationElement } from '../../src/element.js';
import { IndexedDBHistory } from '../../src/history/indexeddb-history.js';
import { type HistoryDatabase, upgrades } from '../../src/history/indexeddb-schema.js';
import { MemoryHistory } from '../../src/history/memory-history.js';
import { AgentConversationError } from '../../src/model/errors.js';
import { exchange, stage, type Stage } from '../support/harness.js';

const textIn = async (history: HistoryStore, id: string): Promise<string | null> => (await history.loadDraft!(id))?.text ?? null;
const fieldOf = (view: Stage): string => view.harness.composer.value;

/** Types as an input method does: at once, so that nothing has been saved yet. */
function put(view: Stage, text: string): void {
  const { composer } = view.harness;
  composer.value = text;
  composer.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true, inputType: 'insertText' }));
}

async function open(view: Stage, id: string): Promise<void> {
  view.element.conversationId = id;
  await view.element.updateComplete;
}

async function eventually(holds: () => Promise<boolean>, what: string): Promise<void> {
  const end = Date.now() + 3000;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`Waited 3000 ms in vain for ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** What a page hears when it is left. The timers of the draft have no time to run. */
async function leave(): Promise<void> {
  window.dispatchEvent(new PageTransitionEvent('pagehide'));
  await new Promise((resolve) => setTimeout(resolve));
}

describe('drafts of the element', () => {
  describe('in IndexedDB', () => {
    let name: string;
    const stores: IndexedDBHistory[] = [];
    const store = (): IndexedDBHistory => {
      const made = new IndexedDBHistory({ name, blockedTimeoutMs: 400 });
      stores.push(made);
      return made;
    };
    beforeEach(() => {
      name = `drafts-${crypto.randomUUID()}`;
    });
    afterEach(async () => {
      for (const element of document.querySelectorAll('agent-conversation')) element.remove();
      await Promise.all(stores.splice(0).map((each) => each.close()));
      await deleteDB(name);
    });

    it('[case 55] after quick switches and a reload each conversation has its own draft, mention ids included', async () => {
      const skills = [{ id: '1', name: 'plan' }, { id: '2', name: 'plan' }];
      const before = await stage({ conversationId: 'P', history: store(), skills });
      before.harness.composer.focus();
      await sendKeys({ type: '/plan' });
      await sendKeys({ press: 'ArrowDown' });
      await sendKeys({ press: 'Enter' });
      await sendKeys({ type: 'for P' });
      await open(before, 'Q');
      expect(fieldOf(before)).to.equal('');
      put(before, 'for Q');
      await open(before, 'P');
      await open(before, 'Q');
      await leave();
      const watch = store();
      await eventually(async () => (await textIn(watch, 'P')) === '/plan for P' && (await textIn(watch, 'Q')) === 'for Q', 'both drafts to be stored');
      before.element.remove();

      const after = await stage({ conversationId: 'P', history: store(), skills });
      await open(after, 'Q');
      await open(after, 'P');
      await after.harness.until(() => fieldOf(after) === '/plan for P', 'the draft of P');
      await open(after, 'Q');
      await after.harness.until(() => fieldOf(after) === 'for Q', 'the draft of Q');
      await open(after, 'P');
      expect(fieldOf(after)).to.equal('/plan for P');
      expect(after.runner.calls).to.have.length(0);
      after.harness.composer.focus();
      await after.harness.press('Enter');
      expect((await after.runner.next()).input.requestedSkillIDs).to.deep.equal(['2']);
      await eventually(async () => (await textIn(watch, 'P')) === null, 'the sent draft to go');
      expect(await textIn(watch, 'Q')).to.equal('for Q');
    });

    it('[case 55] a conversation that has no message yet keeps its draft too', async () => {
      const before = await stage({ history: store() });
      const id = before.element.newConversation();
      await before.element.updateComplete;
      put(before, 'first words');
      before.element.newConversation();
      await before.element.updateComplete;
      expect(fieldOf(before)).to.equal('');
      const watch = store();
      await eventually(async () => (await textIn(watch, id)) === 'first words', 'the draft to be stored');
      before.element.remove();
      const after = await stage({ conversationId: id, history: store() });
      await after.harness.until(() => fieldOf(after) === 'first words', 'the draft');
      expect(await after.element.history!.list()).to.deep.equal([]);
    });

    it('[case 55] a page that is left writes what was typed last', async () => {
      const view = await stage({ conversationId: 'P', history: store() });
      put(view, 'last words');
      await leave();
      const other = store();
      await eventually(async () => (await textIn(other, 'P')) === 'last words', 'the draft');
    });

    it('[case 37] behind a tab of the first build the composer works, and the draft is stored when that tab lets go', async () => {
      const held = await openDB(name, 1, { upgrade: (made) => void upgrades[0]!(made as unknown as HistoryDatabase, null as never) });
      const history = store();
      const view = await stage({ conversationId: 'P', history });
      put(view, 'typed while waiting');
      view.harness.composer.focus();
      view.harness.composer.blur();
      await view.harness.until(() => view.harness.notices.length === 1, 'one notice');
      expect(fieldOf(view)).to.equal('typed while waiting');
      held.close();
      await history.ready();
      await leave();
      await eventually(async () => (await textIn(history, 'P')) === 'typed while waiting', 'the draft');
      expect(fieldOf(view)).to.equal('typed while waiting');
    });
  });

  describe('when it is written', () => {
    const typed = async (): Promise<Stage & { readonly history: MemoryHistory }> => {
      const history = new MemoryHistory();
      const view = await stage({ conversationId: 'P', history });
      view.harness.composer.focus();
      put(view, 'half');
      expect(await textIn(history, 'P')).to.equal(null);
      return { ...view, history };
    };

    it('[case 55] pagehide', async () => {
      const { history } = await typed();
      await leave();
      expect(await textIn(history, 'P')).to.equal('half');
    });

    it('[case 55] a page in the background', async () => {
      const { history } = await typed();
      Object.defineProperty(document, 'hidden', { configurable: true, value: true });
      document.dispatchEvent(new Event('visibilitychange'));
      Reflect.deleteProperty(document, 'hidden');
      await new Promise((resolve) => setTimeout(resolve));
      expect(await textIn(history, 'P')).to.equal('half');
    });

    it('[case 55] blur', async () => {
      const { history, harness } = await typed();
      harness.composer.blur();
      await new Promise((resolve) => setTimeout(resolve));
      expect(await textIn(history, 'P')).to.equal('half');
    });

    it('[case 55] a removal of the element', async () => {
      const { history, element } = await typed();
      element.remove();
      await new Promise((resolve) => setTimeout(resolve));
      expect(await textIn(history, 'P')).to.equal('half');
    });

    it('[case 55] while the typing goes on, soon', async () => {
      const { history } = await typed();
      await eventually(async () => (await textIn(history, 'P')) === 'half', 'the draft');
    });
  });

  it('[case 55] sending clears only that draft, once the message is stored and not before', async () => {
    const history = new MemoryHistory();
    let commit: () => void = () => {};
    const gate = new Promise<void>((resolve) => (commit = resolve));
    const slow: HistoryStore = {
      load: (id) => history.load(id),
      list: () => history.list(),
      deleteConversation: (id) => history.deleteConversation(id),
      loadDraft: (id) => history.loadDraft(id),
      saveDraft: (id, draft) => history.saveDraft(id, draft),
      deleteDraft: (id, revision) => history.deleteDraft(id, revision),
      commit: (id, changes) => gate.then(() => history.commit(id, changes)),
    };
    await history.saveDraft('Q', { text: 'for Q', mentions: [], revision: 'q' });
    const view = await stage({ conversationId: 'P', history: slow });
    await view.harness.send('for P');
    await leave();
    expect(fieldOf(view)).to.equal('');
    expect(await textIn(history, 'P')).to.equal('for P');
    commit();
    await view.runner.next();
    await eventually(async () => (await textIn(history, 'P')) === null, 'the draft to go');
    expect(view.element.running).to.equal(true);
    expect(await textIn(history, 'Q')).to.equal('for Q');
  });

  it('[case 55] a message that waits for the running turn is kept with the draft until its turn comes', async () => {
    const history = new MemoryHistory();
    const view = await stage({ conversationId: 'P', history });
    await view.harness.send('one');
    const call = await view.runner.next();
    await view.harness.send('two');
    put(view, 'three');
    await leave();
    expect(await textIn(history, 'P')).to.equal('two\nthree');
    call.say('answer');
    call.settle();
    await view.runner.next();
    await eventually(async () => (await textIn(history, 'P')) === 'three', 'the sent text to go');
    expect(fieldOf(view)).to.equal('three');
  });

  it('[case 55] a refused send gives the text back, in the field and in the store', async () => {
    const history = new MemoryHistory();
    history.commit = () => Promise.reject(new AgentConversationError('QUOTA_EXCEEDED', 'The disk is full.'));
    const view = await stage({ conversationId: 'P', history });
    await view.harness.send('keep me');
    await view.harness.until(() => fieldOf(view) === 'keep me', 'the text to come back');
    await leave();
    expect(await textIn(history, 'P')).to.equal('keep me');
    expect(view.harness.notices).to.have.length(1);
  });

  it('[case 55] editing an old message touches neither the field nor the stored draft', async () => {
    const history = new MemoryHistory();
    const view = await stage({ conversationId: 'P', history });
    await exchange(view, 'old question', 'answer');
    await view.harness.type('my draft');
    for (const end of ['Cancel', 'Save']) {
      await view.harness.click('Edit', view.harness.messages[0]!.element);
      await sendKeys({ type: ' changed' });
      await view.harness.click(end);
      expect(fieldOf(view)).to.equal('my draft');
    }
    await view.runner.next();
    await leave();
    expect([fieldOf(view), await textIn(history, 'P')]).to.deep.equal(['my draft', 'my draft']);
  });

  it('[case 55] deleting the conversation empties its draft, in the field and in the store', async () => {
    const history = new MemoryHistory();
    const view = await stage({ conversationId: 'P', history });
    await exchange(view, 'question', 'answer');
    await view.harness.type('half');
    await view.element.deleteConversation();
    expect(fieldOf(view)).to.equal('');
    await leave();
    expect(await textIn(history, 'P')).to.equal(null);
  });

  it('[case 55] without-history and a store without drafts keep drafts as long as the element, and nowhere else', async () => {
    const history = new MemoryHistory();
    const plain: HistoryStore = { load: (id) => history.load(id), list: () => history.list(), commit: (id, changes) => history.commit(id, changes), deleteConversation: (id) => history.deleteConversation(id) };
    for (const properties of [{ history, withoutHistory: true }, { history: plain }] satisfies Partial<AgentConversationElement>[]) {
      const view = await stage({ conversationId: 'P', ...properties });
      put(view, 'for P');
      await open(view, 'Q');
      expect(fieldOf(view)).to.equal('');
      await open(view, 'P');
      expect(fieldOf(view)).to.equal('for P');
      await leave();
      expect(await textIn(history, 'P')).to.equal(null);
    }
  });

  it('[case 55] another history object takes nothing out of the field', async () => {
    const view = await stage({ conversationId: 'P' });
    put(view, 'typing');
    const history = new MemoryHistory();
    view.element.history = history;
    await view.harness.settled();
    expect(fieldOf(view)).to.equal('typing');
    await leave();
    expect([fieldOf(view), await textIn(history, 'P')]).to.deep.equal(['typing', 'typing']);
  });

  it('[case 55] another history and another id at once: nothing of the old store turns up in the new one', async () => {
    const [mine, theirs] = [new MemoryHistory(), new MemoryHistory()];
    await mine.saveDraft('Q', { text: 'mine for Q', mentions: [], revision: 'm' });
    const view = await stage({ conversationId: 'P', history: mine });
    put(view, 'mine for P');
    Object.assign(view.element, { history: theirs, conversationId: 'Q' });
    await view.harness.settled();
    await leave();
    expect(fieldOf(view)).to.equal('');
    expect([await textIn(theirs, 'P'), await textIn(theirs, 'Q')]).to.deep.equal([null, null]);
    expect([await textIn(mine, 'P'), await textIn(mine, 'Q')]).to.deep.equal(['mine for P', 'mine for Q']);
  });

  it('[case 55] a stored draft that comes late waits for the word being composed, then stands above what was typed, whose caret stays', async () => {
    const history = new MemoryHistory();
    await history.saveDraft('P', { text: 'older', mentions: [], revision: 'r' });
    let go: () => void = () => {};
    const gate = new Promise<void>((resolve) => (go = resolve));
    const { loadDraft } = history;
    history.loadDraft = (id) => gate.then(() => loadDraft.call(history, id));
    const view = await stage({ conversationId: 'P', history });
    const { composer } = view.harness;
    composer.focus();
    composer.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true, composed: true }));
    composer.value = '한국';
    composer.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true, isComposing: true }));
    go();
    await view.harness.settled();
    expect(composer.value).to.equal('한국');
    composer.setSelectionRange(1, 1);
    composer.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, composed: true }));
    await view.harness.until(() => composer.value === 'older\n한국', 'the older draft');
    expect([composer.selectionStart, composer.selectionEnd]).to.deep.equal([7, 7]);
  });

  it('[case 55] a draft that cannot be stored stays in the field and is told once', async () => {
    const history = new MemoryHistory();
    history.saveDraft = () => Promise.reject(new AgentConversationError('QUOTA_EXCEEDED', 'The disk is full.'));
    const view = await stage({ conversationId: 'P', history });
    const errors: unknown[] = [];
    view.element.addEventListener('agent-error', (event) => errors.push((event as Event & { error: unknown }).error));
    for (const text of ['one', 'two']) {
      put(view, text);
      await leave();
    }
    expect([fieldOf(view), errors.length]).to.deep.equal(['two', 1]);
    await view.harness.settled();
    expect(view.harness.notices).to.have.length(1);
  });
});
