import { expect } from 'chai';
import { Agent } from '../../src/agent/agent.js';
import type { AgentConfig, LoopDetectionInfo, StreamEvent } from '../../src/agent/agent-types.js';
import type { LLMMessage } from '../../src/model/message.js';
import type { ScriptedLLM } from '../../src/testing/scripted-llm.js';
import { assistant, call, collect, made, T, untilAborted, user } from './agent-under-test.js';

const tool = { name: 'x', description: '', execute: () => 'r' };

describe('Agent: the outcome of a run', () => {
  it('[B7-2] the texts of a stream, a blank line between turns, are what the agent said', async () => {
    const events = await collect(made({ tools: [tool] }, [T('I look.'), call('x')], 'Found.').agent.stream('a'));
    expect(events.flatMap((event) => (event.type === 'text' ? [event.data] : [])).join('\n\n')).to.equal('I look.\n\nFound.');
  });

  it('[B7-1] whatever happens, the last event is done or error, and the only one of its kind', async () => {
    const thrown = (): never => { throw new Error('no'); };
    const runs: AsyncIterable<StreamEvent>[] = [
      made().agent.stream('a'),
      made({}, new Error('down')).agent.stream('a'),
      made({ beforeRun: thrown }).agent.stream('a'),
      made({ afterRun: thrown }).agent.stream('a'),
      made({ maxTurns: 0 }).agent.stream('a'),
      made({ maxTokenBudget: 1 }).agent.stream('a'),
      made({ tools: [tool] }, [call('x')]).agent.stream('a'),
      made({ timeoutMs: 3 }, () => new Promise(() => {})).agent.stream('a'),
      made().agent.stream('a', { signal: AbortSignal.abort() }),
      new Agent({ name: 'bare' }).stream('a'),
    ];
    for (const run of runs) {
      const kinds = (await collect(run)).map(({ type }) => type);
      expect(kinds.filter((kind) => kind === 'done' || kind === 'error')).to.eql([kinds.at(-1)]);
    }
  });

  it('[B7-3] a stream that nobody asked for a value does nothing, and one that was left tells nothing more', async () => {
    const { agent, llm } = made();
    await agent.stream('a').return();
    expect([llm.calls.length, agent.state]).to.eql([0, 'idle']);
    let aborted = false;
    const slow = made({ tools: [tool] }, [T('a'), call('x')], (_, { signal }) => (signal?.addEventListener('abort', () => (aborted = true)), untilAborted(signal)));
    const stream = slow.agent.stream('a');
    for (let next = await stream.next(); !next.done && next.value.type !== 'tool_result'; ) next = await stream.next();
    await stream.return();
    expect([aborted || slow.llm.calls.length === 1, slow.agent.state, await stream.next()]).to.eql([true, 'idle', { value: undefined, done: true }]);
  });

  it('[B8-1] the signal is heard under both names', async () => {
    for (const options of [{ signal: AbortSignal.abort() }, { abortSignal: AbortSignal.abort() }]) {
      const { agent, llm } = made();
      expect(await agent.run('a', options)).to.deep.include({ success: false, status: { code: 'cancelled', message: 'Run cancelled by caller.' } });
      expect(llm.calls).to.eql([]);
    }
    const { agent, llm } = made();
    await agent.run('a');
    expect(llm.calls[0]?.options.abortSignal).to.equal(llm.calls[0]?.options.signal);
  });

  it('[B8-3] a time limit that is none limits nothing', async () => {
    for (const timeoutMs of [0, -1, NaN, Infinity, 2 ** 40]) expect((await made({ timeoutMs }, () => new Promise<string>((resolve) => setTimeout(() => resolve('ok'), 5))).agent.run('a')).status.code).to.equal('ok');
  });

  it('[B4] getState tells how the last run ended, what was said and what all runs used; its list is the caller’s', async () => {
    const { agent } = made({}, 'one', new Error('down'));
    expect(agent.getState()).to.eql({ status: 'idle', messages: [], tokenUsage: { input_tokens: 0, output_tokens: 0 } });
    const run = agent.run('a');
    expect([agent.getState().status, agent.state]).to.eql(['running', 'running']);
    await run;
    (agent.getState().messages as LLMMessage[]).length = 0;
    expect(agent.getState()).to.deep.include({ status: 'completed', messages: [assistant(T('one'))], tokenUsage: { input_tokens: 10, output_tokens: 5 } });
    await agent.run('b');
    expect([agent.getState().status, agent.getState().error?.message]).to.eql(['error', 'down']);
    agent.reset();
    expect(agent.getState().status).to.equal('idle');
  });

  it('[B5-10] what a turn says that was on its way when the talk was reset does not come into the new one', async () => {
    const { agent } = made();
    const turn = agent.prompt('old');
    agent.reset();
    await turn;
    expect([agent.getHistory(), agent.getState().status]).to.eql([[], 'idle']);
  });

  it('[B5-6] a timeout and an abort keep the turns that were whole, with every call answered', async () => {
    const abort = new AbortController();
    const cases: [Partial<AgentConfig>, AbortSignal | undefined][] = [[{ timeoutMs: 8 }, undefined], [{}, abort.signal]];
    for (const [config, signal] of cases) {
      const { agent } = made({ ...config, tools: [tool] }, [T('look'), call('x')], (_, options) => (signal && queueMicrotask(() => abort.abort()), untilAborted(options.signal)));
      await agent.prompt('u', signal ? { signal } : {});
      expect(agent.getHistory()).to.eql([user(T('u')), assistant(T('look'), call('x')), user({ type: 'tool_result', tool_use_id: 'c-x', content: 'r' })]);
    }
  });

  it('[B8] status, error kind, flags and bounds say the same of every limit', async () => {
    const budget = await made({ maxTokenBudget: 1 }, 'said').agent.run('a', { metadata: { tag: 1 }, runId: 'mine' });
    expect(budget).to.deep.include({ success: false, budgetExceeded: true, output: 'said', metadata: { tag: 1 } });
    expect([budget.status.code, budget.errorInfo?.kind, budget.identity.runId, budget.identity.attempt]).to.eql(['budget_exhausted', 'budget', 'mine', 1]);
    expect([budget.identity.traceId.length, budget.identity.rootSpanId.length]).to.eql([32, 16]);
    const long = await made({}, new Error(`token=abcdef, ${'x'.repeat(5000)}`)).agent.run('a');
    expect([long.status.message?.length, long.errorInfo?.message?.length]).to.eql([256, 1024]);
    expect(long.errorInfo?.message).to.not.contain('abcdef');
  });

  it('[B8] a provider’s status, words and whether to try again are in errorInfo', async () => {
    const error = Object.assign(new Error('Overloaded'), { httpStatus: 529, provider: 'p', retryable: true, code: 'PROVIDER_ERROR' });
    expect((await made({}, error).agent.run('a')).errorInfo).to.eql({ kind: 'provider', name: 'Error', message: 'Overloaded', code: 'PROVIDER_ERROR', httpStatus: 529, provider: 'p', retryable: true });
  });
});

describe('Agent: loops', () => {
  const looping = (config: AgentConfig['loopDetection'], ...last: string[]): { agent: Agent; llm: ScriptedLLM } => {
    const turns = Array.from({ length: 6 }, (_, index) => [call('x', index % 2 ? { a: 1, b: 2 } : { b: 2, a: 1 }, `c${index}`)]);
    return made({ tools: [tool], ...(config ? { loopDetection: config } : {}) }, ...turns, ...(last.length > 0 ? last : ['end']));
  };

  it('[B7-4] the third turn with the same calls, in any order of keys, is a warning for the model, the fourth is the end', async () => {
    const { agent, llm } = looping(undefined);
    const events = await collect(agent.stream('a'));
    const loops = events.flatMap((event) => (event.type === 'loop_detected' ? [event.data] : []));
    expect(loops.map(({ kind, repetitions }) => [kind, repetitions])).to.eql([['tool_repetition', 3], ['tool_repetition', 4]]);
    expect(events.at(-1)?.data).to.deep.include({ success: false, loopDetected: true });
    expect(llm.calls).to.have.length(4);
    expect(llm.calls[3]?.messages.at(-1)?.content.map(({ type }) => type)).to.eql(['tool_result', 'text']);
    expect(llm.calls[2]?.messages.at(-1)?.content.map(({ type }) => type)).to.eql(['tool_result']);
  });

  it('[B7-4] the host decides: at once, never, or by its own rule, which may fail', async () => {
    const ends = async (config: AgentConfig['loopDetection']): Promise<[boolean | undefined, number]> => {
      const { agent, llm } = looping(config);
      return [(await agent.run('a')).loopDetected, llm.calls.length];
    };
    const seen: LoopDetectionInfo[] = [];
    expect(await ends({ maxRepetitions: 2, onLoopDetected: 'terminate' })).to.eql([true, 2]);
    expect(await ends({ onLoopDetected: async (info) => (seen.push(info), 'continue' as const) })).to.eql([undefined, 7]);
    expect(seen.map(({ repetitions }) => repetitions)).to.eql([3, 4, 5, 6]);
    expect(await ends({ onLoopDetected: () => 'inject' })).to.eql([true, 4]);
    expect(await ends({ onLoopDetected: () => { throw new Error('rule'); } })).to.eql([true, 4]);
  });

  it('[B7-4] a model that does something else gets a new warning later', async () => {
    const same = [call('x', { n: 1 })];
    const { agent, llm } = made({ tools: [tool] }, same, same, same, [call('x', { n: 2 })], same, same, same, 'end');
    expect((await agent.run('a')).output).to.equal('end');
    expect(llm.calls).to.have.length(8);
  });
});
