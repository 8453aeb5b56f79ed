import { expect } from 'chai';
import { OpenMultiAgent, type ProgressEvent } from '../../src/agent/open-multi-agent.js';
import type { LLMMessage } from '../../src/model/message.js';
import { ScriptedLLM } from '../../src/testing/scripted-llm.js';

const messages: LLMMessage[] = [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }];

function watched(config: ConstructorParameters<typeof OpenMultiAgent>[0] = {}): { oma: OpenMultiAgent; events: ProgressEvent[]; llm: ScriptedLLM } {
  const events: ProgressEvent[] = [];
  const llm = new ScriptedLLM('reply');
  return { events, llm, oma: new OpenMultiAgent({ adapters: { default: llm }, onProgress: (event) => events.push(event), ...config }) };
}

describe('OpenMultiAgent', () => {
  it('[B9-1] a string is told as a prompt, messages as messages, and each ends with its result', async () => {
    const { oma, events } = watched();
    const result = await oma.runAgent({ name: 'a' }, 'x');
    await oma.runAgent({ name: 'a' }, messages);
    expect(events.map(({ type }) => type)).to.eql(['agent_start', 'agent_complete', 'agent_start', 'agent_complete']);
    expect(events[0]?.data).to.eql({ prompt: 'x' });
    expect(events[2]?.data).to.eql({ messages });
    expect(events[1]?.data).to.deep.include({ success: true, output: 'reply', identity: result.identity });
  });

  it('[B9-2] [B9-4] progress carries the caller’s input, and a failed hook completes as a failed result', async () => {
    const { oma, events, llm } = watched();
    await oma.runAgent({ name: 'a', beforeRun: (context) => ({ ...context, prompt: 'changed' }) }, 'mine');
    expect(events[0]?.data).to.eql({ prompt: 'mine' });
    expect(llm.calls[0]?.messages[0]?.content).to.eql([{ type: 'text', text: 'changed' }]);
    await oma.runAgent({ name: 'a', beforeRun: () => { throw new Error('hook'); } }, 'x');
    expect(events.at(-1)).to.have.nested.property('data.errorInfo.kind', 'callback');
  });

  it('[B9-3] bad input rejects before any progress', async () => {
    const { oma, events } = watched();
    const failure = await oma.runAgent({ name: 'a' }, [null] as never).catch((error: unknown) => error);
    expect(failure).to.have.property('code', 'INVALID_MESSAGE');
    expect(events).to.eql([]);
  });

  it('[B4-9] [B9-5] what a listener changes or throws reaches neither the run nor its result', async () => {
    const llm = new ScriptedLLM('reply');
    const oma = new OpenMultiAgent({
      adapters: { default: llm },
      onProgress: ({ data }) => {
        if ('messages' in data) (data.messages as LLMMessage[]).length = 0;
        throw new Error('listener');
      },
    });
    const result = await oma.runAgent({ name: 'a' }, messages);
    expect(llm.calls[0]?.messages).to.eql(messages);
    expect(result.messages).to.have.length(1);
  });

  it('[B9-6] a limit is told before the end', async () => {
    const { oma, events } = watched();
    await oma.runAgent({ name: 'a', maxTokenBudget: 1 }, 'x');
    expect(events.map(({ type }) => type)).to.eql(['agent_start', 'budget_exceeded', 'agent_complete']);
  });

  it('an adapter is found by model, by the beginning of its name, else the default', async () => {
    const [exact, family] = [new ScriptedLLM('exact'), new ScriptedLLM('family')];
    const { oma } = watched({ defaultModel: 'gpt-5', adapters: { 'claude-1': exact, gpt: family } });
    expect((await oma.runAgent({ name: 'a', model: 'claude-1' }, 'x')).output).to.equal('exact');
    expect((await oma.runAgent({ name: 'a' }, 'x')).output).to.equal('family');
    expect((await oma.runAgent({ name: 'a', model: 'other' }, 'x')).output).to.contain('has no model');
  });
});
