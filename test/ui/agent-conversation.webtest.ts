import { expect } from '@open-wc/testing';
import { exchange, realKeys, stage } from '../support/harness.js';
import { ConversationHarness } from '../../src/testing/conversation-harness.js';

describe('<agent-conversation>', () => {
  it('is accessible, empty and with a conversation', async () => {
    const view = await stage({ suggestions: [{ title: 'Say hello', prompt: 'Hello' }] });
    await expect(view.element).to.be.accessible();
    await exchange(view, 'Hello', 'Hello **you**\n\n- one\n- two');
    await expect(view.element).to.be.accessible();
  });

  it('[C2] a typed turn: bubble, streamed reply, settled', async () => {
    const view = await stage();
    const events: string[] = [];
    for (const type of ['agent-submit', 'agent-turn-start', 'agent-reply-accepted', 'agent-turn-progress', 'agent-turn-end']) document.addEventListener(type, () => events.push(type), { once: true });
    await view.harness.send('Hello agent');
    const call = await view.runner.next();
    await view.harness.settled();
    expect(view.harness.messages.map(({ name, text }) => [name, text])[0]).to.eql(['You', 'Hello agent']);
    expect(view.harness.button('Stop')).to.exist;
    call.accept('R1');
    call.progress('Reading');
    call.say('Hel');
    await view.harness.settled();
    expect(view.harness.messages[1]).to.include({ name: 'Agent', text: 'Hel' });
    expect(view.element.matches(':state(running)')).to.equal(true);
    call.say('Hello back');
    call.settle();
    await view.harness.until(() => !view.harness.button('Stop'));
    expect(view.harness.messages[1]?.text).to.equal('Hello back');
    expect(events).to.eql(['agent-submit', 'agent-turn-start', 'agent-reply-accepted', 'agent-turn-progress', 'agent-turn-end']);
    expect(view.element.messages.map(({ id }) => id)[1]).to.equal('R1');
  });

  it('[A9.3] a canceled submit stores nothing and gives the text back', async () => {
    const view = await stage();
    view.element.addEventListener('agent-submit', (event) => event.preventDefault());
    await view.harness.send('not yet');
    expect(view.harness.composer.value).to.equal('not yet');
    expect([view.element.messages.length, view.runner.calls.length]).to.eql([0, 0]);
  });

  it('Stop keeps what was said, and says that it was stopped', async () => {
    const view = await stage();
    await view.harness.send('Go');
    const call = await view.runner.next();
    call.say('half an ans');
    await view.harness.click('Stop');
    expect(call.aborted).to.equal(true);
    expect(view.harness.messages[1]?.text).to.equal('half an ans');
    expect(view.harness.messages[1]?.element.textContent).to.contain('Stopped');
  });

  it('a failed reply says why and Retry runs the question again', async () => {
    const view = await stage();
    await view.harness.send('Go');
    (await view.runner.next()).fail(new Error('The model is over its limit.'));
    await view.harness.until(() => view.harness.button('Retry') !== null, 'Retry');
    expect(view.harness.messages[1]?.element.textContent).to.contain('The model is over its limit.');
    await view.harness.click('Retry');
    (await view.runner.next()).settle('Now it works');
    await view.harness.until(() => view.harness.messages[1]?.text === 'Now it works', 'the new answer');
    expect(view.harness.messages).to.have.length(2);
  });

  it('Regenerate makes a second version that the arrows walk', async () => {
    const view = await stage();
    await exchange(view, 'Go', 'first');
    await view.harness.click('Regenerate', view.harness.messages[1]!.element);
    const call = await view.runner.next();
    call.say('second');
    call.settle();
    await view.harness.until(() => view.harness.messages[1]?.text === 'second');
    expect(view.harness.versions(view.harness.messages[1]!)).to.equal('2 of 2');
    await view.harness.click('Previous version', view.harness.messages[1]!.element);
    expect(view.harness.messages[1]?.text).to.equal('first');
    expect(view.harness.versions(view.harness.messages[1]!)).to.equal('1 of 2');
  });

  it('Edit opens the words in place; Enter saves them as a new version', async () => {
    const view = await stage();
    await exchange(view, 'old words', 'answer');
    await view.harness.click('Edit', view.harness.messages[0]!.element);
    await realKeys.type(' more');
    await view.harness.press('Enter');
    (await view.runner.next()).settle('new answer');
    await view.harness.until(() => view.harness.messages[1]?.text === 'new answer');
    expect(view.harness.messages[0]?.text).to.equal('old words more');
    expect(view.harness.versions(view.harness.messages[0]!)).to.equal('2 of 2');
  });

  it('[A4.3] Fork from here starts a branch with the next message only', async () => {
    const view = await stage();
    await exchange(view, 'one', 'two');
    await exchange(view, 'three', 'four');
    await view.harness.click('Fork from here', view.harness.messages[1]!.element);
    expect(view.harness.messages.map(({ text }) => text)).to.eql(['one', 'two']);
    expect(view.element.branches).to.have.length(0);
    await exchange(view, 'other', 'way');
    expect(view.harness.messages.map(({ text }) => text)).to.eql(['one', 'two', 'other', 'way']);
    expect(view.element.branches[0]).to.include({ kind: 'Fork' });
  });

  it('a message sent during a turn waits where it can be seen and taken back', async () => {
    const view = await stage();
    await view.harness.send('first');
    const call = await view.runner.next();
    await view.harness.send('second');
    expect(view.element.queue.map(({ text }) => text)).to.eql(['second']);
    await view.harness.click('Edit', view.harness.root.querySelector('[part~="queue"]')!);
    expect(view.harness.composer.value).to.equal('second');
    expect(view.element.queue).to.eql([]);
    call.settle('done');
  });

  it('without a runner it says so and keeps the text', async () => {
    const view = await stage({ runner: null });
    expect(view.harness.root.textContent).to.contain('No agent is connected');
    expect(view.element.matches(':state(disconnected)')).to.equal(true);
  });

  it('[A8-T1] plan mode on goes with the turn and is told to the host once', async () => {
    const view = await stage();
    let told = 0;
    view.element.addEventListener('agent-plan-mode-change', () => told++);
    await view.harness.click('Plan mode');
    expect(view.element.planMode).to.equal(true);
    expect(view.element.hasAttribute('plan-mode')).to.equal(true);
    await view.harness.send('Go');
    expect((await view.runner.next()).input.planMode).to.equal(true);
    view.element.planMode = false;
    expect(told).to.equal(1);
  });

  it('[case 49] focus stays in the composer through sending, failing and stopping', async () => {
    const view = await stage();
    const active = (): Element | null => view.element.shadowRoot!.activeElement;
    await view.harness.send('Go');
    expect(active()).to.equal(view.harness.composer);
    (await view.runner.next()).fail(new Error('no'));
    await view.harness.until(() => view.harness.button('Retry') !== null);
    expect(active()).to.equal(view.harness.composer);
    await view.harness.send('Again');
    await view.runner.next();
    view.harness.button('Stop')!.focus();
    await view.harness.press('Enter');
    expect(active()).to.equal(view.harness.composer);
  });

  it('[case 30] a reply that streams goes on in its own conversation while another is on screen', async () => {
    const view = await stage({ conversationId: 'P' });
    await view.harness.send('to P');
    const p = await view.runner.next();
    p.say('p1');
    view.element.conversationId = 'Q';
    await view.harness.settled();
    expect(view.harness.messages).to.have.length(0);
    p.say('p1 p2');
    await view.harness.send('to Q');
    const q = await view.runner.next();
    q.say('q1');
    await view.harness.settled();
    expect(view.harness.messages.map(({ text }) => text)).to.eql(['to Q', 'q1']);
    view.element.conversationId = 'P';
    await view.harness.settled();
    expect(view.harness.messages.map(({ text }) => text)).to.eql(['to P', 'p1 p2']);
    await view.harness.click('Stop');
    expect([p.aborted, q.aborted]).to.eql([true, false]);
    q.settle();
    view.element.conversationId = 'Q';
    await view.harness.until(() => view.harness.messages[1]?.text === 'q1');
  });

  it('[case 31] moving the element neither ends nor doubles a turn', async () => {
    const view = await stage();
    await view.harness.send('Go');
    const call = await view.runner.next();
    call.say('one');
    await view.harness.type('draft');
    const other = document.createElement('div');
    other.style.cssText = 'block-size: 500px; display: grid';
    document.body.append(other);
    other.append(view.element);
    call.say('one two');
    await view.harness.settled();
    expect(view.harness.messages[1]?.text).to.equal('one two');
    view.element.remove();
    await new Promise((resolve) => setTimeout(resolve));
    other.append(view.element);
    await view.harness.settled();
    call.say('one two three');
    call.settle();
    await view.harness.until(() => view.harness.messages[1]?.text === 'one two three');
    expect(view.harness.composer.value).to.equal('draft');
    view.harness.composer.focus();
    await view.harness.press('Enter');
    await view.runner.next();
    expect(view.runner.calls).to.have.length(2);
    other.remove();
  });

  it('[case 47] two elements with one conversation show it once each; two with different ones share nothing', async () => {
    const first = await stage({ conversationId: 'same' });
    const second = await stage({ conversationId: 'same', history: first.element.history!, runner: first.runner });
    const stranger = await stage();
    await first.harness.type('my draft');
    await second.harness.send('hello');
    const call = await first.runner.next();
    call.say('hi');
    call.settle();
    await first.harness.until(() => first.harness.messages[1]?.text === 'hi');
    await second.harness.until(() => second.harness.messages[1]?.text === 'hi');
    expect(first.harness.messages).to.have.length(2);
    expect(first.harness.composer.value).to.equal('my draft');
    expect(stranger.harness.messages).to.have.length(0);
    second.element.remove();
    await first.harness.press('Enter');
    expect(first.element.isConnected).to.equal(true);
    const ids = [...document.querySelectorAll('agent-conversation')].map((element) => [...element.shadowRoot!.querySelectorAll('[aria-controls],[aria-describedby]')].every((node) => element.shadowRoot!.getElementById(node.getAttribute('aria-controls') ?? node.getAttribute('aria-describedby')!)));
    expect(ids.every(Boolean)).to.equal(true);
  });

  it('[case 44] typing keys do not reach the page; from our buttons and with Ctrl they do', async () => {
    const view = await stage();
    await exchange(view, 'hello', 'world');
    const heard: string[] = [];
    const listener = (event: KeyboardEvent): void => void heard.push(event.key);
    document.addEventListener('keydown', listener);
    await view.harness.type('/su s?');
    for (const key of ['Backspace', 'Delete', 'ArrowLeft', 'Space']) await realKeys.press(key);
    expect(heard).to.eql([]);
    await realKeys.press('F2');
    expect(heard).to.eql(['F2']);
    view.harness.button('Copy', view.harness.messages[1]!.element)!.focus();
    await realKeys.press('s');
    expect(heard).to.eql(['F2', 's']);
    document.removeEventListener('keydown', listener);
  });

  it('[C6] reload: the same conversation comes back from the store, with its other branch', async () => {
    const view = await stage({ conversationId: 'kept' });
    await exchange(view, 'one', 'first');
    await view.harness.click('Regenerate', view.harness.messages[1]!.element);
    (await view.runner.next()).settle('second');
    await view.harness.until(() => view.harness.messages[1]?.text === 'second');
    await view.element.conversation.flush();
    view.element.remove();
    await new Promise((resolve) => setTimeout(resolve, 30));
    const again = await stage({ conversationId: 'kept', history: view.element.history! });
    expect(again.element.conversation).not.to.equal(view.element.conversation);
    expect(again.harness.messages.map(({ text }) => text)).to.eql(['one', 'second']);
    await again.harness.click('Previous version', again.harness.messages[1]!.element);
    expect(again.harness.messages[1]?.text).to.equal('first');
  });

  it('the harness names what it cannot find', async () => {
    const { element } = await stage();
    const harness = new ConversationHarness(element);
    const failure = await harness.click('Nothing').catch((error: unknown) => error);
    expect(String(failure)).to.contain('There is no button "Nothing"');
  });
});

describe('<agent-conversation> while a reply streams', () => {
  it('[UI-render] only the streaming message is drawn again, not those above it', async () => {
    const view = await stage();
    for (const word of ['one', 'two', 'three']) await exchange(view, word, `**${word}**`);
    await view.harness.send('four');
    const call = await view.runner.next();
    call.say('a');
    await view.harness.settled();
    const drawn: string[] = [];
    for (const element of view.harness.root.querySelectorAll('agent-conversation-message')) {
      const message = element as unknown as { updated(changed: Map<string, unknown>): void; message: { id: string } };
      const updated = message.updated.bind(message);
      message.updated = (changed) => {
        drawn.push(message.message.id);
        updated(changed);
      };
    }
    call.say('a b');
    await view.harness.settled();
    expect(new Set(drawn)).to.eql(new Set([view.element.messages.at(-1)!.id]));
    call.settle();
  });
});

describe('a plan to decide on', () => {
  const form = {
    questions: [
      { id: 'plan', label: 'Plan', type: { type: 'textarea', markdown: true }, defaultValue: '1. one\n2. two' },
      { id: 'decision', label: 'Decision', type: { type: 'buttongroup', options: [{ value: 'approve', label: 'Approve' }, { value: 'reject', label: 'Reject' }] } },
      { id: 'feedback', label: 'What should be different?', type: { type: 'textarea' } },
    ],
  };
  const planned = async (): Promise<Awaited<ReturnType<typeof stage>>> => {
    const view = await stage({ planMode: true });
    await view.harness.send('Do it');
    const call = await view.runner.next();
    call.say('1. one\n2. two');
    call.settle({ success: true, responseForm: form });
    await view.harness.until(() => view.harness.button('Approve') !== null, 'the plan');
    return view;
  };

  it('[A8-3] it is a named group with an editable plan, accessible, and goes when it is decided', async () => {
    const view = await planned();
    await expect(view.element).to.be.accessible();
    const group = view.harness.root.querySelector('[role="group"][aria-label="Plan"]')!;
    await view.harness.click('Edit plan');
    const field = group.querySelector('textarea')!;
    expect(view.element.shadowRoot!.activeElement).to.equal(field);
    expect(field.value).to.equal('1. one\n2. two');
    field.focus();
    field.setSelectionRange(field.value.length, field.value.length);
    await realKeys.type(' edited');
    await view.harness.click('Approve');
    const { input } = await view.runner.next();
    expect(input).not.to.have.property('planMode');
    expect(input.message.Message).to.contain('"value":"1. one\\n2. two edited"');
    expect(view.element.planMode).to.equal(false);
    expect(view.harness.button('Approve')).to.equal(null);
    expect(view.harness.messages[2]?.text).to.contain('Approve').and.not.contain('{');
    expect(view.harness.messages[1]?.text).to.contain('one');
  });

  it('[A8-6] a host that cancels the answer stops everything', async () => {
    const view = await planned();
    view.element.addEventListener('agent-form-submit', (event) => event.preventDefault(), { once: true });
    await view.harness.click('Approve');
    view.element.addEventListener('agent-submit', (event) => event.preventDefault(), { once: true });
    await view.harness.click('Approve');
    expect([view.element.planMode, view.runner.calls.length, view.element.messages.length]).to.eql([true, 1, 2]);
    await view.harness.click('Reject');
    expect((await view.runner.next()).input.planMode).to.equal(true);
  });
});

describe('skills from a lookup', () => {
  it('[A7-5] a name sent from code is looked up like a typed one; a lookup that fails is told and the text is sent', async () => {
    const asked: string[] = [];
    const view = await stage({
      skills: (query) => {
        asked.push(query);
        return query === 'down' ? Promise.reject(new Error('offline')) : Promise.resolve([{ id: 's1', name: 'plan' }]);
      },
    });
    void view.element.send('/plan the day, see /etc/hosts');
    const call = await view.runner.next();
    expect(call.input.requestedSkillIDs).to.eql(['s1']);
    expect(asked).to.include('plan');
    call.settle('ok');
    await view.harness.until(() => !view.harness.button('Stop'));
    void view.element.send('/down now');
    const next = await view.runner.next();
    expect(next.input).not.to.have.property('requestedSkillIDs');
    expect(next.input.message.Message).to.equal('/down now');
    next.settle('ok');
    await view.harness.until(() => view.harness.notices.length === 1);
  });
});
