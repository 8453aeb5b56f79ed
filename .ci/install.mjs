/** Brings node_modules in line with package-lock.json. Uses only what Node ships: it runs before anything is installed. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

const lockPath = `${root}package-lock.json`;
const installedPath = `${root}node_modules/.package-lock.json`;

const packagesOf = (path) => JSON.parse(readFileSync(path, 'utf8')).packages;

/** A checkout gives the lock a new date without changing it, so a newer lock is compared by content. */
function isInstalled() {
  if (!existsSync(installedPath)) return false;
  if (statSync(installedPath).mtimeMs >= statSync(lockPath).mtimeMs) return true;
  const installed = packagesOf(installedPath);
  return Object.entries(packagesOf(lockPath)).every(
    ([path, wanted]) => path === '' || wanted.optional || wanted.link || installed[path]?.version === wanted.version,
  );
}

/** Runs `npm ci` when needed. Exits the process when that fails. */
export function ensureInstalled() {
  if (isInstalled()) return;
  console.log('Installing dependencies (npm ci) …');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) {
    console.error('npm ci failed: see the lines above. Node 20 or newer and access to an npm registry are needed.');
    process.exit(1);
  }
}
