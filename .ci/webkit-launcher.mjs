/**
 * A launcher of @web/test-runner for WebKitGTK: raw WebDriver over fetch, under its own Xvfb, no dependency.
 * It says it is of type "puppeteer" and hands out a page with that interface, because the test runner's commands know that one
 * best: `sendKeys` with `down` and `up`, `setViewport` and `sendMouse` then work as in the other engines.
 */
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { focusWindow } from './x11-focus.mjs';

/** WebDriver code points by the names of `KeyboardEvent.key` and `code`. */
const keyCodes = {
  Cancel: '\uE001', Backspace: '\uE003', Tab: '\uE004', Enter: '\uE007', Shift: '\uE008', ShiftLeft: '\uE008', ShiftRight: '\uE050',
  Control: '\uE009', ControlLeft: '\uE009', ControlRight: '\uE051', Alt: '\uE00A', AltLeft: '\uE00A', AltRight: '\uE052', Escape: '\uE00C', Space: ' ',
  PageUp: '\uE00E', PageDown: '\uE00F', End: '\uE010', Home: '\uE011', ArrowLeft: '\uE012', ArrowUp: '\uE013', ArrowRight: '\uE014', ArrowDown: '\uE015',
  Insert: '\uE016', Delete: '\uE017', Meta: '\uE03D', MetaLeft: '\uE03D', MetaRight: '\uE053',
  ...Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`F${index + 1}`, String.fromCodePoint(0xe031 + index)])),
};
const buttons = { left: 0, middle: 1, right: 2 };

function keyCode(key) {
  const code = keyCodes[key] ?? ([...key].length === 1 ? key : undefined);
  if (code === undefined) throw new Error(`unknown key "${key}"`);
  return code;
}

const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

/** Xvfb picks a free display by itself and writes its number to the descriptor it is given. */
function startDisplay(xvfb) {
  const child = spawn(xvfb, ['-displayfd', '3', '-screen', '0', '2400x1800x24', '-nolisten', 'tcp'], { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  return new Promise((resolve, reject) => {
    let text = '';
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`Xvfb ended with ${code} before it had a display`)));
    child.stdio[3].on('data', (chunk) => {
      text += chunk;
      if (text.includes('\n')) resolve({ child, display: `:${text.trim()}` });
    });
  });
}

export function webkitLauncher({ driver: driverPath, xvfb: xvfbPath, browser: browserPath }, { viewport }) {
  let base = '';
  let webDriverSession = '';
  let activeId;
  const children = [];
  const endChildren = () => {
    for (const child of children.splice(0)) child.kill();
  };

  async function call(method, path, body) {
    const response = await fetch(base + path, {
      method,
      headers: { 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(60_000),
    });
    const { value } = await response.json();
    if (!response.ok) throw new Error(`WebDriver ${method} ${path}: ${JSON.stringify(value).slice(0, 300)}`);
    return value;
  }
  const command = (path, body) => call('POST', `/session/${webDriverSession}${path}`, body);
  const keys = (actions) => command('/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  const pointer = (actions) => command('/actions', { actions: [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }] });
  const moveTo = (x, y) => ({ type: 'pointerMove', duration: 0, x: Math.round(x), y: Math.round(y), origin: 'viewport' });
  const down = (key) => ({ type: 'keyDown', value: keyCode(key) });
  const up = (key) => ({ type: 'keyUp', value: keyCode(key) });

  async function startDriver(display) {
    const port = await freePort();
    base = `http://127.0.0.1:${port}`;
    // WebKit's accessibility bridge waits for a session bus that a server does not have.
    const env = { ...process.env, DISPLAY: display, GDK_BACKEND: 'x11', LIBGL_ALWAYS_SOFTWARE: '1', NO_AT_BRIDGE: '1' };
    delete env.WAYLAND_DISPLAY;
    const child = spawn(driverPath, [`--port=${port}`, '--host=127.0.0.1'], { stdio: 'ignore', env });
    children.push(child);
    let ended = false;
    child.once('exit', () => (ended = true));
    child.once('error', () => (ended = true));
    for (let attempt = 0; attempt < 150 && !ended; attempt += 1) {
      try {
        await call('GET', '/status');
        return;
      } catch {
        await sleep(100);
      }
    }
    throw new Error('WebKitWebDriver did not start');
  }

  async function startBrowser() {
    const { child, display } = await startDisplay(xvfbPath);
    children.push(child);
    // Another process can take the free port in between, so one more attempt is made.
    await startDriver(display).catch(() => startDriver(display));
    const browserOptions = { binary: browserPath, args: ['--automation'] };
    const session = await call('POST', '/session', { capabilities: { alwaysMatch: { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': browserOptions } } });
    webDriverSession = session.sessionId;
    await page.setViewport(viewport);
    for (let attempt = 0; !(await focusWindow(display)); attempt += 1) {
      if (attempt === 50) throw new Error('WebKit opened no window');
      await sleep(100);
    }
  }

  const page = {
    keyboard: {
      type: (text) => keys([...text].flatMap((character) => (character === '\n' ? [down('Enter'), up('Enter')] : [down(character), up(character)]))),
      press: (key) => keys([down(key), up(key)]),
      down: (key) => keys([down(key)]),
      up: (key) => keys([up(key)]),
    },
    mouse: {
      move: (x, y) => pointer([moveTo(x, y)]),
      click: (x, y, { button = 'left' } = {}) => pointer([moveTo(x, y), { type: 'pointerDown', button: buttons[button] }, { type: 'pointerUp', button: buttons[button] }]),
      down: ({ button = 'left' } = {}) => pointer([{ type: 'pointerDown', button: buttons[button] }]),
      up: ({ button = 'left' } = {}) => pointer([{ type: 'pointerUp', button: buttons[button] }]),
      reset: () => call('DELETE', `/session/${webDriverSession}/actions`),
    },
    /** WebDriver sizes the window, so its frame is measured and added. */
    async setViewport({ width, height }) {
      for (let attempt = 0; attempt < 20; attempt += 1) {
        const [innerWidth, innerHeight] = await command('/execute/sync', { script: 'return [innerWidth, innerHeight]', args: [] });
        if (innerWidth === width && innerHeight === height) return;
        const rect = await call('GET', `/session/${webDriverSession}/window/rect`);
        await command('/window/rect', { width: rect.width + width - innerWidth, height: rect.height + height - innerHeight });
        await sleep(50);
      }
      throw new Error(`WebKit did not take the size ${width} × ${height}`);
    },
    screenshot: async () => Buffer.from(await call('GET', `/session/${webDriverSession}/screenshot`), 'base64'),
    emulateMediaFeatures: () => Promise.reject(new Error('emulateMedia is not supported in WebKitGTK')),
  };

  let starting;
  return {
    name: 'WebKit',
    type: 'puppeteer',
    concurrency: 1,
    initialize() {
      process.once('exit', endChildren);
      process.once('SIGTERM', () => process.exit(143));
    },
    async startSession(id, url) {
      await (starting ??= startBrowser());
      activeId = id;
      await command('/url', { url });
    },
    isActive: (id) => activeId === id,
    getBrowserUrl: () => undefined,
    getPage: () => page,
    async stopSession() {
      activeId = undefined;
      await page.mouse.reset(); // lets go of keys a test left down
      await command('/url', { url: 'about:blank' });
      await page.setViewport(viewport);
      return { testCoverage: undefined, errors: [] };
    },
    startDebugSession: () => Promise.reject(new Error('debugging is not supported in WebKitGTK')),
    async stop() {
      if (webDriverSession) await call('DELETE', `/session/${webDriverSession}`).catch(() => {});
      endChildren();
    },
  };
}
