/** Measurements -> Markdown. A ratio is formed inside one repetition, and only then looked at over all of them. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { floor, ours, ownCost } from './subjects.mjs';
import { goalsOf } from './goals.mjs';

export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return (sorted[Math.floor(middle)] + sorted[Math.ceil(middle)]) / 2;
}

export function number(value) {
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en-US');
  return String(Number(value.toPrecision(value >= 10 ? 3 : 2)));
}

/** `median [least–most]`. */
export function spread(values) {
  const known = values.filter(Number.isFinite);
  if (known.length === 0) return '–';
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const middle = number(median(known));
  return number(least) === number(most) ? middle : `${middle} [${number(least)}–${number(most)}]`;
}

/** How measurements are asked for: one number of one subject in one case and repetition; NaN when it is not there. */
export function lookup({ measurements, repeats }) {
  const found = new Map(measurements.map((one) => [[one.group, one.label, one.subject, one.repetition].join('\n'), one]));
  const entry = (group, label, subject, repetition) => found.get([group, label, subject, repetition].join('\n'));
  const value = (group, label, subject, name, repetition) => entry(group, label, subject, repetition)?.values?.[name] ?? NaN;
  const each = (from) => Array.from({ length: repeats }, (_, n) => from(n + 1));
  return {
    each,
    value,
    labels: (group) => [...new Map(measurements.filter((one) => one.group === group).map(({ label, size }) => [label, size]))],
    why: (group, label, subject) => each((n) => entry(group, label, subject, n)?.why).find(Boolean),
    over: (group, label, subject, name, base = floor) => each((n) => value(group, label, subject, name, n) / value(group, label, base, name, n)),
    /** Growth between two sizes: 1 is linear, 2 quadratic. The bench's own cost is taken off. */
    exponent: (subject, [from, fromSize], [to, toSize]) => each((n) => {
      const net = (label) => value('streaming', label, subject, 'cpu', n) - value('streaming', label, ownCost, 'cpu', n);
      return Math.log(net(to) / net(from)) / Math.log(toSize / fromSize);
    }),
  };
}

const plain = (title, name) => ({ title, cell: (at, ...place) => spread(at.each((n) => at.value(...place, name, n))) });
const over = (name, title = `× ${floor}`) => ({ title, cell: (at, ...place) => spread(at.over(...place, name)) });
const longest = { title: 'longest task', cell: (at, ...place) => (median(at.each((n) => at.value(...place, 'longestTask', n))) === 0 ? '< 50' : plain('', 'longestTask').cell(at, ...place)) };

const kept = [plain('ready (wall)', 'wall'), over('wall'), plain('CPU', 'cpu'), over('cpu'), plain('style+layout', 'layout'), plain('heap MB', 'heap'), over('heap'), plain('nodes', 'nodes'), over('nodes')];
const tables = [
  { group: 'streaming', title: 'Streaming one reply, 16 pieces of 2–6 characters per frame', columns: [plain('CPU', 'cpu'), over('cpu'), plain('style+layout', 'layout'), longest, plain('worst frame', 'worstFrame'), plain('frames > 25 ms', 'slowFrames'), plain('of', 'frames'), plain('tail lag', 'lag')] },
  { group: 'mount', title: 'Mount with a number of messages', columns: kept, growth: ['wall', 'cpu', 'heap', 'nodes'] },
  { group: 'history', title: 'Open a number of messages out of IndexedDB', columns: kept, growth: ['wall', 'cpu', 'heap', 'nodes'] },
  { group: 'typing', title: 'Typing below 1,000 messages, key to next paint (wall)', columns: [plain('median', 'median'), over('median'), plain('p95', 'p95'), over('p95'), plain('worst', 'worst'), plain('CPU per key', 'cpu'), over('cpu')] },
  { group: 'scroll', title: 'Scroll through 1,000 messages and back', columns: [plain('frames > 25 ms', 'slowFrames'), plain('of', 'frames'), plain('worst frame', 'worstFrame'), longest, plain('CPU', 'cpu'), over('cpu'), plain('height px', 'height')] },
  { group: 'interactive', title: 'From navigation to a composer that takes keys, cold', columns: [plain('wall', 'wall'), over('wall'), plain('CPU', 'cpu'), over('cpu'), plain('script', 'script'), plain('fetched, gzip kB', 'gzip')] },
];

/** The first `words` columns are read, the others compared. */
function markdown(title, head, rows, words = 1) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return ['', `### ${title}`, '', line(head), `|${'---|'.repeat(words)}${'---:|'.repeat(head.length - words)}`, ...rows.map(line)].join('\n');
}

const called = ({ name, version }) => (version ? `${name} ${version}` : name);

function tableOf({ group, title, columns }, at, subjects) {
  const rows = at.labels(group).flatMap(([label]) => subjects.map((subject) => {
    const why = at.why(group, label, subject.name);
    return [label, called(subject), ...(why ? [`no: ${why}`] : columns.map(({ cell }) => cell(at, group, label, subject.name)))];
  }));
  return rows.length > 0 ? [markdown(title, ['', 'subject', ...columns.map((column) => column.title)], rows, 2)] : [];
}

/** The largest case over the smallest. */
function growthTable({ group, title, growth }, at, subjects) {
  const labels = at.labels(group);
  if (!growth || labels.length < 2) return [];
  const [[first], [last]] = [labels[0], labels.at(-1)];
  const ratio = (subject, name) => spread(at.each((n) => at.value(group, last, subject, name, n) / at.value(group, first, subject, name, n)));
  return [markdown(`${title}: ${last} over ${first}`, ['subject', ...growth], subjects.map((subject) => [called(subject), ...growth.map((name) => ratio(subject.name, name))]))];
}

function exponentTable(at, subjects) {
  const labels = at.labels('streaming');
  if (labels.length < 2) return [];
  const steps = labels.slice(1).map((to, n) => [labels[n], to]);
  const rows = subjects.filter(({ name }) => name !== ownCost).map((subject) => [called(subject), ...steps.map(([from, to]) => spread(at.exponent(subject.name, from, to)))]);
  return [markdown('Streaming: growth exponent (1 linear, 2 quadratic; the bench\'s own cost taken off)', ['subject', ...steps.map(([[from], [to]]) => `${from} → ${to}`)], rows)];
}

function sizeTable(sizes) {
  const kilobytes = (bytes) => (bytes / 1000).toFixed(1);
  const rows = sizes.map(({ entry, why, minified, gzip, brotli, later }) => [entry, ...(why ? [`no: ${why}`] : [kilobytes(minified), kilobytes(gzip), kilobytes(brotli), later ? kilobytes(later) : '–'])]);
  return sizes.length > 0 ? [markdown('Size in kB (1,000 bytes), with all that is imported', ['entry', 'minified', 'gzip', 'brotli', 'later, on demand (gzip)'], rows)] : [];
}

function goalTable(run, at) {
  const rows = goalsOf(run, at).map(({ what, values, most, least }) => {
    const known = values.filter(Number.isFinite);
    const reached = known.length === 0 ? 'not measured' : (most === undefined ? median(known) >= least : median(known) <= most) ? 'yes' : 'no';
    return [what, spread(values), most === undefined ? `≥ ${least}` : `≤ ${most}`, reached];
  });
  return rows.length > 0 ? [markdown(`Goals for ${ours}`, ['what', 'measured', 'goal', 'reached'], rows)] : [];
}

export function report(run) {
  const { at, seconds, quick, repeats, machine, subjects, sizes } = run;
  const find = lookup(run);
  const about = `${at}${quick ? ', --quick' : ''}: ${repeats} ${repeats === 1 ? 'repetition' : 'repetitions'} in ${seconds} s, ${machine.cores} cores (${machine.model}), load ${machine.loads.map((load) => load.toFixed(1)).join(' → ')}. Milliseconds unless said, median [least–most]; CPU is the main thread's.`;
  const busy = machine.loads.some((load) => load > machine.cores + 1) ? ['', `**The load was above ${machine.cores}: other work ran beside. Distrust all wall times, frames and typing.**`] : [];
  return [
    about,
    ...busy,
    ...goalTable(run, find),
    ...tables.flatMap((table) => [...tableOf(table, find, subjects), ...(table.group === 'streaming' ? exponentTable(find, subjects) : growthTable(table, find, subjects))]),
    ...sizeTable(sizes),
    '',
  ].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(report(JSON.parse(readFileSync(process.argv[2], 'utf8'))));
