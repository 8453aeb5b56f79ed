import { expect } from 'chai';
import type { Token } from 'marked';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parseBlocks, type Blocks } from '../../src/markdown/blocks.js';
import { plainText } from '../../src/markdown/plain-text.js';

const rows = (count: number, row: (index: number) => string): string => Array.from({ length: count }, (_, index) => row(index)).join('');

/** Texts that cost a parser time or stack out of proportion to their length. `size` scales them. */
const hard: Readonly<Record<string, (size: number) => string>> = {
  'quotes 10,000 deep': (size) => `${'> '.repeat(10_000 * size)}a\n`,
  'quotes 10,000 deep on many lines': (size) => `${'>'.repeat(10_000)} a\n`.repeat(10 * size),
  'lists 1,000 deep': (size) => rows(1000, (index) => `${'  '.repeat(index)}- x\n`).repeat(size),
  'lists 20,000 deep in a line': (size) => `${'- '.repeat(20_000 * size)}x`,
  'one line of 1 MB': (size) => 'word '.repeat(200_000 * size),
  'one word of 1 MB': (size) => 'x'.repeat(1_000_000 * size),
  '50,000 [': (size) => '['.repeat(50_000 * size),
  '50,000 [a](': (size) => '[a]('.repeat(50_000 * size),
  '50,000 [a][b]': (size) => '[a][b]'.repeat(50_000 * size),
  '50,000 *': (size) => '*'.repeat(50_000 * size),
  '50,000 openings of emphasis': (size) => '*a '.repeat(50_000 * size),
  '50,000 closings of emphasis': (size) => 'a* '.repeat(50_000 * size),
  '50,000 marks of both kinds': (size) => '*a _b '.repeat(50_000 * size),
  '50,000 openings of strong': (size) => '**a '.repeat(50_000 * size),
  '50,000 _': (size) => '_'.repeat(50_000 * size),
  '50,000 a_': (size) => 'a_'.repeat(50_000 * size),
  '50,000 `': (size) => '`'.repeat(50_000 * size),
  'runs of ` of many lengths': (size) => rows(300, (index) => `${'`'.repeat(index + 1)} `).repeat(size),
  '50,000 ![': (size) => '!['.repeat(50_000 * size),
  '50,000 <': (size) => '<'.repeat(50_000 * size),
  '50,000 <a ': (size) => '<a '.repeat(50_000 * size),
  '50,000 <!--': (size) => '<!--'.repeat(50_000 * size),
  '50,000 ~~a': (size) => '~~a '.repeat(50_000 * size),
  'a row of 10,000 bars': (size) => `| a | b |\n|---|---|\n${'|x'.repeat(10_000 * size)}|\n`,
  'a table 10,000 columns wide': (size) => `${'|x'.repeat(10_000 * size)}|\n${'|-'.repeat(10_000 * size)}|\n${'|y'.repeat(10_000 * size)}|\n`,
  'a fence of 1 MB that is not closed': (size) => `\`\`\`\n${'some line of code\n'.repeat(60_000 * size)}`,
  'a line of code of 1 MB': (size) => `\`\`\`\n${'x'.repeat(1_000_000 * size)}`,
  '100,000 blank lines': (size) => '\n'.repeat(100_000 * size),
  '100,000 blank lines in an item': (size) => `- a\n${'\n'.repeat(100_000 * size)}- b`,
  '20,000 definitions': (size) => rows(20_000 * size, (index) => `[a${index}]: /u${index}\n`),
  '20,000 references and then the definition': (size) => `${'[a] '.repeat(20_000 * size)}\n\n[a]: https://a.test/\n`,
  'a paragraph of 50,000 lines': (size) => 'some words in a line\n'.repeat(50_000 * size),
  '50,000 lines under one quote': (size) => `> a\n${'b\n'.repeat(50_000 * size)}`,
  '100,000 spaces at the end of a heading': (size) => `# a${' '.repeat(100_000 * size)}#b\n`,
  'a title that does not end': (size) => '[a]: /u "'.repeat(10_000 * size),
};

/** Recursive, so it fails on a tree that is deep. */
function depthOf(token: Token): number {
  const { tokens = [], items = [] } = token as { tokens?: Token[]; items?: Token[] };
  return 1 + Math.max(0, ...[...tokens, ...items].map(depthOf));
}

function inPieces(text: string, count: number): { readonly blocks: Blocks; readonly looked: number } {
  let blocks: Blocks | undefined;
  let looked = 0;
  for (let index = 1; index <= count; index++) {
    blocks = parseBlocks(text.slice(0, Math.floor((text.length * index) / count)), blocks, index < count);
    looked += blocks.looked;
  }
  return { blocks: blocks ?? parseBlocks(''), looked };
}

describe('text that is hard on a parser', () => {
  for (const [name, make] of Object.entries(hard)) {
    it(`[C4-M4] ${name}: it is read once, its blocks are shallow, and pieces end in the same`, function () {
      this.timeout(60_000);
      const text = make(1);
      const whole = parseBlocks(text);
      expect(whole.looked).to.be.at.most(4 * text.length + 100);
      for (const { token } of whole.list) expect(depthOf(token)).to.be.at.most(150);
      const { blocks } = inPieces(text, 8);
      expect(JSON.stringify(blocks.list)).to.equal(JSON.stringify(whole.list));
    });
  }

  it('[C4-M4] four times the text costs no more than a few times four: nothing is quadratic', function () {
    this.timeout(180_000);
    const cost = (text: string): number => {
      const begun = performance.now();
      parseBlocks(text);
      return performance.now() - begun;
    };
    const least = (text: string): number => Math.min(cost(text), cost(text), cost(text));
    for (const [name, make] of Object.entries(hard)) {
      const small = least(make(1));
      // Quadratic would be 16 times. Short times are the machine's own.
      expect(cost(make(4)), name).to.be.at.most(Math.max(12 * small, 400));
    }
  });

  it('[C4-M4] what is nested too deep is still there to read', () => {
    for (const text of [`${'> '.repeat(10_000)}deep`, `${'- '.repeat(1000)}deep`, rows(200, (index) => `${'  '.repeat(index)}- x${index}\n`)]) {
      const words = parseBlocks(text).list.map(({ token }) => plainText(token)).join('\n');
      expect(words).to.contain(text.includes('deep') ? 'deep' : 'x199');
    }
  });

  it('[C4-M4] a long text keeps its links and emphasis, in the order written, and loses no word', () => {
    const text = rows(2000, (index) => `w${index} **b${index}** [l${index}](https://a.test/${index}) `).trim();
    const [block] = parseBlocks(text).list;
    const tokens = (block?.token as unknown as { tokens: Token[] }).tokens;
    expect(tokens.filter(({ type }) => type === 'link').length).to.be.at.least(1950);
    expect(tokens.map(({ raw }) => raw).join('')).to.equal(text);
  });
});

describe('the cost of a step', () => {
  const kinds: Readonly<Record<string, readonly [start: string, part: (index: number) => string]>> = {
    'a fence': ['```ts\n', (index) => `const value${index} = call(${index});\n`],
    'a fence in an item': ['1. do:\n   ```ts\n', (index) => `   const value${index} = call(${index});\n`],
    'a list': ['', (index) => `- item ${index} with **bold** words\n`],
    'an inner list': ['- outer\n', (index) => `  - item ${index} with **bold** words\n`],
    'a table': ['| a | b |\n|---|---|\n', (index) => `| ${index} | some *words* |\n`],
    'a quote': ['', (index) => `> words ${index} of a quote\n>\n`],
    'a list in a quote': ['', (index) => `> - item ${index}\n`],
    paragraphs: ['[r]: https://r.test/\n\n', (index) => `words ${index} with [r] and [r${index}]\n\n`],
    definitions: ['', (index) => `[r${index}]: https://r.test/${index}\n`],
    'one long paragraph': ['', (index) => `some *words* ${index} that go on\n`],
  };

  for (const [name, [start, part]] of Object.entries(kinds)) {
    it(`[C4-M5] inside ${name}, a piece costs what is new and the open end, however much came before`, () => {
      const longestStep = (parts: number): number => {
        let text = start + rows(parts, part);
        let blocks = parseBlocks(text, undefined, true);
        let longest = 0;
        for (const character of part(parts) + part(parts + 1)) {
          text += character;
          blocks = parseBlocks(text, blocks, true);
          longest = Math.max(longest, blocks.looked);
        }
        return longest;
      };
      const early = longestStep(300);
      expect(longestStep(3000)).to.be.at.most(Math.max(early * 1.2, name === 'one long paragraph' ? 10_000 : 200));
    });
  }

  it('[C4-M5] finished items, rows and blocks inside an open block stay the same objects', () => {
    const parts = (blocks: Blocks): readonly unknown[] => {
      const token = blocks.list.at(-1)?.token as unknown as { items?: unknown[]; rows?: unknown[]; tokens?: unknown[] };
      return token.items ?? token.rows ?? token.tokens ?? [];
    };
    for (const name of ['a list', 'a table', 'a quote']) {
      const [start, part] = kinds[name] ?? ['', () => ''];
      let text = start + rows(40, part);
      let before = parseBlocks(text, undefined, true);
      for (const character of rows(3, (index) => part(index + 40))) {
        text += character;
        const after = parseBlocks(text, before, true);
        const closed = parts(before).slice(0, -2);
        expect(closed.length).to.be.at.least(37);
        closed.forEach((each, index) => expect(parts(after)[index]).to.equal(each));
        before = after;
      }
    }
  });

  it('[C4-M8] the blocks of a long stream keep their words in memory, not the text of every step', function () {
    this.timeout(60_000);
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const whole = rows(1500, (index) => `words ${index} of a paragraph that goes on for a while with **bold** text in it.\n\n- item ${index} with words\n\n`);
    collect();
    const before = process.memoryUsage().heapUsed;
    let text = '';
    let blocks: Blocks | undefined;
    for (let at = 0; at < whole.length; at += 64) {
      text += whole.slice(at, at + 64);
      blocks = parseBlocks(text, blocks, true);
    }
    collect();
    // Keeping each step's text would be about 500 times the text.
    expect(process.memoryUsage().heapUsed - before).to.be.at.most(100 * whole.length);
    expect(blocks?.list.length).to.equal(3000);
  });
});
