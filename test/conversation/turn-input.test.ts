import { expect } from 'chai';
import type { ConversationOptions } from '../../src/conversation/conversation.js';
import type { SendOptions } from '../../src/conversation/prepare-turn.js';
import type { ProcessMessageInput } from '../../src/run/runner.js';
import { exchange, setUp } from '../support/conversation.js';

async function inputOf(options: ConversationOptions = {}, send: SendOptions = {}, text = 'hello'): Promise<ProcessMessageInput> {
  const { conversation, runner } = setUp(options);
  void conversation.send(text, send);
  return (await runner.next()).input;
}

const skills = [{ id: 's1', name: 'plan' }, { id: 's2', name: 'plan-trip' }];
const agents = [{ id: 'agent-1', name: 'Sage' }, { id: 'agent-2', name: 'Scout' }];

describe('input of a turn', () => {
  it('[A1-1] carries all twelve fields under the names of the seed', async () => {
    const from = new Date(5);
    const { conversation, runner } = setUp({ agentId: 'agent-1', applicationId: 'app', appContext: { form: { name: 'x' } }, historyFrom: from, allowedAgentIds: ['agent-2'], skills, planMode: true });
    await exchange({ conversation, runner }, 'first', 'one');
    void conversation.regenerate();
    const { input } = await runner.next();
    expect(Object.keys(input).sort()).to.eql(
      ['conversationId', 'message', 'explicitAgentId', 'applicationId', 'appContext', 'planMode', 'AgentHistoryFrom', 'AllowedAgentIDs', 'ReplyBranchID', 'onProgress', 'onReplyAccepted'].sort(),
    );
    expect(input).to.deep.include({ conversationId: 'c', explicitAgentId: 'agent-1', applicationId: 'app', appContext: { form: { name: 'x' } }, planMode: true, AgentHistoryFrom: from, AllowedAgentIDs: ['agent-2'] });
    expect(input.message).to.deep.include({ ConversationID: 'c', Role: 'User', Message: 'first', BranchID: null, ParentID: null, Sequence: 1 });
    expect(input.message.__mj_CreatedAt).to.be.instanceOf(Date);
    expect(input.ReplyBranchID).to.equal(conversation.branches[0]?.id);
    expect((await inputOf({ skills }, {}, '/plan go')).requestedSkillIDs).to.eql(['s1']);
  });

  it('[A1-T4] an unset history moment has no key', async () => {
    expect(await inputOf({ historyFrom: null })).not.to.have.property('AgentHistoryFrom');
  });

  it('[A1-T5] a set history moment travels as a Date of that moment', async () => {
    const date = new Date(1234);
    expect((await inputOf({ historyFrom: date })).AgentHistoryFrom).to.eql(date);
  });

  it('[A1-T6] no requested skills have no key', async () => {
    expect(await inputOf({}, { requestedSkillIDs: [] })).not.to.have.property('requestedSkillIDs');
  });

  it('[A1-T7] plan mode off has no key', async () => {
    expect(await inputOf()).not.to.have.property('planMode');
    expect(await inputOf({}, { planMode: false })).not.to.have.property('planMode');
  });

  it('[A1-T8] no app context has no key', async () => {
    expect(await inputOf({ appContext: null })).not.to.have.property('appContext');
    expect(await inputOf({ appContext: () => null })).not.to.have.property('appContext');
  });

  it('[A1-T2] an empty list of allowed agents travels as it is', async () => {
    expect((await inputOf({ allowedAgentIds: [] })).AllowedAgentIDs).to.eql([]);
    expect(await inputOf({ allowedAgentIds: null })).not.to.have.property('AllowedAgentIDs');
  });

  it('[A1-7] ReplyBranchID is there only when the turn forks from its message', async () => {
    const setup = setUp();
    await exchange(setup, 'u1', 'a1');
    void setup.conversation.send('u2');
    const plain = await setup.runner.next();
    expect(plain.input).not.to.have.property('ReplyBranchID');
    plain.settle('ok');
    await setup.conversation.flush();
    void setup.conversation.edit(setup.conversation.messages[0]!.id, 'u1 again');
    const edited = await setup.runner.next();
    expect(edited.input).not.to.have.property('ReplyBranchID');
    expect(edited.input.message.BranchID).to.equal(setup.conversation.branches[0]?.id);
  });

  it('[A7-14] skills named in the text and asked for in options come once each, in order', async () => {
    expect((await inputOf({ skills }, { requestedSkillIDs: ['x', 's2'] }, '/plan-trip then /plan then /plan')).requestedSkillIDs).to.eql(['s2', 's1', 'x']);
  });

  it('[A5.2] an agent named in the message goes before the set one, when it is allowed', async () => {
    expect((await inputOf({ agents, agentId: 'agent-1' }, {}, '@Scout look')).explicitAgentId).to.equal('agent-2');
    expect((await inputOf({ agents, agentId: 'agent-1', allowedAgentIds: ['AGENT-1'] }, {}, '@Scout look')).explicitAgentId).to.equal('agent-1');
    expect((await inputOf({ agents, agentId: 'agent-1' }, { agentId: 'agent-9' }, '@Scout look')).explicitAgentId).to.equal('agent-9');
  });

  it('[case 54] changes after the call reach neither runner nor store', async () => {
    const content = [{ type: 'text' as const, text: 'one' }, { type: 'image' as const, source: { type: 'base64' as const, media_type: 'image/png', data: 'AAAA' } }];
    const context = { form: { name: 'x' }, when: new Date(7), map: new Map([['a', 1]]) };
    const ids = ['s'];
    const { conversation, runner, reopen } = setUp({ appContext: context });
    void conversation.send(content, { requestedSkillIDs: ids });
    (content[0] as { text: string }).text = 'two';
    (content[1] as { source: { data: string } }).source.data = 'BBBB';
    context.form.name = 'y';
    ids.push('t');
    const call = await runner.next();
    expect(call.options.messages).to.eql([{ role: 'user', content: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } }, { type: 'text', text: 'one' }] }]);
    expect(call.input.appContext).to.eql({ form: { name: 'x' }, when: new Date(7), map: new Map([['a', 1]]) });
    expect(call.input.requestedSkillIDs).to.eql(['s']);
    (call.options.messages as unknown as unknown[]).length = 0;
    (call.input.appContext as { form: { name: string } }).form.name = 'z';
    call.settle('done');
    const [stored] = (await reopen()).messages;
    expect(stored?.content[0]).to.eql({ type: 'text', text: 'one' });
    (conversation.getHistory()[0]!.content as unknown[]).length = 0;
    expect(conversation.messages[0]?.content).to.have.length(2);
  });

  it('[C6-1] what a conversation shows is frozen, fresh and after a reload; what it hands out is the caller’s own', async () => {
    const setup = setUp();
    await exchange(setup, 'one', 'two');
    for (const conversation of [setup.conversation, await setup.reopen()]) {
      expect(Object.isFrozen(conversation.messages)).to.equal(true);
      for (const message of conversation.messages) {
        expect([message, message.content, message.content[0]].every(Object.isFrozen)).to.equal(true);
        expect(() => (message.content as unknown[]).push(1)).to.throw(TypeError);
      }
      const history = conversation.getHistory();
      (history[0]!.content[0] as { text: string }).text = 'changed';
      expect(conversation.getHistory()[0]?.content[0]).to.eql({ type: 'text', text: 'one' });
    }
  });

  it('[C4-9] a lone text turn is handed over as a list too; [C4-11] what the runner does to it stays with the runner', async () => {
    const setup = setUp();
    void setup.conversation.send('hello');
    const call = await setup.runner.next();
    expect(call.options.messages).to.eql([{ role: 'user', content: [{ type: 'text', text: 'hello' }] }]);
    (call.options.messages[0]!.content[0] as { text: string }).text = 'changed';
    expect(setup.conversation.getHistory()[0]?.content[0]).to.eql({ type: 'text', text: 'hello' });
    call.settle('ok');
  });

  it('[case 39] a reactive context works as its plain data; a function in it is refused by its path before anything is stored', async () => {
    expect((await inputOf({ appContext: new Proxy({ form: new Proxy({ name: 'x' }, {}) }, {}) })).appContext).to.eql({ form: { name: 'x' } });
    const { conversation, runner } = setUp({ appContext: { form: { save() {} } } });
    const failure = await conversation.send('hello').catch((error: unknown) => error);
    expect(failure).to.have.property('code', 'INVALID_MESSAGE');
    expect(failure).to.have.property('message').that.contains('appContext.form.save');
    expect(conversation.messages).to.eql([]);
    expect(runner.calls).to.eql([]);
  });

  it('[case 39] a function in the content is refused before state, runner and storage', async () => {
    const { conversation, runner, history } = setUp();
    const failure = await conversation.send([{ type: 'text', text: 'x', onClick() {} } as never]).catch((error: unknown) => error);
    expect(failure).to.have.property('code', 'INVALID_MESSAGE');
    expect([conversation.messages, runner.calls, await history.load('c')]).to.eql([[], [], null]);
  });

  it('[C2.3] a turn that the runner cannot take is refused before anything is stored', async () => {
    const { conversation, runner, history } = setUp();
    runner.capabilities = { images: false };
    const outcome = await conversation.send([{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aW1n' } }]);
    expect(outcome).to.have.property('outcome', 'refused');
    expect(outcome.error?.code).to.equal('INVALID_MESSAGE');
    expect([conversation.messages, runner.calls, await history.load('c')]).to.eql([[], [], null]);
  });

  it('[B3] every kind of bad input is refused by its place before anything is stored', async () => {
    const bad: [unknown, SendOptions, ConversationOptions, string][] = [
      [5, {}, {}, 'messages[0].content must be a ContentBlock[], got number'],
      [null, {}, {}, 'messages[0].content must be a ContentBlock[], got null'],
      [[null], {}, {}, 'messages[0].content[0] must be a content block with a string "type"'],
      [[{ type: 'text', text: 5 }], {}, {}, 'messages[0].content[0].text must be a string'],
      ['x', { requestedSkillIDs: 'one' as never }, {}, 'requestedSkillIDs must be an array of strings, got string'],
      ['x', { requestedSkillIDs: [1] as never }, {}, 'requestedSkillIDs[0] must be a string, got number'],
      ['x', {}, { allowedAgentIds: {} as never }, 'allowedAgentIds must be an array of strings, got object'],
      ['x', {}, { appContext: 'page' as never }, 'appContext must be an object, got string'],
      ['x', {}, { historyFrom: new Date(NaN) }, 'historyFrom must be a valid Date'],
    ];
    for (const [input, options, settings, text] of bad) {
      const { conversation, runner, history } = setUp(settings);
      const failure = await conversation.send(input as string, options).catch((error: unknown) => error);
      expect(failure, text).to.include({ code: 'INVALID_MESSAGE' });
      expect((failure as Error).message).to.contain(text);
      expect([conversation.messages, runner.calls, await history.load('c')]).to.eql([[], [], null]);
    }
  });

  it('a skill or agent without a name breaks nothing', async () => {
    expect((await inputOf({ skills: [null, { id: 's' }, ...skills] as never, agents: [7] as never }, {}, '/plan go')).requestedSkillIDs).to.eql(['s1']);
  });

  it('an app context that throws is reported and the turn runs without it', async () => {
    const { conversation, runner } = setUp({ appContext: () => { throw new Error('no form'); } });
    const errors: unknown[] = [];
    conversation.listen((signal) => signal.type === 'error' && errors.push(signal.error));
    void conversation.send('hello');
    expect((await runner.next()).input).not.to.have.property('appContext');
    expect(String(errors[0])).to.contain('no form');
  });
});
