/**
 * A reporter of @web/test-runner that writes what happened to a file:
 * `{ engines: { [name]: { passed, failed } }, failures: [{ engine, file, title, message }] }`.
 * A skipped test counts as failed: a rule that is not checked is not kept.
 */
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';

function* testsOf(suite, path = []) {
  if (!suite) return;
  for (const test of suite.tests) yield { ...test, title: [...path, test.name].join(' › ') };
  for (const inner of suite.suites) yield* testsOf(inner, [...path, inner.name].filter(Boolean));
}

function describe({ message, expected, actual, stack }) {
  const values = expected !== undefined && actual !== undefined ? [`expected: ${expected}`, `actual:   ${actual}`] : [];
  return [message, ...values, stack && !stack.startsWith(message) ? stack : ''].filter(Boolean).join('\n');
}

/** Counts and failures of all sessions. Pure: the runner's sessions in, a plain value out. */
export function collect(sessions, { root, engineNames }) {
  const engines = Object.fromEntries(engineNames.map((name) => [name, { passed: 0, failed: 0 }]));
  const failures = [];
  for (const session of sessions) {
    const engine = session.browser.name;
    const counts = (engines[engine] ??= { passed: 0, failed: 0 });
    const file = relative(root, session.testFile ?? '');
    const fail = (title, message) => {
      counts.failed += 1;
      failures.push({ engine, file, title, message });
    };
    let failedTests = 0;
    for (const test of testsOf(session.testResults)) {
      if (test.passed && !test.skipped) {
        counts.passed += 1;
        continue;
      }
      failedTests += 1;
      fail(test.title, test.skipped ? 'skipped' : test.error ? describe(test.error) : 'failed without an error');
    }
    // A file that cannot be loaded, or errors outside of a test.
    const outside = session.errors.map(describe);
    const missing = session.request404s.map((url) => `not found: ${url}`);
    if (outside.length > 0) fail('(the file)', [...outside, ...missing].join('\n'));
    else if (!session.passed && failedTests === 0) fail('(the file)', [session.testResults ? 'failed' : 'no test ran', ...missing].join('\n'));
  }
  return { engines, failures };
}

export function jsonReporter({ path, root }) {
  let engineNames = [];
  return {
    start({ browsers }) {
      engineNames = browsers.map((browser) => browser.name);
    },
    onTestRunFinished({ sessions }) {
      writeFileSync(path, JSON.stringify(collect(sessions, { root, engineNames })));
    },
  };
}
