/**
 * Browser tests in Chromium, Firefox and WebKitGTK, in one run.
 *   BROWSERS=chromium npx wtr --config .ci/web-test-runner.config.mjs --files 'test/ui/x.webtest.ts'
 * Commands beside those of @web/test-runner-commands: `resize` {width, height} in all three; `cdp` {method, params} in Chromium,
 * `{ unsupported: true }` elsewhere.
 */
import { fileURLToPath } from 'node:url';
import { esbuildPlugin } from '@web/dev-server-esbuild';
import { defaultReporter } from '@web/test-runner';
import { chromeLauncher, puppeteerCore } from '@web/test-runner-chrome';
import { a11ySnapshotPlugin } from '@web/test-runner-commands/plugins';
import { engines, findBrowsers, howToInstall } from './browsers.mjs';
import { jsonReporter } from './json-reporter.mjs';
import { strictPageMiddleware, strictPagePlugin, watchRequests } from './strict-page.mjs';
import { webkitLauncher } from './webkit-launcher.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const viewport = { width: 1280, height: 800 };
const found = findBrowsers();
const wanted = process.env.BROWSERS?.split(',').map((name) => name.trim()).filter(Boolean) ?? engines.filter((engine) => found[engine]);

for (const engine of wanted) {
  if (!engines.includes(engine)) throw new Error(`BROWSERS must name engines out of ${engines.join(', ')}; got "${engine}"`);
  if (!found[engine]) throw new Error(`${engine} was not found. To get it:\n${howToInstall([engine])}`);
}
if (wanted.length === 0) throw new Error(`no browser was found. To get them:\n${howToInstall(engines)}`);

/** Firefox knows the space bar by its character only. */
function nameSpaceBar(page) {
  const { keyboard } = page;
  for (const method of ['press', 'down', 'up']) {
    const original = keyboard[method].bind(keyboard);
    keyboard[method] = (key, options) => original(key === 'Space' ? ' ' : key, options);
  }
  return page;
}

/**
 * A launcher uses a page again for the next file, and what a test did to its size would reach that one; so would, in Firefox, a Tab
 * that left the page for the browser's own controls. Each file gets a page of its own. A request to another server fails the file.
 */
function puppeteerLauncher(name, { prepare = (page) => page, ...options }) {
  const requestsOf = new WeakMap();
  const createPage = async ({ context }) => {
    const page = prepare(await context.newPage());
    requestsOf.set(page, watchRequests(page));
    return page;
  };
  const launcher = chromeLauncher({ concurrency: 1, createPage, ...options, launchOptions: { headless: true, defaultViewport: viewport, ...options.launchOptions } });
  launcher.name = name;
  const stopSession = launcher.stopSession.bind(launcher);
  launcher.stopSession = async (id) => {
    const page = launcher.getPage(id);
    const result = await stopSession(id);
    launcher.inactivePages.length = 0;
    const errors = requestsOf.get(page)();
    await page.close();
    return { ...result, errors: [...(result.errors ?? []), ...errors] };
  };
  return launcher;
}

const chromiumArguments = [
  '--disable-background-networking', '--disable-component-update', '--disable-dev-shm-usage', '--disable-gpu', '--disable-quic', '--disable-sync', '--no-first-run',
  // The sandbox cannot be had as root.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

const launchers = {
  chromium: () => puppeteerLauncher('Chromium', { launchOptions: { executablePath: found.chromium, args: chromiumArguments } }),
  firefox: () => puppeteerLauncher('Firefox', { puppeteer: puppeteerCore, prepare: nameSpaceBar, launchOptions: { browser: 'firefox', executablePath: found.firefox } }),
  webkit: () => webkitLauncher(found.webkit, { viewport }),
};

const resize = {
  name: 'resize',
  async executeCommand({ command, payload, session }) {
    if (command !== 'resize') return undefined;
    await session.browser.getPage(session.id).setViewport(payload);
    return true;
  },
};

/** What CDP emulates ends with its session, so one is kept for each page. */
const cdpSessions = new WeakMap();
const cdp = {
  name: 'cdp',
  async executeCommand({ command, payload, session }) {
    if (command !== 'cdp') return undefined;
    if (session.browser.name !== 'Chromium') return { unsupported: true };
    const page = session.browser.getPage(session.id);
    if (!cdpSessions.has(page)) cdpSessions.set(page, await page.createCDPSession());
    return (await cdpSessions.get(page).send(payload.method, payload.params)) ?? {};
  },
};

const engineName = {
  name: 'engine-name',
  executeCommand: ({ command, session }) => (command === 'engine-name' ? session.browser.name : undefined),
};

const reporters = [defaultReporter({ reportTestResults: true, reportTestProgress: Boolean(process.stdout.isTTY) })];
if (process.env.TEST_REPORT) reporters.push(jsonReporter({ path: process.env.TEST_REPORT, root }));

export default {
  rootDir: root,
  files: `${root}test/**/*.webtest.ts`,
  nodeResolve: { exportConditions: ['browser', 'development'] },
  middleware: [strictPageMiddleware()],
  plugins: [strictPagePlugin, esbuildPlugin({ ts: true, tsconfig: `${root}tsconfig.json`, target: 'es2022' }), a11ySnapshotPlugin(), resize, cdp, engineName],
  browsers: wanted.map((engine) => launchers[engine]()),
  concurrentBrowsers: 1,
  concurrency: 1,
  browserStartTimeout: 90_000,
  testsStartTimeout: 60_000,
  testsFinishTimeout: 300_000,
  testFramework: { config: { ui: 'bdd', timeout: 10_000 } },
  testRunnerHtml: (testFramework) => `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><title>tests</title><link rel="icon" href="data:,"></head>
  <body><script src="/.ci/page-start.js"></script><script type="module" src="${testFramework}"></script></body>
</html>`,
  filterBrowserLogs: ({ args }) => !String(args[0]).includes('Lit is in dev mode'),
  reporters,
};
