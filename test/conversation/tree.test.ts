import { expect } from 'chai';
import fc from 'fast-check';
import type { ConversationMessage } from '../../src/model/message.js';
import { addMessage, emptyTree, leafBelow, nextSequence, pathTo, removeMessage, renameMessage, replaceMessage, select, shownPath, siblingsOf, treeOf, viewedRecord, type MessageTree } from '../../src/conversation/tree.js';
import { message } from '../support/messages.js';

const versions = (tree: MessageTree, id: string): readonly string[] => siblingsOf(tree.children, tree.messages.get(id)!);
const ids = (path: readonly ConversationMessage[]): string[] => path.map(({ id }) => id);
const grow = (...messages: ConversationMessage[]): MessageTree => messages.reduce((tree, item) => addMessage(tree, item, false), emptyTree);

const u1 = message('u1', null, 1);
const a1 = message('a1', 'u1', 2, 'assistant');
const a1b = message('a1b', 'u1', 5, 'assistant', 'b1');
const u2 = message('u2', 'a1', 3);
const a2 = message('a2', 'u2', 4, 'assistant');

describe('conversation tree', () => {
  it('[A4.3] adding a reply beside another opens a version and keeps the old one', () => {
    const tree = addMessage(grow(u1, a1, u2, a2), a1b, true);
    expect(ids(shownPath(tree))).to.eql(['u1', 'a1b']);
    expect(versions(tree, 'a1')).to.eql(['a1', 'a1b']);
    expect(ids(shownPath(select(tree, 'a1')))).to.eql(['u1', 'a1', 'u2', 'a2']);
  });

  it('[A4-7] a message added where the reader is not does not move the path', () => {
    const elsewhere = select(addMessage(grow(u1, a1, u2, a2), a1b, true), 'a1b');
    const tree = addMessage(elsewhere, message('u3', 'a2', 6), false);
    expect(ids(shownPath(tree))).to.eql(['u1', 'a1b']);
  });

  it('[case 34] selecting a fork above keeps the version chosen below it', () => {
    const a2b = message('a2b', 'u2', 6, 'assistant');
    let tree = addMessage(addMessage(grow(u1, a1, u2, a2), a2b, true), a1b, true);
    tree = select(tree, 'a2');
    tree = select(tree, 'a1b');
    tree = select(tree, 'a1');
    expect(ids(shownPath(tree))).to.eql(['u1', 'a1', 'u2', 'a2']);
  });

  it('[case 32] a stored path and its other versions come back as they were', () => {
    const a1c = message('a1c', 'u1', 6, 'assistant');
    const tree = treeOf([u1, a1, a1b, a1c, u2, a2], 'a2', {});
    expect(ids(shownPath(tree))).to.eql(['u1', 'a1', 'u2', 'a2']);
    expect(versions(tree, 'a1')).to.eql(['a1', 'a1b', 'a1c']);
    const away = select(tree, 'a1c');
    const again = treeOf([...away.messages.values()], away.leafId, viewedRecord(away));
    expect(ids(shownPath(select(again, 'a1')))).to.eql(['u1', 'a1', 'u2', 'a2']);
  });

  it('[case 33] deleting a version turns the path to the other one', () => {
    const a2b = message('a2b', 'u2', 5, 'assistant');
    const tree = treeOf([u1, a1, u2, a2, a2b, message('u3', 'a2b', 6), message('a3', 'u3', 7, 'assistant')], 'a2');
    const without = removeMessage(tree, 'a2');
    expect(ids(shownPath(without))).to.eql(['u1', 'a1', 'u2', 'a2b', 'u3', 'a3']);
    expect(versions(without, 'a2b')).to.eql(['a2b']);
    const cut = removeMessage(tree, 'u2');
    expect(ids(shownPath(cut))).to.eql(['u1', 'a1']);
    expect([...cut.messages.keys()]).to.eql(['u1', 'a1']);
    expect(cut.children.has('a1')).to.equal(false);
  });

  it('[case 35] a new id from the server leaves one version, its children and its place on the path', () => {
    const tree = addMessage(grow(u1, a1), u2, true);
    const renamed = renameMessage(tree, 'a1', { ...a1, id: 'R' });
    expect(ids(shownPath(renamed))).to.eql(['u1', 'R', 'u2']);
    expect(versions(renamed, 'R')).to.eql(['R']);
    expect(renamed.messages.get('u2')?.parentId).to.equal('R');
    expect(renameMessage(tree, 'a1', { ...a1, id: 'u2' })).to.equal(tree);
  });

  it('[case 36] order is by parents and sequence, whatever the clocks say', () => {
    const clocks = [5000, 1000, 1000, 10];
    const rows = [u1, a1, u2, a2].map((row, index) => ({ ...row, createdAt: clocks[index] as number }));
    expect(ids(shownPath(treeOf([...rows].reverse(), null)))).to.eql(['u1', 'a1', 'u2', 'a2']);
  });

  it('[A4-4] a cycle or an orphan in stored rows does not hang the walk', () => {
    const tree = treeOf([message('x', 'y', 1), message('y', 'x', 2), message('o', 'gone', 3)], 'x');
    expect(ids(pathTo(tree, 'x'))).to.have.length(2);
    expect(versions(tree, 'o')).to.eql(['o']);
    expect(leafBelow(tree, 'x')).to.be.oneOf(['x', 'y']);
  });

  it('an unchanged message stays the same object', () => {
    const tree = replaceMessage(grow(u1, a1), { ...a1, status: 'failed' });
    expect(tree.messages.get('u1')).to.equal(u1);
    expect(replaceMessage(tree, message('none', null, 9))).to.equal(tree);
  });

  it('[A4-1] the path of any message is the chain of its parents, after any order of adding and removing', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(30), fc.boolean()), { maxLength: 40 }), fc.nat(30), (steps, cut) => {
        let tree: MessageTree = emptyTree;
        for (const [at, show] of steps) {
          const known = [...tree.messages.keys()];
          const parent = known.length === 0 || at === 0 ? null : (known[at % known.length] ?? null);
          tree = addMessage(tree, message(`m${nextSequence(tree)}`, parent, nextSequence(tree)), show);
          checkTree(tree);
        }
        const victim = [...tree.messages.keys()][cut];
        if (victim !== undefined) checkTree(removeMessage(tree, victim));
      }),
      { seed: 4, numRuns: 200 },
    );
  });
});

function checkTree(tree: MessageTree): void {
  const listed = [...tree.children.values()].flat();
  expect(new Set(listed).size).to.equal(listed.length);
  expect([...listed].sort()).to.eql([...tree.messages.keys()].sort());
  if (tree.messages.size > 0) expect(tree.leafId === null || tree.messages.has(tree.leafId)).to.equal(true);
  for (const id of tree.messages.keys()) {
    const path = pathTo(tree, id);
    expect(path.at(-1)?.id).to.equal(id);
    expect(path[0]?.parentId).to.equal(null);
    path.slice(1).forEach((item, index) => expect(item.parentId).to.equal(path[index]?.id));
    expect(shownPath(select(tree, id)).some((item) => item.id === id)).to.equal(true);
  }
}
