/** What a form for some purpose needs: comparing, completing, building from scratch; and what it should not ask. */
import { allFields, type NewField } from '../../form-model.js';
import { knownByKey, knownOf, type KnownField } from '../catalogue.js';
import type { Wanted } from '../new-field.js';
import { missingFor, purposeById, purposeIn, purposeOf, purposes, sectionFor, type Purpose } from '../purposes.js';
import type { Reading } from '../reading.js';
import { bold, bolds, capital, countOf, listed } from '../words.js';
import { addAll } from './add.js';
import type { Rule } from './rule.js';

/** At most as many at once, so that an offer stays easy to answer. */
const most = 4;

export const missing: Rule = (clause, reading) => {
  const text = clause.replace(/[?.!]+$/, '');
  if (!/\b(?:compare|missing|lacking|lacks|forgot(?:ten)?|incomplete|anything else (?:we|i|it) needs?|what else|is (?:it|this|the form) complete|what should (?:we|i|it) (?:ask|add|have)|what (?:does|do) .* (?:need|require)s?|what do (?:i|we) need)\b/i.test(text)) return false;
  if (/^(?:add|fill|complete|include|put in)\b/i.test(text)) return false;
  const purpose = purposeSpoken(text, reading);
  if (!purpose) return askPurpose(reading);
  tellMissing(purpose, reading);
  return true;
};

export function tellMissing(purpose: Purpose, reading: Reading): void {
  const lacking = missingFor(reading.form, purpose);
  if (lacking.length === 0) {
    const extra = purpose.fine.map(knownByKey).filter((known) => !allFields(reading.form).some((field) => knownOf(field)?.key === known.key)).slice(0, 2);
    reading.report(`Nothing important: it has everything ${purpose.name} needs.${extra.length > 0 ? ` If you like, ${bolds(extra.map((known) => known.label), 'or')} could go in. Just say “add ${extra[0]?.label.toLowerCase() ?? ''}”.` : ''}`);
    return;
  }
  const shown = lacking.slice(0, most);
  const names = bolds(shown.map((known) => known.label));
  const rest = lacking.length - shown.length;
  const target = reading.form.sections.find((section) => section.id === commonSection(shown, reading));
  const where = target ? ` to “${target.title}”` : '';
  const lead = shown.length === 1 ? `One thing ${purpose.asker} ask for:` : `${capital(countOf(shown.length, 'thing'))} ${purpose.asker} ask for:`;
  reading.report(`${lead} ${names}.${rest > 0 ? ` After that, ${countOf(rest, 'more', 'more')}.` : ''} Shall I add ${shown.length === 1 ? 'it' : 'them'}${where}?`);
}

/** The one section where all of these would go, if it is one. */
function commonSection(known: readonly KnownField[], reading: Reading): string | null {
  const fallback = reading.form.sections.at(-1)?.id ?? '';
  const ids = new Set(known.map((one) => sectionFor(reading.form, one.topic, fallback)));
  return ids.size === 1 ? ([...ids][0] ?? null) : null;
}

export const complete: Rule = (clause, reading) => {
  const needs = /^(?:add|include|put in|insert|give it)\s+(?:(?:everything|all|the fields|fields|all the fields|whatever|anything|the things|things)\s+)?(?:that\s+)?(?:what(?:ever)?\s+)?(.*?)\s*(?:needs?|requires?|should have|usually has|is missing|are missing|lacks?)$/i.exec(clause);
  const rest = /^(?:add|include|fill in|put in)\s+(?:all\s+)?(?:the\s+|what is\s+|what's\s+)?(?:missing|lacking)(?:\s+(?:ones?|fields?|questions?|things?|parts?|bits?))?(?:\s+for\s+(.+))?$/i.exec(clause);
  const full = /^(?:complete|finish|fill out)\s+(?:the|this|my|it)\b(?:\s+form)?(?:\s+(?:for|as)\s+(.+))?$/i.exec(clause) ?? /^make (?:it|this|the form) (?:complete|ready)(?:\s+for\s+(.+))?$/i.exec(clause);
  const turn = /^(?:make|turn)\s+(?:it|this|the form)\s+(?:into\s+)?(?:an?\s+)(?:complete |full |proper |good |real )(.+)$/i.exec(clause);
  const match = needs ?? rest ?? full ?? turn;
  if (!match) return false;
  const purpose = purposeSpoken(match[1] ?? '', reading);
  if (!purpose) return askPurpose(reading);
  const lacking = missingFor(reading.form, purpose);
  if (lacking.length === 0) reading.report(`It has everything ${purpose.name} needs already.`);
  else addAll(lacking.map((known) => wantedOf(known)), null, reading);
  return true;
};

export function wantedOf(known: KnownField, more: Partial<NewField> = {}): Wanted {
  return { field: { label: known.label, type: known.type, span: known.span, ...known.more, ...more }, topic: known.topic, another: false, given: false };
}

function purposeSpoken(text: string, reading: Reading): Purpose | null {
  const skilled = reading.memory.skills.map(purposeById).find((purpose) => purpose !== null);
  return purposeIn(text) ?? skilled ?? purposeOf(reading.form);
}

function askPurpose(reading: Reading): boolean {
  reading.report(`What is the form for? I know ${listed(purposes.map((purpose) => purpose.name), 'and')}. Say for example: “what is missing for ${purposes[1]?.name ?? ''}?”`);
  return true;
}

export const build: Rule = (clause, reading) => {
  const match = /^(?:build|create|make|design|draft|write|generate|set up|start|prepare|give me|i need|i want|we need|we want|turn (?:it|this)(?: form)? into|replace (?:it|this|the form|everything) (?:with|by))\s+(?:me\s+|us\s+)?(?:(?:a|an|the|new|simple|short|little|small|basic|complete|full|quick)\s+)*(.+?)(?:\s+(?:form|questionnaire|from scratch))*$/i.exec(clause);
  if (!match?.[1]) return false;
  if (/\b(?:field|fields|section|sections|question|checkbox|dropdown|required|optional)\b/i.test(clause)) return false;
  const sure = /\b(?:form|survey|questionnaire|sign-?up|registration|application|intake|booking|from scratch)\b/i.test(clause) && !/^(?:i need|i want|we need|we want|give me)\s+(?:an?\s+)?(?:e-?mail|phone)/i.test(clause);
  const purpose = sure ? purposeIn(match[1]) : null;
  if (!purpose) return false;
  if (purposeOf(reading.form)?.id === purpose.id && allFields(reading.form).length > 2 && !/from scratch|new|replace/i.test(clause)) {
    reading.say(`This is ${purpose.name} already, so I keep it.`);
    tellMissing(purpose, reading);
    return true;
  }
  buildFromScratch(purpose, reading);
  return true;
};

function buildFromScratch(purpose: Purpose, reading: Reading): void {
  const old = reading.form.sections.map((section) => section.id);
  const had = allFields(reading.form).length;
  if (reading.form.title !== purpose.title || reading.form.description !== purpose.description) reading.do({ name: 'SetFormTitle', input: { title: purpose.title, description: purpose.description } });
  // The last old section goes when the first new one is there: a form is never without a section.
  for (const sectionId of old.slice(1)) reading.do({ name: 'RemoveSection', input: { sectionId } });
  for (const [index, [title, keys]] of purpose.sections.entries()) {
    reading.do({ name: 'AddSection', input: { title } });
    const first = old[0];
    if (index === 0 && first !== undefined) reading.do({ name: 'RemoveSection', input: { sectionId: first } });
    const sectionId = reading.form.sections.at(-1)?.id ?? '';
    for (const key of keys) {
      const known = knownByKey(key.replace('!', ''));
      reading.do({ name: 'AddField', input: { ...wantedOf(known).field, sectionId, required: key.endsWith('!') } });
    }
  }
  if (had > 0) reading.say('What was there is gone from the page, not lost: “undo that” brings it back.');
}

export const privacy: Rule = (clause, reading) => {
  if (!/\b(?:privacy|gdpr|data protection|personal data|too personal|sensitive|intrusive|data minimi[sz]ation|collects? too much|ask(?:ing)? too much|ask(?:ing)? for too much)\b/i.test(clause) || /\b(?:add|include|insert)\b/i.test(clause)) return false;
  privacyCheck(reading);
  return true;
};

export function privacyCheck(reading: Reading): void {
  const purpose = purposeOf(reading.form);
  const belongs = (key: string): boolean => purpose?.needs.some((need) => need.split('|').includes(key)) === true || purpose?.fine.includes(key) === true;
  const found = allFields(reading.form).flatMap((field) => {
    const known = knownOf(field);
    if (!known || belongs(known.key)) return [];
    const reason = known.delicate ?? (purpose && known.topic !== 'consent' && known.topic !== 'message' && (known.topic === 'contact' || known.topic === 'health' || known.topic === 'payment') ? `${purpose.name} does not need it` : null);
    return reason === null ? [] : [{ field, reason }];
  });
  const toRelax = allFields(reading.form).filter((field) => field.required && (knownOf(field)?.key === 'phone' || knownOf(field)?.key === 'address') && !purpose?.needs.some((need) => need === knownOf(field)?.key) && !found.some((one) => one.field.id === field.id));
  const subject = purpose ? purpose.name : 'this form';
  if (found.length === 0) {
    reading.report(toRelax.length > 0 ? `Nothing asks for more than ${subject} needs, but ${bolds(toRelax.map((field) => field.label))} need not be required. Shall I make ${toRelax.length === 1 ? 'it' : 'them'} optional?` : `Clean: no field asks for more than ${subject} needs.${consentAdvice(reading)}`);
    return;
  }
  const lines = found.map(({ field, reason }) => `- ${bold(field.label)}: ${reason}${field.required ? ', and it is required' : ''}.`);
  const head = found.length === 1 ? `One field asks for more than ${subject} needs:` : `${capital(countOf(found.length, 'field'))} ask for more than ${subject} needs:`;
  reading.report(`${head}\n\n${lines.join('\n')}\n\nShall I remove ${found.length === 1 ? 'it' : 'them'}?`);
}

function consentAdvice(reading: Reading): string {
  const has = allFields(reading.form).some((field) => knownOf(field)?.key === 'consent');
  return has ? '' : ' If you keep the answers longer than the matter lasts, say “add a consent checkbox”.';
}
