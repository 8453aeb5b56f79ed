/** The demo without its page: store, tools and a whole conversation, from `send` through `AgentRunner` to the model in the page. */
import type { LLMAdapter, LLMChatOptions } from '../../src/agent/llm.js';
import { Conversation } from '../../src/conversation/conversation.js';
import type { SendOptions } from '../../src/conversation/prepare-turn.js';
import { textOf, type ContentBlock, type ConversationMessage, type LLMMessage } from '../../src/model/message.js';
import type { ClientTool } from '../../src/run/client-tool.js';
import { ChangeJournal } from '../../demo/form-builder/change-journal.js';
import { formAgent, formRunner, formSkills, localTurns } from '../../demo/form-builder/form-runner.js';
import { LocalLLM } from '../../demo/form-builder/local-llm.js';
import { startForm } from '../../demo/form-builder/start-form.js';
import { BuilderStore } from '../../demo/form-builder/store.js';
import { formTools } from '../../demo/form-builder/tools.js';

export interface Asked {
  readonly messages: readonly LLMMessage[];
  readonly options: LLMChatOptions;
}

export class Desk {
  readonly store = new BuilderStore(startForm);
  readonly journal = new ChangeJournal();
  previews = 0;
  readonly tools = formTools(this.store, () => this.previews++, this.journal);
  readonly called: string[] = [];
  readonly callIds: string[] = [];
  /** Requests as the model got them. */
  readonly requests: Asked[] = [];
  readonly conversation: Conversation;
  /** Names of tools whose calls the host cancels. */
  readonly cancelled = new Set<string>();
  context: Readonly<Record<string, unknown>> | null | undefined;
  last: ConversationMessage | undefined;

  constructor({ speed = 'fast', hasTools = true }: { readonly speed?: 'human' | 'fast'; readonly hasTools?: boolean } = {}) {
    const llm = new LocalLLM({ speed });
    const adapter: LLMAdapter = {
      name: llm.name,
      chat: (messages, options) => {
        this.requests.push({ messages, options });
        return llm.chat(messages, options);
      },
    };
    const onAnswer = (): void => {
      this.journal.startAnswer();
      this.store.markSelectionSeen();
    };
    this.conversation = new Conversation({
      conversationId: 'c',
      runner: formRunner({ adapter, readsImages: false, maxTurns: localTurns, onAnswer }),
      agents: [formAgent],
      agentId: formAgent.id,
      skills: formSkills,
      clientTools: hasTools ? this.tools.map((tool) => this.#recorded(tool)) : [],
      appContext: () => (this.context === undefined ? { form: this.store.form, selection: this.#selection() } : this.context),
      onToolCall: ({ name }) => !this.cancelled.has(name),
    });
  }

  /** Sends and waits for the whole answer. A context of its own stands for this one message. */
  async ask(text: string, options: SendOptions = {}, context?: Readonly<Record<string, unknown>> | null): Promise<ConversationMessage> {
    this.context = context;
    const { reply } = await this.conversation.send(text, options);
    return this.#answered(reply);
  }

  async decide(values: Readonly<Record<string, unknown>>): Promise<ConversationMessage> {
    this.context = undefined;
    const { reply } = await this.conversation.submitForm(this.last?.id ?? '', values);
    return this.#answered(reply);
  }

  get words(): string {
    return textOf(this.last?.content ?? []);
  }

  async call(id: string, name: string, input: Record<string, unknown>): Promise<unknown> {
    return this.tools.find((tool) => tool.name === name)?.execute(input, { toolCallId: id, signal: new AbortController().signal });
  }

  #answered(reply: ConversationMessage | undefined): ConversationMessage {
    if (!reply) throw new Error('There was no reply.');
    this.last = reply;
    return reply;
  }

  #selection(): unknown {
    const { selected, selectionIsNew } = this.store;
    return selected && { [`${selected.type}Id`]: selected.id, isNew: selectionIsNew };
  }

  #recorded(tool: ClientTool): ClientTool {
    return {
      ...tool,
      execute: (input, context) => {
        this.called.push(tool.name);
        this.callIds.push(context.toolCallId);
        return tool.execute(input, context);
      },
    };
  }
}

export function kindsOf(content: readonly ContentBlock[]): readonly string[] {
  return content.map(({ type }) => type);
}
