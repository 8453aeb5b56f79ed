import { expect } from 'chai';
import fc from 'fast-check';
import { fromMentionTokens, parseMentionTokens, toAgentContext, toMentionTokens, toPlainText } from '../../src/conversation/mention-tokens.js';

const directory = {
  agents: [{ id: 'a1', name: 'Sage' }, { id: 'a2', name: 'Data Analyst' }, { id: 'a3', name: 'C++ (beta)' }],
  users: [{ id: 'u1', name: 'John Doe', email: 'john@example.org' }, { id: 'u2', name: 'Ann' }],
};
const names = (text: string): string[] => parseMentionTokens(text, directory).mentions.map(({ type, name }) => `${type} ${name}`);

describe('mention tokens', () => {
  it('[A7-3] the list of upstream: tokens, settings, faults, names in every older form', () => {
    const one = parseMentionTokens('Hi @{"type":"agent","id":"a1","name":"Sage"}, go');
    expect(one.agentMention).to.eql({ type: 'agent', id: 'a1', name: 'Sage' });
    expect(one.mentions).to.have.length(1);
    expect(parseMentionTokens('@{"type":"agent","id":"a1","name":"Sage","configId":"high"}').agentMention?.configurationId).to.equal('high');
    expect(parseMentionTokens('@{"type":"agent","id":').mentions).to.eql([]);
    expect(parseMentionTokens('@{"type":"agent","name":"Sage"}').mentions).to.eql([]);
    expect(names('@Sage help')).to.eql(['agent Sage']);
    expect(names('ask @"Data Analyst" please')).to.eql(['agent Data Analyst']);
    expect(names('@Sag, help')).to.eql(['agent Sage']);
    expect(names('@John look')).to.eql(['user John Doe']);
    expect(names('@john@example.org')).to.eql(['user John Doe']);
    expect(names('@Sage and @Ann and @"john doe"')).to.eql(['agent Sage', 'user Ann', 'user John Doe']);
    expect(names('@Nobody and @"No One"')).to.eql([]);
    expect([names('@"sage"'), toPlainText('ask @"sage", now', directory)]).to.eql([['agent Sage'], 'ask @Sage, now']);
    expect([toPlainText(''), names('')]).to.eql(['', []]);
  });

  it('[A7-2] an older form is looked up as agent, its start, person, e-mail, its start, and never by a middle', () => {
    const agents = [{ id: 'a1', name: 'Sage Senior' }, { id: 'a2', name: 'Sage' }];
    const users = [{ id: 'u1', name: 'Sage' }, { id: 'u2', name: 'Annabel' }, { id: 'u3', name: 'Zoe', email: 'ann@example.org' }, { id: 'u4', name: 'Ann' }];
    const ids = (text: string): string[] => parseMentionTokens(text, { agents, users }).mentions.map(({ id }) => id);
    expect([ids('@sage'), ids('@sage.'), ids('@"sage s"'), ids('@ANN?!'), ids('@ann@example.org;'), ids('@anna'), ids('@enior @nabel')]).to.eql([['a2'], ['a2'], ['a1'], ['u4'], ['u3'], ['u2'], []]);
    expect(ids('mail bob@sage, see `@sage`, `ask @sage now` and https://e.test/@sage')).to.eql([]);
    expect(ids('@{"type":"user","id":"u9","name":"Eve"} and @sage')).to.eql(['u9']);
  });

  it('[A7-2] a row without a name in the directory breaks nothing', () => {
    const agents = [{ id: 'x' }, null, { id: 'a2', name: 'Sage' }] as unknown as { id: string; name: string }[];
    expect(parseMentionTokens('@Sage', { agents }).agentMention?.id).to.equal('a2');
  });

  it('[A7-1] a token is read with its strings, escapes and nested braces; a malformed one stays text', () => {
    const stored = 'a @{"type":"skill","id":"s","name":"x } \\" y","config":{"k":{"z":1}}} b @{oops} c';
    expect(parseMentionTokens(stored).skillMentions.map(({ name }) => name)).to.eql(['x } " y']);
    expect(toPlainText(stored)).to.equal('a /x } " y b @{oops} c');
    const valid = '@{"type":"agent","id":"a","name":"Sage"}';
    for (const broken of ['@{', '@{"type":"agent', '@{"a":{', '@{"a":"@{', '@{\\']) expect(toPlainText(`${broken} ${valid}`)).to.equal(`${broken} @Sage`);
    for (const other of ['{"type":"robot","id":"a","name":"b"}', '{"type":"agent","id":7,"name":"b"}', '{"type":"agent","id":"a","name":""}']) {
      expect([parseMentionTokens(`@${other}`).mentions, toPlainText(`@${other}`)]).to.eql([[], `@${other}`]);
    }
  });

  it('[A7-1] a text full of open tokens is read in one go', () => {
    for (const part of ['@{', '@{"a', '@{"a":', '@{"a":{', '@{"a":"\\"']) {
      const text = part.repeat(20_000);
      const begin = performance.now();
      expect(fromMentionTokens(text)).to.eql({ text, mentions: [] });
      expect(names(text)).to.eql([]);
      expect(performance.now() - begin).to.be.lessThan(1000);
    }
  });

  it('[A7-4] what upstream trips over: names with signs, "@!", and a skill beside an older mention', () => {
    expect(names('@"C++ (beta)" now')).to.eql(['agent C++ (beta)']);
    expect(names('well @! then')).to.eql([]);
    expect(toPlainText('@"c++ (BETA)" now', directory)).to.equal('@C++ (beta) now');
    expect(parseMentionTokens('@Yahoo! hi', { agents: [{ id: 'a1', name: 'Yahoo' }, { id: 'a2', name: 'Yahoo!' }] }).agentMention?.id).to.equal('a2');
    expect(names('@{"type":"skill","id":"s","name":"plan"} for @Sage')).to.eql(['skill plan', 'agent Sage']);
    expect(names('@Sage, do @{"type":"skill","id":"s","name":"plan"}')).to.eql(['agent Sage', 'skill plan']);
  });

  it('[A7.3] plain text for people, context for the model', () => {
    const stored = '@{"type":"agent","id":"a","name":"Sage"} run @{"type":"query","id":"q9","name":"Sales"} with @{"type":"skill","id":"s","name":"plan"}@{"_mode":"attachment","id":"f"}';
    expect(toPlainText(stored)).to.equal('@Sage run #Sales with /plan');
    expect(toAgentContext(stored)).to.equal('Sage run query "Sales" (ID: q9) with plan');
    expect(toPlainText('@{"type":"agent","id":"A1","name":"Old"} @{"type":"user","id":"u2","name":"Old"}', directory)).to.equal('@Sage @Ann');
  });

  it('[A7.3] a form answer reads as its label and value, as a list of several, and for the model with the exact fields', () => {
    const form = (fields: readonly object[]): string => `@${JSON.stringify({ action: 'formSubmit', fields, _mode: 'form' })}`;
    const one = form([{ name: 'size', value: 2, label: 'Size' }]);
    const two = form([{ name: 'a', value: 1 }, { name: 'b', value: 'x', displayValue: 'Ex' }]);
    expect([toPlainText(one), toPlainText(two), toPlainText(form([]))]).to.eql(['Size: 2', 'Form Response: a=1, b=Ex', 'Form Response']);
    expect([toAgentContext(one), toAgentContext(two)]).to.eql(['Size: 2\n{"size":2}', 'a: 1\nb: Ex\n{"a":1,"b":"x"}']);
    expect(toPlainText('@{"_mode":"form","fields":7}')).to.equal('@{"_mode":"form","fields":7}');
    expect(fromMentionTokens(one)).to.eql({ text: one, mentions: [] });
  });

  it('[A7-5] a mention whose words are no longer there, or that lies in another, is left out', () => {
    const sage = { type: 'agent', id: 'a1', name: 'Sage', start: 3, end: 8 } as const;
    expect(toMentionTokens('hi @SAGE', [sage, { ...sage, id: 'a2' }])).to.equal('hi @{"type":"agent","id":"a1","name":"Sage"}');
    for (const wrong of [{ start: 2, end: 7 }, { start: -5, end: 8 }, { start: 8, end: 3 }, { start: 3, end: 99 }]) expect(toMentionTokens('hi @Sage', [{ ...sage, ...wrong }])).to.equal('hi @Sage');
  });

  it('[A7-5] text and mentions by offset survive the way there and back, whatever the names hold', () => {
    const words = fc.stringMatching(/^[^@]{0,12}$/);
    const mention = fc.record({ type: fc.constantFrom('skill', 'agent', 'entity'), id: fc.string({ minLength: 1 }), name: fc.string({ minLength: 1, maxLength: 12 }) });
    fc.assert(
      fc.property(fc.array(fc.tuple(words, mention), { maxLength: 5 }), words, (pairs, tail) => {
        const built = fromMentionTokens(pairs.map(([before, one]) => `${before}@${JSON.stringify(one)}`).join('') + tail);
        for (const { start, end, name } of built.mentions) expect(built.text.slice(start + 1, end)).to.equal(name);
        expect(built.mentions.map(({ id }) => id)).to.eql(pairs.map(([, { id }]) => id));
        expect(fromMentionTokens(toMentionTokens(built.text, built.mentions))).to.eql(built);
      }),
      { seed: 7, numRuns: 300 },
    );
  });
});
