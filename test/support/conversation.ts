/** A conversation over memory and a scripted runner, and the words of its path. */
import { Conversation, type ConversationOptions } from '../../src/conversation/conversation.js';
import type { HistoryStore } from '../../src/conversation/history-store.js';
import { MemoryHistory } from '../../src/history/memory-history.js';
import { textOf } from '../../src/model/message.js';
import { ScriptedRunner } from '../../src/testing/scripted-runner.js';

export interface Setup {
  readonly conversation: Conversation;
  readonly runner: ScriptedRunner;
  readonly history: HistoryStore;
  /** Opens the stored rows anew, as a reload does. */
  reopen(): Promise<Conversation>;
}

export function setUp(options: ConversationOptions = {}): Setup {
  const runner = (options.runner as ScriptedRunner | undefined) ?? new ScriptedRunner();
  const history = options.history ?? new MemoryHistory();
  const conversation = new Conversation({ conversationId: 'c', ...options, runner, history });
  return {
    conversation,
    runner,
    history,
    reopen: async () => {
      await conversation.flush();
      const again = new Conversation({ conversationId: 'c', ...options, runner, history });
      await again.ready;
      return again;
    },
  };
}

export function words(conversation: Conversation): string[] {
  return conversation.messages.map((message) => textOf(message.content));
}

/** Asks and answers at once; resolves when the turn has ended. */
export async function exchange({ conversation, runner }: Pick<Setup, 'conversation' | 'runner'>, question: string, answer: string): Promise<void> {
  const turn = conversation.send(question);
  const call = await runner.next();
  call.say(answer);
  call.settle();
  await turn;
}
