import { expect } from 'chai';
import { approvedAddress, doubtsAbout } from '../../src/rendering/link-doubts.js';

const kinds = (href: string, words = 'guide'): string[] => doubtsAbout(new URL(href).href, words).map(({ kind }) => kind);

describe('odd links', () => {
  it('[UI-leave] an ordinary link raises no doubt', () => {
    for (const href of ['https://docs.test/start?step=2#top', 'http://localhost:8080/', `https://a.test/${'step/'.repeat(30)}`, 'https://a.test/?q=search+words+of+a+person&page=2']) expect(kinds(href), href).to.deep.equal([]);
    expect(kinds('https://www.docs.test/x', 'docs.test')).to.deep.equal([]);
    expect(kinds('https://docs.test/x', 'https://docs.test/x')).to.deep.equal([]);
  });

  it('[UI-leave] credentials, foreign letters, words of another site and long data each raise one', () => {
    expect(kinds('https://bank.test@evil.test/')).to.deep.equal(['credentials']);
    expect(kinds('https://xn--pypal-4ve.test/')).to.deep.equal(['foreign-letters']);
    expect(kinds('https://p\u0430ypal.test/')).to.deep.equal(['foreign-letters']);
    expect(kinds('https://evil.test/', 'https://bank.test/')).to.deep.equal(['other-host']);
    expect(kinds(`https://a.test/?d=${'x'.repeat(300)}`)).to.deep.equal(['carries-data']);
    expect(kinds(`https://a.test/#${'x'.repeat(300)}`)).to.deep.equal(['carries-data']);
    expect(kinds(`https://a.test/${'x'.repeat(150)}.png`)).to.deep.equal(['carries-data']);
  });

  it('[case 20] a host may add schemes, but none that runs or reads', () => {
    expect(approvedAddress('tel:+1', ['tel'])).to.equal('tel:+1');
    expect(approvedAddress('TEL:+1', ['tel:'])).to.equal('tel:+1');
    expect(approvedAddress('tel:+1')).to.equal(undefined);
    for (const scheme of ['javascript', 'data', 'vbscript', 'blob', 'file', 'about', 'view-source']) expect(approvedAddress(`${scheme}:x`, [scheme]), scheme).to.equal(undefined);
    expect(approvedAddress('te\tl:1', ['tel'])).to.equal(undefined);
    expect(approvedAddress('java\nscript:x', ['java'])).to.equal(undefined);
    expect(approvedAddress('./a', ['tel'])).to.equal(undefined);
  });
});
