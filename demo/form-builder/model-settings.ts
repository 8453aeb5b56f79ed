/**
 * Which model answers, and how it is reached. All of it is kept for the session of this tab only; a key is bound to the address it was
 * entered for, so that another address typed later does not get it.
 */
export const modelKinds = ['demo', 'openai', 'anthropic', 'built-in'] as const;
export type ModelKind = (typeof modelKinds)[number];
export type EndpointKind = Extract<ModelKind, 'openai' | 'anthropic'>;

export interface Endpoint {
  /** Empty = the provider's own. May be relative to the page, as for a proxy. */
  readonly baseURL: string;
  readonly model: string;
}

export interface ModelSettings {
  readonly kind: ModelKind;
  readonly openai: Endpoint;
  readonly anthropic: Endpoint;
}

export const modelNames: Readonly<Record<ModelKind, string>> = { demo: 'Built-in demo', openai: 'OpenAI-compatible', anthropic: 'Anthropic', 'built-in': 'Browser’s model' };
export const defaultURLs: Readonly<Record<EndpointKind, string>> = { openai: 'https://api.openai.com/v1', anthropic: 'https://api.anthropic.com' };

const settingsKey = 'form-builder-demo.agent';
const keyPrefix = 'form-builder-demo.agent-key ';
const initial: ModelSettings = { kind: 'demo', openai: { baseURL: '', model: '' }, anthropic: { baseURL: '', model: '' } };

/** What is used of `Storage`. */
export type SessionStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

export class ModelSettingsStore {
  readonly #storage: SessionStore | null;
  readonly #page: string;
  readonly #listeners = new Set<() => void>();
  /** In place of a storage that is missing or full. */
  readonly #keys = new Map<string, string>();
  #settings: ModelSettings;

  /** `page` is the address that relative ones are meant from. Settings that cannot be read are the initial ones. */
  constructor(storage: SessionStore | null, page: string) {
    this.#storage = storage;
    this.#page = page;
    this.#settings = readSettings(this.#attempt(() => storage?.getItem(settingsKey)));
  }

  get settings(): ModelSettings {
    return this.#settings;
  }

  get name(): string {
    return modelNames[this.#settings.kind];
  }

  /** For the endpoint as it is set now; empty when there is none. */
  get key(): string {
    const place = this.#keyPlace();
    return place === null ? '' : (this.#keys.get(place) ?? this.#attempt(() => this.#storage?.getItem(place)) ?? '');
  }

  /** Whether any key is kept, for whatever address. */
  get hasKeys(): boolean {
    return this.#keys.size > 0 || this.#keyPlaces().length > 0;
  }

  /** What is wrong with the address; null when nothing is. */
  get addressFault(): string | null {
    const { kind } = this.#settings;
    return isEndpoint(kind) && this.#url(kind) === null ? 'This is no address. It begins with https:// or http://, or with / for a proxy of your own, and holds no key.' : null;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  choose(kind: ModelKind): void {
    this.#change({ ...this.#settings, kind });
  }

  setEndpoint(kind: EndpointKind, change: Partial<Endpoint>): void {
    this.#change({ ...this.#settings, [kind]: { ...this.#settings[kind], ...change } });
  }

  setKey(key: string): void {
    const place = this.#keyPlace();
    if (place === null) return;
    this.#keys.delete(place);
    const kept = this.#attempt(() => {
      if (!this.#storage) return false;
      if (key === '') this.#storage.removeItem(place);
      else this.#storage.setItem(place, key);
      return true;
    });
    if (!kept && key !== '') this.#keys.set(place, key);
    this.#notify();
  }

  /** All keys of this demo, whatever address they are for. */
  forgetKeys(): void {
    this.#keys.clear();
    for (const place of this.#keyPlaces()) this.#attempt(() => this.#storage?.removeItem(place));
    this.#notify();
  }

  #change(settings: ModelSettings): void {
    this.#settings = settings;
    this.#attempt(() => this.#storage?.setItem(settingsKey, JSON.stringify(settings)));
    this.#notify();
  }

  #keyPlace(): string | null {
    const { kind } = this.#settings;
    const url = isEndpoint(kind) ? this.#url(kind) : null;
    return url && `${keyPrefix}${kind} ${url.origin}`;
  }

  #keyPlaces(): readonly string[] {
    const storage = this.#storage;
    return this.#attempt(() => Array.from({ length: storage?.length ?? 0 }, (_, index) => storage?.key(index) ?? '')?.filter((name) => name.startsWith(keyPrefix))) ?? [];
  }

  #url(kind: EndpointKind): URL | null {
    const address = this.#settings[kind].baseURL.trim() || defaultURLs[kind];
    if (!/^(?:https?:\/\/|\/)/i.test(address)) return null;
    try {
      const url = new URL(address, this.#page);
      return url.username === '' && url.password === '' && url.search === '' ? url : null;
    } catch {
      return null;
    }
  }

  #attempt<Result>(work: () => Result): Result | null {
    try {
      return work();
    } catch {
      return null;
    }
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

export function isEndpoint(kind: ModelKind): kind is EndpointKind {
  return kind === 'openai' || kind === 'anthropic';
}

function readSettings(json: string | null | undefined): ModelSettings {
  try {
    const value = JSON.parse(json ?? '') as Partial<Record<keyof ModelSettings, unknown>>;
    return { kind: modelKinds.find((kind) => kind === value.kind) ?? initial.kind, openai: endpointOf(value.openai), anthropic: endpointOf(value.anthropic) };
  } catch {
    return initial;
  }
}

function endpointOf(value: unknown): Endpoint {
  const { baseURL, model } = (value ?? {}) as Partial<Record<keyof Endpoint, unknown>>;
  return { baseURL: typeof baseURL === 'string' ? baseURL : '', model: typeof model === 'string' ? model : '' };
}
