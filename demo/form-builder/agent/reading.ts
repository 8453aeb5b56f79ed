/**
 * What `understand` works on while it reads one request: a draft of the form on which every call is tried at once, the
 * calls so far, the words to answer with, and what “it” and “them” stand for. Lives for one request only.
 */
import { applyCall, type FormCall } from '../form-calls.js';
import { findField, freeId, placeOf, type Form, type FormField, type FormSection } from '../form-model.js';

export interface Selection {
  readonly fieldId?: string;
  readonly sectionId?: string;
}

export interface Turn {
  readonly role: 'user' | 'assistant';
  readonly text: string;
}

/** What the agent knows of the talk so far. All of it is read from what it is given, nothing is kept. */
export interface Memory {
  /** Earlier turns, oldest first, without the request being read. */
  readonly turns: readonly Turn[];
  /** Fields that the agent's last answer was about. */
  readonly touched: readonly string[];
  /** The person selected something else since the last answer. */
  readonly selectionIsNew: boolean;
  /** Takes back the agent's last change; null when there is none to take back, `unknown` before the page was asked. */
  readonly inverse: readonly FormCall[] | null | 'unknown';
  readonly skills: readonly string[];
}

export const emptyMemory: Memory = { turns: [], touched: [], selectionIsNew: false, inverse: null, skills: [] };

/** A reference or a request that cannot be carried out; its message is the answer. */
export class Unclear extends Error {}

export class Reading {
  readonly before: Form;
  readonly selection: Selection | null;
  readonly memory: Memory;
  /** Break ties between fields: the person chose one after being asked. */
  readonly preferred: readonly string[];
  form: Form;
  readonly calls: FormCall[] = [];
  readonly answers: string[] = [];
  /** The answer rests on a look at the form. */
  reads = false;
  /** Asks for the preview, which is no change. */
  preview = false;
  /** Cannot go on without knowing what the agent changed last. */
  needsInverse = false;
  /** The last fields spoken of in this request. */
  focus: readonly string[] = [];
  /** The last section spoken of in this request. */
  focusSection: string | null = null;

  constructor(form: Form, selection: Selection | null, memory: Memory, preferred: readonly string[] = []) {
    this.before = form;
    this.form = form;
    this.selection = selection;
    this.memory = memory;
    this.preferred = preferred;
  }

  /** Tries the call on the draft and keeps it. Throws Unclear with the model's sentence when it cannot be done. */
  do(call: FormCall): void {
    const settled = call.name === 'AddField' && call.input.id === undefined ? { ...call, input: { ...call.input, id: freeId(this.form, call.input.label) } } : call;
    try {
      this.form = applyCall(this.form, settled);
    } catch (error) {
      throw new Unclear(error instanceof Error ? error.message : String(error));
    }
    if (!this.#folded(settled)) this.calls.push(settled);
  }

  say(text: string): void {
    if (!this.answers.includes(text)) this.answers.push(text);
  }

  /** An answer that is about the form as it is. */
  report(text: string): void {
    this.reads = true;
    this.say(text);
  }

  field(id: string): FormField {
    return placeOf(this.form, id).field;
  }

  sectionOfField(id: string): FormSection {
    return placeOf(this.form, id).section;
  }

  /** The selected field when it is still there. */
  get selectedField(): string | null {
    const id = this.selection?.fieldId;
    return id !== undefined && findField(this.form, id) ? id : null;
  }

  /** “Add a phone field and make it required” is one call: a change to a field that this request adds goes into the adding. */
  #folded(call: FormCall): boolean {
    if (!('fieldId' in call.input) || call.name === 'MoveField' || call.name === 'RemoveField') return false;
    const { fieldId, ...change } = call.input;
    const index = this.calls.findIndex((one) => one.name === 'AddField' && one.input.id === fieldId);
    const added = this.calls[index];
    if (added?.name !== 'AddField') return false;
    const more = call.name === 'SetFieldType' ? { ...change, options: this.field(fieldId).options } : change;
    const input = { ...added.input, ...more, ...(call.name === 'ToggleFieldRequired' && { required: this.field(fieldId).required }) };
    this.calls[index] = { name: 'AddField', input: Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as unknown as typeof input };
    return true;
  }
}
