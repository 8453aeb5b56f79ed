import { expect } from 'chai';
import { redact, redactValue } from '../../src/run/redaction.js';

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

/** One text for each name and literal of B10; `S3CR` is what must go. */
const secrets: readonly string[] = [
  ...['api_key', 'API-KEY', 'apiKey', 'client_secret', 'passwd', 'password', 'db_pwd', 'private_key', 'accessKey', 'access_token', 'refresh-token', 'id_token', 'githubToken', 'authorization', 'auth_token', 'cookie', 'sessionId', 'credentials', 'bearer', 'token', 'csrf_token', 'token_value'].flatMap((name) => [
    `${name}=S3CR`,
    `${name}: S3CR`,
    `{"${name}":"S3CR S3CR","b":1}`,
    `{'${name}' : 'S3CR'}`,
    `{"${name}":"a\\"S3CR"}`,
  ]),
  'Authorization: Basic S3CR==',
  'curl -H "Authorization: Token S3CR"',
  'Bearer S3CRS3CRS3CR',
  '-----BEGIN PRIVATE KEY-----\nS3CR\n-----END PRIVATE KEY-----',
  '-----BEGIN OPENSSH PRIVATE KEY-----\nS3CR, cut off',
  'sk-S3CR4567890123456',
  'ghp_S3CR4567890123456789',
  'github_pat_S3CR4567890123456789',
  'xoxb-S3CR567890',
];

describe('redaction', () => {
  for (const [id, text, expected] of rows) it(`[${id}] ${text}`, () => expect(redact(text)).to.equal(expected));

  it('[B10-9] a private key goes as a whole, and a redacted text is not redacted again', () => {
    const key = 'a -----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY----- b';
    expect(redact(key)).to.equal('a [redacted] b');
    for (const [, text] of rows) expect(redact(redact(text))).to.equal(redact(text));
    for (const text of secrets) expect(redact(redact(text))).to.equal(redact(text));
  });

  it('[B10-9] each name and each literal of the list is found, in any notation', () => {
    expect(secrets.filter((text) => redact(text).includes('S3CR'))).to.eql([]);
    expect(redact('AKIAABCDEFGHIJKLMNOP ok')).to.equal('[redacted] ok');
  });

  it('[B10-9] ordinary words about tokens, and short look-alikes, stay', () => {
    for (const text of ['input_tokens: 12', 'tokenize(x) = y', 'Bearer of news', 'sk-short', 'mail a@b.de, call 0123 456789']) expect(redact(text)).to.equal(text);
  });

  it('[B10-9] a long text costs its length, not its square', () => {
    const before = performance.now();
    for (const text of ['a-b_c9'.repeat(50_000), 'token_'.repeat(50_000), 'secret'.repeat(50_000), `"password":"${'\\x'.repeat(500_000)}`, 'Authorization:"'.repeat(20_000)]) redact(text);
    // A square would take minutes.
    expect(performance.now() - before).to.be.lessThan(5000);
  });

  it('[B10-9] a value is redacted leaf by leaf and keeps its shape, so its JSON stays whole', () => {
    const value = { text: 'password=hunter2 ok', list: ['Bearer abcdefgh1', 5, null, true], nested: { apiKey: 'k', count: 3 } };
    expect(redactValue(value)).to.eql({ text: 'password=[redacted]', list: ['Bearer [redacted]', 5, null, true], nested: { apiKey: '[redacted]', count: 3 } });
    expect(value.nested.apiKey).to.equal('k');
  });

  it('[B10-9] everything under a sensitive name goes, however deep, and a secret as a name goes too', () => {
    expect(redactValue({ credentials: { user: 'u', pin: 1234, tries: [1, 'x'], ok: true }, input_tokens: 7 })).to.eql({
      credentials: { user: '[redacted]', pin: '[redacted]', tries: ['[redacted]', '[redacted]'], ok: true },
      input_tokens: 7,
    });
    expect(redactValue({ 'sk-abcdefghijklmnop': 1 })).to.eql({ '[redacted]': 1 });
  });

  it('[B10-9] media become their type and size: base64 sources, data addresses, buffers, blobs', () => {
    const source = { type: 'base64', media_type: 'image/png', data: 'aW1nZQ==' };
    expect(redactValue({ type: 'image', source })).to.eql({ type: 'image', source: '[image: image/png; 4 bytes]' });
    expect(redactValue({ type: 'file', filename: 'a.pdf', source: { ...source, media_type: 'application/pdf', data: 'aW1n' } })).to.eql({ type: 'file', filename: 'a.pdf', source: '[file: application/pdf; 3 bytes]' });
    expect(redactValue('see data:image/gif;charset=utf-8;base64,aW1n here')).to.equal('see [image: image/gif; 3 bytes] here');
    expect(redactValue([new Uint8Array(5), new ArrayBuffer(2), new Blob(['abc'], { type: 'image/webp' })])).to.eql(['[file: unknown type; 5 bytes]', '[file: unknown type; 2 bytes]', '[image: image/webp; 3 bytes]']);
  });

  it('[B10-9] maps, sets, errors, dates and cycles are walked as well', () => {
    const loop: Record<string, unknown> = { token: 'x' };
    loop['self'] = loop;
    const copy = redactValue(loop) as Record<string, unknown>;
    expect(copy['token']).to.equal('[redacted]');
    expect(copy['self']).to.equal(copy);
    const date = new Date(0);
    expect(redactValue([new Map([['password', 'x']]), new Set(['pwd=x']), new TypeError('pwd=x'), date, () => 1])).to.eql([
      new Map([['password', '[redacted]']]), new Set(['pwd=[redacted]']), { name: 'TypeError', message: 'pwd=[redacted]' }, date, undefined,
    ]);
    expect(Object.keys(redactValue(JSON.parse('{"__proto__":{"x":1}}')) as object)).to.eql(['__proto__']);
  });
});
