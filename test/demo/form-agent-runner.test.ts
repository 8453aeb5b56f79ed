import { expect } from 'chai';
import { isPlanForm, proposedPlan } from '../../src/conversation/form-answer.js';
import { textOf } from '../../src/model/message.js';
import { runClientTool } from '../../src/run/run-client-tool.js';
import { parseChart } from '../../demo/form-builder/chart-data.js';
import { allFields, findField } from '../../demo/form-builder/form-model.js';
import { startForm } from '../../demo/form-builder/start-form.js';
import { Desk, kindsOf } from './desk.js';

const plan = { planMode: true } as const;

describe('form agent: runner', () => {
  it('[demo-40] says what it does, calls its tools between their events, ends with words', async () => {
    const desk = new Desk();
    const steps: string[] = [];
    desk.conversation.listen((signal) => signal.type === 'turn-progress' && steps.push(signal.progress.step));
    const reply = await desk.ask('add a website field');
    expect(steps.slice(0, 2)).to.deep.equal(['initialization', 'action_execution']);
    expect(kindsOf(reply.content)).to.deep.equal(['tool_use', 'tool_result', 'text']);
    expect(reply).to.deep.include({ status: 'complete', agentId: 'form-agent' });
    expect(reply.usage?.input_tokens).to.be.greaterThan(0);
    expect(findField(desk.store.form, 'website')?.section.id).to.equal('about-you');
  });

  it('[demo-41] reads the form before it speaks about it, and not before it acts', async () => {
    const desk = new Desk();
    await desk.ask('What is missing for a job application?');
    expect(desk.called).to.deep.equal(['GetForm']);
    await desk.ask('Yes, both, after the phone.');
    expect(desk.called).to.deep.equal(['GetForm', 'AddField', 'AddField']);
    expect(allFields(desk.store.form).map((field) => field.label).slice(2, 5)).to.deep.equal(['Telephone number', 'Notice period', 'Work permit']);
  });

  it('[demo-42] in plan mode it only plans; “go ahead” then does what the plan says', async () => {
    const desk = new Desk();
    await desk.ask('make phone required and remove the date of birth', plan);
    expect(desk.called).to.deep.equal([]);
    expect(desk.store.form).to.equal(startForm);
    expect(desk.words).to.equal('1. Make **Telephone number** required\n2. Remove **Date of birth**');
    await desk.ask('go ahead');
    expect(desk.called).to.deep.equal(['ToggleFieldRequired', 'RemoveField']);
    expect(findField(desk.store.form, 'phone')?.field.required).to.equal(true);
  });

  it('[demo-42b] in plan mode it asks for a decision; an approved plan is done as it was edited, a rejected one is planned anew', async () => {
    const desk = new Desk();
    desk.conversation.setPlanMode(true);
    const { responseForm } = await desk.ask('make phone required and remove the date of birth');
    expect(isPlanForm(responseForm!)).to.equal(true);
    expect(proposedPlan(responseForm!)).to.equal('1. Make **Telephone number** required\n2. Remove **Date of birth**');
    await desk.decide({ plan: '1. Remove **Date of birth**', decision: 'approve' });
    expect(desk.called).to.deep.equal(['RemoveField']);
    expect(desk.conversation.state.planMode).to.equal(false);
    desk.conversation.setPlanMode(true);
    await desk.ask('make phone required');
    await desk.decide({ decision: 'reject', feedback: 'make the e-mail optional' });
    expect(desk.called).to.deep.equal(['RemoveField']);
    expect(desk.words).to.contain('Make **E-mail** optional');
    expect(desk.conversation.state.planMode).to.equal(true);
  });

  it('[demo-42c] a plan that was edited in a person’s own words is done in their sense', async () => {
    const desk = new Desk();
    await desk.ask('make phone required', plan);
    await desk.decide({ plan: '1. Make **Telephone number** required\n2. get rid of the date of birth', decision: 'approve' });
    expect(desk.called).to.deep.equal(['ToggleFieldRequired', 'RemoveField']);
    await desk.ask('make phone optional', plan);
    await desk.decide({ plan: 'add a website field\nremove the cv', decision: 'approve' });
    expect(desk.called.slice(2)).to.deep.equal(['AddField', 'RemoveField']);
  });

  it('[demo-42d] what changes nothing is answered in plan mode too, without a plan to decide on', async () => {
    const desk = new Desk();
    const { responseForm } = await desk.ask('What is missing for a job application?', plan);
    expect(responseForm).to.equal(undefined);
    expect(desk.words).to.match(/\*\*Notice period\*\*/);
    expect(desk.called).to.deep.equal(['GetForm']);
  });

  const choices: readonly (readonly [string, readonly string[]])[] = [
    ['yes', ['ToggleFieldRequired', 'RemoveField', 'SetFormTitle']],
    ['only step 2', ['RemoveField']],
    ['go ahead without step 2', ['ToggleFieldRequired', 'SetFormTitle']],
    ['yes, but skip the last one', ['ToggleFieldRequired', 'RemoveField']],
    ['do steps 1 and 3', ['ToggleFieldRequired', 'SetFormTitle']],
    ['up to step 2', ['ToggleFieldRequired', 'RemoveField']],
    ['steps 2-3', ['RemoveField', 'SetFormTitle']],
    ['no', []],
  ];
  for (const [answer, called] of choices) {
    it(`[demo-43] of a plan with three steps “${answer}” does ${called.length === 0 ? 'nothing' : called.join(', ')}`, async () => {
      const desk = new Desk();
      await desk.ask('make phone required, remove the date of birth, call the form Apply', plan);
      await desk.ask(answer);
      expect(desk.called).to.deep.equal(called);
    });
  }

  it('[demo-44] a plan is carried out as it was read, whatever is selected since', async () => {
    const desk = new Desk();
    await desk.ask('make it required', plan, { form: startForm, selection: { fieldId: 'phone' } });
    await desk.ask('go ahead', {}, { form: startForm, selection: { fieldId: 'last-employer' } });
    expect(findField(desk.store.form, 'phone')?.field.required).to.equal(true);
    expect(findField(desk.store.form, 'last-employer')?.field.required).to.equal(false);
  });

  it('[demo-45] a step whose field has gone is left out and named', async () => {
    const desk = new Desk();
    await desk.ask('make phone required and remove the date of birth', plan);
    desk.store.run({ name: 'RemoveField', input: { fieldId: 'date-of-birth' } });
    await desk.ask('go ahead');
    expect(desk.called).to.deep.equal(['ToggleFieldRequired']);
    expect(desk.words).to.match(/One step \(2\) no longer fits the form/);
  });

  it('[demo-46] “undo that” takes back the last change, then the one before', async () => {
    const desk = new Desk();
    await desk.ask('make it three sections');
    await desk.ask('remove phone');
    desk.called.length = 0;
    await desk.ask('undo that');
    expect(desk.called).to.deep.equal(['GetChanges', 'UndoLastChange']);
    expect(desk.words).to.match(/^I took it back/);
    expect(findField(desk.store.form, 'phone')).not.to.equal(null);
    await desk.ask('undo');
    expect(desk.store.form).to.deep.equal(startForm);
    await desk.ask('undo');
    expect(desk.words).to.match(/nothing of mine to take back/);
  });

  it('[demo-47] “it” in the next turn is what the last one touched', async () => {
    const desk = new Desk();
    await desk.ask('add a website field after phone');
    await desk.ask('make it required');
    expect(findField(desk.store.form, 'website')?.field.required).to.equal(true);
    await desk.ask('move it to the top');
    expect(allFields(desk.store.form)[0]?.id).to.equal('website');
    await desk.ask('call it Homepage');
    expect(findField(desk.store.form, 'website')?.field.label).to.equal('Homepage');
  });

  it('[demo-48] a queued turn, whose context is from before the last change, reads the form anew', async () => {
    const desk = new Desk();
    const old = { form: startForm };
    await desk.ask('add a website field', {}, old);
    await desk.ask('make website required', {}, old);
    expect(desk.called).to.deep.equal(['AddField', 'GetForm', 'ToggleFieldRequired']);
    expect(findField(desk.store.form, 'website')?.field.required).to.equal(true);
  });

  it('[demo-49] without the form in the context it reads it; without both it says so', async () => {
    const desk = new Desk();
    await desk.ask('remove phone', {}, null);
    expect(desk.called).to.deep.equal(['GetForm', 'RemoveField']);
    const blind = new Desk({ hasTools: false });
    await blind.ask('remove phone', {}, { selection: null });
    expect(blind.words).to.match(/I cannot see the form/);
    await blind.ask('remove phone');
    expect(blind.words).to.match(/^I may not do that here: this page does not offer me RemoveField/);
  });

  it('[demo-50] a tool that fails ends the row; what was done before is told', async () => {
    const desk = new Desk();
    desk.cancelled.add('RemoveField');
    const reply = await desk.ask('make phone required, remove cv, call the form Apply');
    expect(reply.status).to.equal('complete');
    expect(desk.called).to.deep.equal(['ToggleFieldRequired']);
    expect(desk.words).to.match(/^That did not work: Tool dispatch canceled by host\. Before that: \*\*Telephone number\*\* is now required\. One further step was not tried\.$/);
    await desk.ask('undo');
    expect(findField(desk.store.form, 'phone')?.field.required).to.equal(false);
  });

  it('[demo-51] after the stop nothing is called and no word is sent', async () => {
    const desk = new Desk({ speed: 'human' });
    setTimeout(() => desk.conversation.stop(), 20);
    const reply = await desk.ask('remove phone');
    expect(reply.status).to.equal('stopped');
    expect(desk.called).to.deep.equal([]);
    expect(desk.words).to.equal('');
    expect(desk.store.form).to.equal(startForm);
  });

  it('[demo-52] text grows word by word, each time the whole so far', async () => {
    const desk = new Desk({ speed: 'human' });
    const texts: string[] = [];
    desk.conversation.subscribe(({ tree }) => texts.push(textOf([...tree.messages.values()].findLast(({ role }) => role === 'assistant')?.content ?? [])));
    await desk.ask('hello');
    const grown = texts.filter((text, index) => text !== '' && text !== texts[index - 1]);
    expect(grown.length).to.be.greaterThan(10);
    for (const [index, text] of grown.entries()) expect(grown[index + 1]?.startsWith(text) ?? true).to.equal(true);
  });

  it('[demo-53] each answer has call ids of its own, so a regenerated one acts anew', async () => {
    const desk = new Desk();
    await desk.ask('remove phone');
    desk.store.undo();
    await desk.conversation.regenerate();
    const ids = desk.callIds.filter((_, index) => desk.called[index] === 'RemoveField');
    expect(new Set(ids).size).to.equal(2);
    expect(findField(desk.store.form, 'phone')).to.equal(null);
  });

  it('[demo-54] the preview is opened by its tool', async () => {
    const desk = new Desk();
    await desk.ask('preview the form');
    expect(desk.called).to.deep.equal(['PreviewForm']);
    expect(desk.previews).to.equal(1);
    expect(desk.words).to.match(/nothing is sent/);
  });

  it('[demo-103] a chart is of the form as it was just read, and is no plan to decide on', async () => {
    const desk = new Desk();
    desk.store.run({ name: 'RemoveField', input: { fieldId: 'phone' } });
    const { responseForm } = await desk.ask('draw the fields by type', plan, { form: startForm });
    expect(responseForm).to.equal(undefined);
    expect(desk.called).to.deep.equal(['GetForm']);
    const { bars } = parseChart(/```chart\n([^`]+)\n```$/.exec(desk.words)?.[1] ?? '');
    expect(bars.reduce((sum, { value }) => sum + value, 0)).to.equal(7);
    expect(bars.some(({ label }) => label === 'Phone')).to.equal(false);
  });
});

describe('form tools', () => {
  it('[demo-55] there is no tool that saves, none destructive, and each change can be undone', () => {
    const { tools } = new Desk();
    expect(tools.map((tool) => tool.name)).to.include.members(['GetForm', 'AddField', 'RemoveField', 'SetFieldLabel', 'SetFieldOptions', 'ToggleFieldRequired', 'SetFieldSpan', 'ReorderFields', 'MoveField', 'AddSection', 'RemoveSection', 'SetSectionTitle', 'SetFormTitle', 'GetChanges', 'UndoLastChange', 'PreviewForm']);
    expect(tools.some((tool) => /save|submit|publish/i.test(tool.name))).to.equal(false);
    for (const tool of tools) {
      expect(tool.effects).to.be.oneOf(['read', 'write']);
      expect(typeof tool.undo === 'function').to.equal(tool.effects === 'write');
      expect(tool.inputSchema).to.include({ type: 'object', additionalProperties: false });
    }
  });

  it('[demo-56] the undo of a call leaves alone what came after it', async () => {
    const desk = new Desk();
    await desk.call('1', 'SetFieldLabel', { fieldId: 'phone', label: 'Mobile' });
    await desk.call('2', 'RemoveField', { fieldId: 'email' });
    const tool = desk.tools.find((one) => one.name === 'SetFieldLabel');
    await tool?.undo?.({ toolCallId: '1', input: {}, result: null });
    expect(findField(desk.store.form, 'phone')?.field.label).to.equal('Telephone number');
    expect(findField(desk.store.form, 'email')).to.equal(null);
  });

  it('[demo-57] an undo that is no longer possible says why and changes nothing', async () => {
    const desk = new Desk();
    await desk.call('1', 'SetFieldLabel', { fieldId: 'phone', label: 'Mobile' });
    desk.store.run({ name: 'RemoveField', input: { fieldId: 'phone' } });
    const { form } = desk.store;
    const tool = desk.tools.find((one) => one.name === 'SetFieldLabel');
    expect(() => tool?.undo?.({ toolCallId: '1', input: {}, result: null })).to.throw(/cannot be taken back any more/);
    expect(() => tool?.undo?.({ toolCallId: 'unknown', input: {}, result: null })).to.throw(/opened anew/);
    expect(desk.store.form).to.equal(form);
  });

  it('[demo-58] an order that is no exact permutation fails with the ids that are needed', async () => {
    const { result } = await runClientTool(new Desk().tools, { id: '1', name: 'ReorderFields', input: { sectionId: 'about-you', fieldIds: ['cv', 'phone'] } }, { signal: new AbortController().signal });
    expect(result).to.deep.include({ ok: false });
    expect(result.ok ? '' : result.error).to.match(/exactly once each: full-name, email, phone/);
  });

  it('[demo-59] a call shows its place with a halo', async () => {
    const desk = new Desk();
    await desk.call('1', 'AddField', { sectionId: 'about-you', label: 'Website', type: 'url' });
    expect(desk.store.haloOf('website')).to.deep.equal({ text: 'Form agent, adding', short: 'Adding' });
  });
});
