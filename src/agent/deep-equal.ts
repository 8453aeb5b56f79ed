/** Whether two copies of messages hold the same, in any order of keys. Only data that can be cloned is compared. */
export function isDeepEqual(a: unknown, b: unknown, open: readonly (readonly [object, object])[] = []): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (open.some(([one, other]) => one === a && other === b)) return true;
  const inner: readonly (readonly [object, object])[] = [...open, [a, b]];
  if (Object.prototype.toString.call(a) !== Object.prototype.toString.call(b)) return false;
  if (a instanceof Date && b instanceof Date) return Object.is(a.getTime(), b.getTime());
  if ((a instanceof Map && b instanceof Map) || (a instanceof Set && b instanceof Set)) return isDeepEqual([...a], [...b], inner);
  if (ArrayBuffer.isView(a) && ArrayBuffer.isView(b)) return isDeepEqual(bytesOf(a), bytesOf(b), inner);
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && isDeepEqual((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key], inner));
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): number[] {
  return [...new Uint8Array(buffer, byteOffset, byteLength)];
}
