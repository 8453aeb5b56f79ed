import { expect } from 'chai';
import { Agent } from '../../src/agent/agent.js';
import type { AgentConfig, AgentRunResult, StreamEvent } from '../../src/agent/agent-types.js';
import type { ContentBlock, LLMMessage } from '../../src/model/message.js';
import { InvalidMessageError } from '../../src/model/errors.js';
import { ScriptedLLM, type ScriptedTurn } from '../../src/testing/scripted-llm.js';

const T = (text: string): ContentBlock => ({ type: 'text', text });
const image: ContentBlock = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aW1n' } };
const call = (name: string, input: Record<string, unknown> = {}, id = `c-${name}`): ContentBlock => ({ type: 'tool_use', id, name, input });
const user = (...content: ContentBlock[]): LLMMessage => ({ role: 'user', content });
const made = (config: Partial<AgentConfig> = {}, ...turns: ScriptedTurn[]): { agent: Agent; llm: ScriptedLLM } => {
  const llm = new ScriptedLLM(...turns);
  return { llm, agent: new Agent({ name: 'a', adapter: llm, ...config }) };
};
const failure = async (work: Promise<unknown>): Promise<unknown> => work.then(() => null, (error: unknown) => error);
const collect = async (stream: AsyncIterable<StreamEvent>): Promise<StreamEvent[]> => {
  const events: StreamEvent[] = [];
  for await (const event of stream) events.push(event);
  return events;
};
const never = (signal: AbortSignal | undefined): Promise<never> => new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError'))));

describe('Agent: input', () => {
  it('[B2-1] an empty string is a user message with one empty text', async () => {
    const { agent, llm } = made();
    await agent.run('');
    expect(llm.calls[0]?.messages).to.eql([user(T(''))]);
  });

  it('[B2-2] an empty list is passed on as it is', async () => {
    const { agent, llm } = made();
    expect((await agent.run([])).success).to.equal(true);
    expect(llm.calls[0]?.messages).to.eql([]);
  });

  it('[B2-3] an empty turn is stored as an empty turn', async () => {
    const { agent } = made();
    await agent.prompt([]);
    expect(agent.getHistory()[0]).to.eql({ role: 'user', content: [] });
  });

  it('[B2-4] blocks given to prompt are one user turn and replace nothing', async () => {
    const { agent, llm } = made({ history: [user(T('old')), { role: 'assistant', content: [T('reply')] }] });
    await agent.prompt([T('new'), image]);
    expect(llm.calls[0]?.messages).to.eql([user(T('old')), { role: 'assistant', content: [T('reply')] }, user(T('new'), image)]);
  });

  it('[B2-5] stream checks and copies at the call and does nothing else before the first next', async () => {
    let hooked = 0;
    const { agent, llm } = made({ beforeRun: (context) => (hooked++, context) });
    const messages = [user(T('first'))];
    const stream = agent.stream(messages);
    (messages[0]!.content[0] as { text: string }).text = 'changed';
    expect([hooked, llm.calls.length]).to.eql([0, 0]);
    await collect(stream);
    expect(llm.calls[0]?.messages).to.eql([user(T('first'))]);
  });

  it('[B2-6] an unknown block goes to the provider, whose refusal is an ordinary failed run', async () => {
    const { agent, llm } = made({}, new Error('unsupported block'));
    const result = await agent.run([user({ type: 'video' } as never)]);
    expect(llm.calls[0]?.messages[0]?.content[0]).to.eql({ type: 'video' });
    expect(result).to.deep.include({ success: false, output: 'unsupported block', messages: [] });
    expect(result.errorInfo?.kind).to.equal('provider');
  });

  it('[B3] bad input throws from stream and rejects from the others, before hook and model; the agent stays idle', async () => {
    let hooked = 0;
    const { agent, llm } = made({ beforeRun: (context) => (hooked++, context) });
    expect(() => agent.stream(null as never)).to.throw(InvalidMessageError, 'messages must be an array, got null');
    expect(await failure(agent.run([null] as never))).to.have.property('message', 'messages[0] must be an object, got null');
    expect(await failure(agent.prompt([null] as never))).to.have.property('message', 'messages[0].content[0] must be a content block with a string "type"');
    expect(await failure(agent.run([user({ type: 'x', f() {} } as never)]))).to.have.property('code', 'INVALID_MESSAGE');
    expect(() => new Agent({ name: 'a', history: [{ role: 'user', content: 'x' }] as never })).to.throw(InvalidMessageError);
    expect([hooked, llm.calls.length, agent.state, agent.getHistory()]).to.eql([0, 0, 'idle', []]);
  });
});

describe('Agent: copies', () => {
  it('[B4-1] what the caller changes after the call changes nothing', async () => {
    const { agent, llm } = made({}, [call('x', { deep: { n: 1 } })], 'done');
    const messages = [user(T('one'), { ...image, source: { ...(image as { source: object }).source } } as ContentBlock)];
    const run = agent.run(messages);
    (messages[0]!.content[0] as { text: string }).text = 'two';
    (messages[0]!.content[1] as { source: { data: string } }).source.data = 'AAAA';
    messages.length = 0;
    await run;
    expect(llm.calls[0]?.messages).to.eql([user(T('one'), image)]);
  });

  it('[B4-2] the same between stream and its first next', async () => {
    const { agent, llm } = made();
    const messages = [user(T('one'))];
    const stream = agent.stream(messages);
    messages.length = 0;
    await collect(stream);
    expect(llm.calls[0]?.messages).to.eql([user(T('one'))]);
  });

  it('[B4-3] the history given at construction is copied', () => {
    const history = [user(T('one'))];
    const { agent } = made({ history });
    history.length = 0;
    expect(agent.getHistory()).to.eql([user(T('one'))]);
  });

  it('[B4-4] [B4-5] what getHistory and a result hand out is the caller’s', async () => {
    const { agent } = made({}, 'reply');
    const result = await agent.prompt('hi');
    (result.messages as LLMMessage[]).length = 0;
    (agent.getHistory()[0]!.content[0] as { text: string }).text = 'changed';
    expect(agent.getHistory()).to.eql([user(T('hi')), { role: 'assistant', content: [T('reply')] }]);
  });

  it('[B4-6] [B6-15] messages changed in the hook count only when they are returned', async () => {
    const change = (messages: LLMMessage[]): void => void messages.push(user(T('added')));
    const quiet = made({ beforeRun: ({ prompt, messages }) => (change(messages), { prompt }) });
    await quiet.agent.run('a');
    expect(quiet.llm.calls[0]?.messages).to.eql([user(T('a'))]);
    const told = made({ beforeRun: (context) => (change(context.messages), { ...context }) });
    await told.agent.run('a');
    expect(told.llm.calls[0]?.messages).to.eql([user(T('a')), user(T('added'))]);
  });

  it('[B4-7] messages the hook returned are copied', async () => {
    const kept = [user(T('from hook'))];
    const { agent, llm } = made({ beforeRun: ({ prompt }) => ({ prompt, messages: kept }) }, () => ((kept[0]!.content[0] as { text: string }).text = 'late', 'ok'));
    await agent.run('a');
    expect(llm.calls[0]?.messages).to.eql([user(T('from hook'))]);
  });

  it('[B4-8] [B5-9] a rewrite changes neither the caller’s data nor the stored turn', async () => {
    const input = [T('mine')];
    const { agent, llm } = made({ beforeRun: () => ({ prompt: 'rewritten' }) });
    await agent.prompt(input);
    expect(llm.calls[0]?.messages).to.eql([user(T('rewritten'))]);
    expect(input).to.eql([T('mine')]);
    expect(agent.getHistory()[0]).to.eql(user(T('mine')));
  });
});

describe('Agent: prompt history', () => {
  const after = async (config: Partial<AgentConfig>, ...turns: ScriptedTurn[]): Promise<LLMMessage[]> => {
    const { agent } = made(config, ...turns);
    await agent.prompt('u');
    return agent.getHistory();
  };

  it('[B5-1] success: the turn, then every new message', async () => {
    const history = await after({ tools: [{ name: 'x', description: '', execute: () => 'r' }] }, [call('x')], 'done');
    expect(history.map(({ role }) => role)).to.eql(['user', 'assistant', 'user', 'assistant']);
    expect(history[2]?.content).to.eql([{ type: 'tool_result', tool_use_id: 'c-x', content: 'r' }]);
  });

  it('[B5-2] [B5-3] [B5-4] a failed provider or hook leaves the turn without a reply', async () => {
    const thrown = (): never => { throw new Error('no'); };
    for (const history of [await after({}, new Error('down')), await after({ beforeRun: thrown }), await after({ afterRun: thrown })]) expect(history).to.eql([user(T('u'))]);
  });

  it('[B5-5] messages changed by afterRun are stored', async () => {
    const history = await after({ afterRun: (result) => ({ ...result, messages: [{ role: 'assistant', content: [T('changed')] }] }) }, 'said');
    expect(history[1]).to.eql({ role: 'assistant', content: [T('changed')] });
  });

  it('[B5-6] a limit keeps what was said', async () => {
    const history = await after({ maxTokenBudget: 1 }, 'said');
    expect(history[1]).to.eql({ role: 'assistant', content: [T('said')] });
  });

  it('[B5-7] invalid input appends nothing', async () => {
    const { agent } = made();
    await failure(agent.prompt(5 as never));
    expect(agent.getHistory()).to.eql([]);
  });

  it('[B5-8] two prompts at once interleave', async () => {
    const { agent, llm } = made();
    await Promise.all([agent.prompt('u1'), agent.prompt('u2')]);
    expect(agent.getHistory().map(({ role }) => role)).to.eql(['user', 'user', 'assistant', 'assistant']);
    expect(llm.calls[1]?.messages).to.have.length(2);
  });

  it('[B5-10] reset forgets', async () => {
    const { agent } = made();
    await agent.prompt('u');
    agent.reset();
    expect([agent.getHistory(), agent.state]).to.eql([[], 'idle']);
  });
});

describe('Agent: hooks that fail', () => {
  const bad: readonly (readonly [string, AgentConfig['beforeRun'], string, string | undefined])[] = [
    ['B6-17', () => { throw new Error('thrown'); }, 'thrown', undefined],
    ['B6-17', () => Promise.reject(new Error('rejected')), 'rejected', undefined],
    ['B6-18', () => undefined as never, 'beforeRun must return an object with a prompt, got undefined', undefined],
    ['B6-19', () => ({ prompt: 5 }) as never, 'beforeRun.prompt must be a string', 'INVALID_MESSAGE'],
    ['B6-20', ({ prompt }) => ({ prompt, messages: null }) as never, 'messages must be an array, got null', 'INVALID_MESSAGE'],
  ];
  for (const [id, beforeRun, text, code] of bad) {
    it(`[${id}] ${text}: a failed result from run, one error event from stream`, async () => {
      const { agent, llm } = made({ beforeRun });
      const result = await agent.run('a');
      expect(result).to.deep.include({ success: false, output: text, messages: [] });
      expect(result.status.code).to.equal('error');
      expect([result.errorInfo?.kind, result.errorInfo?.code]).to.eql(['callback', code]);
      expect((await collect(agent.stream('a'))).map(({ type }) => type)).to.eql(['error']);
      expect(llm.calls).to.eql([]);
    });
  }

  it('[B6-17] afterRun that throws fails the run; it is not asked after an exception', async () => {
    let asked = 0;
    const thrown = (): never => { asked++; throw new Error('after'); };
    expect((await made({ afterRun: thrown }).agent.run('a')).errorInfo?.kind).to.equal('callback');
    await made({ afterRun: thrown }, new Error('down')).agent.run('a');
    expect(asked).to.equal(1);
  });
});

describe('Agent: stream and outcome', () => {
  it('[B7-1] text of a whole turn, calls, results, and exactly one end', async () => {
    const { agent } = made({ tools: [{ name: 'x', description: '', execute: () => 'r' }] }, [T('look'), call('x')], 'done');
    expect((await collect(agent.stream('a'))).map(({ type, data }) => (type === 'text' ? data : type))).to.eql(['look', 'tool_use', 'tool_result', 'done', 'done']);
    expect((await collect(made({}, new Error('down')).agent.stream('a'))).map(({ type }) => type)).to.eql(['error']);
  });

  it('[B7-3] leaving the iteration stops the work', async () => {
    let aborted = false;
    const { agent } = made({}, [T('a'), call('slow')], (_, { signal }) => never(signal));
    const slow = new Agent({ name: 's', adapter: new ScriptedLLM([T('a'), call('slow')]), tools: [{ name: 'slow', description: '', execute: (_, { signal }) => new Promise((resolve) => signal.addEventListener('abort', () => { aborted = true; resolve(''); })) }] });
    for await (const event of slow.stream('x')) if (event.type === 'tool_use') break;
    expect([aborted, slow.state, agent.state]).to.eql([true, 'idle', 'idle']);
  });

  it('[B8-1] aborted before the start: cancelled, the model is not asked', async () => {
    const { agent, llm } = made();
    const result = await agent.run('a', { signal: AbortSignal.abort() });
    expect(result).to.deep.include({ success: false, status: { code: 'cancelled', message: 'Run cancelled by caller.' } });
    expect(llm.calls).to.eql([]);
  });

  it('[B8-2] aborted during a call: cancelled; a last call that completes normally is ok', async () => {
    const abort = new AbortController();
    const { agent } = made({}, (_, options) => (options.onText?.('half'), queueMicrotask(() => abort.abort()), never(options.signal)));
    const result = await agent.run('a', { signal: abort.signal });
    expect(result.status.code).to.equal('cancelled');
    const late = new AbortController();
    const finished = await made({ afterRun: (done) => (late.abort(), done) }).agent.run('a', { signal: late.signal });
    expect(finished.status.code).to.equal('ok');
  });

  it('[B8-3] a stream tells the same outcome as run: our own signal decides', async () => {
    const { agent } = made({}, (_, { signal }) => never(signal));
    const end = (await collect(agent.stream('a', { signal: AbortSignal.abort() }))).at(-1);
    expect(end?.type).to.equal('done');
    expect((end?.data as AgentRunResult).status.code).to.equal('cancelled');
    const timed = made({ timeoutMs: 5 }, () => new Promise<never>(() => {}));
    expect((await timed.agent.run('a')).status.code).to.equal('timeout');
  });

  it('[B8-4] cancelled keeps the words so far', async () => {
    const abort = new AbortController();
    const { agent } = made({}, (_, options) => (options.onText?.('half an ans'), queueMicrotask(() => abort.abort()), never(options.signal)));
    expect((await agent.run('a', { signal: abort.signal })).output).to.equal('half an ans');
  });
});

describe('Agent: tools and limits', () => {
  const tool = (name: string, execute: (input: Record<string, unknown>) => unknown, more = {}) => ({ name, description: name, execute, ...more });

  it('[A9-T3] [A9-T6] unknown tools, faults and wrong input are answers for the model, not ends of the run', async () => {
    const schema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] };
    const { agent, llm } = made(
      { tools: [tool('throws', () => { throw new Error('boom'); }), tool('strict', () => 'fine', { inputSchema: schema }), tool('deletes', () => 'gone', { effects: 'destructive' })] },
      [call('none'), call('throws'), call('strict', { n: 'x' }), call('deletes'), { ...call('strict', {}, 'c2'), input: 'broken' } as never],
      'recovered',
    );
    const result = await agent.run('a');
    expect(result).to.include({ success: true, output: 'recovered' });
    const results = llm.calls[1]!.messages.at(-1)!.content as unknown as { is_error?: boolean; content: string }[];
    expect(results.map(({ is_error }) => is_error)).to.eql([true, true, true, true, true]);
    expect(results.map(({ content }) => content).join('\n')).to.match(/not registered[\s\S]*boom[\s\S]*integer[\s\S]*approval/);
  });

  it('calls of one turn run side by side, an id only once', async () => {
    let running = 0;
    let most = 0;
    let calls = 0;
    const wait = async (): Promise<string> => {
      calls++;
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 2));
      running--;
      return 'r';
    };
    const { agent } = made({ tools: [tool('w', wait)] }, [call('w', { a: 1 }, '1'), call('w', { a: 2 }, '2'), call('w', { a: 2 }, '2')], 'done');
    expect((await agent.run('a')).toolCalls).to.have.length(2);
    expect([calls, most]).to.eql([2, 2]);
  });

  it('limits: turns, tokens and repetitions end the run and keep what was said', async () => {
    const tools = [tool('x', () => 'r')];
    const turns = await made({ tools, maxTurns: 2 }, [T('1'), call('x', { n: 1 })], [T('2'), call('x', { n: 2 })], 'never').agent.run('a');
    expect([turns.status.code, turns.output]).to.eql(['budget_exhausted', '2']);
    const loop = await made({ tools }, [call('x')]).agent.run('a');
    expect([loop.loopDetected, loop.toolCalls.length]).to.eql([true, 3]);
    const events = await collect(made({ tools, maxTokenBudget: 20 }, [call('x')], 'late').agent.stream('a'));
    expect(events.map(({ type }) => type)).to.eql(['tool_use', 'tool_result', 'text', 'budget_exceeded', 'done']);
  });

  it('the page’s own door to its tools is used when it is given, and spans tell what happened', async () => {
    const spans: string[] = [];
    const { agent } = made({ tools: [tool('x', () => 'not this')] }, [call('x')], 'done');
    const result = await agent.run('a', { callTool: async ({ name }) => ({ ok: true, content: `page ${name}` }), onTrace: ({ name, traceId }) => { spans.push(name); if (traceId) throw new Error('isolated'); } });
    expect(result.toolCalls[0]?.output).to.equal('page x');
    expect(spans).to.eql(['chat', 'tool x', 'chat', 'agent a']);
  });

  it('an agent without a model says what to set', async () => {
    expect((await new Agent({ name: 'bare' }).run('a')).output).to.contain('set AgentConfig.adapter');
  });
});

describe('Agent: backends of words', () => {
  const backend = (kind: 'process' | 'acp', answer: (text: string) => { text: string; stopReason?: string }): { sent: string[]; config: Partial<AgentConfig> } => {
    const sent: string[] = [];
    return { sent, config: { backend: { kind, transport: { send: (text, { onText }) => { sent.push(text); const said = answer(text); onText(said.text.slice(0, 2)); return Promise.resolve(said); }, close: () => {} } }, systemPrompt: ' be kind ' } };
  };

  it('[B11-1] anything but a string is refused after its shape, before the hook and the transport', async () => {
    let hooked = 0;
    const { sent, config } = backend('process', () => ({ text: 'x' }));
    const agent = new Agent({ name: 'p', ...config, beforeRun: (context) => (hooked++, context) });
    const text = 'The process external backend accepts string prompts only; structured messages or content blocks cannot be forwarded without loss.';
    for (const work of [agent.run([]), agent.run([user(T('a'))]), agent.prompt([T('a')])]) expect(await failure(work)).to.have.property('message', text);
    expect(() => agent.stream([])).to.throw(InvalidMessageError, text);
    expect(await failure(agent.run([null] as never))).to.have.property('message', 'messages[0] must be an object, got null');
    expect([sent, hooked, agent.getHistory()]).to.eql([[], 0, []]);
  });

  it('[B11-2] a hook may rewrite the prompt, not the messages', async () => {
    const { sent, config } = backend('acp', () => ({ text: 'x' }));
    const rewrites = new Agent({ name: 'p', ...config, beforeRun: (context) => ({ ...context, prompt: 'other' }) });
    expect((await rewrites.run('a')).success).to.equal(true);
    const changes = new Agent({ name: 'p', ...config, beforeRun: (context) => (context.messages.push(user(T('b'))), context) });
    const result = await changes.run('a');
    expect(result.output).to.equal('The acp external backend accepts beforeRun.prompt rewrites only; beforeRun.messages cannot be forwarded without loss.');
    expect([result.errorInfo?.kind, result.errorInfo?.code]).to.eql(['callback', 'INVALID_MESSAGE']);
    expect(sent).to.eql(['be kind\n\nother']);
  });

  it('[B11-3] [B11-6] the words are sent trimmed behind the system prompt; a process may run on the prompt alone', async () => {
    const { sent, config } = backend('process', () => ({ text: 'out' }));
    const agent = new Agent({ name: 'p', ...config });
    expect((await agent.run(' hi ')).output).to.equal('out');
    await agent.run('');
    expect(sent).to.eql(['be kind\n\nhi', 'be kind']);
  });

  it('[B11-5] [B11-14] nothing to send is a failed run', async () => {
    const process = new Agent({ name: 'p', ...backend('process', () => ({ text: '' })).config, systemPrompt: '' });
    expect((await process.run(' ')).output).to.equal('Process backend "p" received an empty prompt.');
    const acp = new Agent({ name: 'q', ...backend('acp', () => ({ text: '' })).config });
    expect((await acp.run('')).output).to.equal('ACP backend "q" received an empty prompt.');
  });

  it('[B11-4] [B11-22] a session gets the system prompt once, history never; reset begins anew', async () => {
    const { sent, config } = backend('acp', () => ({ text: 'ok' }));
    const agent = new Agent({ name: 'p', ...config, history: [user(T('old'))] });
    await agent.prompt('a');
    await agent.prompt('b');
    expect(agent.getHistory()).to.have.length(5);
    agent.reset();
    await agent.prompt('c');
    expect(sent).to.eql(['be kind\n\na', 'b', 'be kind\n\nc']);
  });

  it('[B11-7] [B11-9] pieces are told as they come; no output is a success without a message', async () => {
    const agent = new Agent({ name: 'p', ...backend('process', () => ({ text: 'abcd' })).config });
    expect((await collect(agent.stream('x'))).flatMap((event) => (event.type === 'text' ? [event.data] : []))).to.eql(['ab', 'cd']);
    expect(await new Agent({ name: 'p', ...backend('process', () => ({ text: '' })).config }).run('x')).to.deep.include({ success: true, output: '', messages: [] });
  });

  it('[B11-16] [B11-17] a refusal fails, a limit is a limit', async () => {
    const run = (stopReason: string, text = 'no') => new Agent({ name: 'p', ...backend('acp', () => ({ text, stopReason })).config }).run('x');
    expect((await run('refusal')).output).to.equal('ACP agent "p" refused the task: no');
    expect((await run('refusal', '')).output).to.equal('ACP agent "p" refused the task.');
    expect(await run('max_tokens')).to.include({ success: false, budgetExceeded: true });
  });

  it('[B11-10] [B11-11] an abort keeps what came and starts nothing when it was there before', async () => {
    const abort = new AbortController();
    const sent: string[] = [];
    const agent = new Agent({ name: 'p', backend: { kind: 'process', transport: { send: (text, { onText, signal }) => (sent.push(text), onText('part'), queueMicrotask(() => abort.abort()), never(signal)), close: () => {} } } });
    expect(await agent.run('x', { signal: abort.signal })).to.deep.include({ output: 'part', messages: [] });
    expect((await agent.run('x', { signal: abort.signal })).status.code).to.equal('cancelled');
    expect(sent).to.have.length(1);
  });
});
