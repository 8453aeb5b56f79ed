/**
 * What the list of names offers while one types, without drawing it (A7-6 … A7-10).
 *
 *   closed ──a trigger with matches, or toggle()──► open ──no match, caret elsewhere, close()──► closed
 *     ▲                                              │
 *     └── the same name stays closed ◄──dismiss()────┘
 *
 * A name is known by the offset of its trigger, which moves with edits before it.
 */
import { type RankedMentionable, rankMentionables, rowLimit } from '../conversation/mention-ranking.js';
import type { TextEdit } from '../conversation/mention-edits.js';
import { findMentionQuery, type Mentionable, type MentionQuery, type MentionTrigger } from '../conversation/mentions.js';
import { describeError } from '../model/errors.js';
import type { Mention } from '../model/message.js';
import type { AgentInfo, Skill, SkillSource } from '../run/skill.js';

export interface PickerSources {
  readonly skills: SkillSource;
  readonly agents: readonly AgentInfo[];
  readonly withoutMentions: boolean;
}

/** The field as it stands. */
export interface PickerInput {
  readonly text: string;
  /** null while a range is selected. */
  readonly caret: number | null;
  readonly mentions: readonly Mention[];
  readonly composing: boolean;
}

export interface PickerView {
  readonly trigger: MentionTrigger;
  readonly rows: readonly RankedMentionable[];
  readonly activeIndex: number;
  /** Why there are no rows: nothing matches, or the lookup failed with these words. */
  readonly note: { readonly type: 'nothing' } | { readonly type: 'failed'; readonly reason: string } | null;
}

/** A query; `typed` is false when the button opened the list and no trigger stands in the text. */
export type PickerToken = MentionQuery & { readonly typed: boolean };

export class MentionPicker {
  readonly #sources: () => PickerSources;
  readonly #changed: () => void;
  readonly #failed: (error: unknown) => void;
  /** Every skill that a lookup returned, so that names typed later resolve. */
  readonly #remembered = new Map<string, Mentionable>();
  #view: PickerView | null = null;
  #token: PickerToken | null = null;
  #wasComposing = false;
  #shownQuery: string | null = null;
  #virtualStart: number | null = null;
  #dismissedStart: number | null = null;
  /** Of the newest lookup; an older answer is dropped. */
  #sequence = 0;

  constructor(sources: () => PickerSources, changed: () => void, failed: (error: unknown) => void) {
    this.#sources = sources;
    this.#changed = changed;
    this.#failed = failed;
  }

  /** null = closed. */
  get view(): PickerView | null {
    return this.#view;
  }

  /** What a chosen row replaces. */
  get token(): PickerToken | null {
    return this.#token;
  }

  get active(): Mentionable | null {
    return this.#view?.rows[this.#view.activeIndex]?.item ?? null;
  }

  get openedByButton(): boolean {
    return this.#virtualStart !== null;
  }

  /** Everything that a typed name can mean now. */
  get known(): readonly Mentionable[] {
    const { skills, agents, withoutMentions } = this.#sources();
    if (withoutMentions) return [];
    return [...(typeof skills === 'function' ? this.#remembered.values() : skills.map(fromSkill)), ...agents.map(fromAgent)];
  }

  /** Looks at the field again, after it changed or the caret moved. */
  read(input: PickerInput): void {
    const token = this.#tokenOf(input);
    if (!token) return this.close();
    const same = this.#token?.start === token.start && this.#token.query === token.query && this.#token.typed === token.typed;
    this.#token = token;
    if (same && this.#wasComposing === input.composing) return;
    this.#wasComposing = input.composing;
    this.#offer(token, input.composing);
  }

  /** Keeps its own offsets in step with an edit of the text. */
  edited(edit: TextEdit): void {
    this.#dismissedStart = moved(this.#dismissedStart, edit);
    // Typing at the button's anchor is the query, so only edits before it move it.
    if (this.#virtualStart !== null && edit.start < this.#virtualStart) this.#virtualStart = moved(this.#virtualStart, edit);
  }

  /** Opens the skills at the caret with nothing written, or closes them (A7-10). */
  toggle(input: PickerInput): void {
    if (this.#view || this.#virtualStart !== null) return this.close();
    this.#virtualStart = input.caret ?? input.text.length;
    this.#token = null;
    this.read({ ...input, caret: this.#virtualStart });
  }

  /** One row up or down, round the ends. */
  move(step: 1 | -1): void {
    const view = this.#view;
    if (!view || view.rows.length === 0) return;
    this.#view = { ...view, activeIndex: (view.activeIndex + step + view.rows.length) % view.rows.length };
    this.#changed();
  }

  /** Closes it for this name until its trigger is deleted. */
  dismiss(): void {
    if (this.#token?.typed) this.#dismissedStart = this.#token.start;
    this.close();
  }

  close(): void {
    this.#sequence++;
    this.#token = null;
    this.#virtualStart = null;
    this.#hide();
  }

  /** Closed, and nothing dismissed: the field holds another text now. */
  reset(): void {
    this.#dismissedStart = null;
    this.close();
  }

  #tokenOf(input: PickerInput): PickerToken | null {
    const { text, caret, mentions } = input;
    const { skills, agents, withoutMentions } = this.#sources();
    if (withoutMentions || caret === null) return null;
    if (this.#virtualStart !== null) {
      const query = text.slice(this.#virtualStart, caret);
      if (caret >= this.#virtualStart && !/\s/u.test(query)) return { trigger: '/', query, start: this.#virtualStart, end: caret, typed: false };
      this.#virtualStart = null;
    }
    const triggers = [...(hasSkills(skills) ? ['/'] : []), ...(agents.length > 0 ? ['@'] : [])];
    const query = findMentionQuery(text, caret, triggers, this.known.map(({ name }) => name));
    if (!query || query.start === this.#dismissedStart) return null;
    // What was chosen is settled; writing on behind it asks for nothing.
    if (mentions.some(({ start, end }) => start <= query.start && query.start < end)) return null;
    return { ...query, typed: true };
  }

  #offer(token: PickerToken, composing: boolean): void {
    const { skills, agents } = this.#sources();
    const sequence = ++this.#sequence;
    if (token.trigger === '@') return this.#show(token, agents.map(fromAgent), composing);
    if (typeof skills !== 'function') return this.#show(token, skills.map(fromSkill), composing);
    // Until the answer comes an open list is narrowed to what is known, so that Enter never takes a row that no longer fits.
    if (this.#view) this.#show(token, [...this.#remembered.values()], composing);
    void lookUp(skills, token.query).then(
      (found) => {
        const items = found.map(fromSkill);
        for (const item of items) this.#remembered.set(item.id, item);
        if (sequence === this.#sequence) this.#show(token, items, composing);
      },
      (error: unknown) => {
        if (sequence !== this.#sequence) return;
        this.#set({ trigger: token.trigger, rows: [], activeIndex: 0, note: { type: 'failed', reason: describeError(error).message } });
        this.#failed(error);
      },
    );
  }

  #show(token: PickerToken, items: readonly Mentionable[], composing: boolean): void {
    const rows = rankMentionables(token.query, items, rowLimit(token.trigger));
    if (rows.length === 0 && token.typed) {
      // Half a word in kana matches nothing yet; closing would only flicker (case 03).
      if (!(composing && this.#view)) this.#hide();
      return;
    }
    const active = this.#shownQuery === token.query ? this.active : null;
    const index = active ? rows.findIndex(({ item }) => item.id === active.id && item.type === active.type) : 0;
    this.#shownQuery = token.query;
    this.#set({ trigger: token.trigger, rows, activeIndex: Math.max(0, index), note: rows.length === 0 ? { type: 'nothing' } : null });
  }

  #hide(): void {
    this.#shownQuery = null;
    if (this.#view) this.#set(null);
  }

  #set(view: PickerView | null): void {
    this.#view = view;
    this.#changed();
  }
}

export function hasSkills(source: SkillSource): boolean {
  return typeof source === 'function' || source.length > 0;
}

async function lookUp(source: (query: string) => Promise<readonly Skill[]>, query: string): Promise<readonly Skill[]> {
  const found: unknown = await source(query);
  if (!Array.isArray(found)) throw new TypeError(`skills(${JSON.stringify(query)}) must resolve with an array of {id, name}, got ${found === null ? 'null' : typeof found}`);
  return found as readonly Skill[];
}

function fromSkill({ id, name, description, icon }: Skill): Mentionable {
  return { type: 'skill', id, name, ...(description === undefined ? {} : { description }), ...(icon === undefined ? {} : { icon }) };
}

function fromAgent({ id, name, description }: AgentInfo): Mentionable {
  return { type: 'agent', id, name, ...(description === undefined ? {} : { description }) };
}

function moved(at: number | null, edit: TextEdit): number | null {
  if (at === null || at < edit.start) return at;
  return at < edit.start + edit.removed ? null : at + edit.inserted - edit.removed;
}
