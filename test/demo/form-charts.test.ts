import { expect } from 'chai';
import { replyText } from '../../demo/form-builder/agent/describe.js';
import { planText } from '../../demo/form-builder/agent/step-text.js';
import { understand } from '../../demo/form-builder/agent/understand.js';
import { parseChart } from '../../demo/form-builder/chart-data.js';
import { applyCall } from '../../demo/form-builder/form-calls.js';
import { addSection, type Form } from '../../demo/form-builder/form-model.js';
import { startForm } from '../../demo/form-builder/start-form.js';

/** What a request comes to: the steps as a plan would show them, the words, the form with the steps done. */
function ask(text: string, form: Form = startForm): { readonly steps: readonly string[]; readonly words: string; readonly after: Form } {
  const plans = understand(text, form);
  const calls = plans.flatMap((plan) => (plan.type === 'call' ? [plan.call] : []));
  const steps = calls.length === 0 ? [] : planText(calls, form).split('\n').map((line) => line.replace(/^\d+\. /, ''));
  return { steps, words: replyText(plans, form), after: calls.reduce(applyCall, form) };
}

/** The chart in an answer, and the sentence before it. */
function drawn(text: string, form: Form = startForm): { readonly sentence: string; readonly title: string; readonly bars: readonly (readonly [string, number])[] } {
  const { words, steps } = ask(text, form);
  expect(steps, text).to.deep.equal([]);
  const match = /^(.+)\n\n```chart\n([\s\S]+)\n```$/.exec(words);
  const { title, bars } = parseChart(match?.[2] ?? '');
  return { sentence: match?.[1] ?? '', title, bars: bars.map(({ label, value }) => [label, value]) };
}

const threeSections = ask('make it three sections: About you, Work history, Documents').after;

describe('form agent: charts', () => {
  const byType = [['Date', 3], ['Short text', 2], ['E-mail', 1], ['Phone', 1], ['File', 1]];
  const bySection = [['About you', 4], ['Work history', 3], ['Documents', 1]];

  for (const text of ['draw the fields by type', 'Can you show me a bar chart of the fields by type?', 'how many fields of each type are there?', 'How many fields are there per section/type?', 'show a chart of my fields', 'I want a graph', 'visualise the form', 'count the fields by type']) {
    it(`[demo-101] “${text}” is one sentence and a chart`, () => {
      expect(drawn(text)).to.deep.equal({ sentence: 'Eight fields of five types; “Date” comes most often, three times.', title: 'Fields by type', bars: byType });
    });
  }

  for (const text of ['how many fields are there per section?', 'show a chart of my fields', 'plot it', 'how many fields does each section have?', 'show the fields by section']) {
    it(`[demo-101] “${text}” with three sections counts by section`, () => {
      expect(drawn(text, threeSections)).to.deep.equal({ sentence: 'Eight fields in three sections; “About you” has the most, four.', title: 'Fields by section', bars: bySection });
    });
  }

  it('[demo-101] only the required or only the optional ones, and one against the other', () => {
    expect(drawn('how many required fields are there per section?', threeSections)).to.deep.equal({ sentence: 'Four required fields in three sections; “About you” has the most, three.', title: 'Required fields by section', bars: [['About you', 3], ['Work history', 0], ['Documents', 1]] });
    expect(drawn('a chart of required and optional fields')).to.deep.equal({ sentence: 'Eight fields: four required, four optional.', title: 'Required and optional fields', bars: [['Required', 4], ['Optional', 4]] });
  });

  it('[demo-101] one section, ties and quotes in a name are told as they are', () => {
    expect(drawn('how many fields per section?').sentence).to.equal('Eight fields, all in “About you”.');
    expect(drawn('draw the required fields by type').sentence).to.equal('Four required fields of four types.');
    const quoted = addSection(startForm, 'A "quoted" ``` name');
    expect(drawn('draw the fields by section', quoted).bars).to.deep.equal([['About you', 8], ['A "quoted" ``` name', 0]]);
  });

  it('[demo-102] nothing to count: words without a chart', () => {
    const blank: Form = { title: 'Untitled', description: '', sections: [{ id: 'a', title: 'A', fields: [] }] };
    expect(ask('show me a chart', blank).words).to.equal('The form has no fields yet, so there is nothing to draw.');
    expect(ask('chart of the required fields', ask('nothing should be required').after).words).to.equal('No field is required, so there is nothing to draw.');
  });

  it('[demo-102] a field may be called Chart', () => {
    expect(ask('add a field called Chart').steps).to.have.length(1);
    expect(ask('make chart required', ask('add a field called Chart').after).steps).to.deep.equal(['Make **Chart** required']);
    expect(ask('add a chart of accounts upload').steps).to.have.length(1);
  });
});
