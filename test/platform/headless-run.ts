/** One agent run and one conversation, with nothing but the public entries: run in plain Node and in a worker. */
import { Agent, AgentRunner, OpenMultiAgent, type LLMAdapter } from '../../src/agent.js';
import { Conversation } from '../../src/core.js';
import { MemoryHistory } from '../../src/history/memory-history.js';
import { ScriptedLLM } from '../../src/testing/scripted-llm.js';

export interface HeadlessReport {
  readonly globals: readonly string[];
  readonly output: string;
  readonly events: readonly string[];
  readonly history: number;
  readonly words: readonly string[];
  readonly reopened: readonly string[];
}

const pageNames = ['window', 'document', 'HTMLElement', 'customElements', 'localStorage'];

export async function runHeadless(): Promise<HeadlessReport> {
  const adapter: LLMAdapter = new ScriptedLLM([{ type: 'tool_use', id: 'c', name: 'now', input: {} }], 'It is noon.');
  const tools = [{ name: 'now', description: 'The time.', execute: () => '12:00' }];
  const { output } = await new OpenMultiAgent().runAgent({ name: 'a', adapter, tools }, 'What time is it?');
  const agent = new Agent({ name: 'a', adapter: new ScriptedLLM('hi') });
  const events: string[] = [];
  for await (const { type } of agent.stream('hello')) events.push(type);
  await agent.prompt([{ type: 'text', text: 'hello' }]);
  const history = new MemoryHistory();
  const runner = new AgentRunner({ agents: [{ id: 'a', name: 'A' }], adapters: { default: new ScriptedLLM('one', 'two') } });
  const conversation = new Conversation({ conversationId: 'c', history, runner });
  await conversation.send('first');
  await conversation.regenerate();
  await conversation.flush();
  const again = new Conversation({ conversationId: 'c', history, runner });
  await again.ready;
  const words = (talk: Conversation): string[] => talk.getHistory().flatMap(({ content }) => content.flatMap((block) => (block.type === 'text' ? [block.text] : [])));
  return { globals: pageNames.filter((name) => name in globalThis), output, events, history: agent.getHistory().length, words: words(conversation), reopened: words(again) };
}

export const headlessReport: HeadlessReport = {
  globals: [],
  output: 'It is noon.',
  events: ['text', 'done'],
  history: 2,
  words: ['first', 'two'],
  reopened: ['first', 'two'],
};
