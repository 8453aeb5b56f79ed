import { expect } from 'chai';
import fc from 'fast-check';
import { InvalidMessageError } from '../../src/model/errors.js';
import { assertStrictContent, assertValidContent, assertValidMessages, isCanonicalBase64, isToolResultParts } from '../../src/model/validate.js';

function refusal(check: () => void): string {
  try {
    check();
  } catch (error) {
    expect(error).to.be.instanceOf(InvalidMessageError);
    expect(error).to.include({ name: 'InvalidMessageError', code: 'INVALID_MESSAGE' });
    return (error as Error).message;
  }
  return 'accepted';
}

const ofMessages = (messages: unknown): string => refusal(() => assertValidMessages(messages));
const ofBlock = (block: unknown): string => ofMessages([{ role: 'user', content: [block] }]);
const ofResult = (content: unknown, more: object = {}): string => ofBlock({ type: 'tool_result', tool_use_id: 'call-1', content, ...more });
const ofSource = (source: unknown): string => ofResult([{ type: 'image', source }]);

const block = 'messages[0].content[0]';
const part = `${block}.content[0]`;
const png = { type: 'base64', media_type: 'image/png', data: 'aW1n' };
const hole: unknown[] = [];
hole.length = 1;

describe('assertValidMessages', () => {
  const rules: readonly [title: string, found: () => string, expected: string][] = [
    ['[B3-1] null is not a list', () => ofMessages(null), 'messages must be an array, got null'],
    ['[B3-1] a number is not a list', () => ofMessages(5), 'messages must be an array, got number'],
    ['[B3-1] an object is not a list', () => ofMessages({ length: 0 }), 'messages must be an array, got object'],
    ['[B3-1] nothing is not a list', () => ofMessages(undefined), 'messages must be an array, got undefined'],
    ['[B3-2] null is not a message', () => ofMessages([null]), 'messages[0] must be an object, got null'],
    ['[B3-2] a string is not a message', () => ofMessages(['x']), 'messages[0] must be an object, got string'],
    ['[B3-2] undefined is not a message', () => ofMessages([{ content: [] }, undefined]), 'messages[1] must be an object, got undefined'],
    ['[B3-2] a hole is not a message', () => ofMessages(hole), 'messages[0] must be an object, got undefined'],
    ['[B3-2] a function is not a message', () => ofMessages([() => 1]), 'messages[0] must be an object, got function'],
    ['[B3-3] a list as a message fails at its content', () => ofMessages([[]]), 'messages[0].content must be a ContentBlock[], got undefined'],
    ['[B3-4] string content is not a block list', () => ofMessages([{ role: 'user', content: 'hi' }]), 'messages[0].content must be a ContentBlock[], got string'],
    ['[B3-4] missing content is not a block list', () => ofMessages([{ role: 'user' }]), 'messages[0].content must be a ContentBlock[], got undefined'],
    ['[B3-4] null content is not a block list', () => ofMessages([{ content: null }]), 'messages[0].content must be a ContentBlock[], got null'],
    ['[B3-4] object content is not a block list', () => ofMessages([{ content: {} }]), 'messages[0].content must be a ContentBlock[], got object'],
    ['[B3-5] null is not a block', () => ofBlock(null), `${block} must be a content block with a string "type"`],
    ['[B3-5] a string is not a block', () => ofBlock('text'), `${block} must be a content block with a string "type"`],
    ['[B3-5] a list is not a block', () => ofBlock([]), `${block} must be a content block with a string "type"`],
    ['[B3-5] a block needs a string type', () => ofBlock({ type: 7 }), `${block} must be a content block with a string "type"`],
    ['[B3-5] a hole is not a block', () => ofMessages([{ content: hole }]), `${block} must be a content block with a string "type"`],
    ['[B3-6] a tool result needs a string id', () => ofBlock({ type: 'tool_result', content: 'x' }), `${block}.tool_use_id must be a string`],
    ['[B3-7] is_error is a boolean', () => ofResult('x', { is_error: 'yes' }), `${block}.is_error must be a boolean when provided`],
    ['[B3-7] is_error null is not a boolean', () => ofResult('x', { is_error: null }), `${block}.is_error must be a boolean when provided`],
    ['[B3-8] a tool result has text or parts', () => ofResult(undefined), `${block}.content must be a string or a non-empty content-part array, got undefined`],
    ['[B3-8] a tool result is no object', () => ofResult({}), `${block}.content must be a string or a non-empty content-part array, got object`],
    ['[B3-9] a tool result has at least one part', () => ofResult([]), `${block}.content must not be an empty content-part array`],
    ['[B3-10] null is not a part', () => ofResult([null]), `${part} must be a content-part object`],
    ['[B3-10] a list is not a part', () => ofResult([[]]), `${part} must be a content-part object`],
    ['[B3-10] a string is not a part', () => ofResult(['x']), `${part} must be a content-part object`],
    ['[B3-10] a hole is not a part', () => ofResult(hole), `${part} must be a content-part object`],
    ['[B3-11] a text part has text', () => ofResult([{ type: 'text' }]), `${part}.text must be a string`],
    ['[B3-12] a file part has a name', () => ofResult([{ type: 'file', filename: '', source: png }]), `${part}.filename must be a non-empty string`],
    ['[B3-12] a blank name is no name', () => ofResult([{ type: 'file', filename: ' \n', source: png }]), `${part}.filename must be a non-empty string`],
    ['[B3-13] a part of another type is refused', () => ofResult([{ type: 'audio' }]), `${part}.type must be "text", "image", or "file"`],
    ['[B3-13] the second wrong part is named', () => ofResult([{ type: 'text', text: '' }, {}]), `${block}.content[1].type must be "text", "image", or "file"`],
    ['[B3-14] a source is needed', () => ofSource(undefined), `${part}.source must be a media source object`],
    ['[B3-14] a list is not a source', () => ofSource([]), `${part}.source must be a media source object`],
    ['[B3-15] a blank media type is refused', () => ofSource({ ...png, media_type: ' ' }), `${part}.source.media_type must be a non-empty string`],
    ['[B3-15] a missing media type is refused before the source type', () => ofSource({ type: 'x' }), `${part}.source.media_type must be a non-empty string`],
    ['[B3-16] parameters are refused', () => ofSource({ ...png, media_type: 'image/png; q=1' }), `${part}.source.media_type must be a MIME type without parameters`],
    ['[B3-16] a media type has a subtype', () => ofSource({ ...png, media_type: 'png' }), `${part}.source.media_type must be a MIME type without parameters`],
    ['[B3-17] empty data is refused', () => ofSource({ ...png, data: '' }), `${part}.source.data must be a non-empty string`],
    ['[B3-17] blank data is refused', () => ofSource({ ...png, data: '  ' }), `${part}.source.data must be a non-empty string`],
    ['[B3-17] data that is not raw base64 is refused', () => ofSource({ ...png, data: 'data:image/png;base64,aW1n' }), `${part}.source.data must contain raw base64 data`],
    ['[B3-18] a blank address is refused', () => ofSource({ type: 'url', media_type: 'image/png', url: '' }), `${part}.source.url must be a non-empty string`],
    ['[B3-18] a relative address is refused', () => ofSource({ type: 'url', media_type: 'image/png', url: '/a.png' }), `${part}.source.url must be an absolute HTTP(S) URL`],
    ['[B3-18] a data address is refused', () => ofSource({ type: 'url', media_type: 'image/png', url: 'data:image/png;base64,aW1n' }), `${part}.source.url must use HTTP or HTTPS`],
    ['[B3-18] a file address is refused', () => ofSource({ type: 'url', media_type: 'image/png', url: 'file:///a.png' }), `${part}.source.url must use HTTP or HTTPS`],
    ['[B3-19] another source type is refused', () => ofSource({ ...png, type: 'blob' }), `${part}.source.type must be "base64" or "url"`],
    ['[B3-20] a failed tool answers with text', () => ofResult([{ type: 'text', text: 'x' }], { is_error: true }), `${block}.content must be a string for an error tool result`],
    ['[B3-20] parts are checked before that', () => ofResult([null], { is_error: true }), `${part} must be a content-part object`],
    ['[B3-21] what throws when it is read cannot be copied', () => ofMessages([Object.defineProperty({}, 'content', { get: () => { throw new Error('no'); } })]), 'messages must contain cloneable structured data (strings, arrays, and plain data objects)'],
  ];
  for (const [title, found, expected] of rules) it(title, () => expect(found()).to.equal(expected));

  it('[B3] nothing but the listed faults is refused: roles, unknown blocks, texts, image sources, tool_use fields, extra keys', () => {
    const messages = [
      { content: [] },
      { role: 'system', content: [{ type: 'text' }, { type: 'hologram' }, { type: 'image', source: 'nowhere' }, { type: 'tool_use' }, { type: 'reasoning', extra: 1 }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: '', content: '', is_error: true }, { type: 'tool_result', tool_use_id: 'a', content: [{ type: 'text', text: '' }], is_error: undefined }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: [{ type: 'file', filename: 'a.pdf', source: { type: 'url', media_type: 'application/pdf', url: 'https://example.org/a.pdf' } }, { type: 'image', source: png }] }] },
    ];
    expect(ofMessages([])).to.equal('accepted');
    expect(ofMessages(messages)).to.equal('accepted');
  });

  it('[B3-22] faults of one user turn are named as in messages[0]', () => {
    expect(refusal(() => assertValidContent(null))).to.equal('messages[0].content must be a ContentBlock[], got null');
    expect(refusal(() => assertValidContent(5))).to.equal('messages[0].content must be a ContentBlock[], got number');
    expect(refusal(() => assertValidContent([null]))).to.equal('messages[0].content[0] must be a content block with a string "type"');
    expect(refusal(() => assertValidContent([]))).to.equal('accepted');
  });
});

describe('assertStrictContent', () => {
  const strict = (...content: unknown[]): string => refusal(() => assertStrictContent(content));

  it('[B3] a user turn of ours may hold text, images and tool results', () => {
    expect(strict({ type: 'text', text: '' }, { type: 'image', source: png }, { type: 'tool_result', tool_use_id: 'a', content: 'x' })).to.equal('accepted');
  });

  it('[B3] each fault that the guard lets pass names its place', () => {
    expect(strict({ type: 'text' })).to.equal(`${block}.text must be a string`);
    expect(strict({ type: 'text', text: 'a' }, { type: 'video' })).to.equal('messages[0].content[1].type must be "text", "image", or "tool_result" in a user turn');
    expect(strict({ type: 'reasoning', text: 'a' })).to.equal(`${block}.type must be "text", "image", or "tool_result" in a user turn`);
    expect(strict({ type: 'image' })).to.equal(`${block}.source must be a media source object`);
    expect(strict({ type: 'image', source: { type: 'url', media_type: 'image/png', url: 'https://a' } })).to.equal(`${block}.source.type must be "base64"`);
    expect(strict({ type: 'image', source: { ...png, media_type: 'text/html' } })).to.equal(`${block}.source.media_type must be an image type such as "image/png", got "text/html"`);
    expect(strict({ type: 'image', source: { ...png, media_type: 'image/png;q=1' } })).to.equal(`${block}.source.media_type must be a MIME type without parameters`);
    expect(strict({ type: 'image', source: { ...png, data: 'a-_b' } })).to.equal(`${block}.source.data must contain raw base64 data`);
  });

  it('[B3] what the guard refuses stays refused, at the path that is given', () => {
    expect(refusal(() => assertStrictContent('x', 'messages[3].content'))).to.equal('messages[3].content must be a ContentBlock[], got string');
    expect(refusal(() => assertStrictContent([{ type: 'text', text: 1 }], 'messages[3].content'))).to.equal('messages[3].content[0].text must be a string');
  });
});

describe('isCanonicalBase64', () => {
  it('[B3-17] padding is optional', () => {
    for (const text of ['aW1n', 'aW1nZQ==', 'aW1nZQ=', 'aW1nZQ', 'aW1nZWQ=', 'aW1nZWQ']) expect(isCanonicalBase64(text), text).to.equal(true);
  });

  it('[B3-17] empty text, padding alone, half bytes, other alphabets, white space, prefixes and non-zero last bits are refused', () => {
    for (const text of ['', '=', '==', '====', 'a', 'a=', 'a==', 'a===', 'aW1n=', 'aW1n\n', ' aW1n', 'data:image/png;base64,aW1n', 'a-_b', 'aW1nZR==', 'aW1nZR', 'aW1nZWR=', 'aW=n', 'aW1nZ===', 'ⅴW1n']) {
      expect(isCanonicalBase64(text), JSON.stringify(text)).to.equal(false);
    }
  });

  it('[B3-17] it agrees with decoding and encoding again', () => {
    const anyText = fc.string({ unit: fc.constantFrom(...'AQgwBZaz09+/=-_ \n'), maxLength: 12 });
    fc.assert(
      fc.property(anyText, (text) => {
        const bare = text.replace(/=+$/, '');
        const again = Buffer.from(text, 'base64').toString('base64').replace(/=+$/, '');
        const expected = bare.length > 0 && text.length % 4 !== 1 && /^[A-Za-z0-9+/]*={0,2}$/.test(text) && again === bare;
        expect(isCanonicalBase64(text)).to.equal(expected);
      }),
      { seed: 17, numRuns: 3000 },
    );
  });

  it('[B3-17] ten million characters neither overflow a stack nor backtrack', function () {
    this.timeout(2000);
    const data = 'aW1n'.repeat(2_500_000);
    expect(isCanonicalBase64(data)).to.equal(true);
    expect(isCanonicalBase64(`${data}\n`)).to.equal(false);
    expect(isCanonicalBase64(`${'='.repeat(10_000_000)}`)).to.equal(false);
  });
});

describe('isToolResultParts', () => {
  it('[B3-9] only a non-empty list of valid parts counts', () => {
    expect(isToolResultParts([{ type: 'text', text: 'a' }, { type: 'image', source: png }])).to.equal(true);
    for (const value of [[], 'text', null, [1], [{ type: 'text' }], [{ type: 'image', source: { ...png, data: '?' } }]]) expect(isToolResultParts(value)).to.equal(false);
  });
});
