import { expect } from 'chai';
import { newId, sameId } from '../../src/model/ids.js';

describe('newId', () => {
  it('[A3-1] an id is a UUID of version 7 and the standard variant', () => {
    for (let count = 0; count < 1000; count += 1) expect(newId()).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('[A3-1] ten thousand ids made in a row are unique and their text order is the order of making', () => {
    const ids = Array.from({ length: 10_000 }, () => newId());
    expect(new Set(ids).size).to.equal(10_000);
    expect([...ids].sort()).to.deep.equal(ids);
  });

  it('[A3-1] the order also holds within one millisecond and when the clock goes back', () => {
    const now = Date.now() + 1000;
    const ids = [...Array.from({ length: 5000 }, () => newId(now)), newId(now - 500), newId(0), newId(Number.NaN), newId(Number.POSITIVE_INFINITY), newId(now), newId(now + 1)];
    expect(new Set(ids).size).to.equal(ids.length);
    expect([...ids].sort()).to.deep.equal(ids);
  });

  it('[A3-1] the order holds where the counter runs over from one field into the next', () => {
    const original = crypto.getRandomValues;
    const start = Date.now() + 10_000;
    try {
      for (const [offset, first] of [0x3e, 0xffe, 0x3ffe, 0x7fffe, 0xffffe, 0xffffffe, 0x7ffffffe].entries()) {
        crypto.getRandomValues = <T extends ArrayBufferView | null>(array: T): T => {
          if (array) new DataView(array.buffer).setUint32(array.byteOffset, first * 2);
          return array;
        };
        const ids = Array.from({ length: 6 }, () => newId(start + offset));
        expect(new Set(ids).size).to.equal(6);
        expect([...ids].sort()).to.deep.equal(ids);
      }
    } finally {
      crypto.getRandomValues = original;
    }
  });

  it('[A3-1] the first 48 bits are the milliseconds', () => {
    const now = Date.now() + 60_000;
    expect(Number.parseInt(newId(now).replaceAll('-', '').slice(0, 12), 16)).to.equal(now);
  });
});

describe('sameId', () => {
  it('[A3-1] letter case does not matter', () => {
    expect(sameId('AAA0bcde-0000-7000-8000-00000000000F', 'aaa0BCDE-0000-7000-8000-00000000000f')).to.equal(true);
    expect(sameId('a', 'b')).to.equal(false);
  });

  it('[A3-1] no id is the same as no id only', () => {
    expect(sameId(null, undefined)).to.equal(true);
    expect(sameId(null, 'null')).to.equal(false);
    expect(sameId('', null)).to.equal(false);
  });
});
