/** Frames and tasks, as the page itself sees them. */

export const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));

export const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const channel = new MessageChannel();
const waiting = [];
channel.port1.onmessage = () => waiting.shift()();

/** The next task. Asked for inside a frame it comes when the main thread has styled, laid out and painted that frame. */
export function nextTask(then) {
  waiting.push(then);
  channel.port2.postMessage(null);
}

export const painted = () => new Promise((resolve) => requestAnimationFrame(() => nextTask(resolve)));

/** Starts looking; the function it gives back ends that and says what was seen. */
export function watchFrames() {
  const gaps = [];
  const tasks = [];
  let watching = true;
  let last = performance.now();
  const tick = () => {
    const now = performance.now();
    gaps.push(now - last);
    last = now;
    if (watching) requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
  const observer = new PerformanceObserver((seen) => tasks.push(...seen.getEntries().map(({ duration }) => duration)));
  observer.observe({ type: 'longtask' });
  return () => {
    watching = false;
    tasks.push(...observer.takeRecords().map(({ duration }) => duration));
    observer.disconnect();
    gaps.shift();
    return { frames: gaps.length, slowFrames: gaps.filter((gap) => gap > 25).length, worstFrame: Math.max(0, ...gaps), longestTask: Math.max(0, ...tasks) };
  };
}

/** Resolves when 20 frames in a row came in time, or after `most` milliseconds. */
export async function calm(most = 8000) {
  const end = performance.now() + most;
  let last = performance.now();
  for (let inTime = 0; inTime < 20 && last < end; ) {
    await frame();
    const now = performance.now();
    inTime = now - last < 25 ? inTime + 1 : 0;
    last = now;
  }
}
