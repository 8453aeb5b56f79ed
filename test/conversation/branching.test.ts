import { expect } from 'chai';
import { exchange, setUp, words, type Setup } from '../support/conversation.js';
import { textOf } from '../../src/model/message.js';
import { siblingsOf } from '../../src/conversation/tree.js';

async function twoTurns(): Promise<Setup> {
  const setup = setUp();
  await exchange(setup, 'u1', 'a1');
  await exchange(setup, 'u2', 'a2');
  return setup;
}

const idOf = ({ conversation }: Setup, text: string): string => [...conversation.state.tree.messages.values()].find((message) => textOf(message.content) === text)!.id;

describe('branches of a conversation', () => {
  it('[case 34] regenerating, switching back, regenerating below and editing keep every path', async () => {
    const setup = await twoTurns();
    const { conversation, runner } = setup;
    const again = conversation.regenerate(idOf(setup, 'a1'));
    const call = await runner.next();
    expect(words(conversation)).to.eql(['u1', '']);
    expect(call.options.messages).to.eql([{ role: 'user', content: [{ type: 'text', text: 'u1' }] }]);
    expect(call.input.ReplyBranchID).to.equal(conversation.branches[0]?.id);
    expect(call.input.message.ID).to.equal(idOf(setup, 'u1'));
    call.say('a1b');
    call.settle();
    await again;
    conversation.selectMessage(idOf(setup, 'a1'));
    expect(words(conversation)).to.eql(['u1', 'a1', 'u2', 'a2']);

    const below = conversation.regenerate(idOf(setup, 'a2'));
    const second = await runner.next();
    second.say('a2b');
    second.settle();
    await below;
    expect(words(conversation)).to.eql(['u1', 'a1', 'u2', 'a2b']);
    expect(siblingsOf(conversation.state.tree.children, conversation.state.tree.messages.get(idOf(setup, 'a1'))!)).to.have.length(2);

    const edit = conversation.edit(idOf(setup, 'u2'), 'u2 edited');
    const third = await runner.next();
    third.say('a');
    expect(words(conversation)).to.eql(['u1', 'a1', 'u2 edited', 'a']);
    expect(third.options.messages.map(({ content }) => textOf(content))).to.eql(['u1', 'a1', 'u2 edited']);
    third.settle();
    await edit;
    conversation.selectMessage(idOf(setup, 'u2'));
    expect(words(conversation)).to.eql(['u1', 'a1', 'u2', 'a2b']);

    const middle = conversation.regenerate(idOf(setup, 'a1'));
    const fourth = await runner.next();
    fourth.say('a1c');
    fourth.settle();
    await middle;
    expect(words(conversation)).to.eql(['u1', 'a1c']);
    conversation.selectMessage(idOf(setup, 'a1'));
    expect(words(conversation)).to.eql(['u1', 'a1', 'u2', 'a2b']);
  });

  it('[case 32] after a reload the same path is shown and the other branch is there', async () => {
    const setup = await twoTurns();
    const turn = setup.conversation.regenerate(idOf(setup, 'a1'));
    const call = await setup.runner.next();
    call.say('a1b');
    call.settle();
    await turn;
    setup.conversation.selectMessage(idOf(setup, 'a1'));
    const again = await setup.reopen();
    expect(words(again)).to.eql(['u1', 'a1', 'u2', 'a2']);
    expect(again.branches.map(({ kind, forkMessageId }) => [kind, forkMessageId])).to.eql([['Regenerate', idOf(setup, 'u1')]]);
    again.selectMessage(idOf(setup, 'a1b'));
    expect(words(again)).to.eql(['u1', 'a1b']);
  });

  it('[A4.3] a drafted fork stores nothing until the first message, and two quick messages make one branch', async () => {
    const setup = await twoTurns();
    const { conversation, runner } = setup;
    conversation.fork(idOf(setup, 'a1'));
    expect(words(conversation)).to.eql(['u1', 'a1']);
    expect(conversation.branches).to.eql([]);
    expect(words(await setup.reopen())).to.eql(['u1', 'a1', 'u2', 'a2']);
    const first = conversation.send('fork one');
    const second = conversation.send('fork two');
    (await runner.next()).settle('reply one');
    await first;
    (await runner.next()).settle('reply two');
    await second;
    expect(conversation.branches).to.have.length(1);
    expect(conversation.branches[0]).to.deep.include({ kind: 'Fork', forkMessageId: idOf(setup, 'a1'), sourceMessageId: idOf(setup, 'a1'), parentBranchId: null });
    expect(words(conversation)).to.eql(['u1', 'a1', 'fork one', 'reply one', 'fork two', 'reply two']);
  });

  it('[A4.3] leaving a drafted fork goes back to where the path was', async () => {
    const setup = await twoTurns();
    setup.conversation.fork(idOf(setup, 'a1'));
    setup.conversation.cancelFork();
    expect(words(setup.conversation)).to.eql(['u1', 'a1', 'u2', 'a2']);
    expect(setup.conversation.state.draftForkId).to.equal(null);
  });

  it('[A4.3] an edit of the first message shares nothing and keeps the images of the old one', async () => {
    const setup = setUp();
    const image = { type: 'image' as const, source: { type: 'base64' as const, media_type: 'image/png', data: 'aW1n' } };
    const first = setup.conversation.send([{ type: 'text', text: 'u1' }, image]);
    (await setup.runner.next()).settle('a1');
    const { userMessage } = await first;
    const edit = setup.conversation.edit(userMessage!.id, 'u1 new');
    (await setup.runner.next()).settle('a1 new');
    await edit;
    expect(setup.conversation.branches[0]).to.deep.include({ kind: 'Edit', parentBranchId: null, forkMessageId: null, sourceMessageId: userMessage!.id });
    expect(setup.conversation.messages[0]?.content).to.deep.include(image);
    expect(userMessage?.content).to.have.length(2);
  });

  it('[A4.3] regenerating while another reply runs is refused', async () => {
    const setup = await twoTurns();
    void setup.conversation.send('u3');
    await setup.runner.next();
    expect((await setup.conversation.regenerate(idOf(setup, 'a1'))).error).to.eql({ code: 'BUSY', message: 'Wait for the current reply.' });
    expect((await setup.conversation.edit(idOf(setup, 'u1'), 'x')).error?.code).to.equal('BUSY');
  });

  it('[A4-5] a fork from an inherited message hangs on the branch that owns it', async () => {
    const setup = await twoTurns();
    const { conversation, runner } = setup;
    const turn = conversation.regenerate(idOf(setup, 'a2'));
    (await runner.next()).settle('a2b');
    await turn;
    conversation.fork(idOf(setup, 'a1'));
    const sent = conversation.send('from below');
    (await runner.next()).settle('ok');
    await sent;
    expect(conversation.branches.find(({ kind }) => kind === 'Fork')?.parentBranchId).to.equal(null);
  });

  it('[C2] retry takes the place of a reply without words, and keeps one with words as a version', async () => {
    const setup = setUp();
    const { conversation, runner } = setup;
    const first = conversation.send('u1');
    (await runner.next()).fail(new Error('down'));
    const failed = (await first).reply!;
    const retried = conversation.retry(failed.id);
    const call = await runner.next();
    expect(call.input).not.to.have.property('ReplyBranchID');
    call.say('half');
    call.fail(new Error('down again'));
    await retried;
    expect(conversation.state.tree.messages.size).to.equal(2);
    const third = conversation.retry();
    (await runner.next()).settle('whole');
    await third;
    expect(words(conversation)).to.eql(['u1', 'whole']);
    expect(siblingsOf(conversation.state.tree.children, conversation.messages[1]!)).to.have.length(2);
    const again = await setup.reopen();
    expect(again.state.tree.messages.size).to.equal(3);
  });

  it('[case 33] deleting a branch or a message takes the same rows from screen and store', async () => {
    const setup = await twoTurns();
    const { conversation, runner } = setup;
    const turn = conversation.regenerate(idOf(setup, 'a2'));
    (await runner.next()).settle('a2b');
    await turn;
    await exchange(setup, 'u3', 'a3');
    const branchId = conversation.branches[0]!.id;
    conversation.selectMessage(idOf(setup, 'a2'));
    await conversation.deleteMessage(idOf(setup, 'a2'));
    expect(words(conversation)).to.eql(['u1', 'a1', 'u2', 'a2b', 'u3', 'a3']);
    expect(words(await setup.reopen())).to.eql(['u1', 'a1', 'u2', 'a2b', 'u3', 'a3']);
    await conversation.deleteBranch(branchId);
    expect(words(conversation)).to.eql(['u1', 'a1', 'u2']);
    const again = await setup.reopen();
    expect(words(again)).to.eql(['u1', 'a1', 'u2']);
    expect(again.branches).to.eql([]);
    expect(await conversation.deleteMessage(idOf(setup, 'u2'))).to.equal(1);
  });

  it('[A4.3] a branch from which another starts cannot be deleted', async () => {
    const setup = await twoTurns();
    const { conversation, runner } = setup;
    const turn = conversation.regenerate(idOf(setup, 'a1'));
    (await runner.next()).settle('a1b');
    await turn;
    await exchange(setup, 'u3', 'a3');
    const below = conversation.regenerate(idOf(setup, 'a3'));
    (await runner.next()).settle('a3b');
    await below;
    const failure = await conversation.deleteBranch(conversation.branches[0]!.id).catch((error: unknown) => error);
    expect(failure).to.have.property('code', 'BRANCH_HAS_CHILDREN');
  });

  it('[A4-7] switching the view during a turn does not move its rows', async () => {
    const setup = await twoTurns();
    const { conversation, runner } = setup;
    const turn = conversation.regenerate(idOf(setup, 'a1'));
    const call = await runner.next();
    conversation.selectMessage(idOf(setup, 'a1'));
    call.say('a1b');
    call.settle();
    await turn;
    expect(words(conversation)).to.eql(['u1', 'a1', 'u2', 'a2']);
    conversation.selectMessage(idOf(setup, 'a1b'));
    expect(words(conversation)).to.eql(['u1', 'a1b']);
  });
});
