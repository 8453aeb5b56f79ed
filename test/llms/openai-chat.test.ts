import { expect } from 'chai';
import { Agent } from '../../src/agent/agent.js';
import type { LLMChatOptions } from '../../src/agent/llm.js';
import { openaiChat } from '../../src/llms/openai-chat.js';
import type { LLMMessage } from '../../src/model/message.js';
import { failureOf, wireServer, type WireServer } from '../support/wire-server.js';

const user: LLMMessage[] = [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }];
const data = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`;
const delta = (value: unknown, more: object = {}): string => data({ id: 'x1', model: 'm-1', choices: [{ index: 0, delta: value, finish_reason: null, ...more }] });
const transcript = [
  ': keep-alive\n\n',
  delta({ role: 'assistant', content: '' }),
  delta({ reasoning_content: 'hm' }),
  delta({ content: 'Grüße ' }),
  delta({ content: '🚀' }),
  delta({ tool_calls: [{ index: 0, id: 'c1', function: { name: 'add', arguments: '{"la' } }] }),
  delta({ tool_calls: [{ index: 0, function: { arguments: 'bel":"x"}' } }, { index: 1, id: 'c2', function: { name: 'look', arguments: '' } }] }),
  delta({}, { finish_reason: 'tool_calls' }),
  data({ id: 'x1', choices: [], usage: { prompt_tokens: 11, completion_tokens: 7 } }),
  'data: [DONE]\n\n',
].join('');

describe('openaiChat over real HTTP', () => {
  let wire: WireServer;
  before(async () => {
    wire = await wireServer();
  });
  after(() => wire.stop());
  beforeEach(() => {
    wire.requests.length = 0;
  });

  const adapter = (options: object = {}): ReturnType<typeof openaiChat> => openaiChat({ baseURL: `${wire.url}/v1/`, model: 'm', ...options });
  const chat = (options: LLMChatOptions = {}) => adapter().chat(user, options);

  it('[case 24] words, thoughts, calls and usage arrive the same wherever the bytes are cut', async () => {
    const whole = Buffer.from(transcript);
    const expected = {
      id: 'x1', model: 'm-1', stop_reason: 'tool_use', usage: { input_tokens: 11, output_tokens: 7 },
      content: [
        { type: 'reasoning', text: 'hm', provenance: 'openai-chat' },
        { type: 'text', text: 'Grüße 🚀' },
        { type: 'tool_use', id: 'c1', name: 'add', input: { label: 'x' } },
        { type: 'tool_use', id: 'c2', name: 'look', input: {} },
      ],
    };
    for (let cut = 1; cut < whole.length; cut += 7) {
      wire.answers = [{ pieces: [whole.subarray(0, cut), whole.subarray(cut)] }];
      const told: string[] = [];
      const inputs: string[] = [];
      expect(await chat({ onText: (soFar) => told.push(soFar), onToolInput: ({ inputText }) => inputs.push(inputText) })).to.eql(expected);
      expect(told).to.eql(['Grüße ', 'Grüße 🚀']);
      expect(inputs).to.eql(['{"la', '{"label":"x"}', '']);
    }
  });

  it('the request carries system prompt, images, tools, calls and results in the wire’s own shape', async () => {
    wire.answers = [{ pieces: [transcript] }];
    await adapter({ apiKey: 'k', headers: { 'x-own': '1' } }).chat(
      [
        { role: 'user', content: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aW1n' } }, { type: 'text', text: 'see' }] },
        { role: 'assistant', content: [{ type: 'reasoning', text: 'hm' }, { type: 'tool_use', id: 'c', name: 'add', input: { n: 1 } }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', content: 'no', is_error: true }] },
      ],
      { systemPrompt: 'be kind', tools: [{ name: 'add', description: 'adds', inputSchema: { type: 'object' } }], maxTokens: 9 },
    );
    const [request] = wire.requests;
    expect([request?.path, request?.headers.authorization, request?.headers['x-own']]).to.eql(['/v1/chat/completions', 'Bearer k', '1']);
    expect(request?.body).to.deep.include({ model: 'm', stream: true, max_tokens: 9, tools: [{ type: 'function', function: { name: 'add', description: 'adds', parameters: { type: 'object' } } }] });
    expect(request?.body['messages']).to.eql([
      { role: 'system', content: 'be kind' },
      { role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,aW1n' } }, { type: 'text', text: 'see' }] },
      { role: 'assistant', content: null, tool_calls: [{ id: 'c', type: 'function', function: { name: 'add', arguments: '{"n":1}' } }] },
      { role: 'tool', tool_call_id: 'c', content: 'Error: no' },
    ]);
  });

  it('[case 26] a stream that breaks off is an error; what it said has been told', async () => {
    wire.answers = [{ pieces: [delta({ content: 'half' })] }];
    const told: string[] = [];
    const error = await failureOf(chat({ onText: (soFar) => told.push(soFar) }));
    expect(error).to.include({ code: 'STREAM_CUT', retryable: true });
    expect(told).to.eql(['half']);
  });

  it('[case 27] an error or an answer in one piece is told as what it is', async () => {
    const json = { 'content-type': 'application/json' };
    wire.answers = [{ headers: json, pieces: ['{"error":{"message":"No such model"}}'] }];
    expect((await failureOf(chat())).message).to.equal('openai-chat gave no answer: No such model');
    wire.answers = [{ headers: { 'content-type': 'text/html' }, pieces: ['<h1>Gateway</h1> down'] }];
    expect((await failureOf(chat())).message).to.equal('openai-chat gave no answer: Gateway down');
    wire.answers = [{ pieces: [data({ error: { message: 'Overloaded' } })] }];
    expect((await failureOf(chat())).message).to.equal('openai-chat reported: Overloaded');
    wire.answers = [{ headers: json, pieces: [JSON.stringify({ id: 'y', choices: [{ message: { content: 'whole' }, finish_reason: 'stop' }] })] }];
    expect((await chat()).content).to.eql([{ type: 'text', text: 'whole' }]);
  });

  it('a status is told with the provider’s words; a wait it asks for is kept, within bounds', async () => {
    wire.answers = [{ status: 401, headers: { 'content-type': 'application/json' }, pieces: ['{"error":{"message":"Bad key"}}'] }];
    expect(await failureOf(chat())).to.include({ code: 'PROVIDER_ERROR', httpStatus: 401, retryable: false, message: 'openai-chat answered 401: Bad key' });
    wire.answers = [{ status: 429, headers: { 'retry-after': '0' }, pieces: ['slow'] }, { pieces: [transcript] }];
    wire.requests.length = 0;
    expect((await chat()).stop_reason).to.equal('tool_use');
    expect(wire.requests).to.have.length(2);
    wire.answers = [{ status: 429, headers: { 'retry-after': '3600' }, pieces: ['too long'] }];
    expect(await failureOf(chat())).to.include({ httpStatus: 429, retryable: true });
    const unreachable = await failureOf(openaiChat({ baseURL: 'http://127.0.0.1:1/v1' }).chat(user, {}));
    expect(unreachable).to.include({ retryable: true, message: 'openai-chat could not be reached at http://127.0.0.1:1.' });
  });

  it('an abort ends the request, here and on the wire', async () => {
    wire.answers = [{ pieces: [delta({ content: 'half' })], hangs: true }];
    const abort = new AbortController();
    wire.closed = 0;
    const error = await failureOf(chat({ signal: abort.signal, onText: () => abort.abort() }));
    expect(error.name).to.equal('AbortError');
    while (wire.closed === 0) await new Promise((resolve) => setTimeout(resolve, 2));
  });

  it('an agent on it calls tools and goes on, malformed arguments included', async () => {
    const broken = delta({ tool_calls: [{ index: 0, id: 'c1', function: { name: 'add', arguments: '{"la' } }] }) + delta({}, { finish_reason: 'tool_calls' }) + 'data: [DONE]\n\n';
    wire.answers = [{ pieces: [broken] }, { pieces: [transcript.replace('look', 'add').replace('"arguments":""', '"arguments":"{}"')] }, { pieces: [delta({ content: 'done' }) + delta({}, { finish_reason: 'stop' }) + 'data: [DONE]\n\n'] }];
    const added: unknown[] = [];
    const agent = new Agent({ name: 'a', adapter: adapter(), tools: [{ name: 'add', description: '', execute: (input) => (added.push(input), 'ok') }] });
    const result = await agent.run('go');
    expect(result).to.include({ success: true, output: 'done' });
    expect(added).to.eql([{ label: 'x' }, {}]);
    expect(result.toolCalls[0]?.output).to.match(/object/);
  });
});
