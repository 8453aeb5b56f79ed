/** Exports of other programs. The samples are made up in the shape of the files that people get. */
import { expect } from 'chai';
import { rowsOfBranch } from '../../src/conversation/branches.js';
import { readExport, type ImportedConversation } from '../../src/conversation/import-file.js';
import { pathTo, shownPath, siblingsOf, treeOf, type MessageTree } from '../../src/conversation/tree.js';
import { textOf } from '../../src/model/message.js';

const png = 'iVBORw0KGgo=';
const read = (value: unknown): ImportedConversation => readExport(JSON.stringify(value))[0]!;
const treeFrom = ({ conversation, messages }: ImportedConversation): MessageTree => treeOf(messages, conversation.leafId, conversation.viewed);
const shown = (imported: ImportedConversation): string[] => shownPath(treeFrom(imported)).map((message) => `${message.role}: ${textOf(message.content)}`);

/** Every branch read by its record is the chain of parents of its last message. */
function checkBranches({ messages, branches, ...rest }: ImportedConversation): void {
  const tree = treeFrom({ messages, branches, ...rest });
  const byId = new Map(branches.map((branch) => [branch.id, branch]));
  for (const branchId of [null, ...byId.keys()]) {
    const last = messages.findLast((message) => message.branchId === branchId)!;
    expect(rowsOfBranch(messages, byId, branchId)).to.eql(pathTo(tree, last.id).map(({ id }) => id));
  }
}

interface NodeOptions {
  readonly role?: string;
  readonly content?: object;
  readonly time?: number | null;
  readonly more?: object;
  readonly name?: string;
}

function node(id: string, parent: string | null, { role = 'user', content, time = null, more = {}, name }: NodeOptions): Record<string, object> {
  const message = { id, author: { role, name: name ?? null, metadata: {} }, create_time: time, content: content ?? { content_type: 'text', parts: [id] }, status: 'finished_successfully', recipient: 'all', metadata: {}, ...more };
  return { [id]: { id, parent, children: [], message } };
}

function chatGpt(nodes: Record<string, object>, more: object = {}): object {
  return { title: 'Tides', create_time: 1700000000.5, update_time: 1700000900, conversation_id: 'gpt', mapping: { root: { id: 'root', parent: null, children: [], message: null }, ...nodes }, ...more };
}

describe('import from ChatGPT', () => {
  it('[api 5f] the tree comes with its versions, the path on screen, title and times', () => {
    const imported = read(
      chatGpt(
        {
          ...node('u1', 'root', { time: 1700000001 }),
          ...node('a1', 'u1', { role: 'assistant', time: 1700000002, more: { metadata: { model_slug: 'gpt-9' } } }),
          ...node('a2', 'u1', { role: 'assistant', time: 1700000005 }),
          ...node('u2', 'a1', { time: 1700000003 }),
          ...node('u2b', 'a1', { time: 1700000004 }),
        },
        { current_node: 'u2' },
      ),
    );
    expect(imported).to.include({ source: 'chatgpt' });
    expect(imported.conversation).to.include({ id: 'gpt', title: 'Tides', createdAt: 1700000000500, updatedAt: 1700000900000 });
    expect(shown(imported)).to.eql(['user: u1', 'assistant: a1', 'user: u2']);
    expect(imported.messages.map(({ id, sequence, createdAt }) => [id, sequence, createdAt - 1.7e12])).to.eql([['u1', 1, 1000], ['a1', 2, 2000], ['u2', 3, 3000], ['u2b', 4, 4000], ['a2', 5, 5000]]);
    expect(imported.messages[1]!.agentName).to.equal('gpt-9');
    expect(siblingsOf(treeFrom(imported).children, imported.messages[4]!)).to.eql(['a1', 'a2']);
    expect(imported.branches.map(({ kind, forkMessageId, sourceMessageId }) => [kind, forkMessageId, sourceMessageId])).to.eql([['Edit', 'a1', 'u2'], ['Regenerate', 'u1', 'a1']]);
    expect(imported.notKept).to.eql([]);
    checkBranches(imported);
  });

  it('[api 5f] the nodes of one reply are one message with reasoning, tool call, result and words', () => {
    const imported = read(
      chatGpt(
        {
          ...node('s', 'root', { role: 'system', content: { content_type: 'text', parts: [''] } }),
          ...node('u', 's', {}),
          ...node('think', 'u', { role: 'assistant', content: { content_type: 'thoughts', thoughts: [{ summary: 'Plan', content: 'Count them.' }] } }),
          ...node('call', 'think', { role: 'assistant', content: { content_type: 'code', language: 'python', text: 'print(2)' }, more: { recipient: 'python' } }),
          ...node('out', 'call', { role: 'tool', name: 'python', content: { content_type: 'execution_output', text: '2' } }),
          ...node('hidden', 'out', { role: 'system', content: { content_type: 'text', parts: [] } }),
          ...node('words', 'hidden', { role: 'assistant', content: { content_type: 'text', parts: ['Two', { content_type: 'audio_transcription', text: 'said' }] }, more: { status: 'in_progress' } }),
          ...node('next', 'words', {}),
        },
        { current_node: 'next' },
      ),
    );
    expect(imported.messages.map(({ id, parentId, role }) => [id, parentId, role])).to.eql([['u', null, 'user'], ['think', 'u', 'assistant'], ['next', 'think', 'user']]);
    expect(imported.messages[1]).to.include({ status: 'interrupted' });
    expect(imported.messages[1]!.content).to.eql([
      { type: 'reasoning', text: 'Plan\nCount them.' },
      { type: 'tool_use', id: 'call', name: 'python', input: { input: 'print(2)' } },
      { type: 'tool_result', tool_use_id: 'call', content: '2' },
      { type: 'text', text: 'Two' },
      { type: 'text', text: 'said' },
    ]);
    expect(imported.conversation.leafId).to.equal('next');
    expect(imported.notKept).to.eql([]);
  });

  it('[api 5f] code is fenced, embedded pictures are kept, and everything that is not kept is told', () => {
    const imported = read(
      chatGpt({
        ...node('memory', 'root', { content: { content_type: 'user_editable_context', user_profile: 'secret' } }),
        ...node('sys', 'memory', { role: 'system', content: { content_type: 'text', parts: ['Be kind'] } }),
        ...node('u', 'sys', {
          content: { content_type: 'multimodal_text', parts: ['look', { content_type: 'image_asset_pointer', asset_pointer: `data:image/png;base64,${png}` }, { content_type: 'image_asset_pointer', asset_pointer: 'file-service://file-1' }] },
          more: { metadata: { attachments: [{ name: 'notes.pdf', mime_type: 'application/pdf' }, { name: 'x.png', mime_type: 'image/png' }] } },
        }),
        ...node('a', 'u', { role: 'assistant', content: { content_type: 'code', language: 'js', text: '```' }, more: { metadata: { content_references: [{ url: 'x' }], finish_details: { type: 'interrupted' } } } }),
        ...node('b', 'a', { role: 'assistant', content: { content_type: 'hologram' } }),
      }),
    );
    expect(imported.messages.map(({ content }) => content)).to.eql([
      [{ type: 'text', text: 'look' }, { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } }],
      [{ type: 'text', text: '````js\n```\n````' }],
    ]);
    expect(imported.notKept).to.eql([
      'conversation.mapping.memory: instructions and memory are not part of the conversation.',
      'conversation.mapping.sys: a message of "system" has no place here.',
      'conversation.mapping.u: "image_asset_pointer" file-service://file-1 is not in the file.',
      'conversation.mapping.u: the file "notes.pdf" is not in the export.',
      'conversation.mapping.a: the addresses behind the marks of sources.',
      'conversation.mapping.b: content of the kind "hologram" holds nothing that can be shown.',
    ]);
  });

  it('[api 5f] a circle is refused; a chain of thousands is read', function () {
    this.timeout(20_000);
    expect(() => read(chatGpt({ ...node('a', 'b', {}), ...node('b', 'a', {}) }))).to.throw('conversation.mapping has nodes that follow one another in a circle');
    const long = Array.from({ length: 20_000 }, (_, index) => node(`n${index}`, index === 0 ? 'root' : `n${index - 1}`, { role: ['user', 'system', 'assistant'][index % 3]!, content: { content_type: 'text', parts: [index % 3 === 1 ? '' : 'x'] } }));
    expect(read(chatGpt(Object.assign({}, ...long) as Record<string, object>)).messages.length).to.be.greaterThan(13_000);
  });
});

describe('import from Claude', () => {
  const nobody = '00000000-0000-4000-8000-000000000000';
  const say = (uuid: string, sender: string, more: object = {}): object => ({ uuid, sender, text: uuid, content: [], created_at: '2026-01-05T10:00:00.000000Z', attachments: [], files: [], ...more });
  const claude = (chat_messages: readonly object[], more: object = {}): object => ({ uuid: 'cl', name: 'Tides', created_at: '2026-01-05T09:00:00Z', updated_at: '2026-01-05T11:00:00Z', chat_messages, ...more });

  it('[api 5f] a list without parents is one path; with parents it is a tree and its current leaf is on screen', () => {
    const list = read([claude([say('h1', 'human'), say('a1', 'assistant'), say('h2', 'human')])]);
    expect(list).to.include({ source: 'claude' });
    expect(list.conversation).to.include({ id: 'cl', title: 'Tides', createdAt: Date.UTC(2026, 0, 5, 9), updatedAt: Date.UTC(2026, 0, 5, 11) });
    expect(shown(list)).to.eql(['user: h1', 'assistant: a1', 'user: h2']);
    const tree = read(
      claude(
        [
          say('h1', 'human', { parent_message_uuid: nobody }),
          say('a1', 'assistant', { parent_message_uuid: 'h1', stop_reason: 'user_canceled', chat_feedback: { type: 'upvote' } }),
          say('a2', 'assistant', { parent_message_uuid: 'h1' }),
          say('h0', 'human', { parent_message_uuid: nobody }),
        ],
        { current_leaf_message_uuid: 'a1' },
      ),
    );
    expect(shown(tree)).to.eql(['user: h1', 'assistant: a1']);
    expect(tree.messages.find(({ id }) => id === 'a1')).to.deep.include({ status: 'stopped', feedback: { rating: 'up' } });
    expect(tree.branches.map(({ kind, forkMessageId }) => [kind, forkMessageId])).to.have.deep.members([['Regenerate', 'h1'], ['Edit', null]]);
    checkBranches(tree);
  });

  it('[api 5f] thinking, tools, text of files and pictures come along; what is only named is told', () => {
    const imported = read(
      claude([
        say('h', 'human', {
          content: [{ type: 'text', text: 'see', citations: [{ url: 'x' }] }, { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } }],
          attachments: [{ file_name: 'a.txt', extracted_content: 'inside' }, { file_name: 'b.bin' }],
          files: [{ file_name: 'c.png' }],
          files_v2: [{ file_name: 'c.png' }],
        }),
        say('a', 'assistant', {
          content: [
            { type: 'thinking', thinking: 'hm' },
            { type: 'tool_use', id: null, name: 'search', input: { q: 'tides' } },
            { type: 'tool_result', tool_use_id: null, name: 'search', content: [{ type: 'knowledge', title: 'T', url: 'https://x', text: 'found' }], is_error: false },
            { type: 'tool_use', id: 't2', name: 'draw', input: {} },
            { type: 'tool_result', tool_use_id: 't2', content: [{ type: 'text', text: 'no' }], is_error: true },
            { type: 'token_budget' },
            { type: 'text', text: 'Two' },
          ],
        }),
        say('x', 'system'),
      ]),
    );
    expect(imported.messages.map(({ content }) => content)).to.eql([
      [{ type: 'text', text: 'see' }, { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } }, { type: 'text', text: '\n\na.txt\n\n```\ninside\n```' }],
      [
        { type: 'reasoning', text: 'hm' },
        { type: 'tool_use', id: 'a:1', name: 'search', input: { q: 'tides' } },
        { type: 'tool_result', tool_use_id: 'a:1', content: 'T\nhttps://x\nfound' },
        { type: 'tool_use', id: 't2', name: 'draw', input: {} },
        { type: 'tool_result', tool_use_id: 't2', content: 'no', is_error: true },
        { type: 'text', text: 'Two' },
      ],
    ]);
    expect(imported.notKept.map((line) => line.replace(/^conversation\.chat_messages/, ''))).to.eql([
      '[0].content[0]: the addresses of sources.',
      '[0]: the file "b.bin" is not in the export.',
      '[0]: the file "c.png" is not in the export.',
      '[1].content[5]: a part of the kind "token_budget" is not known.',
      '[2]: a message of "system" has no place here.',
    ]);
  });

  it('[api 5f] a message whose parent is missing stands first and is told; a circle and a doubled id are refused', () => {
    const imported = read(claude([say('h', 'human', { parent_message_uuid: 'gone' })]));
    expect(shown(imported)).to.eql(['user: h']);
    expect(imported.notKept).to.eql(['conversation, message "h": the message it follows is not in the file; it stands as a first message.']);
    expect(() => read(claude([say('h', 'human', { parent_message_uuid: 'a' }), say('a', 'assistant', { parent_message_uuid: 'h' })]))).to.throw('conversation has messages that follow one another in a circle');
    expect(() => readExport(JSON.stringify([claude([]), claude([say('h', 'human'), say('h', 'assistant')])]))).to.throw('conversations[1] has two messages with the id "h". Take one out.');
    expect(() => read(claude([{ sender: 'human' }]))).to.throw('conversation.chat_messages[0].uuid must be a non-empty text');
  });
});

describe('import from LibreChat', () => {
  const nobody = '00000000-0000-0000-0000-000000000000';
  const say = (messageId: string, parentMessageId: string, isCreatedByUser: boolean, more: object = {}): object => ({ messageId, parentMessageId, isCreatedByUser, text: messageId, sender: isCreatedByUser ? 'User' : 'Engineer', createdAt: '2026-01-05T10:00:00.000Z', ...more });
  const libre = (messages: readonly object[], more: object = {}): object => ({ conversationId: 'lc', title: 'Tides', branches: true, recursive: false, options: { model: 'm' }, messages, ...more });

  it('[api 5f] a flat and a recursive export give the same tree', () => {
    const flat = read(libre([say('u', nobody, true), say('a', 'u', false), say('b', 'u', false, { unfinished: true }), say('u2', 'b', true), say('e', 'u2', false, { error: true, text: 'too long' })]));
    const nested = read(
      libre([{ ...say('u', nobody, true), children: [{ ...say('a', 'u', false), children: [] }, { ...say('b', 'u', false, { unfinished: true }), children: [{ ...say('u2', 'b', true), children: [say('e', 'u2', false, { error: true, text: 'too long' })] }] }] }], { recursive: true }),
    );
    expect(flat).to.include({ source: 'librechat' });
    expect(shown(flat)).to.eql(['user: u', 'assistant: b', 'user: u2', 'assistant: too long']);
    expect(flat.messages.map(({ status, agentName }) => [status, agentName])).to.have.deep.members([['complete', undefined], ['complete', 'Engineer'], ['stopped', 'Engineer'], ['complete', undefined], ['failed', 'Engineer']]);
    const picture = ({ messages }: ImportedConversation): unknown => messages.map(({ id, parentId, role, status }) => [id, parentId, role, status]).sort();
    expect(picture(nested)).to.eql(picture(flat));
    expect(shown(nested)).to.eql(shown(flat));
    expect(flat.notKept).to.eql(['conversation.options: settings of the model are not taken over.']);
    checkBranches(flat);
    checkBranches(nested);
  });

  it('[api 5f] thoughts, tools and embedded pictures come along; files that are only named are told', () => {
    const imported = read(
      libre(
        [
          say('u', nobody, true, { files: [{ filename: 'a.pdf' }] }),
          say('a', 'u', false, {
            text: '',
            feedback: { rating: 'thumbsDown' },
            content: [
              { type: 'think', think: 'hm' },
              { type: 'tool_call', tool_call: { id: 't', name: 'search', args: '{"q":"tides"}', output: 'found' } },
              { type: 'text', text: { value: 'Two' } },
              { type: 'image_url', image_url: { url: `data:image/png;base64,${png}` } },
              { type: 'image_url', image_url: { url: 'https://x/y.png' } },
              { type: 'image_file', image_file: {} },
            ],
          }),
        ],
        { options: undefined },
      ),
    );
    expect(imported.messages[1]!.feedback).to.eql({ rating: 'down' });
    expect(imported.messages[1]!.content).to.eql([
      { type: 'reasoning', text: 'hm' },
      { type: 'tool_use', id: 't', name: 'search', input: { q: 'tides' } },
      { type: 'tool_result', tool_use_id: 't', content: 'found' },
      { type: 'text', text: 'Two' },
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } },
    ]);
    expect(imported.notKept).to.eql([
      'message "u": the file "a.pdf" is not in the export.',
      'message "a".content[4]: the picture is not in the file.',
      'message "a".content[5]: a part of the kind "image_file" is not in the file.',
    ]);
  });

  it('[api 5f] a thread that nests five thousand deep is read', function () {
    this.timeout(20_000);
    const rows = Array.from({ length: 5000 }, (_, index) => `{"messageId":"m${index}","isCreatedByUser":${index % 2 === 0},"text":"x","children":[`);
    const json = `{"conversationId":"lc","recursive":true,"messages":[${rows.join('')}${']}'.repeat(5000)}]}`;
    expect(readExport(json)[0]!.messages.length).to.equal(5000);
  });
});

describe('files of many conversations', () => {
  it('[api 5f] each conversation of a file is listed with its source, also inside a wrapper', () => {
    const claude = { uuid: 'cl', name: '', chat_messages: [] };
    const file = JSON.stringify({ conversations: [claude, chatGpt(node('u', 'root', {}))] });
    expect(readExport(file).map(({ source, conversation, messages }) => [source, conversation.title, messages.length])).to.eql([['claude', null, 0], ['chatgpt', 'Tides', 1]]);
  });
});
