import { expect, nextFrame } from '@open-wc/testing';
import { contentHost, type ContentHost } from './content-host.js';

const direction = (await (await fetch(new URL('../fixtures/cases/18-direction.json', import.meta.url))).json()) as {
  source: string;
  blocks: readonly { text: string; dir: string }[];
  wish: readonly { text: string; dir: string }[];
};

/** The innermost element whose own words hold the text. */
function holderOf(host: ContentHost, text: string): HTMLElement {
  const holders = host.all('*').filter((element) => element.textContent.includes(text) && !element.closest('.bar'));
  const last = holders.at(-1);
  if (!last) throw new Error(`no element holds ${text}`);
  return last;
}

describe('Markdown in the page', () => {
  const sample = [
    '# Title',
    'A *word*, a **strong** one, ~~gone~~, `code`, a [link](https://a.test/) &amp; more.',
    '- one\n  1. nested\n- two',
    '* [ ] open\n* [x] done',
    '> quoted',
    '| a | b |\n|:--|--:|\n| 1 | 2 |',
    '```ts\nconst a = 1;\n```',
    '---',
    '![x](https://img.test/a.png)',
    'end',
  ].join('\n\n');

  it('[UI-markdown] every kind of block is accessible', async () => {
    const host = await contentHost();
    host.body.lang = 'en';
    await host.show(sample);
    await expect(host).to.be.accessible({ ignoredRules: ['heading-order', 'page-has-heading-one', 'region'] });
  });

  it('[UI-markdown] GFM becomes the elements that say it', async () => {
    const host = await contentHost();
    await host.show(sample);
    const counts = ['h1', 'em', 'strong', 'del', 'p > code', 'a', 'ul', 'ol', 'blockquote', 'table', 'pre > code', 'hr', '.blocked'].map((selector) => [selector, host.all(selector).length]);
    expect(counts).to.deep.equal([
      ['h1', 1], ['em', 1], ['strong', 1], ['del', 1], ['p > code', 1], ['a', 1], ['ul', 2], ['ol', 1], ['blockquote', 1], ['table', 1], ['pre > code', 1], ['hr', 1], ['.blocked', 1],
    ]);
    expect(host.words).to.contain('& more.');
    expect(host.one('td.right').textContent).to.equal('2');
    expect(host.one('.scroll').getAttribute('tabindex')).to.equal('0');
  });

  it('[UI-markdown] a task says whether it is done and takes no clicks', async () => {
    const host = await contentHost();
    await host.show('- [ ] write\n- [x] test');
    const boxes = host.all('input') as HTMLInputElement[];
    expect(boxes.map((box) => [box.labels?.[0]?.textContent.trim(), box.checked, box.disabled])).to.deep.equal([
      ['write', false, true],
      ['test', true, true],
    ]);
  });

  it('[api 5] label and buttons of a code block stand outside its code, and copying gives the code alone', async () => {
    const host = await contentHost();
    await host.show('```ts\nconst a = 1;\n```\n\ntext');
    expect(host.one('pre').textContent).to.equal('const a = 1;');
    expect(host.one('figcaption').innerText.trim()).to.equal('TypeScript');
    expect(host.one('pre').closest('figure')?.contains(host.one('figcaption'))).to.equal(true);
    host.one('button[aria-label="Copy code"]').click();
    expect(host.copied).to.deep.equal(['const a = 1;']);
  });

  it('[UI-markdown] wrapped lines stay wrapped while the code grows', async () => {
    const host = await contentHost();
    await host.show('```\nlong', true);
    const wrap = host.one('button[aria-label="Wrap lines"]');
    wrap.click();
    await host.show('```\nlong line', true);
    expect(wrap.getAttribute('aria-pressed')).to.equal('true');
    expect(getComputedStyle(host.one('pre')).whiteSpace).to.contain('pre-wrap');
    host.one('button[aria-label="Copy code"]').click();
    expect(host.copied).to.deep.equal(['long line']);
  });

  it('[case 11] finished blocks keep their nodes while the rest streams', async () => {
    const host = await contentHost();
    await host.show('# One\n\nTwo *strong*\n\n```\ncode\n```\n\nThr', true);
    const before = host.all('h1, p, em, figure').map((element) => element);
    let changes = 0;
    const observer = new MutationObserver((records) => {
      changes += records.filter(({ target }) => before.slice(0, 4).some((element) => element.contains(target))).length;
    });
    observer.observe(host.body, { subtree: true, childList: true, characterData: true, attributes: true });
    await host.show('# One\n\nTwo *strong*\n\n```\ncode\n```\n\nThree\n\n- four', true);
    await nextFrame();
    observer.disconnect();
    const after = host.all('h1, p, em, figure');
    expect(after.slice(0, 4)).to.deep.equal(before.slice(0, 4));
    expect(changes).to.equal(0);
  });

  for (const [kind, start, part, selector] of [
    ['list', '', (index: number) => `- item ${index} **bold**\n`, 'li'],
    ['inner list', '- outer\n', (index: number) => `  - item ${index}\n`, 'li li'],
    ['table', '| a | b |\n|---|---|\n', (index: number) => `| ${index} | **b** |\n`, 'tbody tr'],
    ['quote', '', (index: number) => `> words ${index}\n>\n`, 'blockquote p'],
    ['text', '', (index: number) => `words ${index}\n\n`, 'p'],
  ] as const) {
    it(`[C4-M7] in a growing ${kind} the finished parts keep their nodes and nothing in them is touched`, async () => {
      const host = await contentHost();
      const parts = (count: number): string => start + Array.from({ length: count }, (_, index) => part(index)).join('');
      await host.show(parts(70), true);
      const before = host.all(selector).slice(0, 68);
      expect(before).to.have.length(68);
      let changes = 0;
      const observer = new MutationObserver((records) => {
        changes += records.filter(({ target }) => before.some((element) => element.contains(target))).length;
      });
      observer.observe(host.body, { subtree: true, childList: true, characterData: true, attributes: true });
      const whole = parts(72);
      for (let end = parts(70).length + 1; end <= whole.length; end++) await host.show(whole.slice(0, end), true);
      await nextFrame();
      observer.disconnect();
      expect(changes).to.equal(0);
      expect(host.all(selector).slice(0, 68)).to.deep.equal(before);
      expect(host.all(selector)).to.have.length(72);
      await host.show(whole);
      expect(host.all(selector).slice(0, 68)).to.deep.equal(before);
      expect(host.all('.caret')).to.have.length(0);
    });
  }

  it('[C4-M7] an open fence grows by what is added to its text, and its node outlives the end of the fence and of the reply', async () => {
    const host = await contentHost();
    await host.show('```ts\nconst a = 1;\n', true);
    const [node] = [...host.one('pre > code').childNodes].filter((each) => each instanceof Text && each.data !== '');
    const changed: string[] = [];
    const observer = new MutationObserver((records) => records.forEach(({ type, target }) => changed.push(target === node ? 'text' : type)));
    observer.observe(host.one('pre'), { subtree: true, childList: true, characterData: true });
    await host.show('```ts\nconst a = 1;\nconst b', true);
    await host.show('```ts\nconst a = 1;\nconst b = 2;\n', true);
    await nextFrame();
    expect(new Set(changed)).to.deep.equal(new Set(['text']));
    await host.show('```ts\nconst a = 1;\nconst b = 2;\n```\n\nend', true);
    await host.show('```ts\nconst a = 1;\nconst b = 2;\n```\n\nend');
    observer.disconnect();
    expect(node?.isConnected).to.equal(true);
    expect(host.one('pre').textContent).to.equal('const a = 1;\nconst b = 2;');
  });

  it('[C4-M7] a definition that comes late turns the words that use it into a link, and other blocks keep their nodes', async () => {
    const host = await contentHost();
    await host.show('See [spec].\n\n- plain\n\nend\n\n', true);
    const list = host.one('ul');
    await host.show('See [spec].\n\n- plain\n\nend\n\n[spec]: https://spec.test/\n', true);
    expect(host.all('a').map((link) => link.getAttribute('href'))).to.deep.equal(['https://spec.test/']);
    expect(host.one('ul')).to.equal(list);
  });

  it('[C4-M3] a footnote is a mark among the words and a note with its own words', async () => {
    const host = await contentHost();
    await host.show('Fast[^1] and safe[^2].\n\n[^1]: A *test*.\n');
    expect(host.all('sup').map((mark) => mark.textContent)).to.deep.equal(['1']);
    expect(host.one('[role="note"]').querySelector('em')?.textContent).to.equal('test');
    expect(host.words).to.contain('safe[^2].');
  });

  it('[UI-markdown] the caret stands at the end of the text while it streams, and only then', async () => {
    const host = await contentHost();
    for (const [text, parent] of [['words', 'P'], ['# head', 'H1'], ['- a\n- b', 'LI'], ['> q', 'P'], ['```\ncode', 'CODE'], ['| a |\n|---|\n| 1 |\n', 'TD']] as const) {
      await host.show(text, true);
      expect(host.all('.caret').map((caret) => caret.parentElement?.tagName), text).to.deep.equal([parent]);
      await host.show(text);
      expect(host.all('.caret'), text).to.have.length(0);
    }
  });

  it('[UI-markdown] nesting without end is drawn to a depth and then shown as text', async () => {
    const host = await contentHost();
    await host.show(`${'> '.repeat(300)}deep`);
    expect(host.body.innerText).to.contain('deep');
    await host.show(`${'*a '.repeat(500)}b${'*'.repeat(500)}`);
    expect(host.body.innerText).to.contain('b');
  });
});

describe('direction', () => {
  for (const pageDirection of ['ltr', 'rtl']) {
    for (const { text, dir } of [...direction.blocks, ...direction.wish]) {
      it(`[case 18] "${text}" is ${dir} in a ${pageDirection} page, as a reply`, async () => {
        const host = await contentHost();
        host.dir = pageDirection;
        await host.show(direction.source);
        expect(getComputedStyle(holderOf(host, text)).direction).to.equal(dir);
      });

      it(`[case 18] "${text}" is ${dir} in a ${pageDirection} page, as a user message`, async () => {
        const host = await contentHost();
        host.dir = pageDirection;
        host.more = { role: 'user' };
        await host.show(direction.source);
        expect(getComputedStyle(holderOf(host, text)).direction).to.equal(dir);
      });
    }
  }

  it('[case 18] marks and quote bars stand on the side where the block starts', async () => {
    const host = await contentHost();
    await host.show(direction.source);
    const item = host.one('li[dir="rtl"]');
    const list = host.one('ul').getBoundingClientRect();
    const words = document.createRange();
    words.selectNodeContents(item);
    expect(list.right - words.getBoundingClientRect().right).to.be.at.least(20);
    const quote = getComputedStyle(host.one('blockquote'));
    expect([quote.borderRightWidth, quote.borderLeftWidth]).to.deep.equal(['2px', '0px']);
  });

  it('[case 18] an item of the other direction has room for its mark on its own side', async () => {
    const host = await contentHost();
    await host.show('- one\n- two words here\n- ثلاثة');
    const style = getComputedStyle(host.one('li[dir="rtl"]'));
    expect([style.marginRight, style.marginLeft]).to.deep.equal(['22px', '0px']);
  });

  it('[case 19] finished parts of a text that streamed may be skipped while out of view, and keep their nodes and their place', async () => {
    const host = await contentHost();
    const paragraphs = Array.from({ length: 30 }, (_, index) => `Paragraph ${index} has words.`);
    await host.show(paragraphs.join('\n\n'), true);
    const first = host.all('p')[0];
    expect(host.all('.run').map(({ className }) => className), 'none has been laid out yet').to.deep.equal(['run', 'run', 'run']);
    await nextFrame();
    await host.show(`${paragraphs.join('\n\n')} More.`, true);
    expect(host.all('.run').map(({ className }) => className)).to.deep.equal(['run settled', 'run settled', 'run']);
    await nextFrame();
    expect(host.all('.run.settled').every((run) => getComputedStyle(run).getPropertyValue('content-visibility') !== 'visible')).to.equal(true);
    const tops = (): number[] => host.all('p').map((paragraph) => Math.round(paragraph.getBoundingClientRect().top));
    const steps = new Set(tops().slice(1).map((top, index) => top - tops()[index]!));
    expect([...steps], 'runs add no room between paragraphs').to.have.length(1);
    await host.show(paragraphs.join('\n\n'), false);
    expect(host.all('p')[0]).to.equal(first);
    expect(host.all('.run')).to.have.length(3);
  });

  it('[case 19] a text that is opened whole is laid out whole: no size of it was ever known', async () => {
    const host = await contentHost();
    await host.show(Array.from({ length: 30 }, (_, index) => `Paragraph ${index}.`).join('\n\n'));
    expect(host.all('.settled')).to.have.length(0);
  });
});
