/**
 * The agent that lives in the page: no network, no key, and the same answer to the same words every time.
 * `understand` decides, this class acts: it reads the form, calls the page's tools, and streams what it says.
 */
import { readFormAnswer } from '../../src/conversation/form-answer.js';
import { textOf, type LLMMessage } from '../../src/model/message.js';
import type { AgentResponseForm } from '../../src/model/response-form.js';
import type { ClientToolResult } from '../../src/run/client-tool.js';
import type { ConversationRunner, ExecuteAgentResult, ProcessMessageInput, RunnerCapabilities, RunOptions } from '../../src/run/runner.js';
import { doneText, replyText } from './agent/describe.js';
import { memoryOf } from './agent/memory.js';
import { planClosing } from './agent/offers.js';
import type { Selection } from './agent/reading.js';
import { planText } from './agent/step-text.js';
import { understand, type Plan } from './agent/understand.js';
import { capital, countOf } from './agent/words.js';
import { applyCall, inverseOf, type FormCall } from './form-calls.js';
import { findField, parseForm, type Form } from './form-model.js';

export interface FormAgentOptions {
  /** `fast` leaves out every pause: for tests. */
  readonly speed?: 'human' | 'fast';
}

/** Milliseconds. A turn with many calls hurries, so that none takes longer than about four seconds. */
const pauses = { start: 260, call: 380, allCalls: 2200, word: 26, allWords: 1500 } as const;

interface Kept {
  /** How to take back this agent's changes, the newest last. */
  readonly changes: (readonly FormCall[])[];
  selected: string | null;
  /** The form as it was handed over in the last turn that changed it: the same again is out of date. */
  staleForm: string | null;
}

class Stopped extends Error {}

export class FormAgent implements ConversationRunner {
  readonly capabilities: Partial<RunnerCapabilities> = { images: false, structuredInput: true, clientTools: true, planMode: true, skills: true, appContext: true, branching: true, cancel: true, resume: false };
  readonly #pauses: boolean;
  readonly #kept = new Map<string, Kept>();

  constructor({ speed = 'human' }: FormAgentOptions = {}) {
    this.#pauses = speed === 'human';
  }

  async processMessage(input: ProcessMessageInput, options: RunOptions): Promise<ExecuteAgentResult> {
    const replyId = crypto.randomUUID();
    input.onReplyAccepted?.({ ConversationDetailId: replyId, CreatedAt: new Date() });
    const turn = new Turn(replyId, input, options, this.#pauses);
    try {
      const text = await this.#answer(turn);
      return { ...(turn.plan === null ? {} : { responseForm: planForm(turn.plan) }), success: true, agentRun: { ID: replyId, Status: 'Completed', Message: text, FinalStep: 'Chat', AgentID: 'form-agent' } };
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
      return { success: false, errorMessage: 'Stopped', agentRun: { ID: replyId, Status: 'Cancelled', AgentID: 'form-agent' } };
    }
  }

  async #answer(turn: Turn): Promise<string> {
    const { input, options } = turn;
    const kept = this.#keptFor(input.conversationId);
    turn.progress('initialization', 'Reading your request');
    await turn.pause(pauses.start);
    const context = formIn(input.appContext);
    const isStale = context !== null && kept.staleForm === JSON.stringify(context);
    let form = context && !isStale ? context : await turn.readForm();
    if (!form) return turn.say('I cannot see the form: it was left out of what I may see, and I may not read it with a tool. Switch “form” on under “What the agent sees”.');
    const selection = selectionIn(input.appContext);
    const selected = selection?.fieldId ?? null;
    const own = { selectionIsNew: selected !== null && selected !== kept.selected, inverse: kept.changes.at(-1) ?? null, skills: input.requestedSkillIDs ?? [] };
    kept.selected = selected;
    const { words, messages } = requestIn(input, options.messages);
    const read = (seen: Form): readonly Plan[] => understand(words, seen, selection, memoryOf(messages, seen, own));
    let plans = read(form);
    if (!turn.hasRead && plans.some((plan) => plan.type === 'say' && plan.reads)) {
      form = (await turn.readForm()) ?? form;
      plans = read(form);
    }
    const calls = callsIn(plans);
    if (input.planMode && calls.length > 0) {
      turn.plan = planText(calls, form);
      return turn.say(planned(plans, form));
    }
    return this.#act(turn, plans, form, kept, calls.length > 0 && calls.every((call, index) => call === own.inverse?.[index]));
  }

  /** Runs the calls one after the other; what fails ends the row, and the answer says so. */
  async #act(turn: Turn, plans: readonly Plan[], before: Form, kept: Kept, isUndo: boolean): Promise<string> {
    const calls = callsIn(plans);
    let form = before;
    const done: FormCall[] = [];
    const inverse: FormCall[] = [];
    let failure: string | null = null;
    for (const [index, call] of calls.entries()) {
      turn.progress('action_execution', doing(call, form), calls.length > 2 ? Math.round((100 * index) / calls.length) : undefined);
      await turn.pause(Math.min(pauses.call, pauses.allCalls / calls.length));
      const result = await turn.call(call.name, call.input);
      if (!result.ok) {
        failure = result.error;
        break;
      }
      inverse.unshift(...inverseOf(form, call));
      form = applyCall(form, call);
      done.push(call);
    }
    if (done.length > 0) {
      kept.staleForm = JSON.stringify(before);
      if (isUndo) kept.changes.pop();
      else kept.changes.push(inverse);
    }
    if (plans.some((plan) => plan.type === 'preview')) {
      const result = await turn.call('PreviewForm', {});
      if (!result.ok) failure = result.error;
    }
    turn.progress('finalization', 'Answering');
    if (failure !== null) return turn.say(failed(failure, done, before, form, calls.length - done.length));
    return turn.say(isUndo ? `I took it back${done.length > 4 ? ': the form is as it was.' : `. ${doneText(done, before, form)}`}` : replyText(plans, before));
  }

  #keptFor(conversationId: string): Kept {
    const kept = this.#kept.get(conversationId) ?? { changes: [], selected: null, staleForm: null };
    this.#kept.set(conversationId, kept);
    return kept;
  }
}

/** One answer being given: its pauses, calls and words, all of which end with the stop. */
class Turn {
  hasRead = false;
  /** What the person is asked to decide on; null when nothing is. */
  plan: string | null = null;
  #calls = 0;
  readonly input: ProcessMessageInput;
  readonly options: RunOptions;
  readonly #replyId: string;
  readonly #pauses: boolean;

  constructor(replyId: string, input: ProcessMessageInput, options: RunOptions, hasPauses: boolean) {
    this.#replyId = replyId;
    this.input = input;
    this.options = options;
    this.#pauses = hasPauses;
  }

  progress(step: string, message: string, percentage?: number): void {
    this.input.onProgress?.({ step, message, ...(percentage !== undefined && { percentage }) });
  }

  /** Rejects with Stopped at the stop. */
  async pause(milliseconds: number): Promise<void> {
    const { signal } = this.options;
    if (signal.aborted) throw new Stopped();
    if (!this.#pauses || milliseconds <= 0) return;
    await new Promise<void>((resolve, reject) => {
      const onAbort = (): void => {
        clearTimeout(timer);
        reject(new Stopped());
      };
      const timer = setTimeout(() => {
        signal.removeEventListener('abort', onAbort);
        resolve();
      }, milliseconds);
      signal.addEventListener('abort', onAbort, { once: true });
    });
  }

  async call(name: string, input: Record<string, unknown>): Promise<ClientToolResult> {
    const { options } = this;
    if (options.signal.aborted) throw new Stopped();
    // A call id runs once for good, so each answer has ids of its own: a regenerated one calls anew.
    const id = `${this.#replyId}-${String(++this.#calls)}`;
    options.emit({ type: 'tool-call', id, name, input });
    const result = await options.callTool({ id, name, input });
    options.emit({ type: 'tool-result', id, content: result.ok ? result.content : result.error, ...(!result.ok && { isError: true }) });
    if (options.signal.aborted) throw new Stopped();
    return result;
  }

  /** The form through the page's tool; null when that is not to be had. */
  async readForm(): Promise<Form | null> {
    this.hasRead = true;
    if (!this.options.tools.some((tool) => tool.name === 'GetForm')) return null;
    this.progress('action_execution', 'Reading the form');
    const result = await this.call('GetForm', {});
    if (!result.ok) return null;
    const text = typeof result.content === 'string' ? result.content : textOf(result.content.filter((part) => part.type === 'text'));
    try {
      return parseForm(JSON.parse(text));
    } catch {
      return null;
    }
  }

  /** Streams a text word by word and returns it. */
  async say(text: string): Promise<string> {
    const words = text.split(/(?<=\s)/);
    if (!this.#pauses) {
      this.options.emit({ type: 'text', text });
      return text;
    }
    const pause = Math.min(pauses.word, pauses.allWords / words.length);
    let soFar = '';
    for (const word of words) {
      soFar += word;
      this.options.emit({ type: 'text', text: soFar });
      await this.pause(pause);
    }
    return text;
  }
}

function callsIn(plans: readonly Plan[]): readonly FormCall[] {
  return plans.flatMap((plan) => (plan.type === 'call' ? [plan.call] : []));
}

function planned(plans: readonly Plan[], form: Form): string {
  const calls = callsIn(plans);
  const said = plans.flatMap((plan) => (plan.type === 'say' ? [plan.text] : []));
  return [`Here is the plan, ${countOf(calls.length, 'step')}. Nothing changes until you agree.`, planText(calls, form), ...said, planClosing].join('\n\n');
}

function failed(reason: string, done: readonly FormCall[], before: Form, after: Form, left: number): string {
  const sentence = reason.replace(/^Client tool execution failed: /, '').replace(/^Invalid input for .*?: /, '').replace(/([^.!?])$/, '$1.');
  const rest = done.length === 0 ? 'Nothing has changed.' : `Before that: ${doneText(done, before, after)}`;
  return `That did not work: ${sentence} ${rest}${left > 1 ? ` ${capital(countOf(left - 1, 'further step'))} ${left === 2 ? 'was' : 'were'} not tried.` : ''}`;
}

/** What a running call is doing, for the progress line. */
function doing(call: FormCall, form: Form): string {
  const named = 'fieldId' in call.input ? findField(form, call.input.fieldId)?.field.label : 'label' in call.input ? call.input.label : 'title' in call.input ? call.input.title : undefined;
  const verb = call.name.startsWith('Add') ? 'Adding' : call.name.startsWith('Remove') ? 'Removing' : /Label|Title/.test(call.name) ? 'Renaming' : /Move|Reorder/.test(call.name) ? 'Moving' : 'Changing';
  return named === undefined ? `${verb} the form` : `${verb} “${named}”`;
}

/** The words of the request and the talk before it. A decision on a plan becomes the words that mean it, about the plan as edited. */
function requestIn(input: ProcessMessageInput, messages: readonly LLMMessage[]): { readonly words: string; readonly messages: readonly LLMMessage[] } {
  const said = input.message.Message.trim();
  const answer = readFormAnswer(said);
  if (!answer) return { words: said !== '' ? said : textOf(messages.at(-1)?.content ?? []), messages };
  const valueOf = (name: string): string => {
    const value = answer.fields.find((field) => field.name === name)?.value;
    return typeof value === 'string' ? value.trim() : '';
  };
  if (valueOf('decision') !== 'approve') return { words: valueOf('feedback') || 'no', messages };
  const asked = messages.findLastIndex((message) => message.role === 'assistant');
  const edited: LLMMessage = { role: 'assistant', content: [{ type: 'text', text: `${valueOf('plan')}\n\n${planClosing}` }] };
  return { words: 'go ahead', messages: messages.map((message, index) => (index === asked && valueOf('plan') ? edited : message)) };
}

function planForm(plan: string): AgentResponseForm {
  return {
    title: 'Plan',
    questions: [
      { id: 'plan', label: 'Plan', type: { type: 'textarea', markdown: true }, defaultValue: plan },
      { id: 'decision', label: 'Decision', required: true, type: { type: 'buttongroup', options: [{ value: 'approve', label: 'Approve' }, { value: 'reject', label: 'Reject' }] } },
      { id: 'feedback', label: 'What should be different?', type: { type: 'textarea' } },
    ],
  };
}

function formIn(context: ProcessMessageInput['appContext']): Form | null {
  try {
    return parseForm(context?.['form']);
  } catch {
    return null;
  }
}

function selectionIn(context: ProcessMessageInput['appContext']): Selection | null {
  const selection = context?.['selection'];
  if (typeof selection !== 'object' || selection === null) return null;
  const { fieldId, sectionId } = selection as Readonly<Record<string, unknown>>;
  return { ...(typeof fieldId === 'string' && { fieldId }), ...(typeof sectionId === 'string' && { sectionId }) };
}
