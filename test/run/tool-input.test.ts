import { expect } from 'chai';
import fc from 'fast-check';
import { checkToolInput } from '../../src/run/tool-input.js';

const object = (properties: object, more: object = {}): Record<string, unknown> => ({ type: 'object', properties, ...more });

describe('checkToolInput', () => {
  const faults: readonly [title: string, schema: Record<string, unknown>, input: unknown, fault: string | null][] = [
    ['a wrong type names the place', object({ index: { type: 'integer' } }), { index: 'one' }, 'input.index must be an integer, got string'],
    ['an integer has no fraction', object({ index: { type: 'integer' } }), { index: 1.5 }, 'input.index must be an integer, got 1.5'],
    ['1.0 is an integer', object({ index: { type: 'integer' } }), { index: 1.0 }, null],
    ['one of several types is enough', object({ a: { type: ['string', 'null'] } }), { a: null }, null],
    ['several types are all named', object({ a: { type: ['string', 'null'] } }), { a: 1 }, 'input.a must be a string or null, got 1'],
    ['a list is not an object', { type: 'object' }, [], 'input must be an object, got array'],
    ['null is not an object', { type: 'object' }, null, 'input must be an object, got null'],
    ['NaN is not a number', object({ a: { type: 'number' } }), { a: Number.NaN }, 'input.a must be a number, got NaN'],
    ['a required member is needed', object({}, { required: ['label'] }), {}, 'input.label is required'],
    ['undefined is not there', object({}, { required: ['label'] }), { label: undefined }, 'input.label is required'],
    ['an inherited member is not there', object({}, { required: ['toString'] }), {}, 'input.toString is required'],
    ['an absent member needs no type', object({ a: { type: 'string' } }), { a: undefined }, null],
    ['unknown members are refused on demand', object({ a: {} }, { additionalProperties: false }), { a: 1, 'b c': 2 }, 'input["b c"] is not a known property'],
    ['unknown members may have a schema', object({}, { additionalProperties: { type: 'string' } }), { b: 2 }, 'input.b must be a string, got 2'],
    ['members that a pattern may know are not judged', object({}, { additionalProperties: false, patternProperties: { '^x-': {} } }), { 'x-a': 1 }, null],
    ['items are checked in place', object({ ids: { type: 'array', items: { type: 'string' } } }), { ids: ['a', 2] }, 'input.ids[1] must be a string, got 2'],
    ['a tuple has its own schemas', object({ pair: { prefixItems: [{ type: 'string' }, { type: 'number' }], items: false } }), { pair: ['a', 1, 2] }, 'input.pair[2] is not allowed'],
    ['nested places are spelled out', object({ f: object({ fields: { items: object({ id: { type: 'string' } }) } }) }), { f: { fields: [{ id: 1 }] } }, 'input.f.fields[0].id must be a string, got 1'],
    ['enum names the choices', object({ span: { enum: [1, 2, '3'] } }), { span: 3 }, 'input.span must be one of 1, 2, "3", got 3'],
    ['enum compares by value', object({ a: { enum: [{ b: [1] }] } }), { a: { b: [1] } }, null],
    ['const names the value', object({ a: { const: null } }), { a: 0 }, 'input.a must be null, got 0'],
    ['minimum', object({ a: { minimum: 1 } }), { a: 0 }, 'input.a must be at least 1, got 0'],
    ['maximum', object({ a: { maximum: 1 } }), { a: 2 }, 'input.a must be at most 1, got 2'],
    ['limits are inclusive', object({ a: { minimum: 1, maximum: 1 } }), { a: 1 }, null],
    ['minLength', object({ a: { minLength: 1 } }), { a: '' }, 'input.a must have at least 1 characters, got 0'],
    ['maxLength counts characters, not units', object({ a: { maxLength: 2 } }), { a: '🚀🚀' }, null],
    ['maxLength', object({ a: { maxLength: 2 } }), { a: 'abc' }, 'input.a must have at most 2 characters, got 3'],
    ['pattern', object({ a: { pattern: '^[a-z]+$' } }), { a: 'A' }, 'input.a must match the pattern ^[a-z]+$'],
    ['a broken pattern refuses nothing', object({ a: { pattern: '(' } }), { a: 'A' }, null],
    ['anyOf needs one', object({ a: { anyOf: [{ type: 'string' }, { type: 'null' }] } }), { a: 1 }, 'input.a must fit one of 2 forms: input.a must be a string, got 1; or input.a must be null, got 1'],
    ['anyOf is content with several', object({ a: { anyOf: [{ type: 'number' }, {}] } }), { a: 1 }, null],
    ['oneOf needs exactly one', object({ a: { oneOf: [{ type: 'number' }, { type: 'integer' }] } }), { a: 1 }, 'input.a must fit exactly one of 2 forms, but fits 2'],
    ['allOf needs all', object({ a: { allOf: [{ type: 'number' }, { maximum: 3 }] } }), { a: 4 }, 'input.a must be at most 3, got 4'],
    ['unknown keywords and types are passed over', { $schema: 'x', format: 'y', type: 'money', not: {} }, 5, null],
    ['a __proto__ member is a member', object({}, { additionalProperties: false }), JSON.parse('{"__proto__": 1}'), 'input.__proto__ is not a known property'],
  ];
  for (const [title, schema, input, fault] of faults) it(`[A9.2] ${title}`, () => expect(checkToolInput(schema, input)).to.equal(fault));

  it('[A9.2] without a schema everything passes', () => {
    for (const input of [undefined, null, 5, {}]) expect(checkToolInput(undefined, input)).to.equal(null);
  });

  it('[A9.2] any schema and any input give null or a sentence', () => {
    const keyword = fc.constantFrom('type', 'properties', 'required', 'additionalProperties', 'items', 'enum', 'const', 'minimum', 'maxLength', 'pattern', 'anyOf', 'oneOf', 'allOf', 'prefixItems');
    fc.assert(
      fc.property(fc.dictionary(keyword, fc.jsonValue()), fc.jsonValue(), (schema, input) => {
        const fault = checkToolInput(schema, input);
        if (fault !== null) expect(fault).to.match(/^input/);
      }),
      { seed: 9, numRuns: 1000 },
    );
  });
});
