import { expect, fixture, html } from '@open-wc/testing';
import { executeServerCommand, sendKeys, sendMouse } from '@web/test-runner-commands';
import { openDB } from 'idb';

/** What only one of the three engines has, whatever its user agent string says. */
function engine(): string {
  if (CSS.supports('-moz-appearance', 'none')) return 'Firefox';
  if ('webkitConvertPointFromNodeToPage' in window) return 'WebKit';
  if ('chrome' in window && 'userAgentData' in navigator) return 'Chromium';
  return 'unknown';
}

describe('the engine under the tests', () => {
  it('[platform] is the one the runner says it is', async () => {
    expect(await executeServerCommand('engine-name')).to.equal(engine());
  });

  it('[platform] has the focus, so that focus events and :focus-visible work', async () => {
    const input = await fixture<HTMLInputElement>(html`<input aria-label="text" />`);
    let focused = 0;
    input.addEventListener('focus', () => (focused += 1));
    input.focus();
    expect(document.hasFocus()).to.equal(true);
    expect(focused).to.equal(1);
    expect(input.matches(':focus-visible')).to.equal(true);
  });

  it('[platform] types real keys into an input', async () => {
    const input = await fixture<HTMLInputElement>(html`<input aria-label="text" />`);
    const keys: string[] = [];
    input.addEventListener('keydown', (event) => keys.push(`${event.isTrusted} ${event.key}`));
    input.focus();
    await sendKeys({ type: 'Hi' });
    await sendKeys({ press: 'Backspace' });
    expect(input.value).to.equal('H');
    expect(keys.filter((key) => !key.endsWith('Shift'))).to.deep.equal(['true H', 'true i', 'true Backspace']);
  });

  it('[platform] holds a key down while another is pressed', async () => {
    const area = await fixture<HTMLTextAreaElement>(html`<textarea aria-label="text"></textarea>`);
    const pressed: boolean[] = [];
    area.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') pressed.push(event.shiftKey);
    });
    area.focus();
    await sendKeys({ down: 'Shift' });
    await sendKeys({ press: 'Enter' });
    await sendKeys({ up: 'Shift' });
    await sendKeys({ press: 'Enter' });
    expect(pressed).to.deep.equal([true, false]);
  });

  it('[platform] knows the space bar by its name', async () => {
    const button = await fixture<HTMLButtonElement>(html`<button>press</button>`);
    let clicks = 0;
    button.addEventListener('click', () => (clicks += 1));
    button.focus();
    await sendKeys({ press: 'Space' });
    expect(clicks).to.equal(1);
  });

  it('[platform] clicks with a real pointer', async () => {
    const button = await fixture<HTMLButtonElement>(html`<button>press</button>`);
    let trusted = 0;
    button.addEventListener('click', (event) => (trusted += event.isTrusted ? 1 : 0));
    const box = button.getBoundingClientRect();
    await sendMouse({ type: 'click', position: [Math.round(box.left + box.width / 2), Math.round(box.top + box.height / 2)] });
    expect(trusted).to.equal(1);
  });

  it('[platform] takes the size it is given', async () => {
    for (const [width, height] of [[480, 700], [1500, 900]] as const) {
      await executeServerCommand('resize', { width, height });
      expect([innerWidth, innerHeight]).to.deep.equal([width, height]);
    }
  });

  it('[platform] opens IndexedDB and keeps a row', async () => {
    const name = `platform-${crypto.randomUUID()}`;
    const database = await openDB(name, 1, { upgrade: (opened) => void opened.createObjectStore('rows') });
    await database.put('rows', { text: 'kept' }, 'key');
    expect(await database.get('rows', 'key')).to.deep.equal({ text: 'kept' });
    database.close();
    indexedDB.deleteDatabase(name);
  });
});
