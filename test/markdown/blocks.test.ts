import { expect } from 'chai';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { parseBlocks, type Blocks } from '../../src/markdown/blocks.js';
import { plainText } from '../../src/markdown/plain-text.js';

interface Vector {
  readonly id: string;
  readonly source: string;
}

const vectors = ['12-fences-and-lists', '13-block-flips', '14-half-links', '15-text-stays', '16-angle-brackets'].flatMap(
  (name) => (JSON.parse(readFileSync(new URL(`../fixtures/cases/${name}.json`, import.meta.url), 'utf8')) as { vectors: readonly Vector[] }).vectors,
);

const samples: readonly string[] = [
  ...vectors.map((vector) => vector.source),
  'One.\n\nTwo\nstill two.\n\n\n# Head\nText\n===\n\nEnd',
  '- a\n\n- b\n\n  still b\n\n      code in b\n\n* other list\n\nafter\n',
  '1. a\n\n2',
  '1. a\n\n2. b\n   - c\n\n     d\n\nend',
  '> quote\nlazy\n\n> second\n> - list\n>\n> more\n\nend',
  '    indented\n\n    still code\n\ntext\n',
  'para\n\n   \n    code\n',
  'a | b\n--- | ---\n1 | 2\n3 | 4\ntext row\n\nnext\n',
  'text\na | b\n--- | ---\n1 | 2\n',
  '```\nopen\n\n# not a heading\n\n- nor a list',
  '~~~js\nx\n\n\ny\n~~~\ntail',
  'see [one] and [two][t]\n\n[one]: https://one.test/\n\nmore\n\n[t]: https://two.test/ "T"\n',
  '> [r]: https://r.test/\n\n[r] is a link\n',
  '<div>\n\n*a*\n\n</div>\n\n<!-- open\n\nrest\n',
  '* * *\n\n---\n\n***\n',
  '- [ ] a\n- [x] b\n\n  more\n\ntext',
  '\r\n# Title\r\n\r\na\rb\r\n',
  '\n\n\n  lead\n\n\tcode\n',
];

const tokensOf = (blocks: Blocks): unknown => blocks.list.map(({ key, token }) => ({ key, token }));

function stream(text: string, cuts: readonly number[]): Blocks {
  let blocks: Blocks | undefined;
  for (const cut of cuts) {
    const part = text.slice(0, cut);
    blocks = parseBlocks(part, blocks, true);
    expect(tokensOf(blocks), `after ${JSON.stringify(part)}`).to.deep.equal(tokensOf(parseBlocks(part, undefined, true)));
  }
  return parseBlocks(text, blocks);
}

describe('parseBlocks', () => {
  it('[case 12] text cut after every character ends in the blocks of one parse', () => {
    for (const sample of samples) {
      const cuts = Array.from({ length: sample.length }, (_, index) => index + 1);
      expect(tokensOf(stream(sample, cuts)), JSON.stringify(sample)).to.deep.equal(tokensOf(parseBlocks(sample)));
    }
  });

  it('[case 12] any mixture of blocks with any cuts ends in the blocks of one parse', () => {
    const line = fc.constantFrom(
      '', '', '', 'words', '# head', '- item', '  - nested', '1. one', '2. two', '   indented by three', '    code', '```', '```js', '~~~', '> quote', '>', '---', '===', '| a | b |', '|---|---|',
      '<div>', '</div>', '<!--', '- [ ] task', 'https://a.test/b', '**bold', '* * *', '\ttab', '   ', '[x]', '12',
    );
    const document = fc.array(line, { maxLength: 14 }).map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(document, fc.array(fc.nat(200), { maxLength: 12 }), (text, numbers) => {
        const cuts = numbers.map((number) => number % (text.length + 1)).sort((a, b) => a - b);
        expect(tokensOf(stream(text, cuts))).to.deep.equal(tokensOf(parseBlocks(text)));
      }),
      { seed: 20260, numRuns: 1500 },
    );
  });

  it('[case 12] a closed block keeps its identity while the tail grows', () => {
    const first = parseBlocks('# One\n\nTwo\n\nThr', undefined, true);
    const second = parseBlocks('# One\n\nTwo\n\nThree\n\n- four\n', first, true);
    expect(second.list.map((block) => block.token.type)).to.deep.equal(['heading', 'paragraph', 'paragraph', 'list']);
    expect(second.list[0]).to.equal(first.list[0]);
    expect(second.list[1]).to.equal(first.list[1]);
    expect(second.list[2]).not.to.equal(first.list[2]);
  });

  it('[case 12] a definition that arrives late changes the blocks that use it and no others', () => {
    const first = parseBlocks('[spec]\n\nplain\n\n', undefined, true);
    const second = parseBlocks('[spec]\n\nplain\n\n[spec]: https://spec.test/\n', first, true);
    expect(JSON.stringify(second.list[0]?.token)).to.contain('https://spec.test/');
    const third = parseBlocks('[spec]\n\nplain\n\n[spec]: https://spec.test/\n\nmore', second, true);
    expect(third.list[0]).to.equal(second.list[0]);
    expect(third.list[1]).to.equal(second.list[1]);
  });

  it('[case 12] text that does not continue the earlier text is parsed afresh', () => {
    const first = parseBlocks('one\n\ntwo\n\n', undefined, true);
    expect(tokensOf(parseBlocks('other\n\ntwo\n\n', first, true))).to.deep.equal(tokensOf(parseBlocks('other\n\ntwo\n\n', undefined, true)));
    expect(parseBlocks('', first).list).to.deep.equal([]);
  });

  it('[case 12] the same text gives back the same value', () => {
    const first = parseBlocks('one\n\ntwo', undefined, true);
    expect(parseBlocks('one\n\ntwo', first, true)).to.equal(first);
    expect(parseBlocks('one\n\ntwo', first, false)).not.to.equal(first);
  });

  it('[case 13] an end that can still mean several things is held back while the text grows', () => {
    const words = (text: string): string[] => parseBlocks(text, undefined, true).list.map((block) => `${block.token.type}:${plainText(block.token)}`);
    expect(words('Totals\n-')).to.deep.equal(['paragraph:Totals']);
    expect(words('Totals\n- a')).to.deep.equal(['paragraph:Totals', 'list:a']);
    expect(words('Sum\n==')).to.deep.equal(['paragraph:Sum']);
    expect(words('Sum\n== 12')).to.deep.equal(['paragraph:Sum\n== 12']);
    expect(words('```js\nx\n``')).to.deep.equal(['code:x']);
    expect(parseBlocks('Totals\n-').list[0]?.token.type).to.equal('heading');
  });

  it('[case 14] an address that may still grow is no link, and one that is whole is', () => {
    const links = (text: string, growing: boolean): string[] => {
      const found: string[] = [];
      JSON.stringify(parseBlocks(text, undefined, growing).list, (key, value: unknown) => {
        if (key === 'href') found.push(String(value));
        return value;
      });
      return found;
    };
    expect(links('See https://a.test/b', true)).to.deep.equal([]);
    expect(links('See https://a.test/b.', true)).to.deep.equal([]);
    expect(links('See https://a.test/b for', true)).to.deep.equal(['https://a.test/b']);
    expect(links('See https://a.test/b\n', true)).to.deep.equal(['https://a.test/b']);
    expect(links('See https://a.test/b', false)).to.deep.equal(['https://a.test/b']);
    expect(links('- x\n- [guide](https://a.te', true)).to.deep.equal([]);
    expect(links('> www.a.te', true)).to.deep.equal([]);
    expect(links('| a |\n|---|\n| https://a.te', true)).to.deep.equal([]);
    expect(links('[s]\n\n[s]: https://a.te', true)).to.deep.equal([]);
    expect(links('[s]\n\n[s]:\nhttps://a.te', true)).to.deep.equal([]);
  });

  it('[case 14] the text of a footnote is not the address of a link', () => {
    const tokens = parseBlocks('Fast[^1] and safe.\n\n[^1]: May-benchmark\n').list;
    expect(tokens.map((block) => plainText(block.token))).to.deep.equal(['Fast[^1] and safe.', '[^1]: May-benchmark']);
    expect(JSON.stringify(tokens)).not.to.contain('href');
  });

  it('[case 15] one tilde is a tilde, two strike through', () => {
    const [block] = parseBlocks('5~10 and 6~12, ~a~ ~~b~~').list;
    expect(block && plainText(block.token)).to.equal('5~10 and 6~12, ~a~ b');
  });

  it('[case 16] an open comment or tag swallows nothing', () => {
    for (const opening of ['<!-- draft', '<script>', '<style>', '<![CDATA[', '<?php', '<textarea>']) {
      const types = parseBlocks(`${opening}\n\n**Real** text.\n`).list.map((block) => plainText(block.token));
      expect(types).to.deep.equal([opening, 'Real text.']);
    }
  });

  it('[case 12] deep nesting ends in text, not in an overflow', () => {
    expect(parseBlocks(`${'>'.repeat(20_000)} a`).list).to.have.length(1);
  });
});
