import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import fc from 'fast-check';
import { forkPoint, rowsOfBranch } from '../../src/conversation/branches.js';
import { exportJson } from '../../src/conversation/export-json.js';
import { exportMarkdown } from '../../src/conversation/export-markdown.js';
import { decodeValue, encodeValue } from '../../src/conversation/export-values.js';
import type { StoredConversation } from '../../src/conversation/history-store.js';
import { readExport } from '../../src/conversation/import-file.js';
import { addMessage, emptyTree, leafBelow, nextSequence, pathTo, removeMessage, select, shownPath, siblingsOf, subtreeOf, treeOf, viewedRecord, type MessageTree } from '../../src/conversation/tree.js';
import type { Branch, ConversationMessage } from '../../src/model/message.js';
import { message } from '../support/messages.js';

const ids = (path: readonly ConversationMessage[]): string[] => path.map(({ id }) => id);

function storedOf(tree: MessageTree, branches: readonly Branch[] = [], more: Partial<StoredConversation['conversation']> = {}): StoredConversation {
  return {
    conversation: { id: 'c', title: 'Tides', leafId: tree.leafId, viewed: viewedRecord(tree), planMode: true, agentId: 'a', applicationId: null, createdAt: 1, updatedAt: 2, ...more },
    messages: [...tree.messages.values()],
    branches,
  };
}

const treeFrom = ({ conversation, messages }: StoredConversation): MessageTree => treeOf(messages, conversation.leafId, conversation.viewed);
const withInput = (input: Record<string, unknown>): StoredConversation =>
  storedOf(treeOf([message('u', null, 1), message('a', 'u', 2, 'assistant', null, { content: [{ type: 'tool_use', id: 't', name: 'tool', input }] })], 'a'));
const backFrom = (stored: StoredConversation): StoredConversation => readExport(exportJson(stored))[0]!;

describe('JSON export', () => {
  it('[api 5b] an export holds the whole tree and comes back as it was', () => {
    const branch: Branch = { id: 'b', conversationId: 'c', parentBranchId: null, forkMessageId: 'u', kind: 'Regenerate', sourceMessageId: 'a', createdAt: 5 };
    const stored = storedOf(treeOf([message('u', null, 1), message('a', 'u', 2, 'assistant'), message('a2', 'u', 3, 'assistant', 'b', { agentName: 'Tutor', endedAt: 9, feedback: { rating: 'up' } })], 'a', { u: 'a' }), [branch]);
    const document = JSON.parse(exportJson(stored)) as Record<string, unknown>;
    expect(document).to.include({ version: 1, conversationId: 'c', title: 'Tides', leafId: 'a', planMode: true });
    const { conversation, messages, branches } = backFrom(stored);
    expect({ conversation, messages, branches }).to.eql(stored);
  });

  it('[api 5b] the same conversation gives the same text, whatever the order of its rows and fields', () => {
    const stored = storedOf(treeOf([message('u', null, 1), message('a', 'u', 2, 'assistant')], 'a'));
    const turned = {
      ...stored,
      messages: [...stored.messages].reverse().map((row) => Object.fromEntries(Object.entries(row).reverse()) as unknown as ConversationMessage),
    };
    expect(exportJson(turned)).to.equal(exportJson(stored));
  });

  it('[api 5c] values that JSON cannot hold come back as they were', () => {
    const input = {
      date: new Date(0), never: new Date(NaN), map: new Map<unknown, unknown>([['k', new Set([1n, -0, undefined])], [{ deep: NaN }, Infinity]]),
      missing: undefined, list: [undefined, null], bytes: new Uint8Array([0, 255]), words: new Float64Array([1.5]), buffer: new Uint8Array([7]).buffer, pattern: /a\/b/gi,
      own: { $type: 'date', value: 'no date' }, nested: [{ $type: 1 }], lone: '\ud800', text: '\u2028',
    };
    const back = (backFrom(withInput(input)).messages[1]!.content[0] as unknown as { input: typeof input }).input;
    expect(back).to.eql(input);
    expect('missing' in back).to.equal(true);
    expect(Object.is([...(back.map.get('k') as Set<unknown>)][1], 0)).to.equal(true);
    expect(back.buffer).to.be.instanceOf(ArrayBuffer);
    const holes = decodeValue(JSON.parse(JSON.stringify(encodeValue([1, , 3], 'x'))), 'x') as unknown[];
    expect([holes.length, 1 in holes, 2 in holes]).to.eql([3, false, true]);
    expect(Object.is(decodeValue(encodeValue(-0, 'x'), 'x'), -0)).to.equal(true);
    expect(decodeValue(encodeValue(new TypeError('no'), 'x'), 'x')).to.include({ name: 'TypeError', message: 'no' });
    expect(Object.keys(decodeValue(JSON.parse(JSON.stringify(encodeValue(JSON.parse('{"__proto__":{"x":1}}'), 'x'))), 'x') as object)).to.eql(['__proto__']);
  });

  it('[api 5c] what has no form is refused by its place, in an export and in a file', () => {
    const loop: Record<string, unknown> = {};
    loop['self'] = loop;
    expect(() => exportJson(withInput({ file: new Blob(['x']) }))).to.throw('messages[1].content[0].input.file cannot be exported, got Blob');
    expect(() => exportJson(withInput({ loop }))).to.throw('messages[1].content[0].input.loop.self contains itself');
    expect(() => exportJson(withInput({ run: () => {} }))).to.throw('input.run cannot be exported, got function');
    for (const bad of [{ $type: 'sometime' }, { $type: 'bigint', value: 'x' }, { $type: 'map', value: [1] }, { $type: 'bytes', kind: 'Nothing', value: '' }, { $type: 'number', value: 'x' }, { $type: 'regexp', value: '(' }]) {
      expect(() => decodeValue({ at: [bad] }, 'input')).to.throw('input.at[0] has a "$type" that cannot be read');
    }
  });

  it('[api 5b] damage in a store is written as the screen shows it, so that every export can be imported', () => {
    const rows = [message('o', 'gone', 4), message('x', 'y', 2), message('y', 'x', 3), message('u', null, 1, 'user', 'nowhere'), message('a', 'u', 1, 'assistant'), message('early', 'late', 5), message('late', null, 9)];
    const branches: Branch[] = [
      { id: 'p', conversationId: 'c', parentBranchId: 'q', forkMessageId: 'gone', kind: 'Fork', sourceMessageId: 'gone', createdAt: 1 },
      { id: 'q', conversationId: 'c', parentBranchId: 'p', forkMessageId: 'u', kind: 'Fork', sourceMessageId: null, createdAt: 2 },
    ];
    const tree = treeOf(rows, 'a', { u: 'a', gone: 'a' });
    const back = backFrom(storedOf(tree, branches, { viewed: { gone: 'a', u: 'a' }, leafId: 'a' }));
    expect(back.messages.map(({ id }) => id)).to.have.members(rows.map(({ id }) => id));
    expect(ids(pathTo(treeFrom(back), 'a'))).to.eql(['u', 'a']);
    expect(ids(pathTo(treeFrom(back), 'early'))).to.eql(['late', 'early']);
    expect(back.messages.find(({ id }) => id === 'o')?.parentId).to.equal(null);
    expect(back.branches.map(({ parentBranchId }) => parentBranchId)).to.eql([null, null]);
  });

  it('[api 5b] the example of docs/export-format.md is what the reader takes and the writer gives', () => {
    const page = readFileSync(new URL('../../docs/export-format.md', import.meta.url), 'utf8');
    const example = /```json\n([\s\S]*?)```/.exec(page)![1]!;
    const [read] = readExport(example);
    expect(read!.notKept).to.eql([]);
    expect(ids(shownPath(treeFrom(read!)))).to.eql(['question', 'answer-2']);
    expect(JSON.parse(exportJson(read!))).to.eql(JSON.parse(example));
    const written = Object.keys(JSON.parse(exportJson(read!)) as object);
    for (const field of written) expect(page, field).to.include(`\`${field}\``);
  });

  it('[api 5b] trees of two hundred random steps come back with the same paths, versions and branches', () => {
    const step = fc.tuple(fc.constantFrom('answer', 'answer', 'answer', 'fork', 'select', 'delete'), fc.nat(1_000_000));
    fc.assert(
      fc.property(fc.array(step, { minLength: 200, maxLength: 200 }), (steps) => {
        let tree: MessageTree = emptyTree;
        let branches: Branch[] = [];
        for (const [what, number] of steps) {
          const known = [...tree.messages.keys()];
          const at = known.length === 0 || number % 11 === 0 ? null : known[number % known.length]!;
          if (what === 'select' && at !== null) tree = select(tree, at);
          else if (what === 'delete' && at !== null && number % 5 === 0) {
            const gone = new Set(subtreeOf(tree, at));
            const own = new Set([...tree.messages.values()].filter(({ id }) => !gone.has(id)).map(({ branchId }) => branchId));
            tree = removeMessage(tree, at);
            branches = branches.filter(({ id }) => own.has(id));
          } else {
            const parentId = what === 'answer' && tree.leafId !== null ? tree.leafId : at;
            const sequence = nextSequence(tree);
            const forks = (tree.children.get(parentId) ?? []).length > 0;
            const branch: Branch = { id: `b${sequence}`, conversationId: 'c', ...forkPoint(tree, parentId), kind: 'Fork', sourceMessageId: parentId, createdAt: sequence };
            if (forks) branches.push(branch);
            const branchId = forks ? branch.id : parentId === null ? null : (tree.messages.get(parentId)?.branchId ?? null);
            tree = addMessage(tree, message(`m${sequence}`, parentId, sequence, sequence % 2 ? 'user' : 'assistant', branchId), number % 3 === 0);
          }
        }
        const back = backFrom(storedOf(tree, branches));
        const again = treeFrom(back);
        expect(back.branches).to.eql(branches);
        expect(ids(shownPath(again))).to.eql(ids(shownPath(tree)));
        for (const row of tree.messages.values()) {
          expect(again.messages.get(row.id)).to.eql(row);
          expect(siblingsOf(again.children, row)).to.eql(siblingsOf(tree.children, row));
          expect(ids(pathTo(again, row.id))).to.eql(ids(pathTo(tree, row.id)));
          expect(leafBelow(again, row.id)).to.equal(leafBelow(tree, row.id));
        }
        const mapOf = (list: readonly Branch[]): Map<string, Branch> => new Map(list.map((branch) => [branch.id, branch]));
        for (const { id } of branches) expect(rowsOfBranch(back.messages, mapOf(back.branches), id)).to.eql(rowsOfBranch([...tree.messages.values()], mapOf(branches), id));
      }),
      { seed: 11, numRuns: 25 },
    );
  }).timeout(20_000);
});

describe('Markdown export', () => {
  const moment = Date.UTC(2026, 0, 5, 14, 3);
  const say = (id: string, parentId: string | null, sequence: number, role: 'user' | 'assistant', content: ConversationMessage['content'], more: Partial<ConversationMessage> = {}): ConversationMessage =>
    message(id, parentId, sequence, role, null, { content, createdAt: moment, ...more });
  const text = (words: string): ConversationMessage['content'] => [{ type: 'text', text: words }];

  it('[api 5d] the path on screen has a heading for each speaker with the time, the words as they are, and says which version this is', () => {
    const tree = treeOf([say('u', null, 1, 'user', text('# Why *two*?')), say('a', 'u', 2, 'assistant', text('one')), say('b', 'u', 3, 'assistant', text('two'), { agentName: 'Tide_bot' }), say('c', 'u', 4, 'assistant', text('three'))], 'b');
    expect(exportMarkdown(tree, 'Tides\n# and more')).to.equal(
      '# Tides \\# and more\n\n## You · 2026-01-05 14:03 UTC\n\n# Why *two*?\n\n## Tide\\_bot · 2026-01-05 14:03 UTC\n\n_Version 2 of 3_\n\ntwo\n',
    );
    expect(exportMarkdown(emptyTree, null)).to.equal('# Conversation\n');
    expect(exportMarkdown(treeOf([say('u', null, 1, 'user', text('Hello\nthere'))], 'u'), null)).to.match(/^# Hello there\n/);
  });

  it('[api 5d] a fence that was left open is closed where it was opened, and no other text is touched', () => {
    const cases: readonly (readonly [string, string])[] = [
      ['```js\nlet x', '```js\nlet x\n```'],
      ['~~~~\n~~~\n```', '~~~~\n~~~\n```\n~~~~'],
      ['1. a\n   ```\n   b', '1. a\n   ```\n   b\n   ```'],
      ['```\nx\n```\nend', '```\nx\n```\nend'],
      ['``` not `code\nend', '``` not `code\nend'],
      ['````\n```\n````', '````\n```\n````'],
    ];
    for (const [words, wanted] of cases) {
      const tree = treeOf([say('u', null, 1, 'user', text('q')), say('a', 'u', 2, 'assistant', text(words), { status: 'stopped' })], 'a');
      expect(exportMarkdown(tree, 't')).to.include(`UTC\n\n${wanted}\n\n_Stopped._\n`);
    }
  });

  it('[api 5d] images and attachments are a line without bytes, tool calls a line with input and result, forms and answers words', () => {
    const data = 'A'.repeat(4000);
    const tree = treeOf(
      [
        say('u', null, 1, 'user', [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data } }], { attachments: [{ id: 'f', name: 'a*b.pdf', mediaType: 'application/pdf', size: 12 }] }),
        say('a', 'u', 2, 'assistant', [
          { type: 'reasoning', text: 'first\n```\nthen' },
          { type: 'tool_use', id: 't', name: 'look_up', input: { q: '`x` '.repeat(200), big: 1n } },
          { type: 'tool_result', tool_use_id: 't', content: 'line 1\n```\nline 2' },
        ], { status: 'failed', error: { code: 'X', message: 'No\nroom' }, responseForm: { title: 'Choose', questions: [{ id: 'q', label: 'Which?', type: { type: 'text' } }] } }),
        say('f', 'a', 3, 'user', text('@{"_mode":"form","action":"formSubmit","fields":[{"name":"q","value":"this","label":"Which?"}]}')),
      ],
      'f',
    );
    const markdown = exportMarkdown(tree, 't');
    expect(markdown).to.include('_Image: image/png, 3.0 kB_').and.include('_Attachment: a\\*b.pdf (application/pdf, 12 B)_').and.not.include('AAAA');
    expect(markdown).to.include('> **Thought**\n>\n> first\n> ```\n> then');
    expect(markdown).to.match(/> \*\*Tool\*\* `look_up` ``\{"q":"`x` [^\n]{100,220}…``\n>\n> \*\*Result\*\* ````line 1 ``` line 2````\n/);
    expect(markdown).to.include('Choose\n- Which?').and.include('_Failed: No room_').and.include('\n\nWhich?: this\n');
  });
});
