import { expect } from '@open-wc/testing';
import { executeServerCommand, sendKeys, sendMouse } from '@web/test-runner-commands';
import type { ConversationMessage } from '../../src/model/message.js';
import { frame, frames, isFocused, message, own, removeHosts, talk, threadHost } from './thread-host.js';
import type { ThreadHost } from './thread-host.js';

const words = 'some more words that fill the line and then another one, ';

const distance = ({ scroller }: ThreadHost): number => scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight;

const top = (host: ThreadHost, index: number): number => host.message(index).article!.getBoundingClientRect().top;

const jump = (host: ThreadHost): HTMLButtonElement | null => host.renderRoot.querySelector('[part~="jump-button"]');

function withText(reply: ConversationMessage, text: string): ConversationMessage {
  return { ...reply, content: [{ type: 'text', text }] };
}

/** Pieces of a reply, one a frame, as a model sends them. */
async function stream(host: ThreadHost, before: readonly ConversationMessage[], reply: ConversationMessage, count: number, each?: (piece: number) => void | Promise<void>): Promise<ConversationMessage> {
  let current = reply;
  let text = reply.content.map((block) => (block.type === 'text' ? block.text : '')).join('');
  for (let piece = 1; piece <= count; piece += 1) {
    text += words + (piece % 10 === 0 ? '\n\n' : '');
    current = withText(reply, text);
    host.thread.messages = [...before, current];
    await host.thread.updateComplete;
    await frame();
    await each?.(piece);
  }
  return current;
}

/** A real wheel in Chromium; elsewhere its event and its effect. */
async function wheel(host: ThreadHost, pixels: number): Promise<void> {
  const box = host.scroller.getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  const before = host.scroller.scrollTop;
  const answer = await executeServerCommand<{ unsupported?: boolean }, unknown>('cdp', { method: 'Input.dispatchMouseEvent', params: { type: 'mouseWheel', x, y, deltaX: 0, deltaY: pixels } });
  if (answer.unsupported) {
    host.scroller.dispatchEvent(new WheelEvent('wheel', { deltaY: pixels, bubbles: true, composed: true }));
    host.scroller.scrollTop += pixels;
    return;
  }
  while (Math.abs(host.scroller.scrollTop - before) < Math.min(Math.abs(pixels), 1)) await frame();
}

/** Waits for a smooth movement to end. */
async function still(host: ThreadHost): Promise<void> {
  for (let last = -1, same = 0; same < 3; ) {
    await frame();
    same = host.scroller.scrollTop === last ? same + 1 : 0;
    last = host.scroller.scrollTop;
  }
}

describe('the thread', () => {
  afterEach(removeHosts);

  it('[UI-a11y] a thread with a day, a jump button and versions passes axe', async () => {
    const host = await threadHost(talk(12), { running: true });
    await expect(host).to.be.accessible();
    host.scroller.scrollTop = 0;
    await frames(3);
    expect(jump(host) === null).to.equal(false);
    await expect(host).to.be.accessible();
  });

  it('[UI-feed] it is a feed named Messages only while it has messages', async () => {
    const host = await threadHost([]);
    expect(host.all('thread').length).to.equal(0);
    await host.set({ messages: talk(2), running: true });
    const feed = host.one('thread');
    expect([feed.getAttribute('role'), feed.ariaLabel, feed.ariaBusy, feed.getAttribute('aria-live')]).to.deep.equal(['feed', 'Messages', 'true', null]);
    await host.set({ running: false });
    expect(feed.ariaBusy).to.equal('false');
  });

  it('[case 48] each message is a focusable article that says whose and where it is; nothing in it is live', async () => {
    const host = await threadHost([own('a'), message({ agentName: 'Form agent' }), message()], { agentName: 'Helper' });
    const articles = host.all('message');
    expect(articles.map((article) => [article.localName, article.ariaLabel, article.getAttribute('aria-posinset'), article.getAttribute('aria-setsize'), article.tabIndex])).to.deep.equal([
      ['article', 'You', '1', '3', -1],
      ['article', 'Form agent', '2', '3', -1],
      ['article', 'Helper', '3', '3', -1],
    ]);
    expect(host.renderRoot.querySelectorAll('[aria-live], [role="log"], [role="status"]').length).to.equal(0);
  });

  it('[case 48] page keys walk from message to message for a keyboard reader', async () => {
    const host = await threadHost(talk(4));
    host.button('Copy', host.message(2)).focus();
    await sendKeys({ press: 'Tab' });
    await sendKeys({ press: 'PageUp' });
    expect(isFocused(host, host.message(2).article)).to.equal(true);
    await sendKeys({ press: 'PageDown' });
    expect(isFocused(host, host.message(3).article)).to.equal(true);
  });

  it('[case 56] a day stands before its first message, in the order of the path', async () => {
    const now = Date.now();
    const day = 86_400_000;
    const host = await threadHost([own('a', { createdAt: now - day }), message({ createdAt: now - day }), own('b', { createdAt: now }), message({ createdAt: now - day })], { locale: 'en' });
    expect([...host.renderRoot.querySelectorAll('.day')].map(({ textContent }) => textContent)).to.deep.equal(['Yesterday', 'Today', 'Yesterday']);
    expect(host.renderRoot.querySelector('.day time')!.getAttribute('datetime')).to.equal(new Date(now - day).toISOString());
    const order = [...host.scroller.querySelectorAll('.day, article')].map((each) => (each.classList.contains('day') ? 'day' : each.ariaLabel));
    expect(order).to.deep.equal(['day', 'You', 'Agent', 'day', 'You', 'day', 'Agent']);
  });

  it('[case 56] after midnight the day names move on without a reload', async () => {
    const { setTimeout: set } = window;
    const { now } = Date;
    let midnight: (() => void) | undefined;
    const evening = new Date(2026, 4, 10, 23, 50).getTime();
    window.setTimeout = ((run: () => void, wait = 0) => {
      // Ten minutes before midnight.
      if (wait < 600_000 || wait > 601_000) return set(run, wait);
      midnight = run;
      return 0;
    }) as typeof set;
    Date.now = () => evening;
    try {
      const host = await threadHost([own('a', { createdAt: evening - 1000 })], { locale: 'en' });
      const label = (): string => host.renderRoot.querySelector('.day')!.textContent;
      expect(label()).to.equal('Today');
      Date.now = () => evening + 600_050;
      midnight!();
      await host.settled();
      expect(label()).to.equal('Yesterday');
    } finally {
      window.setTimeout = set;
      Date.now = now;
    }
  });

  it('[case 35] a reply that gets another id keeps its node, its selection and its timer', async () => {
    const question = own('a');
    const reply = message({ status: 'streaming', text: 'He', createdAt: Date.now() - 5000 });
    const host = await threadHost([question, reply], { running: true });
    const node = host.message(1);
    const text = document.createTreeWalker(node.querySelector('[part~="message-body"]')!, NodeFilter.SHOW_TEXT).nextNode();
    await host.set({ messages: [question, withText({ ...reply, id: 'R' }, 'Hello')] });
    expect(host.message(1) === node).to.equal(true);
    expect(node.message!.id).to.equal('R');
    expect(node.querySelector('[part~="progress"] .num')!.textContent).to.match(/^0:0[56]$/);
    await host.set({ messages: [question, withText({ ...reply, id: 'R', status: 'complete' }, 'Hello')] });
    expect(node.isConnected && text!.isConnected).to.equal(true);
    expect(host.all('message').length).to.equal(2);
  });

  it('[case 11] a selection in a streaming reply keeps its nodes, and a press holds the view still', async () => {
    const before = talk(12);
    const reply = message({ status: 'streaming', text: 'The first paragraph is done.\n\n' });
    const host = await threadHost([...before, reply], { running: true });
    const paragraph = host.message(12).querySelector('p')!;
    const text = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT).nextNode() as Text;
    const range = document.createRange();
    range.setStart(text, 4);
    range.setEnd(text, 9);
    const box = paragraph.getBoundingClientRect();
    await sendMouse({ type: 'move', position: [Math.round(box.left + 10), Math.round(box.top + 10)] });
    await sendMouse({ type: 'down' });
    await stream(host, before, reply, 30);
    expect(paragraph.getBoundingClientRect().top).to.be.closeTo(box.top, 1);
    await sendMouse({ type: 'up' });
    await frames(2);
    expect(distance(host)).to.be.lessThan(2);
    expect([text.isConnected, range.toString()]).to.deep.equal([true, 'first']);
  });

  it('[case 49] another version of the focused message keeps the focus on the same button', async () => {
    const question = own('a');
    const first = message({ parentId: question.id });
    const second = message({ parentId: question.id });
    const versions = (each: ConversationMessage) =>
      each === first ? { index: 1, count: 2, previousId: null, nextId: second.id } : each === second ? { index: 2, count: 2, previousId: first.id, nextId: null } : { index: 1, count: 1, previousId: null, nextId: null };
    const host = await threadHost([question, first], { versions });
    host.button('Next version').focus();
    await host.set({ messages: [question, second] });
    expect(isFocused(host, host.button('Next version'))).to.equal(true);
    expect(host.one('branch-position').textContent).to.equal('2 of 2');
    host.button('Regenerate').focus();
    await host.set({ messages: [question, message({ status: 'streaming' })] });
    expect(isFocused(host, host.message(1).article)).to.equal(true);
  });
});

describe('following the newest', () => {
  afterEach(removeHosts);

  it('[case 08] the view follows while the reader is at the end', async () => {
    const before = talk(40);
    const reply = message({ status: 'streaming', text: '' });
    const host = await threadHost([...before, reply], { running: true });
    expect(distance(host)).to.be.lessThan(2);
    await stream(host, before, reply, 40, () => expect(distance(host)).to.be.lessThan(2));
    expect(jump(host) === null).to.equal(true);
  });

  it('[case 08] from the first wheel upwards the text under the eye does not move; End follows again; an own message comes into view', async () => {
    const before = talk(40);
    let reply = message({ status: 'streaming', text: '' });
    const host = await threadHost([...before, reply], { running: true });
    reply = await stream(host, before, reply, 20);
    const start = host.scroller.scrollTop;
    await wheel(host, -300);
    const seen: number[] = [];
    reply = await stream(host, before, reply, 40, () => void seen.push(host.scroller.scrollTop));
    // A smooth wheel moves on for a few frames, only ever upwards; then nothing moves.
    expect(seen.every((each, index) => each <= (seen[index - 1] ?? start) + 1)).to.equal(true);
    await still(host);
    const eye = top(host, 37);
    reply = await stream(host, before, reply, 40, () => expect(top(host, 37)).to.be.closeTo(eye, 1));
    expect(jump(host)!.ariaLabel).to.equal('Jump to latest');

    host.message(37).article!.focus({ preventScroll: true });
    await sendKeys({ press: 'End' });
    reply = await stream(host, before, reply, 20);
    expect(distance(host)).to.be.lessThan(2);
    expect(jump(host) === null).to.equal(true);

    await wheel(host, -300);
    await still(host);
    const settled = { ...reply, status: 'complete' as const };
    await host.set({ messages: [...before, settled], running: false });
    expect(distance(host)).to.be.greaterThan(100);
    await host.set({ messages: [...before, settled, own('And now?')] });
    expect(distance(host)).to.be.lessThan(2);
  });

  it('[case 08] keys, touch and the scrollbar upwards stop the following at once', async () => {
    const ways: Record<string, (host: ThreadHost) => void | Promise<void>> = {
      scrollbar: (host) => void (host.scroller.scrollTop -= 40),
      key: async (host) => {
        host.message(11).article!.focus({ preventScroll: true });
        await sendKeys({ press: 'ArrowUp' });
      },
      touch: (host) => {
        // Only some engines can construct a Touch.
        for (const [type, clientY] of [['touchstart', 100], ['touchmove', 110]] as const) {
          host.scroller.dispatchEvent(Object.assign(new Event(type, { bubbles: true }), { touches: [{ clientY }] }));
        }
      },
    };
    for (const [name, turn] of Object.entries(ways)) {
      const before = talk(12);
      const reply = message({ status: 'streaming', text: 'So ' });
      const host = await threadHost([...before, reply], { running: true });
      await turn(host);
      await frame();
      const eye = host.scroller.scrollTop;
      await stream(host, before, reply, 30);
      expect(host.scroller.scrollTop, name).to.be.at.most(eye + 1);
      expect(jump(host) === null, name).to.equal(false);
    }
  });

  it('[UI-jump] the button counts what came since, goes to the end and leaves the focus in the list', async () => {
    const messages = talk(20);
    const host = await threadHost(messages);
    host.scroller.scrollTop = 0;
    await frames(3);
    expect(jump(host)!.querySelector('.num') === null).to.equal(true);
    await host.set({ messages: [...messages, message(), message()] });
    expect(host.scroller.scrollTop).to.equal(0);
    expect(jump(host)!.querySelector('.num')!.textContent).to.equal('2');
    jump(host)!.focus();
    jump(host)!.click();
    await frames(3);
    expect(distance(host)).to.be.lessThan(2);
    expect(jump(host) === null).to.equal(true);
    expect(isFocused(host, host.message(21).article)).to.equal(true);
  });

  it('[UI-follow] a viewport that shrinks keeps the end in view', async () => {
    const host = await threadHost(talk(12));
    host.style.setProperty('block-size', '250px');
    await frames(3);
    expect(distance(host)).to.be.lessThan(2);
    expect(jump(host) === null).to.equal(true);
  });

  it('[case 10] shown for the first time it stands at the end, shown again where the reader was', async () => {
    const faults: unknown[] = [];
    const onError = (event: ErrorEvent): void => void faults.push(event.message);
    window.addEventListener('error', onError);
    try {
      const panel = document.createElement('div');
      panel.hidden = true;
      document.body.append(panel);
      const before = talk(80);
      const reply = message({ status: 'streaming', text: '' });
      const host = await threadHost([...before, reply], { running: true });
      panel.append(host);
      await stream(host, before, reply, 50);
      panel.hidden = false;
      await frames(3);
      expect(distance(host)).to.be.lessThan(2);
      await wheel(host, -400);
      await still(host);
      const eye = host.scroller.scrollTop;
      panel.hidden = true;
      await frames(3);
      panel.hidden = false;
      await frames(3);
      expect(host.scroller.scrollTop).to.be.closeTo(eye, 1);
      panel.remove();
      expect(faults).to.deep.equal([]);
    } finally {
      window.removeEventListener('error', onError);
    }
  });

  it('[case 10] in a closed details element and in a drawer that grows it stands at the end', async () => {
    const details = document.createElement('details');
    document.body.append(details);
    const host = await threadHost(talk(30));
    details.append(host);
    await frames(2);
    details.open = true;
    await frames(3);
    expect(distance(host)).to.be.lessThan(2);
    for (let height = 0; height <= 500; height += 50) {
      host.style.setProperty('block-size', `${height}px`);
      await frame();
    }
    await frames(2);
    expect(distance(host)).to.be.lessThan(2);
    details.remove();
  });

  it('[case 31] a move in the document keeps the position, at the end or in the middle', async () => {
    const before = talk(30);
    const reply = message({ status: 'streaming', text: '' });
    const host = await threadHost([...before, reply], { running: true });
    const other = document.createElement('section');
    document.body.append(other);
    other.append(host);
    expect(distance(host)).to.be.lessThan(2);
    host.scroller.scrollTop = 200;
    await frames(2);
    document.body.append(host);
    expect(host.scroller.scrollTop).to.equal(200);
    await stream(host, before, reply, 10);
    expect(host.scroller.scrollTop).to.equal(200);
    host.remove();
    await frame();
    other.append(host);
    await frames(2);
    expect(host.scroller.scrollTop).to.equal(200);
    other.remove();
  });

  it('[UI-follow] each conversation keeps its own position', async () => {
    const [one, two] = [talk(30, 'one'), talk(30, 'two')];
    const host = await threadHost(one, { conversationId: 'one' });
    host.scroller.scrollTop = 150;
    await frames(2);
    await host.set({ messages: two, conversationId: 'two' });
    expect(distance(host)).to.be.lessThan(2);
    await host.set({ messages: [], conversationId: 'one' });
    await host.set({ messages: one });
    expect(host.scroller.scrollTop).to.equal(150);
    await host.set({ messages: two, conversationId: 'two' });
    expect(distance(host)).to.be.lessThan(2);
  });

  it('[UI-follow] loading a long conversation is not taken for an own message of a reader further up', async () => {
    const messages = talk(30);
    const host = await threadHost(messages);
    host.scroller.scrollTop = 100;
    await frames(2);
    await host.set({ messages: messages.map((each) => ({ ...each })) });
    expect(host.scroller.scrollTop).to.equal(100);
  });
});
