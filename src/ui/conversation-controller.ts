/** Holds the live conversation of one element: opens it, follows it, lets it go. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { Conversation } from '../conversation/conversation.js';
import type { HistoryStore } from '../conversation/history-store.js';
import { acquireConversation, releaseConversation } from '../conversation/registry.js';
import type { ConversationSignal } from '../conversation/signals.js';
import type { ConversationState } from '../conversation/state.js';

export interface ConversationControllerHandlers {
  changed(state: ConversationState): void;
  signalled(signal: ConversationSignal): void;
}

/**
 * The conversation goes on while the element is out of the page: only following it ends then. Changes reach the element at most
 * once per frame while a reply streams; every other change at once.
 */
export class ConversationController implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #handlers: ConversationControllerHandlers;
  #owner: object | null = null;
  #keep = false;
  #conversation: Conversation | null = null;
  #stop: (() => void)[] = [];
  #connected = false;
  #held = false;
  #frame = 0;
  #shown: ConversationState | null = null;

  constructor(host: ReactiveControllerHost & HTMLElement, handlers: ConversationControllerHandlers) {
    this.#host = host;
    this.#handlers = handlers;
    host.addController(this);
  }

  get conversation(): Conversation | null {
    return this.#conversation;
  }

  /** Opens `id` of `store`; null keeps it in this element only. Returns true when that is another conversation than before. */
  open(id: string, store: HistoryStore | null, planMode: boolean | undefined): boolean {
    const owner = store ?? this;
    if (this.#conversation?.id === id && this.#owner === owner) return false;
    this.#unfollow();
    this.#letGo();
    this.#shown = null;
    this.#owner = owner;
    this.#keep = store === null;
    this.#conversation = acquireConversation(owner, id, () => new Conversation({ conversationId: id, history: store, ...(planMode === undefined ? {} : { planMode }) }));
    this.#held = true;
    if (planMode !== undefined) this.#conversation.setPlanMode(planMode);
    if (this.#connected) this.#follow();
    return true;
  }

  hostConnected(): void {
    this.#connected = true;
    this.#hold();
    window.addEventListener('pagehide', this.#checkpoint);
    document.addEventListener('visibilitychange', this.#checkpoint);
    if (this.#conversation) this.#follow();
  }

  hostDisconnected(): void {
    this.#connected = false;
    window.removeEventListener('pagehide', this.#checkpoint);
    document.removeEventListener('visibilitychange', this.#checkpoint);
    this.#unfollow();
    this.#letGo();
  }

  #follow(): void {
    const conversation = this.#conversation;
    if (!conversation || this.#stop.length > 0) return;
    this.#stop = [conversation.subscribe((state) => this.#changed(state)), conversation.listen((signal) => this.#handlers.signalled(signal))];
    this.#show(conversation.state);
  }

  #unfollow(): void {
    for (const stop of this.#stop) stop();
    this.#stop = [];
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }

  /** An element out of the page does not keep its conversation in the registry; back in the page it takes the live one, which may be another's. */
  #hold(): void {
    const conversation = this.#conversation;
    if (this.#held || !this.#owner || !conversation) return;
    this.#conversation = acquireConversation(this.#owner, conversation.id, () => conversation);
    this.#held = true;
  }

  #letGo(): void {
    if (this.#held && this.#owner && this.#conversation) releaseConversation(this.#owner, this.#conversation, this.#keep);
    this.#held = false;
  }

  #changed(state: ConversationState): void {
    const streaming = state.turn.phase === 'running' && this.#shown?.turn === state.turn && this.#shown.queue === state.queue && this.#shown.tree.leafId === state.tree.leafId;
    // A hidden page has no frames; it is not watched either, so it may be told at once.
    if (!streaming || document.hidden) this.#show(state);
    else if (this.#frame === 0) {
      this.#frame = requestAnimationFrame(() => {
        this.#frame = 0;
        if (this.#conversation) this.#show(this.#conversation.state);
      });
    }
  }

  #show(state: ConversationState): void {
    this.#shown = state;
    this.#handlers.changed(state);
    this.#host.requestUpdate();
  }

  /** A page that is left or put in the background may be killed without another word. */
  readonly #checkpoint = (event: Event): void => {
    if (event.type === 'pagehide' || document.hidden) this.#conversation?.checkpoint();
  };
}
