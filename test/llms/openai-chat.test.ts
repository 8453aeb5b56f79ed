import { expect } from 'chai';
import { Agent } from '../../src/agent/agent.js';
import type { LLMChatOptions } from '../../src/agent/llm.js';
import { openaiChat } from '../../src/llms/openai-chat.js';
import type { ContentBlock, LLMMessage } from '../../src/model/message.js';
import { failureOf, question, type Transport } from '../support/contracts/llm-adapter.js';
import { httpTransport } from '../support/http-transport.js';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const delta = (value: object, finish: string | null = null): string => `data: ${JSON.stringify({ id: 'x1', model: 'm-1', choices: [{ index: 0, delta: value, finish_reason: finish }] })}\n\n`;
const call = (index: number, id: string, name: string, input: string): string => delta({ tool_calls: [{ index, id, function: { name, arguments: input } }] });
const end = (finish: string): string => `${delta({}, finish)}data: [DONE]\n\n`;
const image: ContentBlock = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aW1n' } };
const imageOnWire = { type: 'image_url', image_url: { url: 'data:image/png;base64,aW1n' } };

describe('openaiChat', () => {
  let wire: Transport;
  before(async () => {
    wire = await httpTransport();
  });
  after(() => wire.dispose());

  const adapter = (options: object = {}): ReturnType<typeof openaiChat> => openaiChat({ baseURL: `${wire.baseURL}/v1/`, model: 'm', ...options });
  const says = (...streams: string[]): void => {
    wire.answers = streams.map((text) => ({ pieces: [utf8(text)] }));
  };
  async function sent(messages: readonly LLMMessage[], options: LLMChatOptions = {}, settings: object = {}): Promise<Record<string, unknown>> {
    says(end('stop'));
    await adapter(settings).chat(messages, options);
    return wire.requests.at(-1)?.body ?? {};
  }

  it('the request carries system prompt, images, tools, calls and results in the wire’s own shape', async () => {
    const body = await sent(
      [
        { role: 'user', content: [image, { type: 'text', text: 'see' }] },
        { role: 'assistant', content: [{ type: 'reasoning', text: 'hm' }, { type: 'tool_use', id: 'c', name: 'add', input: { n: 1 } }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', content: 'no', is_error: true }] },
      ],
      { systemPrompt: 'be kind', tools: [{ name: 'add', description: 'adds', inputSchema: { type: 'object' } }], maxTokens: 9, temperature: 0 },
      { apiKey: 'k', headers: { 'x-own': '1' } },
    );
    const request = wire.requests.at(-1);
    expect([request?.path, request?.headers['authorization'], request?.headers['x-own']]).to.eql(['/v1/chat/completions', 'Bearer k', '1']);
    expect(body).to.eql({
      model: 'm', stream: true, stream_options: { include_usage: true }, max_tokens: 9, temperature: 0,
      tools: [{ type: 'function', function: { name: 'add', description: 'adds', parameters: { type: 'object' } } }],
      messages: [
        { role: 'system', content: 'be kind' },
        { role: 'user', content: [imageOnWire, { type: 'text', text: 'see' }] },
        { role: 'assistant', content: null, tool_calls: [{ id: 'c', type: 'function', function: { name: 'add', arguments: '{"n":1}' } }] },
        { role: 'tool', tool_call_id: 'c', content: 'Error: no' },
      ],
    });
  });

  it('what a tool shows follows its text as the user’s, behind the results of all calls', async () => {
    const body = await sent([
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'a', content: [{ type: 'text', text: 'a ' }, image, { type: 'file', filename: 'f.pdf', source: { type: 'base64', media_type: 'application/pdf', data: 'cGRm' } }, { type: 'text', text: 'chart' }] },
          { type: 'tool_result', tool_use_id: 'b', content: [{ type: 'image', source: { type: 'url', media_type: 'image/png', url: 'https://x.test/i.png' } }] },
          { type: 'text', text: 'so?' },
        ],
      },
    ]);
    expect(body['messages']).to.eql([
      { role: 'tool', tool_call_id: 'a', content: 'a chart' },
      { role: 'tool', tool_call_id: 'b', content: 'See the next message.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'From the result of a:' }, imageOnWire, { type: 'file', file: { filename: 'f.pdf', file_data: 'data:application/pdf;base64,cGRm' } },
          { type: 'text', text: 'From the result of b:' }, { type: 'image_url', image_url: { url: 'https://x.test/i.png' } },
          { type: 'text', text: 'so?' },
        ],
      },
    ]);
  });

  it('[B2-6] a block that the wire has no place for is sent for the provider to refuse, never dropped', async () => {
    const file = { type: 'file', filename: 'f', source: { type: 'url', media_type: 'text/plain', url: 'https://x.test/f' } } as const;
    const odd = { type: 'tool_use', id: 'c', name: 'n', input: {} } as const;
    const body = await sent([{ role: 'assistant', content: [{ type: 'text', text: 'look' }, image] }, { role: 'user', content: [odd, { type: 'tool_result', tool_use_id: 'c', content: [file] }] }]);
    expect(JSON.stringify(body['messages'])).to.include('aW1n').and.include(JSON.stringify(file)).and.include(JSON.stringify(odd));
  });

  it('thoughts go back under the name they came by, and only to the server they came from', async () => {
    for (const field of ['reasoning_content', 'reasoning']) {
      says(delta({ [field]: 'hm' }) + delta({ content: 'hi' }) + end('stop'));
      const { content } = await adapter().chat(question, {});
      const back = { role: 'assistant' as const, content };
      expect((await sent([back]))['messages']).to.eql([{ role: 'assistant', content: 'hi', [field]: 'hm' }]);
      expect((await sent([back], {}, { baseURL: `${wire.baseURL}/other` }))['messages']).to.eql([{ role: 'assistant', content: 'hi' }]);
    }
  });

  it('arguments that are no JSON stay text here, and go back inside of an object, since servers parse them', async () => {
    says(call(0, 'c', 'add', '{"la') + end('tool_calls'));
    const { content } = await adapter().chat(question, {});
    expect(content).to.eql([{ type: 'tool_use', id: 'c', name: 'add', input: '{"la' }]);
    const [message] = (await sent([{ role: 'assistant', content }]))['messages'] as { tool_calls: { function: { arguments: string } }[] }[];
    expect(JSON.parse(message?.tool_calls[0]?.function.arguments ?? '')).to.eql({ INVALID_JSON: '{"la' });
  });

  it('calls that all have the number 0, no number or no id are calls of their own; "stop" with calls is tool_use', async () => {
    says(call(0, 'a', 'x', '{}') + call(0, 'b', 'y', '{"n":1}') + end('stop'));
    const { content, stop_reason } = await adapter().chat(question, {});
    expect(stop_reason).to.equal('tool_use');
    expect(content).to.eql([{ type: 'tool_use', id: 'a', name: 'x', input: {} }, { type: 'tool_use', id: 'b', name: 'y', input: { n: 1 } }]);
    says(delta({ tool_calls: [{ function: { name: 'x', arguments: '{}' } }, { function: { name: 'y', arguments: '{}' } }] }) + end('tool_calls'));
    const calls = (await adapter().chat(question, {})).content.filter((block) => block.type === 'tool_use');
    expect(calls.map(({ name }) => name)).to.eql(['x', 'y']);
    expect(new Set(calls.map(({ id }) => id)).size).to.equal(2);
  });

  it('a gateway that repeats id and name with every piece still makes one call', async () => {
    says(call(0, 'a', 'x', '{"n"') + call(0, 'a', 'x', ':1}') + end('tool_calls'));
    expect((await adapter().chat(question, {})).content).to.eql([{ type: 'tool_use', id: 'a', name: 'x', input: { n: 1 } }]);
  });

  it('a refusal is words, and reasons to stop are told in the port’s words or as they are', async () => {
    for (const [finish, reason] of [['stop', 'end_turn'], ['length', 'max_tokens'], ['content_filter', 'content_filter']] as const) {
      says(delta({ refusal: 'No.' }) + end(finish));
      expect(await adapter().chat(question, {})).to.deep.include({ content: [{ type: 'text', text: 'No.' }], stop_reason: reason });
    }
  });

  it('[case 27] an answer in one piece is an answer', async () => {
    const whole = { id: 'y', model: 'm', choices: [{ message: { content: 'whole', tool_calls: [{ id: 'c', function: { name: 'add', arguments: '{}' } }] }, finish_reason: 'tool_calls' }], usage: { prompt_tokens: 1, completion_tokens: 2 } };
    wire.answers = [{ headers: { 'content-type': 'application/json' }, pieces: [utf8(JSON.stringify(whole, null, 2))] }];
    const told: string[] = [];
    expect(await adapter().chat(question, { onText: (text) => told.push(text) })).to.eql({
      id: 'y', model: 'm', stop_reason: 'tool_use', usage: { input_tokens: 1, output_tokens: 2 },
      content: [{ type: 'text', text: 'whole' }, { type: 'tool_use', id: 'c', name: 'add', input: {} }],
    });
    expect(told).to.eql(['whole']);
    const abort = new AbortController();
    expect((await failureOf(adapter().chat(question, { signal: abort.signal, onText: () => abort.abort() }))).name).to.equal('AbortError');
  });

  it('an agent on it calls tools and goes on, malformed arguments included', async () => {
    says(call(0, 'c1', 'add', '{"la') + end('tool_calls'), call(0, 'c2', 'add', '{"label":"x"}') + end('tool_calls'), delta({ content: 'done' }) + end('stop'));
    const added: unknown[] = [];
    const agent = new Agent({ name: 'a', adapter: adapter(), tools: [{ name: 'add', description: '', execute: (input) => (added.push(input), 'ok') }] });
    const result = await agent.run('go');
    expect(result).to.include({ success: true, output: 'done' });
    expect(added).to.eql([{ label: 'x' }]);
    expect(result.toolCalls[0]?.output).to.match(/object/);
  });
});
