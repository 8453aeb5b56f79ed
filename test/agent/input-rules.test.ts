import { expect } from 'chai';
import { Agent } from '../../src/agent/agent.js';
import { OpenMultiAgent } from '../../src/agent/open-multi-agent.js';
import { InvalidMessageError } from '../../src/model/errors.js';
import type { ContentBlock, LLMMessage } from '../../src/model/message.js';
import { ScriptedLLM } from '../../src/testing/scripted-llm.js';
import { assistant, call, collect, failure, I, made, T, user } from './agent-under-test.js';

const at = 'messages[0].content[0]';
const result = (more: object): unknown => [{ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', content: 'x', ...more }] }];
const part = (value: unknown): unknown => result({ content: [value] });
const image = (source: unknown): unknown => part({ type: 'image', source });
const base64 = (more: object): unknown => image({ type: 'base64', media_type: 'image/png', data: 'aW1n', ...more });
const url = (address: unknown): unknown => image({ type: 'url', media_type: 'image/png', url: address });
const source = `${at}.content[0].source`;
const cloneable = 'messages must contain cloneable structured data (strings, arrays, and plain data objects)';
const withHole: unknown[] = [];
withHole.length = 1;

/** Rule, what is given to run, stream and runAgent, and what each of them says. */
const refused: readonly (readonly [string, unknown, string])[] = [
  ['B3-1', null, 'messages must be an array, got null'],
  ['B3-1', 5, 'messages must be an array, got number'],
  ['B3-1', {}, 'messages must be an array, got object'],
  ['B3-1', undefined, 'messages must be an array, got undefined'],
  ['B3-2', [null], 'messages[0] must be an object, got null'],
  ['B3-2', [user(T('a')), 'x'], 'messages[1] must be an object, got string'],
  ['B3-2', [undefined], 'messages[0] must be an object, got undefined'],
  ['B3-2', withHole, 'messages[0] must be an object, got undefined'],
  ['B3-3', [[]], 'messages[0].content must be a ContentBlock[], got undefined'],
  ['B3-4', [{ role: 'user', content: 'x' }], 'messages[0].content must be a ContentBlock[], got string'],
  ['B3-4', [{ role: 'user', content: null }], 'messages[0].content must be a ContentBlock[], got null'],
  ['B3-4', [{ role: 'user', content: {} }], 'messages[0].content must be a ContentBlock[], got object'],
  ['B3-5', [{ role: 'user', content: [null] }], `${at} must be a content block with a string "type"`],
  ['B3-5', [{ role: 'user', content: [T('a'), { type: 5 }] }], 'messages[0].content[1] must be a content block with a string "type"'],
  ['B3-6', result({ tool_use_id: 5 }), `${at}.tool_use_id must be a string`],
  ['B3-7', result({ is_error: 'yes' }), `${at}.is_error must be a boolean when provided`],
  ['B3-8', result({ content: null }), `${at}.content must be a string or a non-empty content-part array, got null`],
  ['B3-9', result({ content: [] }), `${at}.content must not be an empty content-part array`],
  ['B3-10', part(null), `${at}.content[0] must be a content-part object`],
  ['B3-10', part([]), `${at}.content[0] must be a content-part object`],
  ['B3-11', part({ type: 'text' }), `${at}.content[0].text must be a string`],
  ['B3-12', part({ type: 'file', filename: ' ' }), `${at}.content[0].filename must be a non-empty string`],
  ['B3-13', part({ type: 'video' }), `${at}.content[0].type must be "text", "image", or "file"`],
  ['B3-14', image(null), `${source} must be a media source object`],
  ['B3-15', base64({ media_type: '' }), `${source}.media_type must be a non-empty string`],
  ['B3-16', base64({ media_type: 'image/png; q=1' }), `${source}.media_type must be a MIME type without parameters`],
  ['B3-16', base64({ media_type: 'png' }), `${source}.media_type must be a MIME type without parameters`],
  ['B3-17', base64({ data: '' }), `${source}.data must be a non-empty string`],
  ['B3-17', base64({ data: 'data:image/png;base64,aW1n' }), `${source}.data must contain raw base64 data`],
  ['B3-18', url(''), `${source}.url must be a non-empty string`],
  ['B3-18', url('/a.png'), `${source}.url must be an absolute HTTP(S) URL`],
  ['B3-18', url('data:image/png;base64,aW1n'), `${source}.url must use HTTP or HTTPS`],
  ['B3-19', image({ type: 'blob', media_type: 'image/png' }), `${source}.type must be "base64" or "url"`],
  ['B3-20', result({ is_error: true, content: [{ type: 'text', text: 'x' }] }), `${at}.content must be a string for an error tool result`],
  ['B3-21', [user({ type: 'tool_use', id: 'c', name: 'n', input: { f: () => 1 } } as never)], cloneable],
  ['B3-21', [user({ type: 'text', text: 'x', s: Symbol('s') } as never)], cloneable],
  ['B3-21', new Proxy([user(T('x'))], {}), cloneable],
];

describe('Agent: what is refused', () => {
  for (const [id, input, message] of refused) {
    it(`[${id}] ${message}: run and runAgent reject, stream throws, nothing is asked or told`, async () => {
      let asked = 0;
      const { agent, llm } = made({ beforeRun: (context) => (asked++, context) });
      const oma = new OpenMultiAgent({ onProgress: () => asked++, evaluation: { scorers: [{ name: 's', score: () => ({ score: 1 }) }], sample: 1 } });
      const failures = [await failure(agent.run(input as never)), await failure(oma.runAgent({ name: 'a', adapter: llm, beforeRun: (context) => (asked++, context) }, input as never))];
      try {
        agent.stream(input as never);
      } catch (error) {
        failures.push(error);
      }
      expect(failures).to.have.length(3);
      for (const error of failures) {
        expect(error).to.be.instanceOf(InvalidMessageError);
        expect(error).to.include({ name: 'InvalidMessageError', code: 'INVALID_MESSAGE', message });
      }
      expect([asked, llm.calls.length, agent.getState().status, oma.evaluation.getStats().sampled]).to.eql([0, 0, 'idle', 0]);
    });
  }

  it('[B3-22] prompt names its faults as in messages[0], and keeps its history', async () => {
    const { agent } = made();
    const messages = [];
    for (const input of [null, 5, [null], [{ type: 'x', f() {} }]]) messages.push(((await failure(agent.prompt(input as never))) as Error).message);
    expect(messages).to.eql([
      'messages[0].content must be a ContentBlock[], got null',
      'messages[0].content must be a ContentBlock[], got number',
      'messages[0].content[0] must be a content block with a string "type"',
      cloneable,
    ]);
    expect([agent.getHistory(), agent.getState().status]).to.eql([[], 'idle']);
  });

  it('[B3] roles, unknown blocks, texts without text, image sources, tool_use fields and extra keys pass, as do dates, maps, bytes and cycles', async () => {
    const cycle: Record<string, unknown> = { type: 'ring' };
    cycle['self'] = cycle;
    const odd = [
      { role: 'system', content: [], extra: 1 },
      { content: [{ type: 'video' }, { type: 'text' }, { type: 'image' }, { type: 'tool_use' }, cycle] },
      { role: 'user', content: [{ type: 'dated', on: new Date(5), map: new Map([['a', 1]]), bytes: new Uint8Array([1]) }] },
    ] as unknown as LLMMessage[];
    const { agent, llm } = made();
    expect((await agent.run(odd)).success).to.equal(true);
    expect(llm.calls[0]?.messages).to.eql(odd);
  });
});

describe('Agent: copies, in the order of a talk', () => {
  const talk = (): LLMMessage[] => [user(T('Earlier')), assistant(T('Answer')), user(T('And this?'), I('aW1hZ2U='))];

  it('[B4-1] messages, content, blocks, sources and tool input changed right after the call change nothing, through every door', async () => {
    const doors: ((llm: ScriptedLLM, messages: LLMMessage[]) => Promise<unknown>)[] = [
      (adapter, messages) => new Agent({ name: 'a', adapter }).run(messages),
      (adapter, messages) => collect(new Agent({ name: 'a', adapter }).stream(messages)),
      (adapter, messages) => new OpenMultiAgent().runAgent({ name: 'a', adapter }, messages),
    ];
    for (const door of doors) {
      const llm = new ScriptedLLM();
      const messages = [...talk(), assistant(call('x', { deep: { n: 1 } }))] as unknown as { content: Record<string, unknown>[] }[];
      const run = door(llm, messages as never);
      (messages[2]!.content[1]!['source'] as { data: string }).data = 'AAAA';
      (messages[3]!.content[0]!['input'] as { deep: { n: number } }).deep.n = 2;
      messages[0]!.content[0]!['text'] = 'changed';
      messages[1]!.content.length = 0;
      messages.splice(0, 1);
      await run;
      expect(llm.calls[0]?.messages).to.eql([...talk(), assistant(call('x', { deep: { n: 1 } }))]);
    }
    const { agent, llm } = made();
    const blocks = [T('mine'), I()] as { text: string }[];
    const turn = agent.prompt(blocks as never);
    blocks[0]!.text = 'changed';
    blocks.length = 1;
    await turn;
    expect([llm.calls[0]?.messages, agent.getHistory()[0]]).to.eql([[user(T('mine'), I())], user(T('mine'), I())]);
  });

  it('[B4-5] every part of a result and of a told event is the caller’s to change', async () => {
    const { agent } = made({ tools: [{ name: 'x', description: '', execute: () => 'r' }] }, [T('look'), call('x', { deep: { n: 1 } })], 'reply');
    const result = await agent.prompt('hi');
    (result.messages[0]!.content[0] as { text: string }).text = 'changed';
    (result.toolCalls[0]!.input as { deep: { n: number } }).deep.n = 9;
    (result.messages as LLMMessage[]).push(user(T('added')));
    expect(agent.getHistory().map(({ content }) => content)).to.eql([[T('hi')], [T('look'), call('x', { deep: { n: 1 } })], [{ type: 'tool_result', tool_use_id: 'c-x', content: 'r' }], [T('reply')]]);
    const seen: LLMMessage[][] = [];
    const told = made({ tools: [{ name: 'x', description: '', execute: () => 'r' }] }, [call('x', { n: 1 })], (messages) => (seen.push([...messages]), 'done'));
    for await (const event of told.agent.stream('hi')) {
      if (event.type === 'tool_use') (event.data.input as { n: number }).n = 2;
      if (event.type === 'tool_result') (event.data as { content: string }).content = 'changed';
    }
    expect(seen[0]?.slice(1)).to.eql([assistant(call('x', { n: 1 })), user({ type: 'tool_result', tool_use_id: 'c-x', content: 'r' })]);
  });

  it('[B4] a model that changes the messages it is given changes neither the history nor its next turn', async () => {
    const spoil = (messages: readonly LLMMessage[]): ContentBlock[] => {
      for (const message of messages) (message.content as unknown as { length: number }).length = 0;
      return [call('x')];
    };
    const { agent, llm } = made({ history: talk(), tools: [{ name: 'x', description: '', execute: () => 'r' }] }, spoil, 'done');
    await agent.prompt('now');
    expect(llm.calls[1]?.messages.slice(0, 4)).to.eql([...talk(), user(T('now'))]);
    expect(agent.getHistory().slice(0, 4)).to.eql([...talk(), user(T('now'))]);
  });

  it('[B6-11] a hook sees all messages and the joined prompt; its messages come first, then its prompt', async () => {
    const { agent, llm } = made({
      beforeRun(context) {
        expect(context.prompt).to.equal('firstsecond');
        expect(context.messages).to.eql([user(T('first'), I(), T('second'))]);
        expect(context.agent).to.not.have.any.keys('beforeRun', 'afterRun');
        return { ...context, prompt: 'new', messages: [assistant(T('theirs')), user(I('YQ=='), T('one'), I('Yg=='), T('two'))] };
      },
    });
    await agent.run([user(T('first'), I(), T('second'))]);
    expect(llm.calls[0]?.messages).to.eql([assistant(T('theirs')), user(I('YQ=='), T('new'), I('Yg=='))]);
  });

  it('[B4-7] what a hook changes right after it returned comes too late, also when it returns a promise', async () => {
    for (const wait of [false, true]) {
      const kept = [{ role: 'user', content: [{ type: 'text', text: 'kept' }] }] as unknown as { content: { text: string }[] }[];
      const { agent, llm } = made({
        beforeRun: ({ prompt }) => {
          const returned = { prompt, messages: kept as unknown as LLMMessage[] };
          if (!wait) queueMicrotask(() => (kept[0]!.content[0]!.text = 'late'));
          return wait ? Promise.resolve(returned) : returned;
        },
      }, () => ((kept[0]!.content[0]!.text = 'late'), 'ok'));
      await agent.run('a');
      expect(llm.calls[0]?.messages).to.eql([user(T('kept'))]);
    }
  });
});
