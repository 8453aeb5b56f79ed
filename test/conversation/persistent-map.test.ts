import { expect } from 'chai';
import fc from 'fast-check';
import { PersistentMap } from '../../src/conversation/persistent-map.js';

describe('PersistentMap', () => {
  it('[A4-1] every version answers as a copy of that moment would, in any order of reading', () => {
    const step = fc.record({ from: fc.nat(30), key: fc.constantFrom('a', 'b', 'c', 'd'), value: fc.option(fc.nat(3), { nil: undefined }), read: fc.nat(30) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const versions = [new PersistentMap<string, number>([['a', 1]])];
        const copies = [new Map([['a', 1]])];
        for (const { from, key, value, read } of steps) {
          const at = from % versions.length;
          const copy = new Map(copies[at]);
          if (value === undefined) copy.delete(key);
          else copy.set(key, value);
          versions.push(value === undefined ? versions[at]!.delete(key) : versions[at]!.set(key, value));
          copies.push(copy);
          const looked = read % versions.length;
          expect([...versions[looked]!].sort()).to.eql([...copies[looked]!].sort());
        }
        versions.forEach((version, at) => {
          expect(version.size).to.equal(copies[at]?.size);
          for (const key of 'abcd') expect([version.has(key), version.get(key)]).to.eql([copies[at]?.has(key), copies[at]?.get(key)]);
        });
      }),
      { seed: 11, numRuns: 300 },
    );
  });

  it('[A4-1] what changes nothing is the same version', () => {
    const map = new PersistentMap([['a', 1]]);
    expect(map.set('a', 1)).to.equal(map);
    expect(map.delete('b')).to.equal(map);
    expect(map.set('b', undefined as never).has('b')).to.equal(true);
  });

  it('[A4-1] a hundred thousand versions lie between two readings without harm', () => {
    const first = new PersistentMap<string, number>();
    let last = first;
    for (let at = 0; at < 100_000; at++) last = last.set('a', at);
    expect(first.has('a')).to.equal(false);
    expect(last.get('a')).to.equal(99_999);
  });
});
