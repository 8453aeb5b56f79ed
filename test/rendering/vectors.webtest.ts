import { expect } from '@open-wc/testing';
import { contentHost, vectorsOf, type ContentHost } from './content-host.js';

interface Vector {
  readonly id: string;
  readonly source: string;
  readonly final?: {
    readonly count?: Record<string, number>;
    readonly text?: readonly string[];
    readonly notText?: readonly string[];
    readonly exactText?: string;
    readonly codeText?: readonly string[];
    readonly inlineCode?: readonly string[];
    readonly listNumbers?: readonly number[];
    readonly hrefs?: readonly string[];
    readonly hrefsNot?: readonly string[];
  };
  readonly stream?: {
    readonly never?: readonly string[];
    readonly maxCount?: Record<string, number>;
    readonly afterOnce?: { readonly selector: string; readonly neverSelectorWithText: readonly [string, string] };
    readonly neverBefore?: { readonly selector: string; readonly until: string };
    readonly codeGrowsOnly?: boolean;
    readonly hrefsOnly?: readonly string[];
    readonly hrefsOnlyShould?: readonly string[];
    readonly noRequestsTo?: readonly string[];
    readonly noInvented?: boolean;
  };
}

const hrefsOf = (host: ContentHost): string[] => host.all('a[href]').map((link) => link.getAttribute('href') ?? '');
const codeOf = (host: ContentHost): string[] => host.all('pre').map((pre) => pre.textContent.trimEnd());

/** Every visible character, in order, is one that has arrived. */
function isSubsequence(shown: string, arrived: string): boolean {
  let at = 0;
  for (const character of shown.replace(/\s/g, '')) {
    at = arrived.indexOf(character, at);
    if (at < 0) return false;
    at += character.length;
  }
  return true;
}

function checkFinal(host: ContentHost, { final = {} }: Vector): void {
  for (const [selector, count] of Object.entries(final.count ?? {})) expect(host.all(selector).length, selector).to.equal(count);
  for (const text of final.text ?? []) expect(host.words).to.contain(text);
  for (const text of final.notText ?? []) expect(host.body.textContent).not.to.contain(text);
  if (final.exactText !== undefined) expect(host.words.trim()).to.equal(final.exactText);
  if (final.codeText) expect(codeOf(host)).to.deep.equal(final.codeText.map((text) => text.trimEnd()));
  if (final.inlineCode) expect(host.all('code:not(pre code)').map((code) => code.textContent)).to.deep.equal(final.inlineCode);
  if (final.listNumbers) {
    const numbers = host.all('ol').flatMap((list) => [...list.children].map((_, index) => Number(list.getAttribute('start') ?? 1) + index));
    expect(numbers).to.deep.equal(final.listNumbers);
  }
  if (final.hrefs) expect(hrefsOf(host)).to.deep.equal(final.hrefs);
  for (const href of final.hrefsNot ?? []) expect(hrefsOf(host)).not.to.contain(href);
}

function checkPiece(host: ContentHost, { stream = {}, final }: Vector, part: string, tableSeen: boolean): void {
  const after = `after ${JSON.stringify(part)}`;
  for (const selector of stream.never ?? []) expect(host.all(selector), after).to.have.length(0);
  for (const [selector, count] of Object.entries(stream.maxCount ?? {})) expect(host.all(selector).length, `${selector} ${after}`).to.be.at.most(count);
  if (stream.afterOnce && tableSeen) {
    const [selector, text] = stream.afterOnce.neverSelectorWithText;
    expect(host.all(selector).some((element) => element.textContent.includes(text)), after).to.equal(false);
  }
  if (stream.neverBefore && !part.includes(stream.neverBefore.until)) expect(host.all(stream.neverBefore.selector), after).to.have.length(0);
  if (stream.codeGrowsOnly) expect(final?.codeText?.[0]?.startsWith(codeOf(host)[0] ?? ''), after).to.equal(true);
  for (const only of [stream.hrefsOnly, stream.hrefsOnlyShould]) if (only) expect(only, after).to.include.members(hrefsOf(host));
  for (const name of stream.noRequestsTo ?? []) expect(host.all('img, source, image').some((image) => image.outerHTML.includes(name)), after).to.equal(false);
  if (stream.noInvented) expect(isSubsequence(host.words, part), after).to.equal(true);
}

for (const [number, name] of [
  ['12', '12-fences-and-lists'],
  ['13', '13-block-flips'],
  ['14', '14-half-links'],
  ['15', '15-text-stays'],
] as const) {
  const vectors = await vectorsOf<Vector>(name);
  describe(`vectors of case ${number}`, () => {
    for (const vector of vectors) {
      it(`[case ${number}] ${vector.id}: the facts hold on the whole text`, async () => {
        const host = await contentHost();
        await host.show(vector.source);
        checkFinal(host, vector);
      });

      it(`[case ${number}] ${vector.id}: the facts hold after every character and at the end`, async () => {
        const host = await contentHost();
        let tableSeen = false;
        for (let end = 1; end < vector.source.length; end++) {
          const part = vector.source.slice(0, end);
          await host.show(part, true);
          tableSeen ||= host.all(vector.stream?.afterOnce?.selector ?? 'never').length > 0;
          checkPiece(host, vector, part, tableSeen);
        }
        await host.show(vector.source);
        checkFinal(host, vector);
      });
    }
  });
}

const pairs = await vectorsOf<{ id: string; chunks: readonly string[] | string; final: string }>('17-split-pairs');
describe('vectors of case 17', () => {
  for (const { id, chunks, final } of pairs) {
    for (const role of ['assistant', 'user'] as const) {
      it(`[case 17] ${id}: no broken character is painted after any piece (${role})`, async () => {
        const host = await contentHost();
        host.more = { role };
        let text = '';
        for (const piece of typeof chunks === 'string' ? final.split('') : chunks) {
          text += piece;
          await host.show(text, true);
          expect(host.body.textContent).not.to.match(/\p{Surrogate}|\ufffd/u);
        }
        await host.show(text);
        expect(host.words.trim()).to.equal(role === 'user' ? text : final);
      });
    }
  }
});
