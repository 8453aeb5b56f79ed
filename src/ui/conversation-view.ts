/** What `<agent-conversation>` draws, as a function of its state. */
import { html, nothing, type TemplateResult } from 'lit';
import type { ConversationState } from '../conversation/state.js';
import { shownPath, siblingsOf, type MessageTree } from '../conversation/tree.js';
import { textOf, type ConversationMessage, type Mention } from '../model/message.js';
import { icon } from '../rendering/icons.js';
import { renderingStyles } from '../rendering/rendering.styles.js';
import type { RemoteImages } from '../rendering/remote-images.js';
import type { Renderers } from '../rendering/renderer.js';
import type { AgentInfo, SkillSource } from '../run/skill.js';
import { baseStyles } from './base.styles.js';
import { cardStyles } from './card.styles.js';
import { composerStyles } from './composer.styles.js';
import type { ComposerErrorEvent, ComposerPlanModeEvent, ComposerSubmitEvent } from './composer-events.js';
import { controlsStyles } from './controls.styles.js';
import { emptyState, type Suggestion } from './empty-state.js';
import { frameStyles } from './frame.styles.js';
import { mentionMenuStyles } from './mention-menu.styles.js';
import type { MessageVersions } from './message-actions.js';
import type { MessageActionEvent } from './message.js';
import { messageStyles } from './message.styles.js';
import { noticeView } from './notice-view.js';
import type { Notice } from './notices.js';
import type { PlanDecisionEvent } from './plan-card.js';
import { queueView } from './queue-view.js';
import type { AgentStrings } from './strings.js';
import { threadStyles } from './thread.styles.js';

export const conversationStyles = [baseStyles, controlsStyles, renderingStyles, frameStyles, threadStyles, messageStyles, cardStyles, composerStyles, mentionMenuStyles];

export interface ConversationView {
  readonly state: ConversationState;
  readonly strings: AgentStrings;
  readonly locale: string | undefined;
  readonly label: string;
  readonly placeholder: string;
  readonly agentName: string;
  readonly agents: readonly AgentInfo[];
  readonly skills: SkillSource;
  readonly suggestions: readonly Suggestion[];
  readonly renderers: Renderers | undefined;
  readonly allowedImageOrigins: readonly string[];
  readonly remoteImages: RemoteImages | undefined;
  readonly notices: readonly Notice[];
  readonly toolTimes: ReadonlyMap<string, number>;
  readonly editingId: string | null;
  readonly editError: string | null;
  readonly submitKey: 'enter' | 'mod-enter';
  readonly disabled: boolean;
  readonly disabledReason: string;
  readonly readOnly: boolean;
  readonly withoutHeader: boolean;
  readonly withoutPlanMode: boolean;
  readonly withoutBranching: boolean;
  readonly withoutMentions: boolean;
  readonly planMode: boolean;
  readonly planModeReason: string | null;
  readonly branchingReason: string | null;
  onSubmit(text: string, mentions: readonly Mention[]): void;
  onStop(): void;
  onPlanMode(planMode: boolean): void;
  onEditLast(): void;
  onComposerError(error: unknown): void;
  onMessageAction(event: MessageActionEvent): void;
  onPlanDecision(event: PlanDecisionEvent): void;
  onSuggestion(suggestion: Suggestion): void;
  onNewConversation(): void;
  onCancelFork(): void;
  onQueueEdit(id: string): void;
  onQueueSendNow(id: string): void;
  onQueueRemove(id: string): void;
  onDismiss(id: string): void;
  onRenderError(error: unknown): void;
}

export function renderConversation(view: ConversationView): TemplateResult {
  const messages = shownPath(view.state.tree);
  return html`<section part="base" aria-label=${view.label} @message-action=${view.onMessageAction} @plan-decision=${(event: PlanDecisionEvent) => view.onPlanDecision(event)}>
    ${view.withoutHeader ? nothing : renderHeader(view, messages)}
    ${messages.length === 0 ? renderEmpty(view) : nothing}
    <agent-conversation-thread
      .conversationId=${view.state.conversationId}
      .messages=${messages}
      .versions=${versionsIn(view.state.tree)}
      .strings=${view.strings}
      .locale=${view.locale}
      .agentName=${view.agentName}
      .renderers=${view.renderers}
      .allowedImageOrigins=${view.allowedImageOrigins}
      .remoteImages=${view.remoteImages}
      .report=${view.onRenderError}
      .running=${view.state.turn.phase === 'running'}
      .readOnly=${view.readOnly}
      .withoutBranching=${view.withoutBranching}
      .branchingReason=${view.branchingReason}
      .draftForkId=${view.state.draftForkId}
      .editingId=${view.editingId}
      .editError=${view.editError}
      .toolTimes=${view.toolTimes}
    ></agent-conversation-thread>
    ${renderDock(view)}
    <div class="announcer visually-hidden"><div role="log" aria-live="polite"></div><div aria-live="assertive"></div></div>
  </section>`;
}

function renderHeader(view: ConversationView, messages: readonly ConversationMessage[]): TemplateResult {
  const first = messages.find((message) => message.role === 'user');
  const title = (first && textOf(first.content).trim()) || view.strings.newConversation;
  return html`<header part="header">
    <slot name="header"><span class="title" dir="auto">${title}</span>${view.agentName ? html`<span class="sub" dir="auto">${view.agentName}</span>` : nothing}</slot>
    <span class="spring"></span>
    <slot name="header-actions"></slot>
    ${view.readOnly
      ? nothing
      : html`<button type="button" class="icon" aria-label=${view.strings.newConversation} title=${view.strings.newConversation} @click=${view.onNewConversation}>${icon('compose')}</button>`}
  </header>`;
}

function renderEmpty(view: ConversationView): TemplateResult {
  const { strings, suggestions } = view;
  const inner = view.state.loading ? nothing : emptyState({ title: strings.emptyTitle, detail: strings.emptyDetail, suggestions: view.readOnly || view.disabled ? [] : suggestions, onChoose: view.onSuggestion });
  return html`<slot name="empty">${inner}</slot>`;
}

function renderDock(view: ConversationView): TemplateResult {
  const { strings, state } = view;
  return html`<div class="dock">
    ${view.notices.map(({ id, bad, title, text }) => noticeView({ strings, title, text, bad, onDismiss: () => view.onDismiss(id) }))}
    <slot name="before-composer"></slot>
    ${view.readOnly ? html`<div class="hint">${icon('lock')}<span>${strings.readOnly}</span></div>` : renderComposer(view)}
    <slot name="footer"></slot>
  </div>`;

  function renderComposer(view: ConversationView): TemplateResult {
    return html`${queueView({ queue: state.queue, strings, onEdit: view.onQueueEdit, onSendNow: view.onQueueSendNow, onRemove: view.onQueueRemove })}
      ${state.draftForkId === null
        ? nothing
        : html`<div class="hint">${icon('fork')}<span>${strings.forkHint}</span><button type="button" class="link" @click=${view.onCancelFork}>${strings.forkCancel}</button></div>`}
      <agent-conversation-composer
        .conversationId=${state.conversationId}
        .strings=${strings}
        .placeholder=${view.placeholder}
        .disabled=${view.disabled}
        .disabledReason=${view.disabledReason}
        .submitKey=${view.submitKey}
        .running=${state.turn.phase !== 'idle'}
        .loading=${state.loading}
        .planMode=${view.planMode}
        .planModeReason=${view.planModeReason}
        .skills=${view.skills}
        .agents=${view.agents}
        .withoutMentions=${view.withoutMentions}
        .withoutPlanMode=${view.withoutPlanMode}
        @composer-submit=${({ text, mentions }: ComposerSubmitEvent) => view.onSubmit(text, mentions)}
        @composer-stop=${view.onStop}
        @composer-plan-mode=${({ planMode }: ComposerPlanModeEvent) => view.onPlanMode(planMode)}
        @composer-edit-last=${view.onEditLast}
        @composer-error=${({ error }: ComposerErrorEvent) => view.onComposerError(error)}
      ></agent-conversation-composer>`;
  }
}

const known = new WeakMap<object, (message: ConversationMessage) => MessageVersions>();

/** The same function as long as nothing was added or taken away: another one draws every message again. */
function versionsIn({ children }: MessageTree): (message: ConversationMessage) => MessageVersions {
  let versions = known.get(children);
  if (!versions) known.set(children, (versions = (message) => versionsOf(children, message)));
  return versions;
}

function versionsOf(children: MessageTree['children'], message: ConversationMessage): MessageVersions {
  const siblings = siblingsOf(children, message);
  const at = siblings.indexOf(message.id);
  return { index: at + 1, count: siblings.length, previousId: siblings[at - 1] ?? null, nextId: siblings[at + 1] ?? null };
}
