/** Eight things a form is usually for: what belongs in it, and what merely could. */
import { allFields, type Form } from '../form-model.js';
import { knownByKey, knownOf, topicsOfTitle, type KnownField } from './catalogue.js';
import { fold } from './words.js';

export interface Purpose {
  readonly id: string;
  /** With its article: “a job application”. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly words: readonly string[];
  /** Sections with the keys of their fields; the whole of a form built from scratch. `!` marks required ones. */
  readonly sections: readonly (readonly [title: string, keys: readonly string[]])[];
  /** What is missing when it is not there. Any of the keys with `|` between them will do. */
  readonly needs: readonly string[];
  /** Common and harmless, but not needed. */
  readonly fine: readonly string[];
  /** Who asks for the needed things, for the sentence “Two things … ask for”. */
  readonly asker: string;
}

export const purposes: readonly Purpose[] = [
  {
    id: 'job-application',
    name: 'a job application',
    title: 'Job application',
    description: 'Takes about five minutes. You can come back to it later.',
    words: ['job application', 'job', 'application form', 'applicant', 'vacancy', 'apply', 'application', 'hiring', 'recruitment', 'career'],
    sections: [
      ['About you', ['full-name!', 'email!', 'phone', 'notice-period', 'work-permit']],
      ['Work history', ['last-employer', 'work-from', 'work-to']],
      ['Documents', ['cv!']],
    ],
    needs: ['full-name|last-name', 'email', 'phone', 'notice-period|work-start', 'work-permit', 'last-employer|experience', 'cv'],
    fine: ['first-name', 'position', 'cover-letter', 'certificates', 'linkedin', 'portfolio', 'work-from', 'work-to', 'education', 'skills', 'languages', 'references', 'role', 'consent', 'source', 'comments', 'pronouns', 'website', 'attachment', 'city', 'country'],
    asker: 'most employers',
  },
  {
    id: 'event-registration',
    name: 'an event registration',
    title: 'Event registration',
    description: 'Save your place. We write to you a week before.',
    words: ['event registration', 'event', 'conference', 'registration', 'sign up for the event', 'workshop', 'party', 'rsvp', 'webinar', 'meetup', 'course'],
    sections: [
      ['About you', ['full-name!', 'email!', 'company']],
      ['The event', ['ticket!', 'session', 'guests', 'diet', 'access-needs']],
      ['Before you finish', ['terms!']],
    ],
    needs: ['full-name|last-name', 'email', 'ticket|session', 'guests', 'diet', 'access-needs'],
    fine: ['first-name', 'phone', 'company', 'role', 'arrival', 'departure', 'consent', 'terms', 'newsletter', 'comments', 'source', 'pronouns', 'emergency-contact', 'emergency-phone', 'country', 'city', 'payment'],
    asker: 'organisers',
  },
  {
    id: 'contact',
    name: 'a contact form',
    title: 'Contact us',
    description: 'We answer within two working days.',
    words: ['contact form', 'contact us', 'contact', 'get in touch', 'enquiry', 'inquiry', 'support request', 'message us'],
    sections: [['Your message', ['full-name!', 'email!', 'subject', 'message!']]],
    needs: ['full-name|last-name', 'email', 'subject', 'message'],
    fine: ['first-name', 'phone', 'company', 'contact-way', 'order-number', 'attachment', 'consent', 'comments'],
    asker: 'contact forms',
  },
  {
    id: 'feedback',
    name: 'a feedback form',
    title: 'Your feedback',
    description: 'Four short questions. No name needed.',
    words: ['feedback form', 'feedback', 'survey', 'satisfaction', 'review', 'evaluation', 'opinion'],
    sections: [['Your feedback', ['rating!', 'liked', 'improve', 'recommend']]],
    needs: ['rating', 'liked|comments', 'improve', 'recommend'],
    fine: ['comments', 'email', 'message', 'source', 'product', 'service'],
    asker: 'feedback forms',
  },
  {
    id: 'newsletter',
    name: 'a newsletter sign-up',
    title: 'Newsletter',
    description: 'One e-mail at a time. You can leave whenever you like.',
    words: ['newsletter signup', 'newsletter sign up', 'newsletter', 'subscription', 'subscribe', 'mailing list'],
    sections: [['Sign up', ['email!', 'first-name', 'interests', 'frequency', 'consent!']]],
    needs: ['email', 'frequency|interests', 'consent'],
    fine: ['first-name', 'full-name', 'interests', 'frequency', 'source', 'newsletter'],
    asker: 'good newsletters',
  },
  {
    id: 'medical-intake',
    name: 'a medical intake',
    title: 'New patient',
    description: 'Only your doctor reads this.',
    words: ['medical intake', 'patient intake', 'intake', 'medical', 'patient', 'doctor', 'clinic', 'dentist', 'health questionnaire', 'health'],
    sections: [
      ['About you', ['full-name!', 'birth-date!', 'phone!', 'email', 'emergency-contact', 'emergency-phone']],
      ['Your health', ['reason!', 'medication', 'allergies', 'conditions', 'insurance']],
      ['Consent', ['consent!']],
    ],
    needs: ['full-name|last-name', 'birth-date', 'phone', 'emergency-contact', 'reason', 'medication', 'allergies', 'conditions', 'consent'],
    fine: ['first-name', 'email', 'address', 'gender', 'pronouns', 'emergency-phone', 'insurance', 'doctor', 'blood-type', 'signature', 'comments', 'languages', 'postcode', 'city', 'access-needs', 'age'],
    asker: 'practices',
  },
  {
    id: 'order',
    name: 'an order form',
    title: 'Order',
    description: 'We confirm by e-mail before anything is charged.',
    words: ['order form', 'order', 'purchase', 'shop', 'buy', 'checkout form', 'sales'],
    sections: [
      ['Your order', ['product!', 'quantity!', 'comments']],
      ['Delivery', ['full-name!', 'email!', 'phone', 'delivery-address!']],
      ['Payment', ['payment!', 'terms!']],
    ],
    needs: ['product', 'quantity', 'full-name|last-name', 'email', 'delivery-address|address', 'payment', 'terms'],
    fine: ['first-name', 'phone', 'size', 'colour', 'billing-address', 'delivery-date', 'vat', 'company', 'comments', 'address', 'postcode', 'city', 'country', 'consent', 'order-number', 'newsletter'],
    asker: 'order forms',
  },
  {
    id: 'appointment',
    name: 'an appointment booking',
    title: 'Book an appointment',
    description: 'We confirm within one working day.',
    words: ['appointment booking', 'appointment', 'booking', 'reservation', 'book', 'schedule', 'visit'],
    sections: [
      ['Your visit', ['service!', 'date!', 'time!', 'reason']],
      ['About you', ['full-name!', 'phone!', 'email']],
    ],
    needs: ['service|reason', 'date', 'time', 'full-name|last-name', 'phone|email'],
    fine: ['first-name', 'email', 'phone', 'reason', 'comments', 'guests', 'consent', 'access-needs', 'contact-way'],
    asker: 'bookings',
  },
];

export function purposeById(id: string): Purpose | null {
  return purposes.find((purpose) => purpose.id === id) ?? null;
}

/** The purpose these words speak of; the longest name wins (“order form” over “form”). */
export function purposeIn(text: string): Purpose | null {
  const words = ` ${fold(text)} `;
  let best: { readonly purpose: Purpose; readonly length: number } | null = null;
  for (const purpose of purposes) {
    for (const word of purpose.words) {
      const hit = words.includes(` ${word} `) || words.includes(` ${word}s `);
      if (hit && word.length > (best?.length ?? 0)) best = { purpose, length: word.length };
    }
  }
  return best?.purpose ?? null;
}

/** What a form seems to be for: its words first, then the fields it has. Null when nothing speaks clearly. */
export function purposeOf(form: Form): Purpose | null {
  const said = purposeIn(form.title) ?? purposeIn(form.description);
  if (said) return said;
  const keys = keysOf(form);
  const scored = purposes.map((purpose) => ({ purpose, score: missingFor(form, purpose).length === 0 ? 1 : share(purpose, keys) })).sort((one, other) => other.score - one.score);
  const [first, second] = scored;
  return first && first.score >= 0.5 && first.score > (second?.score ?? 0) ? first.purpose : null;
}

/** The keys of the known fields a form has. */
export function keysOf(form: Form): ReadonlySet<string> {
  return new Set(allFields(form).flatMap((field) => knownOf(field)?.key ?? []));
}

/** What the purpose needs and the form does not ask for, most important first. */
export function missingFor(form: Form, purpose: Purpose): readonly KnownField[] {
  const keys = keysOf(form);
  const named = keys.has('first-name') && keys.has('last-name');
  return purpose.needs
    .filter((need) => !need.split('|').some((key) => keys.has(key) || (key === 'full-name' && named)))
    .map((need) => knownByKey(need.split('|')[0] ?? need));
}

/** Where a known field belongs in a form: the section whose title or fields speak of its topic, else `fallback`. */
export function sectionFor(form: Form, topic: KnownField['topic'], fallback: string): string {
  const titled = form.sections.find((section) => topicsOfTitle(section.title).includes(topic));
  if (titled) return titled.id;
  const shared = form.sections.find((section) => section.fields.some((field) => knownOf(field)?.topic === topic));
  return shared?.id ?? fallback;
}

function share(purpose: Purpose, keys: ReadonlySet<string>): number {
  const met = purpose.needs.filter((need) => need.split('|').some((key) => keys.has(key))).length;
  return met / purpose.needs.length;
}
