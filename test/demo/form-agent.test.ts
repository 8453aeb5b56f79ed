import { expect } from 'chai';
import { replyText } from '../../demo/form-builder/agent/describe.js';
import { plainLabel } from '../../demo/form-builder/agent/rules/labels.js';
import { planText } from '../../demo/form-builder/agent/step-text.js';
import { emptyMemory, type Memory, type Selection } from '../../demo/form-builder/agent/reading.js';
import { understand } from '../../demo/form-builder/agent/understand.js';
import { applyCall } from '../../demo/form-builder/form-calls.js';
import { addField, addSection, allFields, type Form } from '../../demo/form-builder/form-model.js';
import { startForm } from '../../demo/form-builder/start-form.js';

/** What a request comes to: the steps as a plan would show them, and the words. */
function ask(text: string, form: Form = startForm, selection: Selection | null = null, memory: Partial<Memory> = {}): { readonly steps: readonly string[]; readonly words: string; readonly after: Form } {
  const plans = understand(text, form, selection, { ...emptyMemory, ...memory });
  const calls = plans.flatMap((plan) => (plan.type === 'call' ? [plan.call] : []));
  const steps = calls.length === 0 ? [] : planText(calls, form).split('\n').map((line) => line.replace(/^\d+\. /, ''));
  return { steps, words: replyText(plans, form), after: calls.reduce(applyCall, form) };
}

/** A talk: what comes of each request, the form carried on. */
function talk(requests: readonly string[], form: Form = startForm): ReturnType<typeof ask> {
  let last: ReturnType<typeof ask> = { steps: [], words: '', after: form };
  const turns: { readonly role: 'user' | 'assistant'; readonly text: string }[] = [];
  for (const text of requests) {
    last = ask(text, last.after, null, { turns: [...turns] });
    turns.push({ role: 'user', text }, { role: 'assistant', text: last.words });
  }
  return last;
}

const phone = '**Telephone number**';
const notice = 'Add the number field **Notice period** to “About you”';
const permit = 'Add the choice field **Work permit** to “About you”';
const permitDetails = '(optional, half width, options I have one / I need one / I do not need one)';
const noticeDetails = '(optional, half width, at least 0, in weeks)';

const changing: readonly (readonly [string, readonly string[]])[] = [
  // Adding
  ['add a website field', ['Add the web address field **Website** to “About you” last (optional, half width)']],
  ['Please add a phone field called Mobile, and make it required', ['Add the phone field **Mobile** to “About you” last (required, half width)']],
  ['add a required email field called Work email after phone', [`Add the e-mail field **Work email** to “About you” after ${phone} (required, half width)`]],
  ['insert nationality after e-mail, half width, required', ['Add the short text field **Nationality** to “About you” after **E-mail** (required, half width)']],
  ['add an optional fax number before email', ['Add the phone field **Fax number** to “About you” after **Full name** (optional, half width)']],
  ['add a dropdown Country with options France, Spain and Italy', ['Add the choice field **Country** to “About you” last (optional, half width, options France / Spain / Italy)']],
  ['add a multiple choice question Shirt size: S, M, L, XL', ['Add the radio field **Shirt size** to “About you” last (optional, half width, options S / M / L / XL)']],
  ['add a yes/no question "Do you smoke?"', ['Add the radio field **Do you smoke?** to “About you” last (optional, half width, options Yes / No)']],
  ['add a checkbox saying I agree to the rules at the end', ['Add the checkbox field **I agree to the rules** to “About you” last (optional, full width)']],
  ['can you include a cover letter?', ['Add the file field **Cover letter** to “About you” last (optional, full width)']],
  ['we also need years of experience as a number', ['Add the number field **Years of experience** to “About you” last (optional, half width, at least 0, in years)']],
  ['add age between 18 and 99', ['Add the number field **Age** to “About you” last (optional, half width, at least 18, at most 99)']],
  ['add a text area for comments at the end', ['Add the long text field **Comments** to “About you” last (optional, full width)']],
  ['add an address field in About you', ['Add the address field **Address** to “About you” last (optional, full width)']],
  ['add terms and conditions', ['Add the checkbox field **I accept the terms** to “About you” last (required, full width)']],
  ['add first name and last name at the top', ['Add the short text field **First name** to “About you” first (optional, half width)', 'Add the short text field **Last name** to “About you” after **First name** (optional, half width)']],
  ['add start date and salary, both optional', ['Add the date field **Start date** to “About you” last (optional, half width)', 'Add the number field **Salary** to “About you” last (optional, half width, at least 0, in a year)']],
  ['add emergency contact and emergency phone side by side', ['Add the short text field **Emergency contact** to “About you” last (optional, half width)', 'Add the phone field **Emergency phone** to “About you” last (optional, half width)']],
  ['add phone number, website and a date of birth', ['Add the web address field **Website** to “About you” last (optional, half width)']],
  ['ask for their pronouns', ['Add the short text field **Pronouns** to “About you” last (optional, half width)']],
  ["I'd like to have a fax field", ['Add the phone field **Fax** to “About you” last (optional, half width)']],
  ['add a company field before most recent employer and make it full width', ['Add the short text field **Company** to “About you” after **Date of birth** (optional, full width)']],
  // Removing
  ['remove the date of birth', ['Remove **Date of birth**']],
  ['get rid of dob and phone', ['Remove **Date of birth**', `Remove ${phone}`]],
  ['delete the emial field', ['Remove **E-mail**']],
  ['remvoe teh date of brith', ['Remove **Date of birth**']],
  ["we don't need the phone", [`Remove ${phone}`]],
  ['no need for the phone', [`Remove ${phone}`]],
  ['delete the last two fields', ['Remove **Employed until**', 'Remove **Curriculum vitae**']],
  ['remove all optional fields', [`Remove ${phone}`, 'Remove **Most recent employer**', 'Remove **Employed from**', 'Remove **Employed until**']],
  // Renaming
  ['rename telephone number to Mobile', [`Rename ${phone} to **Mobile**`]],
  ['rename E-mail to Mail address and Most recent employer to Last job', ['Rename **E-mail** to **Mail address**', 'Rename **Most recent employer** to **Last job**']],
  ['change the label of phone to Mobile number', [`Rename ${phone} to **Mobile number**`]],
  ['change full name to Your name', ['Rename **Full name** to **Your name**']],
  ['call phone Mobile', [`Rename ${phone} to **Mobile**`]],
  ['phone should be called Mobile', [`Rename ${phone} to **Mobile**`]],
  ['rename "E-mail" to "Mail, private"', ['Rename **E-mail** to **Mail, private**']],
  // Required
  ['make phone required', [`Make ${phone} required`]],
  ['make the phnoe reqired', [`Make ${phone} required`]],
  ['make full name optional and phone required', ['Make **Full name** optional', `Make ${phone} required`]],
  ['make everything optional except email', ['Make **Full name** optional', 'Make **Date of birth** optional', 'Make **Curriculum vitae** optional']],
  ['email should not be required', ['Make **E-mail** optional']],
  ["don't require the cv", ['Make **Curriculum vitae** optional']],
  ['make all date fields required', ['Make **Employed from** required', 'Make **Employed until** required']],
  ['the phone must be filled in', [`Make ${phone} required`]],
  ['nothing should be required', ['Make **Full name** optional', 'Make **E-mail** optional', 'Make **Date of birth** optional', 'Make **Curriculum vitae** optional']],
  // Width and place
  ['make email full width', ['Set **E-mail** to full width']],
  ['make the first field half width', ['Set **Full name** to half width']],
  ['put name and email side by side', ['Set **Full name** to half width']],
  ['put email and employed from next to each other', ['Move **Employed from** to “About you” after **E-mail**']],
  ['move cv to the top', ['Move **Curriculum vitae** to “About you” first']],
  ['move phone up', [`Move ${phone} to “About you” after **Full name**`]],
  ['move employed from up by two', [`Move **Employed from** to “About you” after ${phone}`]],
  ['move cv below phone', [`Move **Curriculum vitae** to “About you” after ${phone}`]],
  ['put the phone before the email please', [`Move ${phone} to “About you” after **Full name**`]],
  ['put the date of birth at the end', ['Move **Date of birth** to “About you” last']],
  ['reorder: phone, email, full name', [`Order “About you” as ${phone}, **E-mail**, **Full name**, **Date of birth**, **Most recent employer**, **Employed from**, **Employed until**, **Curriculum vitae**`]],
  ['swap email and phone', [`Order “About you” as **Full name**, ${phone}, **E-mail**, **Date of birth**, **Most recent employer**, **Employed from**, **Employed until**, **Curriculum vitae**`]],
  // Kind, options, hints
  ['change phone to a number field', [`Turn ${phone} into a number field`]],
  ['make phone a dropdown with options Yes, No and Maybe', [`Turn ${phone} into a choice field (options Yes / No / Maybe)`]],
  ['options of phone are a, b, c', [`Turn ${phone} into a choice field (options A / B / C)`]],
  ['add a hint to phone: Only for urgent matters', [`Set the help text of ${phone} to “Only for urgent matters”`]],
  ['give phone the placeholder "+49"', [`Set the placeholder of ${phone} to “+49”`]],
  // Sections and title
  ['make it three sections: About you, Work history, Documents', ['Add the section “Work history” after “About you” with **Most recent employer**, **Employed from**, **Employed until**', 'Add the section “Documents” after “Work history” with **Curriculum vitae**']],
  ['Make it three sections', ['Add the section “Work history” after “About you” with **Most recent employer**, **Employed from**, **Employed until**', 'Add the section “Documents” after “Work history” with **Curriculum vitae**']],
  ['make it two sections: You, Files', ['Rename the section “About you” to “You”', 'Add the section “Files” after “You” with **Curriculum vitae**']],
  ['put the cv in a new section called Documents', ['Add the section “Documents” after “About you” with **Curriculum vitae**']],
  ['add a section called Extras after About you with a comments field', ['Add the section “Extras” after “About you”', 'Add the long text field **Comments** to “Extras” (optional, full width)']],
  ['rename the About you section to Personal details', ['Rename the section “About you” to “Personal details”']],
  ['call the form Apply here', ['Title the form “Apply here”']],
  ['change the description to Two minutes, promise', ['Title the form “Job application” with the description “Two minutes, promise”']],
  // Whole forms and labels
  ['Add what a job application needs', [`${notice} last ${noticeDetails}`, `${permit} last ${permitDetails}`]],
  ['add everything an event registration needs', ['Add the radio field **Ticket type** to “About you” last (optional, full width, options Standard / Reduced / Student)', 'Add the number field **Number of guests** to “About you” last (optional, half width, at least 1)', 'Add the short text field **Dietary needs** to “About you” last (optional, half width)', 'Add the short text field **Access needs** to “About you” last (optional, half width)']],
  ['Make the labels plainer', [`Rename ${phone} to **Phone**`, 'Rename **Most recent employer** to **Last employer**', 'Rename **Employed from** to **From**', 'Rename **Employed until** to **To**', 'Rename **Curriculum vitae** to **CV**']],
  // Several at once
  ['remove phone. Add fax number. Make email optional.', [`Remove ${phone}`, 'Add the phone field **Fax number** to “About you” last (optional, half width)', 'Make **E-mail** optional']],
  ['make the cv optional and the phone required, then move the cv to the top', ['Make **Curriculum vitae** optional', `Make ${phone} required`, 'Move **Curriculum vitae** to “About you” first']],
];

const telling: readonly (readonly [string, RegExp])[] = [
  ['hello', /^Hello\. I help with “Job application”/],
  ['thanks!', /You are welcome/],
  ['what can you do', /I read and change this form/],
  ['are you an AI?', /without a language model/],
  ['how many fields are there?', /^Eight fields in one section, “About you”; four are required\.$/],
  ['which are required?', /^Four fields are required: \*\*Full name\*\*, \*\*E-mail\*\*, \*\*Date of birth\*\* and \*\*Curriculum vitae\*\*\.$/],
  ['is phone required?', /^No, \*\*Telephone number\*\* is optional/],
  ['do we ask for nationality?', /^No\. Shall I add \*\*Nationality\*\*\?$/],
  ['explain the cv field', /required file field.*belongs in a job application/],
  ['why do we ask for date of birth?', /Think twice about it: it reveals age/],
  ['list all fields', /asks for eight things/],
  ['how long does it take?', /About two minutes for eight fields/],
  ['What is missing for a job application?', /^Two things most employers ask for: \*\*Notice period\*\* and \*\*Work permit\*\*\. Shall I add them to “About you”\?$/],
  ['is anything missing?', /\*\*Notice period\*\*/],
  ["what's missing for a medical intake", /\*\*Emergency contact\*\*.*Shall I add them/],
  ['Check it for privacy', /\*\*Date of birth\*\*: it reveals age, and it is required\.\n\nShall I remove it\?$/],
  ['save it', /Saving is yours/],
  ['undo that', /nothing of mine to take back/],
  ['translate to klingon', /but not Klingon/],
  ['make it required', /Which field do you mean\?/],
  ['rename xyz to abc', /no field called “xyz”.*\*\*Full name\*\*/],
  ['remove the about you section', /at least one section/],
  ['remove all fields', /Shall I remove all of them\?$/],
  ['add a field', /What should the new field ask for/],
  ['make phone half width', /half width already/],
  ['fax', /Shall I add \*\*Fax\*\*\?$/],
  ['phone', /You mean \*\*Telephone number\*\*, but I do not see what to do with it/],
  ['remove emploid', /Do you mean \*\*Employed from\*\* or \*\*Employed until\*\*\?$/],
  ['', /Tell me what the form needs/],
];

describe('form agent: understand', () => {
  for (const [text, steps] of changing) {
    it(`[demo-20] “${text}”`, () => {
      expect(ask(text).steps).to.deep.equal(steps);
    });
  }

  for (const [text, words] of telling) {
    it(`[demo-21] “${text}” is answered and changes nothing`, () => {
      const answer = ask(text);
      expect(answer.words).to.match(words);
      expect(answer.steps).to.deep.equal([]);
    });
  }

  it('[demo-22] what it does not understand it says, with three things that work', () => {
    for (const text of ['sdlkfj qwoei', 'Ich möchte ein Feld hinzufügen', 'what is the weather like?']) {
      const { words, steps } = ask(text);
      expect(steps).to.deep.equal([]);
      expect(words).to.match(/I did not understand that/);
      const sayings = [...words.matchAll(/^- “(.+)”$/gm)].map((match) => match[1] ?? '');
      expect(sayings).to.have.length(3);
      for (const saying of sayings) expect(ask(saying).words).not.to.match(/did not understand/);
    }
  });

  it('[demo-23] any text gets an answer, without a throw', () => {
    for (const text of ['yes', 'no', 'go ahead', 'only the first', '?', '...', 'add', 'remove', 'rename', 'make', 'move it', '“”', 'add ""', '**', 'a'.repeat(500), 'and and and', 'put put put', 'remove all but', '1', '/privacy-check', 'add add add', 'rename a to b to c', 'move phone', 'sections', 'add a dropdown with options']) {
      const plans = understand(text, startForm);
      expect(plans, text).not.to.have.length(0);
      expect(replyText(plans, startForm), text).not.to.equal('');
    }
  });

  it('[demo-24] the labels are translated, and back again', () => {
    const german = ask('translate the labels to German').after;
    expect(allFields(german).map((field) => field.label)).to.include.members(['Vollständiger Name', 'Telefon', 'Geburtsdatum', 'Lebenslauf']);
    expect(german.title).to.equal('Bewerbung');
    expect(allFields(ask('translate everything to Spanish', german).after)[0]?.label).to.equal('Nombre completo');
    expect(ask('translate it back to English', german).after.title).to.equal('Job application');
  });

  it('[demo-25] forms are built from scratch', () => {
    const built: readonly (readonly [string, string, number])[] = [
      ['build me a contact form', 'Contact us', 4],
      ['create an event registration from scratch', 'Event registration', 9],
      ['make a feedback form', 'Your feedback', 4],
      ['I need a newsletter sign-up form', 'Newsletter', 5],
      ['turn this into an order form', 'Order', 9],
      ['build a medical intake form', 'New patient', 12],
      ['build an appointment booking form', 'Book an appointment', 7],
    ];
    for (const [text, title, count] of built) {
      const { after, words } = ask(text);
      expect(after.title, text).to.equal(title);
      expect(allFields(after), text).to.have.length(count);
      expect(words).to.match(/is ready.*“undo that” brings it back/s);
      expect(ask('what is missing?', after).words, text).to.match(/^Nothing important/);
    }
  });
});

describe('form agent: it, that and them', () => {
  it('[demo-26] “it” is the selected field', () => {
    expect(ask('make it required', startForm, { fieldId: 'phone' }).steps).to.deep.equal([`Make ${phone} required`]);
    expect(ask('explain this field', startForm, { fieldId: 'phone' }).words).to.match(/Telephone number/);
  });

  it('[demo-27] “it” is what the last answer was about, unless something else was selected since', () => {
    expect(ask('make it required', startForm, { fieldId: 'phone' }, { touched: ['last-employer'] }).steps).to.deep.equal(['Make **Most recent employer** required']);
    expect(ask('make it required', startForm, { fieldId: 'phone' }, { touched: ['last-employer'], selectionIsNew: true }).steps).to.deep.equal([`Make ${phone} required`]);
  });

  it('[demo-28] “them” is all of what the last answer was about, “it” asks which', () => {
    const touched = ['phone', 'last-employer'];
    expect(ask('make them required', startForm, null, { touched }).steps).to.have.length(2);
    expect(ask('make it required', startForm, null, { touched }).words).to.equal(`Do you mean ${phone} or **Most recent employer**?`);
  });

  it('[demo-29] a new field goes beside the selected one only when it belongs nowhere else', () => {
    const form = addSection(addSection(startForm, 'Hobbies'), 'Documents');
    expect(ask('add a shoe size', form, { sectionId: 'hobbies' }).steps[0]).to.match(/to “Hobbies”/);
    expect(ask('add a certificate upload', form, { sectionId: 'hobbies' }).steps[0]).to.match(/to “Documents”/);
  });

  it('[demo-30] two fields of one name: it asks, and the answer settles it', () => {
    const form = addField(addField(startForm, 'about-you', { label: 'Bank name', type: 'text' }), 'about-you', { label: 'Bank code', type: 'text' });
    const asked = 'Do you mean **Bank name** or **Bank code**?';
    expect(ask('remove bank', form).words).to.equal(asked);
    expect(talk(['remove bank', 'the second'], form).steps).to.deep.equal(['Remove **Bank code**']);
    expect(talk(['remove bank', 'bank name'], form).steps).to.deep.equal(['Remove **Bank name**']);
  });
});

describe('form agent: what it left open', () => {
  const question = 'What is missing for a job application?';
  const answers: readonly (readonly [string, readonly string[]])[] = [
    ['yes', [`${notice} last ${noticeDetails}`, `${permit} last ${permitDetails}`]],
    ['Yes, both, after the phone.', [`${notice} after ${phone} ${noticeDetails}`, `${permit} after **Notice period** ${permitDetails}`]],
    ['yes, add them', [`${notice} last ${noticeDetails}`, `${permit} last ${permitDetails}`]],
    ['both please', [`${notice} last ${noticeDetails}`, `${permit} last ${permitDetails}`]],
    ['only the first', [`${notice} last ${noticeDetails}`]],
    ['just the work permit please', [`${permit} last ${permitDetails}`]],
    ['no, only the second', [`${permit} last ${permitDetails}`]],
    ['all but the work permit', [`${notice} last ${noticeDetails}`]],
    ['add them at the top', [`${notice} first ${noticeDetails}`, `${permit} after **Notice period** ${permitDetails}`]],
    ['yes but make them required', [`${notice} last (required, half width, at least 0, in weeks)`, `${permit} last ${permitDetails.replace('optional', 'required')}`]],
    ['yes, and rename phone to Mobile', [`${notice} last ${noticeDetails}`, `${permit} last ${permitDetails}`, `Rename ${phone} to **Mobile**`]],
    ['make phone required', [`Make ${phone} required`]],
    ['no', []],
    ['no thanks', []],
  ];
  for (const [answer, steps] of answers) {
    it(`[demo-31] to “Shall I add them?” the answer “${answer}”`, () => {
      expect(talk([question, answer]).steps).to.deep.equal(steps);
    });
  }

  it('[demo-32] an offer to remove, to clear and to add by name', () => {
    expect(talk(['check it for privacy', 'yes']).steps).to.deep.equal(['Remove **Date of birth**']);
    expect(talk(['remove all fields', 'yes']).steps).to.have.length(8);
    expect(talk(['is there a nationality?', 'sure']).steps).to.deep.equal(['Add the short text field **Nationality** to “About you” last (optional, half width)']);
  });

  it('[demo-33] what is done is no longer open, and nothing open is said', () => {
    expect(talk([question, 'yes', 'yes']).words).to.match(/nothing open to say yes to/);
    expect(talk(['yes']).words).to.match(/nothing open/);
  });

  it('[demo-34] an offer carries on: one is added, the other offered', () => {
    expect(talk([question, 'only the first', 'yes']).steps).to.deep.equal([`${permit} last ${permitDetails}`]);
  });

  it('[demo-35] without a purpose it asks for one', () => {
    const blank: Form = { title: 'Untitled', description: '', sections: [{ id: 'a', title: 'A', fields: [] }] };
    expect(ask('what is missing?', blank).words).to.match(/^What is the form for\?/);
    expect(talk(['what is missing?', 'a newsletter'], blank).words).to.match(/\*\*E-mail\*\*/);
    expect(talk(['what is missing?', 'a newsletter', 'yes'], blank).steps).to.have.length(3);
  });
});

describe('form agent: skills and labels', () => {
  it('[demo-36] a skill alone does its work, with words it lends its subject', () => {
    expect(ask('/privacy-check', startForm, null, { skills: ['privacy-check'] }).words).to.match(/Date of birth/);
    expect(ask('/plain-language please', startForm, null, { skills: ['plain-language'] }).steps).to.have.length(5);
    expect(ask('/job-application', startForm, null, { skills: ['job-application'] }).words).to.match(/Notice period/);
    expect(ask('/job-application what is missing?', { ...startForm, title: 'Untitled', description: '' }, null, { skills: ['job-application'] }).words).to.match(/Notice period/);
  });

  const plain: readonly (readonly [string, string])[] = [
    ['Please enter your full name', 'Full name'],
    ['Electronic mail address', 'E-mail'],
    ['TELEPHONE NUMBER', 'Phone'],
    ['Date Of Last Visit', 'Date of last visit'],
    ['Middle name (if applicable)', 'Middle name'],
    ['Period prior to commencement:', 'Period before start'],
    ['Phone', 'Phone'],
    ['Do you smoke?', 'Do you smoke?'],
  ];
  for (const [before, after] of plain) {
    it(`[demo-37] “${before}” in plain words is “${after}”`, () => {
      expect(plainLabel(before)).to.equal(after);
    });
  }

  it('[demo-38] two labels never become the same', () => {
    const form = addField(startForm, 'about-you', { label: 'Phone', type: 'phone' });
    expect(ask('make the labels plainer', form).steps).not.to.include(`Rename ${phone} to **Phone**`);
  });
});
