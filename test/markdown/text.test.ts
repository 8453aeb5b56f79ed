import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { claimedHost, misleads, readImage, readLink } from '../../src/markdown/addresses.js';
import { parseBlocks } from '../../src/markdown/blocks.js';
import { directionOf } from '../../src/markdown/direction.js';
import { decodeEntities } from '../../src/markdown/entities.js';
import { plainText } from '../../src/markdown/plain-text.js';
import { safeTail } from '../../src/markdown/safe-text.js';

function fixture<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`../fixtures/cases/${name}.json`, import.meta.url), 'utf8')) as T;
}

describe('safeTail', () => {
  const { vectors } = fixture<{ vectors: { id: string; chunks: string[] | string; final: string }[] }>('17-split-pairs');
  for (const { id, chunks, final } of vectors) {
    it(`[case 17] ${id}: no half of a pair is let through after any piece, and the end is exact`, () => {
      const pieces = typeof chunks === 'string' ? final.split('') : chunks;
      let text = '';
      for (const piece of pieces) {
        text += piece;
        expect(safeTail(text)).not.to.match(/\p{Surrogate}|\ufffd/u);
        for (const block of parseBlocks(text, undefined, true).list) expect(plainText(block.token)).not.to.match(/\p{Surrogate}|\ufffd/u);
      }
      expect(parseBlocks(text).list.map((block) => plainText(block.token)).join('')).to.equal(final);
    });
  }

  it('[case 17] a half in the middle is left out and a replacement character of the agent stays', () => {
    expect(safeTail('a\ud83db\udc0dc\ufffd')).to.equal('abc\ufffd');
    expect(safeTail('whole 🐍')).to.equal('whole 🐍');
  });

  it('[case 12] a line end cut between CR and LF is one line end', () => {
    const words = (text: string, growing: boolean): string[] => parseBlocks(text, parseBlocks(text.slice(0, -1), undefined, true), growing).list.map(({ token }) => plainText(token));
    expect(words('a\r', true)).to.deep.equal(['a']);
    expect(words('a\r\n', true)).to.deep.equal(['a']);
    expect(words('a\r\nb', false)).to.deep.equal(['a\nb']);
    expect(words('a\r\rb', false)).to.deep.equal(['a', 'b']);
    expect(words('```\n\r\nx\r', false)).to.deep.equal(['\nx']);
  });
});

describe('decodeEntities', () => {
  it('[case 16] decodes names and numbers once', () => {
    expect(decodeEntities('&lt;b&gt; &amp; &#39;&#x27;&quot;')).to.equal(`<b> & ''"`);
    expect(decodeEntities('&amp;lt;')).to.equal('&lt;');
    expect(decodeEntities('&eacute;&yuml;&Omega;&omega;&rarr;&hellip;&nbsp;&frac12;&sup2;')).to.equal('éÿΩω→…\u00a0½²');
    expect(decodeEntities('&#128640;')).to.equal('🚀');
  });

  it('[case 16] leaves what names no character as written', () => {
    for (const text of ['&unknown;', '&amp', 'AT&T;x', '&#0;', '&#xd83d;', '&#x110000;', '&;', '&constructor;', 'a && b;']) expect(decodeEntities(text)).to.equal(text);
  });
});

describe('directionOf', () => {
  const { blocks, wish } = fixture<{ blocks: { text: string; dir: string }[]; wish: { text: string; dir: string }[] }>('18-direction');
  for (const { text, dir } of [...blocks, ...wish]) {
    it(`[case 18] "${text}" is ${dir}`, () => {
      expect(directionOf(text)).to.equal(dir);
    });
  }

  it('[case 18] addresses and code do not count, no letters give no direction, a tie goes to the first letter', () => {
    expect(directionOf('https://example.test/a/long/path شكرا')).to.equal('rtl');
    expect(directionOf('`npm install --save-dev` ثم')).to.equal('rtl');
    expect(directionOf('12:30 — 🚀')).to.equal(undefined);
    expect(directionOf('אב ab')).to.equal('rtl');
    expect(directionOf('ab אב')).to.equal('ltr');
  });
});

describe('readLink', () => {
  it('[case 20] only web, mail and named places of the page can be followed', () => {
    const kinds = (addresses: readonly string[]): string[] => addresses.map((address) => readLink(address).kind);
    expect(kinds(['https://a.test/', 'HTTP://a.test', 'mailto:a@b.test', '#part'])).to.deep.equal(['web', 'web', 'mail', 'fragment']);
    const refused = [
      'javascript:1', 'JaVaScRiPt:1', 'jav&#x09;ascript:1', 'java\nscript:1', ' javascript:1', 'javascript&colon;1', '&#106;avascript:1', 'data:text/html,x', 'vbscript:x', 'file:///etc/passwd', 'blob:https://a.test/1',
      'tel:123', 'ftp://a.test/', 'custom:x', '//a.test/x', '/x', './x', 'x.html', '?q', '', '#', '#/admin', '#!/x', 'https:a.test', 'https:/\\a.test', 'http://', 'https:///a', 'https://a.test/\u0001', 'https://a.test/\u202egnp.x',
      'mailto:', 'mailto://x', 'view-source:https://a.test', 'https://[::1', 'about:blank',
    ];
    expect(refused.filter((address) => readLink(address).kind !== 'inert')).to.deep.equal([]);
  });

  it('[case 20] the address is the one the browser would follow', () => {
    expect(readLink('https://EXAMPLE.test:443/a b?q=&amp;')).to.deep.equal({ kind: 'web', href: 'https://example.test/a%20b?q=&', host: 'example.test', hasCredentials: false });
    expect(readLink('https://аррӏе.com/')).to.include({ host: 'xn--80ak6aa92e.com' });
    expect(readLink('https://bank.test@evil.test/')).to.include({ host: 'evil.test', hasCredentials: true });
    expect(readLink('https://a.test/?x=&copy;', true)).to.include({ href: 'https://a.test/?x=&copy;' });
  });

  it('[case 20] words that claim another host mislead, plain words do not', () => {
    expect(misleads('bank.test', 'evil.test')).to.equal(true);
    expect(misleads('https://bank.test/login', 'evil.test')).to.equal(true);
    expect(misleads('аррӏе.com', 'xn--80ak6aa92e.com')).to.equal(true);
    expect(misleads('bank.test', 'bank.test.evil.test')).to.equal(true);
    expect(misleads('www.bank.test/a', 'bank.test')).to.equal(false);
    expect(misleads('Bank.test', 'bank.test:8443')).to.equal(false);
    expect(misleads('the guide', 'evil.test')).to.equal(false);
    expect(misleads('the guide', 'evil.test', true)).to.equal(true);
    expect(claimedHost('see a.test now')).to.equal(undefined);
  });
});

describe('readImage', () => {
  it('[case 21] nothing loads from a host that is not listed, whatever it looks like', () => {
    const allowed = ['https://img.host.example.test'];
    const shown = (address: string): boolean => readImage(address, allowed).kind === 'shown';
    expect(shown('https://img.host.example.test/p.png')).to.equal(true);
    const refused = [
      'https://img.host.example.test.evil.example.test/p.png', 'http://img.host.example.test/p.png', 'https://img.host.example.test:444/p.png', 'https://user@img.host.example.test/p.png',
      '//img.host.example.test/p.png', 'https://evil.test/?https://img.host.example.test', 'p.png', '/p.png', 'blob:https://img.host.example.test/1', 'data:image/svg+xml;base64,AAAA', 'data:image/png,x', 'data:text/html;base64,AAAA', '',
    ];
    expect(refused.filter(shown)).to.deep.equal([]);
    expect(readImage('https://img.host.example.test/p.png').kind).to.equal('blocked');
    expect(shown('data:image/png;base64,iVBORw0KGgo=')).to.equal(true);
  });

  it('[case 21] a blocked picture names its host and how much its address carries', () => {
    expect(readImage('https://leak.example.test/p.png?d=SECRET')).to.deep.equal({ kind: 'blocked', host: 'leak.example.test', extra: 14 });
    expect(readImage('//leak.example.test/')).to.deep.equal({ kind: 'blocked', host: 'leak.example.test', extra: 0 });
    expect(readImage('data:image/svg+xml,abc')).to.deep.equal({ kind: 'blocked', host: 'data', extra: 17 });
  });
});
