/** The builder's state: the form with its history, what is selected, what was saved, and where the agent acts right now. */
import { applyCall, type FormCall } from './form-calls.js';
import { findField, parseForm, type Form } from './form-model.js';
import { commit, redo, startHistory, undo, type History } from './history.js';

export type Selected = { readonly type: 'field' | 'section'; readonly id: string } | null;

export interface Halo {
  readonly text: string;
  readonly short: string;
}

/** Milliseconds a halo stays after its call. */
const haloTime = 1200;
const storageKey = 'form-builder-demo.form';

export class BuilderStore {
  #history: History<Form>;
  #selected: Selected = null;
  #answeredAbout: string | null = null;
  #saved: Form | null = null;
  #savedAt: Date | null = null;
  readonly #halos = new Map<string, Halo>();
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #listeners = new Set<() => void>();

  constructor(form: Form) {
    this.#history = startHistory(form);
  }

  get form(): Form {
    return this.#history.present;
  }

  /** What is selected, as long as it is there. */
  get selected(): Selected {
    const { form } = this;
    const selected = this.#selected;
    if (selected === null) return null;
    return (selected.type === 'field' ? findField(form, selected.id) : form.sections.some((section) => section.id === selected.id)) ? selected : null;
  }

  /** Selected since the agent's last answer began. */
  get selectionIsNew(): boolean {
    return this.selected !== null && this.selected.id !== this.#answeredAbout;
  }

  /** The agent answers now: what is selected is no longer new. */
  markSelectionSeen(): void {
    this.#answeredAbout = this.selected?.id ?? null;
  }

  get canUndo(): boolean {
    return this.#history.past.length > 0;
  }

  get canRedo(): boolean {
    return this.#history.future.length > 0;
  }

  get status(): string {
    if (this.#saved === null) return 'Draft · not saved';
    if (this.#saved !== this.form) return 'Unsaved changes';
    return `Saved at ${this.#savedAt?.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' }) ?? 'an earlier visit'}`;
  }

  haloOf(id: string): Halo | null {
    return this.#halos.get(id) ?? null;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  select(selected: Selected): void {
    this.#selected = selected;
    this.#notify();
  }

  /** Throws a plain sentence when the call cannot be done; then nothing has changed. Calls of one join name are one undo step. */
  run(call: FormCall, joinName: string | null = null): void {
    this.replace(applyCall(this.form, call), joinName);
  }

  /** Several calls as one undo step: all or none. */
  runAll(calls: readonly FormCall[]): void {
    this.replace(calls.reduce(applyCall, this.form));
  }

  replace(form: Form, joinName: string | null = null): void {
    this.#history = commit(this.#history, form, joinName);
    this.#notify();
  }

  undo(): void {
    this.#history = undo(this.#history);
    this.#notify();
  }

  redo(): void {
    this.#history = redo(this.#history);
    this.#notify();
  }

  /** Shows that the agent acts on this field or section, for 1.2 s. */
  highlight(id: string, halo: Halo): void {
    clearTimeout(this.#timers.get(id));
    this.#halos.set(id, halo);
    this.#timers.set(
      id,
      setTimeout(() => {
        this.#halos.delete(id);
        this.#timers.delete(id);
        this.#notify();
      }, haloTime),
    );
    this.#notify();
  }

  /** The person's act; no tool does this. Throws when the browser keeps nothing. */
  save(storage: Storage): void {
    storage.setItem(storageKey, JSON.stringify(this.form));
    this.#saved = this.form;
    this.#savedAt = new Date();
    this.#notify();
  }

  /** Takes up what was saved on an earlier visit; what cannot be read is left alone. */
  load(storage: Storage): void {
    try {
      const text = storage.getItem(storageKey);
      if (text === null) return;
      this.#saved = parseForm(JSON.parse(text));
      this.#history = startHistory(this.#saved);
    } catch {
      this.#saved = null;
    }
    this.#notify();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}
