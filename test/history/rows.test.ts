import { expect } from 'chai';
import fc from 'fast-check';
import { assembleConversation, epochMilliseconds, listConversations } from '../../src/history/rows.js';
import { branch, conversation, message } from '../support/contracts/history-store.js';

const at = (iso: string): number => new Date(iso).getTime();

const sets: readonly (readonly [string, readonly (readonly [string, unknown])[], readonly number[]])[] = [
  ['equal milliseconds', [['u1', 1767225600000], ['a1', 1767225600000], ['u2', 1767225600000], ['a2', 1767225600000]], [1767225600000, 1767225600000, 1767225600000, 1767225600000]],
  ['a reply stamped before its question', [['u1', 1767225603124], ['a1', 1767225600000]], [1767225603124, 1767225600000]],
  [
    'a clock that was put back, in text',
    [['u1', '2026-03-01T15:00:00Z'], ['a1', '2026-03-01T15:00:04Z'], ['u2', '2026-03-01T10:00:10Z'], ['a2', '2026-03-01T10:00:12Z']],
    [at('2026-03-01T15:00:00Z'), at('2026-03-01T15:00:04Z'), at('2026-03-01T10:00:10Z'), at('2026-03-01T10:00:12Z')],
  ],
  [
    'text, number and Date side by side',
    [['u1', '2026-03-01T12:00:00+02:00'], ['a1', 1772359201000], ['u2', new Date('2026-03-01T10:00:02.000Z')]],
    [at('2026-03-01T10:00:00Z'), 1772359201000, at('2026-03-01T10:00:02Z')],
  ],
];

describe('stored rows', () => {
  for (const [what, rows, times] of sets) {
    it(`[case 36] ${what}: the order is the order of sequence, and every time is a number`, () => {
      const stored = rows.map(([id, createdAt], index) => ({ ...message(id, index), createdAt }));
      const loaded = assembleConversation('c1', conversation('c1'), stored.reverse(), []);
      expect(loaded?.messages.map(({ id }) => id)).to.deep.equal(rows.map(([id]) => id));
      expect(loaded?.messages.map(({ createdAt }) => createdAt)).to.deep.equal(times);
    });
  }

  it('[history] the order does not depend on the order in which the store gives the rows', () => {
    const rows = fc.uniqueArray(fc.record({ id: fc.string({ minLength: 1 }), sequence: fc.option(fc.integer({ min: 0, max: 4 })), createdAt: fc.option(fc.integer({ min: 0, max: 4 })) }), { selector: ({ id }) => id });
    fc.assert(
      fc.property(rows, fc.infiniteStream(fc.nat()), (list, keys) => {
        const stored = list.map((row) => ({ ...message(row.id, 0), ...row }));
        const shuffled = stored.map((row) => ({ row, key: keys.next().value as number })).sort((a, b) => a.key - b.key).map(({ row }) => row);
        const loaded = assembleConversation('c1', conversation('c1'), stored, []);
        expect(assembleConversation('c1', conversation('c1'), shuffled, [])).to.deep.equal(loaded);
        const sequences = loaded!.messages.map(({ sequence }) => sequence);
        expect(sequences).to.deep.equal([...sequences].sort((a, b) => a - b));
      }),
      { seed: 36, numRuns: 300 },
    );
  });

  it('[history] rows that are no message are left out, and the others load', () => {
    const bad = [null, 7, 'x', [], {}, { id: 'no role', content: [] }, { id: 'no content', role: 'user' }, { id: 'text', role: 'user', content: 'hello' }, { id: 3, role: 'user', content: [] }, { id: 'system', role: 'system', content: [] }];
    const loaded = assembleConversation('c1', conversation('c1'), [...bad, message('a', 1)], [null, {}, branch('b', 1)]);
    expect(loaded).to.deep.equal({ conversation: conversation('c1'), messages: [message('a', 1)], branches: [branch('b', 1)] });
    expect(assembleConversation('c1', undefined, bad, [branch('b', 1)])).to.equal(null);
  });

  it('[history] a block that is none is left out of its message', () => {
    const content = [null, 'text', { text: 'no type' }, { type: 'text', text: 'kept' }];
    const loaded = assembleConversation('c1', undefined, [{ ...message('a', 1), content }], []);
    expect(loaded?.messages[0]?.content).to.deep.equal([{ type: 'text', text: 'kept' }]);
  });

  it('[history] the bare minimum of a row gets the fields of today, after the rows that have a sequence', () => {
    const loaded = assembleConversation('c1', undefined, [{ id: 'y', role: 'user', content: [] }, { id: 'x', role: 'assistant', content: [], endedAt: 'soon' }, message('a', 4, { createdAt: 50 })], []);
    const minimum = { conversationId: 'c1', parentId: null, branchId: null, content: [], status: 'complete', createdAt: 50 };
    expect(loaded?.messages.slice(1)).to.deep.equal([{ ...minimum, id: 'x', role: 'assistant', sequence: 5 }, { ...minimum, id: 'y', role: 'user', sequence: 6 }]);
  });

  it('[history] a field this build does not know is kept', () => {
    const loaded = assembleConversation('c1', { ...conversation('c1'), later: 1 }, [{ ...message('a', 1), later: 2 }], [{ ...branch('b', 1), later: 3 }]);
    expect(loaded?.conversation).to.include({ later: 1 });
    expect(loaded?.messages[0]).to.include({ later: 2 });
    expect(loaded?.branches[0]).to.include({ later: 3 });
  });

  it('[case 32] the chosen path of the row is kept as it is; a row without one gets the last message', () => {
    const messages = ['u1', 'a1', 'a1b', 'a1c', 'u2', 'a2'].map((id, index) => message(id, index));
    const chosen = conversation('c1', { leafId: 'a2', viewed: { u1: 'a1' } });
    expect(assembleConversation('c1', chosen, messages, [])?.conversation).to.deep.equal(chosen);
    const { leafId: _leafId, viewed: _viewed, ...older } = conversation('c1');
    expect(assembleConversation('c1', older, messages.slice(0, 4), [])?.conversation).to.deep.equal(conversation('c1', { leafId: 'a1c' }));
    expect(assembleConversation('c1', conversation('c1', { leafId: null }), messages, [])?.conversation.leafId).to.equal(null);
  });

  it('[history] a broken conversation row is replaced by a made-up one; broken fields get their defaults', () => {
    expect(assembleConversation('c1', 'broken', [message('a', 1, { createdAt: 7 })], [])?.conversation).to.deep.equal(conversation('c1', { leafId: 'a', createdAt: 7, updatedAt: 7 }));
    const bent = { id: 'c1', title: 5, leafId: null, viewed: { a: 'b', c: 3 }, planMode: 'yes', agentId: {}, createdAt: '1970-01-01T00:00:01Z', updatedAt: 2000 };
    expect(assembleConversation('c1', bent, [], [])?.conversation).to.deep.equal(conversation('c1', { viewed: { a: 'b' } }));
  });

  it('[A4.1] a missing or unknown kind of branch reads as Fork', () => {
    const kinds = ['Edit', 'Regenerate', 'Fork', 'Other', undefined].map((kind, index) => ({ ...branch(`b${index}`, index), kind }));
    expect(assembleConversation('c1', conversation('c1'), [], kinds)?.branches.map(({ kind }) => kind)).to.deep.equal(['Edit', 'Regenerate', 'Fork', 'Fork', 'Fork']);
  });

  it('[history] the list leaves out what is no row, and sorts times of any kind', () => {
    const rows = [null, { title: 'no id' }, conversation('b', { updatedAt: 10_000 }), { ...conversation('c'), updatedAt: '1970-01-01T00:00:20Z' }, conversation('a', { updatedAt: 10_000 })];
    expect(listConversations(rows).map(({ id, updatedAt }) => [id, updatedAt])).to.deep.equal([['c', 20_000], ['a', 10_000], ['b', 10_000]]);
  });

  it('[case 36] a time is read from numbers, Dates, ISO text and digits, and from nothing else', () => {
    const values = [0, 12.5, new Date(5), '1970-01-01T00:00:00.007Z', '1772359201000', Number.NaN, Number.POSITIVE_INFINITY, new Date(Number.NaN), '', ' ', 'soon', null, undefined, {}, true];
    expect(values.map(epochMilliseconds)).to.deep.equal([0, 12.5, 5, 7, 1772359201000, ...Array<undefined>(10).fill(undefined)]);
  });
});
