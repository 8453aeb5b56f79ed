/** `npm run bench`: speed and size of the built element, as ratios within one run. README.md says what each row means. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Browser, serve } from './browser.mjs';
import { casesOf, groups, LimitReached } from './cases.mjs';
import { median, report } from './report.mjs';
import { sizesOf } from './sizes.mjs';
import { buildPages, findSubjects, versionOf } from './subjects.mjs';

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    build: { type: 'boolean', default: false },
    only: { type: 'string', default: groups.join() },
    peers: { type: 'string', default: process.env.PEERS },
    peer: { type: 'string' },
    out: { type: 'string', default: fileURLToPath(new URL('results/latest.json', import.meta.url)) },
  },
});
const project = resolve(process.env.PROJECT ?? fileURLToPath(new URL('..', import.meta.url)));
const chosen = options.only.split(',');
const repeats = Number(process.env.REPEATS ?? (options.quick ? 1 : 3));

if (!Number.isInteger(repeats) || repeats < 1) throw new Error(`REPEATS must be a whole number above 0, got "${process.env.REPEATS}"`);
for (const name of chosen) if (!groups.includes(name)) throw new Error(`--only takes some of ${groups.join()}, got "${name}"`);
if (options.build) execFileSync('npm', ['run', 'build'], { cwd: project, stdio: 'inherit', shell: process.platform === 'win32' });
if (!existsSync(join(project, 'dist/cdn/agent-conversation.js'))) throw new Error(`${project} is not built: run \`npm run build\` there, or give --build`);

const started = Date.now();
const subjects = findSubjects(options.peers, options.peer?.split(','));
const loads = [loadavg()[0]];
/** One for each case, subject and repetition: `values`, or `why` there are none. */
const measurements = [];
const say = (...what) => process.stderr.write(`${what.join(' ')}\n`);

function note(repetition, { group, label, size }, subject, result) {
  measurements.push({ repetition, group, label, size, subject: subject.name, ...result });
  const shown = result.why ?? Object.entries(result.values).map(([name, value]) => `${name} ${Number(value.toPrecision(3))}`).join(', ');
  say(`${((Date.now() - started) / 1000).toFixed(0).padStart(5)} s  ${repetition}/${repeats} ${group} ${label}: ${subject.name}: ${shown}`);
}

/** Why a subject is not asked, if it is not: what it cannot do, or where it failed before. */
function reasonAgainst(subject, { group, label, size, needs }) {
  if (subject.why) return { why: subject.why, broken: true };
  // The shared bench names its scenarios by number.
  const numbers = { interactive: 'S2', streaming: 'S3', mount: 'S4', typing: 'S5', scroll: 'S6' };
  const unable = subject.meta.unsupported[group] ?? subject.meta.unsupported[numbers[group]];
  if (unable || (needs && !subject.meta[needs])) return { why: unable ?? 'keeps no history of its own', broken: false };
  const before = measurements.find((one) => one.subject === subject.name && one.group === group && one.why && (one.label === label || one.size < size));
  return before && { why: before.label === label ? before.why : `not tried: ${before.label} failed`, broken: before.broken };
}

const isLimitOfPeer = (error, subject) => subject.peer && (error instanceof LimitReached || /no answer from the page/.test(error.message));

async function measure(browser, one, subject) {
  const results = [];
  if (one.prepare) await browser.withTab((tab) => one.prepare(tab, subject), one);
  for (let load = 0; load < (one.loads ?? 1); load++) {
    results.push(await browser.withTab(async (tab) => {
      const values = await one.measure(tab, subject);
      if (!subject.peer && tab.errors.length > 0) throw new Error('an error was not caught');
      return values;
    }, one));
  }
  return Object.fromEntries(Object.keys(results[0]).map((name) => [name, median(results.map((values) => values[name]))]));
}

const browser = new Browser();
const files = new Map();
const { origin, close } = await serve(files);
try {
  const cases = casesOf(options.quick, chosen);
  for (const subject of cases.length > 0 ? subjects : []) {
    Object.assign(subject, { files, address: (page) => `${origin}/${subject.name}/${page}/`, version: versionOf(subject, options.peers, project) });
    try {
      for (const [address, contents] of await buildPages(subject, project)) files.set(address, contents);
      subject.meta = await browser.withTab(async (tab) => {
        await tab.page.goto(subject.address('work'));
        await tab.page.waitForFunction(() => 'bench' in window, { timeout: 15_000 });
        return tab.page.evaluate(() => window.bench.meta);
      }, { most: 30_000 });
    } catch (error) {
      subject.why = `the page does not work: ${error.errors?.[0]?.text ?? error.message}`;
    }
  }
  for (let repetition = 1; repetition <= repeats; repetition++) {
    for (const one of cases) {
      // One after the other within the case: what else the machine does is shared as evenly as can be.
      for (const subject of subjects) {
        const against = reasonAgainst(subject, one);
        if (against) {
          note(repetition, one, subject, against);
          continue;
        }
        try {
          note(repetition, one, subject, { values: await measure(browser, one, subject) });
        } catch (error) {
          note(repetition, one, subject, { why: error.message.split('\n')[0].slice(0, 200), broken: !isLimitOfPeer(error, subject) });
        }
      }
    }
    loads.push(loadavg()[0]);
  }
} finally {
  await browser.close();
  close();
}

const sizes = chosen.includes('size') ? await sizesOf(project) : [];
const run = {
  at: new Date(started).toISOString(), seconds: Math.round((Date.now() - started) / 1000), project, quick: options.quick, repeats,
  machine: { cores: availableParallelism(), model: cpus()[0]?.model, loads },
  subjects: subjects.map(({ name, version, peer }) => ({ name, version, peer })), measurements, sizes,
};
mkdirSync(dirname(options.out), { recursive: true });
writeFileSync(options.out, `${JSON.stringify(run, null, 1)}\n`);
console.log(report(run));

const broken = [...measurements.filter((one) => one.broken).map(({ group, label, subject, why }) => `${group} ${label}, ${subject}: ${why}`), ...sizes.filter(({ why }) => why).map(({ entry, why }) => `size ${entry}: ${why}`)];
if (broken.length > 0) {
  say(`\nBroken:\n${[...new Set(broken)].join('\n')}`);
  process.exitCode = 1;
}
