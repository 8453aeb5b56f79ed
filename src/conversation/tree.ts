/**
 * The messages of one conversation as a persistent tree. Parent pointers are the truth; every function returns a new tree and
 * shares what did not change, so an unchanged message is the same object (`===`).
 */
import type { ConversationMessage } from '../model/message.js';
import { PersistentMap } from './persistent-map.js';

export interface MessageTree {
  readonly messages: PersistentMap<string, ConversationMessage>;
  /** Children by parent id, oldest `sequence` first; null holds the first messages (and orphans, so that they can be reached). */
  readonly children: PersistentMap<string | null, readonly string[]>;
  /** The message at the foot of the path on screen. */
  readonly leafId: string | null;
  /** The child shown last at each fork. */
  readonly viewed: PersistentMap<string | null, string>;
  /** The highest `sequence` that was ever given. */
  readonly highest: number;
}

export const emptyTree: MessageTree = { messages: new PersistentMap(), children: new PersistentMap(), leafId: null, viewed: new PersistentMap(), highest: 0 };

/** Rebuilds a tree from rows in any order. Siblings stand by `sequence`, then by the order given; clocks are not read (case 36). */
export function treeOf(messages: readonly ConversationMessage[], leafId: string | null, viewed: Readonly<Record<string, string>> = {}): MessageTree {
  const byId = new Map(messages.map((message) => [message.id, message]));
  const children = new Map<string | null, string[]>();
  let highest = 0;
  for (const message of [...byId.values()].sort((a, b) => a.sequence - b.sequence)) {
    const parent = message.parentId !== null && byId.has(message.parentId) ? message.parentId : null;
    const list = children.get(parent);
    if (list) list.push(message.id);
    else children.set(parent, [message.id]);
    highest = message.sequence;
  }
  const chosen = Object.entries(viewed).filter(([, child]) => byId.has(child));
  const tree: MessageTree = {
    messages: new PersistentMap(byId),
    children: new PersistentMap(children),
    leafId: null,
    viewed: new PersistentMap(chosen.map(([parent, child]) => [parent === '' ? null : parent, child])),
    highest,
  };
  return showLeaf(tree, leafId !== null && byId.has(leafId) ? leafId : leafBelow(tree, null));
}

/** `viewed` as the plain record that a conversation row stores. Where there is but one child nothing was chosen. */
export function viewedRecord({ viewed, children }: MessageTree): Record<string, string> {
  const forks = [...viewed].filter(([parent]) => (children.get(parent)?.length ?? 0) > 1);
  return Object.fromEntries(forks.map(([parent, child]) => [parent ?? '', child]));
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

/** A path with another message in one place. Pieces of a reply come many in a frame: the array is made when somebody looks. */
interface ChangedPath {
  readonly base: readonly ConversationMessage[];
  readonly at: number;
  readonly message: ConversationMessage;
}

const shownPaths = new WeakMap<MessageTree, readonly ConversationMessage[] | ChangedPath>();

/** What is on screen; the same array for the same tree. */
export function shownPath(tree: MessageTree): readonly ConversationMessage[] {
  const known = shownPaths.get(tree);
  if (known && !('base' in known)) return known;
  const path = Object.freeze(known ? known.base.with(known.at, known.message) : pathTo(tree, tree.leafId));
  shownPaths.set(tree, path);
  return path;
}

function deriveGrown(from: MessageTree, to: MessageTree, message: ConversationMessage): MessageTree {
  if (shownPaths.has(from)) shownPaths.set(to, Object.freeze([...shownPath(from), message]));
  return to;
}

function deriveChanged(from: MessageTree, to: MessageTree, old: ConversationMessage, message: ConversationMessage): MessageTree {
  const known = shownPaths.get(from);
  if (!known) return to;
  if ('base' in known && known.message === old) shownPaths.set(to, { ...known, message });
  else {
    const base = shownPath(from);
    const at = base.lastIndexOf(old);
    shownPaths.set(to, at < 0 ? base : { base, at, message });
  }
  return to;
}

/**
 * The versions of a message: everything with the same parent, itself included, in order of `sequence`. It reads the children alone:
 * a tree that is kept for it would keep every piece of a reply since.
 */
export function siblingsOf(children: MessageTree['children'], { id, parentId }: Pick<ConversationMessage, 'id' | 'parentId'>): readonly string[] {
  return children.get(parentId) ?? children.get(null) ?? [id];
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

/** More changes than this are cheaper as a new map than as steps from the old one. */
const manySteps = 64;

function viewedAlong(tree: MessageTree, leafId: string | null): PersistentMap<string | null, string> {
  const { viewed } = tree;
  const changed = pathTo(tree, leafId)
    .map((message) => [parentIn(tree, message), message.id] as const)
    .filter(([parent, id]) => viewed.get(parent) !== id);
  if (changed.length > manySteps) return new PersistentMap([...viewed, ...changed]);
  return changed.reduce((map, [parent, id]) => map.set(parent, id), viewed);
}

/** An orphan stands among the first messages. */
function parentIn({ messages }: MessageTree, { parentId }: ConversationMessage): string | null {
  return parentId !== null && messages.has(parentId) ? parentId : null;
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
  const messages = tree.messages.set(message.id, message);
  const parent = parentIn(tree, message);
  const siblings = [...(tree.children.get(parent) ?? []), message.id];
  if (message.sequence < tree.highest) siblings.sort((a, b) => (messages.get(a)?.sequence ?? 0) - (messages.get(b)?.sequence ?? 0));
  const grown: MessageTree = { ...tree, messages, children: tree.children.set(parent, siblings), highest: Math.max(tree.highest, message.sequence) };
  if (tree.leafId === parent && parent === message.parentId) {
    return deriveGrown(tree, { ...grown, leafId: message.id, viewed: tree.viewed.set(parent, message.id) }, message);
  }
  return show ? showLeaf(grown, message.id) : grown;
}

/** Puts a newer value of a known message in its place. */
export function replaceMessage(tree: MessageTree, message: ConversationMessage): MessageTree {
  const old = tree.messages.get(message.id);
  if (!old || old === message) return tree;
  const replaced = { ...tree, messages: tree.messages.set(message.id, message), highest: Math.max(tree.highest, message.sequence) };
  if (old.parentId !== message.parentId) return replaced;
  return deriveChanged(tree, replaced, old, message);
}

/** Gives a message the id that the server chose. One message before, one after: no second version appears (case 35). */
export function renameMessage(tree: MessageTree, oldId: string, message: ConversationMessage): MessageTree {
  if (!tree.messages.has(oldId) || (message.id !== oldId && tree.messages.has(message.id))) return tree;
  const swap = (id: string): string => (id === oldId ? message.id : id);
  const below = tree.children.get(oldId) ?? [];
  let messages = tree.messages.delete(oldId).set(message.id, message);
  for (const id of below) {
    const child = messages.get(id);
    if (child) messages = messages.set(id, Object.freeze({ ...child, parentId: message.id }));
  }
  const parent = parentIn(tree, message);
  const siblings = tree.children.get(parent);
  let { children, viewed } = tree;
  if (siblings) children = children.set(parent, siblings.map(swap));
  if (below.length > 0) children = children.delete(oldId).set(message.id, below);
  const chosen = viewed.get(oldId);
  if (viewed.get(parent) === oldId) viewed = viewed.set(parent, message.id);
  if (chosen !== undefined) viewed = viewed.delete(oldId).set(message.id, chosen);
  return { ...tree, messages, children, viewed, leafId: tree.leafId === null ? null : swap(tree.leafId) };
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
  const removed = tree.messages.get(id);
  if (!removed) return tree;
  const gone = new Set(subtreeOf(tree, id));
  const parent = parentIn(tree, removed);
  const left = (tree.children.get(parent) ?? []).filter((child) => child !== id);
  let { messages, children, viewed } = tree;
  children = left.length > 0 ? children.set(parent, left) : children.delete(parent);
  if (viewed.get(parent) === id) viewed = viewed.delete(parent);
  for (const each of gone) {
    messages = messages.delete(each);
    children = children.delete(each);
    viewed = viewed.delete(each);
  }
  const rest: MessageTree = { ...tree, messages, children, viewed };
  return tree.leafId !== null && gone.has(tree.leafId) ? showLeaf(rest, leafBelow(rest, parent)) : rest;
}

/** The next free `sequence`. Numbers of messages that are gone are not given again. */
export function nextSequence(tree: MessageTree): number {
  return tree.highest + 1;
}
