import { expect } from 'chai';
import type { ConversationRunner } from '../../src/run/runner.js';
import type { HistoryStore } from '../../src/conversation/history-store.js';
import { MemoryHistory } from '../../src/history/memory-history.js';
import { AgentConversationError } from '../../src/model/errors.js';
import { textOf } from '../../src/model/message.js';
import { exchange, setUp, words } from '../support/conversation.js';

const runnerOf = (processMessage: unknown): ConversationRunner => ({ processMessage }) as ConversationRunner;

describe('how a turn ends', () => {
  it('[C2.8] success: the streamed text is the reply, else the words of the run', async () => {
    const setup = setUp();
    await exchange(setup, 'u1', 'streamed');
    const turn = setup.conversation.send('u2');
    (await setup.runner.next()).settle({ success: true, agentRun: { Message: 'from the run', AgentID: 'g' } });
    const outcome = await turn;
    expect(outcome.outcome).to.equal('done');
    expect(outcome.reply).to.include({ status: 'complete', agentId: 'g' });
    expect(words(setup.conversation)).to.eql(['u1', 'streamed', 'u2', 'from the run']);
  });

  it('[A2-T1] a failed result fails the reply with its words', async () => {
    const { conversation, runner } = setUp();
    const turn = conversation.send('u1');
    const call = await runner.next();
    call.say('half');
    call.settle({ success: false, errorMessage: 'timeout' });
    const { outcome, reply, error } = await turn;
    expect(outcome).to.equal('failed');
    expect(error?.message).to.equal('timeout');
    expect(reply).to.include({ status: 'failed' });
    expect(textOf(reply!.content)).to.equal('half');
  });

  it('[A2-T2] a failed result that carries more is not changed', async () => {
    const { conversation, runner } = setUp();
    const turn = conversation.send('u1');
    const result = Object.freeze({ success: false, payload: { kept: true }, agentRun: Object.freeze({ ErrorMessage: 'deep reason' }), errorMessage: 'outer' });
    (await runner.next()).settle(result);
    expect((await turn).error?.message).to.equal('deep reason');
    expect(result.payload).to.eql({ kept: true });
  });

  it('[A2-T3] a failure without any text still says something', async () => {
    const { conversation, runner } = setUp();
    const turn = conversation.send('u1');
    (await runner.next()).settle({ success: false, errorMessage: ' ' });
    expect((await turn).error?.message).to.equal('The agent failed without an error message.');
  });

  it('[A2-4] null, a throw, a rejection and nonsense all fail the reply and leave the conversation usable', async () => {
    const answers: [unknown, RegExp][] = [
      [() => Promise.resolve(null), /no answer/],
      [() => { throw new TypeError('sync'); }, /sync/],
      [() => Promise.reject(new Error('late')), /late/],
      [() => Promise.resolve('hello'), /boolean "success" or null, got string/],
      [() => 7, /got number/],
      [() => Promise.resolve({}), /without "success"/],
      [undefined, /processMessage must be a function/],
      [() => Promise.reject('only words'), /only words/],
    ];
    for (const [processMessage, expected] of answers) {
      const { conversation } = setUp({ runner: runnerOf(processMessage) });
      const { outcome, error, reply } = await conversation.send('u1');
      expect(outcome).to.equal('failed');
      expect(error?.message).to.match(expected);
      expect(reply?.status).to.equal('failed');
      expect(conversation.running).to.equal(false);
    }
  });

  it('[case 39] an Error as failure keeps its name and message, also in storage', async () => {
    const { conversation, reopen } = setUp({ runner: runnerOf(() => Promise.reject(Object.assign(new RangeError('too far'), { odd: () => 1, node: new WeakMap() }))) });
    await conversation.send('u1');
    expect((await reopen()).messages[1]?.error).to.eql({ code: 'RangeError', message: 'too far' });
  });

  it('[case 39] a progress payload that cannot be stored is shown without what cannot', async () => {
    const { conversation, runner } = setUp();
    const turn = conversation.send('u1');
    const call = await runner.next();
    call.progress('Reading', { percentage: 140, metadata: { promise: Promise.resolve(1), node: () => 1 } });
    expect(conversation.messages[1]?.progress).to.eql({ step: 'prompt_execution', message: 'Reading', percentage: 100 });
    call.settle('ok');
    expect((await turn).outcome).to.equal('done');
    expect(conversation.messages[1]).not.to.have.property('progress');
  });

  it('[A2-5] progress of another run is ignored', async () => {
    const { conversation, runner } = setUp();
    void conversation.send('u1');
    const call = await runner.next();
    call.progress('mine', { metadata: { agentRun: { ID: 'r1' } } });
    call.progress('theirs', { metadata: { agentRun: { ID: 'r2' } } });
    expect(conversation.messages[1]?.progress?.message).to.equal('mine');
  });

  it('[A2.4] a run that awaits feedback is not an error', async () => {
    const { conversation, runner } = setUp();
    const turn = conversation.send('u1');
    (await runner.next()).settle({ success: false, agentRun: { Status: 'AwaitingFeedback', Message: 'Which one?' } });
    expect((await turn).reply).to.include({ status: 'awaiting-input' });
    expect(words(conversation)[1]).to.equal('Which one?');
  });

  it('[A2-8] a listener that throws ends neither the run nor the other listeners', async () => {
    const { conversation, runner } = setUp();
    const errors: unknown[] = [];
    let heard = 0;
    conversation.subscribe(() => { throw new Error('listener'); });
    conversation.subscribe(() => heard++);
    conversation.listen((signal) => signal.type === 'error' && errors.push(signal.error));
    await exchange({ conversation, runner }, 'u1', 'a1');
    expect(words(conversation)).to.eql(['u1', 'a1']);
    expect(heard).to.be.greaterThan(3);
    expect(String(errors[0])).to.contain('listener');
  });

  it('[case 28] what a stopped run still delivers changes nothing, here, in the next turn or after a reload', async () => {
    const { conversation, runner, reopen } = setUp();
    const first = conversation.send('u1');
    const call = await runner.next();
    let aborts = 0;
    call.options.signal.addEventListener('abort', () => aborts++);
    call.say('A');
    call.say('AB');
    conversation.stop();
    conversation.stop();
    call.say('ABC');
    expect(await call.callTool('any')).to.have.property('ok', false);
    call.settle();
    const second = conversation.send('u2');
    const next = await runner.next();
    next.say('second');
    call.say('ABCD');
    call.accept('late-id');
    call.progress('late');
    next.settle();
    expect((await first).outcome).to.equal('stopped');
    expect((await second).outcome).to.equal('done');
    expect(aborts).to.equal(1);
    expect(words(conversation)).to.eql(['u1', 'AB', 'u2', 'second']);
    const again = await reopen();
    expect(words(again)).to.eql(['u1', 'AB', 'u2', 'second']);
    expect(again.messages[1]?.status).to.equal('stopped');
  });

  it('[case 35] an acknowledged id takes the place of the local one: one reply, one row', async () => {
    const { conversation, runner, reopen } = setUp();
    const turn = conversation.send('u1');
    const call = await runner.next();
    call.say('He');
    call.accept('R', new Date(50));
    call.accept('R', new Date(50));
    call.accept('other');
    call.say('Hello');
    call.settle();
    expect((await turn).reply).to.include({ id: 'R', createdAt: 50 });
    const again = await reopen();
    expect(again.messages.map(({ id }) => id)[1]).to.equal('R');
    expect(again.state.tree.messages.size).to.equal(2);
    expect(words(again)).to.eql(['u1', 'Hello']);
  });

  it('[case 35] an acknowledged id that is taken is reported and the reply keeps its own', async () => {
    const { conversation, runner } = setUp();
    const errors: unknown[] = [];
    conversation.listen((signal) => signal.type === 'error' && errors.push(signal.error));
    const turn = conversation.send('u1');
    const call = await runner.next();
    call.accept(conversation.messages[0]!.id);
    call.settle('ok');
    await turn;
    expect(words(conversation)).to.eql(['u1', 'ok']);
    expect(String(errors[0])).to.contain('already belongs');
  });

  it('[C6-3] a store that refuses the user row refuses the turn: nothing is kept, nothing runs, the next one works', async () => {
    const inner = new MemoryHistory();
    let broken = true;
    const history: HistoryStore = {
      load: (id) => inner.load(id),
      list: () => inner.list(),
      deleteConversation: (id) => inner.deleteConversation(id),
      commit: (id, changes) => (broken ? Promise.reject(new AgentConversationError('QUOTA_EXCEEDED', 'The disk is full.')) : inner.commit(id, changes)),
    };
    const { conversation, runner } = setUp({ history });
    const { outcome, error } = await conversation.send('u1');
    expect([outcome, error?.code]).to.eql(['refused', 'QUOTA_EXCEEDED']);
    expect([conversation.messages, runner.calls, conversation.running]).to.eql([[], [], false]);
    broken = false;
    await exchange({ conversation, runner }, 'u2', 'a2');
    expect(words(conversation)).to.eql(['u2', 'a2']);
  });

  it('[A3-2] the user row is durable before the runner is called', async () => {
    const { conversation, runner, history } = setUp();
    void conversation.send('u1');
    await runner.next();
    expect((await history.load('c'))?.messages[0]?.content).to.eql([{ type: 'text', text: 'u1' }]);
  });

  it('[C2.10] a reply found streaming at load is interrupted, its text kept', async () => {
    const { conversation, runner, reopen } = setUp();
    void conversation.send('u1');
    (await runner.next()).say('half a');
    conversation.checkpoint();
    const again = await reopen();
    expect(again.messages[1]).to.include({ status: 'interrupted' });
    expect(words(again)[1]).to.equal('half a');
  });

  it('without a runner nothing is stored and the reason is said', async () => {
    const { conversation, history } = setUp();
    conversation.configure({ runner: null });
    expect((await conversation.send('u1')).error?.code).to.equal('NO_AGENT');
    expect(await history.load('c')).to.equal(null);
  });
});
