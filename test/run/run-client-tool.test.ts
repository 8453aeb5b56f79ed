import { expect } from 'chai';
import type { ClientTool, ClientToolResult, ToolCall } from '../../src/run/client-tool.js';
import { needsApproval, runClientTool } from '../../src/run/run-client-tool.js';

const call: ToolCall = { id: 'call-1', name: 'X', input: { label: 'a', list: [1] } };
const never = new Promise<never>(() => {});

function tool(execute: ClientTool['execute'], more: Partial<ClientTool> = {}): ClientTool {
  return { name: 'X', description: 'For tests', execute, ...more };
}

async function run(one: ClientTool, signal: AbortSignal = new AbortController().signal): Promise<ClientToolResult> {
  return (await runClientTool([one], call, { signal })).result;
}

/** What `act` asked of the clock: the delays it set, and how many of those timers are still running. */
async function timersOf(act: () => Promise<unknown>): Promise<{ readonly delays: readonly (number | undefined)[]; readonly running: number }> {
  const { setTimeout: set, clearTimeout: clear } = globalThis;
  const delays: (number | undefined)[] = [];
  const running = new Set<unknown>();
  globalThis.setTimeout = ((handler: () => void, delay?: number) => {
    delays.push(delay);
    const timer = set(() => {
      running.delete(timer);
      handler();
    }, delay);
    running.add(timer);
    return timer;
  }) as typeof setTimeout;
  globalThis.clearTimeout = ((timer?: NodeJS.Timeout) => {
    running.delete(timer);
    clear(timer);
  }) as typeof clearTimeout;
  try {
    await act();
  } finally {
    Object.assign(globalThis, { setTimeout: set, clearTimeout: clear });
  }
  return { delays, running: running.size };
}

/** A signal that counts who listens to it. */
function countedSignal(): { readonly controller: AbortController; readonly listeners: () => number } {
  const controller = new AbortController();
  const { signal } = controller;
  const listening = new Set<unknown>();
  const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)];
  signal.addEventListener = (...inputs: Parameters<typeof add>): void => { listening.add(inputs[1]); add(...inputs); };
  signal.removeEventListener = (...inputs: Parameters<typeof remove>): void => { listening.delete(inputs[1]); remove(...inputs); };
  return { controller, listeners: () => listening.size };
}

describe('runClientTool', () => {
  it('[A9-T3] an unknown tool is a failed result', async () => {
    const { result, durationMs } = await runClientTool([], call, { signal: new AbortController().signal });
    expect(result).to.deep.equal({ ok: false, error: 'Client tool "X" is not registered' });
    expect(durationMs).to.be.at.least(0);
  });

  it('[A9.2] the first definition of a name wins', async () => {
    const { result } = await runClientTool([tool(() => 'first'), tool(() => 'second')], call, { signal: new AbortController().signal });
    expect(result).to.deep.equal({ ok: true, content: 'first' });
  });

  it('[A9-T4] a tool slower than its timeout fails, its signal is aborted and its late answer is ignored', async () => {
    let reason: unknown;
    const slow = tool(
      (_input, { signal }) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            ({ reason } = signal);
            resolve('late');
          });
        }),
      { timeoutMs: 10 },
    );
    const { result, durationMs } = await runClientTool([slow], call, { signal: new AbortController().signal });
    expect(result).to.deep.equal({ ok: false, error: 'Client tool execution timed out after 10ms' });
    expect(reason).to.include({ code: 'TOOL_TIMED_OUT' });
    expect(durationMs).to.be.within(8, 1000);
  });

  it('[A9-T4] a rejection after the timeout is ignored too', async () => {
    const slow = tool((_input, { signal }) => new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('late')))), { timeoutMs: 5 });
    expect(await run(slow)).to.deep.equal({ ok: false, error: 'Client tool execution timed out after 5ms' });
  });

  it('[A9-T4] the default is 30000 ms, also for a timeout that is none; an endless one sets no timer', async () => {
    const { delays } = await timersOf(async () => {
      for (const timeoutMs of [undefined, Number.NaN, -1, 0, 250, Number.POSITIVE_INFINITY, 2 ** 31]) await run(tool(() => '', timeoutMs === undefined ? {} : { timeoutMs }));
    });
    expect(delays).to.deep.equal([30000, 30000, 30000, 30000, 250]);
  });

  it('[A9-T5] a rejection becomes a failed result with its text', async () => {
    expect(await run(tool(() => Promise.reject(new Error('no such field'))))).to.deep.equal({ ok: false, error: 'Client tool execution failed: no such field' });
    expect(await run(tool(() => Promise.reject('plain text')))).to.deep.equal({ ok: false, error: 'Client tool execution failed: plain text' });
  });

  it('[A9-T6] a tool that throws at once fails like one that rejects', async () => {
    expect(await run(tool(() => { throw new Error('at once'); }))).to.deep.equal({ ok: false, error: 'Client tool execution failed: at once' });
    expect(await run(tool(() => { throw Object.create(null); }))).to.have.property('ok', false);
  });

  it('[A9.2] the stop of the run ends the tool, aborts its signal with the same reason and wins over its answer', async () => {
    const { controller, listeners } = countedSignal();
    let own: AbortSignal | undefined;
    const waiting = run(
      tool((_input, { signal }) => {
        own = signal;
        return new Promise((resolve) => signal.addEventListener('abort', () => resolve('late')));
      }),
      controller.signal,
    );
    controller.abort('stopped by hand');
    expect(await waiting).to.deep.equal({ ok: false, error: 'Client tool execution stopped' });
    expect(own?.reason).to.equal('stopped by hand');
    expect(listeners()).to.equal(0);
  });

  it('[A9.2] a run that is stopped already starts no tool', async () => {
    let ran = false;
    expect(await run(tool(() => { ran = true; }), AbortSignal.abort())).to.deep.equal({ ok: false, error: 'Client tool execution stopped' });
    expect(ran).to.equal(false);
  });

  it('[A9.2] timers and listeners are removed however the call ends', async () => {
    const { controller, listeners } = countedSignal();
    const ends: ClientTool['execute'][] = [() => 'done', () => { throw new Error('x'); }, () => Promise.reject(new Error('x')), () => never];
    const { delays, running } = await timersOf(async () => {
      for (const execute of ends) await run(tool(execute, { timeoutMs: execute === ends[3] ? 5 : 60_000 }), controller.signal);
      expect(listeners()).to.equal(0);
      const stopping = run(tool(() => never, { timeoutMs: 60_000 }), controller.signal);
      expect(listeners()).to.equal(1);
      controller.abort();
      await stopping;
    });
    expect(listeners()).to.equal(0);
    expect(delays).to.deep.equal([60_000, 60_000, 60_000, 5, 60_000]);
    expect(running).to.equal(0);
  });

  it('[case 54] the tool may change its input; the call keeps the first values', async () => {
    const one = tool((input) => {
      input['label'] = 'changed';
      (input['list'] as number[]).push(2);
      return input;
    });
    expect(await run(one)).to.deep.equal({ ok: true, content: '{"label":"changed","list":[1,2]}' });
    expect(call.input).to.deep.equal({ label: 'a', list: [1] });
  });

  it('[A9.2] the tool is told the id of the call', async () => {
    expect(await run(tool((_input, { toolCallId }) => toolCallId))).to.deep.equal({ ok: true, content: 'call-1' });
  });

  it('[A9.2] text stays text, nothing is empty text, other values become JSON text', async () => {
    const cases: readonly [unknown, string][] = [['a "b"', 'a "b"'], ['', ''], [undefined, ''], [null, 'null'], [0, '0'], [{ a: [1] }, '{"a":[1]}'], [[], '[]'], [['a'], '["a"]'], [{ Success: true, Data: 1 }, '{"Success":true,"Data":1}'], [[{ type: 'text' }], '[{"type":"text"}]']];
    for (const [value, content] of cases) expect(await run(tool(() => value))).to.deep.equal({ ok: true, content });
    expect(await run(tool(async () => 'awaited'))).to.deep.equal({ ok: true, content: 'awaited' });
  });

  it('[A9.2] valid result parts stay parts and are copied', async () => {
    const parts = [{ type: 'text', text: 'a' }, { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aW1n' } }, { type: 'file', filename: 'a.pdf', source: { type: 'url', media_type: 'application/pdf', url: 'https://example.org/a.pdf' } }];
    const expected = structuredClone(parts);
    const result = await run(tool(() => parts));
    parts.length = 0;
    expect(result).to.deep.equal({ ok: true, content: expected });
  });

  it('[A9.2] a MemberJunction failure is a failed result', async () => {
    expect(await run(tool(() => ({ Success: false, ErrorMessage: 'Not an exact permutation' })))).to.deep.equal({ ok: false, error: 'Not an exact permutation' });
    expect(await run(tool(() => ({ Success: false })))).to.deep.equal({ ok: false, error: 'Client tool execution failed' });
  });

  it('[A9.2] a result that is no JSON says so', async () => {
    const cycle: Record<string, unknown> = {};
    cycle['self'] = cycle;
    for (const value of [cycle, 5n, { a: 5n }]) {
      const result = await run(tool(() => value));
      expect(result.ok ? '' : result.error).to.match(/^Client tool execution failed: its result cannot be written as JSON text, for example because of a cycle or a BigInt \([^\n]+\)$/);
    }
    expect(await run(tool(() => () => 1))).to.deep.equal({ ok: false, error: 'Client tool execution failed: its result cannot be written as JSON text, got function' });
  });

  it('[A9.2] input that does not fit the schema stops the call before the tool', async () => {
    let ran = false;
    const one = tool(() => { ran = true; }, { inputSchema: { type: 'object', properties: { label: { type: 'integer' } } } });
    expect(await run(one)).to.deep.equal({ ok: false, error: 'Invalid input for "X": input.label must be an integer, got string' });
    const result = await runClientTool([tool(() => { ran = true; })], { ...call, input: [] as never }, { signal: new AbortController().signal });
    expect(result.result).to.deep.equal({ ok: false, error: 'Invalid input for "X": input must be an object, got array' });
    expect(ran).to.equal(false);
  });

  it('[A9.2] it never rejects, whatever the tool and the call are made of', async () => {
    const signal = new AbortController().signal;
    const broken = { name: 'X', get execute(): never { throw new Error('no tool'); } } as unknown as ClientTool;
    expect((await runClientTool([broken], call, { signal })).result).to.deep.equal({ ok: false, error: 'Client tool execution failed: no tool' });
    expect((await runClientTool([tool(() => '')], { ...call, input: { a: () => 1 } }, { signal })).result).to.have.property('ok', false);
    expect((await runClientTool([tool(() => 'none')], { id: 'a', name: 'X' } as ToolCall, { signal })).result).to.deep.equal({ ok: true, content: 'none' });
  });
});

describe('needsApproval', () => {
  const asks = (more: Partial<ClientTool>): boolean => needsApproval(tool(() => '', more), call.input);

  it('[A9.3] by default only a destructive tool asks', () => {
    expect([asks({}), asks({ effects: 'read' }), asks({ effects: 'write' }), asks({ effects: 'destructive' })]).to.deep.equal([false, false, false, true]);
  });

  it('[A9.3] what the tool says wins over the default', () => {
    expect([asks({ requiresApproval: true, effects: 'read' }), asks({ requiresApproval: false, effects: 'destructive' })]).to.deep.equal([true, false]);
    expect([asks({ requiresApproval: (input) => input['label'] === 'a' }), asks({ requiresApproval: () => false, effects: 'destructive' })]).to.deep.equal([true, false]);
  });

  it('[A9.3] a tool that cannot say asks', () => {
    expect(asks({ requiresApproval: () => { throw new Error('x'); } })).to.equal(true);
    expect(asks({ requiresApproval: (async () => false) as never })).to.equal(true);
  });

  it('[case 54] the question gets a copy of the input', () => {
    asks({ requiresApproval: (input) => { input['label'] = 'changed'; return true; } });
    expect(call.input).to.deep.equal({ label: 'a', list: [1] });
  });
});
