import { expect, fixture, html } from '@open-wc/testing';
import { AgentConversationElement } from '../../src/element.js';
import { MemoryHistory } from '../../src/history/memory-history.js';
import { ScriptedRunner } from '../../src/testing/scripted-runner.js';
import { defineElement } from '../../src/ui/define-element.js';
import { exchange, stage } from '../support/harness.js';

/** Each test a tag of its own: a definition cannot be taken back. */
let count = 0;
const freshTag = (): string => `late-conversation-${++count}`;

describe('embedding', () => {
  it('[case 42] properties and listeners given before the element is defined are in force, and later ones replace them', async () => {
    const tag = freshTag();
    const frame = await fixture<HTMLElement>(html`<div></div>`);
    const template = document.createElement('template');
    const parsed = document.createElement(tag);
    template.content.append(parsed.cloneNode());
    for (const early of [parsed, template.content.firstElementChild!.cloneNode() as HTMLElement]) {
      const runner = new ScriptedRunner();
      const values = {
        runner, history: new MemoryHistory(), conversationId: `early-${count}`, planMode: true, label: 'Early', placeholder: 'Say it', skills: [{ id: 's', name: 'sum' }], agents: [{ id: 'g', name: 'Gil' }],
        agentId: 'g', applicationId: 'app', allowedAgentIds: ['g'], historyFrom: new Date(3), appContext: { early: true }, clientTools: [], suggestions: [], strings: { send: 'Go' }, submitKey: 'enter',
        renderers: {}, disabled: false, readOnly: false, withoutHistory: false, withoutAttachments: true, withoutPlanMode: false, withoutBranching: false, withoutMentions: false, withoutFeedback: true, withoutHeader: true,
      };
      Object.assign(early, values);
      let submitted = 0;
      early.addEventListener('agent-submit', () => submitted++);
      frame.append(early);
      if (!customElements.get(tag)) customElements.define(tag, class extends AgentConversationElement {});
      customElements.upgrade(early);
      const element = early as AgentConversationElement;
      await element.updateComplete;
      for (const [name, value] of Object.entries(values)) {
        expect(Object.hasOwn(element, name), `${name} is an own property`).to.equal(false);
        expect((element as unknown as Record<string, unknown>)[name], name).to.equal(value);
      }
      expect(element.shadowRoot!.querySelector('section')!.getAttribute('aria-label')).to.equal('Early');
      void element.send('/sum it');
      const { input } = await runner.next();
      expect(submitted).to.equal(1);
      expect(input).to.deep.include({ explicitAgentId: 'g', applicationId: 'app', appContext: { early: true }, planMode: true, requestedSkillIDs: ['s'] });
      element.label = 'Later';
      element.planMode = false;
      element.conversationId = 'later';
      await element.updateComplete;
      expect(element.shadowRoot!.querySelector('section')!.getAttribute('aria-label')).to.equal('Later');
      expect([element.planMode, element.getAttribute('conversation-id')]).to.eql([false, 'later']);
      element.remove();
    }
  });

  it('[case 43] defining a tag again is silent for our own, and a warning for somebody else’s', () => {
    const warned: string[] = [];
    const { warn } = console;
    console.warn = (text: string) => warned.push(text);
    try {
      const ours = freshTag();
      defineElement(ours, class extends AgentConversationElement {});
      defineElement(ours, class extends AgentConversationElement {});
      expect(warned).to.eql([]);
      const theirs = freshTag();
      customElements.define(theirs, class extends HTMLElement {});
      defineElement(theirs, class extends AgentConversationElement {});
      expect(warned).to.have.length(1);
      expect(warned[0]).to.contain(`<${theirs}>`);
    } finally {
      console.warn = warn;
    }
  });

  it('[case 45] sizes do not follow the root font size of the page', async () => {
    const view = await stage();
    await exchange(view, 'one', 'two');
    const measure = (): number[] => [view.harness.messages[1]!.element, view.harness.composer, view.harness.button('Plan mode')!].map((node) => node.getBoundingClientRect().height);
    const before = measure();
    document.documentElement.style.fontSize = '62.5%';
    const after = measure();
    document.documentElement.style.fontSize = '';
    after.forEach((size, index) => expect(size).to.be.closeTo(before[index]!, 1));
  });

  it('[case 29] a runner that rejects at once: the failed question is marked, a second Enter makes a second turn', async () => {
    const view = await stage({ runner: new ScriptedRunner((call) => call.fail(new Error('down'))) });
    await view.harness.send('Go');
    await view.harness.until(() => view.harness.button('Retry') !== null);
    await view.harness.send('Go');
    await view.harness.until(() => view.runner.calls.length === 2);
    expect(view.harness.messages.filter(({ name }) => name === 'You')).to.have.length(2);
    expect(view.element.messages.map(({ status }) => status)).to.eql(['complete', 'failed', 'complete', 'failed']);
  });

  it('[case 38] a store that is full gives the text back with one notice, and works again afterwards', async () => {
    const history = new MemoryHistory();
    const commit = history.commit.bind(history);
    history.commit = () => Promise.reject(Object.assign(new Error('The disk is full.'), { code: 'QUOTA_EXCEEDED' }));
    const view = await stage({ history });
    await view.harness.send('precious');
    await view.harness.until(() => view.harness.notices.length > 0);
    expect(view.harness.composer.value).to.equal('precious');
    expect(view.harness.notices).to.have.length(1);
    expect(view.harness.messages).to.have.length(0);
    history.commit = commit;
    await view.harness.press('Enter');
    (await view.runner.next()).settle('thanks');
    await view.harness.until(() => view.harness.messages.length === 2);
    expect(view.harness.notices).to.eql([]);
  });

  it('read-only shows the messages and neither composer nor actions', async () => {
    const view = await stage();
    await exchange(view, 'one', 'two');
    view.element.readOnly = true;
    await view.harness.settled();
    expect(view.harness.root.querySelector('textarea')).to.equal(null);
    expect(view.harness.button('Copy')).to.equal(null);
    expect(view.harness.root.textContent).to.contain('read-only');
    await expect(view.element).to.be.accessible();
  });

  it('[case 31] removed for good, the turn ends in storage and a new element finds it', async () => {
    const view = await stage({ conversationId: 'gone' });
    await view.harness.send('Go');
    const call = await view.runner.next();
    call.say('one');
    view.element.remove();
    call.say('one two');
    call.settle();
    await view.element.conversation.flush();
    const again = await stage({ conversationId: 'gone', history: view.element.history! });
    expect(again.harness.messages.map(({ text }) => text)).to.eql(['Go', 'one two']);
    expect(again.element.messages[1]?.status).to.equal('complete');
  });

  it('[case 17] an emoji cut between its halves is neither painted broken nor stored broken', async () => {
    const final = 'Done 🚀! 👩‍💻 🇳🇱 a𝒞c';
    const view = await stage({ history: undefined, conversationId: `emoji-${Date.now()}` });
    await view.harness.send('Go');
    const call = await view.runner.next();
    for (let end = 1; end <= final.length; end++) {
      call.say(final.slice(0, end));
      await view.harness.settled();
      expect(view.harness.messages[1]?.text ?? '').not.to.match(/\uFFFD|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/);
    }
    call.settle();
    await view.harness.until(() => view.harness.messages[1]?.text === final, 'the whole text');
    const stored = await view.element.conversation.flush().then(() => view.element.conversation.getHistory());
    expect(stored[1]?.content[0]).to.eql({ type: 'text', text: final });
    await view.element.deleteConversation();
  });

  it('[C6] the default history is IndexedDB: a new element on the same id finds the talk', async () => {
    const id = `default-${Date.now()}`;
    const make = async (runner: ScriptedRunner): Promise<AgentConversationElement> => {
      const element = document.createElement('agent-conversation');
      element.conversationId = id;
      element.runner = runner;
      (await fixture<HTMLElement>(html`<div></div>`)).append(element);
      await element.conversation.ready;
      return element;
    };
    const first = await make(ScriptedRunner.saying('kept'));
    await first.send('hello');
    const { conversation } = first;
    first.remove();
    await conversation.flush();
    await new Promise((resolve) => setTimeout(resolve, 50));
    const second = await make(new ScriptedRunner());
    expect(second.conversation).not.to.equal(conversation);
    expect(second.getHistory().map(({ role }) => role)).to.eql(['user', 'assistant']);
    await second.deleteConversation();
    expect(second.messages).to.eql([]);
  });
});
