/** The draft of the conversation on screen, in step with the composer's field; the others wait in the keeper (case 55). */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { DraftKeeper } from '../conversation/draft-keeper.js';
import { type Draft, draftStoreOf } from '../conversation/draft-store.js';
import type { HistoryStore } from '../conversation/history-store.js';
import type { MentionField } from './mention-field.js';

export interface DraftControllerTarget {
  readonly field: MentionField;
  /** Puts another text into the field. */
  replace(draft: Draft): void;
  report(error: unknown): void;
}

export class DraftController implements ReactiveController {
  readonly #target: DraftControllerTarget;
  readonly #keeper: DraftKeeper;
  #id = '';
  #history: HistoryStore | null = null;

  constructor(host: ReactiveControllerHost, target: DraftControllerTarget) {
    this.#target = target;
    this.#keeper = new DraftKeeper({
      whenFree: (id, change) => this.#whenFree(id, change),
      changed: (id, draft) => this.#show(id, draft),
      report: target.report,
    });
    host.addController(this);
  }

  hostConnected(): void {
    window.addEventListener('pagehide', this.#leave);
    document.addEventListener('visibilitychange', this.#leave);
  }

  hostDisconnected(): void {
    window.removeEventListener('pagehide', this.#leave);
    document.removeEventListener('visibilitychange', this.#leave);
    this.flush();
  }

  /** Whose draft is in the field. */
  get id(): string {
    return this.#id;
  }

  /**
   * Puts this draft away and brings that one out. `history` is where drafts are kept besides here; null, or a store without drafts,
   * keeps them nowhere else. Another history of the same conversation takes nothing out of the field.
   */
  open(id: string, history: HistoryStore | null = this.#history): void {
    const isOther = id !== this.#id;
    if (!isOther && history === this.#history) return;
    if (isOther) this.#target.field.commit();
    this.flush();
    this.#id = id;
    // Before the draft is asked for: a draft of this id in the store before is one of another conversation.
    if (history !== this.#history) this.#keeper.setStore(draftStoreOf(history), isOther ? null : id);
    this.#history = history;
    if (isOther) this.#target.replace(this.#keeper.open(id));
  }

  /** The field may hold another text than before. */
  note(): void {
    this.#keeper.note(this.#id, this.#target.field.read());
  }

  /** The text was taken out of the field to be sent. */
  sent(draft: Draft): void {
    this.#keeper.send(this.#id, draft);
  }

  /** A sent text has become a message, or was given up: the store no longer has to keep it. */
  settle(text: string, id: string): void {
    this.#keeper.settle(id, text);
  }

  /** Gives a sent text back to the conversation it was written in. */
  restore(draft: Draft, id: string): void {
    this.#whenFree(id, () => this.#show(id, this.#keeper.restore(id, draft)));
  }

  /** The conversation was deleted. */
  drop(id: string): void {
    this.#keeper.drop(id);
    if (id === this.#id) this.#target.field.whenComposed(() => this.#show(id, this.#keeper.open(id)));
  }

  /** Writes at once what waits. */
  flush(): void {
    this.note();
    this.#keeper.flush();
  }

  #whenFree(id: string, change: () => void): void {
    if (id !== this.#id) return change();
    this.#target.field.whenComposed(() => {
      if (id === this.#id) this.note();
      change();
    });
  }

  #show(id: string, draft: Draft): void {
    if (id !== this.#id) return;
    const { area, text } = this.#target.field;
    const [start, end] = [area?.selectionStart ?? 0, area?.selectionEnd ?? 0];
    this.#target.replace(draft);
    // What was typed keeps its caret when an older text comes to stand above it.
    const above = draft.text.length - text.length;
    if (area && text !== '' && above > 0 && draft.text.endsWith(text)) area.setSelectionRange(start + above, end + above);
  }

  /** A page that is left or put in the background may be killed without another word. */
  readonly #leave = (event: Event): void => {
    if (event.type === 'pagehide' || document.hidden) this.flush();
  };
}
