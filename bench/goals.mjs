/** What the project has set itself, as ratios within one run. `values` has one number per repetition. */
import { floor, ours } from './subjects.mjs';

function streamingGoals(at, peers) {
  const labels = at.labels('streaming');
  const own = (label, name) => at.each((n) => at.value('streaming', label, ours, name, n));
  return [
    ...labels.map(([label, size]) => ({ what: `streaming ${label}: CPU over ${floor}`, values: at.over('streaming', label, ours, 'cpu'), most: size >= 200 ? 1 : 1.2 })),
    ...labels.slice(1).map((to, n) => ({ what: `streaming ${labels[n][0]} → ${to[0]}: growth exponent`, values: at.exponent(ours, labels[n], to), most: 1.2 })),
    ...labels.map(([label]) => ({ what: `streaming ${label}: longest task, ms (0: none over 50)`, values: own(label, 'longestTask'), most: 50 })),
    ...labels.map(([label]) => ({ what: `streaming ${label}: frames over 25 ms beyond ${floor}'s`, values: at.each((n) => at.value('streaming', label, ours, 'slowFrames', n) - at.value('streaming', label, floor, 'slowFrames', n)), most: 0 })),
    ...(peers.length === 0 ? [] : labels.map(([label]) => ({
      what: `streaming ${label}: CPU of the best peer over ours`,
      values: at.each((n) => Math.min(...peers.map((peer) => at.value('streaming', label, peer, 'cpu', n)).filter(Number.isFinite)) / at.value('streaming', label, ours, 'cpu', n)),
      least: 2.5,
    }))),
  ];
}

function openingGoals(at, group, what, first) {
  const labels = new Set(at.labels(group).map(([label]) => label));
  if (!labels.has('10,000')) return [];
  const growth = (name) => at.each((n) => at.value(group, '10,000', ours, name, n) / at.value(group, first, ours, name, n));
  return [
    { what: `${what} 10,000 over ${first} messages: ready`, values: growth('wall'), most: 1.2 },
    { what: `${what} 10,000 over ${first} messages: heap`, values: growth('heap'), most: 2 },
  ];
}

export function goalsOf({ subjects, sizes }, at) {
  const peers = subjects.filter(({ peer }) => peer).map(({ name }) => name);
  const has = (group) => at.labels(group).length > 0;
  const cdn = sizes.find(({ entry }) => entry.includes('/cdn/'));
  const [scrolled] = at.labels('scroll').map(([label]) => label);
  return [
    ...streamingGoals(at, peers),
    ...(has('mount') ? [{ what: `mount 1,000 messages: ready over ${floor}`, values: at.over('mount', '1,000', ours, 'wall'), most: 0.7 }] : []),
    ...openingGoals(at, 'mount', 'mount', '100'),
    ...openingGoals(at, 'history', 'open out of IndexedDB', '200'),
    ...(has('scroll') ? [
      { what: `scroll 1,000 messages: CPU over ${floor}`, values: at.over('scroll', scrolled, ours, 'cpu'), most: 1.8 },
      { what: 'scroll 1,000 messages: share of frames over 25 ms, %', values: at.each((n) => (100 * at.value('scroll', scrolled, ours, 'slowFrames', n)) / at.value('scroll', scrolled, ours, 'frames', n)), most: 1 },
    ] : []),
    ...(has('typing') ? [{ what: `typing while a reply streams: p95 over ${floor}`, values: at.over('typing', 'while a reply streams', ours, 'p95'), most: 1.5 }] : []),
    ...(has('interactive') ? [{ what: `interactive: wall over ${floor}`, values: at.over('interactive', 'from navigation', ours, 'wall'), most: 1.8 }] : []),
    ...(cdn?.gzip ? [{ what: 'size of the element, gzip kB', values: [cdn.gzip / 1000], most: 45 }] : []),
  ];
}
