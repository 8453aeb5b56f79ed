/**
 * Which pages of a thread are drawn, and when.
 *
 *   empty ──► drawn, and it stays drawn: its nodes carry selections, focus and what was unfolded
 *
 * Drawn at once: the end of the path on opening, what comes into view, what is asked for (`reveal`). One page a frame: what is within
 * two viewports of the view. In idle time: the newest `idleMessages`. Where a page is far away, the browser skips its layout
 * (`content-visibility`), and new looks (strings, disabled actions) wait until it is near or until nothing else is to do.
 */
import type { ConversationMessage } from '../model/message.js';
import type { AgentConversationMessage } from './message.js';
import { HeightGuesses } from './thread-estimate.js';
import { IdleWork } from './thread-idle.js';
import { pagesBetween, ThreadPage } from './thread-page.js';
import { pageAt } from './thread-pages.js';
import type { PageSpan } from './thread-pages.js';

/** More than a reader scrolls back by; the rest is drawn on approach, so the heap of a long conversation stays small. */
export const idleMessages = 1000;
/** Pages laid out always. Two, because the last one may have just begun. */
const keptPages = 2;
/** How far from the view a page is near, in viewports. */
const nearViews = 2;
/** A viewport's height while there is none to ask. */
const usualView = 800;

export class ThreadWindow {
  readonly #draw: (span: PageSpan) => unknown;
  #scroller: HTMLElement | null = null;
  #flow: HTMLElement | null = null;
  #pages: ThreadPage[] = [];
  /** The pages before this one are not in the list; one empty box takes their room. */
  #from = 0;
  readonly #earlier = document.createElement('div');
  #spans: readonly PageSpan[] = [];
  #look: unknown = undefined;
  #count = 0;
  #near = new Set<ThreadPage>();
  #fresh = new Set<ThreadPage>();
  #frame = 0;
  /** The frame of the last survey. */
  #surveyed: CSSNumberish | null = null;
  readonly #idle = new IdleWork(() => this.#nextIdle());
  #bound = idleMessages;
  readonly #guesses = new HeightGuesses();

  constructor(draw: (span: PageSpan) => unknown) {
    this.#draw = draw;
    this.#earlier.className = 'earlier';
  }

  /** The pages go with `flow`; another one starts empty. */
  connect(scroller: HTMLElement, flow: HTMLElement): void {
    if (this.#flow === flow && this.#scroller === scroller) return;
    if (this.#flow !== flow) {
      this.#pages = [];
      this.#spans = [];
      this.#near.clear();
      this.#bound = idleMessages;
      flow.append(this.#earlier);
    }
    this.#scroller = scroller;
    this.#flow = flow;
    this.surveySoon();
  }

  disconnect(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#idle.stop();
    this.#scroller = null;
  }

  get spans(): readonly PageSpan[] {
    return this.#spans;
  }

  /** Messages of the pages drawn by the last update. */
  get fresh(): readonly AgentConversationMessage[] {
    return [...this.#fresh].flatMap(({ messages }) => messages);
  }

  /** While a reply streams nothing is drawn ahead. */
  set paused(paused: boolean) {
    this.#idle.paused = paused && this.#bound === idleMessages;
  }

  /** Shows these spans. `look` stands for everything else that a message is drawn from: another value draws what is near again, the rest later. */
  update(spans: readonly PageSpan[], look: unknown): void {
    const flow = this.#flow;
    if (!flow) return;
    this.#fresh.clear();
    const opening = this.#pages.length === 0;
    const newLook = look !== this.#look;
    this.#look = look;
    const last = spans.at(-1);
    const count = last ? last.start + last.messages.length : 0;
    const recount = count !== this.#count;
    this.#count = count;
    if (spans !== this.#spans) this.#arrange(spans, flow);
    const room = opening ? 2 * (this.#scroller?.clientHeight || usualView) : 0;
    for (let index = this.#pages.length - 1, height = 0; index >= 0; index -= 1) {
      const page = this.#pages[index]!;
      if (index < this.#pages.length - keptPages && height >= room) break;
      height += page.height;
      this.#reach(index);
      if (!page.drawn || (newLook && page.look !== look)) this.#drawPage(page);
    }
    if (newLook) for (const page of this.#near) if (page.drawn && page.look !== look) this.#drawPage(page);
    if (recount) for (const page of this.#pages) if (!this.#fresh.has(page)) page.place(count);
    this.#idle.start();
  }

  /** The element of the message at `place` on the path, drawn if it was not. */
  reveal(place: number): AgentConversationMessage | null {
    const index = pageAt(this.#spans, place);
    const page = this.#pages[index];
    if (!page) return null;
    this.#reach(index);
    if (!page.drawn || page.look !== this.#look) this.#drawPage(page);
    return page.messages[place - page.span.start] ?? null;
  }

  /** The place on the path of the message that contains `node`; -1 when none does. */
  placeOf(node: Element): number {
    const message = node.closest<AgentConversationMessage>('agent-conversation-message');
    const page = message && this.#pages.find((each) => each.isElement(message.parentElement));
    return page ? page.span.start + page.messages.indexOf(message) : -1;
  }

  /** The browser is about to search in the document: everything is drawn, in idle time, but at once and beside a reply too. */
  drawAll(): void {
    this.#bound = Infinity;
    this.#idle.paused = false;
    this.#idle.start(0);
  }

  /** Looks which pages are near the view and draws what is missing there. Reads the layout, so call it where that is clean. */
  survey(): void {
    const scroller = this.#scroller;
    if (!scroller || scroller.clientHeight === 0 || this.#pages.length === 0) return;
    this.#surveyed = document.timeline.currentTime;
    const view = scroller.getBoundingClientRect();
    const reach = nearViews * view.height;
    const top = view.top - reach;
    let room = this.#from > 0 ? this.#earlier.getBoundingClientRect().bottom - top : 0;
    let from = this.#from;
    while (room > 0 && from > 0) room -= this.#pages[(from -= 1)]!.height;
    this.#reach(from);
    const near = pagesBetween(this.#pages, this.#from, top, view.bottom + reach);
    this.#near = new Set(near.map(([page]) => page));
    const ahead: (readonly [page: ThreadPage, distance: number])[] = [];
    let drawn = false;
    for (const [page, rect] of near) {
      const distance = Math.max(view.top - rect.bottom, rect.top - view.bottom);
      // Elsewhere it may be skipped, and then its size is what it was told.
      if (page.drawn && distance < 0) this.#measure(page, rect.height);
      if (page.drawn && page.look === this.#look) continue;
      if (distance >= 0) ahead.push([page, distance]);
      else {
        this.#drawPage(page);
        drawn = true;
      }
    }
    // In view it could not wait; ahead of it one is enough for a frame that draws nothing else.
    const [next] = ahead.sort((a, b) => a[1] - b[1]);
    if (next && !drawn) this.#drawPage(next[0]);
    if (next || drawn) this.surveySoon();
    this.#learn();
  }

  #measure(page: ThreadPage, height: number): void {
    if (!page.measured && !page.span.last) this.#guesses.add(page.guess, height);
    page.seen(height);
  }

  /** Guesses again what was never seen when the guesses were wrong by more than a tenth. */
  #learn(): void {
    if (!this.#guesses.learn()) return;
    for (const page of this.#pages) if (!page.measured) page.height = page.guess * this.#guesses.ratio;
    this.#measureEarlier();
  }

  /** In the next frame: for callers inside a layout report, where a change of size would loop. */
  surveySoon(): void {
    this.#frame ||= requestAnimationFrame((time) => {
      this.#frame = 0;
      // Once a frame: what the first look drew is laid out only at its end.
      if (time === this.#surveyed) this.surveySoon();
      else this.survey();
    });
  }

  #arrange(spans: readonly PageSpan[], flow: HTMLElement): void {
    const old = this.#pages;
    let same = 0;
    while (same < old.length && same < spans.length && old[same]!.span.key === spans[same]!.key) same += 1;
    if (same === old.length && same === spans.length) {
      this.#spans = spans;
      old.forEach((page, index) => this.#adopt(page, spans[index]!));
      return;
    }
    const left = new Map(old.slice(same).map((page) => [page.span.key, page]));
    const pages = old.slice(0, same);
    for (const span of spans.slice(same)) {
      const page = left.get(span.key);
      if (page) left.delete(span.key);
      pages.push(page ?? this.#newPage(span));
    }
    for (const page of left.values()) {
      page.remove();
      this.#near.delete(page);
    }
    for (const page of old.slice(-keptPages)) page.kept = false;
    for (const page of pages.slice(-keptPages)) page.kept = true;
    this.#pages = pages;
    this.#spans = spans;
    pages.forEach((page, index) => this.#adopt(page, spans[index]!));
    // What came in front of a page in the list is in the list too, except at its front.
    const first = pages.findIndex(({ placed }) => placed);
    this.#from = first < 0 ? pages.length : first;
    this.#putInPlace(flow, Math.max(same, this.#from));
    this.#measureEarlier();
    this.surveySoon();
  }

  /** Brings the pages from `index` on into the list. */
  #reach(index: number): void {
    if (index >= this.#from || !this.#flow) return;
    this.#from = index;
    this.#putInPlace(this.#flow, index);
    this.#measureEarlier();
  }

  #putInPlace(flow: HTMLElement, start: number): void {
    let next: ChildNode | null = start > this.#from ? this.#pages[start - 1]!.element.nextSibling : this.#earlier.nextSibling;
    for (const { element } of this.#pages.slice(start)) {
      if (element === next) next = next.nextSibling;
      else flow.insertBefore(element, next);
    }
  }

  #measureEarlier(): void {
    let height = 0;
    for (let index = 0; index < this.#from; index += 1) height += this.#pages[index]!.height;
    this.#earlier.style.setProperty('block-size', `${height}px`);
  }

  #adopt(page: ThreadPage, span: PageSpan): void {
    const old = page.span;
    if (old === span) return;
    page.span = span;
    const changed = old.messages !== span.messages;
    if (!page.drawn) {
      if (changed) page.height = (page.guess = this.#guess(span.messages)) * this.#guesses.ratio;
    } else if (changed || old.previousAt !== span.previousAt || old.last !== span.last) this.#drawPage(page);
    else if (old.start !== span.start) page.place(this.#count);
  }

  #drawPage(page: ThreadPage): void {
    page.draw(this.#draw(page.span), this.#look);
    page.place(this.#count);
    this.#fresh.add(page);
  }

  #newPage(span: PageSpan): ThreadPage {
    const page = new ThreadPage(span, this.#guess(span.messages));
    page.height = page.guess * this.#guesses.ratio;
    return page;
  }

  #guess(messages: readonly ConversationMessage[]): number {
    return this.#guesses.raw(messages, this.#scroller?.clientWidth ?? 0);
  }

  /** From the end upwards: empty pages within the bound, and drawn ones with an old look. */
  #nextIdle(): (() => void) | null {
    const index = this.#scroller ? this.#pages.findLastIndex((page) => (page.drawn ? page.look !== this.#look : page.span.start >= this.#count - this.#bound)) : -1;
    const page = this.#pages[index];
    if (!page) return null;
    return () => {
      this.#reach(index);
      this.#drawPage(page);
    };
  }
}
