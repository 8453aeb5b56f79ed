import { expect, waitUntil } from '@open-wc/testing';
import { html, LitElement, nothing, svg } from 'lit';
import { property } from 'lit/decorators.js';
import type { ContentBlock, ToolUseBlock } from '../../src/model/message.js';
import { renderInline } from '../../src/rendering/inline-view.js';
import type { FootnoteRefToken } from '../../src/markdown/tokens.js';
import { renderFootnote } from '../../src/rendering/footnote.js';
import type { CodeBlock, ContentRenderer, Renderers } from '../../src/rendering/renderer.js';
import { contentHost } from './content-host.js';

interface Bars {
  readonly bars: readonly number[];
}

/** What a host would write: bars from JSON. */
const chart: Renderers = {
  'code:chart': {
    render: ({ text }) => {
      const { bars } = JSON.parse(text) as Bars;
      return html`<svg class="chart" role="img" aria-label="Chart" viewBox="0 0 100 40">${bars.map((bar, index) => svg`<rect x=${index * 12} y=${40 - bar} width="10" height=${bar}></rect>`)}</svg>`;
    },
  },
};

class TestChart extends LitElement {
  @property({ attribute: false }) block: CodeBlock | undefined;
  override render(): unknown {
    return this.block ? html`<output>${this.block.language}: ${this.block.text}</output>` : nothing;
  }
}
customElements.define('test-chart', TestChart);

const fence = '```chart\n{"bars":[3,9,27]}\n```\n';

describe('renderers of the host', () => {
  it('[api 5] a language of code is drawn by the host from the closing fence on, and is code while it arrives', async () => {
    const host = await contentHost();
    host.renderers = chart;
    const text = `Sales:\n\n${fence}\nDone.`;
    const closes = text.indexOf('```\n', 20) + 4;
    for (let end = 1; end <= text.length; end++) {
      await host.show(text.slice(0, end), true);
      const drawn = host.all('.chart').length;
      if (end < closes) expect(drawn, text.slice(0, end)).to.equal(0);
      if (end > closes) expect([drawn, host.all('pre').length], text.slice(0, end)).to.deep.equal([1, 0]);
      if (end > 30 && end < closes - 4) expect(host.one('pre').textContent).to.contain('{"bars"');
    }
    await host.show(text);
    expect(host.all('rect')).to.have.length(3);
    expect(host.reported).to.deep.equal([]);
    expect(host.words).to.contain('Sales:').and.to.contain('Done.');
  });

  it('[api 5] a renderer that throws harms only its block: the code is shown and the fault told once', async () => {
    const host = await contentHost();
    host.renderers = chart;
    const text = `one\n\n\`\`\`chart\n{"bars":\n\`\`\`\n\n${fence}\ntwo`;
    for (const length of [text.length - 2, text.length - 1, text.length]) await host.show(text.slice(0, length), true);
    await host.show(text);
    expect(host.all('pre').map((pre) => pre.textContent)).to.deep.equal(['{"bars":']);
    expect(host.all('.chart')).to.have.length(1);
    expect(host.words).to.contain('one').and.to.contain('two');
    expect(host.reported).to.have.length(1);
  });

  it('[api 5] what throws only when its template is put into the page harms only its block too', async () => {
    const host = await contentHost();
    const broken = {
      toString(): string {
        throw new Error('late');
      },
    };
    host.renderers = { 'code:chart': { render: () => html`<i title=${broken}>x</i>` } };
    await host.show(`${fence}\ntwo`);
    expect(host.one('pre').textContent).to.contain('bars');
    expect(host.words).to.contain('two');
    expect(String(host.reported[0])).to.contain('late');
  });

  it('[api 5] a custom element of the host is given the block, and stays the same element while the reply goes on', async () => {
    const host = await contentHost();
    host.renderers = { 'code:chart': { element: 'test-chart' } };
    await host.show(`${fence}\na`, true);
    const element = host.one('test-chart') as TestChart;
    await host.show(`${fence}\na b c`, true);
    await host.show(`${fence}\na b c d`);
    expect(host.one('test-chart')).to.equal(element);
    await element.updateComplete;
    expect(element.renderRoot.textContent).to.equal('chart: {"bars":[3,9,27]}');
  });

  it('[api 5] a tag that is no custom element is refused with a word on what to give', async () => {
    const host = await contentHost();
    host.renderers = { 'code:chart': { element: 'script' } };
    await host.show(fence);
    expect(host.all('script, pre').map((element) => element.localName)).to.deep.equal(['pre']);
    expect(String(host.reported[0])).to.contain('my-chart');
  });

  it('[api 5] a lazy renderer is fetched once, when the first block of its kind is drawn; until then the block is as always', async () => {
    const host = await contentHost();
    let fetched = 0;
    let arrive: (renderer: ContentRenderer<CodeBlock>) => void = () => undefined;
    const arrival = new Promise<ContentRenderer<CodeBlock>>((resolve) => {
      arrive = resolve;
    });
    const load = (): Promise<ContentRenderer<CodeBlock>> => {
      fetched++;
      return arrival;
    };
    host.renderers = { 'code:mermaid': { load } };
    await host.show('words');
    expect(fetched).to.equal(0);
    await host.show('```mermaid\na-->b\n```\n\n```mermaid\nb-->c\n```\n\nend');
    await waitUntil(() => fetched > 0);
    expect(host.all('pre')).to.have.length(2);
    arrive({ render: ({ text }) => html`<figure class="diagram">${text}</figure>` });
    await waitUntil(() => host.all('.diagram').length === 2);
    expect(fetched).to.equal(1);
    expect(host.all('pre')).to.have.length(0);
  });

  it('[api 5] a lazy renderer that cannot be fetched leaves the code and is told', async () => {
    const host = await contentHost();
    host.renderers = { 'code:mermaid': { load: () => Promise.reject(new Error('offline')) } };
    await host.show('```mermaid\na-->b\n```\n\nend');
    await waitUntil(() => host.reported.length > 0);
    await host.show('```mermaid\na-->b\n```\n\nend of it');
    expect(host.all('pre')).to.have.length(1);
    expect(host.reported.map(String)).to.deep.equal(['Error: offline']);
  });

  it('[api 5] calls of one tool are drawn by the host with their result, those of others as always', async () => {
    const host = await contentHost();
    host.renderers = {
      'tool:weather': { render: (call: ToolUseBlock, { results }) => html`<b class="weather">${String(call.input.city)}: ${(results?.get(call.id)?.content) ?? '…'}</b>` },
    };
    const calls: readonly ContentBlock[] = [
      { type: 'tool_use', id: '1', name: 'weather', input: { city: 'Bonn' } },
      { type: 'tool_use', id: '2', name: 'constructor', input: {} },
    ];
    await host.show(calls, true);
    expect(host.one('.weather').textContent).to.equal('Bonn: …');
    await host.show([...calls, { type: 'tool_result', tool_use_id: '1', content: 'sunny' }, { type: 'text', text: 'end' }]);
    expect(host.one('.weather').textContent).to.equal('Bonn: sunny');
    expect(host.all('.trace > li')).to.have.length(1);
  });

  it('[api 5] what a host gives lies over the built-in renderers, the others stay', async () => {
    const host = await contentHost();
    host.renderers = chart;
    await host.show([{ type: 'reasoning', text: 'hm' }, { type: 'text', text: '*word*' }]);
    expect(host.one('em').textContent).to.equal('word');
    expect(host.all('[part="reasoning"]')).to.have.length(1);
  });
});

describe('formulas', () => {
  const math: Renderers = { math: { render: ({ text, display }) => html`<span class=${display ? 'formula display' : 'formula'}>${text}</span>` } };

  it('[UI-math] are what the host draws between two dollars or backslash brackets', async () => {
    const host = await contentHost();
    host.renderers = math;
    await host.show('Let \\(a_1 * b_2 * c\\) and $$x^2$$ be.\n\n$$ y = \\frac{1}{2} $$\n\n\\[ z \\]\n\n- item $$k$$');
    expect(host.all('.formula').map((formula) => [formula.textContent, formula.classList.contains('display')])).to.deep.equal([
      ['a_1 * b_2 * c', false],
      ['x^2', false],
      ['y = \\frac{1}{2}', true],
      ['z', true],
      ['k', false],
    ]);
    expect(host.words).to.contain('Let a_1 * b_2 * c and x^2 be.');
  });

  it('[UI-math] prices, code and half a formula are never formulas', async () => {
    const host = await contentHost();
    host.renderers = math;
    const words = ['It is $5 or $10.', 'Rated $$ or $$ here.', 'From $$$ to $$$$.', 'a $$x and', 'a \\(x and', '$5 $$ $6'];
    await host.show(`${words.join('\n\n')}\n\n\`$$x$$\` and \`\\(y\\)\`\n\n\`\`\`\n$$z$$\n\`\`\``);
    expect(host.all('.formula').map((formula) => formula.textContent)).to.deep.equal([]);
    expect(host.words).to.contain('$5 or $10').and.to.contain('Rated $$ or $$ here.');
  });

  it('[UI-math] stay text when nobody draws them, and when the drawing throws', async () => {
    const host = await contentHost();
    await host.show('a $$x$$ b');
    expect(host.words.trim()).to.equal('a $$x$$ b');
    host.renderers = {
      math: {
        render: () => {
          throw new Error('no font');
        },
      },
    };
    const again = await contentHost();
    again.renderers = host.renderers;
    await again.show('a $$x$$ b');
    expect(again.words.trim()).to.equal('a $$x$$ b');
    expect(again.reported).to.have.length(1);
  });
});

describe('footnotes', () => {
  it('[UI-footnote] of a reply are marks in the text and notes below, in each reply for itself', async () => {
    const [one, other] = [await contentHost(), await contentHost()];
    for (const host of [one, other]) await host.show('Fast[^1] and safe[^config].\n\n[^1]: May benchmark\n\n[^config]: See *there*\n');
    expect(other.all('.noteref').map((mark) => mark.textContent)).to.deep.equal(['1', 'config']);
    expect(other.all('.note').map((note) => note.innerText.replace(/\s+/g, ' ').trim())).to.deep.equal(['1 May benchmark', 'config See there']);
    expect(other.all('[id], [name]')).to.have.length(0);
    other.all('.noteref button')[0]?.click();
    expect((other.renderRoot as ShadowRoot).activeElement).to.equal(other.all('.note')[0]);
    expect((one.renderRoot as ShadowRoot).activeElement).to.equal(null);
  });

  it('[UI-footnote] lead to their note and back, and no label becomes an id or a name', async () => {
    const host = await contentHost();
    const reference = (label: string): FootnoteRefToken => ({ type: 'footnote_ref', raw: `[^${label}]`, label });
    host.renderers = {
      notes: {
        render: (_, context) =>
          html`<div class="prose"><p>Fast${renderInline([reference('config')], context)} and${renderInline([reference('2')], context)}</p>
            ${renderFootnote('config', 'May benchmark', context)}${renderFootnote('2', 'Second', context)}</div>`,
      },
    };
    await host.show([{ type: 'notes' } as unknown as ContentBlock]);
    expect(host.all('[id], [name]')).to.have.length(0);
    const [first, second] = host.all('.noteref button');
    expect([first, second].map((button) => button?.getAttribute('aria-label'))).to.deep.equal(['Footnote config', 'Footnote 2']);
    second?.click();
    const focused = (): Element | null => (host.renderRoot as ShadowRoot).activeElement;
    expect(focused()?.textContent).to.contain('Second');
    host.all('.note button')[0]?.click();
    expect(focused()).to.equal(first);
    await expect(host).to.be.accessible({ ignoredRules: ['region'] });
  });
});
