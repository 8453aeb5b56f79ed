/**
 * Holds src to the floors of docs/architecture.md §2: which folder imports which, which packages it may use, no cycles, and which
 * names appear nowhere. `node .ci/floors.mjs` prints each breach and exits with 1.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const headless = ['model', 'run', 'markdown', 'agent', 'conversation'];
const below6 = [...headless, 'history', 'llms', 'runners', 'rendering', 'context', 'ui'];

/** For each folder of src what it may import. '' is src itself: the public entries, which may import one another. */
const floors = {
  model: { folders: [], packages: [] },
  run: { folders: ['model'], packages: [] },
  markdown: { folders: ['model'], packages: ['marked'] },
  agent: { folders: ['model', 'run'], packages: [] },
  conversation: { folders: ['model', 'run'], packages: [] },
  history: { folders: ['model', 'run', 'conversation'], packages: ['idb'] },
  llms: { folders: ['model', 'run', 'agent'], packages: [] },
  runners: { folders: ['model', 'run', 'agent'], packages: [] },
  rendering: { folders: ['model', 'run', 'markdown'], packages: ['lit'] },
  context: { folders: ['model', 'run', 'conversation', 'rendering'], packages: ['@lit/context', 'lit'] },
  ui: { folders: [...headless, 'rendering', 'context'], packages: ['lit', '@lit/context'] },
  testing: { folders: below6, packages: ['lit', '@lit/context'] },
  bridge: { folders: ['model', 'run'], packages: ['node:', 'ws'] },
  '': { folders: [...below6, 'testing'], packages: [] },
};

/** Names that no file may use, with the files that may. */
const forbiddenNames = {
  structuredClone: ['model/snapshot.ts'],
  innerHTML: [],
  outerHTML: [],
  insertAdjacentHTML: [],
  unsafeHTML: [],
  unsafeSVG: [],
  unsafeCSS: [],
  eval: [],
};

const folderOf = (path) => (path.includes('/') ? path.slice(0, path.indexOf('/')) : '');

const importsOf = (text) => ts.preProcessFile(text, true, true).importedFiles.map((file) => file.fileName);

const isAllowedPackage = (name, packages) =>
  packages.some((allowed) => name === allowed || name.startsWith(allowed.endsWith(':') ? allowed : `${allowed}/`));

/** The file a relative import means: `./x.js` is `x.ts`. */
function targetOf(path, specifier) {
  return posix.normalize(posix.join(posix.dirname(path), specifier)).replace(/\.js$/, '.ts');
}

function* importProblems(path, specifiers) {
  const folder = folderOf(path);
  const floor = floors[folder];
  if (!floor) {
    yield `${path}: folder "${folder}" is on no floor; add it to the table in .ci/floors.mjs`;
    return;
  }
  for (const specifier of specifiers) {
    if (!specifier.startsWith('.')) {
      if (!isAllowedPackage(specifier, floor.packages)) yield `${path} must not import "${specifier}"`;
      continue;
    }
    const target = targetOf(path, specifier);
    if (target.startsWith('../')) yield `${path} must not import "${specifier}": it is outside of src`;
    else if (folderOf(target) !== folder && !floor.folders.includes(folderOf(target))) yield `${path} must not import "${target}"`;
  }
}

/** Names in code, in element access (`x['innerHTML']`) and in template bindings (`.innerHTML=`); comments and prose do not count. */
function* nameProblems(path, text) {
  const names = Object.keys(forbiddenNames).filter((name) => text.includes(name) && !forbiddenNames[name].includes(path));
  if (names.length === 0) return;
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true);
  const found = new Set();
  const visit = (node) => {
    if (ts.isIdentifier(node) && names.includes(node.text)) found.add(node);
    else if (ts.isStringLiteralLike(node) && names.includes(node.text)) found.add(node);
    else if (ts.isTemplateHead(node) || ts.isTemplateMiddle(node)) {
      if (names.some((name) => node.text.includes(`.${name}=`))) found.add(node);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  for (const node of found) {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
    const name = names.find((candidate) => node.text.includes(candidate));
    yield `${path}:${line + 1} must not use ${name}`;
  }
}

/** Each cycle once, as `cycle: a.ts -> b.ts -> a.ts`. */
function* cycles(graph) {
  const done = new Set();
  const reported = new Set();
  const trail = [];
  function* visit(path) {
    const start = trail.indexOf(path);
    if (start >= 0) {
      const loop = trail.slice(start);
      const key = [...loop].sort().join(' ');
      if (!reported.has(key)) yield `cycle: ${[...loop, path].join(' -> ')}`;
      reported.add(key);
      return;
    }
    if (done.has(path)) return;
    trail.push(path);
    for (const next of graph.get(path) ?? []) yield* visit(next);
    trail.pop();
    done.add(path);
  }
  for (const path of graph.keys()) yield* visit(path);
}

/** Every breach in these files: a map from the path below src, with forward slashes, to the text. */
export function checkFloors(files) {
  const problems = [];
  const graph = new Map();
  for (const [path, text] of files) {
    const specifiers = importsOf(text);
    problems.push(...importProblems(path, specifiers), ...nameProblems(path, text));
    graph.set(path, specifiers.filter((specifier) => specifier.startsWith('.')).map((specifier) => targetOf(path, specifier)));
  }
  return [...problems, ...cycles(graph)];
}

/** The TypeScript files below a folder, as `checkFloors` wants them. */
export function readSource(folder) {
  const names = readdirSync(folder, { recursive: true }).map((name) => name.replaceAll('\\', '/'));
  return new Map(names.filter((name) => name.endsWith('.ts')).sort().map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

const self = fileURLToPath(import.meta.url);
if (process.argv[1] === self) {
  const problems = checkFloors(readSource(join(dirname(self), '../src')));
  for (const problem of problems) console.log(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
