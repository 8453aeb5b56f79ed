/** What the person said about pictures from elsewhere. One object for one element; nothing is kept beyond it. */

export type ImageChoice = 'always' | 'never';

export interface RemoteImagesOptions {
  /** Load what nobody forbade, without asking. */
  readonly allowAll?: boolean;
  /** Choices of an earlier visit, by origin as `URL.origin` writes it. */
  readonly choices?: Iterable<readonly [origin: string, choice: ImageChoice]>;
  /** Told of every lasting choice, to keep it; `null` takes an earlier one back. */
  readonly onChoice?: (origin: string, choice: ImageChoice | null) => void;
}

/** Pictures whose origin nobody allowed wait for a word of the person. */
export class RemoteImages {
  readonly #unasked: 'always' | 'ask';
  readonly #choices: Map<string, ImageChoice>;
  readonly #once = new Set<string>();
  readonly #listeners = new Set<() => void>();
  readonly #onChoice: RemoteImagesOptions['onChoice'];

  constructor({ allowAll = false, choices = [], onChoice }: RemoteImagesOptions = {}) {
    this.#unasked = allowAll ? 'always' : 'ask';
    this.#choices = new Map(choices);
    this.#onChoice = onChoice;
  }

  /** Whether the picture loads: `always` and `once` load, `never` and `ask` do not. */
  decisionFor(address: string): ImageChoice | 'once' | 'ask' {
    const choice = this.#choices.get(originOf(address));
    if (choice !== 'never' && this.#once.has(address)) return 'once';
    return choice ?? this.#unasked;
  }

  /** This picture only, until the element is gone. */
  loadOnce(address: string): void {
    this.#once.add(address);
    this.#tell();
  }

  /** All pictures of the origin of this one, from now on. `null` asks again. */
  choose(address: string, choice: ImageChoice | null): void {
    const origin = originOf(address);
    if (choice) this.#choices.set(origin, choice);
    else this.#choices.delete(origin);
    this.#tell();
    this.#onChoice?.(origin, choice);
  }

  /** Called after every choice. The answer ends it. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}

function originOf(address: string): string {
  return new URL(address).origin;
}
