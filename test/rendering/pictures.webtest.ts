import { expect, nextFrame } from '@open-wc/testing';
import { RemoteImages, type ImageChoice } from '../../src/rendering/remote-images.js';
import { contentHost, type ContentHost } from './content-host.js';

// A picture of the test server: from another origin than any that the content is allowed, and still within the policy of the page.
const picture = (name: string): string => `${location.origin}/test/fixtures/pictures/none.png?${name}`;

const button = (host: ContentHost, words: string, index = 0): HTMLElement => {
  const found = host.all('.blocked button').filter((each) => each.textContent === words)[index];
  if (!found) throw new Error(`no button "${words}"`);
  return found;
};

const sources = (host: ContentHost): string[] => host.all('img').map((image) => (image as HTMLImageElement).src);

describe('pictures from elsewhere', () => {
  it('[UI-consent] ask first, with the host and what the address carries, and load nothing', async () => {
    const host = await contentHost();
    host.more = { remoteImages: new RemoteImages() };
    await host.show('![Sales](https://leak.example.test/p.png?d=0123456789)');
    expect(host.all('img')).to.have.length(0);
    expect(host.one('.blocked').innerText).to.contain('leak.example.test').and.to.contain('the address carries 18 characters of data');
    expect(host.all('.blocked button').map((each) => each.textContent)).to.deep.equal(['Load once', 'Always for this host', 'Never']);
    await expect(host).to.be.accessible({ ignoredRules: ['region'] });
  });

  it('[UI-consent] "Load once" loads this one, keeps the place of the focus, and holds when the reply is drawn again', async () => {
    const host = await contentHost();
    const remoteImages = new RemoteImages();
    host.more = { remoteImages };
    const text = `![a](${picture('a')})\n\n![b](${picture('b')})`;
    await host.show(text);
    button(host, 'Load once').focus();
    button(host, 'Load once').click();
    expect(sources(host)).to.deep.equal([picture('a')]);
    expect((host.renderRoot as ShadowRoot).activeElement).to.equal(host.all('.remote')[0]);
    const image = host.one('img') as HTMLImageElement;
    expect([image.referrerPolicy, image.loading, image.decoding, image.alt]).to.deep.equal(['no-referrer', 'lazy', 'async', 'a']);
    await host.show(`${text}\n\nmore`);
    expect(sources(host)).to.deep.equal([picture('a')]);
  });

  it('[UI-consent] "Always" and "Never" hold for every picture of the host, are told, and "Never" can be taken back', async () => {
    const host = await contentHost();
    const told: [string, ImageChoice | null][] = [];
    host.more = { remoteImages: new RemoteImages({ onChoice: (origin, choice) => told.push([origin, choice]) }) };
    await host.show(`![a](${picture('a')})\n\n![b](${picture('b')})\n\n![c](https://other.example.test/c.png)`);
    button(host, 'Never').click();
    expect(host.all('.blocked button').map((each) => each.textContent)).to.deep.equal(['Ask again', 'Ask again', 'Load once', 'Always for this host', 'Never']);
    button(host, 'Ask again', 1).click();
    button(host, 'Always for this host').click();
    expect(sources(host)).to.deep.equal([picture('a'), picture('b')]);
    expect(told).to.deep.equal([[location.origin, 'never'], [location.origin, null], [location.origin, 'always']]);
    const later = await contentHost();
    later.more = { remoteImages: new RemoteImages({ choices: [[location.origin, 'always']] }) };
    await later.show(`![a](${picture('a')})`);
    expect(sources(later)).to.deep.equal([picture('a')]);
  });

  it('[UI-consent] where everything is allowed, all but what was refused loads at once', async () => {
    const host = await contentHost();
    host.more = { remoteImages: new RemoteImages({ allowAll: true, choices: [['https://img.example.test', 'never']] }) };
    await host.show(`![a](${picture('all')}) ![b](https://img.example.test/b.png) ![c](file:///c.png)`);
    expect(sources(host)).to.deep.equal([picture('all')]);
  });

  it('[UI-consent] nobody is asked about an address that may not load at all, nor inside a link, nor without leave to ask', async () => {
    const host = await contentHost();
    const remoteImages = new RemoteImages();
    host.more = { remoteImages };
    await host.show('![a](./local.png) ![b](file:///x.png) ![c](https://me:pw@evil.example.test/x.png) [![d](https://img.example.test/d.png)](https://ok.test/)');
    expect(host.all('.blocked')).to.have.length(4);
    expect(host.all('.blocked button')).to.have.length(0);
    const closed = await contentHost();
    await closed.show('![a](https://img.example.test/a.png)');
    expect(closed.all('.blocked button')).to.have.length(0);
  });

  it('[UI-image] the place of a picture is kept before it comes, so nothing below it moves, not in a later render either', async () => {
    const host = await contentHost();
    host.more = { allowedImageOrigins: [location.origin] };
    const address = `${location.origin}/test/rendering/picture.png`;
    const text = `![a](${address})`;
    await host.show(`${text}\n\nbelow`, true);
    const image = host.one('img') as HTMLImageElement;
    const before = image.getBoundingClientRect().height;
    expect(before).to.be.greaterThan(100);
    image.loading = 'eager';
    await new Promise((resolve, reject) => {
      image.addEventListener('load', resolve);
      image.addEventListener('error', reject);
      if (image.complete) resolve(undefined);
    });
    await nextFrame();
    expect(image.naturalWidth).to.be.greaterThan(0);
    await host.show(`${text}\n\nbelow and on`);
    expect(host.one('img')).to.equal(image);
    expect(image.getBoundingClientRect().height).to.equal(before);
    const later = await contentHost();
    later.more = host.more;
    await later.show(text);
    expect(later.one('img').getAttribute('width')).to.equal(String(image.naturalWidth));
  });

  it('[UI-image] a picture that the reply holds itself has its size from the first frame on', async () => {
    const host = await contentHost();
    const canvas = document.createElement('canvas');
    canvas.width = 120;
    canvas.height = 45;
    await host.show(`![dot](${canvas.toDataURL('image/png')})`);
    const image = host.one('img') as HTMLImageElement;
    expect([image.getAttribute('width'), image.getAttribute('height')]).to.deep.equal(['120', '45']);
    await image.decode();
    expect([image.naturalWidth, image.naturalHeight]).to.deep.equal([120, 45]);
  });
});
