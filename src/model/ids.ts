/** Ids of messages, branches and conversations that are minted here. */

let lastMoment = 0;
let counter = 0;

/** A call of the platform's generator costs more than the sixteen bytes: they are fetched for many ids at once, and each is used once. */
const pool = new Uint8Array(16 * 128);
let used = pool.length;

function randomBytes(): Uint8Array {
  if (used === pool.length) {
    crypto.getRandomValues(pool);
    used = 0;
  }
  used += 16;
  return pool.subarray(used - 16, used);
}

const hexOf = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/**
 * A UUID version 7: text order is the order of making, also within one millisecond and when the clock goes back.
 * `now` is in epoch milliseconds. Needs no secure context.
 *
 * 48 bits milliseconds · version · 12 + 20 bits counter around the variant · 42 bits random.
 * The counter starts each millisecond at a random place in its lower half, so it has room for two thousand million steps.
 */
export function newId(now: number = Date.now()): string {
  const bytes = randomBytes();
  const view = new DataView(bytes.buffer, bytes.byteOffset, 16);
  const moment = Math.floor(now);
  if (moment > lastMoment && moment < 2 ** 48) {
    lastMoment = moment;
    counter = view.getUint32(0) >>> 1;
  } else if (counter < 0xffffffff) {
    counter += 1;
  } else {
    lastMoment += 1;
    counter = 0;
  }
  view.setUint16(0, Math.floor(lastMoment / 2 ** 32));
  view.setUint32(2, lastMoment % 2 ** 32);
  view.setUint16(6, 0x7000 | (counter >>> 20));
  view.setUint16(8, 0x8000 | ((counter >>> 6) & 0x3fff));
  view.setUint8(10, ((counter & 0x3f) << 2) | (view.getUint8(10) & 3));
  let id = '';
  for (let at = 0; at < 16; at++) id += (at === 4 || at === 6 || at === 8 || at === 10 ? '-' : '') + hexOf[bytes[at] as number];
  return id;
}

/** Whether two ids name the same thing: letter case never matters (A3-1); no id is the same as no id only. */
export function sameId(first: string | null | undefined, second: string | null | undefined): boolean {
  if (typeof first !== 'string' || typeof second !== 'string') return (first ?? null) === (second ?? null);
  return first === second || first.toLowerCase() === second.toLowerCase();
}
