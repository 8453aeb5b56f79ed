/** Bytes of each public entry with all that it imports, bundled and minified as an application would. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

/** Of several files that are loaded together. */
export function bytesOf(contents) {
  return { minified: sum(contents.map(({ length }) => length)), gzip: sum(contents.map((code) => gzipSync(code, { level: 9 }).length)), brotli: sum(contents.map((code) => brotliCompressSync(code).length)) };
}

/** What loads with the page; what only an `import()` asks for is `later`. */
async function sizeOf(project, entry) {
  const { outputFiles, metafile } = await build({
    absWorkingDir: project, entryPoints: [entry], outdir: '/sizes', entryNames: 'entry', chunkNames: '[hash]', write: false, metafile: true, splitting: true,
    bundle: true, minify: true, format: 'esm', target: 'es2022', legalComments: 'none', logLevel: 'silent',
  });
  const outputs = new Map(Object.entries(metafile.outputs));
  const atOnce = new Set();
  const follow = (path) => {
    if (!outputs.has(path) || atOnce.has(path)) return;
    atOnce.add(path);
    for (const { path: next, kind } of outputs.get(path).imports) if (kind === 'import-statement') follow(next);
  };
  follow([...outputs.keys()].find((path) => outputs.get(path).entryPoint));
  const names = new Set([...atOnce].map((path) => path.split('/').at(-1)));
  const [loaded, later] = [[], []];
  for (const { path, contents } of outputFiles) (names.has(path.split(/[\\/]/).at(-1)) ? loaded : later).push(contents);
  return { ...bytesOf(loaded), later: bytesOf(later).gzip };
}

export async function sizesOf(project) {
  const { exports } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));
  const entries = Object.values(exports).map((entry) => entry.default).filter((path) => path?.endsWith('.js') && !path.endsWith('/testing.js'));
  const sizes = [];
  for (const entry of ['./dist/cdn/agent-conversation.js', ...entries]) {
    try {
      sizes.push({ entry, ...(await sizeOf(project, entry)) });
    } catch (error) {
      sizes.push({ entry, why: error.errors?.[0]?.text ?? error.message });
    }
  }
  return sizes;
}
