/** Answers to a response form: a user message whose text is MemberJunction's form token (A8-5). */
import type { AgentResponseForm } from '../model/response-form.js';

export interface FormAnswerField {
  readonly name: string;
  readonly value: unknown;
  readonly label?: string;
  readonly type?: string;
  readonly displayValue?: string;
}

export interface FormAnswer {
  readonly title?: string;
  readonly fields: readonly FormAnswerField[];
}

/** A form is a plan to decide on when it asks for both (A8-4). */
export function isPlanForm(form: AgentResponseForm): boolean {
  return ['plan', 'decision'].every((id) => form.questions.some((question) => question.id === id));
}

/** The plan that a plan form offers for editing. */
export function proposedPlan(form: AgentResponseForm): string {
  const plan = form.questions.find((question) => question.id === 'plan')?.defaultValue;
  return typeof plan === 'string' ? plan : '';
}

/** Whether these answers approve a plan: then plan mode ends, so that the next run acts. */
export function approvesPlan(form: AgentResponseForm, values: Readonly<Record<string, unknown>>): boolean {
  return isPlanForm(form) && values['decision'] === 'approve';
}

/** The message text of an answer: only questions of the form, in its order, and only what was answered. */
export function formToken(form: AgentResponseForm, values: Readonly<Record<string, unknown>>): string {
  const fields = form.questions.flatMap((question): FormAnswerField[] => {
    const value = Object.hasOwn(values, question.id) ? values[question.id] : undefined;
    if (value === undefined || value === '') return [];
    const option = question.type.options?.find((candidate) => candidate.value === value);
    return [{ name: question.id, value, label: question.label, type: question.type.type, ...(option ? { displayValue: option.label } : {}) }];
  });
  return `@${JSON.stringify({ _mode: 'form', action: 'formSubmit', ...(form.title ? { title: form.title } : {}), fields })}`;
}

/** The answer in a message text, or null when the text is not one. */
export function readFormAnswer(text: string): FormAnswer | null {
  if (!text.startsWith('@{"_mode":"form"')) return null;
  try {
    const token = JSON.parse(text.slice(1)) as { _mode?: unknown; title?: unknown; fields?: unknown };
    if (!Array.isArray(token.fields)) return null;
    const fields = token.fields.filter((field: unknown): field is FormAnswerField => typeof (field as FormAnswerField | null)?.name === 'string');
    return { ...(typeof token.title === 'string' ? { title: token.title } : {}), fields };
  } catch {
    return null;
  }
}

/** An answer as words: "Approve", or a line for each of several fields (A7.3). */
export function readableAnswer(answer: FormAnswer): string {
  return answer.fields.map((field) => `${field.label ?? field.name}: ${field.displayValue ?? wordsOf(field.value)}`).join('\n');
}

/** What the model reads: the words, then the exact fields (C4-5). */
export function answerForAgent(answer: FormAnswer): string {
  return `${answer.title ? `${answer.title}\n` : ''}${readableAnswer(answer)}\n${JSON.stringify(Object.fromEntries(answer.fields.map((field) => [field.name, field.value])))}`;
}

function wordsOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
