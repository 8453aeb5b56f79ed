/**
 * Finds the three engines the tests run in, and on Debian installs what is missing.
 * CHROMIUM and FIREFOX name other executables. `node .ci/browsers.mjs` prints what is there.
 */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const engines = ['chromium', 'firefox', 'webkit'];

const debianPackages = { chromium: ['chromium'], firefox: ['firefox-esr'], webkit: ['webkit2gtk-driver', 'xvfb'] };

const programFiles = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].map((name) => process.env[name]).filter(Boolean);

const usualPlaces = {
  chromium: {
    linux: ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge-stable'],
    darwin: ['Google Chrome', 'Chromium', 'Microsoft Edge'].map((app) => `/Applications/${app}.app/Contents/MacOS/${app}`),
    win32: programFiles.flatMap((folder) => [join(folder, 'Google/Chrome/Application/chrome.exe'), join(folder, 'Microsoft/Edge/Application/msedge.exe')]),
  },
  firefox: {
    linux: ['firefox-esr', 'firefox'],
    darwin: ['/Applications/Firefox.app/Contents/MacOS/firefox'],
    win32: programFiles.map((folder) => join(folder, 'Mozilla Firefox/firefox.exe')),
  },
};

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The path of a command, or of an absolute path that can be run; undefined when there is none. */
function locate(command) {
  if (command.includes('/') || command.includes('\\')) return isExecutable(command) ? command : undefined;
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin', '/snap/bin'];
  return folders.map((folder) => join(folder, command)).find(isExecutable);
}

function findExecutable(engine, variable) {
  const named = process.env[variable];
  if (named) {
    const found = locate(named);
    if (!found) throw new Error(`${variable} must name an executable, got "${named}"`);
    return found;
  }
  return (usualPlaces[engine][process.platform] ?? usualPlaces[engine].linux).map(locate).find(Boolean);
}

function findMiniBrowser() {
  const libraries = existsSync('/usr/lib') ? readdirSync('/usr/lib').map((name) => `/usr/lib/${name}`) : [];
  const folders = [...libraries, '/usr/lib', '/usr/lib64', '/usr/libexec', '/usr/local/libexec'];
  const versions = ['webkit2gtk-4.1', 'webkitgtk-6.0', 'webkit2gtk-4.0'];
  return versions.flatMap((version) => folders.map((folder) => `${folder}/${version}/MiniBrowser`)).find(isExecutable);
}

function findWebKit() {
  if (process.platform !== 'linux') return undefined;
  const [driver, xvfb, browser] = [locate('WebKitWebDriver'), locate('Xvfb'), findMiniBrowser()];
  return driver && xvfb && browser ? { driver, xvfb, browser } : undefined;
}

/** What runs here: `{ chromium?: path, firefox?: path, webkit?: { driver, xvfb, browser } }`. */
export function findBrowsers() {
  return { chromium: findExecutable('chromium', 'CHROMIUM'), firefox: findExecutable('firefox', 'FIREFOX'), webkit: findWebKit() };
}

const isRoot = () => process.getuid?.() === 0;

const canInstall = () => process.platform === 'linux' && isRoot() && Boolean(locate('apt-get'));

/** What a person has to run to get these engines. */
export function howToInstall(missing) {
  const packages = missing.flatMap((engine) => debianPackages[engine]).join(' ');
  if (process.platform === 'darwin' || process.platform === 'win32') {
    const mac = process.platform === 'darwin';
    const lines = [];
    if (missing.includes('chromium')) lines.push(mac ? 'brew install --cask google-chrome' : 'winget install Google.Chrome');
    if (missing.includes('firefox')) lines.push(mac ? 'brew install --cask firefox' : 'winget install Mozilla.Firefox');
    if (missing.includes('webkit')) lines.push('(WebKitGTK exists for Linux only: that engine is tested there)');
    return lines.join('\n');
  }
  if (locate('apt-get')) return `sudo apt-get update && sudo apt-get install -y ${packages}`;
  return `install with your package manager what Debian calls: ${packages}`;
}

/** The engines asked for that run here, after an attempt to install the others. `report` gets a line for people. */
export function ensureBrowsers(wanted, report) {
  let found = findBrowsers();
  const missing = () => wanted.filter((engine) => !found[engine]);
  if (missing().length > 0 && canInstall()) {
    const packages = missing().flatMap((engine) => debianPackages[engine]);
    report(`installing ${packages.join(' ')} …`);
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
      const { status, stdout, stderr } = spawnSync('apt-get', args, { env, encoding: 'utf8', maxBuffer: 1 << 28 });
      if (status !== 0) {
        report(`apt-get ${args[0]} failed:\n${`${stdout}${stderr}`.split('\n').slice(-15).join('\n')}`);
        break;
      }
    }
    found = findBrowsers();
  }
  if (missing().length > 0) report(`not found: ${missing().join(', ')}. To get them:\n${howToInstall(missing())}`);
  return { found, missing: missing() };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const found = findBrowsers();
  for (const engine of engines) console.log(`${engine}: ${found[engine] ? (found[engine].browser ?? found[engine]) : 'not found'}`);
  const missing = engines.filter((engine) => !found[engine]);
  if (missing.length > 0) console.log(howToInstall(missing));
}
