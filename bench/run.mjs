/**
 * Speed and size of the built element as ratios within one run (npm run bench). Absolute times depend on the machine and on
 * what else runs on it; the ratios are what may be compared between two commits.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { puppeteerCore } from '@web/test-runner-chrome';
import { findBrowsers } from '../.ci/browsers.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const repeats = Number(process.env.REPEATS ?? 3);
if (!existsSync(`${root}dist/cdn/agent-conversation.js`) || process.argv.includes('--build')) execFileSync('npm', ['run', 'build'], { cwd: root, stdio: 'inherit' });

const { chromium } = findBrowsers();
if (!chromium) throw new Error('The bench needs Chromium; set CHROMIUM to its path.');

const server = createServer((request, response) => {
  const path = new URL(request.url, 'http://x').pathname;
  const file = path === '/' ? 'bench/page.html' : path.slice(1);
  if (!/^(bench\/page\.(html|js)|dist\/cdn\/agent-conversation\.js)$/.test(file)) return void response.writeHead(404).end();
  response.writeHead(200, { 'content-type': file.endsWith('.html') ? 'text/html' : 'text/javascript' }).end(readFileSync(root + file));
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const browser = await puppeteerCore.launch({ executablePath: chromium, headless: true, protocolTimeout: 600_000, args: ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])] });

/** A fresh page for each measurement: nothing that one left behind slows the next. */
async function measure(name, ...inputs) {
  const values = [];
  for (let n = 0; n < repeats; n++) {
    const page = await browser.newPage();
    await page.setViewport({ width: 800, height: 700 });
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    await page.waitForFunction(() => 'bench' in window);
    const result = await page.evaluate((which, given) => window.bench[which](...given), name, inputs);
    values.push(typeof result === 'number' ? { busy: result, longest: result } : result);
    await page.close();
  }
  const middle = (key) => values.map((value) => value[key]).sort((a, b) => a - b)[Math.floor(repeats / 2)];
  return { busy: middle('busy'), longest: middle('longest') };
}

const kilobyte = 1024;
const rows = [];
const row = (what, ratio, from) => rows.push({ what, ratio: Number(ratio.toFixed(2)), from });
try {
  const sizes = [8, 16, 32, 64];
  const streamed = [];
  for (const size of sizes) streamed.push(await measure('stream', size * kilobyte));
  const plain = await measure('plain', 64 * kilobyte);
  const [first, last] = [streamed[0], streamed.at(-1)];
  row('streaming, cost per KB at 64 KB over 8 KB', last.busy / 64 / (first.busy / 8), streamed.map(({ busy }, n) => `${sizes[n]} KB ${busy.toFixed(0)} ms`).join(', '));
  row('streaming, growth exponent 8 → 64 KB', Math.log(last.busy / first.busy) / Math.log(8), '1 = linear');
  row('streaming 64 KB over plain text in <pre>', last.busy / plain.busy, `<pre> ${plain.busy.toFixed(0)} ms`);
  row('streaming, longest frame at 64 KB over 8 KB', last.longest / first.longest, `${first.longest.toFixed(1)} → ${last.longest.toFixed(1)} ms`);
  const few = await measure('open', 20);
  const many = await measure('open', 2000);
  row('opening 2000 messages over 20, per message', many.busy / 2000 / (few.busy / 20), `${few.busy.toFixed(0)} → ${many.busy.toFixed(0)} ms`);
  const streamFew = await measure('stream', 4 * kilobyte, 2);
  const streamMany = await measure('stream', 4 * kilobyte, 2000);
  row('streaming below 2000 messages over 2', streamMany.busy / streamFew.busy, `${streamFew.busy.toFixed(0)} → ${streamMany.busy.toFixed(0)} ms for 4 KB`);
  const typeFew = await measure('typing', 2);
  const typeMany = await measure('typing', 2000);
  row('a typed key with 2000 messages over 2', typeMany.busy / typeFew.busy, `${typeFew.busy.toFixed(2)} → ${typeMany.busy.toFixed(2)} ms`);
} finally {
  await browser.close();
  server.close();
}
const code = readFileSync(`${root}dist/cdn/agent-conversation.js`);
const size = { raw: code.length, gzip: gzipSync(code, { level: 9 }).length, brotli: brotliCompressSync(code).length };
console.table(rows);
console.log(`size of dist/cdn/agent-conversation.js: ${size.gzip} bytes gzip, ${size.brotli} brotli, ${size.raw} raw`);
mkdirSync(`${root}bench/results`, { recursive: true });
writeFileSync(`${root}bench/results/latest.json`, `${JSON.stringify({ repeats, rows, size }, null, 2)}\n`);
