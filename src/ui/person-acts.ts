/** What the person does in an element: sends, decides, edits, chooses a version. What is refused is given back or said in words. */
import type { Conversation } from '../conversation/conversation.js';
import type { PreparedTurn } from '../conversation/prepare-turn.js';
import type { ConversationSettings } from '../conversation/settings.js';
import type { TurnOutcome } from '../conversation/signals.js';
import { copyOut } from '../model/snapshot.js';
import type { ConversationMessage, Mention } from '../model/message.js';
import type { AgentConversationComposer } from './composer.js';
import { AgentConversationChangeEvent, AgentFormSubmitEvent, AgentPlanModeChangeEvent } from './events.js';
import type { MessageEditing } from './message-editing.js';
import type { MessageActionEvent } from './message.js';

/** The public side of the element: a button does what a host could call. */
export interface ActedElement {
  readonly conversation: Conversation;
  readonly conversationId: string;
  readonly messages: readonly ConversationMessage[];
  readonly running: boolean;
  readonly planMode: boolean;
  readonly readOnly: boolean;
  readonly withoutBranching: boolean;
  edit(messageId: string, text: string): Promise<TurnOutcome>;
  regenerate(messageId: string): Promise<TurnOutcome>;
  retry(messageId: string): Promise<TurnOutcome>;
  fork(messageId: string): void;
  selectMessage(messageId: string): void;
  newConversation(): string;
  focus(): void;
  dispatchEvent(event: Event): boolean;
}

export interface PersonActsHost {
  readonly element: ActedElement;
  readonly editing: MessageEditing;
  composer(): AgentConversationComposer | null;
  settings(): ConversationSettings;
  /** `saved` is called when the message is durable. */
  send(text: string, mentions: readonly Mention[], saved: () => void): Promise<TurnOutcome>;
  hostAllows(prepared: PreparedTurn): boolean;
  /** Tells the person. */
  notice(error: { readonly code: string; readonly message: string }): void;
  /** Tells the host and the person. */
  fault(error: unknown): void;
}

export class PersonActs {
  readonly #host: PersonActsHost;

  constructor(host: PersonActsHost) {
    this.#host = host;
  }

  /** What was typed, or a suggestion. A refused text goes back into its field. */
  async submit(text: string, mentions: readonly Mention[]): Promise<void> {
    const { conversationId } = this.#host.element;
    const composer = this.#host.composer();
    let waits = true;
    const settle = (): void => {
      // Once: a second message with the same words may be waiting.
      if (waits) composer?.drafts.settle(text, conversationId);
      waits = false;
    };
    try {
      const outcome = await this.#host.send(text, mentions, settle);
      if (outcome.outcome !== 'refused' || outcome.error?.code === 'REMOVED') return settle();
      this.#host.composer()?.restore(text, mentions, conversationId);
      // Storage faults have been told already; a host that canceled does its own telling.
      if (outcome.error && outcome.error.code !== 'CANCELED') this.#host.notice(outcome.error);
    } catch (error) {
      this.#host.composer()?.restore(text, mentions, conversationId);
      this.#host.fault(error);
    }
  }

  /** The last message asks; its answer goes back to the agent that asked (A8-7). */
  async answerForm(values: Readonly<Record<string, unknown>>): Promise<void> {
    const { element } = this.#host;
    const { conversation } = element;
    const asking = conversation.messages.at(-1);
    if (!asking?.responseForm) return;
    if (!element.dispatchEvent(new AgentFormSubmitEvent(copyOut(asking.responseForm), copyOut(values)))) return;
    element.focus();
    const planned = element.planMode;
    const turn = conversation.submitForm(asking.id, values, this.#host.settings(), (prepared) => this.#host.hostAllows(prepared));
    if (element.planMode !== planned) element.dispatchEvent(new AgentPlanModeChangeEvent(element.planMode));
    await this.#told(turn);
  }

  switchPlanMode(planMode: boolean): void {
    const { element } = this.#host;
    element.conversation.setPlanMode(planMode);
    element.dispatchEvent(new AgentPlanModeChangeEvent(planMode));
  }

  openNew(): void {
    const { element } = this.#host;
    const conversationId = element.newConversation();
    element.dispatchEvent(new AgentConversationChangeEvent(conversationId));
    element.focus();
  }

  editLast(): void {
    const { element, editing } = this.#host;
    const own = element.messages.findLast((message) => message.role === 'user');
    if (own && !element.readOnly && !element.withoutBranching && !element.running) editing.open(own.id);
  }

  onMessageAction(event: MessageActionEvent): void {
    const { element, editing } = this.#host;
    const { action, messageId } = event;
    switch (action) {
      case 'edit':
        return editing.open(messageId);
      case 'cancel-edit':
        return editing.open(null);
      case 'save-edit':
        element.focus();
        return void editing.save(messageId, () => element.edit(messageId, event.text ?? ''));
      case 'regenerate':
        return void this.#told(element.regenerate(messageId));
      case 'retry':
        return void this.#told(element.retry(messageId));
      case 'fork':
        element.fork(messageId);
        return element.focus();
      case 'select':
        return element.selectMessage(event.targetId ?? messageId);
      case 'copy':
        return;
    }
  }

  /** A refusal that no composer can give back is said in words. */
  async #told(turn: Promise<TurnOutcome>): Promise<void> {
    const { outcome, error } = await turn;
    if (outcome === 'refused' && error && error.code !== 'CANCELED') this.#host.notice(error);
  }
}
