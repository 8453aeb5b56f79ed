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
const hasAnchoring = typeof CSS !== 'undefined' && CSS.supports('overflow-anchor', 'auto');

export interface ScrollPosition {
  readonly following: boolean;
  readonly top: number;
}

export class ScrollFollower {
  readonly #onChange: () => void;
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
  #anchor: { readonly element: Element; readonly offset: number } | null = null;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
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
      if (this.#size !== this.#measure()) this.#settle();
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
    } else if (!hasAnchoring && this.#anchor?.element.isConnected) {
      // WebKit does not keep the text under the eye when something above it changes its size.
      const moved = this.#offsetOf(this.#anchor.element) - this.#anchor.offset;
      if (Math.abs(moved) >= 1) this.#moveTo(scroller.scrollTop + moved);
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
    const distance = this.#distance();
    // Content that shrinks moves the position up too, but then it stays at the end.
    if (top < this.#top && distance > 1) this.#following = false;
    else if (top > this.#top && distance <= nearEnd) this.#following = true;
    this.#top = top;
    if (!hasAnchoring) this.#remember();
    this.#report();
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

  #remember(): void {
    const scroller = this.#scroller!;
    const box = scroller.getBoundingClientRect();
    const root = scroller.getRootNode() as Document | ShadowRoot;
    const element = root.elementFromPoint?.(box.left + box.width / 2, box.top + 2) ?? null;
    this.#anchor = element && element !== scroller && scroller.contains(element) ? { element, offset: this.#offsetOf(element) } : null;
  }
}

function isEditable(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(?:input|textarea|select)$/i.test(target.localName));
}
