/** The form agent behind `processMessage`: one `AgentRunner`, whichever model it is given. */
import type { LLMAdapter } from '../../src/agent/llm.js';
import { proposedPlan } from '../../src/conversation/form-answer.js';
import type { ConversationRunner } from '../../src/run/runner.js';
import { AgentRunner, type AgentSkill } from '../../src/runners/agent-runner.js';

export const formAgent = { id: 'form-agent', name: 'Form agent', description: 'Reads and changes this form', supportsPlanMode: true } as const;

export const formSkills: readonly AgentSkill[] = [
  {
    id: 'privacy-check',
    name: 'privacy-check',
    description: 'Lists fields that ask for more than the form needs',
    instructions: 'List the fields that ask for more than the purpose of the form needs, each with its reason. Change nothing yet; offer to remove them.',
  },
  {
    id: 'plain-language',
    name: 'plain-language',
    description: 'Makes every label short and plain',
    instructions: 'Give every field the shortest label of everyday words that still says what to fill in. Never give two fields the same label.',
  },
  {
    id: 'job-application',
    name: 'job-application',
    description: 'Compares the form with a job application',
    instructions: 'Compare the form with what a job application usually asks. Name what is missing and offer to add it; add nothing on your own.',
  },
];

/** Turns that `LocalLLM` may need for an answer: a whole new form is about forty calls, one in each turn. */
export const localTurns = 100;

const systemPrompt = `You are the form agent of a form builder. A person builds a form, and you help by talking about it and by changing it with your tools.

- app_context.form is the form as it was when the message was sent. Call GetForm when it may be older than your own last change, or when it is missing.
- app_context.selection is what the person selected: “it” and “this field” mean that. With isNew it was selected after your last answer.
- Change only what was asked. Name fields by their labels in bold; ids are for tools only.
- You cannot save or send the form: the person does that with Save at the top. Everything you change can be undone; for “undo that” call UndoLastChange.
- Where numbers of the form are asked for, the page draws a chart from a fenced block of the language chart: {"title": "Fields by type", "bars": [{"label": "Date", "value": 3}]}. Only for what you counted; one sentence before it.
- Answer in one short paragraph: what you changed, and at most one next step. When you do not understand, say so and name what would work.`;

export interface FormRunnerOptions {
  readonly adapter: LLMAdapter;
  /** Cannot call tools: it talks about the form and changes nothing. */
  readonly talksOnly?: boolean;
  readonly readsImages?: boolean;
  readonly model?: string;
  /** Of the model, in one answer; default: the agent's own. */
  readonly maxTurns?: number;
  /** Called before each answer. */
  readonly onAnswer?: () => void;
}

export function formRunner({ adapter, model, maxTurns, talksOnly = false, readsImages = true, onAnswer }: FormRunnerOptions): ConversationRunner {
  const runner = new AgentRunner({
    agents: [
      {
        ...formAgent,
        adapter,
        systemPrompt: talksOnly ? `${systemPrompt}\n\nIn this conversation you have no tools: say what you would change, and that the person must do it.` : systemPrompt,
        supportsPlanMode: !talksOnly,
        ...(model ? { model } : {}),
        ...(maxTurns === undefined ? {} : { maxTurns }),
        beforeRun: ({ prompt }) => {
          onAnswer?.();
          return { prompt };
        },
      },
    ],
    skills: formSkills,
  });
  return {
    capabilities: { ...runner.capabilities, images: readsImages, clientTools: !talksOnly, planMode: !talksOnly },
    async processMessage(input, options) {
      const result = await runner.processMessage(input, talksOnly ? { ...options, tools: [] } : options);
      if (!result?.responseForm || /^\s*(?:\d+[.)]|[-*•])\s+\S/m.test(proposedPlan(result.responseForm))) return result;
      // Without a step there is nothing to approve: a question was answered, not a plan made.
      const { responseForm: _noPlan, ...answer } = result;
      return answer;
    },
  };
}
