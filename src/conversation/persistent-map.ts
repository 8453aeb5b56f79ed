interface Difference<Key, Value> {
  readonly key: Key;
  readonly had: boolean;
  readonly value: Value | undefined;
}

/**
 * A map whose versions cost one step each, not a copy. The newest version holds the entries; an older one holds the difference to
 * the next and takes the entries over when it is read (Baker's rerooting), so going back and forth costs the steps between.
 *
 *   oldest ── "a was absent" ──► older ── "b was 1" ──► newest {a: 7, b: 2}
 */
export class PersistentMap<Key, Value> implements ReadonlyMap<Key, Value> {
  /** Null in a version that holds a difference. */
  #entries: Map<Key, Value> | null;
  #next: PersistentMap<Key, Value> | null = null;
  #difference: Difference<Key, Value> | null = null;

  constructor(entries: Iterable<readonly [Key, Value]> = []) {
    this.#entries = new Map(entries);
  }

  /** The same map when the key has this value already. */
  set(key: Key, value: Value): PersistentMap<Key, Value> {
    const entries = this.#own();
    if (entries.has(key) && entries.get(key) === value) return this;
    return this.#step(key, () => entries.set(key, value));
  }

  /** The same map when the key is not there. */
  delete(key: Key): PersistentMap<Key, Value> {
    const entries = this.#own();
    return entries.has(key) ? this.#step(key, () => entries.delete(key)) : this;
  }

  get(key: Key): Value | undefined {
    return this.#own().get(key);
  }

  has(key: Key): boolean {
    return this.#own().has(key);
  }

  get size(): number {
    return this.#own().size;
  }

  /** In no promised order. Other versions must not be read inside of the loop: that moves the entries. */
  [Symbol.iterator](): MapIterator<[Key, Value]> {
    return this.#own()[Symbol.iterator]();
  }

  entries(): MapIterator<[Key, Value]> {
    return this.#own().entries();
  }

  keys(): MapIterator<Key> {
    return this.#own().keys();
  }

  values(): MapIterator<Value> {
    return this.#own().values();
  }

  forEach(callback: (value: Value, key: Key, map: ReadonlyMap<Key, Value>) => void): void {
    for (const [key, value] of [...this.#own()]) callback(value, key, this);
  }

  #step(key: Key, change: () => void): PersistentMap<Key, Value> {
    const entries = this.#own();
    const next = new PersistentMap<Key, Value>();
    this.#difference = { key, had: entries.has(key), value: entries.get(key) };
    this.#entries = null;
    this.#next = next;
    change();
    next.#entries = entries;
    return next;
  }

  /** The entries of this version, fetched from the version that holds them. */
  #own(): Map<Key, Value> {
    if (this.#entries) return this.#entries;
    const between: PersistentMap<Key, Value>[] = [];
    // A loop and not a recursion: thousands of pieces may lie between two versions.
    const visit = (version: PersistentMap<Key, Value>): PersistentMap<Key, Value> | null => {
      if (version.#entries) return null;
      between.push(version);
      return version.#next;
    };
    for (let version = visit(this); version; version = visit(version));
    for (const version of between.reverse()) version.#takeOver();
    return this.#entries as unknown as Map<Key, Value>;
  }

  #takeOver(): void {
    const newer = this.#next as PersistentMap<Key, Value>;
    const entries = newer.#entries as Map<Key, Value>;
    const { key, had, value } = this.#difference as Difference<Key, Value>;
    newer.#difference = { key, had: entries.has(key), value: entries.get(key) };
    newer.#entries = null;
    newer.#next = this;
    if (had) entries.set(key, value as Value);
    else entries.delete(key);
    this.#entries = entries;
    this.#next = null;
    this.#difference = null;
  }
}
