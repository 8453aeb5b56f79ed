/** Plan first: until a plan is approved only reading tools run, and the answer comes as a form to decide on (A8.2, A8.3). */
import { textOf, type LLMMessage } from '../model/message.js';
import type { AgentResponseForm } from '../model/response-form.js';
import type { ClientTool } from '../run/client-tool.js';

export const planInstructions = [
  'Plan mode is on. Do not change anything yet.',
  'Look around with reading tools if you must, then answer with a short numbered plan of what you will do, one step per line.',
  'The person decides on the plan; after approval you will be asked again, without plan mode, and then you act.',
].join('\n');

/** What the model is told when it tries to act before the approval. */
export const planRefusal = 'Plan mode is on: only reading tools may run before the plan is approved. Present the plan instead.';

/** Unknown effects count as writing (api.md §4). */
export function mayRunWhilePlanning(tool: ClientTool | undefined): boolean {
  return tool?.effects === 'read';
}

/** The form that makes a reply a plan: the ids `plan` and `decision` (A8-3, A8-4), the plan itself to be edited. */
export function planForm(plan: string): AgentResponseForm {
  return {
    title: 'Plan',
    submitLabel: 'Send decision',
    questions: [
      { id: 'plan', label: 'Plan', type: { type: 'textarea', markdown: true }, defaultValue: plan },
      {
        id: 'decision',
        label: 'Decision',
        required: true,
        type: {
          type: 'buttongroup',
          options: [
            { value: 'approve', label: 'Approve' },
            { value: 'reject', label: 'Reject' },
          ],
        },
      },
      { id: 'feedback', label: 'What should be different?', type: { type: 'textarea' } },
    ],
  };
}

/** The last thing the agent said, which in plan mode is the plan. */
export function planOf(messages: readonly LLMMessage[], output: string): string {
  const last = messages.findLast((message) => message.role === 'assistant');
  return (last ? textOf(last.content) : '') || output;
}
