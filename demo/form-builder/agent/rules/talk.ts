/** Greetings, thanks, help, undo, preview, saving. */
import { allFields } from '../../form-model.js';
import { purposeOf } from '../purposes.js';
import { Unclear } from '../reading.js';
import type { Rule } from './rule.js';

export const greeting: Rule = (clause, reading) => {
  if (!/^(?:hi|hello|hey|hiya|good (?:morning|afternoon|evening|day)|greetings|howdy|moin|hallo|yo)(?:\s+(?:there|again|you|agent|form agent|everyone))*$/i.test(clause.replace(/[!?.,]/g, ''))) return false;
  reading.say(`Hello. I help with “${reading.form.title}”. Ask what is missing, or tell me what to change: “add a phone field”, “make it three sections”.`);
  return true;
};

export const thanks: Rule = (clause, reading) => {
  if (!/^(?:(?:many |ok |okay |great |perfect |super |cool )?(?:thanks|thank you|thx|cheers|merci|danke|ty)|(?:that(?:'s| is| was) )?(?:great|perfect|nice|good|cool|wonderful|excellent|lovely|well done|good job|nice work|awesome)(?: job| work)?|(?:i )?love it|looks good)(?:\s+(?:a lot|so much|very much|you|agent|for (?:that|your help|the help)))*$/i.test(clause.replace(/[!?.,]/g, ''))) return false;
  reading.say('You are welcome. When the form is right, **Save** is at the top; I never save.');
  return true;
};

export const help: Rule = (clause, reading) => {
  if (!/^(?:help(?: me)?|what can (?:you|i) (?:do|say|ask)(?: (?:here|for me|with (?:this|the form)))?|what do you do|how (?:does this|do you) work|who are you|what are you|what(?:'s| is) possible|commands|options|how can you help(?: me)?|what are your (?:skills|abilities|commands)|are you (?:an? )?(?:ai|human|robot|bot|llm|real|chatgpt|claude).*)$/i.test(clause.replace(/[!?.,]/g, '').trim())) return false;
  const first = allFields(reading.form)[0]?.label ?? 'Name';
  const self = /^(?:who|what) are you|^are you/i.test(clause) ? 'I am the form agent: a small rule-based helper that lives in this page, without a language model or a network.\n\n' : '';
  reading.say(
    `${self}I read and change this form. For example:\n\n- “add name, email and phone”, “add a dropdown Country with options France, Spain”\n- “make ${first} optional”, “put From and To side by side”, “move it after ${first}”\n- “make it three sections: About you, Work history, Documents”\n- “what is missing for ${purposeOf(reading.form)?.name ?? 'an event registration'}?”, “check it for privacy”, “draw the fields by type”, “translate the labels to German”\n\nEverything can be undone, and you are the one who saves.`,
  );
  return true;
};

export const undo: Rule = (clause, reading) => {
  if (!/^(?:undo|revert|take (?:that|it|this) back|roll ?back|go back|restore(?: it)?|bring (?:it|that|them) back|put (?:it|that|them) back|reverse that|cancel that|i didn't mean that)\b(?:\s+(?:that|it|this|the last (?:change|one|step|thing|changes)|your (?:last )?changes?|everything|all|all of (?:it|that)|them|last|please|what you did|those))*$/i.test(clause.replace(/[!.]/g, ''))) return false;
  const { inverse } = reading.memory;
  if (inverse === 'unknown') {
    reading.needsInverse = true;
    return true;
  }
  if (!inverse || inverse.length === 0) {
    reading.say('I have nothing of mine to take back. **Undo** in the top bar steps back through every change, yours and mine.');
    return true;
  }
  try {
    for (const call of inverse) reading.do(call);
  } catch (error) {
    if (!(error instanceof Unclear)) throw error;
    reading.calls.length = 0;
    reading.form = reading.before;
    reading.say(`That change cannot be taken back by me any more: ${error.message} **Undo** in the top bar still can.`);
  }
  return true;
};

export const preview: Rule = (clause, reading) => {
  if (!/^(?:(?:open|show|start|see)\s+(?:me\s+)?(?:a\s+|the\s+)?preview|preview(?:\s+(?:it|the form|this))?|(?:show me|let me see) (?:how it looks|what it looks like|it)|(?:try|test) (?:it|the form)(?: out)?|how does it look|what does it look like)$/i.test(clause.replace(/[?!.]/g, ''))) return false;
  reading.preview = true;
  return true;
};

export const saving: Rule = (clause, reading) => {
  if (!/^(?:save|publish|submit|send|export|deploy|share|go live)\b(?:\s+(?:it|this|that|the form|my form|now|draft|the draft|everything|changes|the changes))*$/i.test(clause)) return false;
  reading.say('Saving is yours: press **Save** at the top right. I only change the draft.');
  return true;
};
