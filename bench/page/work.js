/** The work that is measured, the same for every subject. `cases.mjs` calls it and reads the clocks around it. */
import { conversation, marker, piecesOf, reply } from './corpus.js';
import { calm, frame, nextTask, painted, pause, watchFrames } from './frames.js';
import { findScroller, isUsable, typedInto, whereabouts } from './looking.js';

const tasksPerFrame = 4;

/**
 * Hands over the pieces: each frame releases `perFrame` of them in 4 tasks, each piece in a microtask turn of its own, as
 * a loop over a network stream does. The next frame's are released when the last frame's were taken, so a slow subject
 * gets as many per frame as a fast one and needs more time. Gives back how many were taken before `most` milliseconds.
 */
function handOver(pieces, add, perFrame, most) {
  const start = performance.now();
  let at = 0;
  let tasks = 0;
  const task = async () => {
    for (let n = 0; n < perFrame / tasksPerFrame && at < pieces.length; n++) {
      add(pieces[at++]);
      await null;
    }
    tasks = at < pieces.length ? tasks - 1 : 0;
    if (tasks > 0) nextTask(task);
  };
  return new Promise((resolve) => {
    const onFrame = () => {
      if (at >= pieces.length || performance.now() - start > most) return resolve(at);
      if (tasks === 0) {
        tasks = tasksPerFrame;
        nextTask(task);
      }
      requestAnimationFrame(onFrame);
    };
    requestAnimationFrame(onFrame);
  });
}

export function install(subject) {
  const root = document.getElementById('root');
  let streaming = null;
  let keyTimes = [];
  let given = [];

  async function usable(most = 10_000) {
    const end = performance.now() + most;
    while (!isUsable(subject.typeTarget())) {
      if (performance.now() > end) throw new Error('the composer never took the focus');
      await pause(10);
    }
  }

  /** From `open` to the last of `count` messages in view and a composer that has the focus, painted. */
  async function shown(count, open, most) {
    await painted();
    const start = performance.now();
    const passed = () => performance.now() - start;
    await open();
    let [where, ready, laidOut] = ['absent', false, null];
    while (!(ready && where === 'in view')) {
      if (passed() > most) return { reached: `after ${most / 1000} s the last message is ${where}, the composer ${ready ? 'usable' : 'not usable'}` };
      where = whereabouts(marker(`H${count}`));
      ready ||= isUsable(subject.typeTarget());
      if (where === 'elsewhere') laidOut ??= passed();
      if (laidOut !== null && where === 'elsewhere' && passed() - laidOut > 2500) throw new Error('the last message is drawn but not scrolled to');
      await frame();
    }
    await painted();
    return { wall: passed() };
  }

  async function stream({ size, id, perFrame, most }) {
    const pieces = piecesOf(reply(size, id));
    await subject.streamStart();
    await painted();
    const stop = watchFrames();
    const start = performance.now();
    const taken = await handOver(pieces, subject.streamChunk, perFrame, most);
    const handedOver = performance.now();
    await subject.streamEnd();
    if (taken < pieces.length) return { ...stop(), reached: `${Math.round((100 * taken) / pieces.length)} % after ${Math.round((handedOver - start) / 1000)} s` };
    while (whereabouts(marker(id)) === 'absent') {
      if (performance.now() - handedOver > 10_000) throw new Error('all was handed over and the end of the reply never appeared');
      await frame();
    }
    const lag = performance.now() - handedOver;
    await painted();
    return { ...stop(), lag };
  }

  window.bench = {
    meta: { kind: subject.meta?.kind, unsupported: subject.unsupported ?? {}, stores: Boolean(subject.seedHistory) },
    calm,
    async mount() {
      await subject.mount(root, {});
      await usable();
    },
    stream,
    startStream(options) {
      streaming = 'runs';
      void stream(options).then(({ reached }) => (streaming = reached ?? 'is over'), (error) => (streaming = String(error)));
    },
    streamState: () => streaming,
    /** Written beforehand: that is no work of a subject. */
    give: (count) => void (given = conversation(count)),
    show(count, most) {
      const history = given;
      given = [];
      return shown(count, async () => {
        await subject.mount(root, { history });
        await subject.loadHistory?.(history);
      }, most);
    },
    seed: (count) => subject.seedHistory(conversation(count)),
    open: (count, most) => shown(count, () => subject.openHistory(root, count), most),

    /** From the end to the beginning and back, one step per frame. */
    async scroll(steps) {
      const scroller = subject.scroller?.() ?? findScroller();
      if (!scroller) throw new Error('nothing on the page scrolls');
      scroller.style.scrollBehavior = 'auto';
      const reversed = getComputedStyle(scroller).flexDirection === 'column-reverse';
      const range = () => scroller.scrollHeight - scroller.clientHeight;
      const go = (share) => (scroller.scrollTop = reversed ? (share - 1) * range() : share * range());
      const height = scroller.scrollHeight;
      go(1);
      await painted();
      await pause(100);
      const stop = watchFrames();
      let strayed = 0;
      for (let step = 1; step <= 2 * steps; step++) {
        const share = Math.abs(1 - step / steps);
        go(share);
        await frame();
        const at = scroller.scrollTop / range() + (reversed ? 1 : 0);
        if (Math.abs(at - share) > 0.1) strayed++;
      }
      await painted();
      if (strayed > steps / 10) throw new Error(`the list was not where it was scrolled to in ${strayed} of ${2 * steps} frames`);
      return { ...stop(), height };
    },

    typed: () => typedInto(subject.typeTarget()),
    /** Of every key from now on: milliseconds from the press to the end of the next paint. */
    watchKeys() {
      keyTimes = [];
      window.addEventListener('keydown', ({ timeStamp }) => requestAnimationFrame(() => nextTask(() => keyTimes.push(performance.now() - timeStamp))), true);
      subject.typeTarget().focus();
    },
    keyTimes: () => keyTimes,
  };
}
