/**
 * A list that only grows, shared by all steps of a stream: an earlier step still sees what it saw, and the newest one adds in
 * place instead of copying all that came before.
 */
export class Grow<T> {
  #items: T[];
  #count: number;
  /** False for a look ahead, whose additions the next step must not find. */
  readonly #adds: boolean;

  constructor(items: T[] = [], count = items.length, adds = true) {
    this.#items = items;
    this.#count = count;
    this.#adds = adds;
  }

  get count(): number {
    return this.#count;
  }

  /** Whether the next addition goes in place; if not, the list is copied first. */
  get owns(): boolean {
    return this.#adds && this.#items.length === this.#count;
  }

  at(index: number): T | undefined {
    return index < this.#count ? this.#items[index] : undefined;
  }

  push(item: T): void {
    if (!this.owns) this.#items = this.#items.slice(0, this.#count);
    this.#items.push(item);
    this.#count += 1;
  }

  /** For the next step (`adds`) or for a look ahead of this one. */
  fork(adds: boolean): Grow<T> {
    return new Grow(this.#items, this.#count, adds);
  }

  /** The same list where no item changes, else a new one. */
  map(change: (item: T) => T): Grow<T> {
    let changed: T[] | undefined;
    for (let index = 0; index < this.#count; index++) {
      const before = this.#items[index] as T;
      const after = change(before);
      if (after !== before) (changed ??= this.#items.slice(0, this.#count))[index] = after;
    }
    return changed ? new Grow(changed, changed.length, this.#adds) : this;
  }

  toArray(): T[] {
    return this.#items.slice(0, this.#count);
  }
}
