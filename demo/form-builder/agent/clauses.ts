/** A request in its clauses, each without politeness: “Please add a phone field, and make it required” → two. */
import { aroundQuotes, tidy } from './words.js';

const verbs =
  'add|remove|delete|drop|rename|relabel|make|set|move|put|change|turn|mark|swap|translate|split|require|include|insert|call it|call them|call the|call this|name it|preview|undo|get rid|build|sort|reorder|place|give it|give them|convert|keep it|label it|merge';

const boundary = new RegExp(
  [`(?<=[^\\s])[.!;]+\\s+`, `\\n+`, `\\?\\s+(?=\\S)`, `,?\\s+(?:and\\s+)?(?:then|also|afterwards|finally)\\s+(?=(?:please\\s+)?(?:${verbs})\\b)`, `,\\s*(?:and\\s+|but\\s+)?(?=(?:please\\s+)?(?:${verbs})\\b)`, `\\s+(?:and|but|&)\\s+(?=(?:please\\s+)?(?:${verbs})\\b)`].join('|'),
  'i',
);

const openings: readonly RegExp[] = [
  /^(?:please|pls|plz|kindly|hey|hi|hello|ok|okay|so|well|now|also|then|and|next|great|cool|nice|perfect|thanks|thank you|alright|right|actually|hmm|oh|finally|first|first of all|just|simply|maybe|perhaps|but|yes|go ahead and|again)(?:[,!. ]+)(?=\S)/i,
  /^(?:can|could|would|will|may)\s+(?:you|we|i)(?:\s+(?:please|also|just|maybe|kindly))*\s+/i,
  /^(?:i|we)(?:'d|\s+would)?\s+(?:like|want|love|wish|prefer|need|have)(?:\s+(?:you|it))?\s+to\s+/i,
  /^(?:i|we)\s+(?:want|need)\s+you\s+to\s+/i,
  /^(?:let's|lets|let us|how about|what about|why don't you|why not|help me(?: to)?|try to|go and|you (?:can|could|should|may))\s+(?=\w)/i,
  /^(?:form agent|agent|@form-agent|@\S+)[,:]?\s+/i,
  /^would you mind\s+/i,
];

const closings: readonly RegExp[] = [/[,\s]+(?:please|pls|plz|thanks|thank you|thx|for me|too|as well|for now|right now|instead|if (?:you can|possible)|would you|ok|okay)$/i, /\s+(?:to|on|in|from|of)\s+(?:the|this|my|our)\s+form$/i];

/** The clauses of a request, in order. */
export function clausesOf(text: string): readonly string[] {
  return aroundQuotes(tidy(text), (bare) => bare.split(boundary))
    .map(stripped)
    .filter((clause) => clause !== '');
}

/** A clause without its polite beginning and end and without its final full stop. */
export function stripped(clause: string): string {
  let text = clause.trim();
  for (let before = ''; before !== text; ) {
    before = text;
    text = text.replace(/[.!…\s]+$/, '').replace(/,$/, '').replace(/^(i|we)\s+(?:also|still|really|only|just)\s+(?=need|want)/i, '$1 ');
    if (/^(?:can|could|would|will|may)\s+(?:you|we|i)\b/i.test(text)) text = text.replace(/\?+$/, '');
    for (const opening of openings) text = text.replace(opening, '');
    for (const closing of closings) text = text.replace(closing, '');
  }
  // “adding a field” after “would you mind”, “how about”.
  return text.replace(/^(add|remov|delet|renam|mov|mak|chang|put|drop|split|translat|sett)t?ing\s+/i, (_, stem: string) => `${gerunds[stem.toLowerCase()] ?? stem} `);
}

const gerunds: Readonly<Record<string, string>> = { remov: 'remove', delet: 'delete', renam: 'rename', mov: 'move', mak: 'make', chang: 'change', translat: 'translate', sett: 'set', put: 'put', drop: 'drop', split: 'split', add: 'add' };
