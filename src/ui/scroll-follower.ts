/**
 * Keeps a scrolling list at its end while the reader is there, and leaves it alone otherwise (case 08).
 *
 *            wheel, touch, key or scrollbar upwards
 *   following ────────────────────────────────────► reading
 *            ◄────────────────────────────────────
 *    End, the jump button, own message, or scrolling down to within 24 px
 *
 * A position that cannot be taken yet (the list is hidden or its content is not laid out) is kept as wanted and taken
 * when there is room (cases 10 and 31).
 */

const nearEnd = 24;

/** Pixels between two looks for something in view: less than the smallest message, more than the room between two. */
const probe = 32;

interface Anchor {
  readonly element: Element;
  /** Pixels below the top of the list. */
  readonly offset: number;
}

export interface ScrollPosition {
  readonly following: boolean;
  readonly top: number;
}

export class ScrollFollower {
  readonly #onChange: () => void;
  readonly #onMove: (inLayoutReport: boolean) => void;
  #scroller: HTMLElement | null = null;
  #observer: ResizeObserver | null = null;
  #listeners: AbortController | null = null;
  #following = true;
  /** The last position seen while the list had a size. */
  #top = 0;
  #wanted: number | null = null;
  /** The mouse button is down in the list: text is perhaps being selected, so nothing moves (case 11). */
  #held = false;
  #touchY = 0;
  #size = '';
  #away = false;
  #anchor: Anchor | null = null;

  /** `onChange` is told when `away` changes, `onMove` when something else may be in view: after a scroll, or inside a layout report. */
  constructor(onChange: () => void, onMove: (inLayoutReport: boolean) => void = () => {}) {
    this.#onChange = onChange;
    this.#onMove = onMove;
  }

  /** The reader is not at the end. */
  get away(): boolean {
    return this.#away;
  }

  get position(): ScrollPosition {
    return { following: this.#following, top: this.#wanted ?? this.#top };
  }

  /** Is taken with the next layout, or at once by `refresh`. */
  set position({ following, top }: ScrollPosition) {
    this.#following = following;
    this.#wanted = following ? null : top;
    this.#anchor = null;
    this.#size = '';
  }

  /** Other content of the same height is no change to a ResizeObserver. */
  refresh(): void {
    this.#settle();
  }

  connect(scroller: HTMLElement, content: HTMLElement): void {
    if (this.#scroller === scroller) return;
    const position = this.position;
    this.disconnect();
    this.#scroller = scroller;
    const listeners = new AbortController();
    this.#listeners = listeners;
    const passive = { passive: true, signal: listeners.signal } as const;
    scroller.addEventListener('scroll', this.#onScroll, passive);
    scroller.addEventListener('wheel', this.#onWheel, passive);
    scroller.addEventListener('touchstart', this.#onTouchStart, passive);
    scroller.addEventListener('touchmove', this.#onTouchMove, passive);
    scroller.addEventListener('pointerdown', this.#onPointerDown, passive);
    scroller.addEventListener('keydown', this.#onKeydown, { signal: listeners.signal });
    for (const type of ['pointerup', 'pointercancel', 'blur']) scroller.ownerDocument.defaultView?.addEventListener(type, this.#onRelease, passive);
    this.#observer = new ResizeObserver(() => {
      // The first report after `observe` says nothing new; a position set meanwhile must stand.
      if (this.#size === this.#measure()) return;
      this.#settle();
      // At the end everything is drawn.
      if (!this.#following) this.#onMove(true);
    });
    this.#observer.observe(scroller);
    this.#observer.observe(content);
    this.position = position;
    this.#settle();
  }

  disconnect(): void {
    this.#wanted = this.position.following ? null : this.position.top;
    this.#observer?.disconnect();
    this.#listeners?.abort();
    this.#observer = this.#listeners = this.#scroller = this.#anchor = null;
    this.#held = false;
  }

  /** Goes to the end and follows from there. */
  toEnd(): void {
    this.#following = true;
    this.#wanted = null;
    this.#settle();
  }

  /**
   * Changes the content and keeps what the reader has before the eyes where it is. Browsers do that by themselves, but not at the
   * very top, where older messages come in (case 09), and WebKit never.
   */
  hold(change: () => void): void {
    const scroller = this.#scroller;
    const anchor = !scroller || scroller.clientHeight === 0 || this.#following || this.#wanted !== null ? null : this.#inView();
    change();
    if (!anchor?.element.isConnected) return;
    this.#putBack(anchor);
    this.#anchor = anchor;
    this.#size = this.#measure();
  }

  /** The topmost thing in view; null while the list is hidden. */
  get topmost(): Element | null {
    return this.#scroller && this.#scroller.clientHeight > 0 ? (this.#inView()?.element ?? null) : null;
  }

  /** Where `element` is, in pixels below the top of the list; null while the list is hidden. */
  placeOf(element: Element): number | null {
    return this.#scroller && this.#scroller.clientHeight > 0 ? this.#offsetOf(element) : null;
  }

  /** Brings `element` to `offset` pixels below the top of the list, as near as the ends allow, and leaves the reader there. */
  show(element: Element, offset: number): void {
    const scroller = this.#scroller;
    if (!scroller || scroller.clientHeight === 0 || !scroller.contains(element)) return;
    this.#wanted = null;
    this.#following = false;
    this.#putBack({ element, offset });
    this.#following = this.#distance() <= 1;
    this.#anchor = { element, offset: this.#offsetOf(element) };
    this.#report();
  }

  #putBack({ element, offset }: Anchor): void {
    const moved = this.#offsetOf(element) - offset;
    if (Math.abs(moved) >= 1) this.#moveTo(this.#scroller!.scrollTop + moved);
  }

  /** Content or viewport may have another size now. */
  #settle(): void {
    const scroller = this.#scroller;
    if (!scroller || scroller.clientHeight === 0) {
      this.#size = '';
      return;
    }
    if (this.#wanted !== null) {
      this.#moveTo(this.#wanted);
      if (Math.abs(scroller.scrollTop - this.#wanted) <= 1) this.#wanted = null;
    } else if (this.#following) {
      if (!this.#held) this.#moveTo(scroller.scrollHeight);
    } else if (this.#anchor?.element.isConnected) {
      // What is above changed its size. WebKit never makes up for that, Chromium and Firefox not for a change in the frame of a
      // scroll; where they did, nothing is left to do here.
      this.#putBack(this.#anchor);
    }
    this.#size = this.#measure();
    this.#report();
  }

  #measure(): string {
    const { scrollHeight = 0, clientHeight = 0 } = this.#scroller ?? {};
    return `${scrollHeight}/${clientHeight}`;
  }

  #moveTo(top: number): void {
    const scroller = this.#scroller!;
    scroller.scrollTop = top;
    this.#top = scroller.scrollTop;
  }

  #distance(): number {
    const { scrollHeight, scrollTop, clientHeight } = this.#scroller!;
    return scrollHeight - scrollTop - clientHeight;
  }

  #report(): void {
    const away = this.#distance() > nearEnd;
    if (away === this.#away) return;
    this.#away = away;
    this.#onChange();
  }

  #onScroll = (): void => {
    const scroller = this.#scroller;
    // A hidden list reports position 0; that is not the reader's doing.
    if (!scroller || scroller.clientHeight === 0 || this.#wanted !== null) return;
    const top = scroller.scrollTop;
    const moved = top !== this.#top;
    const distance = this.#distance();
    // Content that shrinks moves the position up too, but then it stays at the end.
    if (top < this.#top && distance > 1) this.#following = false;
    else if (top > this.#top && distance <= nearEnd) this.#following = true;
    this.#top = top;
    this.#anchor = this.#following ? null : this.#inView();
    this.#report();
    if (moved) this.#onMove(false);
  };

  #onWheel = (event: WheelEvent): void => {
    this.#wanted = null;
    if (event.deltaY < 0 && Math.abs(event.deltaY) > Math.abs(event.deltaX) && !event.ctrlKey && !this.#consumedInside(event)) this.#letGo();
  };

  #onTouchStart = (event: TouchEvent): void => {
    this.#touchY = event.touches[0]?.clientY ?? 0;
  };

  #onTouchMove = (event: TouchEvent): void => {
    this.#wanted = null;
    const y = event.touches[0]?.clientY ?? 0;
    if (y > this.#touchY + 2 && !this.#consumedInside(event)) this.#letGo();
    this.#touchY = y;
  };

  #onKeydown = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.altKey || isEditable(event.target)) return;
    const { key } = event;
    if (key === 'End' && !event.shiftKey) {
      // Smooth key scrolling would aim at the end as it was when the key went down.
      event.preventDefault();
      this.toEnd();
    } else if (key === 'PageUp' || key === 'ArrowUp' || key === 'Home' || (key === ' ' && event.shiftKey)) {
      this.#wanted = null;
      this.#letGo();
    }
  };

  #onPointerDown = (event: PointerEvent): void => {
    this.#wanted = null;
    // A press on the scrollbar has the list itself as its target, and Chromium reports no release for it.
    if (event.pointerType !== 'touch' && event.button === 0 && event.target !== this.#scroller) this.#held = true;
  };

  #onRelease = (): void => {
    if (!this.#held) return;
    this.#held = false;
    this.#settle();
  };

  /** The reader turned upwards: stop before the first pixel moves, or the next piece of text would pull back. */
  #letGo(): void {
    const scroller = this.#scroller;
    if (scroller && scroller.scrollTop > 0) this.#following = false;
  }

  /** Something between the target and the list takes the movement itself (a code block that scrolls). */
  #consumedInside(event: Event): boolean {
    for (const node of event.composedPath()) {
      if (node === this.#scroller) return false;
      if (node instanceof HTMLElement && node.scrollTop > 0) return true;
    }
    return false;
  }

  #offsetOf(element: Element): number {
    return element.getBoundingClientRect().top - this.#scroller!.getBoundingClientRect().top;
  }

  /** The topmost thing in view, and where it is. */
  #inView(): Anchor | null {
    const scroller = this.#scroller!;
    const box = scroller.getBoundingClientRect();
    const root = scroller.getRootNode() as Document | ShadowRoot;
    for (let y = box.top + 2; y < box.bottom; y += probe) {
      const element = root.elementFromPoint?.(box.left + box.width / 2, y) ?? null;
      if (element?.closest('article') && scroller.contains(element)) return { element, offset: this.#offsetOf(element) };
    }
    return null;
  }
}

function isEditable(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(?:input|textarea|select)$/i.test(target.localName));
}
