/** Chromium, a fresh page for each case, and the clocks that DevTools has of it. */
import { createServer } from 'node:http';
import { puppeteerCore } from '@web/test-runner-chrome';
import { findBrowsers } from '../.ci/browsers.mjs';

const types = { css: 'text/css', js: 'text/javascript', png: 'image/png', svg: 'image/svg+xml', woff: 'font/woff', woff2: 'font/woff2' };

// Chromium slows down what nobody looks at; here nobody looks at anything.
const flags = ['--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-extensions', '--disable-sync', '--mute-audio', '--disable-renderer-backgrounding', '--disable-background-timer-throttling', '--disable-backgrounding-occluded-windows'];

/** Serves `files` by address. Isolated pages have the finer clock. */
export async function serve(files) {
  const headers = { 'cache-control': 'no-store', 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'credentialless' };
  const server = createServer(({ url }, response) => {
    const contents = files.get(url);
    if (contents === undefined) response.writeHead(404).end();
    else response.writeHead(200, { ...headers, 'content-type': types[url.split('.').at(-1)] ?? 'text/html' }).end(contents);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { origin: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

/** A page and its clocks. */
export class Tab {
  constructor(page, session) {
    this.page = page;
    this.session = session;
    this.errors = [];
    page.on('pageerror', (error) => this.errors.push(String(error?.message ?? error)));
  }

  run(work, ...inputs) {
    return this.page.evaluate((name, given) => window.bench[name](...given), work, inputs);
  }

  /** Milliseconds of the main thread so far. Thread time: what other programs do on the machine is not in it. */
  async clock() {
    const { metrics } = await this.session.send('Performance.getMetrics');
    const at = Object.fromEntries(metrics.map(({ name, value }) => [name, value * 1000]));
    return { cpu: at.TaskDuration, script: at.ScriptDuration, layout: at.LayoutDuration + at.RecalcStyleDuration };
  }

  /** What `work` cost, beside what it gives back. */
  async timed(work) {
    const before = await this.clock();
    const result = await work();
    const after = await this.clock();
    return { ...result, cpu: after.cpu - before.cpu, script: after.script - before.script, layout: after.layout - before.layout };
  }

  /** What is left after a garbage collection: megabytes of script heap, nodes. */
  async kept() {
    await this.collect();
    await new Promise((resolve) => setTimeout(resolve, 200));
    await this.collect();
    const { metrics } = await this.session.send('Performance.getMetrics');
    const { nodes } = await this.session.send('Memory.getDOMCounters');
    return { heap: metrics.find(({ name }) => name === 'JSHeapUsedSize').value / 2 ** 20, nodes };
  }

  collect() {
    return this.session.send('HeapProfiler.collectGarbage');
  }
}

export class Browser {
  #browser = null;

  async #launch() {
    const { chromium } = findBrowsers();
    if (!chromium) throw new Error('The bench needs Chromium; set CHROMIUM to its path.');
    const args = process.getuid?.() === 0 ? [...flags, '--no-sandbox'] : flags;
    return puppeteerCore.launch({ executablePath: chromium, headless: true, protocolTimeout: 600_000, defaultViewport: { width: 1280, height: 800 }, args });
  }

  /** Calls `use` with a new page. `onDisk` keeps what it stores on disk, as for a person; others store in memory only. */
  async withTab(use, { most, onDisk = false }) {
    let [timer, tab, context] = [];
    try {
      this.#browser ??= await this.#launch();
      context = onDisk ? null : await this.#browser.createBrowserContext();
      const page = await (context ?? this.#browser).newPage();
      const session = await page.createCDPSession();
      await session.send('Performance.enable', { timeDomain: 'threadTicks' });
      tab = new Tab(page, session);
      const tooLong = new Promise((_, reject) => (timer = setTimeout(() => reject(new Error(`no answer from the page in ${most / 1000} s`)), most)));
      const result = await Promise.race([use(tab), tooLong]);
      await (context ?? page).close();
      return result;
    } catch (error) {
      // A page that hangs does not close.
      await this.close();
      throw tab?.errors.length > 0 ? new Error(`${error.message}; the page says: ${tab.errors[0]}`, { cause: error }) : error;
    } finally {
      clearTimeout(timer);
    }
  }

  async close() {
    const browser = this.#browser;
    this.#browser = null;
    if (!browser) return;
    const child = browser.process();
    await Promise.race([browser.close().catch(() => {}), new Promise((resolve) => setTimeout(resolve, 3000))]);
    if (child?.exitCode === null) child.kill('SIGKILL');
  }
}
