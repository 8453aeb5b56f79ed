import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { headlessReport } from './headless-run.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** A process of its own: nothing that other tests load may be there, and every page name is a trap. */
const script = `
  for (const name of ['window', 'document', 'HTMLElement', 'customElements', 'localStorage', 'indexedDB', 'self', 'location'])
    Object.defineProperty(globalThis, name, { configurable: true, get() { throw new Error(name + ' was touched'); } });
  const run = await import('./test/platform/headless-run.ts');
  for (const name of ['window', 'document', 'HTMLElement', 'customElements', 'localStorage', 'indexedDB', 'self', 'location']) delete globalThis[name];
  console.log(JSON.stringify(await run.runHeadless()));
`;

describe('without a page', () => {
  it('[api 1] agent.js and core.js import in plain Node without touching a name of the page, and work there', () => {
    const output = execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', script], { cwd: root, encoding: 'utf8' });
    expect(JSON.parse(output)).to.eql(headlessReport);
  }).timeout(30_000);
});
