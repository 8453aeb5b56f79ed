import { expect } from 'chai';
import { Agent, OpenMultiAgent, type AgentConfig, type ContentBlock, type StreamEvent } from '../../src/agent.js';
import { ScriptedLLM } from '../../src/testing.js';
import { runExample } from '../types/seed-example.js';

describe('the document’s example', () => {
  it('[B2] runs as written, with an adapter given', async () => {
    const llm = new ScriptedLLM('A cat.');
    const result = await runExample(Buffer.from([137, 80, 78, 71]), llm);
    expect(result).to.deep.include({ success: true, output: 'A cat.', status: { code: 'ok' } });
    expect(llm.calls[0]?.options.model).to.equal('claude-sonnet-4-6');
    expect(llm.calls[0]?.messages.map(({ role }) => role)).to.eql(['user', 'assistant', 'user']);
    expect(llm.calls[0]?.messages[2]?.content[1]).to.eql({ type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw==' } });
  });

  it('[B2] every door takes what its row of the table says', async () => {
    const config: AgentConfig = { name: 'a', adapter: new ScriptedLLM('hi'), beforeRun: (ctx) => ({ ...ctx, messages: ctx.messages, prompt: ctx.prompt }) };
    const blocks: readonly ContentBlock[] = [{ type: 'text', text: 'x' }];
    const agent = new Agent(config);
    const kinds: StreamEvent['type'][] = [];
    for await (const event of agent.stream([{ role: 'user', content: blocks }])) kinds.push(event.type);
    expect(kinds).to.eql(['text', 'done']);
    const results = [await agent.run('x'), await agent.run([{ role: 'user', content: blocks }]), await new OpenMultiAgent().runAgent(config, 'x'), await agent.prompt('x'), await agent.prompt(blocks)];
    expect(results.map(({ output }) => output)).to.eql(['hi', 'hi', 'hi', 'hi', 'hi']);
    expect(agent.getHistory()).to.have.length(4);
  });
});
