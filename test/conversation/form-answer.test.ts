import { expect } from 'chai';
import { formToken, isPlanForm, readableAnswer, readFormAnswer } from '../../src/conversation/form-answer.js';
import { textOf } from '../../src/model/message.js';
import type { AgentResponseForm } from '../../src/model/response-form.js';
import { setUp, type Setup } from '../support/conversation.js';

const options = [{ value: 'approve', label: 'Approve' }, { value: 'reject', label: 'Reject' }];
const plan: AgentResponseForm = {
  title: 'Plan',
  questions: [
    { id: 'plan', label: 'Plan', type: { type: 'textarea', markdown: true }, defaultValue: '1. one' },
    { id: 'decision', label: 'Decision', type: { type: 'buttongroup', options } },
    { id: 'note', label: 'What should be different?', type: { type: 'textarea' } },
  ],
};
const ordinary: AgentResponseForm = { questions: [{ id: 'decision', label: 'Go?', type: { type: 'buttongroup', options } }] };

/** A conversation in plan mode whose agent has just asked. */
async function asked(form: AgentResponseForm): Promise<Setup & { readonly messageId: string }> {
  const setup = setUp({ planMode: true });
  const turn = setup.conversation.send('Do it');
  const call = await setup.runner.next();
  expect(call.input.planMode, '[A8-T1]').to.equal(true);
  call.say('1. one');
  call.settle({ success: true, responseForm: form, agentRun: { AgentID: 'planner' } });
  return { ...setup, messageId: (await turn).reply!.id };
}

describe('answers to a form', () => {
  it('[A8-T2] an approved plan turns plan mode off and sends the answer; the next run acts', async () => {
    const { conversation, runner, messageId } = await asked(plan);
    void conversation.submitForm(messageId, { plan: '1. one', decision: 'approve' });
    const { input, options: run } = await runner.next();
    expect(conversation.state.planMode).to.equal(false);
    expect(input).not.to.have.property('planMode');
    expect(input.explicitAgentId).to.equal('planner');
    expect(input.message.Message).to.equal(
      '@{"_mode":"form","action":"formSubmit","title":"Plan","fields":[{"name":"plan","value":"1. one","label":"Plan","type":"textarea"},{"name":"decision","value":"approve","label":"Decision","type":"buttongroup","displayValue":"Approve"}]}',
    );
    expect(textOf(run.messages.at(-1)!.content)).to.equal('Plan\nPlan: 1. one\nDecision: Approve\n{"plan":"1. one","decision":"approve"}');
  });

  it('[A8-T3] a rejected plan keeps plan mode on and carries the feedback', async () => {
    const { conversation, runner, messageId } = await asked(plan);
    void conversation.submitForm(messageId, { decision: 'reject', note: 'shorter' });
    const { input } = await runner.next();
    expect([conversation.state.planMode, input.planMode]).to.eql([true, true]);
    expect(readFormAnswer(input.message.Message)?.fields.map(({ name, value }) => [name, value])).to.eql([['decision', 'reject'], ['note', 'shorter']]);
  });

  it('[A8-T4] an edited plan travels as edited', async () => {
    const { conversation, runner, messageId } = await asked(plan);
    void conversation.submitForm(messageId, { plan: '1. another', decision: 'approve' });
    expect(readFormAnswer((await runner.next()).input.message.Message)?.fields[0]?.value).to.equal('1. another');
  });

  it('[A8-T5] an answer that the host cancels sends nothing and keeps the mode', async () => {
    const { conversation, runner, messageId } = await asked(plan);
    const outcome = await conversation.submitForm(messageId, { decision: 'approve' }, conversation.settings, () => false);
    expect([outcome.outcome, conversation.state.planMode, runner.calls.length]).to.eql(['refused', true, 1]);
    expect(conversation.messages).to.have.length(2);
  });

  it('[A8-T6] a form that decides without a plan is an ordinary form', async () => {
    const { conversation, runner, messageId } = await asked(ordinary);
    expect(isPlanForm(ordinary)).to.equal(false);
    void conversation.submitForm(messageId, { decision: 'approve' });
    expect((await runner.next()).input.planMode).to.equal(true);
    expect(conversation.state.planMode).to.equal(true);
  });

  it('[A8-5] the token holds the questions that were answered, and reads back as words', () => {
    const token = formToken(plan, { decision: 'reject', unasked: 1, note: 'a "quote" } and\na line' });
    expect(readableAnswer(readFormAnswer(token)!)).to.equal('Decision: Reject\nWhat should be different?: a "quote" } and\na line');
    for (const text of ['hello', '@{"_mode":"form"', '@{"_mode":"form","fields":1}']) expect(readFormAnswer(text)).to.equal(null);
  });
});
