import { expect, nextFrame } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { contentHost, type ContentHost } from './content-host.js';

const panel = (host: ContentHost): HTMLElement | null => host.renderRoot.querySelector<HTMLElement>('.leave');

/** Presses without letting the browser follow, and says whether it would have. */
function press(link: HTMLElement, type = 'click', init: MouseEventInit = {}): boolean {
  let follows = true;
  const stop = (event: Event): void => {
    follows = !event.defaultPrevented;
    event.preventDefault();
  };
  document.addEventListener(type, stop, { once: true });
  link.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true, composed: true, ...init }));
  return follows;
}

const odd = '[https://bank.test/](https://evil.test/login?next=1)';

describe('links that leave the page', () => {
  it('[UI-leave] an ordinary link is followed at once, an odd one by any button only after a question', async () => {
    const host = await contentHost();
    await host.show(`[guide](https://docs.test/start) ${odd}`);
    const [plain, strange] = host.all('a');
    expect(press(plain as HTMLElement)).to.equal(true);
    expect(panel(host)).to.equal(null);
    for (const [type, init] of [['click', {}], ['click', { ctrlKey: true }], ['auxclick', { button: 1 }]] as const) {
      expect(press(strange as HTMLElement, type, init), type).to.equal(false);
      expect(panel(host), type).not.to.equal(null);
      panel(host)?.querySelector('button')?.click();
      expect(panel(host)).to.equal(null);
    }
    expect(press(strange as HTMLElement, 'auxclick', { button: 2 })).to.equal(true);
    expect(panel(host)).to.equal(null);
  });

  it('[UI-leave] the question shows the true address and what is odd, and its way out is a safe link', async () => {
    const host = await contentHost();
    host.body.lang = 'en';
    await host.show(odd);
    press(host.one('a'));
    const dialog = panel(host);
    expect(dialog?.getAttribute('role')).to.equal('dialog');
    expect(dialog?.getAttribute('aria-label')).to.equal('Check where this link goes');
    expect(dialog?.querySelector('.address')?.textContent).to.equal('https://evil.test/login?next=1');
    expect(dialog?.querySelector('.address b')?.textContent).to.equal('evil.test');
    expect(dialog?.querySelector('li')?.textContent).to.contain('bank.test');
    const out = dialog?.querySelector('a');
    expect([out?.href, out?.target, out?.rel]).to.deep.equal(['https://evil.test/login?next=1', '_blank', 'noopener noreferrer nofollow']);
    await expect(host).to.be.accessible({ ignoredRules: ['region'] });
  });

  it('[UI-leave] keys: Enter asks, focus is on staying, Escape goes back to the link and tells nobody', async () => {
    const host = await contentHost();
    await host.show(odd);
    const link = host.one('a');
    const root = host.renderRoot as ShadowRoot;
    const heard: string[] = [];
    const listen = (event: KeyboardEvent): void => void heard.push(event.key);
    document.addEventListener('keydown', listen);
    link.focus();
    await sendKeys({ press: 'Enter' });
    expect(root.activeElement?.textContent).to.equal('Stay here');
    await sendKeys({ press: 'Escape' });
    document.removeEventListener('keydown', listen);
    expect(panel(host)).to.equal(null);
    expect(root.activeElement).to.equal(link);
    expect(heard).not.to.include('Escape');
  });

  it('[UI-leave] it stands within the element, and the reply going on does not take it away', async () => {
    const host = await contentHost();
    await host.show(odd, true);
    press(host.one('a'));
    await host.show(`${odd} and more`, true);
    await nextFrame();
    const box = panel(host)?.getBoundingClientRect();
    const around = host.body.getBoundingClientRect();
    expect(box?.left).to.be.at.least(around.left);
    expect(box?.right).to.be.at.most(around.right);
    expect(box?.top).to.be.at.least(0);
    expect(box?.bottom).to.be.at.most(window.innerHeight);
    panel(host)?.remove();
  });

  it('[case 20] a scheme that the host listed is a link, the rest stay words', async () => {
    const host = await contentHost();
    host.more = { allowedLinkSchemes: ['tel', 'javascript'] };
    await host.show('[call](tel:+123) [run](javascript:alert(1)) [x](sms:1)');
    expect(host.all('a').map((link) => link.getAttribute('href'))).to.deep.equal(['tel:+123']);
    expect(host.all('.inert')).to.have.length(2);
  });
});
