/** Answers to what the agent left open: “yes, both, after the phone”, “only the first”, “no”, “go ahead without step 2”. */
import { allFields } from '../form-model.js';
import { knownByName } from './catalogue.js';
import { stripped } from './clauses.js';
import { fieldsWanted, takeFlags, takePlace } from './new-field.js';
import { offerIn, type Offer } from './offers.js';
import { purposeIn } from './purposes.js';
import type { Reading } from './reading.js';
import { addAll } from './rules/add.js';
import { wantedOf, tellMissing } from './rules/purpose-rules.js';
import { isStep, parseStep, withoutNumber } from './step-text.js';
import { bolds, capital, countOf, fold, isNear, numberFrom, splitList, tidy } from './words.js';

/** What a reply came to. `rest` is a request that followed the “yes” or “no” and is still to be read. */
export type ReplyResult = { readonly type: 'none' } | { readonly type: 'done'; readonly rest: string } | { readonly type: 'again'; readonly preferred: string };

const yes = /^(?:yes please|yes|yep|yeah|yup|ya|sure thing|sure|okay|ok|please do(?: so| it)?|do it|do that|do them|do so|go ahead|go for it|sounds (?:good|great|right)|fine(?: by me)?|absolutely|of course|certainly|definitely|exactly|correct|agreed|approved?|alright|make it so|proceed|continue|execute(?: it| the plan)?|carry on|run it|perfect|great|good|please|why not|by all means|i agree|confirm(?:ed)?|si|oui|ja)(?=$|[\s,.!;:])/i;
const no = /^(?:no thanks|no thank you|nope|nah|not (?:now|yet|needed|necessary|really)|no|never ?mind|leave (?:it|them|that)(?: (?:out|as (?:it|they) (?:is|are)))?|cancel|forget (?:it|that)|neither|none(?: of them)?|don't(?: do (?:it|that))?|do not|later|skip (?:it|that|them)|stop|reject(?:ed)?|drop it)(?=$|[\s,.!;:])/i;
const ordinals = ['first', 'second', 'third', 'fourth', 'fifth'];

export function replyTo(text: string, reading: Reading): ReplyResult {
  const last = reading.memory.turns.findLast((turn) => turn.role === 'assistant');
  const offer = last ? offerIn(last.text) : null;
  let rest = tidy(text).replace(/[.!]+$/, '');
  let agreed = false;
  for (let match = yes.exec(rest); match; match = yes.exec(rest)) {
    agreed = true;
    rest = rest.slice(match[0].length).replace(/^[\s,.!;:-]+/, '');
  }
  const refused = agreed ? null : no.exec(rest);
  if (refused) {
    const after = rest.slice(refused[0].length).replace(/^[\s,.!;:-]+/, '').replace(/^(?:but|just|and)\s+/i, '');
    const picked = offer && 'names' in offer && offer.type !== 'which' && after !== '' ? pick(after, offer.names) : null;
    const whole = after === '' || /^[,.!;:-]/.test(rest.slice(refused[0].length).trim());
    if (!picked && !whole && !/^(?:thanks|thank you|please)\b/i.test(after)) return { type: 'none' };
    if (!picked && after !== '' && !/^(?:thanks|thank you|them|it|that|please)\b/i.test(after)) return { type: 'done', rest: after };
    if (!picked) {
      reading.say(offer?.type === 'plan' ? 'All right, I dropped the plan. Nothing has changed.' : 'All right. Nothing has changed.');
      return { type: 'done', rest: '' };
    }
    rest = after;
  }
  if (!offer) {
    if (!agreed || (rest !== '' && fold(rest) !== 'both' && fold(rest) !== 'all')) return { type: 'none' };
    reading.say('There is nothing open to say yes to. Ask “what is missing?”, or tell me what to change.');
    return { type: 'done', rest: '' };
  }
  switch (offer.type) {
    case 'plan':
      return carryOut(offer.lines, rest, agreed, reading);
    case 'which': {
      const name = rest === '' && agreed ? offer.names[0] : pick(rest, offer.names)?.[0];
      return name === undefined || (!agreed && fold(rest).split(' ').length > 6) ? { type: 'none' } : { type: 'again', preferred: name };
    }
    case 'purpose': {
      const purpose = fold(rest).split(' ').length <= 6 && !/^(?:add|make|remove|rename|move|build|create|translate|what|which|how)\b/i.test(rest) ? purposeIn(rest) : null;
      if (!purpose) return { type: 'none' };
      tellMissing(purpose, reading);
      return { type: 'done', rest: '' };
    }
    case 'clear':
      if (!agreed) return { type: 'none' };
      for (const field of allFields(reading.form)) reading.do({ name: 'RemoveField', input: { fieldId: field.id } });
      return { type: 'done', rest };
    default:
      return accept(offer, rest, agreed || refused !== null, reading);
  }
}

/** What people say around a choice. */
const filler = /\b(?:please|add|adding|remove|removing|make|them|they|both|all|it|of|the|two|three|go|ahead|do|that|these|those|just|only|and|then|but|put|as|with|everything|be|should|ones?|fields?|in|there|so|optional|too|instead|thanks|me|for)\b/g;

function accept(offer: Extract<Offer, { readonly names: readonly string[] }>, said: string, agreed: boolean, reading: Reading): ReplyResult {
  const opens = agreed || /^(?:only|just|both|all(?: of them)?$|all\b.*\b(?:except|but)\b|everything|the (?:first|second|third|last)|first|second|(?:add|remove) (?:them|it|both|all|just|only|the (?:first|second|last))|but (?:not|without)|without|not the)\b/i.test(said) || named(said, offer.names) !== null;
  if (!opens) return { type: 'none' };
  const clauses = said.split(/(?:,\s*|\s+)(?:and|but|then|also)\s+(?=(?:also\s+)?(?:rename|move|translate|delete|drop|split|undo|preview|change|set|add\s+(?!them|it|both|all)))/i);
  const [first = '', ...others] = clauses;
  const { rest, place } = offer.type === 'add' ? takePlace(` ${first}`, reading) : { rest: first, place: null };
  const { rest: bare, flags } = offer.type === 'add' ? takeFlags(rest) : { rest, flags: {} };
  const choice = pick(bare, offer.names);
  const plain = fold(bare).replace(filler, '').trim() === '';
  if (choice === null && !plain) {
    if (!agreed) return { type: 'none' };
    // “Yes, and rename …”: the yes is for the offer, the rest is read as a new request.
    take(offer, offer.names, null, {}, reading);
    return { type: 'done', rest: stripped(said) };
  }
  take(offer, choice ?? offer.names, place, flags, reading);
  return { type: 'done', rest: others.join(' and ') };
}

function take(offer: Extract<Offer, { readonly names: readonly string[] }>, names: readonly string[], place: ReturnType<typeof takePlace>['place'], flags: ReturnType<typeof takeFlags>['flags'], reading: Reading): void {
  if (offer.type === 'add') {
    const section = reading.form.sections.find((one) => one.title === offer.section);
    const wanted = names.flatMap((name) => {
      const known = knownByName(name);
      return known && known.label === name ? [wantedOf(known, flags)] : fieldsWanted(`"${name}"`).map((one) => ({ ...one, field: { ...one.field, ...flags } }));
    });
    addAll(wanted, place ?? (section ? { sectionId: section.id, index: null } : null), reading);
    return;
  }
  const ids = names.flatMap((name) => allFields(reading.form).find((field) => field.label === name)?.id ?? []);
  if (ids.length === 0) reading.say(`${bolds(names)} ${names.length === 1 ? 'is' : 'are'} not in the form any more.`);
  for (const fieldId of ids) reading.do(offer.type === 'remove' ? { name: 'RemoveField', input: { fieldId } } : { name: 'ToggleFieldRequired', input: { fieldId, required: false } });
}

/** Which of the offered names a reply picks; null when it picks none. */
function pick(text: string, names: readonly string[]): readonly string[] | null {
  const word = fold(text);
  const except = /\b(?:except|but not|but|without|apart from|not)\b(?: the)? (.+)$/.exec(word)?.[1];
  if (except !== undefined) {
    const out = pick(except, names);
    return out ? names.filter((name) => !out.includes(name)) : null;
  }
  const several = /\b(first|last) (two|three|2|3)\b/.exec(word);
  const count = numberFrom(several?.[2]);
  if (several && count !== null) return several[1] === 'first' ? names.slice(0, count) : names.slice(-count);
  const byPlace = names.filter((_, index) => new RegExp(`\\b${ordinals[index] ?? '#'}\\b`).test(word) || (index === names.length - 1 && /\b(?:last|latter)\b/.test(word)) || (index === 0 && /\bformer\b/.test(word)));
  if (byPlace.length > 0) return byPlace;
  return named(text, names);
}

function named(text: string, names: readonly string[]): readonly string[] | null {
  const parts = splitList(text.replace(/^(?:only|just|but|yes|the|please|add|remove)\s+/i, '')).map((part) => fold(part).replace(/^(?:(?:only|just|the|a|an|please|add|remove) )+/, '').replace(/ (?:only|please|field|one)$/, ''));
  const found = names.filter((name) => parts.some((part) => part !== '' && (fold(name) === part || isNear(fold(name), part) || (part.length > 2 && ` ${fold(name)} `.includes(` ${part} `)))));
  return found.length > 0 && found.length >= parts.length ? found : found.length > 0 && parts.length - found.length <= 1 && parts.length > 1 ? found : null;
}

/** Runs the lines of a plan that the reply asks for. A line whose field has gone is reported, not guessed; one in a person's own words is read as a request. */
function carryOut(lines: readonly string[], said: string, agreed: boolean, reading: Reading): ReplyResult {
  const chosen = chosenSteps(said, lines.length);
  if (!agreed && !chosen) return { type: 'none' };
  const leftover = chosen || fold(said).replace(filler, '').replace(/\b(?:plan|step|steps|now|with)\b/g, '').trim() === '' ? '' : said;
  const gone: string[] = [];
  const free: string[] = [];
  for (const [index, line] of lines.entries()) {
    if (chosen && !chosen.has(index + 1)) continue;
    const call = parseStep(line, reading.form);
    if (call) reading.do(call);
    else if (!isStep(line)) free.push(withoutNumber(line));
    else gone.push(String(index + 1));
  }
  if (gone.length > 0) reading.say(`${capital(countOf(gone.length, 'step'))} (${gone.join(', ')}) no longer ${gone.length === 1 ? 'fits' : 'fit'} the form, so I left ${gone.length === 1 ? 'it' : 'them'} out.`);
  return { type: 'done', rest: [stripped(leftover), ...free].filter((part) => part !== '').join('\n') };
}

/** The numbers of the wanted steps; null when the reply names none. */
function chosenSteps(said: string, count: number): ReadonlySet<number> | null {
  const word = said.toLowerCase().replace(/\b(first|second|third|fourth|fifth|last) one\b/g, '$1');
  const all = Array.from({ length: count }, (_, index) => index + 1);
  const upTo = /\b(?:up to|until|through|to)\s+(?:step\s+)?(\w+)/.exec(word);
  const limit = numberFrom(upTo?.[1]);
  if (upTo && limit !== null && !/\d\s*(?:-|to)\s*\d/.test(word)) return new Set(all.filter((step) => step <= limit));
  const lead = /\bfirst\s+(two|three|four|\d)\b/.exec(word);
  const leading = numberFrom(lead?.[1]);
  if (leading !== null) return new Set(all.slice(0, leading));
  if (!/\b(?:steps?|number|only|just|skip|without|except|but not|first|second|third|last|not)\b/.test(word)) return null;
  const range = /(\d+)\s*(?:-|to|through)\s*(\d+)/.exec(word);
  const numbers = new Set(range ? all.filter((step) => step >= Number(range[1]) && step <= Number(range[2])) : [...word.matchAll(/\b(\d+|one|two|three|four|five|six|seven|eight|nine)\b/g)].flatMap((match) => numberFrom(match[1]) ?? []));
  for (const [index, name] of ordinals.entries()) if (new RegExp(`\\b${name}\\b`).test(word)) numbers.add(index + 1);
  if (/\blast\b/.test(word)) numbers.add(count);
  if (numbers.size === 0) return null;
  return /\b(?:skip|without|except|but not|not|leave out|omit)\b/.test(word) ? new Set(all.filter((step) => !numbers.has(step))) : numbers;
}
