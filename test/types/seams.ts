/** Right and wrong uses of the published types, checked by the compiler; nothing here runs. */
import type { ContentBlock, ConversationMessage, LLMMessage } from '../../src/model/message.js';
import type { ClientTool } from '../../src/run/client-tool.js';
import type { ConversationRunner, ExecuteAgentResult, ProcessMessageInput, RunEvent } from '../../src/run/runner.js';

// B1: block types keep the snake_case of the structured-input contract.
export const messages: LLMMessage[] = [
  { role: 'user', content: [{ type: 'text', text: 'Hi' }] },
  { role: 'user', content: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } }] },
  { role: 'assistant', content: [{ type: 'tool_use', id: '1', name: 'look', input: {} }] },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: '1', content: 'done', is_error: false }] },
  // @ts-expect-error a system prompt is no message
  { role: 'system', content: [] },
  // @ts-expect-error content is always a list of blocks
  { role: 'user', content: 'Hi' },
];

export function readBlock(block: ContentBlock): string {
  switch (block.type) {
    case 'text':
    case 'reasoning':
      return block.text;
    case 'image':
      return block.source.type;
    case 'tool_use':
      return block.name;
    case 'tool_result':
      return block.tool_use_id;
  }
}

export function writeMessage(message: ConversationMessage): void {
  // @ts-expect-error a stored message is frozen
  message.status = 'complete';
  // @ts-expect-error a stored message's content is frozen
  message.content.push({ type: 'text', text: 'more' });
}

// A runner written against MemberJunction's struct, which knows nothing of the second argument.
class PlainRunner {
  readonly seen: string[] = [];

  async processMessage(input: ProcessMessageInput): Promise<ExecuteAgentResult | null> {
    this.seen.push(input.message.Message);
    input.onProgress?.({ step: 'decision', message: 'Thinking', percentage: 10 });
    input.onReplyAccepted?.({ ConversationDetailId: '1', CreatedAt: new Date(0) });
    return { success: true, agentRun: { ID: '1', Message: 'Hello' } };
  }
}
export const plain: ConversationRunner = new PlainRunner();

// A1: only the conversation and the message are always there.
export const withoutOptions = ({ conversationId, message }: ProcessMessageInput): ProcessMessageInput => ({ conversationId, message });
// @ts-expect-error a runner answers with a result or null
export const wrongResult: ConversationRunner = { processMessage: async () => 'Hello' };
// @ts-expect-error events are named as in api.md §3
export const wrongEvent: RunEvent = { type: 'delta', text: 'Hi' };

export const tool: ClientTool = {
  name: 'rename',
  description: 'Renames the form',
  inputSchema: { type: 'object', properties: { name: { type: 'string' } } },
  execute: ({ name }, { signal }) => (signal.aborted ? 'stopped' : `named ${String(name)}`),
  effects: 'write',
};
// @ts-expect-error an effect is read, write or destructive
export const wrongTool: ClientTool = { name: 'x', description: 'x', execute: () => null, effects: 'delete' };
