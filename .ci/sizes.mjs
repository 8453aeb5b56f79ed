/** Prints the gzip size of what a page ends up with, and fails above the budget. Works on dist: build first. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { buildSync } from 'esbuild';

/** In kB (1000 bytes) of gzip -9, each entry bundled and minified with all that it imports. */
const budgets = [
  { entry: 'dist/cdn/agent-conversation.js', kilobytes: 132 },
  { entry: 'dist/core.js', kilobytes: 30 },
];

const root = fileURLToPath(new URL('..', import.meta.url));
const options = { bundle: true, minify: true, format: 'esm', target: 'es2022', legalComments: 'none', write: false, metafile: true, logLevel: 'error', absWorkingDir: root };

let failed = false;
for (const { entry, kilobytes } of budgets) {
  if (!existsSync(root + entry)) {
    console.log(`${entry}: missing; run \`npm run build\``);
    failed = true;
    continue;
  }
  const { outputFiles, metafile } = buildSync({ ...options, entryPoints: [entry] });
  const size = gzipSync(outputFiles[0].contents, { level: 9 }).length;
  const above = size > kilobytes * 1000;
  console.log(`${entry}: ${(size / 1000).toFixed(1)} kB gzip, budget ${kilobytes} kB${above ? ': TOO LARGE' : ''}`);
  if (!above) continue;
  failed = true;
  const [{ inputs }] = Object.values(metafile.outputs);
  const largest = Object.entries(inputs).sort(([, a], [, b]) => b.bytesInOutput - a.bytesInOutput);
  for (const [file, { bytesInOutput }] of largest.slice(0, 10)) console.log(`  ${file} ${bytesInOutput} B minified`);
}
process.exitCode = failed ? 1 : 0;
