/**
 * What the browser itself asks for: the same text appended to plain text nodes, a new block at each blank line, no
 * Markdown. One endless block would have the layout flow all of it anew in every frame.
 */
import { addAll, addMessage, followEnd, mountShell, scroller, typeTarget } from './shell.js';

export const meta = { kind: 'floor' };
export { scroller, typeTarget };

let message;
let paragraph;
let atLineEnd = false;

function addParagraph(into) {
  const added = document.createElement('div');
  added.className = 'paragraph';
  into.append(added);
  return added;
}

function draw(into, text) {
  for (const part of text.split('\n\n')) addParagraph(into).textContent = part;
}

export const mount = (root) => mountShell(root);
export const loadHistory = (messages) => addAll(messages, draw);

export function streamStart() {
  message = addMessage('assistant');
  paragraph = addParagraph(message);
  atLineEnd = false;
}

export function streamChunk(text) {
  if (text.includes('\n\n') || (atLineEnd && text[0] === '\n')) paragraph = addParagraph(message);
  atLineEnd = text.endsWith('\n');
  paragraph.append(text);
  followEnd();
}

export function streamEnd() {}

const settled = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

async function database() {
  const opening = indexedDB.open('bench-floor', 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore('messages', { keyPath: 'place' });
  return settled(opening);
}

export async function seedHistory(messages) {
  const stored = (await database()).transaction('messages', 'readwrite', { durability: 'strict' });
  messages.forEach((row, place) => stored.objectStore('messages').put({ ...row, place }));
  await new Promise((resolve, reject) => {
    stored.oncomplete = resolve;
    stored.onabort = () => reject(stored.error);
  });
}

/** Reads all rows in one request and draws them all. */
export async function openHistory(root) {
  mountShell(root);
  addAll(await settled((await database()).transaction('messages').objectStore('messages').getAll()), draw);
}
