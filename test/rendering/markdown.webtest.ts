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
});
