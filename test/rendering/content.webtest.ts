import { expect } from '@open-wc/testing';
import { html } from 'lit';
import type { ContentBlock } from '../../src/model/message.js';
import { mergeRenderers } from '../../src/rendering/renderer.js';
import { contentHost } from './content-host.js';

const call = (id: string, name: string, input: Record<string, unknown> = {}): ContentBlock => ({ type: 'tool_use', id, name, input });
const answer = (id: string, content: string, failed = false): ContentBlock => ({ type: 'tool_result', tool_use_id: id, content, ...(failed ? { is_error: true } : {}) });

describe('content of a message', () => {
  it('[UI-render] the blocks are drawn in their order, neighbouring steps in one list', async () => {
    const host = await contentHost();
    await host.show([
      { type: 'reasoning', text: 'hmm' },
      call('a', 'read_form'),
      answer('a', 'ok'),
      { type: 'text', text: 'First.' },
      call('b', 'addField', { title: 'Notice period', weeks: 4, options: {} }),
      { type: 'text', text: 'Second.' },
    ]);
    expect(host.all(':scope > *').map((element) => element.className)).to.deep.equal(['trace', 'prose', 'trace', 'prose']);
    expect(host.all('.what').map((element) => element.textContent)).to.deep.equal(['Thought', 'Read form', 'Add field']);
    expect(host.one('.more').textContent).to.equal('Notice period, 4');
    await expect(host).to.be.accessible({ ignoredRules: ['region'] });
  });

  it('[UI-render] a call runs until its result is there, failed ones say so, and one without an answer stays open', async () => {
    const host = await contentHost();
    host.more = { durations: new Map([['a', 230]]) };
    const states = (): string[] => host.all('li > .st').map((element) => element.className + (element.querySelector('svg') ? ' drawn' : ''));
    await host.show([call('a', 'x')], true);
    expect(states()).to.deep.equal(['st run']);
    await host.show([call('a', 'x'), answer('a', 'ok'), call('b', 'y'), answer('b', 'no', true), call('c', 'z')]);
    expect(states()).to.deep.equal(['st drawn', 'st fail drawn', 'st todo']);
    expect(host.all('.what').map((element) => element.textContent)).to.deep.equal(['X', 'Could not finish Y', 'Z']);
    expect(host.one('.end').textContent.trim()).to.equal('0.2s');
  });

  it('[UI-render] what the person unfolded stays unfolded when the message changes', async () => {
    const host = await contentHost();
    await host.show([call('a', 'read', { big: 12345 }), { type: 'text', text: 'w' }], true);
    const details = host.one('details') as HTMLDetailsElement;
    details.querySelector('summary')?.click();
    expect(details.open).to.equal(true);
    await host.show([call('a', 'read', { big: 12345 }), answer('a', '{"n":12345678901234567890}'), { type: 'text', text: 'words' }], true);
    expect(host.one('details')).to.equal(details);
    expect(details.open).to.equal(true);
    expect(host.one('.io').innerText).to.contain('"big": 12345').and.to.contain('{"n":12345678901234567890}');
  });

  it('[UI-render] a result without its call has a line of its own', async () => {
    const host = await contentHost();
    await host.show([answer('gone', 'text of it')]);
    expect(host.one('li').textContent).to.contain('text of it');
  });

  it('[UI-render] a renderer that throws harms only its block and is reported', async () => {
    const host = await contentHost();
    const fault = new Error('broken');
    host.renderers = mergeRenderers({
      text: {
        render: () => {
          throw fault;
        },
      },
    });
    await host.show([{ type: 'text', text: 'still *readable*' }, call('a', 'read')]);
    expect(host.body.innerText).to.contain('still *readable*').and.to.contain('Read');
    expect(host.reported).to.include(fault);
  });

  it("[UI-render] a host's renderer replaces one type, adds another, and a type that nobody knows shows its text", async () => {
    const host = await contentHost();
    host.renderers = mergeRenderers({
      tool_use: { render: (block) => html`<b class="mine">${(block as { name: string }).name}</b>` },
      chart: { render: () => '<i>chart</i>' },
    });
    await host.show([call('a', 'read'), { type: 'chart' } as unknown as ContentBlock, { type: 'unknown', text: 'fallback' } as unknown as ContentBlock, { type: 'constructor' } as unknown as ContentBlock]);
    expect(host.one('.mine').textContent).to.equal('read');
    expect(host.all('i')).to.have.length(0);
    expect(host.body.innerText).to.contain('<i>chart</i>').and.to.contain('fallback');
  });

  it('[UI-render] a picture is drawn from its own bytes, a kind that is no picture is named', async () => {
    const host = await contentHost();
    const data = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    await host.show([
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data } },
      { type: 'image', source: { type: 'base64', media_type: 'text/html', data } },
    ]);
    await (host.one('img') as HTMLImageElement).decode();
    expect(host.all('img')).to.have.length(1);
    expect(host.one('.blocked').innerText).to.contain('text/html');
  });

  it("[UI-render] a person's words are shown as typed, with pills at the mentions that fit", async () => {
    const host = await contentHost();
    host.more = {
      role: 'user',
      mentions: [
        { type: 'skill', id: 's', name: 'x', start: 6, end: 8 },
        { type: 'skill', id: 't', name: 'y', start: 7, end: 9 },
        { type: 'skill', id: 'u', name: 'z', start: 90, end: 95 },
      ],
    };
    await host.show([{ type: 'text', text: '*one*' }, { type: 'text', text: ' /x  two\n  three <b>' }]);
    expect(host.body.textContent).to.equal('*one* /x  two\n  three <b>');
    expect(host.all('.pill').map((pill) => pill.textContent)).to.deep.equal(['/x']);
    expect(getComputedStyle(host.one('.pill').parentElement ?? host).whiteSpace).to.contain('pre-wrap');
  });

  it("[case 18] a person's lines of two directions keep every blank line", async () => {
    const host = await contentHost();
    host.more = { role: 'user' };
    const text = 'Hello\n\n\nمرحبا\n12\nend\n';
    await host.show(text);
    expect(host.all('.as-typed').map((element) => element.dir)).to.deep.equal(['ltr', 'rtl', 'ltr']);
    expect(host.body.innerText.trimEnd()).to.equal(text.trimEnd());
  });
});
