/** The module worker of worker.webtest.ts. */
import { runHeadless } from './headless-run.js';

runHeadless().then(
  (report) => postMessage({ report }),
  (error: unknown) => postMessage({ error: String((error as Error)?.stack ?? error) }),
);
