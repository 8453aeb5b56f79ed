/**
 * Three uses of one tool:
 * - `vite` (through `npm start`): the demos.
 * - `vite build --mode lib`: src mirrored file by file into dist, packages left as imports.
 * - `vite build --mode cdn`: one self-contained, minified file for a `<script type="module">` tag.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type UserConfig } from 'vite';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

interface PackageJson {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, unknown>>;
}

const { dependencies, exports } = JSON.parse(readFileSync(at('package.json'), 'utf8')) as PackageJson;

const isPackage = (id: string): boolean => Object.keys(dependencies).some((name) => id === name || id.startsWith(`${name}/`));

/** The public entries are what package.json exports: `./x.js` is built from `src/x.ts`. */
const entries = (): Record<string, string> =>
  Object.fromEntries(
    Object.keys(exports)
      .map((path) => (path === '.' ? 'agent-conversation' : /^\.\/(.+)\.js$/.exec(path)?.[1]))
      .filter((name) => name !== undefined)
      .map((name) => [name, at(`src/${name}.ts`)]),
  );

/** The function that lowered decorators call, which the compiler would put under a folder named after its own version. */
const isCompilerHelper = (name: string): boolean => name.includes('oxc-project');

const shared = { target: 'es2022', sourcemap: true, modulePreload: false, reportCompressedSize: false } as const;

const library = (): UserConfig => ({
  build: {
    ...shared,
    outDir: 'dist',
    emptyOutDir: true,
    minify: false,
    lib: { entry: entries(), formats: ['es'] },
    rolldownOptions: {
      external: isPackage,
      output: { preserveModules: true, preserveModulesRoot: at('src'), entryFileNames: ({ name }) => (isCompilerHelper(name) ? `helpers/${basename(name)}.js` : '[name].js') },
    },
  },
});

const cdn = (): UserConfig => ({
  build: {
    ...shared,
    outDir: 'dist/cdn',
    emptyOutDir: true,
    minify: true,
    // A plain entry and not build.lib: lib mode keeps the whitespace of ES output.
    rolldownOptions: {
      input: { 'agent-conversation': at('src/agent-conversation.ts') },
      preserveEntrySignatures: 'strict',
      output: { format: 'es', entryFileNames: '[name].js', codeSplitting: false },
    },
  },
});

const pages = (): UserConfig => ({
  optimizeDeps: { entries: ['demo/**/*.html'] },
  server: { watch: { ignored: ['**/dist/**', '**/docs/**', '**/test/**'] } },
});

export default defineConfig(({ command, mode }) => {
  const base: UserConfig = { root: at('.'), publicDir: false, appType: 'mpa', clearScreen: false };
  if (command === 'serve') return { ...base, ...pages() };
  // An inherited NODE_ENV=development would bundle Lit's development build.
  process.env.NODE_ENV = 'production';
  if (mode === 'lib') return { ...base, ...library() };
  if (mode === 'cdn') return { ...base, ...cdn() };
  throw new Error(`vite build --mode must be "lib" or "cdn", got "${mode}"; run \`npm run build\``);
});
