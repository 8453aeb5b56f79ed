/** What a voice says of a reply, as a pure step over the text so far. */
import { expect } from 'chai';
import fc from 'fast-check';
import type { ContentBlock } from '../../src/model/message.js';
import { countWords, joinSentences, segmentByMarks, segmentFor, shortenTo } from '../../src/rendering/sentences.js';
import { speakNext, spokenStart, type SpokenPlace, type Voice } from '../../src/rendering/spoken-text.js';
import { defaultStrings } from '../../src/ui/strings.js';

const voice: Voice = { words: defaultStrings, locale: 'en' };
const text = (words: string): readonly ContentBlock[] => [{ type: 'text', text: words }];

function all(content: readonly ContentBlock[], growing = false, length = 100_000): string {
  return speakNext(content, growing, spokenStart, { length }, voice).text;
}

/** Everything that is said of a text that grows by these steps, line by line. */
function follow(steps: readonly string[], length = 240): string[] {
  const lines: string[] = [];
  let place: SpokenPlace = spokenStart;
  const step = (words: string, growing: boolean): void => {
    for (;;) {
      const next = speakNext(text(words), growing, place, { length }, voice);
      place = next.place;
      if (next.text !== '') lines.push(next.text);
      if (!next.more) return;
    }
  };
  for (const words of steps) step(words, true);
  step(steps.at(-1) ?? '', false);
  return lines;
}

const piecewise = (whole: string, size: number): string[] => Array.from({ length: Math.ceil(whole.length / size) }, (_, index) => whole.slice(0, (index + 1) * size));

describe('what is said of a reply', () => {
  const spoken: readonly (readonly [what: string, markdown: string, said: string])[] = [
    ['emphasis and code words', 'A **bold** *word*, `npm test` and ~~gone~~.', 'A bold word, npm test and gone.'],
    ['a heading, with a stop behind it', '## Plan\n\nFirst this.', 'Plan. First this.'],
    ['code by its length and language', 'See:\n\n```ts\nlet a = 1;\nlet b = 2;\n```\n\nDone.', 'See: code, 2 lines, TypeScript. Done.'],
    ['one line of code without a language', '```\nls\n```', 'code, 1 line'],
    ['a table by its size and columns', '| Name | Price |\n|---|---|\n| a | 1 |\n| b | 2 |', 'table, 2 rows, columns Name, Price'],
    ['a picture by its words', 'Here: ![a red boat](https://x.test/p.png)', 'Here: image: a red boat'],
    ['a link by its words', 'Read [the guide](https://x.test/a/b?c=d).', 'Read the guide.'],
    ['a bare address by its host', 'Go to https://docs.example.test/a/b?c=d now.', 'Go to link to docs.example.test now.'],
    ['lists item by item, with numbers', '3. one\n4. two\n   - inner', '3. one. 4. two. inner'],
    ['tasks with their state', '- [x] write\n- [ ] test', 'Done: write. To do: test'],
    ['a quote by its words', '> He said so.\n> Twice.', 'He said so. Twice.'],
    ['entities as characters', 'Fish &amp; chips.', 'Fish & chips.'],
    ['nothing of rules and definitions', 'A [b].\n\n---\n\n[b]: https://x.test', 'A b.'],
  ];
  for (const [what, markdown, said] of spoken) {
    it(`[UI-announce] says ${what}`, () => {
      expect(all(text(markdown))).to.equal(said);
    });
  }

  it('[UI-announce] a growing reply is said in whole sentences, and never the last one: its end is not known', () => {
    expect(all(text('It costs 3.'), true)).to.equal('');
    expect(all(text('It costs 3.50 today. And'), true)).to.equal('It costs 3.50 today.');
    expect(all(text('First. Second.\n\nThird'), true)).to.equal('First. Second.');
    expect(all(text('Look:\n\n```ts\na\n'), true)).to.equal('Look:');
  });

  it('[UI-announce] calls of tools are said in their place, thoughts are not, and a failed call says so', () => {
    const content: ContentBlock[] = [
      { type: 'reasoning', text: 'Hidden thought.' },
      { type: 'text', text: 'I look.' },
      { type: 'tool_use', id: 'c', name: 'add_form_field', input: {} },
      { type: 'tool_result', tool_use_id: 'c', content: 'no', is_error: true },
      { type: 'text', text: 'It failed.' },
    ];
    expect(all(content)).to.equal('I look. Add form field. Could not finish Add form field. It failed.');
  });

  it('[UI-announce] a line holds whole sentences up to its length, and the next goes on behind it', () => {
    const content = text('One is here. Two is here. Three is here.');
    const first = speakNext(content, false, spokenStart, { length: 26 }, voice);
    expect([first.text, first.more]).to.deep.equal(['One is here. Two is here.', true]);
    const second = speakNext(content, false, first.place, { length: 26 }, voice);
    expect([second.text, second.more]).to.deep.equal(['Three is here.', false]);
    expect(speakNext(content, false, second.place, { length: 26 }, voice).text).to.equal('');
    expect(speakNext(content, false, spokenStart, { length: 240, sentences: 1 }, voice)).to.include({ text: 'One is here.', more: true });
  });

  it('[UI-announce] however a reply is cut into pieces, each sentence is said once and in order', () => {
    const reply = 'First words. Second *words* here.\n\n- an item. And more.\n- another\n\n```js\nx\n```\n\n| a |\n|---|\n| b |\n\nThe end is 3.5 far. Bye!';
    const whole = all(text(reply)).replace(/\.(?= )/g, '');
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), (size) => {
        expect(joinSentences(follow(piecewise(reply, size), 60)).replace(/\.(?= )/g, '')).to.equal(whole);
      }),
      { seed: 14, numRuns: 40 },
    );
  });

  it('[UI-announce] a reply that is replaced by other words is not said again from the start', () => {
    const first = speakNext(text('One. Two. Three'), true, spokenStart, { length: 240 }, voice);
    expect(first.text).to.equal('One. Two.');
    expect(speakNext(text('Other. Words. At last. Four'), true, first.place, { length: 240 }, voice).text).to.equal('At last.');
    expect(speakNext(text('Short'), false, first.place, { length: 240 }, voice).text).to.equal('');
  });
});

describe('sentences', () => {
  it('[UI-announce] are split by the rules of the language, and by marks where the engine has none', () => {
    for (const segment of [segmentFor('en'), segmentByMarks]) {
      expect(segment('It is 3.5 m. Really? Yes! Done')).to.deep.equal(['It is 3.5 m. ', 'Really? ', 'Yes! ', 'Done']);
      expect(segment('第一句。第二句！')).to.deep.equal(['第一句。', '第二句！']);
      expect(segment('')).to.deep.equal([]);
    }
    expect(segmentFor('not a locale!')('One. Two.')).to.deep.equal(['One. ', 'Two.']);
  });

  it('[UI-announce] splitting by marks loses no character', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', ' ', '.', '!', '。', '"', '\n', '…', '5') }), (words) => {
        expect(segmentByMarks(words).join('')).to.equal(words);
      }),
      { seed: 48, numRuns: 300 },
    );
  });

  it('[UI-announce] a long one is cut at a word, never inside a character', () => {
    expect(shortenTo('one two three four', 12)).to.equal('one two …');
    expect(shortenTo('😀'.repeat(10), 9)).to.equal('😀😀😀 …');
    expect(shortenTo('short', 12)).to.equal('short');
  });

  it('[UI-announce] words are counted without code and addresses, and as characters where no spaces are', () => {
    expect(countWords('Two words.\n\n```js\nnot these here\n```\n\n[one link](https://x.test/a-b)')).to.equal(4);
    expect(countWords("It's well-known, isn't it?")).to.equal(4);
    expect(countWords('你好世界 ok')).to.equal(5);
    expect(countWords('```js\nopen fence')).to.equal(0);
    expect(countWords('')).to.equal(0);
  });
});
