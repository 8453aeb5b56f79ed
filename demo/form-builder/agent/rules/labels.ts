/** Labels as a whole: plainer, shorter, in another language. */
import { allFields } from '../../form-model.js';
import { knownByName, type KnownField, type Language } from '../catalogue.js';
import { fieldsNamed, tryFields } from '../references.js';
import type { Reading } from '../reading.js';
import { bolds, capital, countOf, fold, sentenceCase } from '../words.js';
import type { Rule } from './rule.js';

export const plainLabels: Rule = (clause, reading) => {
  const match = /\b(plain(?:er)?|simple(?:r)?|simplif(?:y|ied)|short(?:er|en)?|clear(?:er)?|friendl(?:y|ier)|easier|less (?:formal|stiff|bureaucratic)|understandable|tidy|concise)\b/i.exec(clause);
  if (!match || !/\b(?:label|labels|wording|language|names|words|text|texts|questions|everything|all|them|it|this|form|jargon)\b/i.test(clause)) return false;
  if (/^(?:add|what|which|how|build|create|give me|i need)\b/i.test(clause)) return false;
  makePlain(scopeOf(clause, reading), reading);
  return true;
};

function scopeOf(clause: string, reading: Reading): readonly string[] {
  const phrase = /^(?:make|simplify|shorten|rewrite|reword)\s+(?:the\s+)?(?:label|wording|name)\s+of\s+(.+?)(?:\s+(?:plainer|simpler|shorter|clearer|easier))?$/i.exec(clause)?.[1] ?? /^(?:make|simplify|shorten)\s+(it|this|that|this field|this label|them)\b/i.exec(clause)?.[1]?.replace(/\s+label$/i, '');
  const ids = phrase === undefined || /^(?:it|them)$/i.test(phrase) && /form|labels/i.test(clause) ? null : tryFields(phrase, reading);
  return ids ?? allFields(reading.form).map((field) => field.id);
}

export function makePlain(ids: readonly string[], reading: Reading): void {
  const changed = ids.filter((id) => {
    const { label } = reading.field(id);
    const plain = plainLabel(label);
    const clash = allFields(reading.form).some((field) => field.id !== id && fold(field.label) === fold(plain));
    if (plain === label || clash) return false;
    reading.do({ name: 'SetFieldLabel', input: { fieldId: id, label: plain } });
    return true;
  });
  if (changed.length === 0) reading.report(`The labels are plain already: short, everyday words.${allFields(reading.form).length === 0 ? '' : ' Say “rename … to …” for a word of your own.'}`);
  else reading.focus = changed;
}

const rewordings: readonly (readonly [RegExp, string])[] = [
  [/\s*\((?:if (?:applicable|any|relevant)|where applicable|optional|required|please specify|mobile preferred|please print|in block letters?|in full)\)/gi, ''],
  [/,?\s*(?:if|where) (?:applicable|relevant)$/gi, ''],
  [/^(?:please|kindly)\s+/i, ''],
  [/^(?:enter|provide|state|give|type in|type|specify|indicate|insert|supply|fill in|submit|tell us|select|choose)\s+(?:us\s+)?(?:(?:your|the|a|an)\s+)?/i, ''],
  [/^(?:your|applicant's|applicant|the applicant's)\s+(?=\S)/i, ''],
  [/\butili[sz]e\b/gi, 'use'],
  [/\bcommencement\b/gi, 'start'],
  [/\bcommence\b/gi, 'start'],
  [/\bterminat(?:ion|e)\b/gi, 'end'],
  [/\bprior to\b/gi, 'before'],
  [/\bsubsequent to\b/gi, 'after'],
  [/\bin the event (?:of|that)\b/gi, 'if'],
  [/\bapproximately\b/gi, 'about'],
  [/\badditional\b/gi, 'more'],
  [/\bresidential address\b/gi, 'address'],
  [/\bremuneration\b/gi, 'pay'],
  [/\bmost recent\b/gi, 'last'],
  [/\belectronic mail(?: address)?\b/gi, 'e-mail'],
  [/\btelephone number\b/gi, 'phone'],
  [/\bcurriculum vitae\b/gi, 'CV'],
  [/\b(?:forename|given name)s?\b/gi, 'first name'],
  [/\bsurname\b/gi, 'last name'],
  [/\bin order to\b/gi, 'to'],
  [/\bwith regard to\b/gi, 'about'],
  [/\bpossess\b/gi, 'have'],
  [/\bcurrently\s+/gi, ''],
  [/\bvalid\s+(?=\w)/gi, ''],
  [/\s*[:*]+$/g, ''],
  [/\s{2,}/g, ' '],
];

/** The usual short name where the field is a known one; otherwise the same words without officialese. */
export function plainLabel(label: string): string {
  const known = knownByName(label);
  if (known && known.topic !== 'consent' && known.label.length < label.length && fold(known.label) !== fold(label)) return known.label;
  let text = label.trim();
  for (const [pattern, word] of rewordings) text = text.replace(pattern, word);
  const after = knownByName(text);
  if (after && after.topic !== 'consent' && after.label.length < text.length) text = after.label;
  return text.trim() === '' ? label : sentenceCase(titleCaseDown(text.trim()));
}

/** “Date Of Last Visit” → “Date of last visit”; single words and names inside a normal sentence stay. */
function titleCaseDown(text: string): string {
  const words = text.split(' ');
  const titled = words.length > 1 && words.every((word) => /^[A-Z][a-z]*$|^(?:of|the|and|for|to|in|or|a)$/.test(word));
  return titled ? words.map((word, index) => (index === 0 ? word : word.toLowerCase())).join(' ') : text;
}

const languages: Readonly<Record<string, Language>> = { german: 'de', deutsch: 'de', spanish: 'es', espanol: 'es', castellano: 'es', french: 'fr', francais: 'fr', english: 'en' };

const titles: readonly Readonly<Record<Language, string>>[] = [
  { en: 'Job application', de: 'Bewerbung', es: 'Solicitud de empleo', fr: 'Candidature' },
  { en: 'Event registration', de: 'Anmeldung', es: 'Inscripción', fr: 'Inscription' },
  { en: 'Contact us', de: 'Kontakt', es: 'Contacto', fr: 'Contact' },
  { en: 'Your feedback', de: 'Ihre Rückmeldung', es: 'Su opinión', fr: 'Votre avis' },
  { en: 'Newsletter', de: 'Newsletter', es: 'Boletín', fr: 'Lettre d’information' },
  { en: 'New patient', de: 'Neue Patienten', es: 'Paciente nuevo', fr: 'Nouveau patient' },
  { en: 'Order', de: 'Bestellung', es: 'Pedido', fr: 'Commande' },
  { en: 'Book an appointment', de: 'Termin buchen', es: 'Pedir cita', fr: 'Prendre rendez-vous' },
  { en: 'About you', de: 'Über Sie', es: 'Sobre usted', fr: 'À propos de vous' },
  { en: 'Work history', de: 'Berufsweg', es: 'Experiencia laboral', fr: 'Parcours professionnel' },
  { en: 'Documents', de: 'Unterlagen', es: 'Documentos', fr: 'Documents' },
  { en: 'Education', de: 'Ausbildung', es: 'Formación', fr: 'Formation' },
  { en: 'Your message', de: 'Ihre Nachricht', es: 'Su mensaje', fr: 'Votre message' },
  { en: 'The event', de: 'Die Veranstaltung', es: 'El evento', fr: 'L’événement' },
  { en: 'Your order', de: 'Ihre Bestellung', es: 'Su pedido', fr: 'Votre commande' },
  { en: 'Delivery', de: 'Lieferung', es: 'Entrega', fr: 'Livraison' },
  { en: 'Payment', de: 'Zahlung', es: 'Pago', fr: 'Paiement' },
  { en: 'Your health', de: 'Ihre Gesundheit', es: 'Su salud', fr: 'Votre santé' },
  { en: 'Your visit', de: 'Ihr Besuch', es: 'Su visita', fr: 'Votre visite' },
  { en: 'Before you finish', de: 'Zum Schluss', es: 'Antes de terminar', fr: 'Avant de terminer' },
  { en: 'Consent', de: 'Einwilligung', es: 'Consentimiento', fr: 'Consentement' },
  { en: 'Sign up', de: 'Anmelden', es: 'Suscribirse', fr: 'S’inscrire' },
];

export const translate: Rule = (clause, reading) => {
  const match = /\b(?:translate|translated|labels?|form|everything|them|it|in|into|to)\b.*?\b(?:in|into|to)\s+(german|deutsch|spanish|español|espanol|castellano|french|français|francais|english)\b/i.exec(clause) ?? /^(german|spanish|french|english)(?:\s+(?:please|labels|version))*$/i.exec(clause);
  const other = match ? null : /^translate\b.*?\b(?:in|into|to)\s+(\w+)$/i.exec(clause);
  if (other?.[1]) {
    reading.say(`I know German, Spanish, French and English, but not ${capital(other[1])}. You can still give me the words: “rename Phone to …”.`);
    return true;
  }
  const language = languages[fold(match?.[1] ?? '')];
  if (!match || !language || /^(?:add|create|remove)\b/i.test(clause)) return false;
  const phrase = /^(?:translate|put|change|turn|make)\s+(.+?)\s+(?:in|into|to)\s+\w+$/i.exec(clause)?.[1];
  const whole = phrase === undefined || /\b(?:labels?|form|everything|all|it|them|fields?)\b/i.test(phrase);
  translateAll(whole ? allFields(reading.form).map((field) => field.id) : fieldsNamed(phrase, reading), whole, language, capital(match[1] ?? ''), reading);
  return true;
};

function translateAll(ids: readonly string[], whole: boolean, language: Language, name: string, reading: Reading): void {
  const unknown: string[] = [];
  const nameIn = (known: KnownField): string => (language === 'en' ? known.label : known.translations[language]);
  if (whole) {
    const translated = titles.find((row) => Object.values(row).includes(reading.form.title))?.[language];
    if (translated && translated !== reading.form.title) reading.do({ name: 'SetFormTitle', input: { title: translated } });
    for (const section of reading.form.sections) {
      const found = titles.find((row) => Object.values(row).includes(section.title))?.[language];
      if (found && found !== section.title) reading.do({ name: 'SetSectionTitle', input: { sectionId: section.id, title: found } });
      else if (!found) unknown.push(section.title);
    }
  }
  for (const fieldId of ids) {
    const { label } = reading.field(fieldId);
    const known = knownByName(label) ?? knownByName(plainLabel(label));
    if (!known) unknown.push(label);
    else if (nameIn(known) !== label) reading.do({ name: 'SetFieldLabel', input: { fieldId, label: nameIn(known) } });
  }
  if (unknown.length > 0) reading.say(`I do not know ${countOf(unknown.length, 'name')} in ${name}, so ${unknown.length === 1 ? 'it stays' : 'they stay'}: ${bolds(unknown)}.`);
  else if (reading.calls.length === 0) reading.say(`The labels are in ${name} already.`);
}
