/**
 * The drafts of one composer: in memory at once, in the store soon after.
 *
 *   unread ──open──► reading ──► read        the store's draft comes out; `open` reads again unless something waits to be written
 *      ▲                │
 *      └────────────────┘ the store failed: tried again before the next write, so that no unseen draft is overwritten
 */
import { newId } from '../model/ids.js';
import { type Draft, type DraftStore, joinDrafts, noDraft, sameDraft, type StoredDraft } from './draft-store.js';

/** A killed tab loses at most what was typed in this time. */
const SAVE_MS = 300;

export interface DraftKeeperHost {
  /** Runs `change` when the text of that conversation may be written, with what is typed there noted before (case 04). */
  whenFree(conversationId: string, change: () => void): void;
  /** The draft is another one than was noted. */
  changed(conversationId: string, draft: Draft): void;
  /** A draft could not be written; it stays in memory. Told once until a write succeeds. */
  report(error: unknown): void;
}

interface Entry {
  draft: Draft;
  /** Texts that were sent and are no stored message yet. They are stored with the draft, in front of it. */
  sending: readonly Draft[];
  read: boolean;
  /** What the store holds, as far as this keeper knows, and its revision. */
  saved: Draft;
  revision: string | null;
  /** Known from the store before this one: a store that holds it is the same database. */
  carried: string | null;
  timer: ReturnType<typeof setTimeout> | undefined;
  /** Reads and writes of this conversation, one after the other. */
  queue: Promise<void>;
}

export class DraftKeeper {
  readonly #host: DraftKeeperHost;
  readonly #entries = new Map<string, Entry>();
  #store: DraftStore | null;
  #failing = false;

  constructor(host: DraftKeeperHost, store: DraftStore | null = null) {
    this.#host = host;
    this.#store = store;
  }

  /** The draft as this keeper knows it. What the store holds comes later, through `changed`. */
  open(id: string): Draft {
    const entry = this.#entryOf(id);
    if (sameDraft(wanted(entry), entry.saved)) this.#readSoon(id, entry);
    return entry.draft;
  }

  /** What stands in the field now. */
  note(id: string, draft: Draft): void {
    const entry = this.#entryOf(id);
    if (sameDraft(entry.draft, draft)) return;
    entry.draft = draft;
    this.#saveSoon(id, entry);
  }

  /** The draft was sent: the field is empty, the store keeps the text until `settle` or `restore`. */
  send(id: string, sent: Draft): void {
    const entry = this.#entryOf(id);
    entry.draft = noDraft;
    entry.sending = [...entry.sending, sent];
    this.#saveSoon(id, entry);
  }

  /** A sent text has become a message, or was given up. */
  settle(id: string, text: string): void {
    const entry = this.#entries.get(id);
    const at = entry?.sending.findIndex((sent) => sent.text === text) ?? -1;
    if (!entry || at < 0) return;
    entry.sending = entry.sending.filter((_sent, index) => index !== at);
    this.flush(id);
  }

  /** A sent text comes back, under what was typed since. */
  restore(id: string, back: Draft): Draft {
    const entry = this.#entryOf(id);
    entry.draft = joinDrafts(entry.draft, back);
    this.settle(id, back.text);
    this.flush(id);
    return entry.draft;
  }

  /** The conversation was deleted, and its draft with it. */
  drop(id: string): void {
    const entry = this.#entryOf(id);
    entry.draft = noDraft;
    entry.sending = [];
    this.flush(id);
  }

  /** Writes at once what waits; for all conversations without an id. */
  flush(id?: string): void {
    const store = this.#store;
    for (const [each, entry] of id === undefined ? this.#entries : [[id, this.#entryOf(id)] as const]) {
      clearTimeout(entry.timer);
      entry.timer = undefined;
      if (store) this.#enqueue(entry, () => this.#write(store, each, entry));
    }
  }

  /**
   * Another store. What waits goes to the old one. The text of `shownId`, which a person may be looking at, goes on in the new one;
   * so do all when no store has kept them yet.
   */
  setStore(store: DraftStore | null, shownId: string | null): void {
    if (store === this.#store) return;
    this.flush();
    const isKept = this.#store !== null;
    this.#store = store;
    for (const [id, entry] of [...this.#entries]) {
      if (isKept && id !== shownId) this.#entries.delete(id);
      else {
        this.#enqueue(entry, async () => {
          Object.assign(entry, { read: false, saved: noDraft, revision: null, carried: entry.revision ?? entry.carried });
        });
      }
    }
    if (shownId !== null) this.#readSoon(shownId, this.#entryOf(shownId));
  }

  #entryOf(id: string): Entry {
    const known = this.#entries.get(id);
    if (known) return known;
    const entry: Entry = { draft: noDraft, sending: [], read: false, saved: noDraft, revision: null, carried: null, timer: undefined, queue: Promise.resolve() };
    this.#entries.set(id, entry);
    return entry;
  }

  #enqueue(entry: Entry, work: () => Promise<void>): void {
    entry.queue = entry.queue.then(work);
  }

  #readSoon(id: string, entry: Entry): void {
    const store = this.#store;
    // A failure is told by whoever reads the conversation from the same store, and by the next write.
    if (store) this.#enqueue(entry, () => this.#read(store, id, entry).catch(() => {}));
  }

  #saveSoon(id: string, entry: Entry): void {
    if (!this.#store || entry.timer !== undefined) return;
    entry.timer = setTimeout(() => this.flush(id), SAVE_MS);
  }

  async #read(store: DraftStore, id: string, entry: Entry): Promise<void> {
    const stored = await store.loadDraft(id);
    await new Promise<void>((resolve) => {
      this.#host.whenFree(id, () => {
        this.#take(id, entry, stored);
        resolve();
      });
    });
  }

  #take(id: string, entry: Entry, stored: StoredDraft | null): void {
    const { draft, revision } = entry;
    const isSaved = sameDraft(wanted(entry), entry.saved);
    entry.read = true;
    if ((stored?.revision ?? null) !== revision) {
      entry.saved = stored ?? noDraft;
      entry.revision = stored?.revision ?? null;
      if (isSaved && entry.sending.length === 0) entry.draft = entry.saved;
      // Never seen here, and something was typed meanwhile: both are kept. A newer version of what was seen loses, as the last write wins.
      else if (stored && revision === null && stored.revision !== entry.carried && stored.text !== draft.text) entry.draft = joinDrafts(stored, draft);
    }
    entry.carried = null;
    if (!sameDraft(wanted(entry), entry.saved)) this.#saveSoon(id, entry);
    if (!sameDraft(entry.draft, draft)) this.#host.changed(id, entry.draft);
  }

  async #write(store: DraftStore, id: string, entry: Entry): Promise<void> {
    if (sameDraft(wanted(entry), entry.saved)) return;
    try {
      if (!entry.read) await this.#read(store, id, entry);
      const { text, mentions } = wanted(entry);
      if (sameDraft({ text, mentions }, entry.saved)) return;
      if (text !== '') {
        const revision = newId();
        await store.saveDraft(id, { text, mentions, revision });
        Object.assign(entry, { saved: { text, mentions }, revision });
      } else {
        if (entry.revision !== null) await store.deleteDraft(id, entry.revision);
        Object.assign(entry, { saved: noDraft, revision: null });
      }
      this.#failing = false;
    } catch (error) {
      if (!this.#failing) this.#host.report(error);
      this.#failing = true;
    }
  }
}

function wanted({ sending, draft }: Entry): Draft {
  return sending.length === 0 ? draft : joinDrafts(sending.reduce(joinDrafts), draft);
}
