import { expect } from 'chai';
import { exchange, setUp, words } from '../support/conversation.js';

describe('one turn at a time', () => {
  it('[C7.9] a message sent during a turn waits, and follows the reply of that turn', async () => {
    const { conversation, runner } = setUp();
    await conversation.ready;
    const first = conversation.send('u1');
    const second = conversation.send('u2', { whenBusy: 'queue' });
    const third = conversation.send('u3');
    expect(conversation.queue.map(({ text }) => text)).to.eql(['u2', 'u3']);
    expect(words(conversation)).to.eql(['u1']);
    (await runner.next()).settle('a1');
    await first;
    (await runner.next()).settle('a2');
    await second;
    (await runner.next()).settle('a3');
    await third;
    expect(words(conversation)).to.eql(['u1', 'a1', 'u2', 'a2', 'u3', 'a3']);
    expect(conversation.queue).to.eql([]);
  });

  it('[api §3] what a waiting turn needs is copied when it is sent', async () => {
    const context = { step: 1 };
    const { conversation, runner } = setUp({ appContext: () => context });
    void conversation.send('u1');
    void conversation.send('u2');
    context.step = 2;
    (await runner.next()).settle('a1');
    expect((await runner.next()).input.appContext).to.eql({ step: 1 });
  });

  it('refuse gives up at once, interrupt stops the running turn and goes first', async () => {
    const { conversation, runner } = setUp();
    const first = conversation.send('u1');
    const call = await runner.next();
    call.say('half');
    expect((await conversation.send('no', { whenBusy: 'refuse' })).error?.code).to.equal('BUSY');
    const waiting = conversation.send('later');
    const urgent = conversation.send('now', { whenBusy: 'interrupt' });
    expect((await first).outcome).to.equal('stopped');
    (await runner.next()).settle('a now');
    await urgent;
    (await runner.next()).settle('a later');
    await waiting;
    expect(words(conversation)).to.eql(['u1', 'half', 'now', 'a now', 'later', 'a later']);
  });

  it('interrupt while the words before are still being saved keeps them and skips their run', async () => {
    const { conversation, runner } = setUp();
    const first = conversation.send('u1');
    const urgent = conversation.send('now', { whenBusy: 'interrupt' });
    expect((await first).outcome).to.equal('stopped');
    (await runner.next()).settle('a now');
    expect((await urgent).outcome).to.equal('done');
    expect(words(conversation)).to.eql(['u1', 'now', 'a now']);
    expect(runner.calls).to.have.length(1);
  });

  it('a message that waited for a turn whose words could not be saved follows what was there before', async () => {
    const { conversation, runner, history } = setUp();
    await exchange({ conversation, runner }, 'u1', 'a1');
    const commit = history.commit.bind(history);
    history.commit = () => {
      history.commit = commit;
      return Promise.reject(new Error('full'));
    };
    const lost = conversation.send('u2');
    const queued = conversation.send('u3');
    expect((await lost).outcome).to.equal('refused');
    (await runner.next()).settle('a3');
    await queued;
    expect(words(conversation)).to.eql(['u1', 'a1', 'u3', 'a3']);
  });

  it('a waiting message that is refused when its time comes does not hold up the ones behind it', async () => {
    const { conversation, runner } = setUp();
    await conversation.ready;
    const first = conversation.send('u1');
    const second = conversation.send([{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aW1n' } }]);
    const third = conversation.send('u3');
    const call = await runner.next();
    runner.capabilities = { images: false };
    call.settle('a1');
    await first;
    expect((await second).outcome).to.equal('refused');
    (await runner.next()).settle('a3');
    expect((await third).outcome).to.equal('done');
    expect(words(conversation)).to.eql(['u1', 'a1', 'u3', 'a3']);
  });

  it('a waiting message can be taken out and put first', async () => {
    const { conversation, runner } = setUp();
    void conversation.send('u1');
    const second = conversation.send('u2');
    const third = conversation.send('u3');
    await runner.next();
    expect(conversation.removeQueued(conversation.queue[0]!.id)).to.equal('u2');
    expect((await second).error?.code).to.equal('REMOVED');
    conversation.sendQueuedNow(conversation.queue[0]!.id);
    (await runner.next()).settle('a3');
    expect((await third).outcome).to.equal('done');
    expect(conversation.removeQueued('none')).to.equal(null);
  });

  it('a queued message follows its turn even when the reader looks at another version meanwhile', async () => {
    const setup = setUp();
    const { conversation, runner } = setup;
    await exchange(setup, 'u1', 'a1');
    const again = conversation.regenerate();
    const call = await runner.next();
    const queued = conversation.send('u2');
    conversation.selectMessage(conversation.state.tree.children.get(conversation.messages[0]!.id)![0]!);
    expect(words(conversation)).to.eql(['u1', 'a1']);
    call.settle('a1b');
    await again;
    (await runner.next()).settle('a2');
    const { userMessage } = await queued;
    expect(conversation.state.tree.messages.get(userMessage!.parentId!)?.branchId).to.equal(conversation.branches[0]!.id);
    expect(words(conversation)).to.eql(['u1', 'a1']);
  });

  it('sending before history has been read waits for it', async () => {
    const setup = setUp();
    await exchange(setup, 'u1', 'a1');
    const again = new (await import('../../src/conversation/conversation.js')).Conversation({ conversationId: 'c', runner: setup.runner, history: setup.history });
    const turn = again.send('u2');
    (await setup.runner.next()).settle('a2');
    await turn;
    expect(words(again)).to.eql(['u1', 'a1', 'u2', 'a2']);
    expect(again.messages.map(({ sequence }) => sequence)).to.eql([1, 2, 3, 4]);
  });

  it('[A8.1] plan mode is kept with the conversation', async () => {
    const setup = setUp();
    await exchange(setup, 'u1', 'a1');
    setup.conversation.setPlanMode(true);
    expect((await setup.reopen()).state.planMode).to.equal(true);
  });

  it('[B3] setHistory fills an empty conversation only, and refuses what is no message', async () => {
    const { conversation, reopen } = setUp();
    const failure = await conversation.setHistory([{ role: 'user', content: 'x' as never }]).catch((error: unknown) => error);
    expect(failure).to.have.property('message', 'messages[0].content must be a ContentBlock[], got string');
    await conversation.setHistory([{ role: 'user', content: [{ type: 'text', text: 'q' }] }, { role: 'assistant', content: [{ type: 'text', text: 'r' }] }]);
    expect(words(await reopen())).to.eql(['q', 'r']);
    expect(await conversation.setHistory([]).catch((error: unknown) => error)).to.have.property('code', 'NOT_EMPTY');
  });
});
