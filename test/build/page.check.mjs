/**
 * The built package in a real page under a strict content security policy, as the one-file build and as an application's bundler
 * makes it: the element is defined and renders, everything is exported, loading it twice does no harm, and the classes alone
 * register nothing.
 * Runs in Chromium; without one it is left out, unless CI=true. Run after `npm run build`.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { puppeteerCore } from '@web/test-runner-chrome';
import { buildSync } from 'esbuild';
import { findBrowsers } from '../../.ci/browsers.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const policy =
  "default-src 'none'; script-src 'self'; img-src 'self' data:; connect-src 'self'; require-trusted-types-for 'script'; trusted-types lit-html 'allow-duplicates'";

const page = (file) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>loading</title><link rel="icon" href="data:,">
<agent-conversation></agent-conversation><script type="module" src="/check.js?${file}"></script></html>`;

const script = (file) => `
const defined = [];
const define = CustomElementRegistry.prototype.define;
CustomElementRegistry.prototype.define = function (name, ...rest) {
  defined.push(name);
  return define.call(this, name, ...rest);
};
const first = await import('/${file}');
const second = await import('/${file}?again');
const element = document.querySelector('agent-conversation');
await element.updateComplete;
document.title = JSON.stringify({ defined, names: Object.keys(first).sort(), again: Object.keys(second).length, rendered: element.shadowRoot?.childElementCount ?? 0 });
`;

/** What an application gets that imports the package by name: esbuild honours "exports" and "sideEffects". */
const application = (name) =>
  buildSync({
    stdin: { contents: `import '${name}'; export * from '${name}';`, resolveDir: root },
    bundle: true, minify: true, format: 'esm', target: 'es2022', write: false, logLevel: 'error',
  }).outputFiles[0].contents;

const { chromium } = findBrowsers();
if (!chromium) {
  console.log('no Chromium to load the files in');
  process.exit(process.env.CI ? 1 : 0);
}

const files = { 'cdn.js': readFileSync(`${root}dist/cdn/agent-conversation.js`), 'application.js': application('agent-conversation'), 'classes.js': application('agent-conversation/element.js') };
const server = createServer((request, response) => {
  const { pathname, search } = new URL(request.url, 'http://x');
  const name = pathname.slice(1);
  const [type, body] = name in files ? ['text/javascript', files[name]] : name === 'check.js' ? ['text/javascript', script(search.slice(1))] : ['text/html', page(search.slice(1))];
  response.writeHead(200, { 'content-type': type, 'content-security-policy': policy }).end(body);
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const browser = await puppeteerCore.launch({ executablePath: chromium, headless: true, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });

async function load(file) {
  const tab = await browser.newPage();
  const complaints = [];
  tab.on('pageerror', (error) => complaints.push(String(error)));
  tab.on('console', (message) => {
    if (['error', 'warn'].includes(message.type())) complaints.push(message.text());
  });
  await tab.goto(`http://127.0.0.1:${server.address().port}/?${file}`);
  await tab.waitForFunction(() => document.title !== 'loading', { timeout: 15_000 }).catch(() => assert.fail(`${file} did not load: ${complaints.join('\n')}`));
  const { defined, names, again, rendered } = JSON.parse(await tab.title());
  assert.deepEqual(complaints, [], `${file}: nothing is complained about`);
  assert.equal(again, names.length, `${file}: a second load gives the same`);
  return { defined, names, rendered };
}

try {
  const { names, rendered } = await load('cdn.js');
  assert.ok(rendered > 0, 'cdn.js: the element is defined and renders');
  const used = await load('application.js');
  assert.ok(used.rendered > 0, 'application.js: the element is defined and renders');
  assert.deepEqual((await load('classes.js')).defined, [], 'classes.js: element.js registers nothing');
  const entry = await import(pathToFileURL(`${root}dist/agent-conversation.js`).href);
  assert.deepEqual(Object.keys(entry).filter((name) => !names.includes(name)), [], 'exports of the main entry that the one file lacks');
  for (const name of ['IndexedDBHistory', 'MemoryHistory']) assert.ok(names.includes(name), `${name} is exported`);
} catch (error) {
  console.log(error.stack);
  process.exitCode = 1;
} finally {
  await browser.close();
  server.close();
}
