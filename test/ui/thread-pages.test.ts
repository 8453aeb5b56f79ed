import { expect } from 'chai';
import fc from 'fast-check';
import type { ConversationMessage } from '../../src/model/message.js';
import { HeightGuesses, estimateHeight } from '../../src/ui/thread-estimate.js';
import { pageAt, pageCharacters, pageMessages, paginate } from '../../src/ui/thread-pages.js';
import type { PageSpan } from '../../src/ui/thread-pages.js';

const keyOf = ({ sequence }: ConversationMessage): number => sequence;

function message(sequence: number, text = 'Hello', values: Partial<ConversationMessage> = {}): ConversationMessage {
  return { id: `m${sequence}`, conversationId: 'c', parentId: null, branchId: null, sequence, role: 'assistant', content: [{ type: 'text', text }], status: 'complete', createdAt: sequence, ...values };
}

const path = (count: number, from = 1): ConversationMessage[] => Array.from({ length: count }, (_, index) => message(from + index));

const sizes = (pages: readonly PageSpan[]): number[] => pages.map(({ messages }) => messages.length);

describe('pages of a path', () => {
  it('[UI-pages] a page holds ten messages, or fewer long ones', () => {
    expect(sizes(paginate(path(pageMessages * 2 + 3), [], keyOf))).to.deep.equal([pageMessages, pageMessages, 3]);
    const long = Array.from({ length: 4 }, (_, index) => message(index, 'x'.repeat(pageCharacters)));
    expect(sizes(paginate(long, [], keyOf))).to.deep.equal([1, 1, 1, 1]);
    expect(paginate([], [], keyOf)).to.deep.equal([]);
  });

  it('[UI-pages] whatever the path becomes, the pages hold it whole and in order, and one that did not change is the same object', () => {
    const change = fc.record({ cut: fc.nat(60), add: fc.nat(60), front: fc.nat(25), replace: fc.nat(60) });
    fc.assert(
      fc.property(fc.nat(80), fc.array(change, { maxLength: 6 }), (start, changes) => {
        let next = 10_000;
        let first = 5_000;
        let messages = path(start, first);
        let pages = paginate(messages, [], keyOf);
        for (const { cut, add, front, replace } of changes) {
          const before = pages;
          first -= front;
          messages = [...path(front, first), ...messages.slice(0, Math.max(0, messages.length - cut)), ...path(add, next)];
          next += add;
          const replaced = messages[replace];
          if (replaced) messages[replace] = { ...replaced };
          pages = paginate(messages, before, keyOf);
          expect(pages.flatMap((page) => page.messages)).to.deep.equal(messages);
          let at = 0;
          for (const page of pages) {
            expect([page.start, page.key, page.previousAt, page.last]).to.deep.equal([at, page.messages[0]!.sequence, messages[at - 1]?.createdAt ?? null, page === pages.at(-1)]);
            expect(pageAt(pages, at)).to.equal(pages.indexOf(page));
            at += page.messages.length;
            const old = before.find(({ key }) => key === page.key);
            if (old && old.messages.length === page.messages.length && old.messages.every((each, index) => each === page.messages[index])) expect(page.messages).to.equal(old.messages);
          }
          expect(pageAt(pages, at)).to.equal(-1);
          expect(paginate(messages, pages, keyOf)).to.equal(pages);
        }
      }),
      { seed: 7, numRuns: 200 },
    );
  });

  it('[case 09] older messages in front move no message to another page', () => {
    const newest = path(35, 100);
    const before = paginate(newest, [], keyOf);
    const after = paginate([...path(30, 70), ...newest], before, keyOf);
    expect(after.slice(-before.length).map(({ key, messages }) => ({ key, messages }))).to.deep.equal(before.map(({ key, messages }) => ({ key, messages })));
    expect(after.slice(-before.length).every(({ messages }, index) => messages === before[index]!.messages)).to.equal(true);
  });

  it('[UI-pages] a piece of a reply makes one new page, the last', () => {
    const messages = path(1000);
    const before = paginate(messages, [], keyOf);
    const after = paginate([...messages.slice(0, -1), message(1000, 'Hello again')], before, keyOf);
    expect(after.map((page, index) => page === before[index]).indexOf(false)).to.equal(before.length - 1);
  });

  it('[UI-pages] guesses grow with the text and are put right by what was measured', () => {
    expect(estimateHeight(message(1, 'x'.repeat(2000)), 720)).to.be.greaterThan(2 * estimateHeight(message(1), 720));
    expect(estimateHeight(message(1, 'x'.repeat(2000)), 320)).to.be.greaterThan(1.5 * estimateHeight(message(1, 'x'.repeat(2000)), 720));
    const guesses = new HeightGuesses();
    guesses.add(1000, 1050);
    expect([guesses.learn(), guesses.ratio]).to.deep.equal([false, 1]);
    guesses.add(1000, 1950);
    expect([guesses.learn(), guesses.ratio]).to.deep.equal([true, 1.5]);
  });
});
