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
    expect(names('@"sage"')).to.eql(['agent Sage']);
    expect([toPlainText(''), names('')]).to.eql(['', []]);
  });

  it('[A7-1] a token is read with its strings, escapes and nested braces; a malformed one stays text', () => {
    const stored = 'a @{"type":"skill","id":"s","name":"x } \\" y","config":{"k":{"z":1}}} b @{oops} c';
    expect(parseMentionTokens(stored).skillMentions.map(({ name }) => name)).to.eql(['x } " y']);
    expect(toPlainText(stored)).to.equal('a /x } " y b @{oops} c');
  });

  it('[A7-4] what upstream trips over: names with signs, "@!", and a skill beside an older mention', () => {
    expect(names('@"C++ (beta)" now')).to.eql(['agent C++ (beta)']);
    expect(names('well @! then')).to.eql([]);
    expect(names('@{"type":"skill","id":"s","name":"plan"} for @Sage')).to.eql(['skill plan', 'agent Sage']);
  });

  it('[A7.3] plain text for people, context for the model', () => {
    const stored = '@{"type":"agent","id":"a","name":"Sage"} run @{"type":"query","id":"q9","name":"Sales"} with @{"type":"skill","id":"s","name":"plan"}@{"_mode":"attachment","id":"f"}';
    expect(toPlainText(stored)).to.equal('@Sage run #Sales with /plan');
    expect(toAgentContext(stored)).to.equal('Sage run query "Sales" (ID: q9) with plan');
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
