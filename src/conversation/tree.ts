/**
 * The messages of one conversation as a persistent tree. Parent pointers are the truth; every function returns a new tree and
 * shares what did not change, so an unchanged message is the same object (`===`).
 */
import type { ConversationMessage } from '../model/message.js';

export interface MessageTree {
  readonly messages: ReadonlyMap<string, ConversationMessage>;
  /** Children by parent id, oldest `sequence` first; null holds the first messages (and orphans, so that they can be reached). */
  readonly children: ReadonlyMap<string | null, readonly string[]>;
  /** The message at the foot of the path on screen. */
  readonly leafId: string | null;
  /** The child shown last at each fork. */
  readonly viewed: ReadonlyMap<string | null, string>;
}

export const emptyTree: MessageTree = { messages: new Map(), children: new Map(), leafId: null, viewed: new Map() };

/** Rebuilds a tree from rows in any order. Siblings stand by `sequence`, then by the order given; clocks are not read (case 36). */
export function treeOf(messages: readonly ConversationMessage[], leafId: string | null, viewed: Readonly<Record<string, string>> = {}): MessageTree {
  const byId = new Map(messages.map((message) => [message.id, message]));
  const children = new Map<string | null, string[]>();
  for (const message of [...byId.values()].sort((a, b) => a.sequence - b.sequence)) {
    const parent = message.parentId !== null && byId.has(message.parentId) ? message.parentId : null;
    const list = children.get(parent);
    if (list) list.push(message.id);
    else children.set(parent, [message.id]);
  }
  const chosen = new Map<string | null, string>();
  for (const [parent, child] of Object.entries(viewed)) if (byId.has(child)) chosen.set(parent === '' ? null : parent, child);
  const tree: MessageTree = { messages: byId, children, leafId: null, viewed: chosen };
  if (leafId !== null && byId.has(leafId)) return { ...tree, leafId, viewed: viewedAlong(tree, leafId) };
  return { ...tree, leafId: leafBelow(tree, null) };
}

/** `viewed` as the plain record that a conversation row stores. */
export function viewedRecord(tree: MessageTree): Record<string, string> {
  return Object.fromEntries([...tree.viewed].map(([parent, child]) => [parent ?? '', child]));
}

/** The chain of parents from the first message down to `id`. A cycle in stored rows ends the walk instead of the page. */
export function pathTo(tree: MessageTree, id: string | null): readonly ConversationMessage[] {
  const path: ConversationMessage[] = [];
  const seen = new Set<string>();
  let message = id === null ? undefined : tree.messages.get(id);
  while (message && !seen.has(message.id)) {
    seen.add(message.id);
    path.push(message);
    message = message.parentId === null ? undefined : tree.messages.get(message.parentId);
  }
  return path.reverse();
}

const shownPaths = new WeakMap<MessageTree, readonly ConversationMessage[]>();

/** What is on screen; the same array for the same tree. */
export function shownPath(tree: MessageTree): readonly ConversationMessage[] {
  let path = shownPaths.get(tree);
  if (!path) shownPaths.set(tree, (path = Object.freeze(pathTo(tree, tree.leafId))));
  return path;
}

/** The versions of a message: everything with the same parent, itself included, in order of `sequence`. */
export function siblingsOf(tree: MessageTree, id: string): readonly string[] {
  const message = tree.messages.get(id);
  if (!message) return [];
  const parent = message.parentId !== null && tree.messages.has(message.parentId) ? message.parentId : null;
  return tree.children.get(parent) ?? [id];
}

/** The leaf reached from `id` by taking the last viewed child at each fork, else the newest. */
export function leafBelow(tree: MessageTree, id: string | null): string | null {
  const seen = new Set<string | null>();
  let current = id;
  while (!seen.has(current)) {
    seen.add(current);
    const below = tree.children.get(current);
    if (!below || below.length === 0) return current;
    const chosen = tree.viewed.get(current);
    current = chosen !== undefined && below.includes(chosen) ? chosen : (below[below.length - 1] ?? current);
  }
  return current;
}

function viewedAlong(tree: MessageTree, leafId: string | null): ReadonlyMap<string | null, string> {
  const viewed = new Map(tree.viewed);
  for (const message of pathTo(tree, leafId)) viewed.set(message.parentId !== null && tree.messages.has(message.parentId) ? message.parentId : null, message.id);
  return viewed;
}

/** Shows exactly this message as the foot of the path. */
export function showLeaf(tree: MessageTree, leafId: string | null): MessageTree {
  return { ...tree, leafId, viewed: viewedAlong(tree, leafId) };
}

/** Shows the branch that contains `id`, at its last viewed leaf. Unknown ids change nothing. */
export function select(tree: MessageTree, id: string): MessageTree {
  if (!tree.messages.has(id)) return tree;
  const through = { ...tree, viewed: viewedAlong(tree, id) };
  return showLeaf(through, leafBelow(through, id));
}

/** Adds a message under its parent. `show` moves the path to it; otherwise the path follows only when it ended at the parent. */
export function addMessage(tree: MessageTree, message: ConversationMessage, show: boolean): MessageTree {
  if (tree.messages.has(message.id)) return replaceMessage(tree, message);
  const messages = new Map(tree.messages).set(message.id, message);
  const parent = message.parentId !== null && messages.has(message.parentId) ? message.parentId : null;
  const siblings = [...(tree.children.get(parent) ?? []), message.id];
  siblings.sort((a, b) => (messages.get(a)?.sequence ?? 0) - (messages.get(b)?.sequence ?? 0));
  const grown = { ...tree, messages, children: new Map(tree.children).set(parent, siblings) };
  return show || tree.leafId === message.parentId ? showLeaf(grown, message.id) : grown;
}

/** Puts a newer value of a known message in its place. */
export function replaceMessage(tree: MessageTree, message: ConversationMessage): MessageTree {
  if (tree.messages.get(message.id) === message || !tree.messages.has(message.id)) return tree;
  return { ...tree, messages: new Map(tree.messages).set(message.id, message) };
}

/** Gives a message the id that the server chose. One message before, one after: no second version appears (case 35). */
export function renameMessage(tree: MessageTree, oldId: string, message: ConversationMessage): MessageTree {
  if (!tree.messages.has(oldId) || (message.id !== oldId && tree.messages.has(message.id))) return tree;
  const swap = (id: string): string => (id === oldId ? message.id : id);
  const messages = new Map<string, ConversationMessage>();
  for (const [id, value] of tree.messages) {
    if (id === oldId) messages.set(message.id, message);
    else messages.set(id, value.parentId === oldId ? Object.freeze({ ...value, parentId: message.id }) : value);
  }
  const children = new Map([...tree.children].map(([parent, ids]) => [parent === null ? null : swap(parent), ids.includes(oldId) ? ids.map(swap) : ids]));
  const viewed = new Map([...tree.viewed].map(([parent, child]) => [parent === null ? null : swap(parent), swap(child)]));
  return { messages, children, viewed, leafId: tree.leafId === null ? null : swap(tree.leafId) };
}

/** A message and everything below it, parents first. */
export function subtreeOf(tree: MessageTree, id: string): readonly string[] {
  if (!tree.messages.has(id)) return [];
  const ids = new Set([id]);
  for (const current of ids) for (const child of tree.children.get(current) ?? []) ids.add(child);
  return [...ids];
}

/**
 * Takes a message out with everything below it. When the path ran through it, the path turns to the sibling shown next,
 * else it ends at the parent (case 33).
 */
export function removeMessage(tree: MessageTree, id: string): MessageTree {
  const gone = new Set(subtreeOf(tree, id));
  const removed = tree.messages.get(id);
  if (!removed) return tree;
  const messages = new Map([...tree.messages].filter(([key]) => !gone.has(key)));
  const children = new Map<string | null, readonly string[]>();
  for (const [parent, ids] of tree.children) {
    if (parent !== null && gone.has(parent)) continue;
    const left = ids.filter((child) => !gone.has(child));
    if (left.length > 0) children.set(parent, left);
  }
  const viewed = new Map([...tree.viewed].filter(([parent, child]) => !gone.has(child) && (parent === null || !gone.has(parent))));
  const rest: MessageTree = { messages, children, viewed, leafId: tree.leafId };
  if (tree.leafId === null || !gone.has(tree.leafId)) return rest;
  const parent = removed.parentId !== null && messages.has(removed.parentId) ? removed.parentId : null;
  return showLeaf(rest, leafBelow(rest, parent));
}

/** The next free `sequence`. */
export function nextSequence(tree: MessageTree): number {
  let highest = 0;
  for (const message of tree.messages.values()) if (message.sequence > highest) highest = message.sequence;
  return highest + 1;
}
