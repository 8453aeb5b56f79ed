import { expect } from 'chai';
import { imageSize } from '../../src/rendering/image-size.js';

const base64 = (...bytes: number[]): string => btoa(String.fromCharCode(...bytes));

describe('size of a picture', () => {
  it('[UI-image] is read from the head of a PNG, a GIF and a JPEG', () => {
    expect(imageSize('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==')).to.deep.equal([1, 1]);
    expect(imageSize(base64(0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 0x2c, 0x01, 0x10, 0x00))).to.deep.equal([300, 16]);
    const jpeg = [0xff, 0xd8, 0xff, 0xe0, 0x00, 0x04, 0x00, 0x00, 0xff, 0xc4, 0x00, 0x03, 0x00, 0xff, 0xc2, 0x00, 0x0b, 0x08, 0x00, 0x20, 0x01, 0x00, 0x03];
    expect(imageSize(base64(...jpeg))).to.deep.equal([256, 32]);
  });

  it('[UI-image] is unknown for other kinds and for what ends too early', () => {
    for (const text of ['', 'A', '####', base64(1, 2, 3), base64(0x89, 0x50), base64(0xff, 0xd8, 0xff, 0xe0, 0x00, 0x04), base64(0xff, 0xd8, 0xff, 0xe0, 0x00, 0x00, 0xff)]) expect(imageSize(text), text).to.equal(undefined);
  });
});
