import { expect } from 'chai';
import { Agent } from '../../src/agent/agent.js';
import type { AgentConfig, AgentRunResult } from '../../src/agent/agent-types.js';
import type { LLMAdapter } from '../../src/agent/llm.js';
import { OpenMultiAgent } from '../../src/agent/open-multi-agent.js';
import type { LLMMessage } from '../../src/model/message.js';
import { assistant, call, collect, made, T, untilAborted, user } from './agent-under-test.js';

const echo = { name: 'x', description: '', execute: ({ n }: Record<string, unknown>) => `r${String(n ?? '')}` };
const adapterOf = (chat: LLMAdapter['chat']): LLMAdapter => ({ name: 'own', chat });
const answers = (messages: readonly LLMMessage[] | undefined): unknown[] => (messages?.at(-1)?.content ?? []).filter(({ type }) => type === 'tool_result');

describe('Agent: hooks that go wrong', () => {
  const nonsense: readonly unknown[] = [5, 'x', [], () => 1, { prompt: 'a', messages: {} }, { prompt: 'a', messages: [{ role: 'user', content: 'x' }] }, { get prompt() { throw new Error('trap'); } }];

  it('[B6-18] whatever beforeRun returns, the run is a failed result and the model is not asked', async () => {
    for (const returned of nonsense) {
      const { agent, llm } = made({ beforeRun: () => returned as never });
      const result = await agent.run('a');
      expect([result.status.code, result.errorInfo?.kind, result.messages, llm.calls.length]).to.eql(['error', 'callback', [], 0]);
      expect(result.output).to.not.equal('');
      expect((await collect(agent.stream('a'))).map(({ type }) => type)).to.eql(['error']);
    }
  });

  it('[B6-17] a value that is no Error is told in words', async () => {
    const { agent } = made({ beforeRun: () => Promise.reject('just text') });
    expect((await agent.run('a')).output).to.equal('just text');
  });

  it('[B8-2] a hook that never answers ends with the signal and with the time limit', async () => {
    const abort = new AbortController();
    const { agent, llm } = made({ beforeRun: () => (queueMicrotask(() => abort.abort()), new Promise<never>(() => {})) });
    expect((await agent.run('a', { signal: abort.signal })).status.code).to.equal('cancelled');
    expect((await made({ timeoutMs: 5, beforeRun: () => new Promise<never>(() => {}) }).agent.run('a')).status.code).to.equal('timeout');
    expect(llm.calls).to.eql([]);
    const late = new AbortController();
    const after = await made({ afterRun: () => (queueMicrotask(() => late.abort()), new Promise<never>(() => {})) }, 'said').agent.run('a', { signal: late.signal });
    expect([after.status.code, after.output]).to.eql(['cancelled', 'said']);
  });

  it('[B8-2] aborted while the hook worked: the model is not asked', async () => {
    const abort = new AbortController();
    const { agent, llm } = made({ beforeRun: (context) => (abort.abort(), context) });
    expect((await agent.run('a', { signal: abort.signal })).status.code).to.equal('cancelled');
    expect(llm.calls).to.eql([]);
  });

  it('[B5-5] afterRun may change its copy in place', async () => {
    const { agent } = made({ afterRun: (result) => (((result.messages[0]!.content[0] as { text: string }).text = 'changed'), result) }, 'said');
    await agent.prompt('u');
    expect(agent.getHistory()[1]).to.eql(assistant(T('changed')));
  });

  it('[B5-4] an afterRun that returns nonsense fails the run and leaves the turn without a reply; what it leaves out is the run’s own', async () => {
    for (const returned of [undefined, null, 5, [], { messages: 5 }, { messages: [null] }, { messages: [user({ type: 'x', f() {} } as never)] }]) {
      const { agent } = made({ afterRun: () => returned as never }, 'said');
      const result = await agent.prompt('u');
      expect([result.success, result.status.code, result.errorInfo?.kind]).to.eql([false, 'error', 'callback']);
      expect(agent.getHistory()).to.eql([user(T('u'))]);
    }
    const { agent } = made({ afterRun: () => ({ success: true, output: 'mine' }) as never }, 'said');
    const result = await agent.prompt('u');
    expect(result).to.deep.include({ success: true, output: 'mine', messages: [assistant(T('said'))], tokenUsage: { input_tokens: 10, output_tokens: 5 }, toolCalls: [] });
    expect(result.identity.runId).to.be.a('string');
    expect(agent.getHistory()).to.have.length(2);
  });

  it('[B6-17] success, status and limit of what afterRun returns say the same', async () => {
    const after = async (change: object, config: Partial<AgentConfig> = {}): Promise<AgentRunResult> => made({ ...config, afterRun: (result) => ({ ...result, ...change, identity: null as never }) }, 'said').agent.run('a');
    expect(await after({ success: false })).to.deep.include({ success: false, status: { code: 'error' }, output: 'said' });
    expect(await after({ success: true }, { maxTurns: 0 })).to.deep.include({ success: true, status: { code: 'ok' } }).and.not.have.property('errorInfo');
    expect(await after({ budgetExceeded: true })).to.deep.include({ success: false, status: { code: 'budget_exhausted' } });
    expect((await after({})).identity.runId).to.be.a('string');
    expect((await collect(made({ afterRun: (result) => ({ ...result, success: false }) }).agent.stream('a'))).at(-1)?.type).to.equal('done');
    expect((await collect(made({ afterRun: () => { throw new Error('no'); } }).agent.stream('a'))).map(({ type }) => type)).to.eql(['text', 'error']);
  });

  it('[B9-5] listeners that throw or reject change nothing', async () => {
    const bad = (): never => { throw new Error('listener'); };
    const rejects = (): never => Promise.reject(new Error('late')) as never;
    for (const listener of [bad, rejects]) {
      const { agent } = made({ tools: [echo] }, [T('a'), { type: 'reasoning', text: 'hm' }, call('x')], 'done');
      const result = await agent.run('a', { onText: listener, onReasoning: listener, onToolInput: listener, onToolAnswer: listener, onTrace: listener });
      expect([result.success, result.output]).to.eql([true, 'done']);
      const oma = new OpenMultiAgent({ onProgress: listener, onTrace: listener });
      expect((await oma.runAgent({ name: 'a', adapter: made({}, 'ok').llm }, 'x', { onTrace: listener })).success).to.equal(true);
    }
  });
});

describe('Agent: models that go wrong', () => {
  it('[B8-5] malformed arguments are answered in words, tools do not run, and what goes back to the model is an object', async () => {
    for (const input of ['{"n":', null, [1], 5]) {
      let ran = 0;
      const { agent, llm } = made({ tools: [{ ...echo, execute: () => ran++ }] }, [{ type: 'tool_use', id: 'c', name: 'x', input } as never], 'sorry');
      const told: unknown[] = [];
      const result = await agent.run('a', { callTool: async () => ({ ok: true, content: String(ran++) }), onToolAnswer: (asked, answer) => told.push([asked.id, answer.is_error]) });
      expect([result.output, ran]).to.eql(['sorry', 0]);
      expect(llm.calls[1]?.messages[1]).to.eql(assistant(call('x', { INVALID_JSON: input }, 'c')));
      expect(answers(llm.calls[1]?.messages)).to.eql([{ type: 'tool_result', tool_use_id: 'c', content: 'Invalid input for "x": the arguments must be one JSON object.', is_error: true }]);
      expect(told).to.eql([['c', true]]);
    }
  });

  it('[B8-6] each call of a run has an id of its own: told twice is one, another call under a taken id is another, a missing one is made', async () => {
    const ran: unknown[] = [];
    const tool = { ...echo, execute: (input: Record<string, unknown>) => ran.push(input['n']) };
    const first = [call('x', { n: 1 }, 'c0'), call('x', { n: 1 }, 'c0'), call('x', { n: 2 }, 'c0'), { type: 'tool_use', name: 'x', input: { n: 3 } } as never];
    const { agent, llm } = made({ tools: [tool] }, first, [call('x', { n: 4 }, 'c0')], 'done');
    const live: string[] = [];
    await agent.run('a', { onToolInput: ({ id }) => live.push(id) });
    expect(ran).to.eql([1, 2, 3, 4]);
    const calls = llm.calls[2]!.messages.flatMap(({ content }) => content.flatMap((block) => (block.type === 'tool_use' ? [block.id] : [])));
    const results = llm.calls[2]!.messages.flatMap(({ content }) => content.flatMap((block) => (block.type === 'tool_result' ? [block.tool_use_id] : [])));
    expect(calls).to.eql(results);
    expect([calls.length, new Set(calls).size, calls[0]]).to.eql([4, 4, 'c0']);
    expect(live.at(-1)).to.equal(calls[3]);
  });

  it('[B8-7] an empty turn is a success without a message; empty texts and blocks that are none are left out', async () => {
    for (const content of [[], [T('')], [null, 5, { type: 7 }, { type: 'text' }] as never]) {
      const { agent } = made({}, content);
      expect(await agent.prompt('u')).to.deep.include({ success: true, output: '', messages: [] });
      expect(agent.getHistory()).to.eql([user(T('u'))]);
    }
    const { agent } = made({ tools: [echo] }, [T('said'), call('x')], []);
    expect((await agent.run('a')).output).to.equal('said');
  });

  it('[B8-8] an adapter that throws at once, gives no turn, or counts nonsense ends in a result', async () => {
    const run = (chat: unknown): Promise<AgentRunResult> => new Agent({ name: 'a', adapter: adapterOf(chat as LLMAdapter['chat']) }).run('a');
    for (const chat of [() => { throw new Error('sync'); }, () => null, () => undefined, () => ({}), () => 5, undefined]) {
      const result = await run(chat);
      expect([result.status.code, result.errorInfo?.kind, result.errorInfo?.provider, result.messages]).to.eql(['error', 'provider', 'own', []]);
    }
    for (const usage of [undefined, null, { input_tokens: NaN, output_tokens: '5' }, { input_tokens: -1, output_tokens: Infinity }]) {
      expect(await run(() => ({ content: [T('hi')], usage }))).to.deep.include({ success: true, tokenUsage: { input_tokens: 0, output_tokens: 0 } });
    }
    const cyclic: Record<string, unknown> = { big: 1n };
    cyclic['self'] = cyclic;
    let turn = 0;
    expect((await run(() => ({ content: turn++ ? [T('done')] : [{ type: 'tool_use', id: 'c', name: 'x', input: cyclic }] }))).output).to.equal('done');
  });

  it('[B8-4] what had come of a turn that breaks off or is stopped stays, in the result and in the stream', async () => {
    const breaks = (): ReturnType<typeof made> => made({}, (_, { onText }) => (onText?.('half an ans'), new Error('the stream ended without its end')));
    const result = await breaks().agent.run('a');
    expect(result).to.deep.include({ success: false, output: 'half an ans', messages: [] });
    expect(result.errorInfo).to.deep.include({ kind: 'provider', provider: 'scripted', message: 'the stream ended without its end' });
    expect((await collect(breaks().agent.stream('a'))).map(({ type, data }) => (type === 'text' ? data : type))).to.eql(['half an ans', 'error']);
    const abort = new AbortController();
    const { agent } = made({}, (_, { onText, signal }) => (onText?.('so far'), queueMicrotask(() => abort.abort()), untilAborted(signal)));
    expect((await collect(agent.stream('a', { signal: abort.signal }))).map(({ type, data }) => (type === 'done' ? data.output : data))).to.eql(['so far', 'so far']);
  });

  it('[B8-4] a model that goes on after the stop, or never ends, holds nothing, and what it still says is not heard', async () => {
    const heard: string[] = [];
    const abort = new AbortController();
    let onText: ((soFar: string) => void) | undefined;
    const deaf = new Agent({ name: 'a', adapter: adapterOf((_, options) => ((onText = options.onText), onText?.('one'), queueMicrotask(() => abort.abort()), new Promise(() => {}))) });
    const result = await deaf.run('a', { signal: abort.signal, onText: (soFar) => heard.push(soFar) });
    onText?.('one two');
    expect([result.status.code, result.output, heard]).to.eql(['cancelled', 'one', ['one']]);
    const timed = await new Agent({ name: 'a', timeoutMs: 5, adapter: adapterOf((_, options) => (options.onText?.('one'), new Promise(() => {}))) }).run('a');
    expect([timed.status.code, timed.output, timed.errorInfo?.kind]).to.eql(['timeout', 'one', 'timeout']);
    let late: ((soFar: string) => void) | undefined;
    const whole = new Agent({ name: 'a', adapter: adapterOf(async (_, options) => ((late = options.onText), { id: '1', content: [T('x')], model: 'm', stop_reason: 'end_turn', usage: { input_tokens: 1, output_tokens: 1 } })) });
    await whole.run('a', { onText: (soFar) => heard.push(soFar) });
    late?.('after the end');
    expect(heard).to.eql(['one']);
  });

  it('[B8-2] a call that completes normally although it was aborted is ok when it was the last one', async () => {
    const abort = new AbortController();
    const { agent } = made({}, () => (abort.abort(), 'whole'));
    expect(await agent.run('a', { signal: abort.signal })).to.deep.include({ success: true, output: 'whole', status: { code: 'ok' } });
    const again = new AbortController();
    const soon = new Agent({ name: 'a', adapter: adapterOf(() => (again.abort(), new Promise((resolve) => setTimeout(() => resolve({ id: '1', content: [T('soon')], model: 'm', stop_reason: 'end_turn', usage: { input_tokens: 1, output_tokens: 1 } }), 1)))) });
    expect((await soon.run('a', { abortSignal: again.signal })).status.code).to.equal('ok');
    const third = new AbortController();
    const { agent: calls } = made({ tools: [echo] }, () => (third.abort(), [call('x')]));
    const result = await calls.run('a', { signal: third.signal });
    expect([result.status.code, result.toolCalls, answers(result.messages).length]).to.eql(['cancelled', [], 1]);
  });
});

describe('Agent: tools that go wrong', () => {
  it('[B8-9] when the run ends in the middle, every call in its messages has an answer, and what was finished stays', async () => {
    const abort = new AbortController();
    const hangs = { name: 'hangs', description: '', execute: () => new Promise(() => setTimeout(() => abort.abort(), 2)) };
    const both = made({ tools: [echo, hangs] }, [call('x', { n: 1 }), call('hangs')]);
    const result = await both.agent.run('a', { signal: abort.signal });
    expect(result.status.code).to.equal('cancelled');
    expect((answers(result.messages) as { content: string; is_error?: boolean }[]).map(({ content, is_error }) => [content, is_error ?? false])).to.eql([['r1', false], ['Client tool execution stopped', true]]);
    const budget = await made({ tools: [echo], maxTokenBudget: 1 }, [call('x')]).agent.run('a');
    expect(answers(budget.messages)).to.eql([{ type: 'tool_result', tool_use_id: 'c-x', content: 'The run ended before this call was answered.', is_error: true }]);
    expect(budget.toolCalls).to.eql([]);
    const door = new AbortController();
    const stuck = await made({}, [call('page')]).agent.run('a', { signal: door.signal, callTool: () => (queueMicrotask(() => door.abort()), new Promise<never>(() => {})) });
    expect([stuck.status.code, answers(stuck.messages).length]).to.eql(['cancelled', 1]);
  });

  it('[B8-10] a door to the page that throws, rejects or answers nonsense is an answer for the model', async () => {
    const doors: unknown[] = [() => { throw new Error('door'); }, () => Promise.reject(new Error('door')), () => null, () => 5, () => ({}), () => ({ ok: false }), () => ({ ok: true, content: { a: 1n } })];
    for (const callTool of doors) {
      const { agent, llm } = made({}, [call('x')], 'done');
      expect((await agent.run('a', { callTool: callTool as never })).output).to.equal('done');
      const [answer] = answers(llm.calls[1]?.messages) as { content: unknown }[];
      expect(answer?.content).to.be.a('string').and.not.equal('');
    }
  });

  it('[A9-T4] a tool slower than its time is an answer for the model, and the run goes on', async () => {
    const { agent, llm } = made({ tools: [{ ...echo, timeoutMs: 3, execute: () => new Promise(() => {}) }] }, [call('x')], 'went on');
    expect((await agent.run('a')).output).to.equal('went on');
    expect(answers(llm.calls[1]?.messages)[0]).to.deep.include({ content: 'Client tool execution timed out after 3ms', is_error: true });
  });

  it('[A9.2] of two tools of one name the model is offered the first', async () => {
    const { agent, llm } = made({ tools: [echo, { ...echo, description: 'second' }] });
    await agent.run('a');
    expect(llm.calls[0]?.options.tools?.map(({ description }) => description)).to.eql(['']);
  });
});
