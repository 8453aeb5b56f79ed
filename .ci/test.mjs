/**
 * `npm test`: everything that must hold, step by step. A failing step does not stop the later ones.
 *   npm test -- --only unit,types,browsers     some steps
 *   BROWSERS=chromium npm test                 some engines (otherwise those found; with CI=true all three are required)
 *   FILES='test/ui/**' npm test                some test files, for the steps unit and browsers
 * The last line is "N passed, N failed": each unit test counts, each browser test in each engine, and every other step as one.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { engines, ensureBrowsers } from './browsers.mjs';
import { ensureInstalled, root } from './install.mjs';

const ci = Boolean(process.env.CI) && process.env.CI !== 'false';
const temporary = mkdtempSync(join(tmpdir(), 'agent-conversation-test-'));
const bin = (path) => join(root, 'node_modules', path);
const children = new Set();

/** Runs Node on these arguments. Resolves with the exit code and everything printed. */
function node(args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: root, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    children.add(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => (output += String(error)));
    child.on('close', (code) => {
      children.delete(child);
      resolve({ code: code ?? 1, output: output.trim() });
    });
  });
}

/** A step that passes or fails as one. With `show` its output is shown when it passes, too. */
async function one(args, { show = false } = {}) {
  const { code, output } = await node(args);
  return code === 0 ? { passed: 1, failed: 0, note: show ? output : '' } : { passed: 0, failed: 1, output: output || `ended with ${code}` };
}

const failed = (output) => ({ passed: 0, failed: 1, output });

const special = /[.+^$()|[\]\\]/g;

/** `**`, `*`, `?` and `{a,b}` of a glob, as a regular expression. */
function globPattern(glob) {
  const source = glob.replace(/^\.\//, '').replace(/\*\*\/|\*\*|\*|\?|\{[^{}]*\}|[.+^$()|[\]\\]/g, (part) => {
    if (part === '**/') return '(?:.*/)?';
    if (part === '**') return '.*';
    if (part === '*') return '[^/]*';
    if (part === '?') return '[^/]';
    if (part.startsWith('{')) return `(?:${part.slice(1, -1).split(',').map((text) => text.replace(special, '\\$&').replaceAll('*', '[^/]*')).join('|')})`;
    return `\\${part}`;
  });
  return new RegExp(`^${source}$`);
}

function testFiles(ending) {
  const files = readdirSync(join(root, 'test'), { recursive: true }).map((name) => `test/${name.replaceAll('\\', '/')}`);
  const matching = files.filter((name) => name.endsWith(ending)).sort();
  if (!process.env.FILES) return matching;
  const pattern = globPattern(relative(root, resolve(root, process.env.FILES)).replaceAll('\\', '/'));
  return matching.filter((name) => pattern.test(name));
}

function read(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined; // the step ended before it could write
  }
}

const indent = (text) => String(text).replace(/^/gm, '    ');

async function unit() {
  const files = testFiles('.test.ts');
  if (files.length === 0) return process.env.FILES ? { passed: 0, failed: 0, note: 'no file matches' } : failed('no test files');
  const path = join(temporary, 'unit.json');
  const args = ['--import', 'tsx', bin('mocha/bin/mocha.js'), '--forbid-only', '--timeout', '10000', '--reporter', 'json', '--reporter-option', `output=${path}`, ...files];
  const { code, output } = await node(args);
  const report = read(path);
  if (!report) return failed(output || `mocha ended with ${code} and without a report`);
  const problems = [
    ...report.failures.map(({ file, fullTitle, err }) => ({ file, title: fullTitle, message: err.stack ?? err.message ?? JSON.stringify(err) })),
    ...report.pending.map(({ file, fullTitle }) => ({ file, title: fullTitle, message: 'skipped' })),
  ];
  const lines = problems.map(({ file, title, message }) => `${file ? relative(root, file) : ''}\n  ${title}\n${indent(message)}`);
  if (report.stats.passes === 0 && problems.length === 0) lines.push('no test ran');
  else if (code !== 0 && problems.length === 0) lines.push(output || `mocha ended with ${code}`);
  return { passed: report.stats.passes, failed: lines.length, output: lines.join('\n') };
}

const engineNames = { chromium: 'Chromium', firefox: 'Firefox', webkit: 'WebKit' };

async function browsers() {
  const named = process.env.BROWSERS?.split(',').map((name) => name.trim()).filter(Boolean);
  const unknown = named?.filter((name) => !engines.includes(name)) ?? [];
  if (unknown.length > 0) return failed(`BROWSERS must name engines out of ${engines.join(', ')}; got "${unknown.join(', ')}"`);
  const files = testFiles('.webtest.ts');
  if (files.length === 0) return process.env.FILES ? { passed: 0, failed: 0, note: 'no file matches' } : failed('no test files');
  const reports = [];
  const { missing } = ensureBrowsers(named ?? engines, (line) => reports.push(line));
  const run = (named ?? engines).filter((engine) => !missing.includes(engine));
  const required = ci || named ? missing : [];
  const lines = required.map((engine) => `${engineNames[engine]} is required and was not found`);
  let passed = 0;
  let failures = lines.length;
  if (run.length === 0) {
    if (failures === 0) failures = 1;
    lines.push('no browser to run the tests in');
  } else {
    const path = join(temporary, 'browsers.json');
    const args = [bin('@web/test-runner/dist/bin.js'), '--config', '.ci/web-test-runner.config.mjs', '--files', ...files];
    const { code, output } = await node(args, { BROWSERS: run.join(','), TEST_REPORT: path });
    const report = read(path);
    if (!report) {
      failures += 1;
      lines.push(output || `the browser tests ended with ${code} and without a report`);
    } else {
      for (const { engine, file, title, message } of report.failures) lines.push(`${engine} ${file}\n  ${title}\n${indent(message)}`);
      for (const engine of run) {
        const counts = report.engines[engineNames[engine]] ?? { passed: 0, failed: 0 };
        passed += counts.passed;
        failures += counts.failed;
        if (counts.passed + counts.failed === 0) {
          failures += 1;
          lines.push(`${engineNames[engine]}: no test ran`);
        }
        reports.push(`${engineNames[engine]}: ${counts.passed} passed, ${counts.failed} failed`);
      }
      if (code !== 0 && failures === 0) {
        failures += 1;
        lines.push(output);
      }
    }
  }
  return { passed, failed: failures, output: lines.join('\n'), note: reports.join('\n') };
}

let buildFailed = false;

async function build() {
  const lines = [];
  for (const command of JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts.build.split('&&').map((part) => part.trim())) {
    const [name, ...args] = command.split(/\s+/);
    const scripts = { vite: 'vite/bin/vite.js', tsc: 'typescript/bin/tsc', cem: '@custom-elements-manifest/analyzer/cem.js' };
    const { code, output } = await node([bin(scripts[name]), ...args]);
    if (code === 0) continue;
    buildFailed = true;
    lines.push(`${command}\n${output}`);
    break;
  }
  return lines.length === 0 ? { passed: 1, failed: 0 } : failed(lines.join('\n'));
}

const built = (step) => async () => (buildFailed ? failed('not run: the build failed') : step());

/** The package as it would be published, packed once. */
let packed;
async function tarball() {
  if (packed) return packed;
  const npm = process.env.npm_execpath ? [process.env.npm_execpath] : undefined;
  const args = ['pack', '--ignore-scripts', '--silent', '--pack-destination', temporary];
  const { code, output } = npm ? await node([...npm, ...args]) : await shell('npm', args);
  if (code !== 0) throw new Error(`npm pack failed:\n${output}`);
  packed = join(temporary, readdirSync(temporary).find((name) => name.endsWith('.tgz')));
  return packed;
}

function shell(command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], shell: process.platform === 'win32' });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => resolve({ code: 1, output: String(error) }));
    child.on('close', (code) => resolve({ code: code ?? 1, output: output.trim() }));
  });
}

const steps = {
  types: () => one([bin('typescript/bin/tsc'), '-p', 'tsconfig.json']),
  headless: () => one([bin('typescript/bin/tsc'), '-p', '.ci/tsconfig.headless.json']),
  floors: () => one(['.ci/floors.mjs']),
  lint: () => one([bin('eslint/bin/eslint.js'), '--config', '.ci/eslint.config.mjs', '--max-warnings', '0', '--no-error-on-unmatched-pattern', 'src', 'test', 'demo']),
  unit,
  browsers,
  build,
  smoke: built(() => one(['test/build/dist.check.mjs'])),
  page: built(() => one(['test/build/page.check.mjs'])),
  publint: built(async () => one([bin('publint/src/cli.js'), 'run', await tarball(), '--strict'])),
  attw: built(async () => one([bin('@arethetypeswrong/cli/dist/index.js'), await tarball(), '--profile', 'esm-only', '--no-emoji', '--no-color'])),
  sizes: built(() => one(['.ci/sizes.mjs'], { show: true })),
};

function chosenSteps() {
  const position = process.argv.indexOf('--only');
  const value = process.argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length) ?? (position >= 0 ? process.argv[position + 1] : undefined);
  if (value === undefined && position < 0) return Object.keys(steps);
  const names = (value ?? '').split(',').filter(Boolean);
  const unknown = names.filter((name) => !(name in steps));
  if (names.length === 0 || unknown.length > 0) {
    console.error(`--only takes a list out of ${Object.keys(steps).join(',')}; got "${value ?? ''}"`);
    process.exit(1);
  }
  return Object.keys(steps).filter((name) => names.includes(name));
}

function clean() {
  for (const child of children) child.kill();
  rmSync(temporary, { recursive: true, force: true });
}
process.on('exit', clean);
for (const [signal, code] of [['SIGINT', 130], ['SIGTERM', 143], ['SIGHUP', 129]]) process.once(signal, () => process.exit(code));

const chosen = chosenSteps();
ensureInstalled();

const total = { passed: 0, failed: 0 };
for (const name of chosen) {
  const start = performance.now();
  const result = await Promise.resolve()
    .then(steps[name])
    .catch((error) => failed(error.stack ?? String(error)));
  total.passed += result.passed;
  total.failed += result.failed;
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${result.failed === 0 ? 'ok  ' : 'FAIL'} ${name.padEnd(9)} ${`${seconds} s`.padStart(8)}  ${result.passed} passed, ${result.failed} failed`);
  if (result.note) console.log(indent(result.note));
  if (result.failed > 0 && result.output) console.log(indent(result.output));
}
if (total.passed + total.failed === 0) {
  console.log(`FAIL nothing ran: no test file matches "${process.env.FILES}"`);
  total.failed = 1;
}
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;
