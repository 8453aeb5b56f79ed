/** The row of actions under a message: a toolbar with one tab stop, walked with the arrow keys. */
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { icon } from '../rendering/icons.js';
import type { AgentStrings } from './strings.js';

export type MessageAction = 'edit' | 'save-edit' | 'cancel-edit' | 'regenerate' | 'fork' | 'retry' | 'select' | 'copy';

/** Where a message stands among the messages that follow the same one. `index` counts from 1. */
export interface MessageVersions {
  readonly index: number;
  readonly count: number;
  readonly previousId: string | null;
  readonly nextId: string | null;
}

export interface ActionsView {
  readonly strings: AgentStrings;
  readonly role: 'user' | 'assistant';
  /** It answers a form: there is no text of the person's to edit. */
  readonly answers?: boolean;
  readonly versions: MessageVersions | null;
  /** A streaming reply offers its versions only. */
  readonly versionsOnly: boolean;
  readonly withoutBranching: boolean;
  /** Why edit, regenerate and fork cannot be used now; null = they can. */
  readonly branchingReason: string | null;
  readonly copied: boolean;
  /** The next message starts a branch after this one. */
  readonly forking: boolean;
  readonly onAction: (action: MessageAction, targetId?: string) => void;
}

interface Button {
  readonly part: string;
  readonly label: string;
  readonly glyph: unknown;
  readonly run: () => void;
  /** Disabled buttons keep their place in the row and say why. */
  readonly disabled?: string | boolean;
  readonly pressed?: boolean;
}

function button({ part, label, glyph, run, disabled = false, pressed }: Button): TemplateResult {
  // tabindex is kept by `roveTabStop`, so the template never writes it again.
  return html`<button
    type="button"
    class="icon"
    part=${part}
    tabindex="-1"
    aria-label=${label}
    title=${typeof disabled === 'string' && disabled ? `${label}: ${disabled}` : label}
    aria-disabled=${disabled ? 'true' : nothing}
    aria-pressed=${pressed === undefined ? nothing : String(pressed)}
    @click=${() => {
      if (!disabled) run();
    }}
  >
    ${glyph}
  </button>`;
}

function versionButtons(versions: MessageVersions, { strings, onAction }: ActionsView): TemplateResult {
  const { previousId, nextId } = versions;
  const select = (id: string | null): void => {
    if (id !== null) onAction('select', id);
  };
  return html`<span part="branch-nav" role="group" aria-label=${strings.versions}>
    ${button({ part: 'branch-previous', label: strings.previousVersion, glyph: icon('left', 'flip'), run: () => select(previousId), disabled: previousId === null })}
    <span part="branch-position">${strings.versionPosition(versions.index, versions.count)}</span>
    ${button({ part: 'branch-next', label: strings.nextVersion, glyph: icon('right', 'flip'), run: () => select(nextId), disabled: nextId === null })}
  </span>`;
}

export function messageActions(view: ActionsView): TemplateResult | typeof nothing {
  const { strings, role, versions, withoutBranching, versionsOnly, copied, forking, onAction } = view;
  const blocked = view.branchingReason ?? false;
  const group = versions && versions.count > 1 && !withoutBranching ? versionButtons(versions, view) : nothing;
  if (versionsOnly && group === nothing) return nothing;
  const branching = !withoutBranching && !versionsOnly;
  return html`<div part="message-actions" role="toolbar" aria-label=${strings.messageActions} @keydown=${walkToolbar} @focusin=${keepTabStop}>
    ${group}
    ${versionsOnly ? nothing : button({ part: 'copy-button', label: copied ? strings.copied : strings.copy, glyph: icon(copied ? 'check' : 'copy'), run: () => onAction('copy') })}
    ${branching && role === 'user' && !view.answers ? button({ part: 'edit-button', label: strings.edit, glyph: icon('edit'), run: () => onAction('edit'), disabled: blocked }) : nothing}
    ${branching && role === 'assistant'
      ? button({ part: 'regenerate-button', label: strings.regenerate, glyph: icon('regenerate'), run: () => onAction('regenerate'), disabled: blocked })
      : nothing}
    ${branching ? button({ part: 'fork-button', label: strings.fork, glyph: icon('fork'), run: () => onAction('fork'), disabled: blocked, ...(forking ? { pressed: true } : {}) }) : nothing}
  </div>`;
}

/** Exactly one button of the row can be reached with Tab: the one last focused, else the first that does something. */
export function roveTabStop(toolbar: Element, stop?: Element): void {
  const buttons = buttonsOf(toolbar);
  const current = stop ?? buttons.find((each) => each.tabIndex === 0) ?? buttons.find((each) => each.ariaDisabled !== 'true') ?? buttons[0];
  for (const each of buttons) each.tabIndex = each === current ? 0 : -1;
}

function buttonsOf(toolbar: Element): HTMLButtonElement[] {
  return [...toolbar.querySelectorAll('button')];
}

function keepTabStop(event: FocusEvent): void {
  if (event.target instanceof HTMLButtonElement) roveTabStop(event.currentTarget as Element, event.target);
}

function walkToolbar(event: KeyboardEvent): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const toolbar = event.currentTarget as HTMLElement;
  const buttons = buttonsOf(toolbar);
  const at = buttons.indexOf(event.target as HTMLButtonElement);
  if (at < 0) return;
  const forward = getComputedStyle(toolbar).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
  let to: number;
  if (event.key === 'Home') to = 0;
  else if (event.key === 'End') to = buttons.length - 1;
  else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') to = (at + (event.key === forward ? 1 : -1) + buttons.length) % buttons.length;
  else return;
  // The key did something here: the page must not scroll or act on it as well.
  event.preventDefault();
  event.stopPropagation();
  buttons[to]?.focus();
}
