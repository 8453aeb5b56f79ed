/** The bench's own cost: pieces are thrown away, of a conversation only the end is drawn, below empty room of its height. */
import { marker } from '../page/corpus.js';
import { addMessage, mountShell, scroller, toEnd, typeTarget } from './shell.js';

export const meta = { kind: 'floor' };
export const unsupported = { interactive: 'the same page as floor-text' };
export { scroller, typeTarget };

const pixelsPerMessage = 170;
let end = '';

function drawEnd(count) {
  const room = addMessage('assistant');
  room.style.height = `${count * pixelsPerMessage}px`;
  addMessage('assistant').textContent = marker(`H${count}`);
  toEnd();
}

export const mount = (root) => mountShell(root);
export const loadHistory = (messages) => drawEnd(messages.length);

export function streamStart() {
  end = '';
}

export function streamChunk(text) {
  end = (end + text).slice(-40);
}

export function streamEnd() {
  addMessage('assistant').textContent = end;
}

export async function seedHistory() {}

export function openHistory(root, count) {
  mountShell(root);
  drawEnd(count);
}
