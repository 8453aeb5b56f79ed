/**
 * Gives the input focus to the window on an X display. Xvfb has no window manager to do it, and a page in a window without focus
 * has `document.hasFocus() === false` and never matches `:focus`. Speaks the X11 protocol, which needs four small requests:
 * https://www.x.org/releases/current/doc/xproto/x11protocol.html
 */
import { connect } from 'node:net';

const queryTree = 15;
const getWindowAttributes = 3;
const setInputFocus = 42;
const viewable = 2;

/** Reads exactly as many bytes as asked for, in order. */
function reader(socket) {
  let buffer = Buffer.alloc(0);
  let waiting;
  const settle = () => {
    if (!waiting || buffer.length < waiting.size) return;
    const { size, resolve } = waiting;
    waiting = undefined;
    const bytes = buffer.subarray(0, size);
    buffer = buffer.subarray(size);
    resolve(bytes);
  };
  socket.on('data', (chunk) => {
    buffer = Buffer.concat([buffer, chunk]);
    settle();
  });
  const failed = new Promise((_, reject) => {
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('the X server closed the connection')));
  });
  failed.catch(() => {});
  return (size) => Promise.race([failed, new Promise((resolve) => ((waiting = { size, resolve }), settle()))]);
}

function request(opcode, detail, ...words) {
  const bytes = Buffer.alloc(4 + words.length * 4);
  bytes.writeUInt8(opcode, 0);
  bytes.writeUInt8(detail, 1);
  bytes.writeUInt16LE(1 + words.length, 2);
  words.forEach((word, index) => bytes.writeUInt32LE(word, 4 + index * 4));
  return bytes;
}

/** `display` is ":7". Resolves with true when a visible window has been given the focus. */
export async function focusWindow(display) {
  const socket = connect(`/tmp/.X11-unix/X${display.slice(1)}`);
  const read = reader(socket);
  const reply = async (bytes) => {
    socket.write(bytes);
    const head = await read(32);
    if (head[0] !== 1) throw new Error(`the X server answered request ${bytes[0]} with error ${head[1]}`);
    return Buffer.concat([head, await read(head.readUInt32LE(4) * 4)]);
  };
  try {
    socket.write(Buffer.from([0x6c, 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0])); // little endian, protocol 11.0, no authorisation
    const head = await read(8);
    const setup = await read(head.readUInt16LE(6) * 4);
    if (head[0] !== 1) throw new Error('the X server refused the connection');
    const vendorLength = Math.ceil(setup.readUInt16LE(16) / 4) * 4;
    const root = setup.readUInt32LE(32 + vendorLength + setup[21] * 8);
    const tree = await reply(request(queryTree, 0, root));
    const windows = Array.from({ length: tree.readUInt16LE(16) }, (_, index) => tree.readUInt32LE(32 + index * 4));
    for (const window of windows.reverse()) {
      const attributes = await reply(request(getWindowAttributes, 0, window));
      if (attributes[26] !== viewable) continue;
      socket.write(request(setInputFocus, 1, window, 0));
      await reply(request(queryTree, 0, root)); // an answer to a later request: the focus is set by now
      return true;
    }
    return false;
  } finally {
    socket.destroy();
  }
}
