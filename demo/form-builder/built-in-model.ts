/** What the browser's built-in model is able to do here, and its download. */
import type { BuiltInModel } from '../../src/llms/prompt-api.js';

export type BuiltInState =
  | { readonly type: 'checking' }
  | { readonly type: 'missing' | 'ready' | 'downloadable' }
  /** `fraction`: 0 to 1, null when it is not told. */
  | { readonly type: 'downloading'; readonly fraction: number | null }
  | { readonly type: 'failed'; readonly reason: string };

/** As the adapter asks for it. */
const kinds = { expectedInputs: [{ type: 'text', languages: ['en'] }], expectedOutputs: [{ type: 'text', languages: ['en'] }] } as const;

export class BuiltInModelState {
  readonly #model: BuiltInModel | undefined;
  readonly #listeners = new Set<() => void>();
  #state: BuiltInState = { type: 'checking' };
  #downloads = false;

  constructor(model: BuiltInModel | undefined = (globalThis as { LanguageModel?: BuiltInModel }).LanguageModel) {
    this.#model = model;
    if (!model) this.#state = { type: 'missing' };
  }

  get state(): BuiltInState {
    return this.#state;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Asks the browser. Never rejects. */
  async check(): Promise<void> {
    if (!this.#model || this.#downloads) return;
    try {
      const availability = await this.#model.availability(kinds);
      this.#become(availability === 'available' ? { type: 'ready' } : availability === 'downloadable' ? { type: 'downloadable' } : availability === 'downloading' ? { type: 'downloading', fraction: null } : { type: 'missing' });
    } catch (error) {
      this.#become({ type: 'failed', reason: wordsOf(error) });
    }
  }

  /** Must follow a click or a key at once: browsers allow it only then. Never rejects. */
  async download(): Promise<void> {
    if (!this.#model || this.#downloads) return;
    this.#downloads = true;
    this.progressed(0);
    try {
      const session = await this.#model.create({ ...kinds, monitor: (monitor: EventTarget) => monitor.addEventListener('downloadprogress', (event) => this.progressed((event as ProgressEvent).loaded)) });
      session.destroy();
      this.#become({ type: 'ready' });
    } catch (error) {
      this.#become({ type: 'failed', reason: wordsOf(error) });
    } finally {
      this.#downloads = false;
    }
  }

  /** Also a turn downloads, when it is the first to use the model. */
  progressed(fraction: number): void {
    this.#become(fraction >= 1 ? { type: 'ready' } : { type: 'downloading', fraction });
  }

  #become(state: BuiltInState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : String(error);
}
