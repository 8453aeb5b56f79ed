/** An agent over a scripted model, and the small words that agent tests share. */
import { Agent } from '../../src/agent/agent.js';
import type { AgentConfig, StreamEvent } from '../../src/agent/agent-types.js';
import type { ContentBlock, LLMMessage } from '../../src/model/message.js';
import { ScriptedLLM, type ScriptedTurn } from '../../src/testing/scripted-llm.js';

export const T = (text: string): ContentBlock => ({ type: 'text', text });
export const I = (data = 'aW1n'): ContentBlock => ({ type: 'image', source: { type: 'base64', media_type: 'image/png', data } });
export const call = (name: string, input: Record<string, unknown> = {}, id = `c-${name}`): ContentBlock => ({ type: 'tool_use', id, name, input });
export const user = (...content: ContentBlock[]): LLMMessage => ({ role: 'user', content });
export const assistant = (...content: ContentBlock[]): LLMMessage => ({ role: 'assistant', content });

export function made(config: Partial<AgentConfig> = {}, ...turns: ScriptedTurn[]): { readonly agent: Agent; readonly llm: ScriptedLLM } {
  const llm = new ScriptedLLM(...turns);
  return { llm, agent: new Agent({ name: 'a', adapter: llm, ...config }) };
}

export const failure = (work: Promise<unknown>): Promise<unknown> => work.then(() => null, (error: unknown) => error);

export async function collect(stream: AsyncIterable<StreamEvent>): Promise<StreamEvent[]> {
  const events: StreamEvent[] = [];
  for await (const event of stream) events.push(event);
  return events;
}

/** Work that ends with the signal only. */
export const untilAborted = (signal: AbortSignal | undefined): Promise<never> =>
  new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError'))));
