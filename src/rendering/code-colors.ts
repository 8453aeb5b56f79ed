/**
 * When code is coloured: only where it is seen, and only when it stands still (its block is closed, or nothing came for a while).
 * Colours are highlights of the browser over the text as it is, so no node changes. The part that knows languages is loaded with
 * the first block that needs it; where the browser has no such highlights, or the part cannot be loaded, code stays plain.
 *
 *   watched ──seen──► waiting ──still──► coloured ──out of sight, replaced──► watched
 */

/** Milliseconds without new text after which code that may still grow is coloured. */
const stillAfter = 500;
/** What is about to be scrolled into view is coloured already. */
const margin = '300px';

type Paint = (code: Element, language: string) => () => void;

interface Watched {
  language: string;
  growing: boolean;
  seen: boolean;
  /** The text changed since it was coloured. */
  stale: boolean;
  timer?: ReturnType<typeof setTimeout>;
  clear?: () => void;
}

const watched = new WeakMap<Element, Watched>();
let observer: IntersectionObserver | undefined;
let paint: Promise<Paint | null> | undefined;

const canPaint = (): boolean => typeof Highlight === 'function' && typeof IntersectionObserver === 'function' && 'highlights' in CSS;

/** Colours the text of that element when it is time. Call it with every change of the text; `replaced` when the text did not only grow. */
export function watchCode(code: Element, language: string, growing: boolean, replaced: boolean): void {
  if (language === '' || !canPaint()) return;
  const known = watched.get(code);
  if (known) {
    if (replaced || known.language !== language) uncolor(known);
    Object.assign(known, { language, growing, stale: true });
    plan(code, known);
    return;
  }
  watched.set(code, { language, growing, seen: false, stale: true });
  observer ??= new IntersectionObserver(onSight, { rootMargin: margin });
  observer.observe(code);
}

/** Takes the colours away. */
export function forgetCode(code: Element): void {
  const known = watched.get(code);
  if (!known) return;
  observer?.unobserve(code);
  uncolor(known);
  watched.delete(code);
}

function onSight(entries: readonly IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting } of entries) {
    const known = watched.get(target);
    if (!known || known.seen === isIntersecting) continue;
    known.seen = isIntersecting;
    if (isIntersecting) plan(target, known);
    else uncolor(known);
  }
}

function uncolor(known: Watched): void {
  clearTimeout(known.timer);
  known.clear?.();
  delete known.clear;
  known.stale = true;
}

function plan(code: Element, known: Watched): void {
  clearTimeout(known.timer);
  if (known.seen && known.stale) known.timer = setTimeout(() => void color(code, known), known.growing ? stillAfter : 0);
}

async function color(code: Element, known: Watched): Promise<void> {
  const { language, timer } = known;
  paint ??= import('./code-paint.js').then(
    (module) => module.paintCode,
    () => null,
  );
  const ready = await paint;
  // It may have gone out of sight or changed in the meantime; a change has planned anew.
  if (!ready || watched.get(code) !== known || !known.seen || !known.stale || known.timer !== timer) return;
  known.clear?.();
  known.clear = ready(code, language);
  known.stale = false;
}
