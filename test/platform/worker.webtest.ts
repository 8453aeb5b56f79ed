import { expect } from '@open-wc/testing';
import { headlessReport, type HeadlessReport } from './headless-run.js';

/** The pages of the tests take the address of a script from a policy only. */
interface ScriptPolicies {
  createPolicy(name: string, rules: { createScriptURL(address: string): string }): { createScriptURL(address: string): URL };
}

function scriptAddress(address: string): URL {
  const policies = (globalThis as { trustedTypes?: ScriptPolicies }).trustedTypes;
  return policies ? policies.createPolicy('worker-test', { createScriptURL: (own) => own }).createScriptURL(address) : new URL(address);
}

describe('in a worker', () => {
  it('[api 1] agent.js and core.js import in a module worker, where agents run and a conversation is kept', async () => {
    const worker = new Worker(scriptAddress(new URL('./headless-worker.ts', import.meta.url).href), { type: 'module' });
    try {
      const answer = await new Promise<{ readonly report?: HeadlessReport; readonly error?: string }>((resolve, reject) => {
        worker.addEventListener('message', ({ data }: MessageEvent<{ readonly report?: HeadlessReport; readonly error?: string }>) => resolve(data));
        worker.addEventListener('error', (event) => reject(new Error(event.message || 'The worker could not be loaded.')));
      });
      expect(answer.error).to.equal(undefined);
      expect(answer.report).to.deep.equal(headlessReport);
    } finally {
      worker.terminate();
    }
  });
});
