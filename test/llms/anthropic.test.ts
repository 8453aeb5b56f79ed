import { expect } from 'chai';
import type { LLMChatOptions } from '../../src/agent/llm.js';
import { anthropic } from '../../src/llms/anthropic.js';
import type { LLMMessage } from '../../src/model/message.js';
import { failureOf, wireServer, type WireServer } from '../support/wire-server.js';

const user: LLMMessage[] = [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }];
const event = (value: { readonly type: string } & Record<string, unknown>): string => `event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`;
const delta = (index: number, value: object): string => event({ type: 'content_block_delta', index, delta: value });
const transcript = [
  event({ type: 'message_start', message: { id: 'msg_1', model: 'claude', usage: { input_tokens: 11, output_tokens: 1 } } }),
  event({ type: 'ping' }),
  event({ type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '' } }),
  delta(0, { type: 'thinking_delta', thinking: 'hm' }),
  delta(0, { type: 'signature_delta', signature: 'sig' }),
  event({ type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } }),
  delta(1, { type: 'text_delta', text: 'Grüße ' }),
  delta(1, { type: 'text_delta', text: '🚀' }),
  event({ type: 'content_block_start', index: 2, content_block: { type: 'tool_use', id: 'c1', name: 'add', input: {} } }),
  delta(2, { type: 'input_json_delta', partial_json: '{"la' }),
  delta(2, { type: 'input_json_delta', partial_json: 'bel":"x"}' }),
  event({ type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 7 } }),
  event({ type: 'message_stop' }),
].join('');

describe('anthropic over real HTTP', () => {
  let wire: WireServer;
  before(async () => {
    wire = await wireServer();
  });
  after(() => wire.stop());
  beforeEach(() => {
    wire.requests.length = 0;
  });

  const chat = (options: LLMChatOptions = {}, messages: readonly LLMMessage[] = user) => anthropic({ baseURL: wire.url, model: 'claude', apiKey: 'k' }).chat(messages, options);

  it('[case 24] words, thoughts, calls and usage arrive the same wherever the bytes are cut', async () => {
    const whole = Buffer.from(transcript);
    for (let cut = 1; cut < whole.length; cut += 11) {
      wire.answers = [{ pieces: [whole.subarray(0, cut), whole.subarray(cut)] }];
      const told: string[] = [];
      expect(await chat({ onText: (soFar) => told.push(soFar), onReasoning: (soFar) => told.push(soFar), onToolInput: ({ inputText }) => told.push(inputText) })).to.eql({
        id: 'msg_1', model: 'claude', stop_reason: 'tool_use', usage: { input_tokens: 11, output_tokens: 7 },
        content: [
          { type: 'reasoning', text: 'hm', provenance: 'anthropic', signature: 'sig' },
          { type: 'text', text: 'Grüße 🚀' },
          { type: 'tool_use', id: 'c1', name: 'add', input: { label: 'x' } },
        ],
      });
      expect(told).to.eql(['hm', 'Grüße ', 'Grüße 🚀', '{"la', '{"label":"x"}']);
    }
  });

  it('the request carries what the wire has; thoughts go back only to their own provider', async () => {
    wire.answers = [{ pieces: [transcript] }];
    await chat({ systemPrompt: 'be kind', tools: [{ name: 'add', description: 'adds', inputSchema: { type: 'object' } }], maxTokens: 9 }, [
      ...user,
      { role: 'assistant', content: [{ type: 'reasoning', text: 'theirs', provenance: 'openai-chat' }, { type: 'reasoning', text: 'mine', provenance: 'anthropic', signature: 's' }, { type: 'tool_use', id: 'c', name: 'add', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', content: 'no', is_error: true }] },
    ]);
    const [request] = wire.requests;
    expect([request?.path, request?.headers['x-api-key'], request?.headers['anthropic-dangerous-direct-browser-access']]).to.eql(['/v1/messages', 'k', 'true']);
    expect(request?.body).to.eql({
      model: 'claude', max_tokens: 9, system: 'be kind', stream: true,
      tools: [{ name: 'add', description: 'adds', input_schema: { type: 'object' } }],
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'hi' }] },
        { role: 'assistant', content: [{ type: 'thinking', thinking: 'mine', signature: 's' }, { type: 'tool_use', id: 'c', name: 'add', input: {} }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', content: 'no', is_error: true }] },
      ],
    });
  });

  it('[case 26] a stream that breaks off is an error; what it said has been told', async () => {
    wire.answers = [{ pieces: [transcript.slice(0, transcript.indexOf('event: message_delta'))] }];
    const told: string[] = [];
    expect(await failureOf(chat({ onText: (soFar) => told.push(soFar) }))).to.include({ code: 'STREAM_CUT', retryable: true });
    expect(told.at(-1)).to.equal('Grüße 🚀');
  });

  it('[case 27] errors are told in the provider’s words: in the stream, as a status, in place of a stream', async () => {
    wire.answers = [{ pieces: [event({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } })] }];
    expect(await failureOf(chat())).to.include({ message: 'anthropic reported: Overloaded', retryable: true });
    wire.answers = [{ status: 400, headers: { 'content-type': 'application/json' }, pieces: ['{"type":"error","error":{"message":"max_tokens: too large"}}'] }];
    expect(await failureOf(chat())).to.include({ httpStatus: 400, message: 'anthropic answered 400: max_tokens: too large' });
    wire.answers = [{ headers: { 'content-type': 'application/json' }, pieces: ['{"message":"proxy says no"}'] }];
    expect(await failureOf(chat())).to.include({ message: 'anthropic gave no answer: proxy says no' });
  });
});
