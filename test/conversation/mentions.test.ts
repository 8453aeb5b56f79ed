import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import fc from 'fast-check';
import { adjustMentions, editBetween, joinWithMentions, trimWithMentions } from '../../src/conversation/mention-edits.js';
import { rankMentionables, rowLimit } from '../../src/conversation/mention-ranking.js';
import { fold } from '../../src/conversation/mention-text.js';
import { findMentionQuery, firstAgentId, type Mentionable, mentionText, resolveMentions, skillIdsOf } from '../../src/conversation/mentions.js';
import type { Mention } from '../../src/model/message.js';

const skill = (name: string, id = name): Mentionable => ({ type: 'skill', id, name });
const agent = (name: string, id = name): Mentionable => ({ type: 'agent', id, name });
const read = (file: string): { vectors: readonly Record<string, unknown>[] } => JSON.parse(readFileSync(new URL(`../fixtures/cases/${file}.json`, import.meta.url), 'utf8'));

const summarise = skill('summarise', 'S');
const suDo = skill('su-do', 'D');
const plans = [skill('plan', 'P'), skill('plan-trip', 'T'), skill('planner', 'N'), skill('plan_review', 'R')];

function queryAt(marked: string, names?: readonly string[]): string | null {
  const caret = marked.indexOf('|');
  const found = findMentionQuery(marked.replace('|', ''), caret, ['/', '@'], names);
  return found && found.trigger + found.query;
}

function mentionOf(text: string, item: Mentionable, from = 0): Mention {
  const start = text.indexOf(mentionText(item), from);
  return { type: item.type, id: item.id, name: item.name, start, end: start + mentionText(item).length };
}

const idsIn = (text: string, known: readonly Mentionable[], chosen?: readonly Mention[]): string[] => resolveMentions(text, known, chosen).map(({ id }) => id);

describe('the name being typed', () => {
  for (const { text, open } of read('50-slash-opens').vectors as { text: string; open: boolean | 'either' }[]) {
    it(`[case 50] ${JSON.stringify(text)} ${open === false ? 'offers nothing' : 'offers skills'}`, () => {
      const caret = text.indexOf('|');
      const found = findMentionQuery(text.replace('|', ''), caret);
      expect(found !== null && rankMentionables(found.query, [summarise, suDo]).length > 0).to.equal(open !== false);
    });
  }

  it('[A7-6] a trigger counts at the start, after whitespace and after an opening bracket', () => {
    expect(queryAt('/su|')).to.equal('/su');
    expect(queryAt('ask @sa|')).to.equal('@sa');
    expect(queryAt('line\n/|')).to.equal('/');
    expect(queryAt('(/su|')).to.equal('/su');
    expect(queryAt('「/集|')).to.equal('/集');
    expect(queryAt('a/su|')).to.equal(null);
    expect(queryAt('me@example|')).to.equal(null);
    expect(queryAt('"/su|')).to.equal(null);
  });

  it('[A7-6] the nearest trigger before the caret counts, at the end of its word', () => {
    expect(queryAt('/plan @sa|')).to.equal('@sa');
    expect(queryAt('/su| mmarise')).to.equal('/su');
    expect(queryAt('(/su|)')).to.equal('/su');
    expect(queryAt('/su|mmarise')).to.equal(null);
    expect(queryAt('|/su')).to.equal(null);
  });

  it('[A7-6] a space ends the name unless a known name goes on that way', () => {
    expect(queryAt('@sales a|')).to.equal(null);
    expect(queryAt('@sales a|', ['Sales Agent'])).to.equal('@sales a');
    expect(queryAt('@sales |', ['Sales Agent'])).to.equal('@sales ');
    expect(queryAt('@sales b|', ['Sales Agent'])).to.equal(null);
    expect(queryAt('@sales agent x|', ['Sales Agent'])).to.equal(null);
    expect(queryAt('@sales\na|', ['Sales Agent'])).to.equal(null);
  });

  it('[A7-5] addresses, link targets, paths and code offer nothing', () => {
    for (const text of ['https://e.test/(/su|', '[docs](/su|', '/su/b|', '@scope/su|', 'x `a` `/su|', '~~~\n/su|', '`/su|`', '```\na\n```\n```js\n/su|']) expect(queryAt(text), text).to.equal(null);
    for (const text of ['`a` /su|', '```\na\n```\n/su|', 'it`s\n/su|', '\\`\n\n/su|']) expect(queryAt(text), text).to.equal('/su');
  });

  it('[A7-6] reading a long line takes no longer than a short one', () => {
    const words = 'word '.repeat(200_000);
    const started = performance.now();
    for (let round = 0; round < 100; round++) findMentionQuery(words, words.length, ['/', '@'], ['Sales Agent']);
    expect(performance.now() - started).to.be.below(500);
  });
});

describe('the mentions of a text', () => {
  it('[case 51] raw text, close names and spoiled tokens', () => {
    for (const { raw, sent } of read('51-close-names').vectors as { raw?: string; sent?: string[] }[]) {
      if (raw !== undefined) expect(idsIn(raw, plans), raw).to.deep.equal(sent);
    }
    expect(idsIn('/plan-trip to Rome', plans)).to.deep.equal(['T']);
    expect(idsIn('/plan a week', plans)).to.deep.equal(['P']);
    expect(idsIn('/plan. Thanks', plans)).to.deep.equal(['P']);
    expect(idsIn('/planner, please', plans)).to.deep.equal(['N']);
    expect(idsIn('/plan_review', plans)).to.deep.equal(['R']);
  });

  it('[case 51] what was chosen stays chosen when one types on behind it, and never becomes its neighbour', () => {
    const text = '/plan-trip';
    expect(idsIn(text, plans, [mentionOf(text, plans[0]!)])).to.deep.equal(['P']);
  });

  it('[case 51] of two skills with one name the chosen one is sent', () => {
    const twins = [skill('plan', 'first'), skill('plan', 'second')];
    expect(idsIn('/plan it', twins)).to.deep.equal(['first']);
    expect(idsIn('/plan it', twins, [mentionOf('/plan it', twins[1]!)])).to.deep.equal(['second']);
  });

  it('[A7-5] the longest known name wins, in any letter case, and must end there', () => {
    const known = [agent('Sales'), agent('Sales Agent'), agent('Ärger'), skill('İstanbul'), skill('ΟΔΟΣ')];
    expect(idsIn('@sales agent, hi', known)).to.deep.equal(['Sales Agent']);
    expect(idsIn('@Sales agents', known)).to.deep.equal(['Sales']);
    expect(idsIn('@a\u0308RGER', known)).to.deep.equal(['Ärger']);
    expect(idsIn('/i\u0307stanbul!', known)).to.deep.equal(['İstanbul']);
    expect(idsIn('/οδος', known)).to.deep.equal(['ΟΔΟΣ']);
    expect(idsIn('/sales', known), 'a skill is not an agent').to.deep.equal([]);
  });

  it('[A7-5] a name inside a longer word, a path, an address or code is plain text', () => {
    for (const text of ['/plans', '/plan-x', '/plan.ts', '/plan/b', '/plan/', "/plan's", 'a/plan', 'me@plan', '/plan:run', 'https://e.test/(/plan)', '[x](/plan)', '`/plan`', '`/plan', '```\n/plan\n```', '/PLAN\u0301'])
      expect(idsIn(text, [skill('plan')]), text).to.deep.equal([]);
    for (const text of ['/plan', '(/plan)', '/plan...', '/plan?', 'x\n/plan\ny', '`a` /plan', '/Plan:', '/plan 🙂', '/plan🙂']) expect(idsIn(text, [skill('plan')]), text).to.deep.equal(['plan']);
  });

  it('[A7-4] names with signs of regular expressions and braces are names', () => {
    const known = [skill('a.b'), skill('c++'), skill('{x}'), agent('(who)')];
    expect(idsIn('/a.b /c++ /{x} @(who) /aXb', known)).to.deep.equal(['a.b', 'c++', '{x}', '(who)']);
  });

  it('[case 52] offsets always slice to the written form of the mention', () => {
    const names = fc.constantFrom('plan', 'plan-trip', 'Sales Agent', 'é', 'İ', '集計', 'a.b');
    const known = fc.array(fc.record({ type: fc.constantFrom('skill' as const, 'agent' as const), id: fc.string(), name: names }), { maxLength: 6 });
    const piece = fc.oneof(names, fc.constantFrom('/', '@', ' ', '\n', '`', '(', ').', '-', 'x', '🙂', '```'));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), known, (pieces, items) => {
        const text = pieces.join('');
        let last = 0;
        for (const mention of resolveMentions(text, items)) {
          expect(fold(text.slice(mention.start, mention.end))).to.equal(fold(mentionText(mention)));
          expect(mention.start).to.be.at.least(last);
          last = mention.end;
        }
      }),
      { seed: 52, numRuns: 500 },
    );
  });

  it('[A7-14] skill ids come once each, in order', () => {
    const text = '/plan /planner /plan @x';
    expect(skillIdsOf(resolveMentions(text, [...plans, agent('x')]))).to.deep.equal(['P', 'N']);
  });

  it('[A7-2] the first allowed agent is meant; ids compare without letter case', () => {
    const mentions = resolveMentions('/plan @Sage @Alex', [skill('plan'), agent('Sage', 'AA'), agent('Alex', 'BB')]);
    expect(firstAgentId(mentions)).to.equal('AA');
    expect(firstAgentId(mentions, null)).to.equal('AA');
    expect(firstAgentId(mentions, ['bb'])).to.equal('BB');
    expect(firstAgentId(mentions, [])).to.equal(null);
  });
});

describe('the order of the list', () => {
  const names = (query: string, items: readonly Mentionable[], limit?: number): string[] => rankMentionables(query, items, limit).map(({ item }) => item.name);

  it('[case 51] an exact name is first, and only names that hold the query are offered', () => {
    expect(names('plan', plans)[0]).to.equal('plan');
    expect(names('plan-t', plans)).to.deep.equal(['plan-trip']);
    expect(names('plan_', plans)).to.deep.equal(['plan_review']);
    expect(names('zzz', plans)).to.deep.equal([]);
  });

  it('[A7-8] exact, then starts with, then a word starts with, then contains; ties agents first, then alphabetical', () => {
    const items = [skill('amap'), skill('road-map'), skill('mapper'), skill('map'), skill('siteMap'), agent('mapping'), skill('Mapa')];
    expect(names('map', items)).to.deep.equal(['map', 'mapping', 'Mapa', 'mapper', 'road-map', 'siteMap', 'amap']);
    expect(names('', [skill('b'), skill('a'), agent('c')])).to.deep.equal(['c', 'a', 'b']);
  });

  it('[A7-7] at most 12 skills, at most 50 rows', () => {
    const many = Array.from({ length: 80 }, (_, index) => skill(`s${index}`));
    expect(names('s', many, rowLimit('/'))).to.have.length(12);
    expect(names('s', many, rowLimit('@'))).to.have.length(50);
    expect(names('s', many, 1000)).to.have.length(50);
  });

  it('[A7-8] the matches to mark are ranges of the name as written', () => {
    expect(rankMentionables('ma', [skill('Mail-map')])[0]?.ranges).to.deep.equal([{ start: 0, end: 2 }, { start: 5, end: 7 }]);
    expect(rankMentionables('é', [skill('re\u0301sume\u0301')])[0]?.ranges).to.deep.equal([{ start: 1, end: 3 }, { start: 6, end: 8 }]);
  });

  it('[A7-6] a bracket far behind the start of an address is no part of it, so that long text without spaces costs its length', () => {
    const address = (length: number): string => `https://e.test/${'a'.repeat(length)}(/plan`;
    expect(resolveMentions(address(100), [skill('plan')])).to.eql([]);
    expect(resolveMentions(address(3000), [skill('plan')])).to.have.length(1);
  });
});

describe('mentions through edits', () => {
  const text = 'a /plan b /planner c';
  const both = [mentionOf(text, plans[0]!), mentionOf(text, plans[2]!)];
  const after = (edited: string, caret?: number): string[] => {
    const edit = editBetween(text, edited, caret);
    const mentions = edit ? adjustMentions(both, edit) : both;
    for (const mention of mentions) expect(edited.slice(mention.start, mention.end)).to.equal(mentionText(mention));
    return mentions.map(({ id }) => id);
  };

  it('[case 52] A: writing beside a mention keeps both', () => {
    expect(after('a /plan, b /planner c')).to.deep.equal(['P', 'N']);
    expect(after('so: a /plan b /planner c')).to.deep.equal(['P', 'N']);
    expect(after('a x/plan b /planner c')).to.deep.equal(['P', 'N']);
  });

  it('[case 52] C: an edit inside a mention drops that one only', () => {
    expect(after('a /pan b /planner c')).to.deep.equal(['N']);
    expect(after('a /plxan b /planner c')).to.deep.equal(['N']);
    expect(after('a /plan b planner c')).to.deep.equal(['P']);
  });

  it('[case 52] D: a deletion from the middle of one to the middle of the other drops both', () => {
    expect(after('a /plnner c')).to.deep.equal([]);
  });

  it('[case 52] the caret tells which of several equal letters was deleted', () => {
    const twice = '/aa/aa';
    expect(editBetween(twice, '/a/aa', 1)).to.deep.equal({ start: 1, removed: 1, inserted: 0 });
    expect(editBetween('aaaa', 'aaa', 1)).to.deep.equal({ start: 1, removed: 1, inserted: 0 });
    expect(editBetween('aaa', 'aaaa', 2)).to.deep.equal({ start: 1, removed: 0, inserted: 1 });
    expect(editBetween('same', 'same')).to.equal(null);
  });

  it('[case 52] an edit found by comparing makes the new text out of the old, and what is kept slices to its name', () => {
    const part = fc.constantFrom('/plan', ' ', 'a', 'aa', '\n', '🙂');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), fc.array(part, { maxLength: 4 }), fc.nat(40), fc.nat(12), fc.option(fc.nat(60)), (parts, insertion, at, cut, caretGuess) => {
        const before = parts.join('');
        const start = Math.min(at, before.length);
        const inserted = insertion.join('');
        const changed = before.slice(0, start) + inserted + before.slice(start + cut);
        const edit = editBetween(before, changed, caretGuess === null ? start + inserted.length : caretGuess);
        const chosen = resolveMentions(before, [plans[0]!]);
        if (!edit) {
          expect(changed).to.equal(before);
          return;
        }
        expect(before.slice(0, edit.start) + changed.slice(edit.start, edit.start + edit.inserted) + before.slice(edit.start + edit.removed)).to.equal(changed);
        expect(Math.min(edit.start, edit.removed, edit.inserted)).to.be.at.least(0);
        for (const mention of adjustMentions(chosen, edit)) expect(changed.slice(mention.start, mention.end)).to.equal('/plan');
      }),
      { seed: 53, numRuns: 1000 },
    );
  });

  it('[case 52] B: trimming keeps a mention at either end', () => {
    const padded = ' \n/plan x /planner \n';
    const trimmed = trimWithMentions(padded, [mentionOf(padded, plans[0]!), mentionOf(padded, plans[2]!)]);
    expect(trimmed.text).to.equal('/plan x /planner');
    expect(trimmed.mentions.map(({ start, end }) => trimmed.text.slice(start, end))).to.deep.equal(['/plan', '/planner']);
  });

  it('[A4-6] a text put back under another keeps the mentions of both', () => {
    const one = [mentionOf('/plan', plans[0]!)];
    const joined = joinWithMentions('/plan', one, '/planner', [mentionOf('/planner', plans[2]!)]);
    expect(joined.text).to.equal('/plan\n/planner');
    expect(joined.mentions.map(({ start, end }) => joined.text.slice(start, end))).to.deep.equal(['/plan', '/planner']);
    expect(joinWithMentions('', [], '/plan', one)).to.deep.equal({ text: '/plan', mentions: one });
  });
});
