import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { ConversationMessage } from '../../src/model/message.js';
import type { MessageActionEvent } from '../../src/ui/message.js';
import type { MessageVersions } from '../../src/ui/message-actions.js';
import { frame, isFocused, message, own, removeHosts, threadHost } from './thread-host.js';
import type { ThreadHost } from './thread-host.js';

const second = 1000;

function actionsOf(host: ThreadHost): MessageActionEvent[] {
  const seen: MessageActionEvent[] = [];
  host.shadowRoot!.addEventListener('message-action', (event) => seen.push(event as MessageActionEvent));
  return seen;
}

const names = (host: ThreadHost, index = 0): string[] =>
  [...host.message(index).querySelectorAll('button')].map((button) => button.ariaLabel ?? button.textContent.trim());

const middle: MessageVersions = { index: 2, count: 3, previousId: 'before', nextId: 'after' };

function key(target: Element, values: KeyboardEventInit & { keyCode?: number }): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { bubbles: true, composed: true, cancelable: true, ...values });
  // The constructor ignores keyCode in some engines.
  if (values.keyCode !== undefined) Object.defineProperty(event, 'keyCode', { value: values.keyCode });
  target.dispatchEvent(event);
  return event;
}

describe('a message', () => {
  afterEach(removeHosts);

  it('[UI-a11y] own and agent messages with every action pass axe', async () => {
    const host = await threadHost([own('Make it fit'), message({ text: 'Done' }), message({ status: 'failed', error: { code: 'X', message: 'Too long.' } })], { versions: () => middle }, '600px');
    await expect(host).to.be.accessible();
  });

  it('[UI-a11y] a streaming reply with a bar and the edit box pass axe', async () => {
    const mine = own('Make it fit');
    const reply = message({ status: 'streaming', progress: { step: 'x', message: 'Laying out', percentage: 58 }, createdAt: Date.now() - 3 * second });
    const host = await threadHost([mine, reply], { editingId: mine.id, editError: 'Could not be saved.', running: true });
    await expect(host).to.be.accessible();
  });

  it('[UI-actions] own messages offer Copy, Edit and Fork; replies Copy, Regenerate and Fork', async () => {
    const host = await threadHost([own('a'), message()]);
    expect(names(host, 0)).to.deep.equal(['Copy', 'Edit', 'Fork from here']);
    expect(names(host, 1)).to.deep.equal(['Copy', 'Regenerate', 'Fork from here']);
  });

  it('[UI-actions] read-only shows no action at all, without-branching only Copy', async () => {
    const failed = message({ status: 'failed', error: { code: 'X', message: 'No.' } });
    const host = await threadHost([own('a'), failed], { readOnly: true, versions: () => middle });
    expect(host.renderRoot.querySelectorAll('button').length).to.equal(0);
    await host.set({ readOnly: false, withoutBranching: true });
    expect(names(host, 0)).to.deep.equal(['Copy']);
  });

  it('[UI-actions] each action is told with the message’s id and stays inside the shadow root', async () => {
    const mine = own('a');
    const reply = message();
    const host = await threadHost([mine, reply]);
    const seen = actionsOf(host);
    let outside = 0;
    host.addEventListener('message-action', () => (outside += 1));
    host.button('Edit').click();
    host.button('Fork from here', host.message(1)).click();
    host.button('Regenerate').click();
    expect(seen.map(({ action, messageId }) => [action, messageId])).to.deep.equal([['edit', mine.id], ['fork', reply.id], ['regenerate', reply.id]]);
    expect(outside).to.equal(0);
  });

  it('[UI-actions] the row is one tab stop; arrows, Home and End walk it and wrap', async () => {
    const host = await threadHost([message()]);
    const stops = (): string[] => [...host.one('message-actions').querySelectorAll('button')].filter(({ tabIndex }) => tabIndex === 0).map(({ ariaLabel }) => ariaLabel!);
    expect(stops()).to.deep.equal(['Copy']);
    host.button('Copy').focus();
    await sendKeys({ press: 'ArrowRight' });
    expect(isFocused(host, host.button('Regenerate'))).to.equal(true);
    await sendKeys({ press: 'End' });
    await sendKeys({ press: 'ArrowRight' });
    expect(isFocused(host, host.button('Copy'))).to.equal(true);
    await sendKeys({ press: 'ArrowLeft' });
    expect(isFocused(host, host.button('Fork from here'))).to.equal(true);
    expect(stops()).to.deep.equal(['Fork from here']);
    await sendKeys({ press: 'Home' });
    expect(isFocused(host, host.button('Copy'))).to.equal(true);
  });

  it('[UI-actions] in a right-to-left page the arrows follow the eye', async () => {
    const host = await threadHost([message()]);
    host.dir = 'rtl';
    await frame();
    host.button('Copy').focus();
    await sendKeys({ press: 'ArrowLeft' });
    expect(isFocused(host, host.button('Regenerate'))).to.equal(true);
  });

  it('[UI-actions] a blocked action keeps its place and the focus, says why, and does nothing', async () => {
    const host = await threadHost([message()], { branchingReason: 'Wait for the current reply.' });
    const seen = actionsOf(host);
    const regenerate = host.button('Regenerate');
    regenerate.click();
    regenerate.focus();
    expect(seen.length).to.equal(0);
    expect(isFocused(host, regenerate)).to.equal(true);
    expect(regenerate.ariaDisabled).to.equal('true');
    expect(regenerate.title).to.contain('Wait for the current reply.');
    expect(host.button('Copy').ariaDisabled === null).to.equal(true);
  });

  it('[UI-actions] actions are visible on the last message and appear on others with the focus', async () => {
    const host = await threadHost([message(), message()]);
    const [first, last] = host.all('message-actions') as [HTMLElement, HTMLElement];
    const opacity = (row: HTMLElement): string => getComputedStyle(row).opacity;
    expect(opacity(last)).to.equal('1');
    if (!matchMedia('(pointer: coarse)').matches) expect(opacity(first)).to.equal('0');
    const height = host.message(0).article!.offsetHeight;
    first.querySelector('button')!.focus();
    await Promise.all(first.getAnimations().map(({ finished }) => finished));
    expect(opacity(first)).to.equal('1');
    expect(host.message(0).article!.offsetHeight).to.equal(height);
  });

  it('[UI-versions] versions are a named group with a position; the ends are disabled', async () => {
    const reply = message();
    const host = await threadHost([reply], { versions: () => middle });
    const seen = actionsOf(host);
    const group = host.one('branch-nav');
    expect([group.role ?? group.getAttribute('role'), group.ariaLabel]).to.deep.equal(['group', 'Versions']);
    expect(host.one('branch-position').textContent).to.equal('2 of 3');
    host.button('Previous version').click();
    host.button('Next version').click();
    expect(seen.map(({ action, messageId, targetId }) => [action, messageId, targetId])).to.deep.equal([['select', reply.id, 'before'], ['select', reply.id, 'after']]);
    await host.set({ versions: () => ({ index: 3, count: 3, previousId: 'before', nextId: null }) });
    expect(host.button('Next version').ariaDisabled).to.equal('true');
    await host.set({ versions: () => ({ index: 1, count: 1, previousId: null, nextId: null }) });
    expect(host.all('branch-nav').length).to.equal(0);
  });

  it('[UI-versions] own messages that were edited show their versions too', async () => {
    const host = await threadHost([own('again')], { versions: () => middle });
    expect(names(host)).to.deep.equal(['Previous version', 'Next version', 'Copy', 'Edit', 'Fork from here']);
  });

  it('[UI-message] own text keeps its line breaks and shows mentions by their offsets', async () => {
    const text = '/match-paper make it\nfit  two';
    const mentions = [
      { type: 'skill', id: 's', name: 'match-paper', start: 0, end: 12 },
      { type: 'agent', id: 'bad', name: 'bad', start: 5, end: 9 },
      { type: 'agent', id: 'worse', name: 'worse', start: 20, end: 900 },
    ] as const;
    const host = await threadHost([own(text, { mentions })]);
    const body = host.one('message-body');
    expect(body.textContent).to.equal(text);
    const lines = document.createRange();
    lines.selectNodeContents(body);
    expect(lines.getBoundingClientRect().height).to.be.greaterThan(40);
    expect([...body.querySelectorAll('.pill')].map(({ textContent }) => textContent)).to.deep.equal(['/match-paper']);
  });

  it('[UI-message] text of a message is never read as markup', async () => {
    const host = await threadHost([own('<img src=x onerror=alert(1)><b>x</b>')]);
    const body = host.one('message-body');
    expect(body.querySelectorAll('img, b').length).to.equal(0);
    expect(body.textContent).to.equal('<img src=x onerror=alert(1)><b>x</b>');
  });

  it('[UI-message] pictures stand above the words and carry their names', async () => {
    const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    const host = await threadHost([
      own('', {
        content: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: pixel } }, { type: 'text', text: 'Like this' }],
        attachments: [{ id: 'a', name: 'paper.png', mediaType: 'image/png', size: 70 }],
      }),
    ]);
    const image = host.renderRoot.querySelector<HTMLImageElement>('.thumb img')!;
    await image.decode();
    expect(image.alt).to.equal('paper.png');
    expect(image.compareDocumentPosition(host.one('message-body')) & Node.DOCUMENT_POSITION_FOLLOWING).to.not.equal(0);
  });

  it('[case 18] own text is laid out in its own direction on either page', async () => {
    for (const dir of ['ltr', 'rtl']) {
      const host = await threadHost([own('مرحبا، هذا اختبار.'), own('An English paragraph.')]);
      host.dir = dir;
      await frame();
      const directions = host.all('message-body').map((body) => getComputedStyle(body.querySelector('.as-typed')!).direction);
      expect(directions.slice(-2)).to.deep.equal(['rtl', 'ltr']);
      removeHosts();
    }
  });

  it('[UI-render] a message renders again only when something of its own changed', async () => {
    const messages = [own('a'), message({ text: 'b' })];
    const host = await threadHost(messages, { versions: () => ({ ...middle }) });
    let updates = 0;
    const first = host.message(0);
    first.addController({ hostUpdated: () => void (updates += 1) });
    await host.set({ messages: [...messages, message({ text: 'c', status: 'streaming' })] });
    await host.set({ messages: [...messages, message({ text: 'cd', status: 'streaming' })], running: true });
    expect(updates).to.equal(0);
    expect(first.article!.getAttribute('aria-setsize')).to.equal('3');
  });
});

describe('a reply’s progress and ending', () => {
  afterEach(removeHosts);

  it('[UI-progress] the step is named; a bar shows only when a percentage is known', async () => {
    const reply = message({ status: 'streaming', progress: { step: 'agent_execution', message: 'Laying out section 2' } });
    const host = await threadHost([reply]);
    expect(host.one('progress').textContent.trim()).to.equal('Laying out section 2');
    expect(host.renderRoot.querySelector('.meter') === null).to.equal(true);
    await host.set({ messages: [{ ...reply, progress: { step: 'action_execution', message: 'AddField' } }] });
    expect(host.one('progress').textContent.trim(), 'a tool by its words').to.equal('Add field');
    await host.set({ messages: [{ ...reply, progress: { step: 's', message: 'm', percentage: 50 } }] });
    const bar = host.renderRoot.querySelector<HTMLElement>('.meter')!;
    expect(bar.getAttribute('aria-valuenow')).to.equal('50');
    expect(bar.firstElementChild!.getBoundingClientRect().width).to.equal(36);
    await host.set({ messages: [{ ...reply, progress: { step: 's', message: 'm', percentage: Number.NaN } }] });
    expect(host.renderRoot.querySelector('.meter') === null).to.equal(true);
  });

  it('[UI-elapsed] elapsed time counts from createdAt, shows from one second on and is never negative', async () => {
    const host = await threadHost([message({ status: 'streaming', createdAt: Date.now() - 65 * second })]);
    expect(host.one('progress').querySelector('.num')!.textContent).to.match(/^1:0[56]$/);
    await host.set({ messages: [message({ status: 'streaming', createdAt: Date.now() + 60 * second })] });
    expect(host.one('progress').querySelector('.num') === null).to.equal(true);
  });

  it('[UI-elapsed] a streaming reply has one timer, which ends when it settles or leaves the page', async () => {
    const { setInterval: set, clearInterval: clear } = window;
    const running = new Set<unknown>();
    window.setInterval = ((...values: Parameters<typeof set>) => {
      const id = set(...values);
      running.add(id);
      return id;
    }) as typeof set;
    window.clearInterval = (id) => {
      running.delete(id);
      clear(id);
    };
    try {
      const reply = message({ status: 'streaming' });
      const host = await threadHost([reply]);
      await host.set({ messages: [{ ...reply, content: [{ type: 'text', text: 'more' }] }] });
      expect(running.size).to.equal(1);
      const parent = document.createElement('div');
      document.body.append(parent);
      parent.append(host);
      expect(running.size).to.equal(1);
      await host.set({ messages: [{ ...reply, status: 'complete' }] });
      expect(running.size).to.equal(0);
      await host.set({ messages: [{ ...reply, status: 'streaming' }] });
      parent.remove();
      expect(running.size).to.equal(0);
    } finally {
      window.setInterval = set;
      window.clearInterval = clear;
    }
  });

  const ending = async (values: Parameters<typeof message>[0]): Promise<[ThreadHost, string]> => {
    const host = await threadHost([message(values)]);
    return [host, host.renderRoot.querySelector('.ending')?.querySelector('.m')?.textContent.trim() ?? ''];
  };

  it('[UI-ending] a failed reply keeps its text, says why and offers Retry', async () => {
    const [host, text] = await ending({ text: 'So far', status: 'failed', error: { code: 'LIMIT', message: 'It is over its limit.' } });
    expect(text).to.equal('The agent stopped. It is over its limit.');
    expect(host.one('message-body').textContent).to.contain('So far');
    const seen = actionsOf(host);
    host.button('Retry').click();
    expect(seen.map(({ action }) => action)).to.deep.equal(['retry']);
  });

  it('[UI-ending] what would fail the same way is not offered again', async () => {
    const [host] = await ending({ status: 'failed', error: { code: 'INVALID_MESSAGE', message: 'messages[0] is bad' } });
    expect(names(host)).to.not.include('Retry');
  });

  it('[UI-ending] a stopped reply says after how long, an interrupted one why, a waiting one for what', async () => {
    expect((await ending({ status: 'stopped', createdAt: 1000, endedAt: 8400 }))[1]).to.equal('Stopped by you after 0:07.');
    expect((await ending({ status: 'stopped' }))[1]).to.equal('Stopped by you.');
    const [host, text] = await ending({ status: 'interrupted' });
    expect(text).to.equal('Interrupted when the page closed.');
    expect(names(host)).to.include('Retry');
    expect((await ending({ status: 'awaiting-input' }))[1]).to.equal('The agent waits for your answer.');
  });

  it('[UI-ending] a complete reply without words says so; one with words says nothing', async () => {
    expect((await ending({ text: ' \n' }))[1]).to.equal('The agent ended the turn without words.');
    expect((await ending({ text: 'Yes' }))[1]).to.equal('');
  });

  it('[case 49] focus in a line that goes away stays with the message', async () => {
    const reply = message({ status: 'failed', error: { code: 'X', message: 'No.' } });
    const host = await threadHost([reply]);
    host.button('Retry').focus();
    await host.set({ messages: [{ ...reply, status: 'streaming' }] });
    expect(isFocused(host, host.message(0).article)).to.equal(true);
  });
});

describe('copying a message', () => {
  afterEach(removeHosts);

  it('[UI-copy] Copy puts the text on the clipboard and says so for two seconds', async () => {
    const written: string[] = [];
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: async (text: string) => void written.push(text) } });
    const waits: number[] = [];
    const set = window.setTimeout;
    window.setTimeout = ((run: () => void, wait: number) => {
      if (wait !== 2000) return set(run, wait);
      waits.push(wait);
      return set(run, 0);
    }) as typeof set;
    try {
      const host = await threadHost([message({ text: '**Done**' })]);
      const done = new Promise((resolve) => host.shadowRoot!.addEventListener('message-action', resolve, { once: true }));
      const labels: string[] = [];
      const button = host.button('Copy');
      new MutationObserver(() => labels.push(button.ariaLabel!)).observe(button, { attributeFilter: ['aria-label'] });
      button.click();
      const event = (await done) as MessageActionEvent;
      await host.settled();
      await host.settled();
      expect(written).to.deep.equal(['**Done**']);
      expect([event.action, event.text]).to.deep.equal(['copy', '**Done**']);
      expect(labels).to.deep.equal(['Copied', 'Copy']);
      expect(waits).to.deep.equal([2000]);
    } finally {
      window.setTimeout = set;
      delete (navigator as { clipboard?: unknown }).clipboard;
    }
  });

  it('[UI-copy] without clipboard access the text is copied by selection and the focus stays', async () => {
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: () => Promise.reject(new Error('denied')) } });
    const execute = document.execCommand;
    let selected = '';
    document.execCommand = () => {
      const field = host.shadowRoot!.activeElement as HTMLTextAreaElement;
      selected = field.value.slice(field.selectionStart, field.selectionEnd);
      return true;
    };
    const host = await threadHost([message({ text: 'Done' })]);
    try {
      host.button('Copy').focus();
      const done = new Promise((resolve) => host.shadowRoot!.addEventListener('message-action', resolve, { once: true }));
      host.button('Copy').click();
      await done;
      expect(selected).to.equal('Done');
      expect(isFocused(host, host.one('copy-button'))).to.equal(true);
      expect(host.renderRoot.querySelector('textarea') === null).to.equal(true);
    } finally {
      document.execCommand = execute;
      delete (navigator as { clipboard?: unknown }).clipboard;
    }
  });
});

describe('editing a message', () => {
  afterEach(removeHosts);

  async function opened(text = 'First words'): Promise<{ host: ThreadHost; field: HTMLTextAreaElement; seen: MessageActionEvent[]; mine: ConversationMessage }> {
    const mine = own(text);
    const host = await threadHost([mine, message()]);
    const seen = actionsOf(host);
    host.shadowRoot!.addEventListener('message-action', (event) => {
      const { action } = event as MessageActionEvent;
      if (action === 'edit') host.thread.editingId = mine.id;
      if (action === 'cancel-edit') host.thread.editingId = null;
    });
    host.button('Edit').click();
    await host.settled();
    seen.length = 0;
    return { host, field: host.renderRoot.querySelector('textarea')!, seen, mine };
  }

  it('[UI-edit] the box takes the bubble’s place, named, with the caret at the end', async () => {
    const { host, field } = await opened();
    expect(isFocused(host, field)).to.equal(true);
    expect(field.ariaLabel).to.equal('Edit message');
    expect([field.value, field.selectionStart, field.selectionEnd]).to.deep.equal(['First words', 11, 11]);
    expect(host.message(0).querySelector('[part~="message-body"]') === null).to.equal(true);
  });

  it('[UI-edit] Shift+Enter makes a line, Enter saves; an emptied text is not saved', async () => {
    const { field, seen, mine } = await opened();
    await sendKeys({ down: 'Shift' });
    await sendKeys({ press: 'Enter' });
    await sendKeys({ up: 'Shift' });
    await sendKeys({ type: 'x' });
    await sendKeys({ press: 'Enter' });
    expect(seen.map(({ action, messageId, text }) => [action, messageId, text])).to.deep.equal([['save-edit', mine.id, 'First words\nx']]);
    field.value = '  ';
    key(field, { key: 'Enter' });
    expect(seen.length).to.equal(1);
  });

  it('[UI-edit] Escape and Cancel close the box and give the focus back to Edit', async () => {
    const { host } = await opened();
    await sendKeys({ press: 'Escape' });
    await host.settled();
    expect(host.renderRoot.querySelector('textarea') === null).to.equal(true);
    expect(isFocused(host, host.button('Edit'))).to.equal(true);
    host.button('Edit').click();
    await host.settled();
    host.button('Cancel').focus();
    host.button('Cancel').click();
    await host.settled();
    expect(isFocused(host, host.button('Edit'))).to.equal(true);
  });

  it('[UI-edit] a failed save keeps the box, its text and its focus, and says why', async () => {
    const { host, field } = await opened();
    field.value = 'Changed';
    await host.set({ editError: 'This message could not be saved.' });
    expect(host.renderRoot.querySelector('textarea') === field).to.equal(true);
    expect(field.value).to.equal('Changed');
    expect(isFocused(host, field)).to.equal(true);
    expect(host.renderRoot.querySelector('[role="alert"]')!.textContent).to.equal('This message could not be saved.');
  });

  it('[UI-edit] another message that arrives does not disturb the draft', async () => {
    const { host, field } = await opened();
    field.value = 'Half a';
    await host.set({ messages: [...host.thread.messages, message()] });
    expect([isFocused(host, field), field.value]).to.deep.equal([true, 'Half a']);
  });

  it('[case 03] while a word is composed Escape does not cancel and Enter does not save; afterwards both do', async () => {
    const { host, field, seen } = await opened();
    field.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true, composed: true }));
    for (const name of ['Escape', 'Enter']) key(field, { key: name, keyCode: 229, isComposing: true });
    field.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, composed: true, data: '集' }));
    // Safari sends the accepting Enter after the composition has ended.
    key(field, { key: 'Enter', keyCode: 229 });
    expect(seen.length).to.equal(0);
    expect(host.renderRoot.querySelector('textarea') === field).to.equal(true);
    key(field, { key: 'Enter', keyCode: 13 });
    key(field, { key: 'Escape', keyCode: 27 });
    expect(seen.map(({ action }) => action)).to.deep.equal(['save-edit', 'cancel-edit']);
  });

  it('[case 44] keys typed in the box appear in it and do not reach the page’s shortcuts', async () => {
    const { field } = await opened('');
    let count = 0;
    const shortcuts = (event: KeyboardEvent): void => {
      if ((event.target as Element).matches('input, textarea, select, [contenteditable]')) return;
      event.preventDefault();
      count += 1;
    };
    document.addEventListener('keydown', shortcuts);
    try {
      await sendKeys({ type: '/su s?' });
      for (const name of ['Delete', 'Backspace', 'ArrowLeft', 'ArrowUp', 'Space']) await sendKeys({ press: name });
      expect(count).to.equal(0);
      expect(field.value.replaceAll(' ', '')).to.equal('/sus');
      key(field, { key: 'k', ctrlKey: true });
      key(field, { key: 'F2' });
      key(field, { key: 'Tab' });
      expect(count).to.equal(3);
    } finally {
      document.removeEventListener('keydown', shortcuts);
    }
  });

  it('[case 44] from a message’s buttons the page’s shortcuts work as usual', async () => {
    const { host } = await opened();
    const reached: string[] = [];
    const shortcuts = (event: KeyboardEvent): void => void reached.push(event.key);
    document.addEventListener('keydown', shortcuts);
    try {
      host.button('Copy', host.message(1)).focus();
      await sendKeys({ press: 's' });
      host.button('Cancel').focus();
      await sendKeys({ press: 's' });
      expect(reached).to.deep.equal(['s', 's']);
    } finally {
      document.removeEventListener('keydown', shortcuts);
    }
  });
});

describe('the look', () => {
  afterEach(removeHosts);

  it('[case 45] the page’s root font size changes nothing', async () => {
    const host = await threadHost([own('a'), message({ text: 'b' })]);
    const measures = (): unknown => [
      host.scroller.scrollHeight,
      getComputedStyle(host.one('message-body')).fontSize,
      host.button('Copy').offsetHeight,
      getComputedStyle(host.one('message')).rowGap,
    ];
    const usual = JSON.stringify(measures());
    for (const size of ['62.5%', '24px']) {
      document.documentElement.style.setProperty('font-size', size);
      try {
        await frame();
        expect(JSON.stringify(measures())).to.equal(usual);
      } finally {
        document.documentElement.style.removeProperty('font-size');
      }
    }
  });

  it('[LOOK 2] every pair of tokens has the contrast promised, in light and dark', async () => {
    const host = await threadHost([message()]);
    const base = host.one('base');
    const probe = document.createElement('span');
    base.append(probe);
    const context = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d', { willReadFrequently: true })!;
    const layer = (color: string): void => {
      probe.style.setProperty('color', color);
      context.fillStyle = getComputedStyle(probe).color;
      context.fillRect(0, 0, 1, 1);
    };
    const luminance = (...colors: string[]): number => {
      context.clearRect(0, 0, 1, 1);
      colors.forEach(layer);
      const [red, green, blue] = [...context.getImageData(0, 0, 1, 1).data].map((value) => {
        const part = value / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      }) as [number, number, number];
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const contrast = (front: string, ...back: string[]): number => {
      const [a, b] = [luminance(...back, front), luminance(...back)].sort((x, y) => y - x) as [number, number];
      return (a + 0.05) / (b + 0.05);
    };
    const [text, muted, surface, raised, bubble, accent, danger] = ['text', 'text-muted', 'surface', 'surface-raised', 'user-bubble', 'accent', 'danger'].map((name) => `var(--agent-${name})`) as [
      string, string, string, string, string, string, string,
    ];
    const grounds = [[surface], [raised], [bubble], ['var(--_sunken)'], ['var(--_accent-soft)'], [surface, 'var(--_hover)']];
    for (const scheme of ['light', 'dark']) {
      host.style.setProperty('color-scheme', scheme);
      for (const ground of grounds) {
        expect(contrast(text, ...ground), `${scheme} text on ${ground.join(' and ')}`).to.be.at.least(7);
        expect(contrast(muted, ...ground), `${scheme} muted on ${ground.join(' and ')}`).to.be.at.least(4.5);
      }
      expect(contrast(accent, surface), `${scheme} accent`).to.be.at.least(4.5);
      expect(contrast(accent, bubble, `color-mix(in oklab, ${accent} 13%, transparent)`), `${scheme} pill`).to.be.at.least(4.5);
      expect(contrast('var(--agent-on-accent)', accent), `${scheme} on accent`).to.be.at.least(4.5);
      expect(contrast(danger, surface), `${scheme} danger`).to.be.at.least(4.5);
      expect(contrast(danger, 'var(--_danger-soft)'), `${scheme} danger on its soft ground`).to.be.at.least(4.5);
      expect(contrast('var(--_control)', surface), `${scheme} edge of a control`).to.be.at.least(3);
      expect(contrast('var(--_accent-line)', surface), `${scheme} accent line`).to.be.at.least(3);
    }
    // The figures of the design, so that the measurement itself is known to measure.
    host.style.setProperty('color-scheme', 'light');
    expect(contrast(text, surface)).to.be.closeTo(16.2, 0.1);
    expect(contrast(muted, surface)).to.be.closeTo(6.1, 0.1);
    host.style.setProperty('color-scheme', 'dark');
    expect(contrast(text, surface)).to.be.closeTo(15, 0.1);
    expect(contrast(accent, surface)).to.be.closeTo(9.4, 0.1);
  });
});
