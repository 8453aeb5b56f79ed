/**
 * The first script of a test page, before the test runner's own. Plain script: nothing may run ahead of it.
 * What breaks the page's policy is kept here until `page-end.js` asks for it.
 */
(() => {
  /** A failed comparison makes mocha print both values to the last property, and Lit keeps on a node what leads to the whole page:
   * the file would run out of time without a word. So an error keeps short copies of the two. */
  const shorten = (value, depth) => {
    if (value instanceof Element) return `<${[value.localName, ...Array.from(value.attributes, (attribute) => `${attribute.name}="${attribute.value}"`)].join(' ')}>`;
    if (value instanceof Node) return value.nodeName;
    if (value === null || typeof value !== 'object' || value instanceof Date || value instanceof RegExp) return value;
    if (depth === 0) return '…';
    if (Array.isArray(value)) return value.map((item) => shorten(item, depth - 1));
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shorten(item, depth - 1)]));
  };
  for (const name of ['actual', 'expected']) {
    Object.defineProperty(Error.prototype, name, {
      configurable: true,
      set(value) {
        Object.defineProperty(this, name, { value: shorten(value, 6), writable: true, enumerable: true, configurable: true });
      },
    });
  }

  const problems = [];
  const blocked = new Set();
  const currentTest = () => globalThis.__WTR_MOCHA_RUNNER__?.currentRunnable?.fullTitle() || 'while the file was loaded';
  globalThis.__strictPage = { problems };

  // On the window and in the capture phase: no test can keep an event from it.
  addEventListener(
    'securitypolicyviolation',
    ({ effectiveDirective, blockedURI, sourceFile, lineNumber, columnNumber, sample }) => {
      blocked.add(blockedURI);
      const place = sourceFile ? `${sourceFile}:${lineNumber}:${columnNumber}` : 'no script';
      problems.push({ test: currentTest(), directive: effectiveDirective, text: `${effectiveDirective} blocked ${blockedURI || 'inline'} of ${place}${sample ? ` (${sample})` : ''}` });
    },
    true,
  );

  // What the policy does not cover is seen as what it is: a request. Chromium also lists what it did not send because of the policy.
  new PerformanceObserver((list) => {
    for (const { name, initiatorType } of list.getEntries()) {
      const { protocol, origin } = new URL(name, location.href);
      if (!blocked.has(name) && /^(https?|wss?):$/.test(protocol) && origin !== location.origin && origin.replace(/^ws/, 'http') !== location.origin) {
        problems.push({ test: currentTest(), directive: 'network', text: `${initiatorType} asked for ${name}` });
      }
    }
  }).observe({ type: 'resource', buffered: true });
})();
