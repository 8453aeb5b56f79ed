import { expect } from 'chai';
import fc from 'fast-check';
import { InvalidMessageError } from '../../src/model/errors.js';
import { copyOut, takeMessagesSnapshot, takePartialSnapshot, takeSnapshot } from '../../src/model/snapshot.js';

const mustBeCloneable = 'must contain cloneable structured data (strings, arrays, and plain data objects)';

function refusal(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    expect(error).to.be.instanceOf(InvalidMessageError);
    return (error as Error).message;
  }
  return 'accepted';
}

/** Same values, same own keys and holes, same prototypes, and the same objects at the same places (aliases, cycles). */
function expectSameGraph(left: unknown, right: unknown, pairs = new Map<unknown, unknown>(), back = new Map<unknown, unknown>()): void {
  if (typeof left !== 'object' || left === null || typeof right !== 'object' || right === null) {
    if (!Object.is(left, right)) expect.fail(`${String(left)} is not ${String(right)}`);
    return;
  }
  expect(pairs.has(left)).to.equal(back.has(right));
  if (pairs.has(left)) {
    if (pairs.get(left) !== right) expect.fail('an alias leads to another object');
    return;
  }
  pairs.set(left, right);
  back.set(right, left);
  expect(Object.getPrototypeOf(left)).to.equal(Object.getPrototypeOf(right));
  expect(Reflect.ownKeys(left)).to.deep.equal(Reflect.ownKeys(right));
  const members = (value: object): unknown[] => (value instanceof Map || value instanceof Set ? [...value.entries()].flat() : Object.keys(value).map((key) => (value as Record<string, unknown>)[key]));
  if (left instanceof Date || left instanceof RegExp || ArrayBuffer.isView(left)) return void expect(left).to.deep.equal(right);
  const [one, other] = [members(left), members(right)];
  expect(one.length).to.equal(other.length);
  one.forEach((member, index) => expectSameGraph(member, other[index], pairs, back));
}

/** Every plain object and list that can be reached, also through a Map or a Set. */
function reach(value: unknown, found = new Set<object>()): Set<object> {
  if (typeof value !== 'object' || value === null || found.has(value) || ArrayBuffer.isView(value)) return found;
  found.add(value);
  const members = value instanceof Map || value instanceof Set ? [...value.entries()].flat() : Object.values(value);
  for (const member of members) reach(member, found);
  return found;
}

const isPlain = (value: object): boolean => Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;

function spoil(root: unknown): void {
  for (const value of reach(root)) {
    if (value instanceof Map || value instanceof Set) value.clear();
    else if (value instanceof Date) value.setTime(1);
    else if (Array.isArray(value)) value.splice(0, value.length, 'spoiled');
    else if (!Object.isFrozen(value)) {
      for (const key of Object.keys(value)) delete (value as Record<string, unknown>)[key];
      (value as Record<string, unknown>)['spoiled'] = true;
    }
  }
}

const key = fc.oneof(fc.string({ maxLength: 4 }), fc.constantFrom('__proto__', 'constructor', 'toString', '0', 'length'));
const data = fc.anything({ key, maxDepth: 4, withBigInt: true, withDate: true, withMap: true, withSet: true, withTypedArray: true, withSparseArray: true, withNullPrototype: true, withUnicodeString: true } as never);

/** Objects, lists, Maps and Sets that point at one another at will. */
const graph = fc
  .tuple(fc.array(fc.constantFrom('object', 'list', 'map', 'set'), { minLength: 1, maxLength: 8 }), fc.array(fc.tuple(fc.nat(7), fc.nat(7), key), { maxLength: 24 }))
  .map(([kinds, edges]) => {
    const nodes = kinds.map((kind): object => (kind === 'object' ? {} : kind === 'list' ? [] : kind === 'map' ? new Map() : new Set()));
    for (const [from, to, name] of edges) {
      const source = nodes[from % nodes.length];
      const target = nodes[to % nodes.length];
      if (source instanceof Map) source.set(name.length % 2 ? target : name, target);
      else if (source instanceof Set) source.add(target);
      else if (Array.isArray(source)) source.push(target, name);
      else Object.defineProperty(source, name, { value: target, enumerable: true, configurable: true, writable: true });
    }
    return nodes[0];
  });

const runs = { seed: 39, numRuns: 600 };

describe('takeSnapshot and copyOut', () => {
  for (const [name, copy] of Object.entries({ takeSnapshot, copyOut, takeMessagesSnapshot, partial: (value: unknown) => takePartialSnapshot(value, 'value').value })) {
    it(`[B4] ${name} equals the platform's clone on data of every kind`, () => {
      fc.assert(fc.property(data, (value) => expectSameGraph(copy(value), structuredClone(value))), runs);
    });

    it(`[B4] ${name} keeps aliases and cycles like the platform's clone`, () => {
      fc.assert(fc.property(graph, (value) => expectSameGraph(copy(value), structuredClone(value))), runs);
    });

    it(`[case 54] changing the source after ${name} changes nothing in the copy`, () => {
      fc.assert(
        fc.property(fc.oneof(data, graph), (value) => {
          const before = structuredClone(value);
          const taken = copy(value);
          spoil(value);
          expectSameGraph(taken, before);
        }),
        runs,
      );
    });
  }

  it('[case 54] changing what copyOut gave changes nothing in the snapshot, and every plain part of it may be changed', () => {
    fc.assert(
      fc.property(fc.oneof(data, graph), (value) => {
        const snapshot = takeSnapshot(value);
        const out = copyOut(snapshot);
        for (const part of reach(out)) if (isPlain(part)) expect(Object.isFrozen(part)).to.equal(false);
        spoil(out);
        expectSameGraph(snapshot, structuredClone(value));
      }),
      runs,
    );
  });

  it('[B4] every plain part of a snapshot is frozen, also inside a Map or a Set', () => {
    fc.assert(
      fc.property(fc.oneof(data, graph), (value) => {
        for (const snapshot of [takeSnapshot(value), takeMessagesSnapshot(value), takePartialSnapshot(value, 'value').value]) {
          for (const part of reach(snapshot)) if (isPlain(part)) expect(Object.isFrozen(part)).to.equal(true);
        }
      }),
      runs,
    );
  });

  it('[B4] -0, NaN, undefined members and holes survive', () => {
    const source = { a: -0, b: Number.NaN, c: undefined, d: [, 1, undefined, ,] as unknown[] };
    const copy = takeSnapshot(source);
    expect(Object.is(copy.a, -0)).to.equal(true);
    expect(copy.b).to.be.NaN;
    expect(Object.keys(copy)).to.deep.equal(['a', 'b', 'c', 'd']);
    expect(copy.d.length).to.equal(4);
    expect(Object.keys(copy.d)).to.deep.equal(['1', '2']);
  });

  it('[B4] a __proto__ key is data and sets no prototype', () => {
    const copy = copyOut(JSON.parse('{"__proto__": {"admin": true}}') as Record<string, unknown>);
    expect(Object.keys(copy)).to.deep.equal(['__proto__']);
    expect(Object.getPrototypeOf(copy)).to.equal(Object.prototype);
    expect(copy['admin']).to.equal(undefined);
  });

  it('[B4] a getter is read once and becomes its value', () => {
    let reads = 0;
    const copy = takeSnapshot({ get count() { return (reads += 1); } });
    expect([copy.count, copy.count, reads]).to.deep.equal([1, 1, 1]);
  });

  it('[B3-21] a class instance keeps its own data and loses its class', () => {
    class Point { readonly x = 1; readonly inner = { y: 2 }; get sum(): number { return 3; } }
    const copy = takeSnapshot({ point: new Point() });
    expect(copy).to.deep.equal({ point: { x: 1, inner: { y: 2 } } });
    expect(Object.getPrototypeOf(copy.point)).to.equal(Object.prototype);
  });

  it('[case 54] a Date, a File and a Map arrive as such', async () => {
    const copy = takeSnapshot({ at: new Date(5), blob: new Blob(['abc'], { type: 'text/plain' }), map: new Map([['k', { v: 1 }]]) }, 'appContext');
    expect(copy.at).to.be.instanceOf(Date).and.deep.equal(new Date(5));
    expect(copy.blob).to.be.instanceOf(Blob);
    expect(await copy.blob.text()).to.equal('abc');
    expect(copy.map.get('k')).to.deep.equal({ v: 1 });
  });

  it('[case 39] A: a Proxy of plain data is read as the plain data', () => {
    const reactive = new Proxy({ form: new Proxy({ name: 'x', tags: new Proxy(['a'], {}) }, {}) }, {});
    const copy = takeSnapshot(reactive, 'appContext');
    expect(structuredClone(copy)).to.deep.equal({ form: { name: 'x', tags: ['a'] } });
    expect(structuredClone(copyOut(reactive))).to.deep.equal({ form: { name: 'x', tags: ['a'] } });
  });

  it('[case 39] B: what cannot be copied is named with its place', () => {
    const symbol = Symbol('s');
    const cases: readonly [unknown, string][] = [
      [{ form: { save() {} } }, 'appContext.form.save'],
      [{ list: [1, 2, () => 1] }, 'appContext.list[2]'],
      [{ 'odd key': symbol }, 'appContext["odd key"]'],
      [{ a: new Map([['k', () => 1]]) }, 'appContext.a[0]'],
      [{ a: new (class { readonly save = (): void => {}; })() }, 'appContext.a.save'],
    ];
    for (const [value, place] of cases) expect(refusal(() => takeSnapshot(value, 'appContext'))).to.match(new RegExp(`^${place.replace(/[[\]."]/g, '\\$&')} must contain cloneable structured data \\(.*\\), got (function|symbol)$`));
    expect(refusal(() => takeSnapshot({ a: Promise.resolve() }, 'appContext'))).to.equal(`appContext.a ${mustBeCloneable}, got Promise`);
    expect(refusal(() => takeSnapshot({ a: new WeakMap() }, 'appContext'))).to.equal(`appContext.a ${mustBeCloneable}, got WeakMap`);
    expect(refusal(() => takeSnapshot(() => 1, 'appContext'))).to.equal(`appContext ${mustBeCloneable}, got function`);
    expect(refusal(() => copyOut({ a: [symbol] }))).to.equal(`value.a[0] ${mustBeCloneable}, got symbol`);
  });

  it('[case 39] a Proxy of a Date, a Map or an Error is refused rather than emptied', () => {
    for (const inner of [new Date(), new Map(), new Set(), /x/, new Error('x'), new Uint8Array(2)]) {
      expect(refusal(() => takeSnapshot({ a: new Proxy(inner, {}) }, 'appContext')), inner.constructor.name).to.contain(`appContext.a ${mustBeCloneable}`);
    }
  });

  it('[B3-21] a value that throws when it is read is named, and its error is the cause', () => {
    const broken = { a: { get b(): never { throw new Error('not now'); } } };
    expect(refusal(() => takeSnapshot(broken, 'appContext'))).to.equal(`appContext.a.b ${mustBeCloneable}, but it could not be read`);
    const revoked = Proxy.revocable({}, {});
    revoked.revoke();
    expect(refusal(() => takeSnapshot({ a: revoked.proxy }, 'appContext'))).to.equal(`appContext.a ${mustBeCloneable}, but it could not be read`);
  });

  it('[B3-21] in messages the text is the fixed one', () => {
    const revoked = Proxy.revocable({}, {});
    revoked.revoke();
    for (const wrong of [() => 1, Symbol('s'), Promise.resolve(), revoked.proxy, { get a(): never { throw new Error('no'); } }]) {
      expect(refusal(() => takeSnapshot([{ role: 'user', content: [{ type: 'text', text: wrong }] }]))).to.equal(`messages ${mustBeCloneable}`);
      expect(refusal(() => takeMessagesSnapshot([{ role: 'user', content: [{ type: 'text', text: wrong }] }]))).to.equal(`messages ${mustBeCloneable}`);
    }
  });

  it('[B3-21] a Proxy in messages is refused', () => {
    const block = { type: 'text', text: 'hello' };
    expect(refusal(() => takeMessagesSnapshot([{ role: 'user', content: [new Proxy(block, {})] }]))).to.equal(`messages ${mustBeCloneable}`);
    expect(refusal(() => takeMessagesSnapshot(new Proxy([], {})))).to.equal(`messages ${mustBeCloneable}`);
    expect(refusal(() => takeMessagesSnapshot([{ role: 'user', content: [block] }]))).to.equal('accepted');
  });

  it('[B3-21] nesting that overflows a stack is refused with a sentence', () => {
    let deep: object = {};
    for (let level = 0; level < 100_000; level += 1) deep = level % 2 ? { deep } : [deep];
    const inMap = new Map([['k', deep]]);
    for (const take of [() => takeSnapshot(deep, 'appContext'), () => takeSnapshot(deep), () => takeMessagesSnapshot(deep), () => copyOut(deep), () => takeSnapshot(inMap), () => takeSnapshot(new Error('x', { cause: deep }))]) {
      expect(refusal(take)).to.contain('nested too deeply');
    }
    const { value, dropped } = takePartialSnapshot({ kept: 1, deep }, 'payload');
    expect(value).to.have.property('kept', 1);
    expect(dropped).to.have.length(1);
    let long: object = {};
    for (let level = 1; level < 1000; level += 1) long = { long };
    expect(refusal(() => copyOut(takeSnapshot(long)))).to.equal('accepted');
    expect(refusal(() => takeSnapshot({ long }, 'appContext'))).to.equal('appContext must not be nested too deeply (1000 levels at most)');
  });

  it('[B4] a snapshot of plain data is its own snapshot; nobody else’s frozen data is', () => {
    const source = [{ role: 'user', content: [{ type: 'text', text: 'one' }] }];
    const snapshot = takeSnapshot(source);
    expect(takeSnapshot(snapshot)).to.equal(snapshot);
    expect(takeMessagesSnapshot(snapshot)).to.equal(snapshot);
    expect(takeSnapshot({ messages: snapshot }).messages).to.equal(snapshot);
    expect(copyOut(snapshot)).to.not.equal(snapshot);
    const shallow = Object.freeze([{ text: 'one' }]);
    const taken = takeSnapshot(shallow);
    expect(taken).to.not.equal(shallow);
    (shallow[0] as { text: string }).text = 'two';
    expect(taken).to.deep.equal([{ text: 'one' }]);
  });

  it('[B4] a snapshot that holds a Map or a Date is copied again, because those cannot be frozen', () => {
    for (const part of [new Map([['k', 1]]), new Date(7), new Uint8Array([1])]) {
      const cycle: Record<string, unknown> = { inner: {}, part };
      (cycle['inner'] as Record<string, unknown>)['outer'] = cycle;
      const snapshot = takeSnapshot(cycle);
      expect(takeSnapshot(snapshot)).to.not.equal(snapshot);
      expect(takeSnapshot(snapshot)['part']).to.not.equal(snapshot['part']);
      expectSameGraph(takeSnapshot(snapshot), structuredClone(cycle));
    }
  });
});

describe('takePartialSnapshot', () => {
  it('[case 39] D: what can be copied is kept, the rest is left out and named', () => {
    const payload = { step: 'a', wait: Promise.resolve(), list: [1, () => 1, { ok: true, bad: Symbol('s') }], map: new Map<string, unknown>([['k', () => 1], ['j', 2]]), set: new Set<unknown>([1, Symbol('t')]), get broken(): never { throw new Error('no'); } };
    const { value, dropped } = takePartialSnapshot(payload, 'payload');
    expect(value).to.deep.equal({ step: 'a', list: [1, null, { ok: true }], map: new Map([['j', 2]]), set: new Set([1]) });
    expect(dropped).to.deep.equal(['payload.wait', 'payload.list[1]', 'payload.list[2].bad', 'payload.map[0]', 'payload.set[1]', 'payload.broken']);
  });

  it('[case 39] E: an error keeps name and message and nothing odd', () => {
    const error = Object.assign(new TypeError('No route'), { retry: () => 1, response: new Proxy({}, {}) });
    expect(takePartialSnapshot({ error }, 'payload')).to.deep.equal({ value: { error: { name: 'TypeError', message: 'No route' } }, dropped: [] });
  });

  it('[case 39] it never throws, also when nothing can be kept', () => {
    expect(takePartialSnapshot(() => 1, 'payload')).to.deep.equal({ value: undefined, dropped: ['payload'] });
    const revoked = Proxy.revocable({}, {});
    revoked.revoke();
    expect(takePartialSnapshot(revoked.proxy, 'payload')).to.deep.equal({ value: undefined, dropped: ['payload'] });
    expect(takePartialSnapshot({ a: revoked.proxy, b: 1 }, 'payload')).to.deep.equal({ value: { b: 1 }, dropped: ['payload.a'] });
    const cycle: Record<string, unknown> = { run: () => 1 };
    cycle['self'] = cycle;
    const { value } = takePartialSnapshot(cycle, 'payload');
    expect((value as Record<string, unknown>)['self']).to.equal(value);
  });
});
