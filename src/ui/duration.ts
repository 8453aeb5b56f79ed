/** Times as people read them: elapsed m:ss, the hour of a message, the name of a day. Digits and order come from the locale. */

const days = 86_400_000;

/** A language tag from a page may be malformed; Intl would throw, so the page's own default is used instead. */
function usable(locale: string | undefined): string | undefined {
  if (!locale) return undefined;
  try {
    return Intl.getCanonicalLocales(locale)[0];
  } catch {
    return undefined;
  }
}

function cached<T>(make: (locale: string | undefined) => T): (locale: string | undefined) => T {
  const known = new Map<string, T>();
  return (locale) => {
    const key = locale ?? '';
    let formatter = known.get(key);
    if (formatter === undefined) {
      formatter = make(usable(locale));
      known.set(key, formatter);
    }
    return formatter;
  };
}

const plainDigits = cached((locale) => new Intl.NumberFormat(locale, { useGrouping: false }));
const twoDigits = cached((locale) => new Intl.NumberFormat(locale, { useGrouping: false, minimumIntegerDigits: 2 }));
const clock = cached((locale) => new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' }));
const dayOfYear = cached((locale) => new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long' }));
const dayWithYear = cached((locale) => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric' }));
const relativeDay = cached((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));

/** `m:ss`, from an hour on `h:mm:ss`. Milliseconds in; a negative or unknown span reads as zero (clocks differ between machines). */
export function formatElapsed(milliseconds: number, locale?: string): string {
  const seconds = milliseconds > 0 && Number.isFinite(milliseconds) ? Math.floor(milliseconds / 1000) : 0;
  const plain = plainDigits(locale);
  const padded = twoDigits(locale);
  const minutes = Math.floor(seconds / 60) % 60;
  const hours = Math.floor(seconds / 3600);
  const tail = padded.format(seconds % 60);
  return hours > 0 ? `${plain.format(hours)}:${padded.format(minutes)}:${tail}` : `${plain.format(minutes)}:${tail}`;
}

/** Hour and minute of an epoch-millisecond time; empty for a time that is none. */
export function formatTime(time: number, locale?: string): string {
  return isTime(time) ? clock(locale).format(time) : '';
}

/** The machine-readable form for `<time datetime>`; empty for a time that is none. */
export function machineTime(time: number): string {
  return isTime(time) ? new Date(time).toISOString() : '';
}

/** The name of the local day of `time` as seen at `now`: "Today", "Yesterday", else the date. Days are calendar days of the reader, never blocks of 24 hours (case 56). */
export function dayLabel(time: number, now: number, locale?: string): string {
  if (!isTime(time)) return '';
  const distance = dayNumber(now) - dayNumber(time);
  if (distance === 0 || distance === 1) {
    const name = relativeDay(locale).format(-distance, 'day');
    const first = [...name][0] ?? '';
    return first.toLocaleUpperCase(usable(locale)) + name.slice(first.length);
  }
  const sameYear = new Date(time).getFullYear() === new Date(now).getFullYear();
  return (sameYear ? dayOfYear : dayWithYear)(locale).format(time);
}

/** Whole local calendar days since the epoch. Two times are of one day exactly when this is equal. */
export function dayNumber(time: number): number {
  const date = new Date(time);
  // The UTC time of a local calendar date counts days without the 23 and 25 hour ones of a clock change.
  return Math.round(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / days);
}

/** Epoch milliseconds at which the local day of `now` ends. */
export function nextMidnight(now: number): number {
  const date = new Date(now);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1).getTime();
}

function isTime(time: number): boolean {
  return Number.isFinite(time) && Math.abs(time) <= 8.64e15;
}
