/** Who is measured, and the two pages that each is built into: `work` with the bench in it, `least` with nothing but an empty conversation. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = fileURLToPath(new URL('.', import.meta.url));
export const ours = 'agent-conversation';
export const floor = 'floor-text';
export const ownCost = 'floor-noop';

const adapterIn = (folder) => ['jsx', 'js', 'ts'].map((ending) => join(folder, `adapter.${ending}`)).find(existsSync);

/** Ours and the floors; then the adapters in `peers/` of an installed shared bench. `wanted` names some of those. */
export function findSubjects(peersFolder, wanted) {
  const subjects = [ownCost, floor, ours].map((name) => ({ name, adapter: join(here, 'subjects', `${name}.js`), peer: false }));
  if (!peersFolder) return subjects;
  const folder = resolve(peersFolder, 'peers');
  if (!existsSync(folder)) throw new Error(`--peers must name an installed shared bench, got "${peersFolder}" without a folder peers/`);
  const all = readdirSync(folder).filter((name) => !/^(_|floor-)/.test(name) && name !== ours && adapterIn(join(folder, name)));
  const unknown = wanted?.find((name) => !all.includes(name));
  if (unknown) throw new Error(`--peer must be some of ${all.join(', ')}, got "${unknown}"`);
  return [...subjects, ...(wanted ?? all).map((name) => ({ name, adapter: adapterIn(join(folder, name)), peer: true }))];
}

function projectPlugin(project) {
  return {
    name: 'project',
    setup({ onResolve }) {
      onResolve({ filter: /^project:cdn$/ }, () => ({ path: join(project, 'dist/cdn/agent-conversation.js') }));
    },
  };
}

const html = (styled) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Bench</title>
<link rel="icon" href="data:,">
<style>html, body { margin: 0; height: 100%; font: 15px/1.5 sans-serif } #root { position: relative; width: 800px; height: 720px; margin: 0 auto; overflow: hidden }</style>
${styled ? '<link rel="stylesheet" href="page.css">' : ''}
<div id="root"></div>
<script type="module" src="page.js"></script>`;

/** What is served below `/name/page/`, by address. */
export async function buildPages({ name, adapter }, project) {
  const subject = JSON.stringify(adapter);
  const pages = {
    work: `import * as subject from ${subject}; import { install } from ${JSON.stringify(join(here, 'page/work.js'))}; install(subject);`,
    // Named as a whole: what is not used must not be shaken out of a library's size.
    least: `import * as subject from ${subject}; window.subject = subject; subject.mount(document.getElementById('root'), { stored: true });`,
  };
  const files = new Map();
  for (const [page, contents] of Object.entries(pages)) {
    const { outputFiles } = await build({
      stdin: { contents, resolveDir: here, sourcefile: `${page}.js` },
      outdir: '/', entryNames: 'page', chunkNames: 'chunk-[hash]', assetNames: 'asset-[hash]', write: false, splitting: true,
      bundle: true, minify: true, format: 'esm', target: 'es2022', platform: 'browser', jsx: 'automatic', legalComments: 'none', logLevel: 'silent',
      define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
      loader: { '.woff': 'file', '.woff2': 'file', '.svg': 'file', '.png': 'file' }, plugins: [projectPlugin(project)],
    });
    const base = `/${name}/${page}/`;
    for (const file of outputFiles) files.set(base + file.path.split(/[\\/]/).at(-1), file.contents);
    files.set(base, html(files.has(`${base}page.css`)));
  }
  return files;
}

/** The version that was installed, for the table. */
export function versionOf({ name, adapter, peer }, peersFolder, project) {
  const read = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (name === ours) return read(project).version;
  if (!peer) return '';
  const packageName = /pkg: '([^']+)'/.exec(readFileSync(adapter, 'utf8'))?.[1];
  const folder = packageName && join(peersFolder, 'node_modules', packageName);
  return folder && existsSync(join(folder, 'package.json')) ? read(folder).version : '';
}
