import { LitElement, type PropertyValues, type TemplateResult } from 'lit';
import { property, query } from 'lit/decorators.js';
import { ContextProvider } from '@lit/context';
import { conversationContext } from '../context/contexts.js';
import type { Conversation } from '../conversation/conversation.js';
import type { ExportFormat } from '../conversation/export-conversation.js';
import type { HistoryStore } from '../conversation/history-store.js';
import type { ImportedConversation } from '../conversation/import-file.js';
import type { PreparedTurn, SendOptions } from '../conversation/prepare-turn.js';
import type { AppContextSource, ConversationSettings } from '../conversation/settings.js';
import type { ConversationSignal, TurnOutcome } from '../conversation/signals.js';
import type { QueuedMessage } from '../conversation/state.js';
import { AgentConversationError, describeError } from '../model/errors.js';
import { newId } from '../model/ids.js';
import type { Branch, ContentBlock, ConversationMessage, LLMMessage } from '../model/message.js';
import { copyOut } from '../model/snapshot.js';
import { RemoteImages } from '../rendering/remote-images.js';
import type { Renderers } from '../rendering/renderer.js';
import { capabilitiesOf } from '../run/prepare-input.js';
import type { ClientTool } from '../run/client-tool.js';
import type { ConversationRunner } from '../run/runner.js';
import { needsLookup, withLookedUpSkills } from '../conversation/skill-lookup.js';
import { namedOnly, type AgentInfo, type SkillSource } from '../run/skill.js';
import { conversationStyles, renderConversation, type ConversationView } from './conversation-view.js';
import { Announcer, type AnnouncementLevel } from './announcer.js';
import { announce } from './announcer-region.js';
import { ConversationController } from './conversation-controller.js';
import type { AgentConversationComposer } from './composer.js';
import { defineParts } from './define.js';
import type { Suggestion } from './empty-state.js';
import * as events from './events.js';
import { MessageEditing } from './message-editing.js';
import { Notices } from './notices.js';
import { PersonActs } from './person-acts.js';
import { Seams } from './seams.js';
import { eventOf } from './signal-events.js';
import { defaultStrings, type AgentStrings } from './strings.js';
import { toDate, toDateAttribute } from './date-attribute.js';

export interface RemoteContent {
  readonly images: 'block' | 'ask' | 'allow';
  readonly allowedOrigins: readonly string[];
}

const noSkills: readonly never[] = [];
const noOrigins: readonly string[] = [];

/**
 * A conversation with an agent: messages with branches, a composer, client tools, local history.
 * Give it a `runner` and it works; everything else has a default. Precedence of every seam: own property, else the nearest
 * ancestor's context, else the default.
 *
 * @slot header - Replaces the title in the header.
 * @slot header-actions - Buttons at the end of the header.
 * @slot empty - Replaces what stands above the composer before the first message.
 * @slot before-composer - Between the messages and the composer.
 * @slot composer-start - At the start of the composer's tool row.
 * @slot composer-end - Before Stop and Send.
 * @slot footer - Below the composer.
 *
 * @csspart base - The whole.
 * @csspart header - Title and actions.
 * @csspart thread - The scrolling list of messages.
 * @csspart message - One message; also `message-user` or `message-assistant`.
 * @csspart message-body - The words of a message.
 * @csspart message-actions - The row of actions under a message.
 * @csspart copy-button - Copies a message.
 * @csspart edit-button - Edits a message of the person.
 * @csspart regenerate-button - Asks for another answer.
 * @csspart fork-button - Starts a branch after a message.
 * @csspart branch-nav - The versions of a message; in it `branch-previous`, `branch-position`, `branch-next`.
 * @csspart progress - The line that says what the agent is doing.
 * @csspart plan - A plan that waits for a decision.
 * @csspart reasoning - A folded thought.
 * @csspart tool-call - A call of a tool.
 * @csspart notice - Something the person should know.
 * @csspart queue - Messages that wait for the running turn.
 * @csspart jump-button - Goes to the newest message.
 * @csspart composer - The box of the next message.
 * @csspart textarea - Its field.
 * @csspart send-button - Sends.
 * @csspart stop-button - Stops the running turn.
 * @csspart plan-toggle - Plan mode on and off.
 * @csspart skill-button - Opens the list of skills.
 * @csspart mention-menu - The list of skills or agents.
 * @csspart mention-option - One row of it.
 *
 * @cssproperty --agent-font - Family of the words.
 * @cssproperty --agent-font-mono - Family of code.
 * @cssproperty --agent-text - Colour of the words.
 * @cssproperty --agent-text-muted - Colour of what is said beside.
 * @cssproperty --agent-surface - Behind the messages.
 * @cssproperty --agent-surface-raised - Composer, cards, menus.
 * @cssproperty --agent-border - Hairlines.
 * @cssproperty --agent-accent - What can be done here and now.
 * @cssproperty --agent-on-accent - Words on the accent.
 * @cssproperty --agent-user-bubble - Behind the person's words.
 * @cssproperty --agent-danger - What failed or destroys.
 * @cssproperty --agent-radius - 10px by default; all radii follow.
 * @cssproperty --agent-gap - Space inside a message.
 * @cssproperty --agent-max-width - Width of messages and composer.
 *
 * @cssstate running - A turn is running.
 * @cssstate empty - No message yet.
 * @cssstate disconnected - No runner.
 *
 * @fires {AgentSubmitEvent} agent-submit - A message is about to be sent; cancelable.
 * @fires {AgentTurnStartEvent} agent-turn-start - The user message is saved, the runner is called next.
 * @fires {AgentReplyAcceptedEvent} agent-reply-accepted - The runner acknowledged the reply.
 * @fires {AgentTurnProgressEvent} agent-turn-progress - The runner told what it is doing.
 * @fires {AgentTurnEndEvent} agent-turn-end - The reply has settled.
 * @fires {AgentFormSubmitEvent} agent-form-submit - The person answers a form of the agent; cancelable.
 * @fires {AgentToolCallEvent} agent-tool-call - A client tool is about to run; cancelable.
 * @fires {AgentToolResultEvent} agent-tool-result - A client tool has answered.
 * @fires {AgentBranchChangeEvent} agent-branch-change - Another branch is on screen.
 * @fires {AgentPlanModeChangeEvent} agent-plan-mode-change - The person switched plan mode.
 * @fires {AgentConversationChangeEvent} agent-conversation-change - The person opened another conversation.
 * @fires {AgentErrorEvent} agent-error - Storage, a callback or a runner failed; the person is told too.
 */
export class AgentConversationElement extends LitElement {
  static override styles = conversationStyles;
  static override shadowRootOptions: ShadowRootInit = { ...LitElement.shadowRootOptions, delegatesFocus: false };

  /** A new UUID when the host names none. Another id opens that conversation; a turn that runs in the old one goes on. */
  @property({ attribute: 'conversation-id', reflect: true }) conversationId = '';
  /** → `explicitAgentId`. */
  @property({ attribute: 'agent-id' }) agentId: string | null = null;
  /** → `applicationId`. */
  @property({ attribute: 'application-id' }) applicationId: string | null = null;
  /** → `AgentHistoryFrom`: messages before it are not read by the agent. */
  @property({ attribute: 'history-from', converter: { fromAttribute: toDate, toAttribute: toDateAttribute } }) historyFrom: Date | null = null;
  /** Accessible name of the whole. */
  @property() label = defaultStrings.conversation;
  @property() placeholder = defaultStrings.message;
  /** The composer is off. */
  @property({ type: Boolean }) disabled = false;
  /** What a screen reader hears of a reply: its sentences, its start and end, or nothing. Notices are said at every level. */
  @property() announcements: AnnouncementLevel = 'full';
  @property({ attribute: 'submit-key' }) submitKey: 'enter' | 'mod-enter' = 'enter';
  /** No composer, no message actions. */
  @property({ type: Boolean, attribute: 'read-only' }) readOnly = false;
  /** Keeps nothing on disk. */
  @property({ type: Boolean, attribute: 'without-history' }) withoutHistory = false;
  @property({ type: Boolean, attribute: 'without-attachments' }) withoutAttachments = false;
  @property({ type: Boolean, attribute: 'without-plan-mode' }) withoutPlanMode = false;
  @property({ type: Boolean, attribute: 'without-branching' }) withoutBranching = false;
  @property({ type: Boolean, attribute: 'without-mentions' }) withoutMentions = false;
  @property({ type: Boolean, attribute: 'without-feedback' }) withoutFeedback = false;
  @property({ type: Boolean, attribute: 'without-header' }) withoutHeader = false;
  /** Who answers. Own property, else `runnerContext`, else nobody: the composer says so. */
  @property({ attribute: false }) runner: ConversationRunner | null | undefined;
  /** Where conversations are kept. Own property, else `historyContext`, else one shared store in IndexedDB. */
  @property({ attribute: false }) history: HistoryStore | null | undefined;
  /** What can be named with `/`. */
  @property({ attribute: false }) skills: SkillSource | undefined;
  /** What can be named with `@`; names agents by id. */
  @property({ attribute: false }) agents: readonly AgentInfo[] = [];
  /** → `AllowedAgentIDs`: null = all, [] = none. */
  @property({ attribute: false }) allowedAgentIds: readonly string[] | null = null;
  /** What the agent may do in the page. */
  @property({ attribute: false }) clientTools: readonly ClientTool[] | undefined;
  /** What the agent may see of the page; a function is called when a message is sent. */
  @property({ attribute: false }) appContext: AppContextSource | undefined;
  /** Drawings of blocks, merged over the built-in ones. */
  @property({ attribute: false }) renderers: Renderers | undefined;
  /** Lines to start from, shown while the conversation is empty. */
  @property({ attribute: false }) suggestions: readonly Suggestion[] = [];
  /** Pictures from elsewhere: those of `allowedOrigins` load; of the others `ask` asks the person, `allow` loads. `block` loads none at all. */
  @property({ attribute: false }) remoteContent: RemoteContent = { images: 'ask', allowedOrigins: [] };
  /** Words to use in place of the English ones. */
  @property({ attribute: false }) strings: Partial<AgentStrings> = {};

  @query('agent-conversation-composer') private composer!: AgentConversationComposer | null;

  readonly #internals = this.attachInternals();
  readonly #seams = new Seams(this);
  readonly #editing = new MessageEditing(() => this.requestUpdate());
  readonly #notices = new Notices(() => this.requestUpdate());
  readonly #announcer = new Announcer({
    write: (urgency, line) => announce(this.renderRoot, urgency, line),
    level: () => this.announcements,
    strings: () => this.#words,
    speaker: () => this.#speaker(),
    locale: () => this.#locale(),
    reply: () => this.#runningReply(),
  });
  readonly #acts = new PersonActs({
    element: this,
    editing: this.#editing,
    composer: () => this.composer,
    settings: () => this.settings,
    send: (text, mentions, saved) => this.#send(text, { mentions }, saved),
    hostAllows: (prepared) => this.#hostAllows(prepared),
    notice: (error) => this.#notices.add(error, this.#words),
    fault: (error) => this.#fault(error),
  });
  readonly #provider = new ContextProvider(this, { context: conversationContext });
  readonly #toolTimes = new Map<string, number>();
  /** What the person decided about pictures, for as long as `remoteContent.images` stays. */
  #remoteImages: RemoteImages | undefined;
  /** The same object while `strings` is: a new one would draw every message again. */
  #words: AgentStrings = defaultStrings;
  #planModeAsked: boolean | undefined;
  #shownPlanMode = false;
  readonly #controller = new ConversationController(this, {
    changed: () => this.#onStateChange(),
    signalled: (signal) => this.#onSignal(signal),
  });

  constructor() {
    super();
    defineParts();
  }

  /** Sticky for the conversation and shared by all elements on it (A8.1). */
  @property({ type: Boolean, attribute: 'plan-mode', reflect: true })
  get planMode(): boolean {
    return this.#planModeAsked ?? this.#controller.conversation?.state.planMode ?? false;
  }
  set planMode(value: boolean) {
    const before = this.planMode;
    if (this.#controller.conversation) this.#controller.conversation.setPlanMode(Boolean(value));
    else this.#planModeAsked = Boolean(value);
    this.requestUpdate('planMode', before);
  }

  /** The headless conversation behind the element. */
  get conversation(): Conversation {
    if (!this.conversationId) this.conversationId = newId();
    if (this.#controller.open(this.conversationId, this.#store(), this.#planModeAsked)) this.#opened();
    return this.#controller.conversation as Conversation;
  }

  /** The path on screen. */
  get messages(): readonly ConversationMessage[] {
    return this.conversation.messages;
  }

  /** Messages that wait for the running turn. */
  get queue(): readonly QueuedMessage[] {
    return this.conversation.queue;
  }

  get branches(): readonly Branch[] {
    return this.conversation.branches;
  }

  get running(): boolean {
    return this.conversation.running;
  }

  /** One user turn; queued while another runs. Rejects only with InvalidMessageError, before anything is stored. */
  send(input: string | readonly ContentBlock[], options: SendOptions = {}): Promise<TurnOutcome> {
    return this.#send(input, options);
  }

  /** `saved` is called when the message is durable. */
  async #send(input: string | readonly ContentBlock[], options: SendOptions, saved?: () => void): Promise<TurnOutcome> {
    const { conversation, settings } = this;
    let prepared = conversation.prepare(input, options, settings);
    const skills = this.#skills();
    if (needsLookup(prepared, skills)) prepared = await withLookedUpSkills(prepared, skills, this.#fault);
    if (!this.#hostAllows(prepared)) return { outcome: 'refused', error: { code: 'CANCELED', message: 'The host canceled the message.' } };
    const { content } = prepared;
    const stop = conversation.listen((signal) => signal.type === 'turn-start' && signal.userMessage.content === content && saved?.());
    return conversation.submit(prepared, options, settings).finally(stop);
  }

  /** Another answer to the same user message, on a new branch. Default: the last reply. */
  regenerate(messageId?: string): Promise<TurnOutcome> {
    return this.conversation.regenerate(messageId, this.settings);
  }

  /** A new version of a user message; the old one stays. */
  edit(messageId: string, input: string | readonly ContentBlock[]): Promise<TurnOutcome> {
    return this.conversation.edit(messageId, input, {}, this.settings);
  }

  /** The next message starts a branch after this one. */
  fork(messageId: string): void {
    this.conversation.fork(messageId);
  }

  /** Shows the branch that contains the message, at its last viewed leaf. */
  selectMessage(messageId: string): void {
    this.conversation.selectMessage(messageId);
  }

  /** Ends the running turn; what was said stays. */
  stop(): void {
    this.conversation.stop();
  }

  /** Runs a failed, stopped or interrupted reply's question again. */
  retry(messageId?: string): Promise<TurnOutcome> {
    return this.conversation.retry(messageId, this.settings);
  }

  deleteBranch(branchId: string): Promise<void> {
    return this.conversation.deleteBranch(branchId);
  }

  async deleteConversation(): Promise<void> {
    const { conversation, composer } = this;
    await conversation.deleteConversation();
    composer?.drafts.drop(conversation.id);
  }

  /** Opens a new, empty conversation and returns its id; the current one stays as it is. */
  newConversation(): string {
    this.conversationId = newId();
    return this.conversationId;
  }

  /** A deep copy of the path on screen as messages. */
  getHistory(): LLMMessage[] {
    return this.conversation.getHistory();
  }

  /** Fills an empty conversation; validates (B3). */
  setHistory(messages: readonly LLMMessage[]): Promise<void> {
    return this.conversation.setHistory(messages);
  }

  /** The whole tree as JSON (docs/export-format.md), or the path on screen as Markdown. */
  exportConversation(format: ExportFormat): Promise<string> {
    return this.conversation.exportConversation(format);
  }

  /**
   * Stores the only conversation of a file (our own export, or ChatGPT's, Claude's, LibreChat's), all of it or nothing. Resolves with
   * its id; set `conversationId` to it to open it. With `without-history` it fills the empty conversation on screen.
   */
  importConversation(json: string | ImportedConversation): Promise<string> {
    return this.conversation.importConversation(json);
  }

  override focus(options?: FocusOptions): void {
    this.composer?.focus(options);
  }

  /** Where conversations are kept when neither a property nor an ancestor says. The package's entries name IndexedDB. */
  protected fallbackHistory(): HistoryStore | null {
    return null;
  }

  /** What the next turn would be given. */
  protected get settings(): ConversationSettings {
    const skills = this.#skills();
    return {
      runner: this.#runner(),
      agentId: this.agentId,
      applicationId: this.applicationId,
      historyFrom: this.historyFrom,
      allowedAgentIds: this.allowedAgentIds,
      agents: this.agents,
      skills: typeof skills === 'function' ? this.#knownSkills() : skills,
      clientTools: this.clientTools ?? this.#seams.clientTools.value ?? [],
      appContext: this.appContext === undefined ? (this.#seams.appContext.value ?? null) : this.appContext,
      onToolCall: (call) => this.dispatchEvent(new events.AgentToolCallEvent(copyOut(call))),
      onToolResult: (call, result) => void this.dispatchEvent(new events.AgentToolResultEvent(copyOut(call), copyOut(result))),
    };
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // At once and not in a microtask: properties set before the element was defined take effect with the first update, and the
    // host may call a method right after it is defined (case 42).
    if (!this.hasUpdated) this.performUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#announcer.stop();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const { conversation } = this;
    this.#provider.setValue(conversation);
    // Before the new id is drawn: id and store change together.
    this.composer?.drafts.open(this.conversationId, this.#store());
    const { images } = this.remoteContent;
    if (changed.has('remoteContent') && changed.get('remoteContent')?.images !== images) this.#remoteImages = images === 'block' ? undefined : new RemoteImages({ allowAll: images === 'allow' });
    if (changed.has('conversationId') && this.#editing.id !== null) this.#editing.open(null);
    if (changed.has('strings')) this.#words = { ...defaultStrings, ...this.strings };
    this.#setState('running', conversation.running);
    this.#setState('empty', conversation.messages.length === 0);
    this.#setState('disconnected', this.#runner() === null);
  }

  protected override updated(): void {
    this.composer?.drafts.open(this.conversationId, this.#store());
  }

  protected override render(): TemplateResult {
    return renderConversation(this.#view());
  }

  #view(): ConversationView {
    const { conversation } = this;
    const acts = this.#acts;
    const runner = this.#runner();
    const capabilities = capabilitiesOf(runner?.capabilities);
    const strings = this.#words;
    const agents = namedOnly(this.agents);
    const skills = this.#skills();
    const agent = agents.find((candidate) => candidate.id === this.agentId);
    return {
      state: conversation.state,
      strings,
      locale: this.#locale(),
      label: this.label,
      placeholder: this.placeholder,
      agentName: agent?.name ?? (agents.length === 1 ? (agents[0]?.name ?? '') : ''),
      agents,
      skills: !capabilities.skills ? noSkills : typeof skills === 'function' ? skills : namedOnly(skills),
      suggestions: this.suggestions,
      renderers: this.renderers ?? this.#seams.renderers.value,
      allowedImageOrigins: this.remoteContent.images === 'block' ? noOrigins : this.remoteContent.allowedOrigins,
      remoteImages: this.#remoteImages,
      onRenderError: this.#fault,
      notices: this.#notices.all,
      toolTimes: this.#toolTimes,
      editingId: this.#editing.id,
      editError: this.#editing.error,
      submitKey: this.submitKey,
      disabled: this.disabled || runner === null,
      disabledReason: runner === null ? `${strings.noAgent} ${strings.noAgentDetail}` : strings.disabled,
      readOnly: this.readOnly,
      withoutHeader: this.withoutHeader,
      withoutPlanMode: this.withoutPlanMode,
      withoutBranching: this.withoutBranching,
      withoutMentions: this.withoutMentions,
      planMode: this.planMode,
      planModeReason: capabilities.planMode && agent?.supportsPlanMode !== false ? null : strings.planModeUnavailable,
      branchingReason: conversation.running ? strings.busy : runner === null ? strings.noAgent : capabilities.branching ? null : strings.branchingUnavailable,
      onSubmit: (text, mentions) => void acts.submit(text, mentions),
      onStop: () => this.stop(),
      onPlanMode: (planMode) => acts.switchPlanMode(planMode),
      onEditLast: () => acts.editLast(),
      onComposerError: this.#fault,
      onMessageAction: (event) => acts.onMessageAction(event),
      onPlanDecision: (event) => void acts.answerForm(event.values),
      onSuggestion: (suggestion) => void acts.submit(suggestion.prompt, []),
      onNewConversation: () => acts.openNew(),
      onCancelFork: () => conversation.cancelFork(),
      onQueueEdit: (id) => {
        this.composer?.restore(conversation.removeQueued(id) ?? '');
        this.focus();
      },
      onQueueSendNow: (id) => conversation.sendQueuedNow(id),
      onQueueRemove: (id) => void conversation.removeQueued(id),
      onDismiss: (id) => this.#notices.dismiss(id),
    };
  }

  #runner(): ConversationRunner | null {
    return this.runner === undefined ? (this.#seams.runner.value ?? null) : this.runner;
  }

  #skills(): SkillSource {
    return this.skills ?? this.#seams.skills.value ?? noSkills;
  }

  #store(): HistoryStore | null {
    if (this.withoutHistory) return null;
    return this.history ?? this.#seams.history.value ?? this.fallbackHistory();
  }

  #knownSkills(): readonly { id: string; name: string }[] {
    return (this.composer?.knownMentionables ?? []).filter((item) => item.type === 'skill');
  }

  #locale(): string | undefined {
    return this.lang || this.closest<HTMLElement>('[lang]')?.lang || undefined;
  }

  #runningReply(): ConversationMessage | undefined {
    const { turn, tree } = this.conversation.state;
    return turn.phase === 'running' ? tree.messages.get(turn.replyId) : undefined;
  }

  #opened(): void {
    this.#announcer.stop();
    this.#planModeAsked = undefined;
    this.#notices.clear('all');
    this.#toolTimes.clear();
    this.requestUpdate();
  }

  #onStateChange(): void {
    // A reflected accessor must be told when its value changed behind it.
    if (this.planMode === this.#shownPlanMode) return;
    this.requestUpdate('planMode', this.#shownPlanMode);
    this.#shownPlanMode = this.planMode;
  }

  #onSignal(signal: ConversationSignal): void {
    this.#announcer.hear(signal);
    if (signal.type === 'turn-start') this.#notices.clear('storage');
    if (signal.type === 'tool-result') this.#toolTimes.set(signal.call.id, signal.durationMs);
    if (signal.type === 'error') this.#fault(signal.error);
    const failure = signal.type === 'turn-end' && signal.outcome.outcome === 'failed' ? signal.outcome.error : undefined;
    if (failure) this.dispatchEvent(new events.AgentErrorEvent(new AgentConversationError(failure.code, failure.message)));
    const event = eventOf(signal);
    if (event) this.dispatchEvent(event);
  }

  /** Every fault is told to the host and to the person. */
  readonly #fault = (error: unknown): void => {
    this.#notices.add(describeError(error), this.#words);
    this.dispatchEvent(new events.AgentErrorEvent(error));
  };

  #speaker(): string {
    return this.agents.find((agent) => agent.id === this.agentId)?.name ?? this.#words.agent;
  }

  #hostAllows({ text, content, settings }: PreparedTurn): boolean {
    const { requestedSkillIDs, planMode, explicitAgentId } = settings;
    return this.dispatchEvent(new events.AgentSubmitEvent({ text, content: copyOut(content), requestedSkillIDs: [...requestedSkillIDs], planMode, agentId: explicitAgentId }));
  }

  #setState(name: string, on: boolean): void {
    if (on) this.#internals.states.add(name);
    else this.#internals.states.delete(name);
  }
}
