/**
 * Smoke test of the built files, in plain Node: no window, no HTMLElement. Run after `npm run build`.
 * Prints what is wrong and exits with 1.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { moduleGraph } from '../../.ci/module-graph.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const manifest = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
const dist = (name) => `${root}dist/${name}`;
const load = (name, query = '') => import(pathToFileURL(dist(name)).href + query);

const failures = [];
async function check(title, body) {
  try {
    await body();
  } catch (error) {
    failures.push(`${title}\n    ${error.stack ?? error}`);
  }
}

const targets = Object.entries(manifest.exports).flatMap(([name, target]) =>
  typeof target === 'string' ? [[name, target]] : Object.values(target).map((path) => [name, path]),
);
const modules = [...new Set(targets.map(([, path]) => path))].filter((path) => path.endsWith('.js')).map((path) => path.replace('./dist/', ''));

await check('there is no page here', () => {
  assert.equal(typeof globalThis.window, 'undefined');
  assert.equal(typeof globalThis.document, 'undefined');
});

for (const [name, path] of targets) {
  await check(`exports["${name}"] exists`, () => assert.ok(existsSync(root + path), `${path} does not exist`));
}

for (const name of modules) {
  await check(`${name} imports nothing but our files and our dependencies`, () => {
    const { packages, missing } = moduleGraph(dist(name));
    assert.deepEqual(missing, []);
    const unknown = packages.filter((used) => !Object.keys(manifest.dependencies).some((known) => used === known || used.startsWith(`${known}/`)));
    assert.deepEqual(unknown, []);
  });
  await check(`${name} can be imported, twice`, async () => {
    await load(name);
    await load(name, '?again');
  });
}

await check('core.js imports no bare name', () => assert.deepEqual(moduleGraph(dist('core.js')).packages, []));
await check('history.js imports idb and no other package', () => {
  assert.deepEqual(moduleGraph(dist('history.js')).packages.filter((name) => name !== 'idb'), []);
});

await check('cdn/agent-conversation.js is one file', () => {
  const { files, packages } = moduleGraph(dist('cdn/agent-conversation.js'));
  assert.equal(files.length, 1);
  assert.deepEqual(packages, []);
});

await check('custom-elements.json describes <agent-conversation>', () => {
  const { modules: described } = JSON.parse(readFileSync(dist('custom-elements.json'), 'utf8'));
  const declarations = described.flatMap(({ declarations: found }) => found);
  assert.ok(declarations.some(({ tagName }) => tagName === 'agent-conversation'), `found: ${declarations.map(({ tagName }) => tagName).join(', ') || 'no element'}`);
  for (const { path } of described) assert.ok(existsSync(root + path), `${path} does not exist`);
  const hidden = declarations.flatMap(({ members = [] }) => members).filter(({ name, privacy }) => name.startsWith('#') || privacy);
  assert.deepEqual(hidden.map(({ name }) => name), []);
});

await check('one whole turn of core.js', async () => {
  const { Conversation } = await load('core.js');
  const runner = {
    async processMessage(input, { emit }) {
      assert.equal(input.message.Message, 'hi');
      emit({ type: 'text', text: 'Hello' });
      emit({ type: 'text', text: 'Hello there' });
      return { success: true };
    },
  };
  const conversation = new Conversation({ runner });
  const { outcome, reply } = await conversation.send('hi');
  assert.equal(outcome, 'done');
  assert.equal(reply.status, 'complete');
  assert.deepEqual(reply.content.map(({ type, text }) => ({ type, text })), [{ type: 'text', text: 'Hello there' }]);
});

for (const failure of failures) console.log(`✗ ${failure}`);
process.exit(failures.length > 0 ? 1 : 0);
