/**
 * `npm start`: installs what is missing, serves the demos and opens them in the browser of a desktop.
 * PORT=1234 asks for another port (the next free one is taken), `--no-open` leaves the browser alone.
 */
import { spawn } from 'node:child_process';
import { ensureInstalled, root } from './install.mjs';

const [major] = process.versions.node.split('.').map(Number);
if (major < 20) {
  console.error(`Node 20 or newer is needed, this is ${process.version}.`);
  process.exit(1);
}

const wantedPort = Number(process.env.PORT || 5173);
if (!Number.isInteger(wantedPort) || wantedPort < 1 || wantedPort > 65535) {
  console.error(`PORT must be a whole number from 1 to 65535, got "${process.env.PORT}".`);
  process.exit(1);
}

ensureInstalled();

const { createServer } = await import('vite');
const server = await createServer({
  root,
  configFile: `${root}vite.config.ts`,
  logLevel: 'warn',
  // The address and not the name: where "localhost" means ::1 only, 127.0.0.1 would not answer.
  server: { host: '127.0.0.1', port: wantedPort, strictPort: false, open: false },
});
await server.listen();

const address = `http://localhost:${server.httpServer.address().port}/`;
console.log(`agent-conversation demos: ${address}\nStop with Ctrl-C.`);

if (isDesktop() && !process.argv.includes('--no-open')) openBrowser(address);

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => {
    // A page that keeps its socket open must not keep the server alive.
    setTimeout(() => process.exit(0), 2000).unref();
    void server.close().finally(() => process.exit(0));
  });
}

function isDesktop() {
  if (!process.stdout.isTTY || process.env.CI) return false;
  return process.platform === 'darwin' || process.platform === 'win32' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

function openBrowser(url) {
  const [command, args] = { darwin: ['open', [url]], win32: ['cmd', ['/c', 'start', '', url]] }[process.platform] ?? ['xdg-open', [url]];
  const child = spawn(command, args, { stdio: 'ignore', detached: true });
  child.on('error', () => {}); // no opener on this desktop: the address is printed
  child.unref();
}
