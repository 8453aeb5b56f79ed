/**
 * One turn of the model: a request → words, or one call of a tool. Pure: no clock, no chance, no page. The whole answer is thought out
 * afresh for each turn from the same request, and how far it has come is read from the calls made so far.
 */
import { applyCall, type FormCall } from '../form-calls.js';
import { parseForm, type Form } from '../form-model.js';
import { doneText, replyText } from './describe.js';
import { memoryOf } from './memory.js';
import type { Memory, Selection } from './reading.js';
import type { MadeCall, ModelRequest } from './request.js';
import { planText } from './step-text.js';
import { understand, type Plan } from './understand.js';
import { capital, countOf } from './words.js';

export interface ModelTurn {
  /** Empty when there is nothing to think over. */
  readonly thought: string;
  readonly text: string;
  readonly call: { readonly name: string; readonly input: Readonly<Record<string, unknown>> } | null;
  /** How many changes the whole answer makes. */
  readonly changes: number;
}

/** `isOutdated`: the form in the context is known to be older than the form on the page. */
export function nextTurn(request: ModelRequest, isOutdated: boolean): ModelTurn {
  const { context, made, tools } = request;
  const look = made.find(({ name }) => name === 'GetForm');
  const form = formIn(look?.ok ? parsed(look.text) : null) ?? (isOutdated ? null : formIn(context?.['form']));
  if (!form) {
    if (!look && tools.has('GetForm')) return calling('GetForm');
    return saying(look && !look.ok ? failed(look.text, [], null, 0) : 'I cannot see the form: it was left out of what I may see, and I may not read it with a tool. Switch “form” on under “What the agent sees”.');
  }
  const selection = selectionIn(context?.['selection']);
  const inverse = inverseIn(made.find(({ name }) => name === 'GetChanges'), tools);
  const memory = memoryOf(request.talk, form, { selectionIsNew: selection?.isNew === true, inverse, skills: request.skills });
  const plans = understand(request.words, form, selection, memory);
  if (plans.some(({ type }) => type === 'ask-inverse')) return calling('GetChanges');
  if (!look && tools.has('GetForm') && plans.some((plan) => plan.type === 'say' && plan.reads)) return calling('GetForm');
  return carriedOut(request, plans, form, inverse);
}

/** The next call that the plans still need, or the words that end the answer. What fails ends the row, and the answer says so. */
function carriedOut({ made, tools, planning }: ModelRequest, plans: readonly Plan[], before: Form, inverse: Memory['inverse']): ModelTurn {
  const calls = callsIn(plans);
  if (planning && calls.length > 0) return saying([planText(calls, before), ...wordsIn(plans)].join('\n\n'));
  const isUndo = calls.length > 0 && Array.isArray(inverse) && calls.every((call, index) => call === inverse[index]);
  const changes: readonly NonNullable<ModelTurn['call']>[] = isUndo && tools.has('UndoLastChange') ? [{ name: 'UndoLastChange', input: {} }] : calls;
  const steps = plans.some(({ type }) => type === 'preview') ? [...changes, { name: 'PreviewForm', input: {} }] : changes;
  const lacking = [...new Set(steps.map(({ name }) => name))].filter((name) => !tools.has(name));
  if (lacking.length > 0) return saying(`I may not do that here: this page does not offer me ${lacking.join(', ')}. Nothing has changed.`);
  const taken = made.filter(({ name }) => name !== 'GetForm' && name !== 'GetChanges');
  const last = taken.at(-1);
  if (last && !last.ok) {
    const succeeded = taken.length - 1;
    const done = changes === calls ? calls.slice(0, succeeded) : succeeded > 0 ? calls : [];
    return saying(failed(last.text, done, before, calls.length - done.length));
  }
  const step = steps[taken.length];
  if (step) return { thought: taken.length === 0 && changes.length > 1 ? thoughtOf(calls, before) : '', text: '', call: step, changes: changes.length };
  return saying(isUndo ? undone(calls, before) : replyText(plans, before));
}

function calling(name: string): ModelTurn {
  return { thought: '', text: '', call: { name, input: {} }, changes: 0 };
}

function saying(text: string): ModelTurn {
  return { thought: '', text, call: null, changes: 0 };
}

function callsIn(plans: readonly Plan[]): readonly FormCall[] {
  return plans.flatMap((plan) => (plan.type === 'call' ? [plan.call] : []));
}

function wordsIn(plans: readonly Plan[]): readonly string[] {
  return plans.flatMap((plan) => (plan.type === 'say' ? [plan.text] : []));
}

/** More steps than these are counted, not listed. */
const mostThoughts = 8;

function thoughtOf(calls: readonly FormCall[], before: Form): string {
  const lines = planText(calls, before).split('\n');
  const rest = lines.length - mostThoughts;
  return [`That comes to ${countOf(calls.length, 'change')}, one after the other:`, [...lines.slice(0, mostThoughts), ...(rest > 0 ? [`… and ${countOf(rest, 'more', 'more')}`] : [])].join('\n')].join('\n\n');
}

function undone(calls: readonly FormCall[], before: Form): string {
  return `I took it back${calls.length > 4 ? ': the form is as it was.' : `. ${doneText(calls, before, calls.reduce(applyCall, before))}`}`;
}

function failed(reason: string, done: readonly FormCall[], before: Form | null, left: number): string {
  const sentence = reason.replace(/^Client tool execution failed: /, '').replace(/^Invalid input for .*?: /, '').replace(/([^.!?])$/, '$1.');
  const rest = done.length === 0 || !before ? 'Nothing has changed.' : `Before that: ${doneText(done, before, done.reduce(applyCall, before))}`;
  return `That did not work: ${sentence} ${rest}${left > 1 ? ` ${capital(countOf(left - 1, 'further step'))} ${left === 2 ? 'was' : 'were'} not tried.` : ''}`;
}

function formIn(value: unknown): Form | null {
  try {
    return parseForm(value);
  } catch {
    return null;
  }
}

function selectionIn(value: unknown): (Selection & { readonly isNew: boolean }) | null {
  if (typeof value !== 'object' || value === null) return null;
  const { fieldId, sectionId, isNew } = value as Readonly<Record<string, unknown>>;
  return { ...(typeof fieldId === 'string' && { fieldId }), ...(typeof sectionId === 'string' && { sectionId }), isNew: isNew === true };
}

/** The calls that take back the newest change, as `GetChanges` told them. */
function inverseIn(answer: MadeCall | undefined, tools: ReadonlySet<string>): Memory['inverse'] {
  if (!answer) return tools.has('GetChanges') ? 'unknown' : null;
  const value = answer.ok ? (parsed(answer.text) as { readonly newestFirst?: readonly { readonly takenBackBy?: readonly FormCall[] }[] } | null) : null;
  return value?.newestFirst?.[0]?.takenBackBy ?? null;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
