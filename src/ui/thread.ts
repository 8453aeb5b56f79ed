import { html, LitElement, nothing } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import type { ConversationMessage } from '../model/message.js';
import { icon } from '../rendering/icons.js';
import type { Renderers } from '../rendering/renderer.js';
import { dayLabel, dayNumber, machineTime, nextMidnight } from './duration.js';
import type { MessageVersions } from './message-actions.js';
import type { AgentConversationMessage } from './message.js';
import { ScrollFollower } from './scroll-follower.js';
import type { ScrollPosition } from './scroll-follower.js';
import { defaultStrings } from './strings.js';
import type { AgentStrings } from './strings.js';

const onlyVersion: MessageVersions = { index: 1, count: 1, previousId: null, nextId: null };

interface FocusPlace {
  readonly element: Element;
  readonly index: number;
  readonly part: string | undefined;
}

/**
 * The list of messages: a feed that scrolls, follows its end and keeps each message's node for as long as the message
 * is on the path. Empty, it renders nothing. A message's place in `sequence` is its key, so a reply that gets another
 * id keeps its node (case 35).
 */
export class AgentConversationThread extends LitElement {
  /** The path on screen, in its own order: clocks never reorder it. */
  @property({ attribute: false }) messages: readonly ConversationMessage[] = [];
  @property({ attribute: false }) conversationId = '';
  @property({ attribute: false }) versions: (message: ConversationMessage) => MessageVersions = () => onlyVersion;
  /** What stays the same when a message is renamed or changed. */
  @property({ attribute: false }) keyOf: (message: ConversationMessage) => unknown = ({ conversationId, sequence }) => `${conversationId}/${sequence}`;
  @property({ attribute: false }) strings: AgentStrings = defaultStrings;
  @property({ attribute: false }) locale: string | undefined;
  @property({ attribute: false }) agentName = '';
  @property({ attribute: false }) renderers: Renderers | undefined;
  @property({ attribute: false }) running = false;
  @property({ attribute: false }) readOnly = false;
  @property({ attribute: false }) withoutBranching = false;
  /** Why edit, regenerate and fork cannot be used now; null = they can. */
  @property({ attribute: false }) branchingReason: string | null = null;
  /** The next message starts a branch after this one. */
  @property({ attribute: false }) draftForkId: string | null = null;
  @property({ attribute: false }) editingId: string | null = null;
  @property({ attribute: false }) editError: string | null = null;
  /** Milliseconds each finished tool call took, by call id. */
  @property({ attribute: false }) toolTimes: ReadonlyMap<string, number> | undefined;

  /** Origins whose pictures load without asking. */
  @property({ attribute: false }) allowedImageOrigins: readonly string[] = [];
  /** Told of a renderer that threw. */
  @property({ attribute: false }) report: ((error: unknown) => void) | undefined;

  @state() private today = Date.now();

  readonly #follower = new ScrollFollower(() => queueMicrotask(() => this.requestUpdate()));
  readonly #positions = new Map<string, ScrollPosition>();
  #midnight: ReturnType<typeof setTimeout> | undefined;
  #seen = -1;
  #ownMessageCame = false;
  #focus: FocusPlace | null = null;

  protected override createRenderRoot(): this {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener('visibilitychange', this.#onVisibilityChange);
    this.#watchMidnight();
    this.#connectFollower();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener('visibilitychange', this.#onVisibilityChange);
    clearTimeout(this.#midnight);
    this.#follower.disconnect();
  }

  /** With all its messages. */
  protected override async getUpdateComplete(): Promise<boolean> {
    const complete = await super.getUpdateComplete();
    await Promise.all(this.#elements().map(({ updateComplete }) => updateComplete));
    return complete;
  }

  /** Shows the newest message and follows from there. */
  scrollToLatest(): void {
    this.#follower.toEnd();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('conversationId') && changed.get('conversationId') !== undefined) this.#changeConversation(changed.get('conversationId')!);
    if (changed.has('messages')) {
      const previous = changed.get('messages') ?? [];
      this.#ownMessageCame = !changed.has('conversationId') && previous.length > 0 && this.#endsWithOwn(previous);
      this.#focus = this.#focusPlace();
    }
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('messages')) {
      const elements = this.#elements();
      elements.forEach((element, index) => element.placeInFeed(index + 1, elements.length));
      void this.#keepFocus();
    }
    this.#connectFollower();
    if (this.#ownMessageCame) this.#follower.toEnd();
    this.#ownMessageCame = false;
    if (changed.has('conversationId') || changed.get('messages')?.length !== this.messages.length) void this.updateComplete.then(() => this.#follower.refresh());
    if (!this.#follower.away) this.#seen = this.#newest();
  }

  #changeConversation(previous: string): void {
    this.#positions.set(previous, this.#follower.position);
    this.#follower.position = this.#positions.get(this.conversationId) ?? { following: true, top: 0 };
    this.#seen = Infinity;
  }

  /** The path grew by a message of the person, or took another turn at a new one (an edit) that is being answered. */
  #endsWithOwn(previous: readonly ConversationMessage[]): boolean {
    const { messages, keyOf } = this;
    const old = new Set(previous.map(keyOf));
    const at = messages.findLastIndex(({ role }) => role === 'user');
    const own = messages[at];
    if (!own || old.has(keyOf(own))) return false;
    const grew = previous.every((message, index) => messages[index] !== undefined && keyOf(messages[index]) === keyOf(message));
    return grew || at === messages.length - 1 || messages.at(-1)?.status === 'streaming';
  }

  #newest(): number {
    return this.messages.reduce((newest, { sequence }) => Math.max(newest, sequence), -1);
  }

  #elements(): AgentConversationMessage[] {
    return [...this.querySelectorAll<AgentConversationMessage>('agent-conversation-message')];
  }

  #connectFollower(): void {
    const scroller = this.querySelector<HTMLElement>(':scope > [part~="thread"]');
    const content = scroller?.querySelector<HTMLElement>(':scope > .flow');
    if (this.isConnected && scroller && content) this.#follower.connect(scroller, content);
    else this.#follower.disconnect();
  }

  #watchMidnight(): void {
    clearTimeout(this.#midnight);
    const now = Date.now();
    if (dayNumber(now) !== dayNumber(this.today)) this.today = now;
    // A timer may come early by a hair; then the day is looked at once more.
    this.#midnight = setTimeout(() => this.#watchMidnight(), nextMidnight(now) - now + 50);
  }

  /** A machine that slept has missed its timers. */
  #onVisibilityChange = (): void => {
    if (document.visibilityState === 'visible') this.#watchMidnight();
  };

  #activeElement(): Element | null {
    return (this.getRootNode() as Document | ShadowRoot).activeElement ?? null;
  }

  #focusPlace(): FocusPlace | null {
    const element = this.#activeElement();
    if (!element || !this.contains(element)) return null;
    const holder = element.closest<AgentConversationMessage>('agent-conversation-message');
    return holder ? { element, index: this.#elements().indexOf(holder), part: element.getAttribute('part')?.split(' ')[0] } : null;
  }

  /** The message with the focus left the path (another version, an edit): its successor takes the focus, so that it never falls to the page. */
  async #keepFocus(): Promise<void> {
    const place = this.#focus;
    this.#focus = null;
    if (!place || place.element.isConnected) return;
    const elements = this.#elements();
    const successor = elements[Math.min(place.index, elements.length - 1)];
    if (!successor) return;
    await successor.updateComplete;
    const same = place.part === undefined ? null : successor.querySelector<HTMLElement>(`[part~="${place.part}"]`);
    (same ?? successor.article)?.focus({ preventScroll: true });
  }

  #onJump = (): void => {
    const focused = this.#activeElement()?.matches('[part~="jump-button"]');
    this.#follower.toEnd();
    // The button goes away; without this the focus would be nowhere.
    if (focused) this.#elements().at(-1)?.article?.focus({ preventScroll: true });
  };

  /** Page keys walk from message to message for those who are there with the keyboard; after a click they scroll as always. */
  #onKeydown = (event: KeyboardEvent): void => {
    const target = event.target as Element;
    if ((event.key !== 'PageUp' && event.key !== 'PageDown') || event.defaultPrevented || target.localName === 'textarea' || !target.matches(':focus-visible')) return;
    const elements = this.#elements();
    const at = elements.findIndex((element) => element.contains(target));
    const next = at < 0 ? undefined : elements[at + (event.key === 'PageUp' ? -1 : 1)]?.article;
    if (!next) return;
    event.preventDefault();
    next.focus();
  };

  protected override render(): TemplateResult | typeof nothing {
    const { messages, strings } = this;
    if (messages.length === 0) return nothing;
    return html`<div part="thread" role="feed" aria-label=${strings.messages} aria-busy=${String(this.running)} @keydown=${this.#onKeydown}>
        <div class="flow">${repeat(messages, this.keyOf, (message, index) => this.#renderMessage(message, index))}</div>
      </div>
      ${this.#follower.away ? this.#renderJump() : nothing}`;
  }

  #renderMessage(message: ConversationMessage, index: number): TemplateResult {
    const before = this.messages[index - 1];
    const day =
      before && dayNumber(before.createdAt) === dayNumber(message.createdAt)
        ? nothing
        : html`<div class="day"><time datetime=${machineTime(message.createdAt)}>${dayLabel(message.createdAt, this.today, this.locale)}</time></div>`;
    return html`${day}<agent-conversation-message
        .message=${message}
        .strings=${this.strings}
        .locale=${this.locale}
        .agentName=${this.agentName}
        .versions=${this.versions(message)}
        .renderers=${this.renderers}
        .last=${index === this.messages.length - 1}
        .readOnly=${this.readOnly}
        .withoutBranching=${this.withoutBranching}
        .branchingReason=${this.branchingReason}
        .forking=${this.draftForkId === message.id}
        .editing=${this.editingId === message.id && message.role === 'user'}
        .editError=${this.editingId === message.id ? this.editError : null}
        .toolTimes=${this.toolTimes}
        .allowedImageOrigins=${this.allowedImageOrigins}
        .report=${this.report}
      ></agent-conversation-message>`;
  }

  #renderJump(): TemplateResult {
    const fresh = this.messages.filter(({ sequence }) => sequence > this.#seen).length;
    return html`<div class="jump">
      <button type="button" part="jump-button" aria-label=${this.strings.jumpToLatest} @click=${this.#onJump}>
        ${icon('down2')}<span>${this.strings.jumpToLatest}</span>${fresh > 0 ? html`<span class="num">${fresh}</span>` : nothing}
      </button>
    </div>`;
  }
}
