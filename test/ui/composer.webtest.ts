import { aTimeout, expect, fixture, html, nextFrame, oneEvent } from '@open-wc/testing';
import { resetMouse, sendKeys, sendMouse } from '@web/test-runner-commands';
import type { Skill } from '../../src/run/skill.js';
import type { AgentConversationComposer } from '../../src/ui/composer.js';
import { isTypingKey } from '../../src/ui/typing-keys.js';
import type { ComposerHost } from './composer-host.js';
import './composer-host.js';

const skills: readonly Skill[] = [
  { id: 'S', name: 'summarise', description: 'Make it short' },
  { id: 'D', name: 'su-do' },
];
const plans: readonly Skill[] = [
  { id: 'P', name: 'plan' },
  { id: 'T', name: 'plan-trip' },
  { id: 'N', name: 'planner' },
  { id: 'R', name: 'plan_review' },
];

async function setUp(values: Partial<AgentConversationComposer> = {}): Promise<ComposerHost> {
  const host = await fixture<ComposerHost>(html`<composer-host></composer-host>`);
  host.style.setProperty('block-size', '400px');
  await host.set({ skills, ...values });
  host.composer.focus();
  return host;
}

async function vectors<T>(name: string, key: string): Promise<readonly T[]> {
  const response = await fetch(new URL(`../fixtures/cases/${name}.json`, import.meta.url));
  return ((await response.json()) as Record<string, readonly T[]>)[key]!;
}

/** Types a trigger and query, one key at a time, and chooses the named row with the keyboard. */
async function pick(host: ComposerHost, name: string): Promise<void> {
  for (const letter of `/${name}`) await sendKeys({ type: letter });
  await host.settled();
  expect(host.selected).to.equal(`/${name}`);
  await sendKeys({ press: 'Enter' });
  await host.settled();
}

/** Everything a page listening at the document would take for itself. */
function listenAsPage(): { readonly keys: string[]; stop(): void } {
  const keys: string[] = [];
  const listener = (event: KeyboardEvent): void => {
    if ((event.target as Element).matches('input, textarea, select, [contenteditable]')) return;
    keys.push(event.key);
    event.preventDefault();
  };
  for (const type of ['keydown', 'keypress', 'keyup'] as const) document.addEventListener(type, listener);
  return {
    keys,
    stop: () => {
      for (const type of ['keydown', 'keypress', 'keyup'] as const) document.removeEventListener(type, listener);
    },
  };
}

function pretendTouch(): () => void {
  const original = window.matchMedia;
  window.matchMedia = (query) => {
    const list = original.call(window, query);
    return query.includes('coarse') ? Object.defineProperty(list, 'matches', { value: true }) : list;
  };
  return () => {
    window.matchMedia = original;
  };
}

describe('the composer', () => {
  it('[UI-a11y] has no violations, at rest, with everything on, and with the list open', async () => {
    const host = await setUp();
    await expect(host).to.be.accessible();
    await host.set({ planMode: true, running: true, disabled: true, disabledReason: 'No agent is connected.', planModeReason: 'Not with this agent.' });
    await expect(host).to.be.accessible();
    await host.set({ planMode: false, running: false, disabled: false, planModeReason: null });
    await sendKeys({ type: '/su' });
    await host.settled();
    expect(host.list).to.exist;
    await Promise.all(host.shadowRoot!.getAnimations().map(({ finished }) => finished));
    // The combobox role on a multi-line field is wanted (api.md §5); ARIA in HTML knows it on one-line fields only.
    await expect(host).to.be.accessible({ ignoredRules: ['aria-allowed-role'] });
  });

  it('[UI-a11y] the field is a text box named "Message", and its buttons have their names', async () => {
    const host = await setUp({ running: true });
    expect(host.area.getAttribute('role')).to.equal(null);
    expect(host.area.ariaLabel).to.equal('Message');
    expect(host.one('send-button').ariaLabel).to.equal('Send');
    expect(host.one('stop-button').textContent.trim()).to.equal('Stop');
    expect(host.one('skill-button').ariaLabel).to.equal('Skills');
    expect(host.one('plan-toggle').ariaLabel).to.equal('Plan mode');
  });

  it('[LOOK 4] the field grows with its text up to 40 % of the element, then scrolls, and shrinks again', async () => {
    const host = await setUp();
    const least = host.area.offsetHeight;
    host.type('a\nb\nc');
    expect(host.area.offsetHeight).to.be.above(least + 40);
    expect(host.area.scrollHeight).to.be.at.most(host.area.offsetHeight);
    host.type('line\n'.repeat(60));
    expect(host.area.offsetHeight).to.equal(160);
    host.composer.clear();
    expect(host.area.offsetHeight).to.equal(least);
  });

  it('[A7-6] disabled, it keeps the text, says why and sends nothing', async () => {
    const host = await setUp();
    host.type('kept');
    await host.set({ disabled: true, disabledReason: 'No agent is connected.' });
    expect(host.area.readOnly).to.equal(true);
    expect(host.renderRoot.querySelector('.hint')?.textContent.trim()).to.equal('No agent is connected.');
    expect(host.renderRoot.querySelector(`#${host.area.getAttribute('aria-describedby')}`)?.textContent).to.contain('No agent');
    host.press('Enter', 13);
    host.one('send-button').click();
    host.one('plan-toggle').click();
    expect(host.sent).to.deep.equal([]);
    expect(host.asked).to.deep.equal([]);
    expect(host.composer.text).to.equal('kept');
  });

  it('[A8.1] the toggle asks for plan mode, and the composer says what it means while it is on', async () => {
    const host = await setUp();
    host.one('plan-toggle').click();
    await host.settled();
    expect(host.one('plan-toggle').getAttribute('aria-pressed')).to.equal('true');
    expect(host.renderRoot.querySelector('.modeline')?.textContent).to.contain('Plan first');
    host.one('plan-toggle').click();
    await host.settled();
    expect(host.renderRoot.querySelector('.modeline')).to.equal(null);
    await host.set({ planModeReason: 'Not with this agent.' });
    host.one('plan-toggle').click();
    expect(host.asked).to.deep.equal(['plan-mode true', 'plan-mode false']);
  });

  it('[api 5] submitKey mod-enter: Enter makes a line, Ctrl+Enter sends', async () => {
    const host = await setUp({ submitKey: 'mod-enter' });
    await sendKeys({ type: 'a' });
    await sendKeys({ press: 'Enter' });
    await sendKeys({ type: 'b' });
    expect(host.composer.text).to.equal('a\nb');
    expect(host.area.getAttribute('enterkeyhint')).to.equal('enter');
    host.press('Enter', 13, { ctrlKey: true });
    expect(host.sent.map(({ text }) => text)).to.deep.equal(['a\nb']);
  });

  it('[api 5] Shift+Enter makes a line; ArrowUp in the empty field, and only there, edits the last message', async () => {
    const host = await setUp();
    host.press('ArrowUp', 38);
    expect(host.asked).to.deep.equal(['composer-edit-last']);
    host.type('a');
    expect(host.press('ArrowUp', 38)).to.equal(true);
    expect(host.press('Enter', 13, { shiftKey: true })).to.equal(true);
    expect(host.asked).to.have.length(1);
    expect(host.sent).to.deep.equal([]);
  });

  it('[A4-6] a refused text comes back: alone, under what was typed since, or into the draft it came from', async () => {
    const host = await setUp();
    const mention = { type: 'skill', id: 'S', name: 'summarise', start: 0, end: 10 } as const;
    host.composer.restore('/summarise it', [mention]);
    expect(host.composer.text).to.equal('/summarise it');
    host.composer.restore('/summarise that', [mention]);
    expect(host.composer.text).to.equal('/summarise it\n/summarise that');
    host.composer.restore('of Q', [], 'Q');
    host.press('Enter', 13);
    expect(host.sent[0]?.mentions.map(({ start }) => start)).to.deep.equal([0, 14]);
    await host.set({ conversationId: 'Q' });
    expect(host.composer.text).to.equal('of Q');
  });
});

describe('the input method', () => {
  interface Step {
    readonly type?: string;
    readonly value?: string;
    readonly isComposing?: boolean;
    readonly key?: string;
    readonly keyCode?: number;
    readonly shiftKey?: boolean;
    readonly data?: string;
    readonly wait?: number;
    readonly expect?: { readonly sends: number; readonly value?: string; readonly sentText?: string; readonly keydownPrevented?: boolean };
  }

  it('[case 01] the Enter that accepts a word never sends, in any engine\'s order; the next one sends once', async () => {
    const sequences = await vectors<{ id: string; steps: readonly Step[] }>('01-ime-commit', 'sequences');
    expect(sequences).to.have.length(4);
    for (const { id, steps } of sequences) {
      const host = await setUp();
      let prevented = false;
      for (const step of steps) {
        if (step.value !== undefined) host.type(step.value, step.isComposing);
        else if (step.type === 'compositionstart' || step.type === 'compositionend') host.compose(step.type, step.data);
        else if (step.wait !== undefined) await aTimeout(0);
        else if (step.expect === undefined) prevented = !host.press(step.key!, step.keyCode!, { isComposing: step.isComposing ?? false, shiftKey: step.shiftKey ?? false }, step.type);
        if (!step.expect) continue;
        expect(host.sent, id).to.have.length(step.expect.sends);
        if (step.expect.value !== undefined) expect(host.area.value, id).to.equal(step.expect.value);
        if (step.expect.sentText !== undefined) expect(host.sent.at(-1)?.text, id).to.equal(step.expect.sentText);
        if (step.expect.keydownPrevented !== undefined) expect(prevented, id).to.equal(step.expect.keydownPrevented);
      }
    }
  });

  it('[case 02] a composition that never ends leaves nothing deaf', async () => {
    const left = await setUp();
    left.compose('compositionstart');
    left.type('か', true);
    left.area.blur();
    left.composer.focus();
    left.type('かok');
    left.press('Enter', 13);
    expect(left.sent.map(({ text }) => text)).to.deep.equal(['かok']);

    const doubled = await setUp();
    doubled.compose('compositionstart');
    doubled.compose('compositionstart');
    doubled.type('x');
    doubled.press('Enter', 13);
    expect(doubled.sent.map(({ text }) => text)).to.deep.equal(['x']);

    const moved = await setUp();
    moved.compose('compositionstart');
    const { parentElement } = moved;
    moved.remove();
    parentElement!.append(moved);
    moved.composer.focus();
    moved.type('hi');
    moved.press('Enter', 13);
    expect(moved.sent.map(({ text }) => text)).to.deep.equal(['hi']);

    for (const host of [left, doubled, moved]) {
      host.composer.focus();
      host.type('/');
      await host.settled();
      expect(host.rows).to.have.length(2);
    }
  });

  it('[case 03] A: with the list open, the input method\'s keys choose and move nothing; the commit filters', async () => {
    const host = await setUp({ skills: [{ id: '1', name: '集計' }, { id: '2', name: 'summary' }] });
    host.type('/');
    await host.settled();
    const before = host.selected;
    expect(before).to.exist;
    host.compose('compositionstart');
    host.type('/しゅう', true);
    await host.settled();
    expect(host.press('ArrowDown', 229, { isComposing: true })).to.equal(true);
    expect(host.press('Enter', 229, { isComposing: true })).to.equal(true);
    expect(host.press('Escape', 229, { isComposing: true })).to.equal(true);
    await host.settled();
    expect(host.selected).to.equal(before);
    expect(host.area.value).to.equal('/しゅう');
    host.type('/集', true);
    host.compose('compositionend', '集');
    await host.settled();
    expect(host.rows).to.deep.equal(['/集計']);
    host.press('Enter', 13);
    expect(host.area.value).to.equal('/集計 ');
    host.press('Enter', 13);
    expect(host.sent.map(({ skillIds }) => skillIds)).to.deep.equal([['1']]);
  });

  it('[case 04] nothing from outside writes the field while a word is composed; it waits for the commit', async () => {
    const host = await setUp();
    host.compose('compositionstart');
    host.type('한', true);
    await host.set({ planMode: true, running: true });
    host.composer.setText('other');
    await nextFrame();
    expect(host.area.value).to.equal('한');
    expect(host.area.selectionStart).to.equal(1);
    host.compose('compositionend', '한');
    expect(host.area.value).to.equal('한');
    await aTimeout(0);
    expect(host.area.value).to.equal('other');
  });
});

describe('touch', () => {
  let restore: () => void;
  beforeEach(() => {
    restore = pretendTouch();
  });
  afterEach(() => restore());

  it('[case 05] A–C: Enter makes a line in every form a soft keyboard sends it, and the key is named so', async () => {
    const host = await setUp();
    host.type('a');
    expect(host.area.getAttribute('enterkeyhint')).to.equal('enter');
    expect(host.press('Enter', 13)).to.equal(true);
    expect(host.press('Unidentified', 229)).to.equal(true);
    expect(host.area.dispatchEvent(new InputEvent('beforeinput', { inputType: 'insertLineBreak', bubbles: true, cancelable: true }))).to.equal(true);
    expect(host.press('Enter', 229, { isComposing: true })).to.equal(true);
    expect(host.area.dispatchEvent(new InputEvent('beforeinput', { inputType: 'insertParagraph', bubbles: true, cancelable: true }))).to.equal(true);
    expect(host.sent).to.deep.equal([]);
    expect(host.area.value).to.equal('a');
  });

  it('[case 05] D: the button sends', async () => {
    const host = await setUp();
    host.type('a');
    host.one('send-button').click();
    expect(host.sent.map(({ text }) => text)).to.deep.equal(['a']);
  });
});

describe('sending', () => {
  it('[case 29] A–C: two Enters, Enter and click, or a held Enter send once', async () => {
    const twice = await setUp();
    expect(twice.area.getAttribute('enterkeyhint')).to.equal('send');
    twice.type('a');
    twice.press('Enter', 13);
    twice.press('Enter', 13);
    expect(twice.sent).to.have.length(1);

    const mixed = await setUp();
    mixed.type('a');
    mixed.press('Enter', 13);
    mixed.one('send-button').click();
    expect(mixed.sent).to.have.length(1);

    const held = await setUp();
    held.type('a');
    for (let repeat = 0; repeat < 30; repeat++) expect(held.press('Enter', 13, { repeat: true })).to.equal(false);
    expect(held.sent).to.have.length(1);
  });

  it('[case 29] D: a text given back at once is sent again by a new Enter, not by the held one', async () => {
    const host = await setUp();
    host.type('a');
    host.press('Enter', 13);
    host.composer.restore('a');
    host.press('Enter', 13, { repeat: true });
    expect(host.sent).to.have.length(1);
    host.press('Enter', 13);
    expect(host.sent).to.have.length(2);
  });

  it('[A7.6] the text goes as typed but for white space at its ends; nothing is sent of nothing', async () => {
    const host = await setUp();
    host.type(' \n ');
    host.press('Enter', 13);
    expect(host.sent).to.deep.equal([]);
    host.type('\n  a\n\n  b  \n');
    host.press('Enter', 13);
    expect(host.sent.map(({ text }) => text)).to.deep.equal(['a\n\n  b']);
    expect(host.area.value).to.equal('');
  });

  it('[case 49] A: after Enter focus is in the field, and typing goes on while the turn runs', async () => {
    const host = await setUp();
    await sendKeys({ type: 'a' });
    await sendKeys({ press: 'Enter' });
    expect(host.focused).to.equal(host.area);
    await host.set({ running: true });
    await sendKeys({ type: 'b' });
    expect(host.composer.text).to.equal('b');
    await host.set({ running: false });
    expect(host.focused).to.equal(host.area);
  });

  it('[case 49] B: after Space on Send focus is in the field, and never on the page', async () => {
    const host = await setUp();
    await sendKeys({ type: 'a' });
    host.one('send-button').focus();
    const seen: (Element | null)[] = [];
    let watching = true;
    const watch = (): void => {
      seen.push(host.focused);
      if (watching) requestAnimationFrame(watch);
    };
    watch();
    host.composer.addEventListener('composer-submit', () => (host.composer.running = true));
    await sendKeys({ press: ' ' });
    await host.settled();
    await nextFrame();
    await host.set({ running: false });
    await nextFrame();
    watching = false;
    expect(host.sent).to.have.length(1);
    expect(host.focused).to.equal(host.area);
    expect(seen).not.to.include(null);
  });

  it('[case 49] a focused Stop that goes leaves focus in the field, pressed or not', async () => {
    const host = await setUp({ running: true });
    host.one('stop-button').focus();
    await host.set({ running: false });
    expect(host.has('stop-button')).to.equal(false);
    expect(host.focused).to.equal(host.area);
    await host.set({ running: true });
    host.one('stop-button').click();
    expect(host.asked).to.deep.equal(['composer-stop']);
    expect(host.focused).to.equal(host.area);
  });

  it('[LOOK 4] while a turn runs Stop is there, and Send too as soon as text waits', async () => {
    const host = await setUp({ running: true });
    expect(host.one('send-button').checkVisibility()).to.equal(false);
    host.type('next');
    await host.settled();
    expect(host.one('send-button').checkVisibility()).to.equal(true);
    expect(host.has('stop-button')).to.equal(true);
    host.press('Enter', 13);
    expect(host.sent).to.have.length(1);
  });
});

describe('keys and the page', () => {
  it('[case 44] what is typed in the field appears there and reaches no listener of the page', async () => {
    const host = await setUp();
    const page = listenAsPage();
    try {
      await sendKeys({ type: '/su' });
      await sendKeys({ press: 'Escape' });
      page.keys.length = 0;
      for (const key of ['s', '?', ' ', 'ArrowLeft', 'ArrowRight', 'Backspace', 'Home', 'Delete', 'End']) await sendKeys({ press: key });
      expect(page.keys).to.deep.equal([]);
      expect(host.composer.text).to.equal('sus?');
      for (const [key, init] of [['k', { ctrlKey: true }], ['s', { metaKey: true }], ['F2', {}], ['Tab', {}], ['Escape', {}]] as const) host.press(key, 0, init);
      expect(page.keys).to.deep.equal(['k', 's', 'F2', 'Tab', 'Escape']);
      page.keys.length = 0;
      host.one('plan-toggle').focus();
      await sendKeys({ press: 's' });
      expect(page.keys).to.include('s');
    } finally {
      page.stop();
    }
  });

  it('[api 5] Escape does not reach the page when it closed the list, and does when there was nothing to close', async () => {
    const host = await setUp();
    const page = listenAsPage();
    try {
      host.type('/');
      await host.settled();
      expect(host.press('Escape', 27)).to.equal(false);
      host.press('Escape', 27, {}, 'keyup');
      await host.settled();
      expect(host.list).to.equal(null);
      expect(page.keys).to.deep.equal([]);
      host.press('Escape', 27);
      host.press('Escape', 27, {}, 'keyup');
      expect(page.keys).to.deep.equal(['Escape', 'Escape']);
    } finally {
      page.stop();
    }
  });

  it('[case 44] which keys are typing', () => {
    const typing = (key: string, init: KeyboardEventInit = {}): boolean => isTypingKey(new KeyboardEvent('keydown', { key, ...init }));
    for (const key of ['a', 'é', '/', ' ', '🙂', 'Enter', 'Backspace', 'ArrowUp', 'Home', 'PageDown', 'Dead', 'Shift']) expect(typing(key), key).to.equal(true);
    for (const key of ['Tab', 'Escape', 'F1', 'F12', 'Control', 'Meta', 'Alt', 'ContextMenu']) expect(typing(key), key).to.equal(false);
    expect(typing('k', { ctrlKey: true }), 'Ctrl+K').to.equal(false);
    expect(typing('z', { ctrlKey: true }), 'undo').to.equal(true);
    expect(typing('ß', { altKey: true }), 'Option+S').to.equal(true);
    expect(typing('s', { altKey: true }), 'Alt+S').to.equal(false);
    const plain = { keyCode: 0, isComposing: false, metaKey: false };
    expect(isTypingKey({ ...plain, key: '@', ctrlKey: true, altKey: true, getModifierState: (name) => name === 'AltGraph' }), 'AltGr').to.equal(true);
    expect(typing('Escape', { isComposing: true }), 'of the input method').to.equal(true);
  });
});

describe('the list of names', () => {
  it('[case 50] opens and stays closed as each vector says; where it is closed, Enter sends the text as typed', async () => {
    const all = await vectors<{ text: string; open: boolean | 'either' }>('50-slash-opens', 'vectors');
    for (const { text, open } of all) {
      const host = await setUp();
      const typed = text.replace('|', '');
      for (let end = 1; end <= typed.length; end++) host.type(typed.slice(0, end));
      await host.settled();
      if (open !== 'either') expect(host.list !== null, text).to.equal(open);
      if (host.list) continue;
      host.press('Enter', 13);
      expect(host.sent, text).to.have.length(1);
      expect(host.sent[0]?.text, text).to.equal(typed.trim());
      expect(host.sent[0]?.skillIds, text).to.deep.equal([]);
    }
  });

  it('[case 50] Escape closes it for that name while typing goes on; the next name opens it again', async () => {
    const host = await setUp();
    await sendKeys({ type: '/s' });
    await host.settled();
    expect(host.list).to.exist;
    await sendKeys({ press: 'Escape' });
    await sendKeys({ type: 'u' });
    await host.settled();
    expect(host.list).to.equal(null);
    expect(host.composer.text).to.equal('/su');
    await sendKeys({ type: ' /' });
    await host.settled();
    expect(host.list).to.exist;
  });

  it('[api 5] the field is a combobox that points at the selected row, only while the list is open', async () => {
    const host = await setUp();
    await sendKeys({ type: '/su' });
    await host.settled();
    const { area, list } = host;
    expect(area.getAttribute('role')).to.equal('combobox');
    expect(area.getAttribute('aria-expanded')).to.equal('true');
    expect(area.getAttribute('aria-controls')).to.equal(list!.id);
    expect(list!.ariaLabel).to.equal('Skills');
    expect(host.rows).to.deep.equal(['/su-do', '/summarise']);
    expect(host.selected).to.equal('/su-do');
    expect([...list!.querySelectorAll('mark')].map((each) => each.textContent)).to.deep.equal(['su', 'su']);
    await sendKeys({ press: 'ArrowUp' });
    await host.settled();
    expect(host.selected, 'round the end').to.equal('/summarise');
    await sendKeys({ press: 'ArrowDown' });
    await host.settled();
    expect(host.selected).to.equal('/su-do');
    expect(list!.getBoundingClientRect().bottom).to.be.at.most(host.one('composer').getBoundingClientRect().top);
    await sendKeys({ press: 'Tab' });
    await host.settled();
    expect(host.composer.text).to.equal('/su-do ');
    expect(host.focused).to.equal(area);
    expect(area.getAttribute('role')).to.equal(null);
    expect(area.getAttribute('aria-activedescendant')).to.equal(null);
  });

  it('[api 5] Home leaves the name, and the list closes; a click on a row chooses and leaves focus in the field', async () => {
    const host = await setUp();
    await sendKeys({ type: 'ask /su' });
    await host.settled();
    expect(host.list).to.exist;
    await sendKeys({ press: 'Home' });
    await host.settled();
    expect(host.list).to.equal(null);
    await sendKeys({ press: 'End' });
    await host.settled();
    const row = host.renderRoot.querySelectorAll<HTMLElement>('[part~="mention-option"]')[1]!;
    await Promise.all(host.shadowRoot!.getAnimations().map(({ finished }) => finished));
    const { x, y } = row.getBoundingClientRect();
    const blurs: Event[] = [];
    host.area.addEventListener('blur', (event) => blurs.push(event));
    await sendMouse({ type: 'click', position: [Math.round(x) + 40, Math.round(y) + 12] });
    await host.settled();
    await resetMouse();
    expect(blurs).to.deep.equal([]);
    expect(host.composer.text).to.equal('ask /summarise ');
    expect(host.focused).to.equal(host.area);
    expect(host.list).to.equal(null);
  });

  it('[A7-9] a press elsewhere closes it; so does losing focus', async () => {
    const host = await setUp();
    host.type('/');
    await host.settled();
    document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, composed: true }));
    await host.settled();
    expect(host.list).to.equal(null);
    host.type('/s x /');
    await host.settled();
    expect(host.list).to.exist;
    host.area.blur();
    await host.settled();
    expect(host.list).to.equal(null);
  });

  it('[A7-10] the button opens the skills with nothing written, and closes them; a choice is written at the caret', async () => {
    const host = await setUp();
    await sendKeys({ type: 'use' });
    const button = host.one('skill-button');
    button.click();
    await host.settled();
    expect(button.getAttribute('aria-expanded')).to.equal('true');
    expect(host.rows).to.have.length(2);
    expect(host.composer.text).to.equal('use');
    expect(host.focused).to.equal(host.area);
    button.click();
    await host.settled();
    expect(button.getAttribute('aria-expanded')).to.equal('false');
    button.click();
    await host.settled();
    await sendKeys({ type: 'sum' });
    await host.settled();
    expect(host.rows).to.deep.equal(['/summarise']);
    await sendKeys({ press: 'Enter' });
    expect(host.composer.text).to.equal('use /summarise ');
    host.press('Enter', 13);
    expect(host.sent[0]?.skillIds).to.deep.equal(['S']);
  });

  it('[A7-9] the button\'s list says when nothing matches, and Enter then sends', async () => {
    const host = await setUp();
    host.one('skill-button').click();
    await sendKeys({ type: 'zzz' });
    await host.settled();
    expect(host.note).to.equal('Nothing matches');
    await sendKeys({ press: 'Enter' });
    expect(host.sent.map(({ text }) => text)).to.deep.equal(['zzz']);
    await host.settled();
    expect(host.note).to.equal(null);
  });

  it('[A7-7] a late answer is dropped from the list but remembered, so that its names resolve', async () => {
    const answers = new Map<string, (found: readonly Skill[]) => void>();
    const host = await setUp({ skills: (query) => new Promise((resolve) => answers.set(query, resolve)) });
    host.type('/');
    host.type('/s');
    answers.get('s')!([{ id: 'S', name: 'summarise' }]);
    await aTimeout(0);
    await host.settled();
    expect(host.rows).to.deep.equal(['/summarise']);
    answers.get('')!([{ id: 'X', name: 'sort' }]);
    await aTimeout(0);
    await host.settled();
    expect(host.rows).to.deep.equal(['/summarise']);
    expect(host.composer.knownMentionables.map(({ id }) => id)).to.deep.equal(['S', 'X']);
    host.press('Escape', 27);
    host.type('then /sort it');
    host.press('Enter', 13);
    expect(host.sent[0]?.skillIds).to.deep.equal(['X']);
  });

  it('[A7-7] an answer after the list was left opens nothing', async () => {
    let answer!: (found: readonly Skill[]) => void;
    const host = await setUp({ skills: () => new Promise((resolve) => (answer = resolve)) });
    host.type('/');
    host.type('');
    answer(skills);
    await aTimeout(0);
    await host.settled();
    expect(host.list).to.equal(null);
  });

  it('[A7-7] a lookup that throws, rejects or answers nonsense is shown and reported; Enter still sends', async () => {
    const sources = [
      () => Promise.reject(new Error('offline')),
      () => {
        throw new Error('offline');
      },
      () => Promise.resolve(null as unknown as readonly Skill[]),
    ];
    for (const source of sources) {
      const host = await setUp({ skills: source });
      const failed = oneEvent(host.composer, 'composer-error');
      host.type('/s');
      await failed;
      await host.settled();
      expect(host.note).to.match(/^The list could not be loaded.*(offline|array)/);
      expect(host.errors).to.have.length(1);
      host.press('Enter', 13);
      expect(host.sent.map(({ text }) => text)).to.deep.equal(['/s']);
    }
  });

  it('[A7-6] agents are offered behind @; without mentions nothing is offered, drawn or sent', async () => {
    const host = await setUp({ agents: [{ id: 'A', name: 'Sales Agent' }, { id: 'B', name: 'Sage' }] });
    await sendKeys({ type: '@sales ' });
    await host.settled();
    expect(host.list!.ariaLabel).to.equal('Agents');
    expect(host.rows).to.deep.equal(['@Sales Agent']);
    await sendKeys({ press: 'Enter' });
    await sendKeys({ type: 'hi' });
    await host.settled();
    expect(host.list).to.equal(null);
    host.press('Enter', 13);
    expect(host.sent[0]).to.deep.include({ text: '@Sales Agent hi', mentions: [{ type: 'agent', id: 'A', name: 'Sales Agent', start: 0, end: 12 }] });
    await host.set({ withoutMentions: true });
    await sendKeys({ type: '/summarise' });
    await host.settled();
    expect(host.list).to.equal(null);
    expect(host.has('skill-button')).to.equal(false);
    host.press('Enter', 13);
    expect(host.sent[1]?.mentions).to.deep.equal([]);
  });
});

describe('chosen names', () => {
  it('[case 51] rows, choices and raw texts are as each vector says', async () => {
    interface Vector {
      readonly type?: string;
      readonly firstRow?: string;
      readonly rows?: readonly string[];
      readonly pick?: string;
      readonly then?: string;
      readonly raw?: string;
      readonly sent?: readonly string[];
      readonly sentEither?: readonly (readonly string[])[];
    }
    for (const vector of await vectors<Vector>('51-close-names', 'vectors')) {
      const host = await setUp({ skills: plans });
      const label = JSON.stringify(vector);
      if (vector.type !== undefined) {
        host.type(vector.type);
        await host.settled();
        if (vector.firstRow) expect(host.rows[0], label).to.equal(`/${vector.firstRow}`);
        if (vector.rows) expect(host.rows, label).to.deep.equal(vector.rows.map((name) => `/${name}`));
        continue;
      }
      if (vector.raw !== undefined) host.type(vector.raw);
      if (vector.pick !== undefined) {
        await pick(host, vector.pick);
        // The row wrote a space; what follows is typed right behind the name.
        await sendKeys({ press: 'Backspace' });
        await sendKeys({ type: vector.then! });
      }
      await sendKeys({ press: 'Enter' });
      expect(host.sent, label).to.have.length(1);
      const { skillIds, mentions, text } = host.sent[0]!;
      if (vector.sent) expect(skillIds, label).to.deep.equal(vector.sent);
      if (vector.sentEither) expect(vector.sentEither, label).to.deep.include(skillIds);
      for (const { start, end, name } of mentions) expect(text.slice(start, end), label).to.equal(`/${name}`);
    }
  });

  it('[case 51] of two skills with one name the chosen row is sent', async () => {
    const host = await setUp({ skills: [{ id: '1', name: 'plan' }, { id: '2', name: 'plan' }] });
    await sendKeys({ type: '/plan' });
    await sendKeys({ press: 'ArrowDown' });
    await sendKeys({ press: 'Enter' });
    host.press('Enter', 13);
    expect(host.sent[0]?.skillIds).to.deep.equal(['2']);
  });

  describe('through edits', () => {
    const two: readonly Skill[] = [{ id: 'S', name: 'summarise' }, { id: 'P', name: 'plan' }];
    const chosen = async (): Promise<ComposerHost> => {
      const host = await setUp({ skills: two });
      await pick(host, 'summarise');
      await sendKeys({ type: 'and ' });
      await pick(host, 'plan');
      expect(host.composer.text).to.equal('/summarise and /plan ');
      return host;
    };

    it('[case 52] A and B: a comma behind the first and the last word at the end keep both ids', async () => {
      const host = await chosen();
      host.area.setSelectionRange(10, 10);
      await sendKeys({ type: ',' });
      await sendKeys({ press: 'Enter' });
      expect(host.sent[0]).to.deep.include({ text: '/summarise, and /plan', skillIds: ['S', 'P'] });
      expect(host.sent[0]?.mentions.map(({ start, end }) => host.sent[0]!.text.slice(start, end))).to.deep.equal(['/summarise', '/plan']);
    });

    it('[case 52] C: one letter less, and that id is not sent', async () => {
      const host = await chosen();
      host.area.setSelectionRange(5, 5);
      await sendKeys({ press: 'Backspace' });
      await sendKeys({ press: 'Enter' });
      expect(host.sent[0]).to.deep.include({ text: '/sumarise and /plan', skillIds: ['P'] });
    });

    it('[case 52] D: deleting from the middle of one to the middle of the other sends neither', async () => {
      const host = await chosen();
      host.area.setSelectionRange(4, 17);
      await sendKeys({ press: 'Delete' });
      await sendKeys({ press: 'Enter' });
      expect(host.sent[0]).to.deep.include({ text: '/sumlan', mentions: [] });
    });

    it('[case 52] a chosen name is one step of undo where the engine counts it', async () => {
      const host = await setUp({ skills: two });
      await sendKeys({ type: '/pl' });
      await host.settled();
      await sendKeys({ press: 'Enter' });
      expect(host.composer.text).to.equal('/plan ');
      document.execCommand('undo');
      expect(host.composer.text).not.to.equal('/plan ');
      expect(host.sent).to.deep.equal([]);
    });
  });
});

describe('drafts', () => {
  it('[case 55] each conversation has its own draft, mentions included; switching sends and loses none', async () => {
    const host = await setUp({ skills: [{ id: '1', name: 'plan' }, { id: '2', name: 'plan' }] });
    await sendKeys({ type: '/plan' });
    await sendKeys({ press: 'ArrowDown' });
    await sendKeys({ press: 'Enter' });
    await sendKeys({ type: 'for P' });
    host.composer.conversationId = 'Q';
    expect(host.composer.text).to.equal('');
    host.type('for Q');
    host.composer.conversationId = 'P';
    host.composer.conversationId = 'Q';
    host.composer.conversationId = 'P';
    expect(host.area.value).to.equal('/plan for P');
    host.press('Enter', 13);
    expect(host.sent).to.have.length(1);
    expect(host.sent[0]?.skillIds).to.deep.equal(['2']);
    host.composer.conversationId = 'Q';
    expect(host.composer.text).to.equal('for Q');
    host.composer.conversationId = 'P';
    expect(host.composer.text).to.equal('');
  });

  it('[case 55] a word being composed stays with the conversation it was written in', async () => {
    const host = await setUp();
    host.compose('compositionstart');
    host.type('한', true);
    host.composer.conversationId = 'Q';
    expect(host.composer.text).to.equal('');
    host.composer.conversationId = 'P';
    expect(host.composer.text).to.equal('한');
  });
});
