import { expect } from 'chai';
import { redact } from '../../src/run/redaction.js';

const rows: readonly (readonly [string, string, string])[] = [
  ['B10-T1', 'password=hunter2', 'password=[redacted]'],
  ['B10-T2', '{"apiKey":"abc def"}', '{"apiKey":"[redacted]"}'],
  ['B10-T3', 'Bearer abcdefgh1', 'Bearer [redacted]'],
  ['B10-T4', 'monkey=banana', 'monkey=banana'],
  ['B10-T5', 'password=a b, x=1', 'password=[redacted], x=1'],
  ['B10-T6', 'x sk-abcdefghijklmnop y', 'x [redacted] y'],
  ['B10-T6b', 'token: abc', 'token: [redacted]'],
  ['B10-T6b', 'tokens: 5', 'tokens: 5'],
  ['B10-T6b', 'my_token=zz', 'my_token=[redacted]'],
  ['B10-T6c', 'Authorization: Bearer abcdefghijk, z', 'Authorization: [redacted], z'],
];

describe('redaction', () => {
  for (const [id, text, expected] of rows) it(`[${id}] ${text}`, () => expect(redact(text)).to.equal(expected));

  it('[B10-9] a private key goes as a whole, and a redacted text is not redacted again', () => {
    const key = 'a -----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY----- b';
    expect(redact(key)).to.equal('a [redacted] b');
    for (const [, text] of rows) expect(redact(redact(text))).to.equal(redact(text));
  });
});
