/** The cases: what is done in the page, and what is read off. Every number is of one subject in one repetition. */
import { bytesOf } from './sizes.mjs';

/** A subject reached a limit of the bench. For a peer that is a result; of ours it is a broken case. */
export class LimitReached extends Error {}

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const perFrame = 16;
const charactersPerPiece = 4;
const count = (number) => number.toLocaleString('en-US');

async function goToWork(tab, address) {
  await tab.page.goto(address('work'));
  await tab.page.waitForFunction(() => 'bench' in window, { timeout: 15_000 });
}

/** `reached` becomes an error that says what else was measured by then. */
function finished({ reached, ...values }) {
  if (reached) throw new LimitReached(`${reached}${values.cpu ? `, ${Math.round(values.cpu)} ms CPU` : ''}`);
  return values;
}

function streaming(kilobytes, quick) {
  const frames = (kilobytes * 1024) / charactersPerPiece / perFrame;
  const most = (quick ? 10_000 : 20_000) + 2 * (frames / 60) * 1000;
  return {
    group: 'streaming', size: kilobytes, label: `${kilobytes} KB`, most: most + 90_000,
    async measure(tab, { address }) {
      await goToWork(tab, address);
      await tab.run('mount');
      await tab.run('calm');
      await tab.run('stream', { size: 2048, id: 'warm', perFrame, most: 30_000 });
      await tab.run('calm');
      await tab.collect();
      return finished(await tab.timed(() => tab.run('stream', { size: kilobytes * 1024, id: `of${kilobytes}`, perFrame, most })));
    },
  };
}

/** The page with its conversation open. `open` is `show` (given as data) or `open` (out of the database). */
async function opened(tab, address, open, messages, most) {
  await goToWork(tab, address);
  const empty = await tab.kept();
  if (open === 'show') await tab.run('give', messages);
  const values = finished(await tab.timed(async () => {
    const shown = await tab.run(open, messages, most);
    if (!shown.reached) await tab.run('calm');
    return shown;
  }));
  const { heap, nodes } = await tab.kept();
  return { ...values, heap: heap - empty.heap, nodes };
}

function mount(messages, quick) {
  const most = quick ? 15_000 : 45_000;
  return { group: 'mount', size: messages, label: count(messages), most: most + 60_000, measure: (tab, { address }) => opened(tab, address, 'show', messages, most) };
}

function history(messages, quick) {
  const most = quick ? 15_000 : 45_000;
  return {
    group: 'history', size: messages, label: count(messages), most: most + 60_000, onDisk: true, needs: 'stores',
    /** In a page of its own, so that the one that is measured begins cold. */
    async prepare(tab, { address }) {
      await goToWork(tab, address);
      await tab.session.send('Storage.clearDataForOrigin', { origin: new URL(address('work')).origin, storageTypes: 'indexeddb' });
      await tab.run('seed', messages);
    },
    measure: (tab, { address }) => opened(tab, address, 'open', messages, most),
  };
}

const open1000 = async (tab, address) => {
  await goToWork(tab, address);
  await tab.run('give', 1000);
  finished(await tab.run('show', 1000, 45_000));
  await tab.run('calm');
};

async function press(session, character) {
  const space = character === ' ';
  const key = { key: character, code: space ? 'Space' : `Key${character.toUpperCase()}`, windowsVirtualKeyCode: space ? 32 : character.toUpperCase().charCodeAt(0) };
  await session.send('Input.dispatchKeyEvent', { type: 'keyDown', text: character, unmodifiedText: character, ...key });
  await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key });
}

async function typeText(tab, text) {
  const before = (await tab.run('typed')).length;
  await tab.run('watchKeys');
  const cost = await tab.timed(async () => {
    const pressed = [];
    for (const character of text) {
      pressed.push(press(tab.session, character));
      await pause(80);
    }
    await Promise.all(pressed);
    await pause(150);
  });
  const times = (await tab.run('keyTimes')).toSorted((a, b) => a - b);
  const typed = (await tab.run('typed')).length - before;
  if (typed !== text.length || times.length !== text.length) throw new Error(`${typed} of ${text.length} letters arrived, ${times.length} paints seen`);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(share * times.length))];
  return { median: at(0.5), p95: at(0.95), worst: times.at(-1), cpu: cost.cpu / text.length };
}

function typing(whileStreaming, quick) {
  const text = 'the quick brown fox jumps over the lazy dog again and'.slice(0, quick ? 15 : 50);
  return {
    group: 'typing', size: null, label: whileStreaming ? 'while a reply streams' : 'idle', most: 180_000,
    async measure(tab, { address }) {
      await open1000(tab, address);
      if (whileStreaming) {
        await tab.run('startStream', { size: 40 * 1024, id: 'beside', perFrame, most: 60_000 });
        await pause(2000);
      }
      const values = await typeText(tab, text);
      const state = await tab.run('streamState');
      if (whileStreaming && state !== 'runs') throw new Error(`the reply did not stream to the last key: ${state}`);
      return values;
    },
  };
}

function scroll(quick) {
  return {
    group: 'scroll', size: null, label: 'end to beginning to end', most: 180_000,
    async measure(tab, { address }) {
      await open1000(tab, address);
      return tab.timed(() => tab.run('scroll', quick ? 60 : 240));
    },
  };
}

/** Runs in the page before all else. */
function waitUntilUsable() {
  const focused = () => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    return element;
  };
  const fieldOf = () => {
    try {
      return window.subject?.typeTarget();
    } catch {
      return null; // not mounted yet
    }
  };
  window.usable = new Promise((resolve) => {
    const look = () => {
      const field = fieldOf();
      if (field && !field.disabled && field.getBoundingClientRect().height > 0) {
        field.focus();
        if (focused() === field) return resolve(performance.now());
      }
      setTimeout(look, 0);
    };
    look();
  });
}

const interactive = {
  group: 'interactive', size: null, label: 'from navigation', most: 40_000, loads: 5,
  async measure(tab, { address, files }) {
    await tab.page.evaluateOnNewDocument(waitUntilUsable);
    await tab.page.goto(address('least'), { waitUntil: 'domcontentloaded' });
    const wall = await tab.page.evaluate(() => window.usable);
    const { cpu, script } = await tab.clock();
    await tab.page.keyboard.type('hi');
    await pause(100);
    const typed = await tab.page.evaluate(() => window.subject.typeTarget().value ?? window.subject.typeTarget().textContent);
    if (!typed.includes('hi')) throw new Error(`the composer had the focus after ${Math.round(wall)} ms and took no keys ("${typed.slice(0, 20)}")`);
    const fetched = await tab.page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname));
    return { wall, cpu, script, gzip: bytesOf([...new Set(fetched)].map((path) => files.get(path)).filter(Boolean)).gzip / 1000 };
  },
};

export const groups = ['streaming', 'mount', 'history', 'typing', 'scroll', 'interactive', 'size'];

export function casesOf(quick, chosen) {
  const sizes = quick ? [4, 16] : [4, 16, 64, 200];
  const cases = [
    { ...interactive, loads: quick ? 3 : 5 },
    ...(quick ? [100, 1000] : [100, 1000, 10_000]).map((messages) => mount(messages, quick)),
    ...(quick ? [200, 2000] : [200, 2000, 10_000]).map((messages) => history(messages, quick)),
    typing(false, quick),
    typing(true, quick),
    scroll(quick),
    ...sizes.map((kilobytes) => streaming(kilobytes, quick)),
  ];
  return cases.filter(({ group }) => chosen.includes(group));
}
