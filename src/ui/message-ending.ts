/** The line under a reply's text: how it goes on while it streams, or how it ended. */
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { textOf } from '../model/message.js';
import type { ConversationMessage } from '../model/message.js';
import { readableName } from '../rendering/format.js';
import { icon } from '../rendering/icons.js';
import { formatElapsed } from './duration.js';
import type { AgentStrings } from './strings.js';

/** What is being done, a bar only when a percentage is known, and the time from the first full second on. */
export function progressLine({ progress }: ConversationMessage, elapsed: number, strings: AgentStrings, locale?: string): TemplateResult {
  const { message, step } = progress ?? {};
  // An agent names the tool it calls as the model does.
  const text = (step === 'action_execution' && message && !/\s/.test(message) ? readableName(message) : message) || step || strings.thinking;
  const percentage = percentageOf(progress?.percentage);
  return html`<div part="progress">
    <span class="st run"></span><b dir="auto">${text}</b>${percentage === null
      ? nothing
      : html`<span class="meter" role="progressbar" aria-label=${text} aria-valuemin="0" aria-valuemax="100" aria-valuenow=${Math.round(percentage)}><i></i></span>`}${elapsed >= 1000
      ? html`<span class="num">${formatElapsed(elapsed, locale)}</span>`
      : nothing}
  </div>`;
}

/** 0 to 100, or null when it is not known. */
export function percentageOf(value: number | undefined): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? Math.min(100, Math.max(0, value)) : null;
}

export interface EndingView {
  readonly strings: AgentStrings;
  readonly locale: string | undefined;
  /** Null where nothing can be run again (read-only). */
  readonly onRetry: (() => void) | null;
  /** Why it cannot be run again now; null = it can. */
  readonly retryReason: string | null;
}

/** The reason and the next step in one line; nothing for a reply that simply ended. */
export function endingLine(message: ConversationMessage, view: EndingView): TemplateResult | typeof nothing {
  const { strings, locale } = view;
  switch (message.status) {
    case 'failed':
      // The same words would fail the same way, so an invalid message is not offered again.
      return line('bad', icon('alert'), html`<b>${strings.failed}</b> ${message.error?.message ?? ''}`, message.error?.code === 'INVALID_MESSAGE' ? nothing : retryButton(view));
    case 'interrupted':
      return line('', icon('alert'), html`<b>${strings.interrupted}</b> ${strings.interruptedDetail}`, retryButton(view));
    case 'stopped': {
      const after = message.endedAt === undefined ? strings.stoppedByYou : strings.stoppedAfter(formatElapsed(message.endedAt - message.createdAt, locale));
      return line('stopped', icon('stop'), html`<b>${strings.stopped}</b> ${after}`);
    }
    case 'awaiting-input':
      return line('', icon('comment'), html`<b>${strings.awaitingInput}</b>`);
    case 'complete':
      return isWordless(message) ? line('', icon('alert'), html`${strings.noReply}`) : nothing;
    case 'streaming':
      return nothing;
  }
}

function line(kind: '' | 'bad' | 'stopped', glyph: unknown, text: TemplateResult, action: TemplateResult | typeof nothing = nothing): TemplateResult {
  return html`<div class="ending ${kind}"><span class="st ${kind === 'bad' ? 'fail' : kind === 'stopped' ? 'solid' : ''}">${glyph}</span><span class="m" dir="auto">${text}</span>${action}</div>`;
}

function retryButton({ strings, onRetry, retryReason }: EndingView): TemplateResult | typeof nothing {
  if (!onRetry) return nothing;
  return html`<button
    type="button"
    class="btn small"
    title=${retryReason ?? nothing}
    aria-disabled=${retryReason === null ? nothing : 'true'}
    @click=${() => {
      if (retryReason === null) onRetry();
    }}
  >
    ${strings.retry}
  </button>`;
}

function isWordless({ content, responseForm, actionableCommands }: ConversationMessage): boolean {
  if (responseForm || actionableCommands?.length) return false;
  return textOf(content).trim() === '' && !content.some(({ type }) => type !== 'text' && type !== 'reasoning');
}
