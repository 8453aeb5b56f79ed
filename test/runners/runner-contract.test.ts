import { expect } from 'chai';
import { Conversation } from '../../src/conversation/conversation.js';
import { isPlanForm } from '../../src/conversation/form-answer.js';
import { textOf } from '../../src/model/message.js';
import type { AgentResponseForm } from '../../src/model/response-form.js';
import { setUp } from '../support/conversation.js';

const question = (id: string): AgentResponseForm['questions'][0] => ({ id, label: id, type: { type: 'text' } });

describe('the contract of a runner, as a conversation keeps it', () => {
  it('[A1-4] a runner is called by MemberJunction’s canonical name as well as by its alias', async () => {
    const answer = async (input: { message: { Message: string } }): Promise<{ success: boolean; agentRun: { Message: string } }> => ({ success: true, agentRun: { Message: `heard ${input.message.Message}` } });
    for (const runner of [{ ProcessMessage: answer }, { processMessage: answer }]) {
      const { reply } = await new Conversation({ runner: runner as never }).send('hi');
      expect(textOf(reply!.content)).to.equal('heard hi');
    }
  });

  it('[A2-7] progress replaces progress', async () => {
    const { conversation, runner } = setUp();
    const turn = conversation.send('hi');
    const call = await runner.next();
    call.progress('Looking');
    call.progress('Writing', { percentage: 50 });
    expect(conversation.messages[1]?.progress).to.deep.include({ message: 'Writing', percentage: 50 });
    call.settle('done');
    await turn;
  });

  it('[A2-6] progress after the end of the reply changes nothing', async () => {
    const { conversation, runner } = setUp();
    const turn = conversation.send('hi');
    const call = await runner.next();
    call.fail(new Error('down'));
    const { reply } = await turn;
    call.progress('Late');
    call.say('late');
    expect(conversation.messages[1]).to.eql(reply);
  });

  it('[A10-1] text is the whole text so far: it is assigned, never appended', async () => {
    const { conversation, runner } = setUp();
    const turn = conversation.send('hi');
    const call = await runner.next();
    for (const text of ['one', 'one two', 'else']) {
      call.say(text);
      expect(textOf(conversation.messages[1]!.content)).to.equal(text);
    }
    call.settle();
    expect(textOf((await turn).reply!.content)).to.equal('else');
  });

  it('[A9-T7] a call that the host cancels does not run, and the runner is told', async () => {
    let ran = 0;
    const ended: unknown[] = [];
    const { conversation, runner } = setUp({ clientTools: [{ name: 'AddField', description: '', execute: () => ran++ }], onToolCall: () => false });
    conversation.listen((signal) => void (signal.type === 'tool-result' && ended.push(signal.result)));
    const turn = conversation.send('hi');
    const call = await runner.next();
    const result = await call.callTool('AddField');
    expect([ran, result]).to.eql([0, { ok: false, error: 'Tool dispatch canceled by host' }]);
    call.settle('ok');
    await turn;
  });

  it('[A8-4] a form is a plan form when it asks for the plan and the decision, and only then', () => {
    const form = (...ids: string[]): AgentResponseForm => ({ questions: ids.map(question) });
    expect([form('plan', 'decision'), form('decision', 'x', 'plan'), form('plan'), form('decision'), form()].map(isPlanForm)).to.eql([true, true, false, false, false]);
  });

  it('[A8-7] the answer to a form goes to the agent that asked, whoever is set since', async () => {
    const { conversation, runner } = setUp({ agents: [{ id: 'a', name: 'A' }, { id: 'b', name: 'B' }], agentId: 'a' });
    const turn = conversation.send('hi');
    (await runner.next()).settle({ success: true, agentRun: { Message: 'Which?', AgentID: 'a' }, responseForm: { questions: [{ ...question('color'), label: 'Colour' }] } });
    const { reply } = await turn;
    conversation.configure({ agentId: 'b' });
    const answered = conversation.submitForm(reply!.id, { color: 'red' });
    const call = await runner.next();
    expect(call.input.explicitAgentId).to.equal('a');
    const told = textOf(call.options.messages.at(-1)!.content);
    expect(told).to.contain('Colour').and.contain('red').and.not.contain('@{');
    call.settle('ok');
    await answered;
  });

  it('[C4-5] the answer to a form is told to the model as words and plain JSON, not as the token that is stored', async () => {
    const { conversation, runner } = setUp();
    const turn = conversation.send('hi');
    (await runner.next()).settle({ success: true, agentRun: { Message: 'Which?' }, responseForm: { questions: [question('size')] } });
    const answered = conversation.submitForm((await turn).reply!.id, { size: 'L' });
    const call = await runner.next();
    expect(call.input.message.Message).to.match(/^@\{/);
    expect(textOf(call.options.messages.at(-1)!.content)).to.match(/size/).and.not.match(/@\{/);
    call.settle('ok');
    await answered;
  });
});
