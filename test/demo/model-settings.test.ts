import { expect } from 'chai';
import { ModelSettingsStore, type SessionStore } from '../../demo/form-builder/model-settings.js';

/** A storage of the Web's shape. */
class Store implements SessionStore {
  readonly rows = new Map<string, string>();
  fails = false;

  get length(): number {
    return this.rows.size;
  }

  key(index: number): string | null {
    return [...this.rows.keys()][index] ?? null;
  }

  getItem(name: string): string | null {
    this.#check();
    return this.rows.get(name) ?? null;
  }

  setItem(name: string, value: string): void {
    this.#check();
    this.rows.set(name, value);
  }

  removeItem(name: string): void {
    this.#check();
    this.rows.delete(name);
  }

  #check(): void {
    if (this.fails) throw new Error('denied');
  }
}

const page = 'http://localhost:5173/demo/form-builder/';
const opened = (store: SessionStore | null = new Store()): ModelSettingsStore => new ModelSettingsStore(store, page);

describe('settings of who answers', () => {
  it('[demo-80] begins with the demo’s own model, and comes back after a reload as it was left', () => {
    const store = new Store();
    const models = opened(store);
    expect(models.settings.kind).to.equal('demo');
    models.choose('openai');
    models.setEndpoint('openai', { baseURL: 'http://localhost:11434/v1', model: 'qwen3' });
    models.setKey('secret');
    const again = opened(store);
    expect(again.settings).to.deep.equal({ kind: 'openai', openai: { baseURL: 'http://localhost:11434/v1', model: 'qwen3' }, anthropic: { baseURL: '', model: '' } });
    expect(again.key).to.equal('secret');
    expect(again.name).to.equal('OpenAI-compatible');
  });

  it('[demo-81] a key is no part of the settings and belongs to its kind and address: another address does not get it', () => {
    const store = new Store();
    const models = opened(store);
    models.choose('openai');
    models.setKey('for-openai');
    expect(JSON.stringify(models.settings)).not.to.contain('for-openai');
    expect([...store.rows].filter(([, value]) => value.includes('for-openai')).map(([name]) => name)).to.deep.equal(['form-builder-demo.agent-key openai https://api.openai.com']);
    models.setEndpoint('openai', { baseURL: 'https://api.openai.com/v2' });
    expect(models.key).to.equal('for-openai');
    models.setEndpoint('openai', { baseURL: 'https://elsewhere.example/v1' });
    expect(models.key).to.equal('');
    models.choose('anthropic');
    models.setEndpoint('anthropic', { baseURL: 'https://api.openai.com' });
    expect(models.key).to.equal('');
    models.choose('demo');
    expect(models.key).to.equal('');
  });

  it('[demo-82] forgetting takes every key of the demo, and nothing else', () => {
    const store = new Store();
    store.rows.set('another', 'row');
    const models = opened(store);
    models.choose('openai');
    models.setKey('one');
    models.choose('anthropic');
    models.setKey('two');
    expect(models.hasKeys).to.equal(true);
    models.forgetKeys();
    expect(models.hasKeys).to.equal(false);
    expect(models.key).to.equal('');
    expect([...store.rows.keys()].sort()).to.deep.equal(['another', 'form-builder-demo.agent']);
  });

  it('[demo-83] an emptied key leaves no row behind', () => {
    const store = new Store();
    const models = opened(store);
    models.choose('anthropic');
    models.setKey('k');
    models.setKey('');
    expect([...store.rows.keys()]).to.deep.equal(['form-builder-demo.agent']);
  });

  it('[demo-84] without a storage, or with one that refuses, everything works until the page is left', () => {
    const refusing = new Store();
    refusing.fails = true;
    for (const store of [null, refusing]) {
      const models = opened(store);
      models.choose('openai');
      models.setKey('k');
      expect([models.settings.kind, models.key, models.hasKeys]).to.deep.equal(['openai', 'k', true]);
      models.forgetKeys();
      expect([models.key, models.hasKeys]).to.deep.equal(['', false]);
    }
  });

  for (const [address, good] of [
    ['', true],
    ['https://openrouter.ai/api/v1', true],
    ['http://localhost:11434/v1', true],
    ['/my-proxy', true],
    ['localhost:11434', false],
    ['ftp://example.org', false],
    ['javascript:alert(1)', false],
    ['https://me:key@example.org/v1', false],
    ['https://example.org/v1?key=secret', false],
    ['https://', false],
  ] as const) {
    it(`[demo-85] the address “${address}” is ${good ? 'taken' : 'named as a fault, and gets no key'}`, () => {
      const models = opened();
      models.choose('openai');
      models.setEndpoint('openai', { baseURL: address });
      models.setKey('k');
      expect(models.addressFault === null).to.equal(good);
      expect(models.key).to.equal(good ? 'k' : '');
    });
  }

  for (const junk of ['', 'null', '7', '{', '[]', '{"kind":"else","openai":3,"anthropic":{"baseURL":1,"model":{}}}']) {
    it(`[demo-86] stored settings that are none (${junk || 'empty'}) are the initial ones`, () => {
      const store = new Store();
      store.rows.set('form-builder-demo.agent', junk);
      expect(opened(store).settings).to.deep.equal(opened().settings);
    });
  }

  it('[demo-87] a change is told to whoever listens, until they stop', () => {
    const models = opened();
    let told = 0;
    const stop = models.subscribe(() => told++);
    models.choose('anthropic');
    models.setKey('k');
    models.forgetKeys();
    stop();
    models.choose('demo');
    expect(told).to.equal(3);
  });
});
