import { expect } from 'chai';
import fc from 'fast-check';
import { applyCall, inverseOf, type FormCall } from '../../demo/form-builder/form-calls.js';
import {
  addField,
  addSection,
  allFields,
  findField,
  freeId,
  moveField,
  parseForm,
  placeOf,
  removeField,
  removeSection,
  reorderFields,
  reorderSections,
  setFieldLabel,
  setFieldOptions,
  setFieldSpan,
  setFieldType,
  setSectionTitle,
  setTitle,
  toggleRequired,
  type Form,
} from '../../demo/form-builder/form-model.js';
import { commit, longestHistory, redo, startHistory, undo } from '../../demo/form-builder/history.js';
import { startForm } from '../../demo/form-builder/start-form.js';
import { parseStep, stepText } from '../../demo/form-builder/agent/step-text.js';

const labels = (form: Form, section = 0): readonly string[] => form.sections[section]?.fields.map((field) => field.label) ?? [];
const two = addSection(startForm, 'More');

describe('form model', () => {
  it('[demo-1] a field is added at its place and gets an id of its label', () => {
    const form = addField(startForm, 'about-you', { label: ' Notice period ', type: 'number', suffix: 'weeks' }, 1);
    expect(form.sections[0]?.fields[1]).to.deep.equal({ id: 'notice-period', type: 'number', label: 'Notice period', placeholder: '', helpText: '', required: false, span: 'full', suffix: 'weeks' });
    expect(labels(form)[0]).to.equal('Full name');
    expect(allFields(startForm)).to.have.length(8);
  });

  it('[demo-2] an id that is taken gets a number', () => {
    expect(freeId(startForm, 'E-mail')).to.equal('e-mail');
    const once = addField(startForm, 'about-you', { label: 'CV', type: 'file' });
    expect(findField(once, 'cv-2')?.field.label).to.equal('CV');
    expect(freeId(startForm, 'Größe!')).to.equal('gro-e');
    expect(freeId(startForm, '日付')).to.equal('item');
  });

  const refused: readonly (readonly [string, () => unknown, RegExp])[] = [
    ['an unknown section', () => addField(startForm, 'nowhere', { label: 'A', type: 'text' }), /no section with the id “nowhere”/],
    ['an unknown field', () => removeField(startForm, 'nothing'), /no field with the id “nothing”/],
    ['an empty label', () => setFieldLabel(startForm, 'email', '  '), /label is empty/],
    ['a label without end', () => setFieldLabel(startForm, 'email', 'x'.repeat(201)), /longer than 200/],
    ['an unknown type', () => addField(startForm, 'about-you', { label: 'A', type: 'colour' as 'text' }), /“colour” is not a field type/],
    ['a width that is neither', () => setFieldSpan(startForm, 'email', 'third' as 'half'), /half or full/],
    ['a position outside', () => addField(startForm, 'about-you', { label: 'A', type: 'text' }, 9), /Position 9 is outside 0 to 8/],
    ['a position that is no whole number', () => moveField(startForm, 'email', 'about-you', 0.5), /Position 0.5/],
    ['one option', () => addField(startForm, 'about-you', { label: 'A', type: 'choice', options: ['x'] }), /at least two options/],
    ['options that are the same', () => addField(startForm, 'about-you', { label: 'A', type: 'radio', options: ['x', 'x '] }), /are the same/],
    ['options of what is no choice', () => setFieldOptions(startForm, 'email', ['a', 'b']), /not a choice/],
    ['limits the wrong way round', () => addField(startForm, 'about-you', { label: 'A', type: 'number', min: 3, max: 2 }), /above its largest/],
    ['an order that leaves a field out', () => reorderFields(startForm, 'about-you', ['email']), /exactly once/],
    ['an order that names a field twice', () => reorderFields(startForm, 'about-you', ['email', 'email', 'phone', 'date-of-birth', 'last-employer', 'employed-from', 'employed-until', 'cv']), /exactly once/],
    ['removing the last section', () => removeSection(startForm, 'about-you'), /at least one section/],
    ['sections in an order that is none', () => reorderSections(two, ['more']), /exactly once/],
    ['an empty section title', () => setSectionTitle(startForm, 'about-you', ''), /section title is empty/],
    ['an empty title', () => setTitle(startForm, ' '), /title is empty/],
    ['an id that is taken', () => addField(startForm, 'about-you', { label: 'A', type: 'text', id: 'email' }), /“email” is taken/],
    ['a stranger as a form', () => parseForm({ title: 'x' }), /not a form/],
    ['a field that is none', () => parseForm({ title: 'x', sections: [{ id: 'a', title: 'A', fields: ['b'] }] }), /not a field/],
  ];
  for (const [what, act, message] of refused) {
    it(`[demo-3] refuses ${what} with a plain sentence`, () => {
      expect(act).to.throw(Error, message);
    });
  }

  it('[demo-4] an order that is an exact permutation is taken', () => {
    const ids = allFields(startForm).map((field) => field.id);
    expect(allFields(reorderFields(startForm, 'about-you', [...ids].reverse())).map((field) => field.id)).to.deep.equal([...ids].reverse());
    expect(reorderSections(two, ['more', 'about-you']).sections.map((section) => section.id)).to.deep.equal(['more', 'about-you']);
  });

  it('[demo-5] a moved field counts its new place without itself', () => {
    expect(labels(moveField(startForm, 'full-name', 'about-you', 1)).slice(0, 3)).to.deep.equal(['E-mail', 'Full name', 'Telephone number']);
    const moved = moveField(two, 'cv', 'more');
    expect(labels(moved, 1)).to.deep.equal(['Curriculum vitae']);
    expect(labels(moved)).to.have.length(7);
  });

  it('[demo-6] required toggles, or is set', () => {
    expect(placeOf(toggleRequired(startForm, 'phone'), 'phone').field.required).to.equal(true);
    expect(placeOf(toggleRequired(startForm, 'phone', false), 'phone').field.required).to.equal(false);
  });

  it('[demo-7] a new kind drops what it cannot have and gets the options it needs', () => {
    const choice = setFieldType(startForm, 'phone', 'choice');
    expect(placeOf(choice, 'phone').field.options).to.deep.equal(['First option', 'Second option']);
    expect(placeOf(setFieldType(choice, 'phone', 'text'), 'phone').field).not.to.have.property('options');
  });

  it('[demo-8] a form that was written as JSON is read as the same form', () => {
    expect(parseForm(JSON.parse(JSON.stringify(startForm)))).to.deep.equal(startForm);
  });
});

describe('form history', () => {
  it('[demo-9] undo and redo step through whole forms', () => {
    const changed = setTitle(startForm, 'Other');
    const history = commit(startHistory(startForm), changed);
    expect(undo(history).present).to.equal(startForm);
    expect(redo(undo(history)).present).to.equal(changed);
    expect(undo(startHistory(startForm)).present).to.equal(startForm);
    expect(redo(history)).to.equal(history);
  });

  it('[demo-10] a new step forgets what could be redone', () => {
    const back = undo(commit(startHistory('a'), 'b'));
    expect(commit(back, 'c').future).to.deep.equal([]);
  });

  it('[demo-11] typing in one input is one step, also after an undo', () => {
    const typed = commit(commit(commit(startHistory('a'), 'b', 'label'), 'bc', 'label'), 'bcd', 'label');
    expect(undo(typed).present).to.equal('a');
    expect(undo(commit(undo(commit(typed, 'x')), 'y', 'label')).present).to.equal('bcd');
  });

  it('[demo-12] the same state is no step, and the list has an end', () => {
    const history = startHistory(0);
    expect(commit(history, 0)).to.equal(history);
    let long = history;
    for (let step = 1; step <= longestHistory + 5; step++) long = commit(long, step);
    expect(long.past).to.have.length(longestHistory);
  });
});

describe('form calls', () => {
  const forms = fc.array(fc.array(fc.constantFrom('text', 'choice', 'number', 'file'), { maxLength: 4 }), { minLength: 1, maxLength: 3 }).map((sections): Form => {
    let form: Form = { title: 'T', description: 'D', sections: [] };
    for (const [place, types] of sections.entries()) {
      form = addSection(form, `Section ${String(place)}`);
      const { id } = form.sections[place] ?? { id: '' };
      for (const [index, type] of types.entries()) form = addField(form, id, { type, label: `Field ${String(place)}${String(index)}`, ...(type === 'choice' && { options: ['a', 'b'] }), ...(type === 'number' && { min: 1, suffix: 'kg' }) });
    }
    return form;
  });

  /** All calls that can be made on a form, by a number. */
  function callOn(form: Form, kind: number, one: number, other: number): FormCall | null {
    const sectionAt = (index: number): string => form.sections[index % form.sections.length]?.id ?? '';
    const fields = allFields(form);
    const field = fields[one % Math.max(1, fields.length)];
    const target = form.sections[other % form.sections.length];
    if (kind === 0) return { name: 'AddField', input: { sectionId: sectionAt(one), label: 'Fresh', type: 'date', index: other % ((form.sections[one % form.sections.length]?.fields.length ?? 0) + 1) } };
    if (kind === 1) return { name: 'AddSection', input: { title: 'New', index: one % (form.sections.length + 1), fieldIds: fields.filter((_, index) => (index + other) % 2 === 0).map((some) => some.id).reverse() } };
    if (kind === 2) return form.sections.length < 2 ? null : { name: 'RemoveSection', input: { sectionId: sectionAt(one), ...(sectionAt(one) !== sectionAt(other) && { moveFieldsTo: sectionAt(other) }) } };
    if (kind === 3) return { name: 'ReorderSections', input: { sectionIds: form.sections.map((section) => section.id).reverse() } };
    if (kind === 4) return { name: 'SetFormTitle', input: { title: 'Other', ...(one % 2 === 0 && { description: 'Else' }) } };
    if (kind === 5) return { name: 'SetSectionTitle', input: { sectionId: sectionAt(one), title: 'Renamed' } };
    if (kind === 6) return { name: 'ReorderFields', input: { sectionId: sectionAt(one), fieldIds: (form.sections[one % form.sections.length]?.fields ?? []).map((some) => some.id).reverse() } };
    if (!field || !target) return null;
    const others = target.fields.filter((some) => some.id !== field.id).length;
    const calls: readonly FormCall[] = [
      { name: 'RemoveField', input: { fieldId: field.id } },
      { name: 'SetFieldLabel', input: { fieldId: field.id, label: 'Renamed' } },
      { name: 'SetFieldText', input: { fieldId: field.id, helpText: 'Help' } },
      { name: 'SetFieldType', input: { fieldId: field.id, type: 'radio', options: ['x', 'y', 'z'] } },
      { name: 'ToggleFieldRequired', input: { fieldId: field.id } },
      { name: 'SetFieldSpan', input: { fieldId: field.id, span: 'half' } },
      { name: 'MoveField', input: { fieldId: field.id, sectionId: target.id, index: one % (others + 1) } },
    ];
    return field.type === 'choice' && kind === 14 ? { name: 'SetFieldOptions', input: { fieldId: field.id, options: ['p', 'q'] } } : (calls[kind - 7] ?? null);
  }
  const given = fc.tuple(forms, fc.nat({ max: 14 }), fc.nat({ max: 20 }), fc.nat({ max: 20 }));

  it('[demo-13] the inverse of any call gives back exactly the form before', () => {
    fc.assert(
      fc.property(given, ([form, kind, one, other]) => {
        const call = callOn(form, kind, one, other);
        fc.pre(call !== null);
        expect(inverseOf(form, call).reduce(applyCall, applyCall(form, call))).to.deep.equal(form);
      }),
      { seed: 20261, numRuns: 600 },
    );
  });

  it('[demo-14] a call that is written as a plan step and read again does the same', () => {
    fc.assert(
      fc.property(given, ([form, kind, one, other]) => {
        const call = callOn(form, kind, one, other);
        fc.pre(call !== null && !(call.name === 'ReorderFields' && call.input.fieldIds.length === 0));
        const read = parseStep(`3. ${stepText(call, form)}`, form);
        expect(read, stepText(call, form)).not.to.equal(null);
        if (read) expect(applyCall(form, read)).to.deep.equal(applyCall(form, call));
      }),
      { seed: 20262, numRuns: 600 },
    );
  });

  it('[demo-15] a step whose field is gone is no step', () => {
    expect(parseStep('1. Remove **Fax**', startForm)).to.equal(null);
    expect(parseStep('1. Sing a song', startForm)).to.equal(null);
  });
});
