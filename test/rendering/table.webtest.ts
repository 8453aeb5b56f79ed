import { expect } from '@open-wc/testing';
import { html, render } from 'lit';
import type { Tokens } from '../../src/markdown/tokens.js';
import { renderTable } from '../../src/rendering/table.js';
import type { RenderContext } from '../../src/rendering/render-context.js';
import { defaultStrings } from '../../src/ui/strings.js';
import { contentHost } from './content-host.js';

const cell = (text: string): Tokens.TableCell => ({ text, tokens: [{ type: 'text', raw: text, text }], header: false, align: null });

describe('a table in a reply', () => {
  it('[UI-table] is copied as CSV: words without marks, breaks kept, formulas disarmed', async () => {
    const host = await contentHost();
    await host.show('| Name | Sum |\n|---|--:|\n| **A**, Inc | =1+1 |\n| `x` [b](https://b.test/)<br>c | -5 |\n| "q" |\n\nend');
    host.one('button[aria-label="Copy table as CSV"]').click();
    expect(host.copied).to.deep.equal(['Name,Sum\r\n"A, Inc",\'=1+1\r\n"x b\nc",-5\r\n"""q""",']);
  });

  it('[UI-table] aligns its columns as written and scrolls inside', async () => {
    const host = await contentHost();
    const wide = `| a | b | c |\n|:--|:-:|--:|\n| 1 | 2 | ${'long '.repeat(80)} |`;
    await host.show(wide);
    expect(host.all('td').map((each) => getComputedStyle(each).textAlign.replace('end', 'right'))).to.deep.equal(['start', 'center', 'right']);
    const scroll = host.one('.scroll');
    expect(scroll.scrollWidth).to.be.greaterThan(scroll.clientWidth);
    expect(host.body.scrollWidth).to.be.at.most(host.body.clientWidth);
  });

  it('[case 11] a new row is added without touching the others: only the last two rows are drawn again', () => {
    const context: RenderContext = { strings: defaultStrings, locale: 'en', streaming: true, onCopy: () => undefined };
    const place = document.createElement('div');
    let drawn = 0;
    const counting = (text: string): Tokens.TableCell => {
      const made = cell(text);
      return { ...made, get tokens() { drawn++; return made.tokens; } };
    };
    const rows = Array.from({ length: 50 }, (_, index) => [counting(`a${index}`), counting(`b${index}`)]);
    const header = [cell('x'), cell('y')];
    const table = (count: number): Tokens.Table => ({ type: 'table', raw: '', align: [null, null], header, rows: rows.slice(0, count) });
    const caret = html`<i class="caret"></i>`;
    const draw = (count: number): number => {
      const before = drawn;
      render(renderTable(table(count), context, caret), place);
      return drawn - before;
    };
    draw(40);
    const nodes = [...place.querySelectorAll('tbody tr')];
    // Two cells of two rows for their words, and the new ones for the direction of the table.
    expect(draw(41), 'cells read').to.be.at.most(6);
    expect([...place.querySelectorAll('tbody tr')].slice(0, 40)).to.deep.equal(nodes);
    expect(place.querySelectorAll('.caret')).to.have.length(1);
    expect(place.querySelector('tbody tr:last-child .caret')).not.to.equal(null);
  });

  it('[case 11] a selection in a finished row stays while the table grows', async () => {
    const host = await contentHost();
    const rows = (count: number): string => `| a | b |\n|---|---|\n${Array.from({ length: count }, (_, index) => `| r${index} | word |`).join('\n')}`;
    await host.show(`${rows(3)}\n`, true);
    const node = host.all('td')[0]?.firstChild;
    const text = document.createTreeWalker(host.all('td')[0] as Node, NodeFilter.SHOW_TEXT).nextNode() as Text;
    for (let count = 4; count < 9; count++) await host.show(`${rows(count)}\n`, true);
    expect(text.isConnected).to.equal(true);
    expect(text.data).to.equal('r0');
    expect(host.all('td')[0]?.firstChild).to.equal(node);
    expect(host.all('tbody tr')).to.have.length(8);
  });
});
