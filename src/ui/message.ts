import { html, LitElement, nothing } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { guard } from 'lit/directives/guard.js';
import { textOf } from '../model/message.js';
import type { ConversationMessage } from '../model/message.js';
import type { AgentResponseForm } from '../model/response-form.js';
import type { RemoteImages } from '../rendering/remote-images.js';
import { renderContent } from '../rendering/renderer.js';
import type { RenderContext, Renderers } from '../rendering/renderer.js';
import { isPlanForm, proposedPlan } from '../conversation/form-answer.js';
import { copyText } from './copy-text.js';
import { formatTime, machineTime } from './duration.js';
import { editBox, focusEditBox } from './edit-box.js';
import { messageActions, roveTabStop } from './message-actions.js';
import type { MessageAction, MessageVersions } from './message-actions.js';
import { endingLine, percentageOf, progressLine } from './message-ending.js';
import { defaultStrings } from './strings.js';
import type { AgentStrings } from './strings.js';
import { isFormAnswer, readableText, userContent } from './user-content.js';

const copiedFor = 2000;
/** Shorter than a second, so that no second is skipped when the timer is late. */
const tick = 500;

/** The person did something with a message. Stays inside the shadow root. */
export class MessageActionEvent extends Event {
  readonly action: MessageAction;
  readonly messageId: string;
  /** The edited text of `save-edit`, the copied text of `copy`. */
  readonly text?: string;
  /** The message that `select` shows. */
  readonly targetId?: string;

  constructor(action: MessageAction, messageId: string, details: { readonly text?: string; readonly targetId?: string } = {}) {
    super('message-action', { bubbles: true });
    this.action = action;
    this.messageId = messageId;
    if (details.text !== undefined) this.text = details.text;
    if (details.targetId !== undefined) this.targetId = details.targetId;
  }
}

function sameVersions(a: MessageVersions | null | undefined, b: MessageVersions | null | undefined): boolean {
  return a === b || (!!a && !!b && a.index === b.index && a.count === b.count && a.previousId === b.previousId && a.nextId === b.nextId);
}

/**
 * One message of the thread. It renders into the conversation's shadow root and updates only when an input of its own
 * changes: an unchanged message is the same object.
 *
 * @fires message-action - The person chose an action.
 */
export class AgentConversationMessage extends LitElement {
  @property({ attribute: false }) message: ConversationMessage | null = null;
  @property({ attribute: false }) strings: AgentStrings = defaultStrings;
  @property({ attribute: false }) locale: string | undefined;
  @property({ attribute: false }) agentName = '';
  @property({ attribute: false, hasChanged: (value, old) => !sameVersions(value as MessageVersions, old as MessageVersions) }) versions: MessageVersions | null = null;
  @property({ attribute: false }) renderers: Renderers | undefined;
  /** Its actions are always visible. */
  @property({ attribute: false }) last = false;
  @property({ attribute: false }) readOnly = false;
  @property({ attribute: false }) withoutBranching = false;
  @property({ attribute: false }) branchingReason: string | null = null;
  @property({ attribute: false }) forking = false;
  @property({ attribute: false }) editing = false;
  /** Why the last save of the edit failed; the box stays open with its text. */
  @property({ attribute: false }) editError: string | null = null;
  /** Milliseconds each finished tool call took, by call id. */
  @property({ attribute: false }) toolTimes: ReadonlyMap<string, number> | undefined;
  /** Origins whose pictures load without asking. */
  @property({ attribute: false }) allowedImageOrigins: readonly string[] = [];
  /** What the person decided about pictures of other origins; without it none of them loads. */
  @property({ attribute: false }) remoteImages: RemoteImages | undefined;
  /** Told of a renderer that threw. */
  @property({ attribute: false }) report: ((error: unknown) => void) | undefined;

  @state() private copied = false;
  @state() private elapsed = 0;
  /** Nothing came since the last tick: the caret blinks, as it does where one stops typing. While text comes it stands. */
  @state() private waiting = true;

  #ticker: ReturnType<typeof setInterval> | undefined;
  #copiedTimer: ReturnType<typeof setTimeout> | undefined;
  #hadFocus = false;
  #place: readonly [position: number, count: number] = [0, 0];
  #placed: { readonly article: HTMLElement; readonly place: readonly [number, number] } | null = null;
  #ticked: ConversationMessage | null = null;

  protected override createRenderRoot(): this {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#keepTime();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.#ticker);
    clearTimeout(this.#copiedTimer);
    this.#ticker = undefined;
    this.copied = false;
  }

  /** The article, which takes the focus. */
  get article(): HTMLElement | null {
    return this.firstElementChild as HTMLElement | null;
  }

  /** Says where it stands in the feed. Not a reactive property: a new message must not render all others again. */
  placeInFeed(position: number, count: number): void {
    this.#place = [position, count];
    this.#writePlace();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    this.#hadFocus = this.contains(this.#activeElement());
    if (changed.has('message')) {
      if (changed.get('message')?.id !== this.message?.id) this.copied = false;
      if (changed.get('message')?.content !== this.message?.content) this.waiting = false;
      this.#keepTime();
    }
  }

  protected override updated(changed: PropertyValues<this>): void {
    this.#writePlace();
    const toolbar = this.article?.lastElementChild;
    if (toolbar?.matches('[part~="message-actions"]')) roveTabStop(toolbar);
    const percentage = percentageOf(this.message?.progress?.percentage);
    // Set here and not in the template: a strict content security policy refuses style attributes.
    if (percentage !== null) this.querySelector<HTMLElement>('.meter i')?.style.setProperty('inline-size', `${percentage}%`);
    if (changed.has('editing')) this.#moveFocusForEdit(changed.get('editing') === true);
    else if (this.#hadFocus && !this.contains(this.#activeElement())) this.article?.focus({ preventScroll: true });
  }

  #writePlace(): void {
    const article = this.article;
    const place = this.#place;
    const [position, count] = place;
    if (!article || count === 0) return;
    // A look at what was written costs less than writing it for every message of the page in every frame.
    if (this.#placed?.article === article && this.#placed.place[0] === position && this.#placed.place[1] === count) return;
    this.#placed = { article, place };
    article.setAttribute('aria-posinset', String(position));
    article.setAttribute('aria-setsize', String(count));
  }

  #moveFocusForEdit(wasEditing: boolean): void {
    const box = this.querySelector('.edit');
    if (box) focusEditBox(box);
    else if (wasEditing && this.#hadFocus) (this.querySelector<HTMLElement>('[part~="edit-button"]') ?? this.article)?.focus({ preventScroll: true });
  }

  #activeElement(): Element | null {
    return (this.getRootNode() as Document | ShadowRoot).activeElement ?? null;
  }

  /** One timer while the reply streams, none otherwise. */
  #keepTime(): void {
    const { message } = this;
    if (!this.isConnected || message?.status !== 'streaming') {
      clearInterval(this.#ticker);
      this.#ticker = undefined;
      return;
    }
    const measure = (): void => {
      this.elapsed = Math.max(0, Math.floor((Date.now() - (this.message?.createdAt ?? Infinity)) / 1000) * 1000);
    };
    measure();
    this.#ticker ??= setInterval(() => {
      measure();
      this.waiting = this.#ticked === this.message;
      this.#ticked = this.message;
    }, tick);
  }

  #act = (action: MessageAction, details: { text?: string; targetId?: string } = {}): void => {
    if (this.message) this.dispatchEvent(new MessageActionEvent(action, this.message.id, details));
  };

  #onAction = (action: MessageAction, targetId?: string): void => {
    if (action === 'copy') void this.#copy();
    else this.#act(action, targetId === undefined ? {} : { targetId });
  };

  async #copy(): Promise<void> {
    if (!this.message) return;
    if (!(await this.#copyText(readableText(this.message))) || !this.isConnected) return;
    this.copied = true;
    clearTimeout(this.#copiedTimer);
    this.#copiedTimer = setTimeout(() => {
      this.copied = false;
    }, copiedFor);
  }

  /** The whole message, or a code block of it. */
  #copyText = async (text: string): Promise<boolean> => {
    const copied = await copyText(text, this);
    if (copied) this.#act('copy', { text });
    return copied;
  };

  protected override render(): TemplateResult | typeof nothing {
    const { message, strings } = this;
    if (!message) return nothing;
    const own = message.role === 'user';
    return html`<article
      part="message ${own ? 'message-user' : 'message-assistant'}"
      class="${this.last ? 'last' : ''} ${this.waiting ? 'waiting' : ''}"
      tabindex="-1"
      aria-label=${own ? strings.you : this.#speaker(message)}
    >
      ${own ? this.#renderOwn(message) : this.#renderReply(message)}
      ${this.readOnly || this.editing
        ? nothing
        : messageActions({
            strings,
            role: message.role,
            answers: own && isFormAnswer(message),
            versions: this.versions,
            versionsOnly: message.status === 'streaming',
            withoutBranching: this.withoutBranching,
            branchingReason: this.branchingReason,
            copied: this.copied,
            forking: this.forking,
            onAction: this.#onAction,
          })}
    </article>`;
  }

  #speaker(message: ConversationMessage): string {
    return message.agentName || this.agentName || this.strings.agent;
  }

  #renderOwn(message: ConversationMessage): TemplateResult {
    if (!this.editing) return html`${guard([message, ...this.#contentInputs()], () => userContent(message, this.strings) ?? this.#content(message))}`;
    return editBox({
      strings: this.strings,
      text: textOf(message.content),
      error: this.editError,
      onSave: (text) => this.#act('save-edit', { text }),
      onCancel: () => this.#act('cancel-edit'),
    });
  }

  #renderReply(message: ConversationMessage): TemplateResult {
    const { strings, locale } = this;
    const streaming = message.status === 'streaming';
    const speaker = this.#speaker(message);
    return html`${guard([streaming, speaker, message.createdAt, locale], () => this.#renderSpeaker(message, speaker, streaming))}
      ${message.content.length === 0 ? nothing : html`<div part="message-body">${guard([message, ...this.#contentInputs()], () => this.#content(message))}</div>`}
      ${streaming
        ? guard([message.progress, this.elapsed, strings, locale], () => progressLine(message, this.elapsed, strings, locale))
        : html`${this.#renderPlan(message)}${endingLine(message, { strings, locale, onRetry: this.readOnly ? null : () => this.#act('retry'), retryReason: this.branchingReason })}`}`;
  }

  #renderSpeaker({ createdAt }: ConversationMessage, speaker: string, streaming: boolean): TemplateResult {
    const time = formatTime(createdAt, this.locale);
    return html`<div class="who">
      <span class="mark ${streaming ? 'live' : ''}"></span><span class="name" dir="auto">${speaker}</span>${time ? html`<time datetime=${machineTime(createdAt)}>${time}</time>` : nothing}
    </div>`;
  }

  /** A plan is decided on while its message is the last one. */
  #waitingPlan(message: ConversationMessage): AgentResponseForm | null {
    const { responseForm } = message;
    return this.last && !this.readOnly && message.status !== 'streaming' && responseForm && isPlanForm(responseForm) ? responseForm : null;
  }

  #renderPlan(message: ConversationMessage): TemplateResult | typeof nothing {
    const form = this.#waitingPlan(message);
    if (!form) return nothing;
    return html`<agent-conversation-plan .form=${form} .told=${textOf(message.content).includes(proposedPlan(form).trim())} .strings=${this.strings} .disabledReason=${this.branchingReason === this.strings.busy ? this.branchingReason : null}></agent-conversation-plan>`;
  }

  #contentInputs(): readonly unknown[] {
    return [this.renderers, this.strings, this.locale, this.toolTimes, this.allowedImageOrigins, this.remoteImages];
  }

  #content({ content, role, status, mentions = [] }: ConversationMessage): TemplateResult {
    const { strings, locale = navigator.language, toolTimes, allowedImageOrigins, remoteImages, report } = this;
    const context: RenderContext = {
      strings,
      locale,
      role,
      mentions,
      allowedImageOrigins,
      streaming: status === 'streaming',
      onCopy: this.#copyText,
      ...(remoteImages ? { remoteImages } : {}),
      ...(toolTimes ? { durations: toolTimes } : {}),
      ...(report ? { report } : {}),
    };
    return renderContent(content, context, this.renderers);
  }
}
