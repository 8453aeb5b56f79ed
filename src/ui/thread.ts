import { html, LitElement, nothing } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import type { ConversationMessage } from '../model/message.js';
import { icon } from '../rendering/icons.js';
import type { RemoteImages } from '../rendering/remote-images.js';
import type { Renderers } from '../rendering/renderer.js';
import { dayLabel, dayNumber, machineTime } from './duration.js';
import type { MessageVersions } from './message-actions.js';
import { ScrollFollower } from './scroll-follower.js';
import { defaultStrings } from './strings.js';
import type { AgentStrings } from './strings.js';
import { DayWatch } from './thread-days.js';
import { ownMessageCame } from './thread-own-message.js';
import { pageAt, paginate } from './thread-pages.js';
import type { PageSpan } from './thread-pages.js';
import type { FocusPlace, ReadingPlace } from './thread-places.js';
import { ThreadWindow } from './thread-window.js';

/** What does not change how a message is drawn; `messages` is looked at page by page. */
const beside: ReadonlySet<PropertyKey> = new Set(['messages', 'conversationId', 'keyOf', 'running']);
/** Room above a message that is gone to. */
const above = 24;

const onlyVersion: MessageVersions = { index: 1, count: 1, previousId: null, nextId: null };

/**
 * The list of messages: a feed that scrolls, follows its end and keeps each message's node for as long as the message
 * is on the path. Empty, it renders nothing. A message's place in `sequence` is its key, so a reply that gets another
 * id keeps its node (case 35). Messages stand in pages, which are drawn from the end (decision 0005): opening a long
 * conversation, and a piece of a reply at its end, cost what they cost in a short one.
 */
export class AgentConversationThread extends LitElement {
  /** The path on screen, in its own order: clocks never reorder it. */
  @property({ attribute: false }) messages: readonly ConversationMessage[] = [];
  @property({ attribute: false }) conversationId = '';
  /** Another function draws what is near again: give the same one while no message gained or lost a version. */
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
  /** What the person decided about pictures of other origins; without it none of them loads. */
  @property({ attribute: false }) remoteImages: RemoteImages | undefined;
  /** Told of a renderer that threw. */
  @property({ attribute: false }) report: ((error: unknown) => void) | undefined;

  @state() private today = Date.now();

  readonly #window = new ThreadWindow((span) => this.#drawPage(span));
  readonly #follower = new ScrollFollower(
    () => queueMicrotask(() => this.requestUpdate()),
    (inLayoutReport) => (inLayoutReport ? this.#window.surveySoon() : this.#window.survey()),
  );
  readonly #days = new DayWatch((now) => (this.today = now));
  readonly #positions = new Map<string, ReadingPlace>();
  #spans: readonly PageSpan[] = [];
  /** Stands for all that messages are drawn from, besides themselves. */
  #look: object = {};
  #seen = -1;
  #ownMessageCame = false;
  #focus: FocusPlace | null = null;
  #return: ReadingPlace | null = null;

  protected override createRenderRoot(): this {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener('keydown', this.#onFind, { capture: true });
    this.#days.start(this.today);
    this.#connect();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener('keydown', this.#onFind, { capture: true });
    this.#days.stop();
    this.#disconnect();
  }

  /** With the messages it has drawn. */
  protected override async getUpdateComplete(): Promise<boolean> {
    const complete = await super.getUpdateComplete();
    await Promise.all(this.#window.fresh.map(({ updateComplete }) => updateComplete));
    return complete;
  }

  /** Shows the newest message and follows from there. */
  scrollToLatest(): void {
    this.#follower.toEnd();
  }

  /** Brings a message of the path into view, at the top. Nothing happens when the path has no such message. */
  async scrollToMessage(id: string): Promise<void> {
    await this.#bring(this.messages.findIndex((message) => message.id === id), above);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('conversationId') && changed.get('conversationId') !== undefined) this.#changeConversation(changed.get('conversationId')!);
    if (changed.has('messages')) {
      const previous = changed.get('messages') ?? [];
      this.#ownMessageCame = !changed.has('conversationId') && previous.length > 0 && ownMessageCame(previous, this.messages, this.keyOf);
      this.#focus = this.#focusPlace();
    }
    if (changed.has('messages') || changed.has('keyOf')) this.#spans = paginate(this.messages, this.#spans, this.keyOf);
    for (const name of changed.keys()) if (!beside.has(name)) this.#look = {};
  }

  protected override updated(changed: PropertyValues<this>): void {
    this.#connect();
    this.#window.paused = this.running;
    const inFront = this.#window.spans.length > 0 && this.#window.spans[0]!.key !== this.#spans[0]?.key;
    if (inFront) this.#follower.hold(() => this.#window.update(this.#spans, this.#look));
    else this.#window.update(this.#spans, this.#look);
    // The box takes the focus, so it must be there, wherever the message is.
    if (changed.has('editingId') && this.editingId !== null) this.#window.reveal(this.messages.findIndex(({ id }) => id === this.editingId));
    if (changed.has('messages')) void this.#keepFocus();
    if (this.#ownMessageCame) this.#follower.toEnd();
    this.#ownMessageCame = false;
    if (changed.has('conversationId') || changed.get('messages')?.length !== this.messages.length) void this.updateComplete.then(() => this.#follower.refresh());
    if (!this.#follower.away) this.#seen = this.messages.at(-1)?.sequence ?? -1;
    if (this.#return && this.messages.length > 0) void this.#comeBack(this.#return);
  }

  #changeConversation(previous: string): void {
    this.#positions.set(previous, this.#readingPlace());
    const place = this.#positions.get(this.conversationId) ?? { following: true, top: 0 };
    this.#follower.position = place;
    this.#return = place.following || place.key === undefined ? null : place;
    this.#seen = Infinity;
  }

  #readingPlace(): ReadingPlace {
    const { position } = this.#follower;
    const top = position.following ? null : this.#follower.topmost;
    const place = top ? this.#window.placeOf(top) : -1;
    const span = this.#window.spans[pageAt(this.#window.spans, place)];
    const message = span?.messages[place - span.start];
    return message && top ? { ...position, key: this.keyOf(message), offset: this.#follower.placeOf(top.closest('article') ?? top) ?? 0 } : position;
  }

  async #comeBack({ key, offset = 0 }: ReadingPlace): Promise<void> {
    this.#return = null;
    await this.#bring(this.messages.findIndex((message) => this.keyOf(message) === key), offset);
  }

  async #bring(place: number, offset: number): Promise<void> {
    const message = this.#window.reveal(place);
    await message?.updateComplete;
    if (message?.article) this.#follower.show(message.article, offset);
  }

  #connect(): void {
    const scroller = this.querySelector<HTMLElement>(':scope > [part~="thread"]');
    const flow = scroller?.querySelector<HTMLElement>(':scope > .flow');
    if (this.isConnected && scroller && flow) {
      this.#window.connect(scroller, flow);
      this.#follower.connect(scroller, flow);
    } else this.#disconnect();
  }

  #disconnect(): void {
    this.#window.disconnect();
    this.#follower.disconnect();
  }

  /** The browser finds only what is in the document. */
  #onFind = (event: KeyboardEvent): void => {
    if (event.key === 'F3' || ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'f')) this.#window.drawAll();
  };

  #activeElement(): Element | null {
    return (this.getRootNode() as Document | ShadowRoot).activeElement ?? null;
  }

  #focusPlace(): FocusPlace | null {
    const element = this.#activeElement();
    if (!element || !this.contains(element)) return null;
    const place = this.#window.placeOf(element);
    return place < 0 ? null : { element, place, part: element.getAttribute('part')?.split(' ')[0] };
  }

  /** The message with the focus left the path (another version, an edit): its successor takes the focus, so that it never falls to the page. */
  async #keepFocus(): Promise<void> {
    const focus = this.#focus;
    this.#focus = null;
    if (!focus || focus.element.isConnected) return;
    const successor = this.#window.reveal(Math.min(focus.place, this.messages.length - 1));
    if (!successor) return;
    await successor.updateComplete;
    const same = focus.part === undefined ? null : successor.querySelector<HTMLElement>(`[part~="${focus.part}"]`);
    (same ?? successor.article)?.focus({ preventScroll: true });
  }

  #onJump = (): void => {
    const focused = this.#activeElement()?.matches('[part~="jump-button"]');
    this.#follower.toEnd();
    // The button goes away; without this the focus would be nowhere.
    if (focused) this.#window.reveal(this.messages.length - 1)?.article?.focus({ preventScroll: true });
  };

  /** Page keys walk from message to message, Home and End go to the first and the last, for those who are there with the keyboard; after a click they scroll as always. */
  #onKeydown = (event: KeyboardEvent): void => {
    const target = event.target as Element;
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || target.localName === 'textarea' || !target.matches(':focus-visible')) return;
    const at = this.#window.placeOf(target);
    const last = this.messages.length - 1;
    const places: Readonly<Record<string, number>> = { PageUp: at - 1, PageDown: at + 1, Home: 0, End: last };
    // In a code block that scrolls they go to the ends of its lines.
    const place = event.key.startsWith('Page') || target.localName === 'article' ? places[event.key] : undefined;
    if (at < 0 || place === undefined || place < 0 || place > last) return;
    event.preventDefault();
    void this.#walkTo(place, event.key);
  };

  async #walkTo(place: number, key: string): Promise<void> {
    const message = this.#window.reveal(place);
    if (!message?.article) await message?.updateComplete;
    const article = message?.article;
    if (!article) return;
    article.focus({ preventScroll: key === 'Home' || key === 'End' });
    if (key === 'End') this.#follower.toEnd();
    else if (key === 'Home') this.#follower.show(article, above);
  }

  protected override render(): TemplateResult | typeof nothing {
    const { messages, strings } = this;
    if (messages.length === 0) return nothing;
    return html`<div part="thread" role="feed" aria-label=${strings.messages} aria-busy=${String(this.running)} @keydown=${this.#onKeydown}>
        <div class="flow"></div>
      </div>
      ${this.#follower.away ? this.#renderJump() : nothing}`;
  }

  #drawPage({ messages, start, previousAt }: PageSpan): unknown {
    let dayBefore = previousAt === null ? null : dayNumber(previousAt);
    return repeat(messages, this.keyOf, (message, index) => {
      const day = dayNumber(message.createdAt);
      const begins = day !== dayBefore;
      dayBefore = day;
      return this.#renderMessage(message, start + index, begins);
    });
  }

  #renderMessage(message: ConversationMessage, place: number, beginsDay: boolean): TemplateResult {
    const day = beginsDay ? html`<div class="day"><time datetime=${machineTime(message.createdAt)}>${dayLabel(message.createdAt, this.today, this.locale)}</time></div>` : nothing;
    return html`${day}<agent-conversation-message
        .message=${message}
        .strings=${this.strings}
        .locale=${this.locale}
        .agentName=${this.agentName}
        .versions=${this.versions(message)}
        .renderers=${this.renderers}
        .last=${place === this.messages.length - 1}
        .readOnly=${this.readOnly}
        .withoutBranching=${this.withoutBranching}
        .branchingReason=${this.branchingReason}
        .forking=${this.draftForkId === message.id}
        .editing=${this.editingId === message.id && message.role === 'user'}
        .editError=${this.editingId === message.id ? this.editError : null}
        .toolTimes=${this.toolTimes}
        .allowedImageOrigins=${this.allowedImageOrigins}
        .remoteImages=${this.remoteImages}
        .report=${this.report}
      ></agent-conversation-message>`;
  }

  #renderJump(): TemplateResult {
    const seen = this.messages.findLastIndex(({ sequence }) => sequence <= this.#seen);
    const fresh = this.#seen === Infinity ? 0 : this.messages.length - 1 - seen;
    return html`<div class="jump">
      <button type="button" part="jump-button" aria-label=${this.strings.jumpToLatest} @click=${this.#onJump}>
        ${icon('down2')}<span>${this.strings.jumpToLatest}</span>${fresh > 0 ? html`<span class="num">${fresh}</span>` : nothing}
      </button>
    </div>`;
  }
}
