/** The policy every test page has, and the net that catches what breaks it. What is broken here on purpose is taken out of the net. */
import { expect } from '@open-wc/testing';
import { executeServerCommand } from '@web/test-runner-commands';
import { checkPage, takeProblems } from '../../.ci/page-end.js';

const directives = async (): Promise<string[]> => (await takeProblems()).map(({ directive }) => directive);

/** Chromium has Trusted Types; of the others the version tells. */
const trusted = 'trustedTypes' in window;

describe('the policy of a test page', () => {
  it('[UI-policy] is the strictest the element promises to live with, for the element, the tests and the runner alike', async () => {
    const { headers } = await fetch(location.href);
    expect(headers.get('content-security-policy')).to.equal(
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data: blob:; require-trusted-types-for 'script'",
    );
    expect(document.querySelectorAll('script:not([src]), style, [nonce]').length).to.equal(0);
  });

  it('[UI-policy] an inline style is not applied and is seen', async () => {
    const box = document.createElement('div');
    box.setAttribute('style', 'position: fixed');
    document.body.append(box);
    expect(getComputedStyle(box).position).to.equal('static');
    box.remove();
    expect(await directives()).to.deep.equal(['style-src-attr']);
  });

  it('[UI-policy] a style element is not applied and is seen', async () => {
    const style = document.createElement('style');
    style.textContent = 'body { position: fixed }';
    document.body.append(style);
    expect(getComputedStyle(document.body).position).to.equal('static');
    style.remove();
    expect(await directives()).to.deep.equal(['style-src-elem']);
  });

  it('[UI-policy] styles set through CSSOM and adopted sheets are free', async () => {
    const box = document.createElement('div');
    document.body.append(box);
    box.style.setProperty('position', 'fixed');
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('div { color: rgb(1, 2, 3) }');
    const root = box.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [sheet];
    root.append(document.createElement('div'));
    expect(getComputedStyle(box).position).to.equal('fixed');
    expect(getComputedStyle(root.firstElementChild as Element).color).to.equal('rgb(1, 2, 3)');
    box.remove();
    expect(await directives()).to.deep.equal([]);
  });

  it('[UI-policy] text for eval is not run and is seen', async () => {
    const run = (): unknown => Reflect.construct(Function, ['return 1']);
    expect(run).to.throw();
    expect((await directives()).length).to.be.greaterThan(0);
  });

  it('[UI-policy] an event handler of an attribute does not run and is seen', async () => {
    const button = document.createElement('button');
    try {
      button.setAttribute('onclick', 'globalThis.__ran = true');
    } catch {
      // Trusted Types refuse it before the policy for scripts does.
    }
    document.body.append(button);
    button.click();
    button.remove();
    expect('__ran' in globalThis).to.equal(false);
    expect((await directives()).length).to.be.greaterThan(0);
  });

  it('[UI-policy] a script of markup does not run and is seen', async () => {
    const script = document.createElement('script');
    script.append('globalThis.__ran = true');
    document.body.append(script);
    script.remove();
    expect('__ran' in globalThis).to.equal(false);
    expect((await directives()).length).to.be.greaterThan(0);
  });

  it('[UI-policy] markup that no policy of Trusted Types made is refused where the engine knows them', async () => {
    expect((await executeServerCommand('engine-name')) !== 'Chromium' || trusted).to.equal(true);
    const box = document.createElement('div');
    let refused = false;
    try {
      box.innerHTML = '<b>words</b>';
    } catch {
      refused = true;
    }
    expect([refused, box.childElementCount]).to.deep.equal(trusted ? [true, 0] : [false, 1]);
    expect(await directives()).to.deep.equal(trusted ? ['require-trusted-types-for'] : []);
  });

  it('[UI-policy] another server is not asked, by no road', async () => {
    const elsewhere = 'http://elsewhere.example.test/';
    const image = new Image();
    const failed = new Promise((resolve) => image.addEventListener('error', resolve));
    image.src = `${elsewhere}p.png`;
    await failed;
    await fetch(elsewhere).then(
      () => expect.fail('the request was made'),
      () => undefined,
    );
    const frame = document.createElement('iframe');
    frame.src = elsewhere;
    document.body.append(frame);
    const seen = await takeProblems();
    frame.remove();
    expect(seen.map(({ directive }) => directive)).to.include.members(['img-src', 'connect-src', 'frame-src']);
    expect(seen.map(({ directive }) => directive)).not.to.include('network');
  });

  it('[UI-policy] the net names the directive, the script and the test, and fails a file with it', async () => {
    const box = document.createElement('div');
    box.setAttribute('style', 'color: red');
    let error: unknown;
    await checkPage().catch((thrown: unknown) => (error = thrown));
    expect(String(error)).to.match(/style-src-attr blocked inline of http.*csp\.webtest\.ts/);
    expect(String(error)).to.contain('the net names the directive');
    await checkPage();
  });
});
