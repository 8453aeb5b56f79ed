/** A request in plain English → what to do about it. Pure: no clock, no chance, no page. */
import type { FormCall } from '../form-calls.js';
import { allFields, type Form } from '../form-model.js';
import { clausesOf } from './clauses.js';
import { corrected } from './spelling.js';
import { guessType } from './type-words.js';
import { knownNear } from './catalogue.js';
import { purposeById, purposeOf } from './purposes.js';
import { emptyMemory, Reading, Unclear, type Memory, type Selection } from './reading.js';
import { bareName, tryFields } from './references.js';
import { replyTo } from './replies.js';
import { add } from './rules/add.js';
import { hints, kind, options, remove, rename, required, span } from './rules/change.js';
import { charts } from './rules/charts.js';
import { makePlain, plainLabels, translate } from './rules/labels.js';
import { move, sideBySide } from './rules/order.js';
import { build, complete, missing, privacy, privacyCheck, tellMissing } from './rules/purpose-rules.js';
import { questions } from './rules/questions.js';
import type { Rule } from './rules/rule.js';
import { intoSection, sections, title } from './rules/sections.js';
import { greeting, help, preview, saving, thanks, undo } from './rules/talk.js';
import { bold, sentenceCase, tidy } from './words.js';

export type Plan =
  | { readonly type: 'call'; readonly call: FormCall }
  | { readonly type: 'preview' }
  /** Nothing can be said before it is known what the agent changed last. */
  | { readonly type: 'ask-inverse' }
  /** Words; `reads` when they rest on a look at the form. */
  | { readonly type: 'say'; readonly text: string; readonly reads: boolean };

/** Order matters: the narrow before the wide. Anything may be “add …”, so it comes last. */
const rules: readonly Rule[] = [thanks, help, undo, preview, saving, charts, missing, questions, complete, translate, privacy, plainLabels, build, title, sections, options, hints, sideBySide, span, required, kind, intoSection, move, rename, remove, add];

/**
 * The calls come first, in the order they must run; then the words. Every call has been tried on `form` and works there.
 * At least one plan comes back, whatever the text. What was done is put into words by `replyText`.
 */
export function understand(text: string, form: Form, selection: Selection | null = null, memory: Memory = emptyMemory): readonly Plan[] {
  const reading = new Reading(form, selection, memory);
  read(text, reading);
  return plansOf(reading);
}

function plansOf(reading: Reading): readonly Plan[] {
  if (reading.needsInverse) return [{ type: 'ask-inverse' }];
  const plans: Plan[] = reading.calls.map((call) => ({ type: 'call', call }));
  if (reading.preview) plans.push({ type: 'preview' });
  if (plans.length === 0 && reading.answers.length === 0) reading.say(concrete(reading));
  for (const text of reading.answers) plans.push({ type: 'say', text, reads: reading.reads && reading.calls.length === 0 });
  return plans;
}

function read(text: string, reading: Reading): void {
  const spoken = tidy(text).replace(/(^|\s)\/[a-z][\w-]*/gi, ' ').replace(/@[\w-]+(?: agent)?/gi, ' ').replace(/\s+/g, ' ').trim();
  if (spoken === '' || /^(?:please|now|go|run|run it|this form|for this form|the form|do it)?[.!?]*$/i.test(spoken)) {
    if (runSkills(reading)) return;
  }
  if (spoken === '') {
    reading.say('Tell me what the form needs. For example: “what is missing?”');
    return;
  }
  const reply = guarded(() => replyTo(spoken, reading), reading);
  if (reply?.type === 'again') return readAgain(reply.preferred, reading);
  if (reply?.type === 'done') {
    if (reply.rest !== '') readClauses(reply.rest, reading);
    return;
  }
  if (reply === null || greeting(spoken, reading) || thanks(spoken, reading)) return;
  readClauses(spoken, reading);
}

function readClauses(text: string, reading: Reading): void {
  const clauses = clausesOf(text);
  const lost: string[] = [];
  for (const spoken of clauses) {
    const clause = corrected(spoken, reading.form);
    const taken = guarded(() => rules.some((rule) => rule(clause, reading)), reading);
    if (taken === false) lost.push(clause);
  }
  if (clauses.length === 0) {
    if (!greeting(text, reading)) reading.say(concrete(reading));
  } else if (lost.length === clauses.length) guarded(() => runSkills(reading) || notUnderstood(text, reading), reading);
  else for (const clause of lost) if (!/^(?:and|or|but|thanks|please|ok)$/i.test(clause)) reading.say(`I did not understand “${clause}”.`);
}

/** Runs a reader; what is unclear becomes the answer and null comes back. */
function guarded<Result>(run: () => Result, reading: Reading): Result | null {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof Unclear)) throw error;
    reading.say(error.message);
    return null;
  }
}

/** The question before the agent's “Do you mean A or B?” is read again, with the choice made. */
function readAgain(name: string, reading: Reading): void {
  const { turns } = reading.memory;
  const asked = turns.findLastIndex((turn) => turn.role === 'assistant');
  const question = turns.slice(0, asked).findLastIndex((turn) => turn.role === 'user');
  const field = allFields(reading.form).find((one) => one.label === name);
  const text = turns[question]?.text;
  if (!field || text === undefined) return reading.say(`Tell me again what to do with ${bold(name)}.`);
  const again = new Reading(reading.form, { fieldId: field.id }, { ...reading.memory, turns: turns.slice(0, question), selectionIsNew: true }, [field.id]);
  readClauses(text, again);
  // A near miss (“there is no field called …”) is not a tie: there the name stands in for what was typed.
  const unresolved = again.calls.length === 0 && again.answers.some((answer) => answer.startsWith('There is no field'));
  const missed = unresolved ? /called “(.+?)”/.exec(again.answers.join(' '))?.[1] : undefined;
  if (missed !== undefined) readClauses(text.replace(missed, `"${name}"`), reading);
  else adopt(again, reading);
}

function adopt(from: Reading, into: Reading): void {
  for (const call of from.calls) into.do(call);
  for (const answer of from.answers) into.say(answer);
  into.reads = from.reads;
  into.preview = from.preview;
  into.needsInverse = from.needsInverse;
}

function runSkills(reading: Reading): boolean {
  for (const skill of reading.memory.skills) {
    if (skill === 'privacy-check') privacyCheck(reading);
    else if (skill === 'plain-language') makePlain(allFields(reading.form).map((field) => field.id), reading);
    else {
      const purpose = purposeById(skill);
      if (purpose) tellMissing(purpose, reading);
    }
  }
  return reading.calls.length > 0 || reading.answers.length > 0;
}

/** Says what was understood, never pretends, and gives three things to say that work on this very form. */
function notUnderstood(text: string, reading: Reading): void {
  const name = bareName(text);
  const known = name.split(' ').length <= 4 ? knownNear(name) : null;
  const ids = name.split(' ').length <= 5 ? tryFields(name, reading) : null;
  if (ids?.length === 1 && ids[0] !== undefined) return reading.say(`You mean ${bold(reading.field(ids[0]).label)}, but I do not see what to do with it. ${concrete(reading, reading.field(ids[0]).label)}`);
  const noun = known?.label ?? (name.split(' ').length <= 3 && guessType(name) !== 'text' ? sentenceCase(name) : null);
  if (noun !== null) return reading.say(`The form has no such field yet. Shall I add ${bold(noun)}?`);
  const mentioned = allFields(reading.form).find((field) => ` ${text.toLowerCase()} `.includes(field.label.toLowerCase()));
  reading.say(`I did not understand that.${mentioned ? ` I saw that it is about ${bold(mentioned.label)}.` : ''} I only know this form and how to change it. ${concrete(reading, mentioned?.label)}`);
}

function concrete(reading: Reading, label?: string): string {
  const fields = allFields(reading.form);
  const subject = label ?? fields.find((field) => !field.required)?.label ?? fields[0]?.label;
  const field = fields.find((one) => one.label === subject);
  const purpose = purposeOf(reading.form);
  const sayings = [
    field ? `make ${field.label} ${field.required ? 'optional' : 'required'}` : 'add name and email',
    label && field ? `rename ${field.label} to …` : 'add a phone field',
    label && field ? `remove ${field.label}` : purpose ? `what is missing for ${purpose.name}?` : 'build me a contact form',
  ];
  return `You can say:\n\n${sayings.map((saying) => `- “${saying}”`).join('\n')}`;
}
