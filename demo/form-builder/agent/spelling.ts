/** Slips in the words that steer a request (“remvoe”, “reqired”). Names of fields have their own forgiveness. */
import { allFields, type Form } from '../form-model.js';
import { knownByName } from './catalogue.js';
import { aroundQuotes, distance, fold } from './words.js';

const verbs = ['remove', 'delete', 'rename', 'relabel', 'translate', 'preview', 'change', 'insert', 'include', 'reorder', 'explain'];
const others = ['required', 'optional', 'mandatory', 'section', 'sections', 'dropdown', 'checkbox', 'missing', 'privacy', 'before', 'options', 'labels', 'field', 'fields', 'width', 'after'];
/** Real words that are one letter away from a steering one. */
const real = new Set(['require', 'requires', 'requited', 'optionally', 'explained', 'session', 'sessions', 'remote', 'remover', 'option', 'label', 'select', 'renamed', 'removed', 'deleted', 'changed', 'mission', 'alter', 'yield', 'shield', 'filed', 'action', 'actions', 'charge', 'inserts', 'chance', 'options', 'with', 'afters', 'later', 'wide']);

/** One letter wrong, missing, too many or swapped; the first letter is trusted. */
export function corrected(clause: string, form: Form): string {
  const own = new Set(allFields(form).flatMap((field) => fold(field.label).split(' ')));
  const fix = (word: string, index: number): string => {
    const lower = word.toLowerCase();
    if (lower.length < 4 || real.has(lower) || own.has(lower) || knownByName(lower)) return word;
    const candidates = index === 0 ? [...verbs, ...others] : others;
    if (candidates.includes(lower)) return word;
    return candidates.find((candidate) => candidate[0] === lower[0] && Math.abs(candidate.length - lower.length) <= 1 && distance(candidate, lower) === 1) ?? word;
  };
  return aroundQuotes(clause, (bare) => {
    let index = 0;
    return [bare.replace(/[A-Za-z]+/g, (word) => fix(word, index++)).replace(/\b(?:teh|hte|th)\b/gi, 'the')];
  })[0] ?? clause;
}
