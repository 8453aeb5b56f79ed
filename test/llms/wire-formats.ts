/** One turn of a model as two protocols write it, complete enough for the official clients. */
import { anthropic } from '../../src/llms/anthropic.js';
import { openaiChat } from '../../src/llms/openai-chat.js';
import type { ModelTurn, WireProtocol } from '../support/contracts/llm-adapter.js';

interface Encoded {
  readonly bytes: Uint8Array;
  readonly over: number;
}

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const joined = (before: readonly string[], after: readonly string[]): Encoded => ({ bytes: utf8([...before, ...after].join('')), over: utf8(before.join('')).length });

function chatCompletions({ reasoning, text, calls, usage }: ModelTurn): Encoded {
  const chunk = (choices: readonly object[], more: object = {}): string => `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'm', choices, ...more })}\n\n`;
  const delta = (value: object, finish: string | null = null): string => chunk([{ index: 0, delta: value, finish_reason: finish }]);
  return joined(
    [
      delta({ role: 'assistant', content: '' }),
      ...reasoning.map((piece) => delta({ reasoning_content: piece })),
      ...text.map((piece) => delta({ content: piece })),
      ...calls.flatMap(({ id, name, input }, index) => [
        delta({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }),
        ...input.map((piece) => delta({ tool_calls: [{ index, function: { arguments: piece } }] })),
      ]),
      delta({}, calls.length > 0 ? 'tool_calls' : 'stop'),
    ],
    [chunk([], { usage: { prompt_tokens: usage.input_tokens, completion_tokens: usage.output_tokens, total_tokens: usage.input_tokens + usage.output_tokens } }), 'data: [DONE]\n\n'],
  );
}

function messages({ reasoning, text, calls, usage }: ModelTurn): Encoded {
  const event = (type: string, more: object = {}): string => `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`;
  const block = (index: number, start: object, deltas: readonly object[]): string[] => [
    event('content_block_start', { index, content_block: start }),
    ...deltas.map((delta) => event('content_block_delta', { index, delta })),
    event('content_block_stop', { index }),
  ];
  const blocks = [
    ...(reasoning.length > 0 ? [{ start: { type: 'thinking', thinking: '', signature: '' }, deltas: [...reasoning.map((thinking) => ({ type: 'thinking_delta', thinking })), { type: 'signature_delta', signature: 's' }] }] : []),
    ...(text.length > 0 ? [{ start: { type: 'text', text: '' }, deltas: text.map((piece) => ({ type: 'text_delta', text: piece })) }] : []),
    ...calls.map(({ id, name, input }) => ({ start: { type: 'tool_use', id, name, input: {} }, deltas: input.map((piece) => ({ type: 'input_json_delta', partial_json: piece })) })),
  ];
  return joined(
    [
      event('message_start', { message: { id: 'x', type: 'message', role: 'assistant', model: 'm', content: [], stop_reason: null, stop_sequence: null, usage: { input_tokens: usage.input_tokens, output_tokens: 1 } } }),
      event('ping'),
      ...blocks.flatMap(({ start, deltas }, index) => block(index, start, deltas)),
      event('message_delta', { delta: { stop_reason: calls.length > 0 ? 'tool_use' : 'end_turn', stop_sequence: null }, usage: { output_tokens: usage.output_tokens } }),
      event('message_stop'),
    ],
    [],
  );
}

export const chatCompletionsProtocol: WireProtocol = { make: (options) => openaiChat({ model: 'm', ...options }), encode: chatCompletions };
export const messagesProtocol: WireProtocol = { make: (options) => anthropic({ model: 'm', ...options }), encode: messages };
