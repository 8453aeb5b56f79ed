/**
 * A conversation without a page: the state, the writes and the runner calls of one conversation id.
 * Pure rules live beside it (`state.ts`, `tree.ts`, `run-messages.ts`, …); this file only has the effects.
 */
import { AgentConversationError } from '../model/errors.js';
import { newId } from '../model/ids.js';
import type { Branch, ContentBlock, ConversationMessage, LLMMessage } from '../model/message.js';
import { copyOut, takeMessagesSnapshot } from '../model/snapshot.js';
import { assertValidMessages } from '../model/validate.js';
import { deletionOfBranch, deletionOfMessage, type Deletion } from './deletion.js';
import type { ExportFormat } from './export-conversation.js';
import { approvesPlan, formToken } from './form-answer.js';
import type { HistoryStore, StoredConversation } from './history-store.js';
import type { ImportedConversation } from './import-file.js';
import { busy, notFound, refused } from './outcomes.js';
import { Persistence } from './persistence.js';
import { prepareTurn, type PreparedTurn, type SendOptions } from './prepare-turn.js';
import type { ConversationSettings } from './settings.js';
import { Listeners, type ConversationSignal, type TurnOutcome } from './signals.js';
import { initialState, reduce, type ConversationEvent, type ConversationState, type QueuedMessage } from './state.js';
import { leafBelow, pathTo, shownPath } from './tree.js';
import { TurnQueue } from './turn-queue.js';
import { TurnStarter, type Anchor } from './turn-starter.js';

export interface ConversationOptions extends ConversationSettings {
  /** null keeps nothing. */
  readonly history?: HistoryStore | null;
  readonly conversationId?: string;
  readonly planMode?: boolean;
}

export class Conversation {
  readonly id: string;
  /** Resolves when stored history has been read. Never rejects: a failing store is reported and the conversation starts empty. */
  readonly ready: Promise<void>;
  readonly #history: HistoryStore | null;
  readonly #persistence: Persistence;
  readonly #states = new Listeners<ConversationState>();
  readonly #signals = new Listeners<ConversationSignal>();
  readonly #queue: TurnQueue;
  readonly #turns: TurnStarter;
  #settings: ConversationSettings;
  #state: ConversationState;
  #planModeSet: boolean;
  /** A message that is sent while an import may still fill this conversation waits for it. */
  #importing: Promise<void> | null = null;

  constructor(options: ConversationOptions = {}) {
    this.id = options.conversationId ?? newId();
    this.#settings = options;
    this.#planModeSet = options.planMode !== undefined;
    this.#history = options.history ?? null;
    this.#persistence = new Persistence(this.#history, this.id, this.#report);
    this.#state = initialState(this.id, options.planMode ?? false, Boolean(options.history));
    this.#queue = new TurnQueue((queue) => this.#dispatch({ type: 'queue-changed', queue }));
    this.#turns = new TurnStarter({
      conversationId: this.id,
      persistence: this.#persistence,
      state: () => this.#state,
      dispatch: this.#dispatch,
      signal: this.#signal,
      report: this.#report,
      next: () => this.#queue.next(),
    });
    this.ready = options.history ? this.#load() : Promise.resolve();
  }

  get state(): ConversationState {
    return this.#state;
  }

  get settings(): ConversationSettings {
    return this.#settings;
  }

  get running(): boolean {
    return this.#state.turn.phase !== 'idle';
  }

  get messages(): readonly ConversationMessage[] {
    return shownPath(this.#state.tree);
  }

  get branches(): readonly Branch[] {
    return [...this.#state.branches.values()];
  }

  get queue(): readonly QueuedMessage[] {
    return this.#state.queue;
  }

  /** Called after every change, with the new state. Returns the way to stop. */
  subscribe(listener: (state: ConversationState) => void): () => void {
    return this.#states.add(listener);
  }

  listen(listener: (signal: ConversationSignal) => void): () => void {
    return this.#signals.add(listener);
  }

  /** Replaces the named settings; they count from the next turn on. */
  configure(settings: ConversationSettings): void {
    this.#settings = { ...this.#settings, ...settings };
  }

  /** Checks and copies in this very task (B4-1). Throws InvalidMessageError; nothing is stored or started. */
  prepare(input: string | readonly ContentBlock[], options: SendOptions = {}, settings: ConversationSettings = this.#settings): PreparedTurn {
    return prepareTurn(input, options, settings, this.#state.planMode, this.#report);
  }

  /** One user turn. Rejects only with InvalidMessageError, before anything is stored. */
  async send(input: string | readonly ContentBlock[], options: SendOptions = {}, settings: ConversationSettings = this.#settings): Promise<TurnOutcome> {
    return this.submit(this.prepare(input, options, settings), options, settings);
  }

  /** Sends what `prepare` made. */
  submit(prepared: PreparedTurn, options: SendOptions = {}, settings: ConversationSettings = this.#settings): Promise<TurnOutcome> {
    const refusal = this.#turns.refusal(prepared, settings, this.#state.draftForkId !== null);
    if (refusal) return Promise.resolve(refused(refusal));
    if (this.running && options.whenBusy === 'refuse') return Promise.resolve(refused(busy()));
    const anchor = this.#anchor();
    const run = async (): Promise<TurnOutcome> => {
      const outcome = await this.#turns.run(prepared, anchor, settings);
      // A turn that was refused before it began has nobody else to call the next one.
      if (!this.running) this.#queue.next();
      return outcome;
    };
    const waitsFor = this.#state.loading ? this.ready : this.#importing;
    if (waitsFor) return waitsFor.then(() => this.submit(prepared, options, settings));
    if (!this.running) return run();
    const waiting = this.#queue.add(Object.freeze({ id: newId(), text: prepared.text }), run, options.whenBusy === 'interrupt');
    if (options.whenBusy === 'interrupt') this.stop();
    return waiting;
  }

  /** Another answer to the same user message, on a new branch (A4.3). Default: the last reply on screen. */
  async regenerate(messageId?: string, settings: ConversationSettings = this.#settings): Promise<TurnOutcome> {
    await this.ready;
    const target = messageId === undefined ? this.messages.findLast((message) => message.role === 'assistant') : this.#state.tree.messages.get(messageId);
    const question = target && pathTo(this.#state.tree, target.id).findLast((message) => message.role === 'user');
    if (!target || !question) return refused(notFound(messageId, 'The message this reply answers could not be found.'));
    return this.#turns.answerAgain(question, target.role === 'assistant' ? target : null, null, settings);
  }

  /** Runs a failed, stopped or interrupted reply's question again: in place of it when it has no text, else like `regenerate`. */
  async retry(messageId?: string, settings: ConversationSettings = this.#settings): Promise<TurnOutcome> {
    await this.ready;
    const target = messageId === undefined ? this.messages[this.messages.length - 1] : this.#state.tree.messages.get(messageId);
    if (!target) return refused(notFound(messageId, 'There is no message to retry.'));
    const question = pathTo(this.#state.tree, target.id).findLast((message) => message.role === 'user');
    const unsaid = target.role === 'assistant' && target.content.length === 0 && target.status !== 'complete' && !this.#state.tree.children.has(target.id);
    if (!question) return refused(notFound(messageId, 'The message this reply answers could not be found.'));
    return this.#turns.answerAgain(question, target.role === 'assistant' ? target : null, unsaid ? target : null, settings);
  }

  /** A new version of a user message on a new Edit branch; the old one stays. Text alone keeps the message's other blocks. */
  async edit(messageId: string, input: string | readonly ContentBlock[], options: SendOptions = {}, settings: ConversationSettings = this.#settings): Promise<TurnOutcome> {
    const known = this.#state.tree.messages.get(messageId);
    const kept = typeof input === 'string' ? (known?.content.filter((block) => block.type !== 'text') ?? []) : [];
    const prepared = this.prepare(typeof input === 'string' && kept.length > 0 ? [...copyOut(kept), { type: 'text', text: input }] : input, options, settings);
    await this.ready;
    const message = this.#state.tree.messages.get(messageId);
    if (!message || message.role !== 'user') return refused(notFound(messageId, 'Only a user message can be edited.'));
    const refusal = this.#turns.refusal(prepared, settings, true) ?? (this.running ? busy() : null);
    if (refusal) return refused(refusal);
    const branch = this.#turns.newBranch('Edit', message.parentId, message.id);
    return this.#turns.run(prepared, { parentId: message.parentId, branch }, settings);
  }

  /**
   * Answers the form of a reply: a user message to the agent that asked (A8-5, A8-7). Approving a plan turns plan mode off first,
   * so that the next run acts; `allowed` is asked before anything changes and may still say no (A8-6).
   */
  async submitForm(
    messageId: string,
    values: Readonly<Record<string, unknown>>,
    settings: ConversationSettings = this.#settings,
    allowed: (prepared: PreparedTurn) => boolean = () => true,
  ): Promise<TurnOutcome> {
    const message = this.#state.tree.messages.get(messageId);
    const form = message?.responseForm;
    if (!form) return refused(notFound(messageId, 'This message asks nothing.'));
    const approves = approvesPlan(form, values);
    const options: SendOptions = { ...(approves ? { planMode: false } : {}), ...(message.agentId ? { agentId: message.agentId } : {}) };
    const prepared = this.prepare(formToken(form, values), options, settings);
    if (!allowed(prepared)) return refused(new AgentConversationError('CANCELED', 'The host canceled the answer.'));
    const before = this.#state.planMode;
    if (approves) this.setPlanMode(false);
    const outcome = await this.submit(prepared, options, settings);
    if (approves && outcome.outcome === 'refused') this.setPlanMode(before);
    return outcome;
  }

  /** Shows the path up to `messageId`; the next message forks there. Nothing is stored until then. Throws `MESSAGE_NOT_FOUND`. */
  fork(messageId: string): void {
    const message = this.#state.tree.messages.get(messageId);
    if (!message) throw notFound(messageId, 'There is no such message to fork from.');
    this.#dispatch({ type: 'fork-drafted', messageId, leafId: messageId });
  }

  /** Leaves a drafted fork: the path goes on to where it was. */
  cancelFork(): void {
    const { draftForkId, tree } = this.#state;
    if (draftForkId !== null) this.#dispatch({ type: 'fork-drafted', messageId: null, leafId: leafBelow(tree, draftForkId) });
  }

  /** Shows the branch that contains the message, at its last viewed leaf. Unknown ids change nothing. */
  selectMessage(messageId: string): void {
    if (!this.#state.tree.messages.has(messageId)) return;
    this.#dispatch({ type: 'message-selected', id: messageId });
    this.#persistence.saveView(this.#state);
    this.#turns.branchChanged();
  }

  /** Ends the running turn; what was said stays, as `stopped`. Does nothing when none runs. */
  stop(): void {
    this.#turns.stop();
  }

  setPlanMode(planMode: boolean): void {
    this.#planModeSet = true;
    if (this.#state.planMode === planMode) return;
    this.#dispatch({ type: 'plan-mode-changed', planMode });
    this.#persistence.saveView(this.#state);
  }

  /** Takes a waiting message out of the queue and gives its text back; its `send` resolves as refused. */
  removeQueued(id: string): string | null {
    return this.#queue.remove(id, refused(new AgentConversationError('REMOVED', 'The message was taken out of the queue.')));
  }

  /** A waiting message goes first, in place of the running turn. */
  sendQueuedNow(id: string): void {
    if (this.#queue.moveFirst(id)) this.stop();
  }

  /** Deletes a branch and its own messages. Throws `BRANCH_HAS_CHILDREN` while another branch starts from it, `BUSY` during a turn. */
  async deleteBranch(branchId: string): Promise<void> {
    await this.ready;
    await this.#remove(deletionOfBranch(this.#state, branchId));
  }

  /** Deletes a message with everything after it, in all versions (case 33). Resolves with the number of messages that went. */
  async deleteMessage(messageId: string): Promise<number> {
    await this.ready;
    const deletion = deletionOfMessage(this.#state, messageId);
    await this.#remove(deletion);
    return deletion.messageIds.length;
  }

  /** Deletes everything of this conversation, here and in the store. A running turn is stopped first. */
  async deleteConversation(): Promise<void> {
    this.stop();
    await this.ready;
    await this.#persistence.deleteConversation();
    for (const id of [...this.#state.tree.messages.keys()]) this.#dispatch({ type: 'message-removed', id });
    for (const id of [...this.#state.branches.keys()]) this.#dispatch({ type: 'branch-removed', id });
  }

  /** The path on screen as messages; the copy is the caller's (B4-4). */
  getHistory(): LLMMessage[] {
    return this.messages.map(({ role, content }) => ({ role, content: copyOut(content) }));
  }

  /** Fills an empty conversation. Throws InvalidMessageError (B3), or `NOT_EMPTY`. */
  async setHistory(messages: readonly LLMMessage[]): Promise<void> {
    assertValidMessages(messages);
    const snapshot = takeMessagesSnapshot(messages);
    await this.ready;
    if (this.#state.tree.messages.size > 0) throw new AgentConversationError('NOT_EMPTY', 'setHistory needs an empty conversation; start a new one first.');
    let last: ConversationMessage | null = null;
    const added = snapshot.map(({ role, content }) => (last = this.#turns.newMessage({ parentId: last?.id ?? null, branchId: null, role: role === 'assistant' ? 'assistant' : 'user', content, status: 'complete' }, last)));
    this.#dispatch({ type: 'filled', messages: added });
    await this.#turns.commit(added.map((message) => ({ type: 'put-message', message })), this.#settings);
  }

  /** The whole tree as JSON (docs/export-format.md), or the path on screen as Markdown. */
  async exportConversation(format: ExportFormat): Promise<string> {
    // Few conversations are ever exported, so nobody waits for the code of it on opening one.
    const { exportState } = await import('./export-conversation.js');
    await this.ready;
    return exportState(this.#state, this.#history, format, this.#report);
  }

  /**
   * Stores the only conversation of a file, or one that `readExport` gave, all of it or nothing. Resolves with its id: open that to
   * see it. Without a history it fills this conversation when that is empty. Rejects with `INVALID_IMPORT`, `NOT_EMPTY` or the
   * store's error; what could not be kept is told as `IMPORT_INCOMPLETE`.
   */
  importConversation(json: string | ImportedConversation): Promise<string> {
    const isEmpty = (): boolean => this.#state.tree.messages.size === 0 && !this.running;
    const target = { conversationId: this.id, history: this.#history, isEmpty, fill: (stored: StoredConversation) => this.#fill(stored), report: this.#report };
    const mayFill = isEmpty();
    const work = Promise.all([import('./import-store.js'), this.ready]).then(([{ importInto }]) => importInto(target, json));
    const waiting = Promise.all([this.#importing, work.catch(() => {})]).then(() => {
      if (this.#importing === waiting) this.#importing = null;
    });
    if (mayFill) this.#importing = waiting;
    return work;
  }

  /** Writes at once what waits for a checkpoint: the page may be going away. */
  checkpoint(): void {
    this.#persistence.writeCheckpoint();
  }

  /** Resolves when nothing waits to be written. */
  flush(): Promise<void> {
    return this.#persistence.flush();
  }

  async #load(): Promise<void> {
    try {
      const [end, whole] = [this.#persistence.loadEnd(), this.#persistence.load()];
      whole.catch(() => {});
      const shown = await end;
      if (shown) this.#dispatch({ type: 'end-loaded', stored: shown });
      const stored = await whole;
      this.#dispatch({ type: 'loaded', stored, keepPlanMode: this.#planModeSet });
    } catch (error) {
      this.#dispatch({ type: 'loaded', stored: null, keepPlanMode: true });
      this.#report(error);
    }
  }

  /** Rows that are stored are read, so that the row of the conversation is known too. */
  async #fill(imported: StoredConversation): Promise<void> {
    const stored = this.#history ? await this.#persistence.load() : imported;
    this.#dispatch({ type: 'loaded', stored, keepPlanMode: false });
    this.#turns.branchChanged();
  }

  #anchor(): Anchor {
    const { tree, turn, draftForkId } = this.#state;
    if (draftForkId !== null) return { parentId: draftForkId, branch: this.#turns.newBranch('Fork', draftForkId, draftForkId) };
    const following = turn.phase !== 'idle' && (tree.leafId === turn.userMessageId || (turn.phase === 'running' && tree.leafId === turn.replyId));
    return { parentId: following ? 'follow' : tree.leafId, branch: null };
  }

  async #remove({ topId, messageIds, branchIds }: Deletion): Promise<void> {
    if (this.running) throw busy();
    if (topId !== null) this.#dispatch({ type: 'message-removed', id: topId });
    for (const id of branchIds) this.#dispatch({ type: 'branch-removed', id });
    await this.#turns.commit([...messageIds.map((id) => ({ type: 'delete-message' as const, id })), ...branchIds.map((id) => ({ type: 'delete-branch' as const, id }))], this.#settings);
    this.#turns.branchChanged();
  }

  readonly #dispatch = (event: ConversationEvent): void => {
    const before = this.#state;
    this.#state = reduce(before, event);
    if (this.#state !== before) this.#states.notify(this.#state, this.#report);
  };

  readonly #signal = (signal: ConversationSignal): void => this.#signals.notify(signal, signal.type === 'error' ? () => {} : this.#report);

  readonly #report = (error: unknown): void => this.#signal({ type: 'error', error });
}
