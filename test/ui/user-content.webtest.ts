import { expect, waitUntil } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { formToken } from '../../src/conversation/form-answer.js';
import type { AgentResponseForm } from '../../src/model/response-form.js';
import { planForm } from '../../src/runners/plan-mode.js';
import { defaultStrings } from '../../src/ui/strings.js';
import { isFocused, own, removeHosts, threadHost, type ThreadHost } from './thread-host.js';

const steps = '1. Make **Telephone number** required\n2. Remove **Date of birth**';

function answered(values: Readonly<Record<string, unknown>>, form: AgentResponseForm = planForm(steps)): Promise<ThreadHost> {
  return threadHost([own(formToken(form, { plan: steps, ...values }))]);
}

const planIn = (host: ThreadHost): HTMLDetailsElement => host.one('message-body').querySelector('details')!;
const planText = (host: ThreadHost): string => [...planIn(host).querySelectorAll('.as-typed')].map(({ textContent }) => textContent).join('\n');
const visible = (host: ThreadHost): string => host.one('message-body').innerText.trim().replace(/\n+/g, '\n');

describe('what the person wrote: a decision on a plan', () => {
  afterEach(removeHosts);

  it('[UI-plan-answer] an approved plan reads as the decision, the plan folded behind it', async () => {
    const host = await answered({ decision: 'approve' });
    expect(visible(host)).to.equal('Approve\nPlan');
    expect(planIn(host).open).to.equal(false);
    await expect(host).to.be.accessible();
  });

  it('[UI-plan-answer] copying gives the words and never the token, and there is no text to edit', async () => {
    const host = await answered({ decision: 'approve' });
    const copied: string[] = [];
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: async (text: string) => void copied.push(text) } });
    try {
      host.one('copy-button').click();
      await waitUntil(() => copied.length > 0, 'nothing was copied');
    } finally {
      delete (navigator as { clipboard?: unknown }).clipboard;
    }
    expect(copied[0]).to.match(/^Plan: 1\. Make[^]*Decision: Approve$/);
    expect(host.shadowRoot!.querySelector('[part~="edit-button"]')).to.equal(null);
  });

  it('[UI-plan-answer] the plan opens by keyboard, numbered and without the marks of Markdown', async () => {
    const host = await answered({ decision: 'approve' });
    const summary = planIn(host).querySelector('summary')!;
    summary.focus();
    expect(isFocused(host, summary)).to.equal(true);
    await sendKeys({ press: 'Enter' });
    expect(planIn(host).open).to.equal(true);
    expect(visible(host)).to.equal('Approve\nPlan\n1. Make Telephone number required\n2. Remove Date of birth');
    await expect(host).to.be.accessible();
  });

  it('[UI-plan-answer] a remark stands under the decision, whatever its question is called', async () => {
    const form = planForm(steps);
    const renamed = { ...form, questions: form.questions.map((question) => (question.id === 'feedback' ? { ...question, id: 'note' } : question)) };
    const host = await answered({ decision: 'reject', note: 'Make the **e-mail** optional' }, renamed);
    expect(visible(host)).to.equal('Reject\nMake the **e-mail** optional\nPlan');
  });

  it('[UI-plan-answer] the decision has the words of the button, or of its option when it is another one', async () => {
    const host = await answered({ decision: 'approve' });
    await host.set({ strings: { ...defaultStrings, approve: 'Genehmigen', plan: 'Der Plan' } });
    expect(visible(host)).to.equal('Genehmigen\nDer Plan');
    removeHosts();
    const form = planForm(steps);
    const more = form.questions.map((question) => (question.id === 'decision' ? { ...question, type: { ...question.type, options: [{ value: 'later', label: 'Not today' }] } } : question));
    expect(visible(await answered({ decision: 'later' }, { ...form, questions: more }))).to.equal('Not today\nPlan');
  });

  it('[UI-plan-answer] lists in lists, other starts, code and links of a plan become plain lines', async () => {
    const plan = '## First\n\nRead [the guide](https://example.org).\n\n3. one\n   - a `b*c`\n   - __d__\n4. two\n\n```js\nx ** y\n```';
    const host = await answered({ plan, decision: 'approve' });
    expect(planText(host)).to.equal('First\nRead the guide.\n3. one\n   - a b*c\n   - d\n4. two\nx ** y');
    expect(planIn(host).querySelectorAll('a, li, code').length).to.equal(0);
  });

  it('[UI-plan-answer] lines of a plan are laid out in their own direction, and markup in it stays text', async () => {
    const host = await answered({ plan: 'مرحبا، هذا اختبار.\n\nThen <b>English</b>.', decision: 'approve' });
    expect([...planIn(host).querySelectorAll<HTMLElement>('.as-typed')].map(({ dir }) => dir)).to.deep.equal(['rtl', 'ltr']);
    expect(planText(host)).to.contain('Then <b>English</b>.');
    expect(planIn(host).querySelectorAll('b').length).to.equal(0);
  });

  it('[UI-plan-answer] any other form answer is a line for each field, without a fold', async () => {
    const form: AgentResponseForm = { questions: [{ id: 'decision', label: 'Size', type: { type: 'text' } }, { id: 'plan-b', label: 'Other', type: { type: 'text' } }] };
    const host = await threadHost([own(formToken(form, { decision: '**L**', 'plan-b': 'none' }))]);
    expect(visible(host)).to.equal('Size: **L**\nOther: none');
    expect(planIn(host) === null).to.equal(true);
  });
});
