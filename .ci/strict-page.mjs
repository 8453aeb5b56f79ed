/**
 * Every test page is served with the policy below, in every engine: whatever the element does in any test, it does under it.
 * There is no exception, neither for the element nor for the tests nor for the test runner: the runner's inline scripts are
 * moved into files of the same server. What breaks the policy fails its test file (page-start.js, page-end.js).
 *
 * Requests: the policy names no origin but the page's own for scripts, styles, connections and pictures, and nothing at all for
 * fonts, media, frames, workers and the rest. What it cannot forbid (navigation, prefetch, preconnect) is watched for: as resource
 * timings in the page in all engines, and as what the browser says it asked for in those that puppeteer drives.
 */
import { createHash } from 'node:crypto';

export const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data: blob:",
  "require-trusted-types-for 'script'",
].join('; ');

const inlineScript = /<script type="module">([\s\S]*?)<\/script>/g;
const folder = '/__strict-page__/';

/** The runner writes its settings and its record of the console into the page as inline modules. */
export function strictPageMiddleware() {
  const scripts = new Map();
  return async (context, next) => {
    const moved = context.path.startsWith(folder) ? scripts.get(context.path) : undefined;
    if (moved !== undefined) {
      context.type = 'js';
      context.body = moved;
      return;
    }
    await next();
    if (context.path !== '/' || typeof context.body !== 'string' || !context.response.is('html')) return;
    context.body = context.body.replace(inlineScript, (_, code) => {
      const path = `${folder}${createHash('sha256').update(code).digest('hex').slice(0, 16)}.js`;
      scripts.set(path, code);
      return `<script type="module" src="${path}"></script>`;
    });
    context.set('content-security-policy', policy);
  };
}

/** Lets each test file end with a look at what its page saw. At the end of the text, so that no line moves. */
export const strictPagePlugin = {
  name: 'strict-page',
  transform(context) {
    if (context.path.endsWith('.webtest.ts')) return { body: `${context.body}\nimport '/.ci/page-end.js';\n` };
    return undefined;
  },
};

/** How Chromium and Firefox say that the policy kept a request from being sent. */
const blocked = ['csp', 'NS_BINDING_ABORTED'];

/** Requests of a puppeteer page that left for another server than the test's own, as errors of its session. */
export function watchRequests(page) {
  const seen = new Set();
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (/^(https?|wss?):$/.test(protocol) && !['localhost', '127.0.0.1', '[::1]'].includes(hostname)) seen.add(request);
  });
  page.on('requestfailed', (request) => {
    if (blocked.includes(request.failure()?.errorText)) seen.delete(request);
  });
  return () => [...seen].map((request) => ({ name: 'Error', message: `The page asked another server: ${request.url()}`, stack: '' }));
}
