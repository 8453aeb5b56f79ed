import { expect } from 'chai';
import { buildRunMessages } from '../../src/conversation/run-messages.js';
import type { ContentBlock, ConversationMessage } from '../../src/model/message.js';
import { message } from '../support/messages.js';

const text = (value: string): ContentBlock => ({ type: 'text', text: value });
const image: ContentBlock = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aW1n' } };
const row = (id: string, role: 'user' | 'assistant', sequence: number, more: Partial<ConversationMessage> = {}): ConversationMessage => message(id, null, sequence, role, null, more);

describe('messages for a run', () => {
  it('[C4-1] replies that stream or failed and messages before the given moment are left out; that moment itself is in', () => {
    const path = [
      row('old', 'user', 1),
      row('edge', 'user', 2),
      row('bad', 'assistant', 3, { status: 'failed' }),
      row('now', 'assistant', 4, { status: 'streaming' }),
      row('half', 'assistant', 5, { status: 'stopped' }),
      row('ask', 'user', 6),
    ];
    expect(buildRunMessages(path, { from: new Date(2000) })).to.eql([
      { role: 'user', content: [text('edge')] },
      { role: 'assistant', content: [text('half')] },
      { role: 'user', content: [text('ask')] },
    ]);
  });

  it('[C4-2] the last 20 messages are kept, and always the one that is answered', () => {
    const path = Array.from({ length: 41 }, (_, index) => row(`m${index}`, index % 2 === 0 ? 'user' : 'assistant', index + 1));
    const messages = buildRunMessages(path);
    expect(messages).to.have.length(19);
    expect(messages[0]).to.eql({ role: 'user', content: [text('m22')] });
    expect(messages.at(-1)).to.eql({ role: 'user', content: [text('m40')] });
    expect(buildRunMessages(path, { limit: 1 })).to.eql([{ role: 'user', content: [text('m40')] }]);
    expect(buildRunMessages(path, { from: new Date(1e9) })).to.eql([{ role: 'user', content: [text('m40')] }]);
  });

  it('[C4-3] roles keep their names and empty messages drop out', () => {
    const path = [row('a', 'user', 1), row('b', 'assistant', 2, { content: [text('')] }), row('c', 'assistant', 3, { content: [] }), row('d', 'assistant', 4), row('e', 'user', 5)];
    expect(buildRunMessages(path).map(({ role }) => role)).to.eql(['user', 'assistant', 'user']);
  });

  it('[C4-4] neighbours of one role are merged and no assistant message comes first', () => {
    const path = [row('x', 'assistant', 1), row('a', 'user', 2), row('b', 'user', 3)];
    expect(buildRunMessages(path)).to.eql([{ role: 'user', content: [text('a'), text('b')] }]);
  });

  it('[C4-6] images stand before the text of their message', () => {
    expect(buildRunMessages([row('a', 'user', 1, { content: [text('look'), image] })])).to.eql([{ role: 'user', content: [image, text('look')] }]);
  });

  it('[C4-8] earlier reasoning and tool traffic is not replayed', () => {
    const content: ContentBlock[] = [{ type: 'reasoning', text: 'hm' }, { type: 'tool_use', id: '1', name: 'x', input: {} }, { type: 'tool_result', tool_use_id: '1', content: 'y' }, text('done')];
    expect(buildRunMessages([row('a', 'user', 1), row('b', 'assistant', 2, { content }), row('c', 'user', 3)])[1]).to.eql({ role: 'assistant', content: [text('done')] });
  });
});
