/**
 * The fields the agent knows by name: how people call them, what kind they are, where they belong, their names in other
 * languages, and what is delicate about them. One list serves adding, finding, plain labels, translation and privacy.
 */
import type { FieldType } from '../field-types.js';
import type { FormField } from '../form-model.js';
import { fold, isNear } from './words.js';

export type Topic = 'person' | 'contact' | 'work' | 'education' | 'documents' | 'event' | 'order' | 'delivery' | 'payment' | 'health' | 'message' | 'consent' | 'visit' | 'website';

export type Language = 'en' | 'de' | 'es' | 'fr';

export interface KnownField {
  readonly key: string;
  readonly label: string;
  readonly type: FieldType;
  readonly topic: Topic;
  /** Other names, folded. */
  readonly words: readonly string[];
  readonly translations: Readonly<Record<'de' | 'es' | 'fr', string>>;
  readonly span: 'half' | 'full';
  readonly more: Partial<FormField>;
  /** Why one should think twice before asking. */
  readonly delicate?: string;
}

type Row = readonly [key: string, label: string, type: FieldType, topic: Topic, words: string, de: string, es: string, fr: string, more?: Partial<FormField> & { readonly delicate?: string }];

const yesNo = { options: ['Yes', 'No'] };

const rows: readonly Row[] = [
  ['full-name', 'Full name', 'text', 'person', 'name|your name|complete name|name in full|whole name|given and family name|first and last name|applicant name', 'Vollständiger Name', 'Nombre completo', 'Nom complet', { span: 'full' }],
  ['first-name', 'First name', 'text', 'person', 'given name|forename|christian name', 'Vorname', 'Nombre', 'Prénom'],
  ['last-name', 'Last name', 'text', 'person', 'surname|family name', 'Nachname', 'Apellido', 'Nom'],
  ['email', 'E-mail', 'email', 'contact', 'mail|email address|mail address|electronic mail address|your email|contact email', 'E-Mail', 'Correo electrónico', 'E-mail', { placeholder: 'name@example.org' }],
  ['phone', 'Phone', 'phone', 'contact', 'phone number|telephone|telephone number|tel|phone no|contact number|number to call|telephone number mobile preferred|mobile|mobile number|mobile phone|cell|cell phone|cellphone', 'Telefon', 'Teléfono', 'Téléphone'],
  ['address', 'Address', 'address', 'contact', 'postal address|home address|residential address|street address|mailing address|correspondence address|where you live', 'Adresse', 'Dirección', 'Adresse', { span: 'full', delicate: 'a home address says where somebody lives' }],
  ['city', 'City', 'text', 'contact', 'town|place|city of residence', 'Ort', 'Ciudad', 'Ville'],
  ['postcode', 'Postcode', 'text', 'contact', 'postal code|zip|zip code|post code', 'Postleitzahl', 'Código postal', 'Code postal'],
  ['country', 'Country', 'text', 'contact', 'country of residence', 'Land', 'País', 'Pays'],
  ['website', 'Website', 'url', 'website', 'web site|homepage|web page|web address|site|url|personal website', 'Website', 'Sitio web', 'Site web', { placeholder: 'https://' }],
  ['linkedin', 'LinkedIn', 'url', 'website', 'linked in|linkedin profile|linkedin url', 'LinkedIn', 'LinkedIn', 'LinkedIn', { placeholder: 'https://www.linkedin.com/in/…' }],
  ['portfolio', 'Portfolio', 'url', 'website', 'portfolio link|work samples|link to your work', 'Portfolio', 'Portafolio', 'Portfolio', { placeholder: 'https://' }],
  ['birth-date', 'Date of birth', 'date', 'person', 'birth date|birthdate|birthday|dob|born on|day of birth', 'Geburtsdatum', 'Fecha de nacimiento', 'Date de naissance', { delicate: 'it reveals age' }],
  ['age', 'Age', 'number', 'person', 'your age|how old are you', 'Alter', 'Edad', 'Âge', { min: 0, max: 120, delicate: 'age is personal' }],
  ['gender', 'Gender', 'choice', 'person', 'sex', 'Geschlecht', 'Género', 'Genre', { options: ['Woman', 'Man', 'Another', 'I prefer not to say'], delicate: 'gender invites bias' }],
  ['pronouns', 'Pronouns', 'text', 'person', 'preferred pronouns', 'Pronomen', 'Pronombres', 'Pronoms'],
  ['nationality', 'Nationality', 'text', 'person', 'citizenship', 'Staatsangehörigkeit', 'Nacionalidad', 'Nationalité', { delicate: 'nationality invites bias' }],
  ['marital-status', 'Marital status', 'choice', 'person', 'civil status|family status|married', 'Familienstand', 'Estado civil', 'État civil', { options: ['Single', 'Married', 'Other'], delicate: 'family life is private' }],
  ['religion', 'Religion', 'text', 'person', 'religious belief|faith|denomination', 'Religion', 'Religión', 'Religion', { delicate: 'belief is specially protected' }],
  ['ethnicity', 'Ethnicity', 'text', 'person', 'race|ethnic origin|ethnic group', 'Ethnische Herkunft', 'Etnia', 'Origine ethnique', { delicate: 'ethnic origin is specially protected' }],
  ['photo', 'Photo', 'file', 'documents', 'picture|portrait|headshot|profile picture|image', 'Foto', 'Foto', 'Photo', { span: 'full', delicate: 'a picture invites bias' }],
  ['id-number', 'ID number', 'text', 'person', 'passport number|national id|identity number|social security number|ssn|tax id|national insurance number|passport', 'Ausweisnummer', 'Número de identificación', 'Numéro d’identité', { delicate: 'an identity number is what thieves want' }],
  ['emergency-contact', 'Emergency contact', 'text', 'contact', 'contact in an emergency|next of kin|emergency contact person', 'Notfallkontakt', 'Contacto de emergencia', 'Contact d’urgence', { span: 'full' }],
  ['emergency-phone', 'Emergency phone', 'phone', 'contact', 'emergency number|emergency phone number|emergency contact number', 'Notfalltelefon', 'Teléfono de emergencia', 'Téléphone d’urgence'],
  ['company', 'Company', 'text', 'work', 'organisation|organization|company name|firm|business name|organisation name', 'Unternehmen', 'Empresa', 'Entreprise'],
  ['role', 'Role', 'text', 'work', 'job title|current role|current position|title at work|occupation|profession', 'Funktion', 'Puesto', 'Fonction'],
  ['position', 'Position applied for', 'text', 'work', 'position|desired position|job applied for|vacancy|role applied for|which job', 'Angestrebte Stelle', 'Puesto solicitado', 'Poste souhaité', { span: 'full' }],
  ['last-employer', 'Last employer', 'text', 'work', 'employer|most recent employer|previous employer|former employer|current employer|latest employer|present or most recent employer', 'Letzter Arbeitgeber', 'Último empleador', 'Dernier employeur', { span: 'full' }],
  ['work-from', 'From', 'date', 'work', 'employed from|employment start|date of commencement of employment|from date|working from', 'Von', 'Desde', 'Du'],
  ['work-to', 'To', 'date', 'work', 'employed until|employed to|until|employment end|to date|till', 'Bis', 'Hasta', 'Au'],
  ['experience', 'Years of experience', 'number', 'work', 'experience|work experience|years experience', 'Berufserfahrung in Jahren', 'Años de experiencia', 'Années d’expérience', { min: 0, suffix: 'years' }],
  ['notice-period', 'Notice period', 'number', 'person', 'period of notice|notice|length of notice', 'Kündigungsfrist', 'Plazo de preaviso', 'Délai de préavis', { min: 0, suffix: 'weeks', placeholder: '0' }],
  ['work-permit', 'Work permit', 'choice', 'person', 'right to work|work authorization|work authorisation|permission to work|do you possess a valid work permit|allowed to work', 'Arbeitserlaubnis', 'Permiso de trabajo', 'Permis de travail', { options: ['I have one', 'I need one', 'I do not need one'] }],
  ['work-start', 'Earliest start', 'date', 'work', 'start date|starting date|available from|availability|earliest start date|when can you start|date of commencement|commencement date', 'Frühester Eintritt', 'Fecha de inicio', 'Date de début'],
  ['salary', 'Salary expectation', 'number', 'work', 'salary|expected salary|desired salary|pay|remuneration|pay expectation|salary expectations|desired remuneration', 'Gehaltswunsch', 'Salario deseado', 'Salaire souhaité', { min: 0, suffix: 'a year', delicate: 'pay history and wishes weaken the applicant' }],
  ['skills', 'Skills', 'long-text', 'education', 'competences|competencies|abilities|strengths', 'Kenntnisse', 'Habilidades', 'Compétences', { span: 'full' }],
  ['languages', 'Languages', 'text', 'education', 'languages spoken|language skills', 'Sprachen', 'Idiomas', 'Langues'],
  ['education', 'Education', 'long-text', 'education', 'schooling|studies|qualifications|degree|highest degree|educational attainment', 'Ausbildung', 'Formación', 'Formation', { span: 'full' }],
  ['references', 'References', 'long-text', 'work', 'referees|reference', 'Referenzen', 'Referencias', 'Références', { span: 'full' }],
  ['cv', 'CV', 'file', 'documents', 'curriculum vitae|curriculum vitae cv|resume|lebenslauf|your cv', 'Lebenslauf', 'Currículum', 'CV', { span: 'full' }],
  ['cover-letter', 'Cover letter', 'file', 'documents', 'covering letter|motivation letter|letter of motivation|motivational letter', 'Anschreiben', 'Carta de presentación', 'Lettre de motivation', { span: 'full' }],
  ['certificates', 'Certificates', 'file', 'documents', 'diplomas|certifications|licences|licenses', 'Zeugnisse', 'Certificados', 'Certificats', { span: 'full' }],
  ['attachment', 'Attachment', 'file', 'documents', 'attachments|documents|document|file|files|upload|file upload', 'Anhang', 'Archivo adjunto', 'Pièce jointe', { span: 'full' }],
  ['criminal-record', 'Criminal record', 'radio', 'person', 'convictions|criminal convictions|criminal history', 'Vorstrafen', 'Antecedentes penales', 'Casier judiciaire', { ...yesNo, delicate: 'convictions are specially protected' }],
  ['subject', 'Subject', 'text', 'message', 'topic|reason for contact|what is it about|regarding', 'Betreff', 'Asunto', 'Objet', { span: 'full' }],
  ['message', 'Message', 'long-text', 'message', 'your message|enquiry|inquiry|question|your question|text', 'Nachricht', 'Mensaje', 'Message', { span: 'full' }],
  ['comments', 'Comments', 'long-text', 'message', 'comment|remarks|notes|note|anything else|further information|additional information|other comments', 'Anmerkungen', 'Comentarios', 'Commentaires', { span: 'full' }],
  ['rating', 'Rating', 'radio', 'message', 'score|stars|overall rating|satisfaction|how satisfied are you|overall satisfaction', 'Bewertung', 'Valoración', 'Note', { span: 'full', options: ['1', '2', '3', '4', '5'] }],
  ['liked', 'What went well', 'long-text', 'message', 'what did you like|what was good|positives', 'Was war gut', 'Qué le gustó', 'Points positifs', { span: 'full' }],
  ['improve', 'What we could do better', 'long-text', 'message', 'what could be better|improvements|suggestions|what to improve', 'Was wir besser machen können', 'Qué podemos mejorar', 'Points à améliorer', { span: 'full' }],
  ['recommend', 'Would you recommend us', 'radio', 'message', 'recommendation|recommend us|nps', 'Würden Sie uns empfehlen', '¿Nos recomendaría?', 'Nous recommanderiez-vous', { ...yesNo }],
  ['contact-way', 'Best way to reach you', 'radio', 'contact', 'preferred contact|preferred contact method|how to reach you|contact preference', 'Bevorzugter Kontaktweg', 'Forma de contacto', 'Moyen de contact', { options: ['E-mail', 'Phone'] }],
  ['consent', 'I agree to the use of my data', 'checkbox', 'consent', 'consent|privacy consent|data protection consent|gdpr|gdpr consent|privacy policy|data consent|consent to data use', 'Ich stimme der Nutzung meiner Daten zu', 'Acepto el uso de mis datos', 'J’accepte l’utilisation de mes données', { span: 'full', required: true }],
  ['terms', 'I accept the terms', 'checkbox', 'consent', 'terms|terms and conditions|accept the terms|terms of service|terms of use|conditions|accept terms', 'Ich akzeptiere die Bedingungen', 'Acepto las condiciones', 'J’accepte les conditions', { span: 'full', required: true }],
  ['newsletter', 'Send me news', 'checkbox', 'consent', 'newsletter|newsletter signup|subscribe|news|mailing list|opt in', 'Neuigkeiten zusenden', 'Recibir novedades', 'Recevoir les nouvelles', { span: 'full' }],
  ['interests', 'Interests', 'checkboxes', 'message', 'topics|topics of interest|what interests you', 'Interessen', 'Intereses', 'Centres d’intérêt', { span: 'full', options: ['Product news', 'Events', 'Stories'] }],
  ['frequency', 'How often', 'radio', 'message', 'frequency|how often to write', 'Wie oft', 'Frecuencia', 'Fréquence', { options: ['Weekly', 'Monthly'] }],
  ['signature', 'Signature', 'text', 'consent', 'sign here|your signature', 'Unterschrift', 'Firma', 'Signature'],
  ['source', 'How did you hear about us', 'choice', 'message', 'hear about us|how did you find us|referral|referral source', 'Wie haben Sie von uns erfahren', 'Cómo nos conoció', 'Comment nous avez-vous connus', { options: ['Search', 'A friend', 'Social media', 'Other'] }],
  ['ticket', 'Ticket type', 'radio', 'event', 'ticket|kind of ticket|pass type', 'Ticketart', 'Tipo de entrada', 'Type de billet', { span: 'full', options: ['Standard', 'Reduced', 'Student'] }],
  ['guests', 'Number of guests', 'number', 'event', 'guests|attendees|number of attendees|number of people|how many people|party size|plus ones|participants', 'Anzahl der Gäste', 'Número de invitados', 'Nombre d’invités', { min: 1 }],
  ['session', 'Session', 'choice', 'event', 'workshop|sessions|which session|which workshop', 'Veranstaltungsteil', 'Sesión', 'Session', { options: ['Morning', 'Afternoon'] }],
  ['diet', 'Dietary needs', 'text', 'event', 'diet|dietary requirements|dietary restrictions|food preferences|food allergies|meal preference', 'Ernährungswünsche', 'Necesidades dietéticas', 'Régime alimentaire', { delicate: 'it can reveal health or belief' }],
  ['access-needs', 'Access needs', 'text', 'event', 'accessibility|accessibility needs|special needs|accommodations', 'Barrierefreiheit', 'Necesidades de acceso', 'Besoins d’accès', { delicate: 'it can reveal a disability' }],
  ['arrival', 'Arrival date', 'date', 'event', 'arrival|check in|checkin', 'Anreise', 'Llegada', 'Arrivée'],
  ['departure', 'Departure date', 'date', 'event', 'departure|check out|checkout', 'Abreise', 'Salida', 'Départ'],
  ['product', 'Product', 'choice', 'order', 'item|article|which product|products', 'Produkt', 'Producto', 'Produit', { options: ['Product A', 'Product B'] }],
  ['quantity', 'Quantity', 'number', 'order', 'amount|how many|number of items|pieces', 'Menge', 'Cantidad', 'Quantité', { min: 1 }],
  ['size', 'Size', 'choice', 'order', 'clothing size|t shirt size|tshirt size', 'Größe', 'Talla', 'Taille', { options: ['S', 'M', 'L', 'XL'] }],
  ['colour', 'Colour', 'choice', 'order', 'color', 'Farbe', 'Color', 'Couleur', { options: ['Black', 'White'] }],
  ['delivery-address', 'Delivery address', 'address', 'delivery', 'shipping address|ship to|deliver to', 'Lieferadresse', 'Dirección de entrega', 'Adresse de livraison', { span: 'full' }],
  ['billing-address', 'Billing address', 'address', 'payment', 'invoice address', 'Rechnungsadresse', 'Dirección de facturación', 'Adresse de facturation', { span: 'full' }],
  ['delivery-date', 'Delivery date', 'date', 'delivery', 'shipping date|wanted by', 'Lieferdatum', 'Fecha de entrega', 'Date de livraison'],
  ['payment', 'Payment', 'radio', 'payment', 'payment method|how to pay|method of payment|pay by', 'Zahlung', 'Forma de pago', 'Paiement', { span: 'full', options: ['Card', 'Invoice', 'Bank transfer'] }],
  ['vat', 'VAT number', 'text', 'payment', 'vat|vat id|tax number', 'USt-IdNr.', 'NIF', 'Numéro de TVA'],
  ['order-number', 'Order number', 'text', 'order', 'order id|order no|reference number', 'Bestellnummer', 'Número de pedido', 'Numéro de commande'],
  ['date', 'Date', 'date', 'visit', 'preferred date|day|which day|appointment date|wanted date|visit date', 'Datum', 'Fecha', 'Date'],
  ['time', 'Time', 'time', 'visit', 'preferred time|appointment time|time of day|which time', 'Uhrzeit', 'Hora', 'Heure'],
  ['reason', 'Reason for your visit', 'long-text', 'visit', 'reason for visit|reason|purpose of visit|what brings you here|symptoms', 'Grund des Besuchs', 'Motivo de la visita', 'Motif de la visite', { span: 'full' }],
  ['service', 'Service', 'choice', 'visit', 'which service|type of service|treatment', 'Leistung', 'Servicio', 'Prestation', { options: ['First visit', 'Follow-up'] }],
  ['allergies', 'Allergies', 'long-text', 'health', 'allergy|known allergies', 'Allergien', 'Alergias', 'Allergies', { span: 'full', delicate: 'health is specially protected' }],
  ['medication', 'Medication', 'long-text', 'health', 'medications|current medication|medicines|drugs|current medications', 'Medikamente', 'Medicación', 'Médicaments', { span: 'full', delicate: 'health is specially protected' }],
  ['conditions', 'Medical conditions', 'long-text', 'health', 'medical history|illnesses|health conditions|chronic conditions|pre existing conditions|diseases', 'Vorerkrankungen', 'Enfermedades', 'Antécédents médicaux', { span: 'full', delicate: 'health is specially protected' }],
  ['insurance', 'Health insurance', 'text', 'health', 'insurance|insurer|insurance company|insurance provider', 'Krankenversicherung', 'Seguro médico', 'Assurance maladie', { delicate: 'insurance says something about health and money' }],
  ['doctor', 'Your doctor', 'text', 'health', 'doctor|physician|gp|general practitioner|family doctor', 'Hausarzt', 'Su médico', 'Votre médecin'],
  ['blood-type', 'Blood type', 'choice', 'health', 'blood group', 'Blutgruppe', 'Grupo sanguíneo', 'Groupe sanguin', { options: ['A', 'B', 'AB', 'O', 'I do not know'], delicate: 'health is specially protected' }],
];

export const knownFields: readonly KnownField[] = rows.map(([key, label, type, topic, words, de, es, fr, extra = {}]) => {
  const { delicate, span = 'half', ...more } = extra;
  return { key, label, type, topic, words: words.split('|').map(fold), translations: { de, es, fr }, span, more, ...(delicate && { delicate }) };
});

const byKey = new Map(knownFields.map((known) => [known.key, known]));
const byWord = new Map<string, KnownField>();
// Labels first: an entry's own name wins over what another is also called; translations come last.
for (const known of knownFields) byWord.set(fold(known.label), known);
for (const known of knownFields) for (const word of [known.key.replaceAll('-', ' '), ...known.words]) if (!byWord.has(word)) byWord.set(word, known);
for (const known of knownFields) for (const word of Object.values(known.translations)) if (!byWord.has(fold(word))) byWord.set(fold(word), known);

export function knownByKey(key: string): KnownField {
  const known = byKey.get(key);
  if (!known) throw new Error(`The catalogue has no “${key}”.`);
  return known;
}

/** The known field that goes by exactly these words, give or take “your …” and “please enter …”. */
export function knownByName(name: string): KnownField | null {
  const word = fold(name.replace(/\([^)]*\)/g, ' '));
  const bare = word.replace(/^(?:please )?(?:enter|provide|state|give|type|specify|indicate|insert|supply|submit|upload|attach|fill in|tell us)? ?(?:us )?(?:with )?(?:your|the applicants|the|a|an|my|our)? ?/, '');
  const found = byWord.get(word) ?? byWord.get(bare);
  if (found) return found;
  return word.endsWith('s') && word.length > 4 ? (byWord.get(word.slice(0, -1)) ?? null) : null;
}

/** As `knownByName`, with slips of the fingers forgiven. */
export function knownNear(name: string): KnownField | null {
  const exact = knownByName(name);
  if (exact) return exact;
  const word = fold(name);
  if (word.length < 5) return null;
  for (const [known, field] of byWord) if (known.length >= 5 && known[0] === word[0] && isNear(known, word)) return field;
  return null;
}

/** What a field of a form is, going by its label. */
export function knownOf(field: FormField): KnownField | null {
  return knownByName(field.label);
}

export function topicOf(field: Pick<FormField, 'label' | 'type'>): Topic {
  const known = knownByName(field.label);
  if (known) return known.topic;
  const label = fold(field.label);
  for (const [topic, words] of topicWords) if (words.some((word) => ` ${label} `.includes(` ${word} `))) return topic;
  if (field.type === 'file') return 'documents';
  if (field.type === 'email' || field.type === 'phone' || field.type === 'address') return 'contact';
  if (field.type === 'checkbox') return 'consent';
  if (field.type === 'url') return 'website';
  return field.type === 'long-text' ? 'message' : 'person';
}

/** Words in a section's title that say what belongs there. */
export const topicWords: readonly (readonly [Topic, readonly string[]])[] = [
  ['work', ['work', 'job', 'employment', 'career', 'experience', 'employer', 'history', 'professional', 'background', 'position', 'salary']],
  ['education', ['education', 'school', 'studies', 'training', 'skills', 'qualifications', 'qualification', 'degree', 'university', 'languages']],
  ['documents', ['documents', 'document', 'files', 'file', 'uploads', 'attachments', 'papers', 'paperwork', 'certificate']],
  ['delivery', ['delivery', 'shipping']],
  ['payment', ['payment', 'billing', 'invoice', 'price', 'bank']],
  ['order', ['order', 'product', 'products', 'items', 'cart', 'purchase']],
  ['event', ['event', 'ticket', 'tickets', 'attendance', 'session', 'sessions', 'guests', 'food', 'meal', 'travel']],
  ['health', ['health', 'medical', 'medicine', 'doctor', 'illness']],
  ['visit', ['visit', 'appointment', 'booking', 'date', 'when', 'time']],
  ['consent', ['consent', 'agreement', 'legal', 'terms', 'privacy', 'declaration', 'confirm', 'confirmation', 'finish', 'agree', 'accept']],
  ['message', ['message', 'feedback', 'question', 'questions', 'comments', 'opinion', 'request', 'else', 'other', 'more', 'why']],
  ['website', ['links', 'online', 'web', 'profiles']],
  ['contact', ['contact', 'reach', 'address', 'about you', 'personal', 'your details', 'details', 'you', 'applicant', 'patient', 'who you are', 'person']],
  ['person', ['about you', 'personal', 'your details', 'details', 'you', 'applicant', 'patient', 'who you are', 'person', 'basics', 'general', 'name']],
];

/** The topics a section's title stands for. */
export function topicsOfTitle(title: string): readonly Topic[] {
  const words = ` ${fold(title)} `;
  return topicWords.filter(([, signs]) => signs.some((sign) => words.includes(` ${sign} `))).map(([topic]) => topic);
}
