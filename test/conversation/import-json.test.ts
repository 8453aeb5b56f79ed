import { expect } from 'chai';
import { readExport, readOne } from '../../src/conversation/import-file.js';
import { AgentConversationError } from '../../src/model/errors.js';

type Json = Record<string, any>;

function file(change: (document: Json) => void = () => {}): string {
  const document: Json = {
    version: 1,
    conversationId: 'c',
    leafId: 'a',
    viewed: { u: 'a' },
    branches: [{ id: 'b', forkMessageId: 'u', kind: 'Regenerate', createdAt: 3 }],
    messages: [
      { id: 'u', parentId: null, branchId: null, sequence: 1, role: 'user', createdAt: 1, content: [{ type: 'text', text: 'q' }] },
      { id: 'a', parentId: 'u', branchId: null, sequence: 2, role: 'assistant', createdAt: 2, content: [{ type: 'text', text: 'r' }] },
      { id: 'a2', parentId: 'u', branchId: 'b', sequence: 3, role: 'assistant', createdAt: 3, content: [{ type: 'text', text: 's' }] },
    ],
  };
  change(document);
  return JSON.stringify(document);
}

function failure(json: string): string {
  try {
    readExport(json);
  } catch (error) {
    if (!AgentConversationError.is(error) || error.code !== 'INVALID_IMPORT') throw error;
    return error.message;
  }
  throw new Error('expected INVALID_IMPORT');
}

describe('JSON import', () => {
  const faults: readonly (readonly [string, (document: Json) => void, string])[] = [
    ['a newer version', (d) => (d.version = 2), 'version is 2: a newer version of this page wrote the file. Reload the page'],
    ['another version', (d) => (d.version = '1'), 'version must be 1.'],
    ['no version', (d) => delete d.version, 'version must be 1.'],
    ['no id', (d) => (d.conversationId = ''), 'conversationId must be a non-empty text, got "".'],
    ['no messages', (d) => (d.messages = {}), 'messages must be a list, got object.'],
    ['a message that is none', (d) => (d.messages[1] = 'x'), 'messages[1] must be an object, got "x".'],
    ['a message without an id', (d) => delete d.messages[1].id, 'messages[1].id must be a non-empty text, got undefined.'],
    ['an id twice', (d) => (d.messages[2].id = 'a'), 'messages[2].id is "a", as in messages[1]. Give each its own.'],
    ['an orphan', (d) => (d.messages[1].parentId = 'x'), 'messages[1].parentId names "x", which is not among the messages. Add that message, or write null'],
    ['a cycle', (d) => (d.messages[0].parentId = 'a'), 'messages[0].parentId leads back to itself. Write null'],
    ['its own parent', (d) => (d.messages[1].parentId = 'a'), 'messages[1].parentId leads back to itself.'],
    ['no sequence', (d) => delete d.messages[1].sequence, 'messages[1].sequence must be a whole number'],
    ['a broken sequence', (d) => (d.messages[1].sequence = 1.5), 'messages[1].sequence must be a whole number'],
    ['a sequence twice', (d) => (d.messages[2].sequence = 2), 'messages[2].sequence is 2, as in messages[1].'],
    ['a reply before its question', (d) => (d.messages[1].sequence = 0), 'messages[1].sequence is 0 and must be higher than that of its parent, 1.'],
    ['an unknown role', (d) => (d.messages[0].role = 'system'), 'messages[0].role must be one of user, assistant, got "system".'],
    ['an unknown status', (d) => (d.messages[0].status = 'gone'), 'messages[0].status must be one of complete'],
    ['no time', (d) => (d.messages[0].createdAt = '2026'), 'messages[0].createdAt must be a number, got "2026".'],
    ['content that is none', (d) => (d.messages[1].content = 'r'), 'messages[1].content must be a ContentBlock[], got string.'],
    ['a block that is none', (d) => (d.messages[1].content = [null]), 'messages[1].content[0] must be a content block with a string "type".'],
    ['text that is none', (d) => (d.messages[1].content[0].text = 5), 'messages[1].content[0].text must be a text, got 5.'],
    ['a tool without input', (d) => (d.messages[1].content = [{ type: 'tool_use', id: 't', name: 'x' }]), 'messages[1].content[0].input must be an object, got undefined.'],
    ['a picture from elsewhere', (d) => (d.messages[1].content = [{ type: 'image', source: { type: 'url', url: 'x' } }]), 'messages[1].content[0].source.type must be one of base64'],
    ['a mention without a place', (d) => (d.messages[0].mentions = [{ type: 'skill', id: 's', name: 's' }]), 'messages[0].mentions[0].start must be a number'],
    ['a form without questions', (d) => (d.messages[1].responseForm = {}), 'messages[1].responseForm.questions must be a list'],
    ['rows of another conversation', (d) => (d.messages[1].conversationId = 'd'), 'messages[1].conversationId is not "c"'],
    ['an unknown branch', (d) => (d.messages[2].branchId = 'x'), 'messages[2].branchId names "x", which is not among the branches.'],
    ['a branch from nowhere', (d) => (d.branches[0].forkMessageId = 'x'), 'branches[0].forkMessageId names "x", which is not among the messages.'],
    ['a branch of nothing', (d) => (d.branches[0].parentBranchId = 'x'), 'branches[0].parentBranchId names "x", which is not among the branches.'],
    ['a branch of itself', (d) => (d.branches[0].parentBranchId = 'b'), 'branches[0].parentBranchId leads back to itself.'],
    ['a branch twice', (d) => d.branches.push(d.branches[0]), 'branches[1].id is "b", as in branches[0].'],
    ['a dangling leaf', (d) => (d.leafId = 'x'), 'leafId names "x", which is not among the messages.'],
    ['a choice of nothing', (d) => (d.viewed.u = 'x'), 'viewed["u"] must name a message that follows it. Take the entry out.'],
    ['a title that is none', (d) => (d.title = 5), 'title must be a text, got 5.'],
    ['a value of no known type', (d) => (d.messages[1].content = [{ type: 'tool_use', id: 't', name: 'x', input: { at: { $type: 'moment' } } }]), 'messages[1].content[0].input.at has a "$type" that cannot be read'],
  ];
  for (const [what, change, wanted] of faults) it(`[api 5e] ${what} is refused by its place, with what to do`, () => expect(failure(file(change))).to.include(wanted));

  it('[api 5e] what is no JSON, no export or no text says so', () => {
    expect(failure('{"version": 1,')).to.match(/^The file is not JSON \(.+\)\. Choose the \.json file of an export; unpack a \.zip first\.$/);
    expect(failure('{"a":1}')).to.include('The file is no conversation that can be read');
    expect(failure('null')).to.include('The file is no conversation');
    expect(failure(`[${file()}, 5]`)).to.include('conversations[1] is no conversation');
    expect(failure(`[${file()}, ${file((d) => delete d.messages[0].id)}]`)).to.include('conversations[1].messages[0].id must be');
    expect(failure(`[${file((d) => (d.messages[1].content = 5))}]`)).to.equal('conversations[0].messages[1].content must be a ContentBlock[], got number.');
    expect(() => readOne('[]')).to.throw('holds no conversation');
    expect(() => readOne(`[${file()}, ${file()}]`)).to.throw('holds 2 conversations and one can be imported at a time. Read it with readExport()');
    expect(() => readOne({ source: 'claude' } as never)).to.throw('or a conversation that readExport() gave');
    expect(() => readExport(5 as never)).to.throw('The import must be the text of a JSON file, got number.');
  });

  it('[api 5e] what may be missing has a default, rows come in order, and a reply that was still written is interrupted', () => {
    const [read] = readExport(`\uFEFF${file((d) => (d.messages.reverse(), delete d.leafId, delete d.viewed, (d.messages[0].status = 'streaming')))}`);
    expect(read!.messages.map(({ id, status }) => `${id} ${status}`)).to.eql(['u complete', 'a complete', 'a2 interrupted']);
    expect(read!.conversation).to.eql({ id: 'c', title: null, leafId: null, viewed: {}, planMode: false, agentId: null, applicationId: null, createdAt: 1, updatedAt: 3 });
    expect(read!.branches).to.eql([{ id: 'b', conversationId: 'c', parentBranchId: null, forkMessageId: 'u', kind: 'Regenerate', sourceMessageId: null, createdAt: 3 }]);
    const [alone] = readExport(file((d) => delete d.branches && (d.messages[2].branchId = null)));
    expect(alone!.branches).to.eql([]);
  });

  it('[api 5e] unknown fields of rows are kept, unknown fields of the document are told', () => {
    const [read] = readExport(file((d) => ((d.later = 1), (d.messages[0].later = { $type: 'bigint', value: '7' }), (d.branches[0].later = 'x'))));
    expect(read!.notKept).to.eql(['later: this version does not know the field.']);
    expect(read!.messages[0]).to.have.property('later', 7n);
    expect(read!.branches[0]).to.have.property('later', 'x');
  });

  it('[api 5e] a chain of fifty thousand messages is read in one go, whichever end comes first', function () {
    this.timeout(20_000);
    const messages = Array.from({ length: 50_000 }, (_, index) => ({ id: `m${index}`, parentId: index === 0 ? null : `m${index - 1}`, sequence: index, role: index % 2 ? 'assistant' : 'user', createdAt: index, content: [] }));
    for (const rows of [messages, [...messages].reverse()]) expect(readExport(JSON.stringify({ version: 1, conversationId: 'c', messages: rows }))[0]!.messages.at(-1)!.id).to.equal('m49999');
  });
});
