import { expect } from 'chai';
import fc from 'fast-check';
import type { Branch } from '../../src/model/message.js';
import { AgentConversationError } from '../../src/model/errors.js';
import { branchName, forkPoint, rowsOfBranch } from '../../src/conversation/branches.js';
import { addMessage, emptyTree, nextSequence, pathTo, treeOf, type MessageTree } from '../../src/conversation/tree.js';
import { message } from '../support/messages.js';

const branch = (id: string, parentBranchId: string | null, forkMessageId: string | null, more: Partial<Branch> = {}): Branch => ({
  id, conversationId: 'c', parentBranchId, forkMessageId, kind: 'Fork', sourceMessageId: null, createdAt: 1, ...more,
});
const rows = (list: readonly [number, string | null][]) => list.map(([sequence, branchId]) => message(String(sequence), null, sequence, 'user', branchId));
const named = (...branches: Branch[]) => new Map(branches.map((item) => [item.id, item]));

describe('branches', () => {
  const all = rows([[1, null], [2, null], [3, null], [4, null], [5, null], [6, null], [7, 'B'], [8, 'B'], [9, 'B'], [10, 'B'], [11, 'C']]);

  it('[A4-T1] a branch of a branch shares only what every branch between shares', () => {
    expect(rowsOfBranch(all, named(branch('B', null, '2'), branch('C', 'B', '8')), 'C')).to.eql(['1', '2', '7', '8', '11']);
  });

  it('[A4-T2] an edit of the first message shares nothing', () => {
    const list = rows([[1, null], [2, null], [5, 'E'], [6, 'E']]);
    expect(rowsOfBranch(list, named(branch('E', null, null)), 'E')).to.eql(['5', '6']);
  });

  it('[A4-T3] a fork from an inherited message hangs on the branch that owns it', () => {
    const tree = treeOf([message('1', null, 1), message('2', '1', 2), message('7', '2', 7, 'user', 'B')], '7');
    expect(forkPoint(tree, '2')).to.eql({ parentBranchId: null, forkMessageId: '2' });
    expect(forkPoint(tree, '7')).to.eql({ parentBranchId: 'B', forkMessageId: '7' });
    expect(forkPoint(tree, null)).to.eql({ parentBranchId: null, forkMessageId: null });
  });

  it('[A4-T4] a chain of parents that loops throws', () => {
    const loop = named(branch('B', 'C', '2'), branch('C', 'B', '2'));
    expect(() => rowsOfBranch(all, loop, 'B')).to.throw(AgentConversationError, 'does not end').with.property('code', 'BRANCH_CYCLE');
  });

  it('[A4-4] an unknown branch throws and never gives a partial history', () => {
    expect(() => rowsOfBranch(all, named(branch('B', 'gone', '2')), 'B')).to.throw(AgentConversationError, 'branches["gone"]');
  });

  it('[A4-2] a deeper ancestor is cut at the smallest fork point on the way', () => {
    expect(rowsOfBranch(all, named(branch('B', null, '4'), branch('C', 'B', '2')), 'C')).to.eql(['1', '2', '11']);
  });

  it('[A4.4] a branch is named by its name, its kind or its first words', () => {
    expect(branchName(branch('B', null, null, { name: ' Mine ' }), [])).to.equal('Mine');
    expect(branchName(branch('B', null, null, { kind: 'Edit' }), [])).to.equal('Edited version');
    expect(branchName(branch('B', null, null, { kind: 'Regenerate' }), [])).to.equal('Other answer');
    const first = message('9', null, 9, 'user', 'B', { content: [{ type: 'text', text: 'one two three four five six seven' }] });
    expect(branchName(branch('B', null, null), [first])).to.equal('one two three four five six');
    expect(branchName(branch('B', null, null), [])).to.equal('Fork');
  });

  it('[A4-1] MemberJunction’s path of every branch is the chain of parent pointers, for any way of forking', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(50), { minLength: 1, maxLength: 40 }), (steps) => {
        let tree: MessageTree = emptyTree;
        const branches = new Map<string, Branch>();
        for (const at of steps) {
          const known = [...tree.messages.values()];
          const parent = known.length === 0 ? undefined : known[at % known.length];
          const hasChild = parent && (tree.children.get(parent.id)?.length ?? 0) > 0;
          let branchId = parent?.branchId ?? null;
          if (hasChild) {
            branchId = `b${branches.size}`;
            branches.set(branchId, { ...branch(branchId, null, null), ...forkPoint(tree, parent.id) });
          }
          const sequence = nextSequence(tree);
          tree = addMessage(tree, message(`m${sequence}`, parent?.id ?? null, sequence, 'user', branchId), true);
        }
        for (const id of [null, ...branches.keys()]) {
          const own = [...tree.messages.values()].filter((item) => item.branchId === id);
          const foot = own.sort((a, b) => b.sequence - a.sequence)[0];
          expect(rowsOfBranch([...tree.messages.values()], branches, id)).to.eql(pathTo(tree, foot?.id ?? null).map((item) => item.id));
        }
      }),
      { seed: 41, numRuns: 200 },
    );
  });
});
