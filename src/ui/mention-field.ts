/** A textarea whose text and mentions stay in step, and which is never written while a word is being composed. */
import { adjustMentions, editBetween, type TextEdit } from '../conversation/mention-edits.js';
import { mayStartAt } from '../conversation/mention-text.js';
import { type Mentionable, mentionText } from '../conversation/mentions.js';
import type { Mention } from '../model/message.js';

export interface Draft {
  readonly text: string;
  readonly mentions: readonly Mention[];
}

export const emptyDraft: Draft = { text: '', mentions: [] };

/** Never lower than three lines, however small the element is. */
const leastRoom = 88;

export class MentionField {
  readonly #edited: (edit: TextEdit) => void;
  /** Writes that wait for the end of a composition. */
  readonly #waiting: (() => void)[] = [];
  #draft: Draft = emptyDraft;
  #area: HTMLTextAreaElement | null = null;
  #grown: HTMLTextAreaElement | null = null;
  #composing = false;
  #inserting = false;

  constructor(edited: (edit: TextEdit) => void) {
    this.#edited = edited;
  }

  /** The textarea, once it is drawn. It takes the text that was set before. */
  attach(area: HTMLTextAreaElement): void {
    this.#area = area;
    area.value = this.#draft.text;
  }

  get area(): HTMLTextAreaElement | null {
    return this.#area;
  }

  get text(): string {
    return this.#area?.value ?? this.#draft.text;
  }

  /** null while a range is selected. */
  get caret(): number | null {
    const area = this.#area;
    return area && area.selectionStart === area.selectionEnd ? area.selectionEnd : null;
  }

  /**
   * Only tells when to write and how to filter. Whether a key may act is read from the key itself, so a compositionend that
   * never comes harms nothing (case 02).
   */
  get composing(): boolean {
    return this.#composing;
  }

  /** A chosen name is being put in: its input events ask for no list. */
  get inserting(): boolean {
    return this.#inserting;
  }

  /** Text and mentions as they stand: reads the textarea and carries the mentions through what changed there. */
  read(): Draft {
    const { text } = this;
    const edit = editBetween(this.#draft.text, text, this.#area?.selectionEnd);
    if (edit) {
      this.#draft = { text, mentions: adjustMentions(this.#draft.mentions, edit) };
      this.#edited(edit);
    }
    return this.#draft;
  }

  /** Writes at once. */
  write({ text, mentions }: Draft): void {
    // A textarea keeps line feeds only; offsets must be those of its text.
    const value = text.replace(/\r\n?/g, '\n');
    this.#draft = { text: value, mentions };
    if (this.#area && this.#area.value !== value) this.#area.value = value;
  }

  /** Runs `write` now, or right after the word that is being composed (case 04). */
  whenComposed(write: () => void): void {
    if (this.#composing) this.#waiting.push(write);
    else write();
  }

  compositionStarted(): void {
    this.#composing = true;
  }

  /** Also what a blur, a removal and an input outside a composition mean: some input methods never say that they are done. */
  compositionEnded(): void {
    if (!this.#composing) return;
    this.#composing = false;
    // Not in this task: the engine may still be putting the word in.
    if (this.#waiting.length > 0) setTimeout(() => this.#flush());
  }

  /** Makes the input method commit now: its word belongs to what is about to be sent or put away. */
  commit(): void {
    if (!this.#composing) return;
    const area = this.#area;
    const hadFocus = area !== null && (area.getRootNode() as Document | ShadowRoot).activeElement === area;
    if (hadFocus) {
      area.blur();
      area.focus({ preventScroll: true });
    }
    this.compositionEnded();
  }

  /** Puts `/name ` in place of a range, as if typed, so that undo takes it back where the engine allows. */
  insertMention(item: Mentionable, start: number, end: number): void {
    const area = this.#area;
    if (!area) return;
    const before = this.read().text;
    const space = mayStartAt(before, start) ? '' : ' ';
    const name = mentionText(item);
    const inserted = space + name + (/^[^\S\n]/u.test(before.slice(end)) ? '' : ' ');
    this.#inserting = true;
    area.setSelectionRange(start, end);
    // The command writes into whatever has focus, which may be a field of the page.
    const typed = (area.getRootNode() as Document | ShadowRoot).activeElement === area && document.execCommand('insertText', false, inserted);
    if (!typed || area.value === before) {
      area.setRangeText(inserted, start, end, 'end');
      area.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true, inputType: 'insertReplacementText', data: inserted }));
    }
    this.#inserting = false;
    const draft = this.read();
    const at = start + space.length;
    const behind = at + name.length;
    if (draft.text.slice(at, behind) !== name) return;
    area.setSelectionRange(behind + 1, behind + 1);
    const mention: Mention = { type: item.type, id: item.id, name: item.name, start: at, end: behind };
    this.#draft = { text: draft.text, mentions: [...draft.mentions.filter((other) => other.end <= at || other.start >= behind), mention] };
  }

  /** As high as its text, up to 40 % of `frame`. Measured, because not every engine has `field-sizing`. */
  grow(frame: Element): void {
    const area = this.#area;
    if (!area) return;
    // An empty field is as high as its style says; measuring it on opening would lay the whole page out once more. Who watches the
    // size of the frame comes back after the first layout.
    if (area !== this.#grown && area.value === '') {
      this.#grown = area;
      return;
    }
    this.#grown = area;
    area.style.setProperty('--_height', 'auto');
    const wanted = area.scrollHeight;
    // Not drawn (a hidden tab): measured again when it is.
    if (wanted === 0) return;
    const room = Math.max(leastRoom, frame.clientHeight * 0.4);
    area.style.setProperty('--_height', `${Math.min(wanted, room)}px`);
  }

  #flush(): void {
    if (this.#composing) return;
    for (const write of this.#waiting.splice(0)) write();
  }
}
