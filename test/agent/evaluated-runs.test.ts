import { expect } from 'chai';
import { OpenMultiAgent, type AgentRunResult } from '../../src/agent.js';
import type { EvalRecord, EvaluationConfig, ScorerContext } from '../../src/run/evaluation-types.js';
import type { LLMMessage } from '../../src/model/message.js';
import { ScriptedLLM } from '../../src/testing/scripted-llm.js';

function evaluated(config: Partial<EvaluationConfig<AgentRunResult>> = {}): { orchestrator: OpenMultiAgent; contexts: ScorerContext<AgentRunResult>[]; records: EvalRecord[] } {
  const contexts: ScorerContext<AgentRunResult>[] = [];
  const records: EvalRecord[] = [];
  const orchestrator = new OpenMultiAgent({
    evaluation: { scorers: [{ name: 'seen', score: (context) => (contexts.push(context), { score: 1 }) }], sample: 1, storePayloads: 'full', onResult: (record) => records.push(record), diagnostics: 'silent', ...config },
  });
  return { orchestrator, contexts, records };
}

describe('evaluated runs', () => {
  it('[B10-12] a run is scored after it has settled, and its record names it', async () => {
    const { orchestrator, contexts, records } = evaluated();
    const result = await orchestrator.runAgent({ name: 'a', adapter: new ScriptedLLM('hi there') }, 'hello');
    expect(contexts).to.eql([]);
    expect((await orchestrator.evaluation.forceFlush()).status).to.equal('ok');
    expect(contexts[0]).to.deep.include({ output: 'hi there', evalCase: { id: result.identity.runId, input: 'hello' } });
    expect(records[0]).to.deep.include({ status: 'scored', score: 1, runRef: result.identity, payload: { input: 'hello', output: 'hi there' } });
  });

  it('[B4-10] messages are evaluated as they were at the call, and not what the hook made of them', async () => {
    const { orchestrator, contexts } = evaluated();
    const messages: LLMMessage[] = [{ role: 'user', content: [{ type: 'text', text: 'as asked' }] }];
    const running = orchestrator.runAgent({ name: 'a', adapter: new ScriptedLLM('x'), beforeRun: (context) => ({ ...context, prompt: 'another' }) }, messages);
    messages.push(...messages);
    await running;
    await orchestrator.evaluation.forceFlush();
    expect(JSON.parse(contexts[0]?.evalCase.input ?? '')).to.eql([{ role: 'user', content: [{ type: 'text', text: 'as asked' }] }]);
  });

  it('[B10-3] a failed run is scored with its error; bad input is none', async () => {
    const { orchestrator, contexts } = evaluated();
    const fail = (): never => {
      throw new TypeError('no');
    };
    const result = await orchestrator.runAgent({ name: 'a', adapter: { name: 'broken', chat: fail } }, 'hello');
    await orchestrator.runAgent({ name: 'a', adapter: new ScriptedLLM('x') }, [{ role: 'user', content: 'words' } as never]).catch(() => {});
    await orchestrator.evaluation.shutdown();
    expect(result.success).to.equal(false);
    expect(contexts.map((context) => context.result.error)).to.eql([result.error]);
  });
});
