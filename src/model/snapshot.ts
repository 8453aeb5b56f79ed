/**
 * The only deep copies (architecture §4): `takeSnapshot` on the way in, `copyOut` on the way out; inside, frozen values are shared.
 *
 * Plain data is walked, which shares the immutable strings and reads through a host framework's Proxy. Dates, buffers, blobs
 * and the like go to `structuredClone`, whose result the walk equals: own enumerable string keys, aliases, cycles and
 * holes are kept, a class instance loses its class, a getter becomes its value.
 * A Map, Date or buffer inside a snapshot is a copy of ours but cannot be frozen.
 */
import { InvalidMessageError } from './errors.js';
import { mustBeCloneable, placeOf } from './validate.js';

/** Levels of nesting. Deeper data would pass here and then overflow the stack of a store, a runner or `JSON.stringify`. */
const deepest = 1000;

const leftOut = Symbol('left out');

/** Roots of our own snapshots that hold nothing but frozen plain data: each is its own snapshot. Only roots, because a WeakSet entry costs more than a copy. */
const ours = new WeakSet<object>();

/** A Proxy of one of these answers like a plain object; only the platform knows that it is not one. */
const unmarkedKinds = [Date, RegExp, Error, Number, String, Boolean, Object.getPrototypeOf(Uint8Array) as typeof Uint8Array];

/** The type of a copy that its owner may change. */
export type Mutable<T> = T extends Date | ((...inputs: never[]) => unknown) ? T : T extends object ? { -readonly [Key in keyof T]: Mutable<T[Key]> } : T;

/**
 * A deeply frozen copy. `name` is what the caller calls the value. Returns the value itself when it is a snapshot already.
 * Throws `InvalidMessageError` for what cannot be copied (B3-21): `appContext.form.save must contain cloneable … got function`.
 */
export function takeSnapshot<T>(value: T, name = 'messages'): T {
  return new CopyWalk(name, { frozen: true, partial: false }).run(value) as T;
}

/**
 * A deeply frozen copy of messages or content as a caller gave them. The platform's clone decides what is acceptable, so a
 * Proxy is refused here (B3-21), as it is by every other taker of structured input.
 */
export function takeMessagesSnapshot<T>(value: T): T {
  if (typeof value === 'object' && value !== null && ours.has(value)) return value;
  let clone: T;
  try {
    clone = structuredClone(value);
  } catch (error) {
    throw isOverflow(error) ? tooDeep('messages', error) : new InvalidMessageError(`messages ${mustBeCloneable}`, { cause: error });
  }
  return freezeOwned(clone, 'messages');
}

/**
 * Freezes a value that is nobody else's, such as a platform's clone or what a store has handed out (C6-1), without copying it
 * again. One that holds more than lists and records is copied after all. Throws `InvalidMessageError` as `takeSnapshot` does.
 */
export function freezeOwned<T>(value: T, name: string): T {
  const found: object[] = [];
  const seen = new Set<object>();
  const isPlain = (part: unknown, depth: number): boolean => {
    if (typeof part === 'function' || typeof part === 'symbol') return false;
    if (typeof part !== 'object' || part === null || seen.has(part)) return true;
    if (depth >= deepest) throw tooDeep(name);
    if (!Array.isArray(part) && Object.getPrototypeOf(part) !== Object.prototype) return false;
    seen.add(part);
    found.push(part);
    return Object.keys(part).every((key) => isPlain((part as Record<string, unknown>)[key], depth + 1));
  };
  if (!isPlain(value, 0)) return takeSnapshot(value, name);
  for (const part of found) Object.freeze(part);
  if (typeof value === 'object' && value !== null) ours.add(value);
  return value;
}

/**
 * A deeply frozen copy of what can be copied. The rest is left out, in a list it leaves `null`; `dropped` names each place.
 * An Error becomes `{name, message}`. Never throws (case 39).
 */
export function takePartialSnapshot(value: unknown, name: string): { readonly value: unknown; readonly dropped: readonly string[] } {
  const walk = new CopyWalk(name, { frozen: true, partial: true });
  return { value: walk.run(value), dropped: walk.dropped };
}

/** A deep copy that its owner may change without any effect here. Throws `InvalidMessageError` for what cannot be copied. */
export function copyOut<T>(value: T, name = 'value'): T {
  return new CopyWalk(name, { frozen: false, partial: false }).run(value) as T;
}

class CopyWalk {
  readonly dropped: string[] = [];
  readonly #name: string;
  readonly #frozen: boolean;
  readonly #partial: boolean;
  readonly #copies = new Map<object, object>();
  /** The keys from the root to the value in hand; still standing when something throws. */
  readonly #path: string[] = [];
  #plain = true;

  constructor(name: string, mode: { readonly frozen: boolean; readonly partial: boolean }) {
    this.#name = name;
    this.#frozen = mode.frozen;
    this.#partial = mode.partial;
  }

  run(value: unknown): unknown {
    let copy: unknown;
    try {
      copy = this.#partial ? this.#attempt({ value }, 'value') : this.#copy(value);
    } catch (error) {
      throw this.#explain(error);
    }
    if (this.#frozen && this.#plain && typeof copy === 'object' && copy !== null) ours.add(copy);
    return copy === leftOut ? undefined : copy;
  }

  #copy(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) {
      return typeof value === 'function' || typeof value === 'symbol' ? this.#refuse(typeof value) : value;
    }
    if (this.#frozen && ours.has(value)) return value;
    const known = this.#copies.get(value);
    if (known) return known;
    if (this.#path.length >= deepest) throw tooDeep(this.#name);
    if (Array.isArray(value)) return this.#copyMembers(value, []);
    if (isRecord(value)) return this.#copyMembers(value, {});
    if (value instanceof Map) return this.#copyMap(value);
    if (value instanceof Set) return this.#copySet(value);
    if (this.#partial && isError(value)) return this.#copyMembers(value, {}, ['name', 'message']);
    return this.#clone(value);
  }

  #copyMembers(source: object, copy: object, keys: readonly string[] = Object.keys(source)): object {
    this.#copies.set(source, copy);
    if (Array.isArray(source)) (copy as unknown[]).length = source.length;
    for (const key of keys) {
      const member = this.#member(source, key);
      if (member === leftOut && !Array.isArray(copy)) continue;
      setMember(copy, key, member === leftOut ? null : member);
    }
    return this.#frozen ? Object.freeze(copy) : copy;
  }

  /** The platform's own `forEach` refuses a Proxy and cannot be overridden by a subclass. */
  #copyMap(source: Map<unknown, unknown>): object {
    const copy = new Map<unknown, unknown>();
    this.#keep(source, copy);
    let index = 0;
    Map.prototype.forEach.call(source, (item: unknown, itemKey: unknown) => {
      const place = String(index++);
      const key = this.#member({ [place]: itemKey }, place);
      const member = this.#member({ [place]: item }, place);
      if (key !== leftOut && member !== leftOut) copy.set(key, member);
    });
    return copy;
  }

  #copySet(source: Set<unknown>): object {
    const copy = new Set<unknown>();
    this.#keep(source, copy);
    let index = 0;
    Set.prototype.forEach.call(source, (item: unknown) => {
      const place = String(index++);
      const member = this.#member({ [place]: item }, place);
      if (member !== leftOut) copy.add(member);
    });
    return copy;
  }

  #clone(source: object): unknown {
    try {
      const copy: object = structuredClone(source);
      this.#keep(source, copy);
      return copy;
    } catch (error) {
      if (isOverflow(error)) throw error;
      return this.#refuse(Object.prototype.toString.call(source).slice(8, -1));
    }
  }

  #keep(source: object, copy: object): void {
    this.#copies.set(source, copy);
    this.#plain = false;
  }

  #member(source: object, key: string): unknown {
    this.#path.push(key);
    const copy = this.#partial ? this.#attempt(source, key) : this.#copy((source as Record<string, unknown>)[key]);
    this.#path.pop();
    return copy;
  }

  #attempt(source: object, key: string): unknown {
    const depth = this.#path.length;
    try {
      return this.#copy((source as Record<string, unknown>)[key]);
    } catch {
      // An overflow between a push and its pop leaves keys behind.
      this.#path.length = depth;
      this.dropped.push(this.#place());
      return leftOut;
    }
  }

  #refuse(found: string): typeof leftOut {
    if (!this.#partial) throw new InvalidMessageError(this.#name === 'messages' ? `messages ${mustBeCloneable}` : `${this.#place()} ${mustBeCloneable}, got ${found}`);
    this.dropped.push(this.#place());
    return leftOut;
  }

  #explain(error: unknown): unknown {
    if (error instanceof InvalidMessageError) return error;
    if (isOverflow(error)) return tooDeep(this.#name, error);
    if (this.#name === 'messages') return new InvalidMessageError(`messages ${mustBeCloneable}`, { cause: error });
    return new InvalidMessageError(`${this.#place()} ${mustBeCloneable}, but it could not be read`, { cause: error });
  }

  #place(): string {
    return this.#path.reduce(placeOf, this.#name);
  }
}

/** Plain objects of any realm, class instances, and a Proxy of either. */
function isRecord(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === null || Object.getPrototypeOf(prototype) === null) return true;
  return Object.prototype.toString.call(value) === '[object Object]' && !unmarkedKinds.some((kind) => value instanceof kind);
}

function isError(value: object): boolean {
  return value instanceof Error || Object.prototype.toString.call(value) === '[object Error]';
}

/** Assigning `__proto__` would set the prototype; it is data like any other key. */
function setMember(target: object, key: string, value: unknown): void {
  if (key === '__proto__') Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
  else (target as Record<string, unknown>)[key] = value;
}

/** V8 and WebKit throw a RangeError, Firefox its own InternalError. */
function isOverflow(error: unknown): boolean {
  return error instanceof RangeError || (error instanceof Error && error.name === 'InternalError');
}

function tooDeep(name: string, cause?: unknown): InvalidMessageError {
  return new InvalidMessageError(`${name} must not be nested too deeply (${deepest} levels at most)`, { cause });
}
