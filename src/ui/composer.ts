import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { trimWithMentions } from '../conversation/mention-edits.js';
import { type Mentionable, resolveMentions } from '../conversation/mentions.js';
import type { Mention } from '../model/message.js';
import { icon } from '../rendering/icons.js';
import type { AgentInfo, SkillSource } from '../run/skill.js';
import { composerArea } from './composer-area.js';
import { ComposerEditLastEvent, ComposerErrorEvent, ComposerPlanModeEvent, ComposerStopEvent, ComposerSubmitEvent } from './composer-events.js';
import { ComposerKeys } from './composer-keys.js';
import { ComposerSurroundings } from './composer-surroundings.js';
import { composerTools } from './composer-tools.js';
import { DraftController } from './draft-controller.js';
import { KeepTyping } from './keep-typing.js';
import { type Draft, emptyDraft, MentionField } from './mention-field.js';
import type { MentionChooseEvent } from './mention-menu.js';
import { hasSkills, MentionPicker } from './mention-picker.js';
import { MentionTyping } from './mention-typing.js';
import { type AgentStrings, defaultStrings } from './strings.js';

export { ComposerEditLastEvent, ComposerErrorEvent, ComposerPlanModeEvent, ComposerStopEvent, ComposerSubmitEvent };

let count = 0;

/**
 * The text field of the next message and everything that belongs to it. Renders into the shadow root around it.
 *
 * - The field is the truth about its text. Code writes it through the methods below only, and never while an input method
 *   composes a word: such a write waits for the commit (case 04).
 * - Submitting empties the field in the same task, then fires `composer-submit`: nothing is sent twice (case 29).
 * - Each conversation keeps its own draft, also in its history store (case 55).
 *
 * @fires composer-submit - `text`, `mentions`. Like all events of this element it stays inside the shadow root.
 * @fires composer-stop, composer-edit-last, composer-plan-mode
 * @fires composer-error - `error` of a lookup of skills, or of a draft that could not be stored
 */
export class AgentConversationComposer extends LitElement {
  @property({ attribute: false }) strings: AgentStrings = defaultStrings;
  /** Shown in the empty field; '' = the words of `strings`. */
  @property({ attribute: false }) placeholder = '';
  /** Accessible name of the field; '' = the word of `strings`. */
  @property({ attribute: false }) label = '';
  @property({ attribute: false }) disabled = false;
  /** Stands above the composer while it is disabled; '' = the words of `strings`. */
  @property({ attribute: false }) disabledReason = '';
  /** `mod-enter`: Enter makes a line, Ctrl or Cmd with Enter sends. On touch Enter always makes a line (case 05). */
  @property({ attribute: false }) submitKey: 'enter' | 'mod-enter' = 'enter';
  @property({ attribute: false }) running = false;
  /** The conversation is being read; typing and sending go on. */
  @property({ attribute: false }) loading = false;
  @property({ attribute: false }) planMode = false;
  /** Why plan mode cannot be had; null = it can. */
  @property({ attribute: false }) planModeReason: string | null = null;
  @property({ attribute: false }) skills: SkillSource = [];
  @property({ attribute: false }) agents: readonly AgentInfo[] = [];
  @property({ attribute: false }) withoutMentions = false;
  @property({ attribute: false }) withoutPlanMode = false;

  readonly #menuId = `mention-menu-${++count}`;
  readonly #picker = new MentionPicker(
    () => this,
    () => this.requestUpdate(),
    (error) => this.dispatchEvent(new ComposerErrorEvent(error)),
  );
  readonly #field = new MentionField((edit) => this.#picker.edited(edit));
  readonly #typing = new MentionTyping(this.#field, this.#picker);
  readonly #surroundings = new ComposerSurroundings(this, {
    resized: () => this.#grow(),
    pressedOutside: () => this.#picker.dismiss(),
  });
  readonly #keys = new ComposerKeys({
    picker: this.#picker,
    enterMakesLine: () => this.#enterMakesLine(),
    isEmpty: () => this.text === '' && !this.disabled,
    choose: () => this.#choose(),
    submit: () => this.#submit(),
    editLast: () => this.dispatchEvent(new ComposerEditLastEvent()),
  });
  /** Also says where drafts are kept, and hears what became of a sent text. */
  readonly drafts: DraftController = new DraftController(this, {
    field: this.#field,
    replace: (draft) => this.#replace(draft),
    report: (error) => this.dispatchEvent(new ComposerErrorEvent(error)),
  });

  constructor() {
    super();
    new KeepTyping(this, (target) => target === this.#field.area);
  }

  /** Another id puts this draft away and brings that one out. */
  @property({ attribute: false })
  get conversationId(): string {
    return this.drafts.id;
  }
  set conversationId(id: string) {
    this.drafts.open(id);
  }

  protected override createRenderRoot(): this {
    return this;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#field.compositionEnded();
    this.#picker.close();
  }

  protected override firstUpdated(): void {
    this.#field.attach(this.querySelector('textarea')!);
    this.#grow();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    // A focused button that goes would take focus with it (case 49).
    const focused = changed.has('running') ? this.#surroundings.focused : null;
    const goes = this.running ? !this.#canSend() && focused?.matches('[part~="send-button"]') : focused?.matches('[part~="stop-button"]');
    if (goes) this.focus({ preventScroll: true });
    if (this.disabled || this.withoutMentions) this.#picker.close();
  }

  protected override updated(): void {
    this.#surroundings.watchPresses(this.#picker.view !== null);
  }

  readonly #onKeyup = (event: KeyboardEvent): void => {
    this.#keys.up(event);
    if (/^(Arrow|Home|End|Page)/.test(event.key)) this.#onCaretMove();
  };

  readonly #onCaretMove = (): void => {
    if (!this.disabled) this.#typing.read();
  };

  readonly #onInput = (event: InputEvent): void => {
    if (!event.isComposing) this.#field.compositionEnded();
    this.#keys.typed();
    this.#onTextChange();
  };

  readonly #onBlur = (): void => {
    this.#field.compositionEnded();
    this.#picker.close();
    this.drafts.flush();
  };

  readonly #onCompositionEnd = (): void => {
    this.#field.compositionEnded();
    this.#onTextChange();
  };

  #onTextChange(): void {
    this.#onCaretMove();
    this.drafts.note();
    this.#grow();
    this.requestUpdate();
  }

  readonly #onPlanMode = (): void => {
    if (!this.disabled && this.planModeReason === null) this.dispatchEvent(new ComposerPlanModeEvent(!this.planMode));
  };

  readonly #onStop = (): void => {
    this.focus({ preventScroll: true });
    this.dispatchEvent(new ComposerStopEvent());
  };

  readonly #submit = (): void => {
    this.#field.commit();
    const draft = this.#field.read();
    const { text, mentions: chosen } = trimWithMentions(draft.text, draft.mentions);
    if (text === '' || this.disabled) return;
    const mentions = this.withoutMentions ? [] : resolveMentions(text, this.knownMentionables, chosen);
    this.#replace(emptyDraft);
    this.drafts.sent({ text, mentions });
    // A tap on Send must not bring a closed keyboard up.
    if (!this.#surroundings.isTouch || this.#surroundings.focused) this.focus({ preventScroll: true });
    this.dispatchEvent(new ComposerSubmitEvent(text, mentions));
  };

  #choose(index?: number): void {
    this.#typing.choose(index);
    this.#onTextChange();
  }

  #replace(draft: Draft): void {
    this.#typing.replace(draft);
    this.#grow();
    this.requestUpdate();
  }

  #canSend(): boolean {
    return !this.disabled && /\S/u.test(this.text);
  }

  #grow(): void {
    if (this.isConnected) this.#field.grow(this.#surroundings.element);
  }

  #enterMakesLine(): boolean {
    return this.submitKey === 'mod-enter' || this.#surroundings.isTouch;
  }

  /** The text as it stands in the field. */
  get text(): string {
    return this.#field.text;
  }

  /** Everything that a typed name can mean now; of a lookup, all that it ever returned. */
  get knownMentionables(): readonly Mentionable[] {
    return this.#picker.known;
  }

  override focus(options?: FocusOptions): void {
    this.#field.area?.focus(options);
  }

  /** Replaces text and mentions. Waits while a word is being composed. */
  setText(text: string, mentions: readonly Mention[] = []): void {
    this.#field.whenComposed(() => {
      this.#replace({ text, mentions });
      this.drafts.note();
    });
  }

  /**
   * Gives a refused text back, on a new line when there is text already (A4-6). It goes to the draft of the conversation it
   * was written in.
   */
  restore(text: string, mentions: readonly Mention[] = [], conversationId: string = this.conversationId): void {
    this.drafts.restore({ text, mentions }, conversationId);
  }

  clear(): void {
    this.setText('');
  }

  protected override render(): TemplateResult {
    const { strings, disabled } = this;
    const view = this.#picker.view;
    const hintId = `${this.#menuId}-hint`;
    const hint = disabled ? this.disabledReason || strings.disabled : null;
    return html`
      ${hint === null ? nothing : html`<div class="hint" id=${hintId}>${icon('lock')}<span>${hint}</span></div>`}
      <div part="composer" class=${disabled ? 'is-disabled' : ''}>
        <agent-conversation-mention-menu
          .strings=${strings}
          .menuId=${this.#menuId}
          .view=${view}
          @mention-choose=${(event: MentionChooseEvent) => this.#choose(event.index)}
        ></agent-conversation-mention-menu>
        ${this.planMode && !this.withoutPlanMode
          ? html`<div class="modeline">${icon('plan')}<b>${strings.planFirst}</b><span>${strings.planFirstDetail}</span></div>`
          : nothing}
        ${composerArea({
          label: this.label || strings.message,
          placeholder: this.#placeholder(),
          disabled,
          hintId: hint === null ? null : hintId,
          enterMakesLine: this.#enterMakesLine(),
          menuId: this.#menuId,
          activeIndex: view && view.rows.length > 0 ? view.activeIndex : null,
          onKeydown: (event) => this.#keys.down(event),
          onKeyup: this.#onKeyup,
          onInput: this.#onInput,
          onClick: this.#onCaretMove,
          onFocus: () => this.#keys.focused(),
          onBlur: this.#onBlur,
          onCompositionStart: () => this.#field.compositionStarted(),
          onCompositionEnd: this.#onCompositionEnd,
        })}
        ${composerTools({
          strings,
          disabled,
          id: this.#menuId,
          running: this.running,
          canSend: this.#canSend(),
          planMode: this.planMode,
          planModeReason: this.planModeReason,
          showsPlanMode: !this.withoutPlanMode,
          showsSkills: !this.withoutMentions && hasSkills(this.skills),
          skillsOpen: view?.trigger === '/',
          onSkills: () => {
            if (!disabled) this.#typing.toggle();
          },
          onPlanMode: this.#onPlanMode,
          onStop: this.#onStop,
          onSend: this.#submit,
        })}
      </div>
    `;
  }

  #placeholder(): string {
    const { strings } = this;
    if (this.loading) return strings.loading;
    return this.running ? strings.messageWhileRunning : this.placeholder || strings.message;
  }
}
