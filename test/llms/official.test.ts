/** The same answers through the official clients, and the same mock server through ours: text, calls, thoughts and usage must agree. */
import Anthropic from '@anthropic-ai/sdk';
import { LLMock } from '@copilotkit/aimock';
import { expect } from 'chai';
import OpenAI from 'openai';
import type { LLMResponse } from '../../src/agent/llm.js';
import { anthropic } from '../../src/llms/anthropic.js';
import { openaiChat } from '../../src/llms/openai-chat.js';
import { textOf, type LLMMessage } from '../../src/model/message.js';
import { shortTurn, type ModelTurn, type Transport } from '../support/contracts/llm-adapter.js';
import { httpTransport } from '../support/http-transport.js';
import { chatCompletionsProtocol, messagesProtocol } from './wire-formats.js';

interface Reading {
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly { readonly name: string; readonly input: unknown }[];
  readonly usage: LLMResponse['usage'];
}

const ask = (text: string): LLMMessage[] => [{ role: 'user', content: [{ type: 'text', text }] }];
const longTurn: ModelTurn = { reasoning: ['think', 'ing 💭'], text: ['naïve ', '“quotes” – ', '👩‍💻'], calls: [{ id: 'a', name: 'one', input: ['{"x":', '[1,2]}'] }, { id: 'b', name: 'two', input: ['{"y":{"z":null}}'] }], usage: { input_tokens: 123, output_tokens: 45 } };
const turns = [shortTurn, longTurn, { ...longTurn, reasoning: [], calls: [] }];

function ours({ content, usage }: LLMResponse): Reading {
  return {
    text: textOf(content),
    reasoning: content.map((block) => (block.type === 'reasoning' ? block.text : '')).join(''),
    calls: content.flatMap((block) => (block.type === 'tool_use' ? [{ name: block.name, input: block.input }] : [])),
    usage,
  };
}

async function readByOpenAI(baseURL: string, text: string): Promise<Reading> {
  const stream = new OpenAI({ baseURL, apiKey: 'k', maxRetries: 0 }).chat.completions.stream({ model: 'm', messages: [{ role: 'user', content: text }], stream_options: { include_usage: true } });
  let reasoning = '';
  stream.on('chunk', ({ choices }) => (reasoning += (choices[0]?.delta as { reasoning_content?: string } | undefined)?.reasoning_content ?? ''));
  const message = await stream.finalMessage();
  const usage = await stream.totalUsage();
  const calls = (message.tool_calls ?? []).flatMap((call) => (call.type === 'function' ? [{ name: call.function.name, input: JSON.parse(call.function.arguments) as unknown }] : []));
  return { text: message.content ?? '', reasoning, calls, usage: { input_tokens: usage.prompt_tokens, output_tokens: usage.completion_tokens } };
}

async function readByAnthropic(baseURL: string, text: string): Promise<Reading> {
  const { content, usage } = await new Anthropic({ baseURL, apiKey: 'k', maxRetries: 0 }).messages.stream({ model: 'm', max_tokens: 99, messages: [{ role: 'user', content: text }] }).finalMessage();
  return {
    text: content.map((block) => (block.type === 'text' ? block.text : '')).join(''),
    reasoning: content.map((block) => (block.type === 'thinking' ? block.thinking : '')).join(''),
    calls: content.flatMap((block) => (block.type === 'tool_use' ? [{ name: block.name, input: block.input }] : [])),
    usage: { input_tokens: usage.input_tokens, output_tokens: usage.output_tokens },
  };
}

describe('official clients read what ours read', () => {
  let wire: Transport;
  let mock: LLMock;
  before(async () => {
    wire = await httpTransport();
    mock = new LLMock({ port: 0, chunkSize: 8 });
    mock.onMessage('hello', { content: 'Hi **there**! Grüße 🚀' });
    mock.onMessage('think', { content: 'The answer is 42.', reasoning: 'Let me think step by step.' });
    mock.onMessage('weather', { toolCalls: [{ name: 'get_weather', arguments: '{"city":"Oslo"}' }] });
    await mock.start();
  });
  after(async () => {
    await wire.dispose();
    await mock.stop();
  });

  it('OpenAI’s client and openaiChat agree on the same bytes', async () => {
    for (const turn of turns) {
      wire.answers = [{ pieces: [chatCompletionsProtocol.encode(turn).bytes] }];
      const reading = ours(await openaiChat({ baseURL: wire.baseURL, model: 'm' }).chat(ask('x'), {}));
      expect(reading).to.deep.include({ text: turn.text.join(''), usage: turn.usage });
      expect(reading).to.eql(await readByOpenAI(wire.baseURL, 'x'));
    }
  });

  it('Anthropic’s client and anthropic agree on the same bytes', async () => {
    for (const turn of turns) {
      wire.answers = [{ pieces: [messagesProtocol.encode(turn).bytes] }];
      const reading = ours(await anthropic({ baseURL: wire.baseURL, model: 'm' }).chat(ask('x'), {}));
      expect(reading).to.deep.include({ text: turn.text.join(''), usage: turn.usage });
      expect(reading).to.eql(await readByAnthropic(wire.baseURL, 'x'));
    }
  });

  it('both agree with their clients on a mock server that others wrote', async () => {
    for (const [prompt, expected] of [['hello', { text: 'Hi **there**! Grüße 🚀' }], ['think', { text: 'The answer is 42.', reasoning: 'Let me think step by step.' }], ['weather', { calls: [{ name: 'get_weather', input: { city: 'Oslo' } }] }]] as const) {
      const chat = ours(await openaiChat({ baseURL: `${mock.url}/v1`, model: 'm' }).chat(ask(prompt), {}));
      expect(chat, `openai ${prompt}`).to.deep.include(expected);
      expect(chat).to.eql(await readByOpenAI(`${mock.url}/v1`, prompt));
      const messages = ours(await anthropic({ baseURL: mock.url, model: 'm' }).chat(ask(prompt), {}));
      expect(messages, `anthropic ${prompt}`).to.deep.include(expected);
      expect(messages).to.eql(await readByAnthropic(mock.url, prompt));
    }
  });
});
