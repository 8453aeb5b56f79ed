import { expect } from 'chai';
import { applyBeforeRun, promptOf } from '../../src/run/before-run.js';
import type { ContentBlock, LLMMessage } from '../../src/model/message.js';

const T = (text: string): ContentBlock => ({ type: 'text', text });
const I = (data: string): ContentBlock => ({ type: 'image', source: { type: 'base64', media_type: 'image/png', data } });
const R: ContentBlock = { type: 'tool_result', tool_use_id: '1', content: 'r' };
const user = (...content: ContentBlock[]): LLMMessage => ({ role: 'user', content });
const assistant = (...content: ContentBlock[]): LLMMessage => ({ role: 'assistant', content });

const rows: readonly (readonly [string, readonly LLMMessage[], { prompt?: string; messages?: readonly LLMMessage[] }, readonly LLMMessage[]])[] = [
  ['B6-1', [user(T('a'), I('aW1n'), T('b'))], {}, [user(T('a'), I('aW1n'), T('b'))]],
  ['B6-2', [user(T('a'), I('aW1n'), T('b'), I('aW1h'))], { prompt: 'x' }, [user(T('x'), I('aW1n'), I('aW1h'))]],
  ['B6-3', [user(I('aW1n'), T('a'), I('aW1h'), T('b'))], { prompt: 'x' }, [user(I('aW1n'), T('x'), I('aW1h'))]],
  ['B6-4', [user(I('aW1n'))], { prompt: 'x' }, [user(T('x'), I('aW1n'))]],
  ['B6-5', [user(I('aW1n'))], {}, [user(I('aW1n'))]],
  ['B6-6', [user(T('a'))], { prompt: '' }, [user(T(''))]],
  ['B6-7', [user(T('a')), assistant(T('b'))], { prompt: 'x' }, [user(T('x')), assistant(T('b'))]],
  ['B6-8', [assistant(T('b'))], { prompt: 'x' }, [assistant(T('b'))]],
  ['B6-8', [], { prompt: 'x' }, []],
  ['B6-9', [user(R)], { prompt: 'x' }, [user(T('x'), R)]],
  ['B6-10', [user(T('a'))], { messages: [user(T('m'))] }, [user(T('m'))]],
  ['B6-11', [user(T('a'))], { prompt: 'x', messages: [user(T('m')), user(T('n'), I('aW1n'))] }, [user(T('m')), user(T('x'), I('aW1n'))]],
  ['B6-12', [user(T('a'))], { prompt: 'a', messages: [user(T('z'))] }, [user(T('z'))]],
  ['B6-13', [user(T('a'))], { messages: [] }, []],
  ['B6-14', [{ ...user(T('a')), extra: 1 } as LLMMessage], { prompt: 'x' }, [user(T('x'))]],
  ['B6-16', [user(T('a'))], {}, [user(T('a'))]],
];

describe('beforeRun', () => {
  for (const [id, given, result, expected] of rows) {
    it(`[${id}] ${JSON.stringify(result)} over ${given.length} messages`, () => {
      const prompt = promptOf(given);
      expect(applyBeforeRun(prompt, given, { prompt, ...result })).to.eql(expected);
    });
  }

  it('[B6-1] the prompt is the text of the latest user message, joined with nothing', () => {
    expect(promptOf([user(T('old')), user(T('a'), I('aW1n'), T('b')), assistant(T('c'))])).to.equal('ab');
    expect([promptOf([]), promptOf([user(I('aW1n'))])]).to.eql(['', '']);
  });

  it('[B6-18] [B6-19] [B6-20] a result that is none is refused by its place', () => {
    expect(() => applyBeforeRun('', [], undefined)).to.throw(TypeError, 'got undefined');
    expect(() => applyBeforeRun('', [], { prompt: 5 })).to.throw('beforeRun.prompt must be a string').with.property('code', 'INVALID_MESSAGE');
    for (const messages of [null, [null], [{ role: 'user', content: [{ type: 'x', f() {} }] }]]) expect(() => applyBeforeRun('', [], { prompt: '', messages })).to.throw().with.property('code', 'INVALID_MESSAGE');
  });
});
