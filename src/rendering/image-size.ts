/** The size of a picture from its first bytes, so that its place is kept before it is decoded. */

/** Enough for the head of a picture; sizes behind long metadata stay unknown. */
const head = 48_000;

/** Width and height in pixels from base64 of a PNG, GIF or JPEG, `undefined` for what it cannot read. */
export function imageSize(base64: string): readonly [width: number, height: number] | undefined {
  try {
    const bytes = Uint8Array.from(atob(base64.slice(0, head)), (character) => character.charCodeAt(0));
    return sizeOf(new DataView(bytes.buffer));
  } catch {
    // Not base64, or it ends before its size is told.
    return undefined;
  }
}

function sizeOf(data: DataView): readonly [number, number] | undefined {
  switch (data.getUint16(0)) {
    case 0x8950:
      return [data.getUint32(16), data.getUint32(20)];
    case 0x4749:
      return [data.getUint16(6, true), data.getUint16(8, true)];
    case 0xffd8:
      return jpegSize(data);
    default:
      return undefined;
  }
}

/** Walks the segments up to the one that starts the frame. */
function jpegSize(data: DataView): readonly [number, number] | undefined {
  for (let at = 2; data.getUint8(at) === 0xff; at += 2 + data.getUint16(at + 2)) {
    const marker = data.getUint8(at + 1);
    const startsFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (startsFrame) return [data.getUint16(at + 7), data.getUint16(at + 5)];
  }
  return undefined;
}
