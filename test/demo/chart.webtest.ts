import { expect } from '@open-wc/testing';
import { chartRenderer } from '../../demo/form-builder/chart.js';
import type { AgentConversationElement } from '../../src/element.js';
import { stage, type Stage } from '../support/harness.js';

const renderers: AgentConversationElement['renderers'] = { 'code:chart': chartRenderer };

const json = `{
  "title": "Fields by type",
  "bars": [
    { "label": "Short text", "value": 1250 },
    { "label": "تاريخ", "value": 625 },
    { "label": "<b>File</b>", "value": 0 }
  ]
}`;
const reply = `Here it is.\n\n\`\`\`chart\n${json}\n\`\`\`\n\nAnything else?`;

const all = ({ harness }: Stage, selector: string): HTMLElement[] => [...harness.root.querySelectorAll<HTMLElement>(selector)];
const parts = (at: Stage, name: string): HTMLElement[] => all(at, `[part~="${name}"]`);

async function answer(at: Stage, text: string): Promise<void> {
  await at.harness.send('Draw it');
  const call = await at.runner.next();
  call.say(text);
  call.settle();
  await at.harness.until(() => !at.harness.button('Stop'), 'the turn to end');
}

/** The page's own sheet, as its document links it. */
async function withSheet(): Promise<HTMLLinkElement> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = new URL('../../demo/form-builder/chart.css', import.meta.url).href;
  const loaded = new Promise((resolve, reject) => {
    link.addEventListener('load', resolve);
    link.addEventListener('error', () => reject(new Error('chart.css did not load')));
  });
  document.head.append(link);
  await loaded;
  return link;
}

describe('demo: the chart of the form builder', () => {
  it('[demo-104] is code while it arrives and bars from the closing fence on', async () => {
    const at = await stage({ renderers });
    await at.harness.send('Draw it');
    const call = await at.runner.next();
    call.say(reply.slice(0, reply.indexOf('625')));
    await at.harness.until(() => all(at, 'pre').length === 1, 'the code to be shown');
    expect(all(at, 'pre')[0]?.textContent).to.contain('"Short text"');
    expect(parts(at, 'chart')).to.have.length(0);
    call.say(reply);
    await at.harness.until(() => parts(at, 'chart').length === 1, 'the chart to be drawn');
    expect(all(at, 'pre')).to.have.length(0);
    call.settle();
    await at.harness.until(() => !at.harness.button('Stop'), 'the turn to end');
    expect(parts(at, 'chart')).to.have.length(1);
    expect(at.harness.messages.at(-1)?.text).to.match(/^Here it is\.[\s\S]*Anything else\?$/);
  });

  it('[demo-105] has a name; its labels and numbers are text, its bars are for the eye only', async () => {
    const at = await stage({ renderers, lang: 'en' });
    await answer(at, reply);
    const chart = parts(at, 'chart')[0]!;
    expect([chart.localName, chart.getAttribute('aria-label'), parts(at, 'chart-title')[0]?.textContent]).to.deep.equal(['figure', 'Fields by type', 'Fields by type']);
    expect(parts(at, 'chart-label').map(({ textContent }) => textContent)).to.deep.equal(['Short text', 'تاريخ', '<b>File</b>']);
    expect(parts(at, 'chart-number').map(({ textContent }) => textContent)).to.deep.equal(['1,250', '625', '0']);
    expect(parts(at, 'chart-bar').map((bar) => [bar.getAttribute('aria-hidden'), bar.querySelector('rect')?.getAttribute('width')])).to.deep.equal([['true', '100%'], ['true', '50%'], ['true', '0%']]);
    expect(all(at, '[part~="chart"] [style], [part~="chart"] b')).to.have.length(0);
    await expect(at.element).to.be.accessible();
  });

  it('[demo-106] what is no chart stays code', async () => {
    const bad = ['{"title":', '[]', 'null', '{"title":"T"}', '{"title":"T","bars":[]}', '{"title":" ","bars":[{"label":"a","value":1}]}', '{"title":"T","bars":[{"label":"a","value":-1}]}', '{"title":"T","bars":[{"label":"a","value":"1"}]}', '{"title":"T","bars":[{"value":1}]}', `{"title":"T","bars":[${Array(41).fill('{"label":"a","value":1}').join(',')}]}`];
    const at = await stage({ renderers });
    await answer(at, bad.map((text) => `\`\`\`chart\n${text}\n\`\`\``).join('\n\n'));
    expect(all(at, 'pre').map(({ textContent }) => textContent?.trim())).to.deep.equal(bad);
    expect(parts(at, 'chart')).to.have.length(0);
  });

  it('[demo-107] takes the conversation’s colours, light and dark, and stays inside a narrow one', async () => {
    const sheet = await withSheet();
    try {
      const at = await stage({ renderers });
      await answer(at, reply);
      const [bar] = parts(at, 'chart-bar');
      const colours = (): readonly string[] => [getComputedStyle(bar!).fill, getComputedStyle(parts(at, 'chart-label')[0]!).color];
      at.element.style.colorScheme = 'light';
      expect(colours()).to.deep.equal(['rgb(11, 106, 93)', 'rgb(90, 98, 94)']);
      at.element.style.colorScheme = 'dark';
      expect(colours()).to.deep.equal(['rgb(95, 205, 183)', 'rgb(161, 170, 165)']);
      const whole = bar!.querySelector('rect')!.getBoundingClientRect().width;
      expect(whole).to.be.closeTo(bar!.getBoundingClientRect().width, 1);
      at.element.parentElement!.style.inlineSize = '300px';
      const chart = parts(at, 'chart')[0]!;
      expect(chart.scrollWidth).to.be.at.most(chart.clientWidth);
      expect(bar!.getBoundingClientRect().width).to.be.greaterThan(60);
      at.element.dir = 'rtl';
      const [, half] = parts(at, 'chart-bar');
      expect(half!.querySelector('rect')!.getBoundingClientRect().right).to.be.closeTo(half!.getBoundingClientRect().right, 1);
    } finally {
      sheet.remove();
    }
  });
});
