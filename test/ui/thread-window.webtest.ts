/** A thread of thousands of messages: what is in the document, when, and that nothing moves or is drawn again by it. */
import { expect } from '@open-wc/testing';
import { executeServerCommand, sendKeys } from '@web/test-runner-commands';
import type { AgentConversationMessage } from '../../src/ui/message.js';
import { pageMessages } from '../../src/ui/thread-pages.js';
import { idleMessages } from '../../src/ui/thread-window.js';
import { frame, frames, isFocused, message, own, removeHosts, talk, threadHost } from './thread-host.js';
import type { ThreadHost } from './thread-host.js';

const drawnOf = (host: ThreadHost): AgentConversationMessage[] => [...host.renderRoot.querySelectorAll<AgentConversationMessage>('agent-conversation-message')];

const places = (host: ThreadHost): number[] => host.all('message').map((article) => Number(article.getAttribute('aria-posinset')));

const distance = ({ scroller }: ThreadHost): number => scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight;

/** Pixels of a message below the top of the list. */
const offset = (host: ThreadHost, place: number): number => host.message(place).article!.getBoundingClientRect().top - host.scroller.getBoundingClientRect().top;

async function until(condition: () => boolean, what: string): Promise<void> {
  const end = performance.now() + 8000;
  while (!condition()) {
    if (performance.now() > end) throw new Error(`waited in vain for ${what}`);
    await frame();
  }
}

/** Waits until pages that came into view have their true size and the position stands. */
async function still(host: ThreadHost): Promise<void> {
  for (let last = '', same = 0; same < 4; ) {
    await frame();
    const now = `${host.scroller.scrollTop}/${host.scroller.scrollHeight}`;
    same = now === last ? same + 1 : 0;
    last = now;
  }
}

/** After a frame: within one, a size may be seen that is made up for before it is painted. */
async function painted(): Promise<void> {
  await frame();
  await new Promise((resolve) => setTimeout(resolve));
}

const inView = (host: ThreadHost): number => {
  const { top } = host.scroller.getBoundingClientRect();
  const article = host.all('message').find((each) => each.getBoundingClientRect().bottom > top + 1)!;
  return Number(article.getAttribute('aria-posinset')) - 1;
};

describe('a thread of thousands of messages', () => {
  afterEach(removeHosts);

  it('[UI-window] opens at its end with a bounded number of messages in the document, each saying its place on the whole path', async () => {
    const messages = talk(10_000);
    const host = await threadHost(messages);
    expect(drawnOf(host).length).to.be.lessThan(80);
    expect(distance(host)).to.be.lessThan(2);
    expect(host.message(9999).message === messages[9999]).to.equal(true);
    const count = drawnOf(host).length;
    expect(places(host)).to.deep.equal(Array.from({ length: count }, (_, index) => 10_000 - count + 1 + index));
    expect(host.all('message').every((article) => article.getAttribute('aria-setsize') === '10000')).to.equal(true);
    // Its elements, too, do not grow with the path.
    expect(host.renderRoot.querySelectorAll('.flow > *').length).to.be.lessThan(20);
    await host.set({ messages: [...messages, own('More')] });
    expect(host.message(10_000).article!.getAttribute('aria-setsize')).to.equal('10001');
    expect(host.message(9990).article!.getAttribute('aria-setsize')).to.equal('10001');
  });

  it('[UI-window] the scrollbar says about how long the path is, before most of it is drawn', async () => {
    const host = await threadHost(talk(1000));
    await still(host);
    const guess = host.scroller.scrollHeight;
    host.thread.messages.forEach((_, place) => {
      if (place % pageMessages === 0) void host.thread.scrollToMessage(host.thread.messages[place]!.id);
    });
    await until(() => drawnOf(host).length === 1000, 'all messages');
    for (const page of host.renderRoot.querySelectorAll('.page')) page.classList.add('kept');
    await still(host);
    expect(host.scroller.scrollHeight / guess).to.be.within(0.85, 1.15);
  });

  it('[UI-window] scrolling up brings older messages in, and what is in view is always drawn', async () => {
    const host = await threadHost(talk(400));
    await still(host);
    for (let step = 0; step < 40 && host.scroller.scrollTop > 0; step += 1) {
      host.scroller.scrollTop -= 900;
      await frames(2);
      const { top, bottom } = host.scroller.getBoundingClientRect();
      const shown = host.all('message').map((article) => article.getBoundingClientRect());
      const covered = shown.filter((rect) => rect.bottom > top && rect.top < bottom).reduce((height, rect) => height + Math.min(rect.bottom, bottom) - Math.max(rect.top, top), 0);
      expect(covered, `at ${host.scroller.scrollTop}`).to.be.greaterThan((bottom - top) * 0.4);
    }
    host.scroller.scrollTop = 0;
    await still(host);
    expect(places(host)[0]).to.equal(1);
  });

  it('[UI-window] in idle time the newest thousand are drawn, a search draws all', async () => {
    const host = await threadHost(talk(40, 'c'));
    await until(() => drawnOf(host).length === 40, 'idle drawing');
    expect(idleMessages).to.equal(1000);
    const long = await threadHost(talk(idleMessages + 200));
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'f', ctrlKey: true, bubbles: true }));
    const start = drawnOf(long).length;
    await until(() => drawnOf(long).length > start + 30, 'drawing for a search');
    expect(distance(long)).to.be.lessThan(2);
  });

  it('[UI-render] a piece of a reply draws no other message again, and only the last page is looked at', async () => {
    const before = talk(300);
    const reply = message({ status: 'streaming', text: 'So' });
    let asked = 0;
    const versions = () => {
      asked += 1;
      return { index: 1, count: 1, previousId: null, nextId: null };
    };
    const host = await threadHost([...before, reply], { running: true, versions });
    await still(host);
    const drawn = new Set<unknown>();
    for (const element of drawnOf(host)) {
      const spied = element as unknown as { updated(changed: Map<string, unknown>): void };
      const updated = spied.updated.bind(element);
      spied.updated = (changed) => {
        drawn.add(element.message!.id);
        updated(changed);
      };
    }
    asked = 0;
    for (let piece = 1; piece <= 10; piece += 1) {
      await host.set({ messages: [...before, { ...reply, content: [{ type: 'text', text: 'So '.repeat(piece + 1) }] }] });
    }
    expect([...drawn]).to.deep.equal([reply.id]);
    expect(asked).to.be.at.most(10 * pageMessages);
  });

  it('[UI-window] new looks reach what is near at once and the rest without hurry', async () => {
    const host = await threadHost(talk(300));
    host.scroller.scrollTop -= 6000;
    await still(host);
    const far = host.message(299);
    const near = host.message(inView(host));
    expect(far.branchingReason).to.equal(null);
    await host.set({ branchingReason: 'Busy', running: true });
    expect(near.branchingReason).to.equal('Busy');
    const middle = drawnOf(host).find(({ branchingReason }) => branchingReason === null);
    await host.set({ running: false });
    await until(() => middle === undefined || middle.branchingReason === 'Busy', 'the far message');
  });

  it('[case 09] older messages in front move nothing under the eye, at the very top too; focus and selection stay', async () => {
    const all = talk(200).map((each, index) => (index % 7 === 3 ? { ...each, content: [{ type: 'text' as const, text: `Code:\n\n\`\`\`ts\n${'const a = 1;\n'.repeat(12)}\`\`\`` }] } : each));
    const host = await threadHost(all.slice(170));
    await still(host);
    host.scroller.scrollTop = 0;
    await still(host);
    const first = host.message(0);
    first.article!.focus({ preventScroll: true });
    const text = document.createTreeWalker(first.querySelector('[part~="message-body"]')!, NodeFilter.SHOW_TEXT).nextNode() as Text;
    const range = document.createRange();
    range.setStart(text, 0);
    range.setEnd(text, 7);
    const eye = offset(host, 0);
    await host.set({ messages: all.slice(100) });
    expect(host.message(70) === first).to.equal(true);
    await painted();
    expect(offset(host, 70)).to.be.closeTo(eye, 2);
    expect(first.article!.getAttribute('aria-posinset')).to.equal('71');
    await still(host);
    expect(offset(host, 70)).to.be.closeTo(eye, 2);
    await host.set({ messages: all });
    await still(host);
    expect(offset(host, 170)).to.be.closeTo(eye, 2);
    expect([isFocused(host, first.article), range.toString(), text.isConnected]).to.deep.equal([true, 'Message', true]);
    expect(first.article!.getAttribute('aria-setsize')).to.equal('200');
  });

  it('[case 09] what grows above the view later moves nothing in it', async () => {
    const host = await threadHost(talk(120));
    await still(host);
    host.scroller.scrollTop -= 3000;
    await still(host);
    host.scroller.scrollTop -= 1;
    await still(host);
    const place = inView(host) + 1;
    const eye = offset(host, place);
    const above = host.message(place - 3).querySelector<HTMLElement>('[part~="message-body"]')!;
    above.style.setProperty('padding-block-end', '180px');
    await still(host);
    expect(offset(host, place)).to.be.closeTo(eye, 2);
  });

  it('[UI-window] a wheel upwards over pages that are drawn on its way goes all of its way', async () => {
    const host = await threadHost(talk(400));
    await still(host);
    const box = host.scroller.getBoundingClientRect();
    const place = inView(host);
    const eye = offset(host, place);
    const steps = 6;
    for (let step = 0; step < steps; step += 1) {
      const params = { type: 'mouseWheel', x: box.left + box.width / 2, y: box.top + box.height / 2, deltaX: 0, deltaY: -500 };
      const answer = await executeServerCommand<{ unsupported?: boolean }, unknown>('cdp', { method: 'Input.dispatchMouseEvent', params });
      if (answer.unsupported) host.scroller.scrollTop -= 500;
      await still(host);
    }
    expect(offset(host, place) - eye).to.be.closeTo(500 * steps, 20);
  });

  it('[case 31] moved in the document, a long thread stands where it stood', async () => {
    const host = await threadHost(talk(500));
    await still(host);
    host.scroller.scrollTop -= 9000;
    await still(host);
    const place = inView(host);
    const eye = offset(host, place);
    const section = document.createElement('section');
    document.body.append(section);
    section.append(host);
    await still(host);
    expect(offset(host, place)).to.be.closeTo(eye, 2);
    section.remove();
  });

  it('[case 31] what comes while the thread is out of the document stands in its place when it is back', async () => {
    const messages = talk(300);
    const host = await threadHost(messages);
    await still(host);
    const height = host.scroller.scrollHeight;
    host.remove();
    host.thread.messages = [...messages, ...talk(30)];
    await frame();
    document.body.append(host);
    await still(host);
    const all = places(host);
    expect(all).to.deep.equal([...new Set(all)].sort((a, b) => a - b));
    expect(all.at(-1)).to.equal(330);
    expect(host.scroller.scrollHeight / height).to.be.within(1.05, 1.15);
    expect(distance(host)).to.be.lessThan(2);
  });

  it('[UI-follow] a conversation left far up is found there again', async () => {
    const [one, two] = [talk(600, 'one'), talk(600, 'two')];
    const host = await threadHost(one, { conversationId: 'one' });
    await host.thread.scrollToMessage(one[123]!.id);
    await still(host);
    const place = inView(host);
    const eye = offset(host, place);
    await host.set({ messages: two, conversationId: 'two' });
    await still(host);
    expect(distance(host)).to.be.lessThan(2);
    await host.set({ messages: [], conversationId: 'one' });
    await host.set({ messages: one });
    await still(host);
    expect(offset(host, place)).to.be.closeTo(eye, 2);
  });

  it('[UI-window] a message that is not drawn can be gone to', async () => {
    const messages = talk(2000);
    const host = await threadHost(messages);
    await host.thread.scrollToMessage(messages[321]!.id);
    await still(host);
    expect(offset(host, 321)).to.be.closeTo(24, 2);
    expect(drawnOf(host).length).to.be.lessThan(200);
    await host.thread.scrollToMessage('unknown');
    expect(offset(host, 321)).to.be.closeTo(24, 2);
    host.thread.scrollToLatest();
    await still(host);
    expect(distance(host)).to.be.lessThan(2);
  });

  it('[case 48] page keys, Home and End walk over what is not drawn', async () => {
    const host = await threadHost(talk(500));
    await still(host);
    host.button('Copy', host.message(498)).focus();
    await sendKeys({ press: 'Tab' });
    for (let place = 498; place > 498 - 2 * pageMessages; place -= 1) {
      await sendKeys({ press: 'PageUp' });
      await until(() => isFocused(host, host.message(place)?.article ?? null), `message ${place}`);
    }
    await sendKeys({ press: 'Home' });
    await until(() => places(host)[0] === 1 && isFocused(host, host.message(0).article), 'the first message');
    await still(host);
    expect(offset(host, 0)).to.be.within(0, 80);
    await sendKeys({ press: 'PageDown' });
    await until(() => isFocused(host, host.message(1).article), 'the second message');
    await sendKeys({ press: 'End' });
    await until(() => isFocused(host, host.message(499).article), 'the last message');
    await still(host);
    expect(distance(host)).to.be.lessThan(2);
  });

  it('[case 56] the first message of a page has its day only when the day before is another', async () => {
    const now = Date.now();
    const day = 86_400_000;
    const messages = talk(3 * pageMessages).map((each, index) => ({ ...each, createdAt: now - (index < pageMessages + 2 ? day : 0) }));
    const host = await threadHost(messages.slice(pageMessages), { locale: 'en' });
    const labels = (): (string | null)[] => [...host.renderRoot.querySelectorAll('.day')].map(({ textContent }) => textContent);
    expect(labels()).to.deep.equal(['Yesterday', 'Today']);
    await host.set({ messages });
    await until(() => drawnOf(host).length === messages.length, 'the page in front');
    expect(labels()).to.deep.equal(['Yesterday', 'Today']);
    expect(host.message(0).previousElementSibling!.textContent).to.equal('Yesterday');
    expect(host.message(pageMessages + 2).previousElementSibling!.textContent).to.equal('Today');
  });

  it('[case 35] a branch switch in the middle of a long path keeps the nodes of what both share', async () => {
    const shared = talk(206);
    const [left, right] = [talk(40), talk(56)];
    const host = await threadHost([...shared, ...left]);
    await host.thread.scrollToMessage(shared[200]!.id);
    await still(host);
    const nodes = Array.from({ length: 10 }, (_, index) => host.message(195 + index));
    const eye = offset(host, 200);
    await host.set({ messages: [...shared, ...right] });
    expect(nodes.every((node, index) => host.message(195 + index) === node)).to.equal(true);
    expect(offset(host, 200)).to.be.closeTo(eye, 2);
    expect(host.message(206).message!.id).to.equal(right[0]!.id);
    expect(host.message(261).message!.id).to.equal(right[55]!.id);
    await still(host);
    const all = places(host);
    expect(all).to.deep.equal([...all].sort((a, b) => a - b));
    expect(all.at(-1)).to.equal(262);
  });

  it('[case 10] opened hidden and shown later, a long thread stands at its end', async () => {
    const panel = document.createElement('div');
    panel.hidden = true;
    document.body.append(panel);
    const host = await threadHost([]);
    panel.append(host);
    await host.set({ messages: talk(3000) });
    expect(drawnOf(host).length).to.be.greaterThan(0);
    panel.hidden = false;
    await still(host);
    expect(distance(host)).to.be.lessThan(2);
    expect(inView(host)).to.be.greaterThan(2980);
    panel.remove();
  });

  it('[UI-a11y] pages pass axe', async () => {
    const host = await threadHost(talk(60));
    await still(host);
    await expect(host).to.be.accessible();
  });
});
