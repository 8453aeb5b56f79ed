import { expect } from 'chai';
import { Agent } from '../../src/agent/agent.js';
import type { AgentConfig, TextAnswer, TextTransport } from '../../src/agent/agent-types.js';
import { isDeepEqual } from '../../src/agent/deep-equal.js';
import { OpenMultiAgent } from '../../src/agent/open-multi-agent.js';
import { collect, T, untilAborted, user } from './agent-under-test.js';

type Send = TextTransport['send'];
interface Behind {
  readonly agent: Agent;
  readonly config: AgentConfig;
  readonly sent: string[];
  closed(): number;
}

function behind(kind: 'process' | 'acp', send: (text: string, options: Parameters<Send>[1], count: number) => TextAnswer | Promise<TextAnswer>, more: Partial<AgentConfig> = {}): Behind {
  const sent: string[] = [];
  let closed = 0;
  const transport: TextTransport = { send: (text, options) => (sent.push(text), Promise.resolve(send(text, options, sent.length))), close: () => void closed++ };
  const config: AgentConfig = { name: 'b', backend: { kind, transport }, ...more };
  return { agent: new Agent(config), config, sent, closed: () => closed };
}

describe('Agent: external backends', () => {
  it('[B11-8] how a program failed is told with what it said, without secrets', async () => {
    const fails = (details: object): Promise<string> => behind('process', () => Promise.reject(Object.assign(new Error('raw'), details))).agent.run('x').then(({ output, success }) => `${String(success)} ${output}`);
    expect(await fails({ exitCode: 7, stderr: 'api_key=super-secret\n' })).to.equal('false Process backend "b" exited with code 7: api_key=[redacted]');
    expect(await fails({ signal: 'SIGKILL' })).to.equal('false Process backend "b" exited with signal SIGKILL');
    expect(await fails({})).to.equal('false raw');
    const { agent } = behind('process', (_, { onText }) => (onText('half'), Promise.reject(new Error('cut'))));
    expect(await agent.run('x')).to.deep.include({ success: false, output: 'half', messages: [] });
  });

  it('[B11-12] leaving the iteration stops the program', async () => {
    let stopped = false;
    const { agent } = behind('process', (_, { signal, onText }) => (onText('one'), signal.addEventListener('abort', () => (stopped = true)), untilAborted(signal)));
    for await (const event of agent.stream('x')) if (event.type === 'text') break;
    expect([stopped, agent.state]).to.eql([true, 'idle']);
  });

  it('[B11-13] a process uses no tokens and calls no tools, whatever it reports', async () => {
    const { agent } = behind('process', () => ({ text: 'out', usedTokens: 900 }), { tools: [{ name: 't', description: '', execute: () => 'r' }] });
    expect(await agent.run('x')).to.deep.include({ tokenUsage: { input_tokens: 0, output_tokens: 0 }, toolCalls: [] });
  });

  it('[B11-15] a session that could not be started fails the run, and the next run tries again with the system prompt', async () => {
    const { agent, sent } = behind('acp', (_text, _options, count) => (count === 1 ? Promise.reject(new Error('no such program')) : { text: 'hi' }), { systemPrompt: 'be kind' });
    expect(await agent.run('a')).to.deep.include({ success: false, output: 'no such program' });
    expect((await agent.run('b')).output).to.equal('hi');
    expect(sent).to.eql(['be kind\n\na', 'be kind\n\nb']);
  });

  it('[B11-18] a session is charged for what its reading grew, never less than nothing', async () => {
    const readings = [100, 150, 120, undefined, 130];
    const { agent } = behind('acp', (_text, _options, count) => ({ text: 'x', ...(readings[count - 1] === undefined ? {} : { usedTokens: readings[count - 1]! }) }));
    const used = [];
    for (const _ of readings) used.push((await agent.run('a')).tokenUsage);
    expect(used.map(({ input_tokens: input }) => input)).to.eql([100, 50, 0, 0, 10]);
    expect(used.every(({ output_tokens: output }) => output === 0)).to.equal(true);
  });

  it('[B11-19] aborted before the turn: one done, nothing sent', async () => {
    const { agent, sent } = behind('acp', () => ({ text: 'x' }));
    const events = await collect(agent.stream('a', { signal: AbortSignal.abort() }));
    expect([events.map(({ type }) => type), sent]).to.eql([['done'], []]);
  });

  it('[B11-20] aborted during the turn: the transport hears it, and what came stays, also when it then answers in order', async () => {
    for (const answersAnyway of [false, true]) {
      const abort = new AbortController();
      const { agent } = behind('acp', (_, { signal, onText }) => {
        onText('part');
        queueMicrotask(() => abort.abort());
        return answersAnyway ? new Promise((resolve) => signal.addEventListener('abort', () => resolve({ text: 'part of it', stopReason: 'cancelled' }))) : untilAborted(signal);
      });
      const result = await agent.run('a', { signal: abort.signal });
      expect([result.status.code, result.messages, result.output.startsWith('part')]).to.eql(['cancelled', [], true]);
    }
  });

  it('[B11-22] the session belongs to the transport: one-off agents go on in it, a changed system prompt is told, reset closes it and counts anew', async () => {
    const { config, sent, closed, agent } = behind('acp', () => ({ text: 'x', usedTokens: 50 }), { systemPrompt: 'one' });
    const oma = new OpenMultiAgent();
    await oma.runAgent(config, 'a');
    await oma.runAgent(config, 'b');
    await oma.runAgent({ ...config, systemPrompt: 'two' }, 'c');
    expect(sent).to.eql(['one\n\na', 'b', 'two\n\nc']);
    agent.reset();
    expect(closed()).to.equal(1);
    expect((await agent.run('d')).tokenUsage.input_tokens).to.equal(50);
    expect(sent.at(-1)).to.equal('one\n\nd');
  });

  it('[B11-2] messages that say the same in another order of keys are kept; others, also ones that are none, are not', async () => {
    const refusal = 'The acp external backend accepts beforeRun.prompt rewrites only; beforeRun.messages cannot be forwarded without loss.';
    const outcome = async (messages: unknown): Promise<string> => {
      const { agent, sent } = behind('acp', () => ({ text: 'fine' }), { beforeRun: ({ prompt }) => ({ prompt, messages: messages as never }) });
      const { output } = await agent.run('a');
      return sent.length > 0 ? output : output === refusal ? 'refused' : `odd: ${output}`;
    };
    expect(await outcome([{ content: [{ text: 'a', type: 'text' }], role: 'user' }])).to.equal('fine');
    for (const messages of [null, [], 5, [user(T('b'))], [user(T('a'), T(''))]]) expect(await outcome(messages)).to.equal('refused');
  });

  it('[B11-2] two values are equal when they hold the same, whatever they are made of', () => {
    const ring: Record<string, unknown> = {};
    ring['self'] = ring;
    const other: Record<string, unknown> = {};
    other['self'] = other;
    const equal: [unknown, unknown][] = [[NaN, NaN], [ring, other], [new Date(5), new Date(5)], [new Map([[1, { a: 1 }]]), new Map([[1, { a: 1 }]])], [new Set([1]), new Set([1])], [new Uint8Array([1, 2]), new Uint8Array([1, 2])], [{ a: 1, b: 2 }, { b: 2, a: 1 }]];
    const different: [unknown, unknown][] = [[0, '0'], [{}, []], [[1], [1, 2]], [{ a: undefined }, { b: undefined }], [new Date(5), new Date(6)], [new Map([[1, 1]]), new Map([[1, 2]])], [new Uint8Array([1]), new Uint8Array([2])], [null, {}]];
    for (const [a, b] of equal) expect(isDeepEqual(a, b)).to.equal(true);
    for (const [a, b] of different) expect(isDeepEqual(a, b)).to.equal(false);
  });

  it('[B11-23] a transport that is missing, throws at once or answers nonsense is a failed run in words', async () => {
    const bare = await new Agent({ name: 'b', backend: { kind: 'process' } as never }).run('x');
    expect(bare).to.deep.include({ success: false, output: 'Process backend "b" has no transport: set backend.transport.' });
    for (const answer of [undefined, null, 5, {}, { text: 5 }]) {
      const result = await behind('acp', () => answer as never).agent.run('x');
      expect([result.success, result.errorInfo?.kind]).to.eql([false, 'provider']);
      expect(result.output).to.contain('gave no text');
    }
    const thrower = new Agent({ name: 'b', backend: { kind: 'acp', transport: { send: () => { throw new Error('sync'); }, close: () => { throw new Error('close'); } } } });
    expect((await thrower.run('x')).output).to.equal('sync');
    expect(() => thrower.reset()).not.to.throw();
  });

  it('[B11-3] a hook’s prompt is what is sent', async () => {
    const { agent, sent } = behind('process', () => ({ text: 'x' }), { beforeRun: ({ prompt }) => ({ prompt: `${prompt}!\n` }) });
    await agent.run(' a');
    expect(sent).to.eql(['a!']);
  });
});
