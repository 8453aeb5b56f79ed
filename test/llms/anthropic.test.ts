import { expect } from 'chai';
import type { LLMChatOptions } from '../../src/agent/llm.js';
import { anthropic, type AnthropicOptions } from '../../src/llms/anthropic.js';
import type { LLMMessage } from '../../src/model/message.js';
import { failureOf, question, type Transport } from '../support/contracts/llm-adapter.js';
import { httpTransport } from '../support/http-transport.js';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const event = (type: string, more: object = {}): string => `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`;
const block = (index: number, start: object, ...deltas: object[]): string => event('content_block_start', { index, content_block: start }) + deltas.map((delta) => event('content_block_delta', { index, delta })).join('');
const end = (reason = 'end_turn'): string => event('message_delta', { delta: { stop_reason: reason }, usage: { output_tokens: 7 } }) + event('message_stop');

describe('anthropic', () => {
  let wire: Transport;
  before(async () => {
    wire = await httpTransport();
  });
  after(() => wire.dispose());

  const adapter = (options: Partial<AnthropicOptions> = {}): ReturnType<typeof anthropic> => anthropic({ baseURL: wire.baseURL, model: 'claude', apiKey: 'k', ...options });
  const says = (text: string): void => {
    wire.answers = [{ pieces: [utf8(text)] }];
  };
  async function sent(messages: readonly LLMMessage[], options: LLMChatOptions = {}, settings: Partial<AnthropicOptions> = {}): Promise<Record<string, unknown>> {
    says(end());
    await adapter(settings).chat(messages, options);
    return wire.requests.at(-1)?.body ?? {};
  }

  it('the request carries what the wire has, with no field that it does not know', async () => {
    const body = await sent(
      [
        { role: 'user', content: [{ type: 'text', text: 'hi', extra: 1 } as never, { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aW1n' } }] },
        { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'add', input: { n: 1 }, signature: 'another’s' }, { type: 'tool_use', id: 'd', name: 'add', input: '{"la' as never }] },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'c', content: 'no', is_error: true },
            {
              type: 'tool_result',
              tool_use_id: 'd',
              content: [
                { type: 'text', text: 't' },
                { type: 'image', source: { type: 'url', media_type: 'image/png', url: 'https://x.test/i' } },
                { type: 'file', filename: 'f.pdf', source: { type: 'base64', media_type: 'application/pdf', data: 'cGRm' } },
                { type: 'file', filename: 'f.csv', source: { type: 'base64', media_type: 'text/csv', data: 'w6ksMQ' } },
              ],
            },
          ],
        },
      ],
      { systemPrompt: 'be kind', tools: [{ name: 'add', description: 'adds', inputSchema: { type: 'object' } }], maxTokens: 9 },
    );
    const request = wire.requests.at(-1);
    expect([request?.path, request?.headers['x-api-key'], request?.headers['anthropic-version'], request?.headers['anthropic-dangerous-direct-browser-access']]).to.eql(['/v1/messages', 'k', '2023-06-01', 'true']);
    expect(body).to.eql({
      model: 'claude', max_tokens: 9, system: 'be kind', stream: true,
      tools: [{ name: 'add', description: 'adds', input_schema: { type: 'object' } }],
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'hi' }, { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aW1n' } }] },
        { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'add', input: { n: 1 } }, { type: 'tool_use', id: 'd', name: 'add', input: { INVALID_JSON: '{"la' } }] },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'c', content: 'no', is_error: true },
            {
              type: 'tool_result',
              tool_use_id: 'd',
              content: [
                { type: 'text', text: 't' },
                { type: 'image', source: { type: 'url', url: 'https://x.test/i' } },
                { type: 'document', title: 'f.pdf', source: { type: 'base64', media_type: 'application/pdf', data: 'cGRm' } },
                { type: 'document', title: 'f.csv', source: { type: 'text', media_type: 'text/plain', data: 'é,1' } },
              ],
            },
          ],
        },
      ],
    });
  });

  it('signed and hidden thoughts come with their signature and go back as they came, to nobody else’s model and from nobody else’s', async () => {
    says(block(0, { type: 'thinking', thinking: '' }, { type: 'thinking_delta', thinking: 'hm' }, { type: 'signature_delta', signature: 'sig' }) + block(1, { type: 'redacted_thinking', data: 'xyz' }) + block(2, { type: 'text', text: '' }, { type: 'text_delta', text: 'hi' }) + end());
    const { content } = await adapter({ thinkingTokens: 1024 }).chat(question, {});
    expect(wire.requests.at(-1)?.body).to.deep.include({ thinking: { type: 'enabled', budget_tokens: 1024 }, max_tokens: 9216 });
    expect(content).to.eql([
      { type: 'reasoning', text: 'hm', provenance: 'anthropic', signature: 'sig' },
      { type: 'reasoning', text: '', provenance: 'anthropic', redactedData: 'xyz' },
      { type: 'text', text: 'hi' },
    ]);
    const body = await sent([
      { role: 'assistant', content: [...content, { type: 'reasoning', text: 'theirs', provenance: 'openai-chat', signature: 'reasoning' }, { type: 'reasoning', text: 'cut off', provenance: 'anthropic' }] },
      { role: 'assistant', content: [{ type: 'reasoning', text: 'theirs alone', provenance: 'openai-chat' }] },
    ]);
    expect(body['messages']).to.eql([{ role: 'assistant', content: [{ type: 'thinking', thinking: 'hm', signature: 'sig' }, { type: 'redacted_thinking', data: 'xyz' }, { type: 'text', text: 'hi' }] }]);
  });

  it('thoughts and words that alternate are told joined, and stay blocks of their own', async () => {
    const told: string[] = [];
    says(block(0, { type: 'text', text: 'a' }) + block(1, { type: 'thinking', thinking: 'x' }) + block(2, { type: 'text', text: '' }, { type: 'text_delta', text: 'b' }) + block(3, { type: 'thinking', thinking: '' }, { type: 'thinking_delta', thinking: 'y' }) + end());
    const { content } = await adapter().chat(question, { onText: (text) => told.push(text), onReasoning: (text) => told.push(text) });
    expect(content.map(({ type }) => type)).to.eql(['text', 'reasoning', 'text', 'reasoning']);
    expect(told).to.eql(['a', 'x', 'ab', 'xy']);
  });

  it('[case 27] an answer in one piece is an answer, and a call whose arguments come with it is a call', async () => {
    const whole = { type: 'message', id: 'y', model: 'm', content: [{ type: 'text', text: 'whole' }, { type: 'tool_use', id: 'c', name: 'add', input: { n: 1 } }], stop_reason: 'tool_use', usage: { input_tokens: 1, output_tokens: 2 } };
    wire.answers = [{ headers: { 'content-type': 'application/json' }, pieces: [utf8(JSON.stringify(whole))] }];
    const told: string[] = [];
    expect(await adapter().chat(question, { onText: (text) => told.push(text) })).to.eql({
      id: 'y', model: 'm', stop_reason: 'tool_use', usage: { input_tokens: 1, output_tokens: 2 },
      content: [{ type: 'text', text: 'whole' }, { type: 'tool_use', id: 'c', name: 'add', input: { n: 1 } }],
    });
    expect(told).to.eql(['whole']);
  });

  it('reasons to stop, also new ones, pass through; events and blocks that are newer than the adapter are nothing', async () => {
    says(event('news', { x: 1 }) + block(0, { type: 'newer', text: 'no' }) + block(1, { type: 'text', text: 'hi' }) + end('pause_turn'));
    expect(await adapter().chat(question, {})).to.deep.include({ content: [{ type: 'text', text: 'hi' }], stop_reason: 'pause_turn' });
  });

  it('[case 27] an error in the stream is told in its own words, and whether another try may help', async () => {
    says(event('error', { error: { type: 'overloaded_error', message: 'Overloaded' } }));
    expect(await failureOf(adapter().chat(question, {}))).to.include({ code: 'PROVIDER_ERROR', message: 'anthropic reported: Overloaded', retryable: true });
    says(block(0, { type: 'text', text: 'half' }) + event('error', { error: { type: 'invalid_request_error', message: 'Bad' } }));
    const told: string[] = [];
    expect(await failureOf(adapter().chat(question, { onText: (text) => told.push(text) }))).to.include({ message: 'anthropic reported: Bad', retryable: false });
    expect(told).to.eql(['half']);
  });
});
