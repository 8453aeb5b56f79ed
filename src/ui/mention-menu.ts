import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { mentionText } from '../conversation/mentions.js';
import type { RankedMentionable } from '../conversation/mention-ranking.js';
import { icon } from '../rendering/icons.js';
import type { PickerView } from './mention-picker.js';
import { type AgentStrings, defaultStrings } from './strings.js';

/** A row was pointed at and chosen. */
export class MentionChooseEvent extends Event {
  static readonly eventName = 'mention-choose';
  readonly index: number;

  constructor(index: number) {
    super(MentionChooseEvent.eventName, { bubbles: true });
    this.index = index;
  }
}

/** Three rows, in px. */
const leastRoom = 120;

/** Id of a row, for `aria-activedescendant`. */
export function optionId(menuId: string, index: number): string {
  return `${menuId}-${index}`;
}

/**
 * The list of skills or agents above the composer. It never takes focus: the field drives it (combobox pattern) and
 * points at the selected row.
 *
 * @csspart mention-menu - The list, or the note why there is none.
 * @csspart mention-option - One row.
 * @fires mention-choose - Inside the shadow root only: a row was chosen with a pointer.
 */
export class AgentConversationMentionMenu extends LitElement {
  @property({ attribute: false }) strings: AgentStrings = defaultStrings;
  /** Id of the list in its root. */
  @property({ attribute: false }) menuId = 'mention-menu';
  @property({ attribute: false }) view: PickerView | null = null;

  protected override createRenderRoot(): this {
    return this;
  }

  protected override updated(): void {
    const list = this.querySelector<HTMLElement>('[role="listbox"]');
    this.#fit();
    const row = list?.querySelector<HTMLElement>('[aria-selected="true"]');
    if (!list || !row) return;
    // Not scrollIntoView: that would scroll the page too.
    const above = list.getBoundingClientRect().top + list.clientTop - row.getBoundingClientRect().top;
    const below = row.getBoundingClientRect().bottom - list.getBoundingClientRect().top - list.clientHeight;
    if (above > 0) list.scrollTop -= above;
    else if (below > 0) list.scrollTop += below;
  }

  /** No higher than the room above it in the element. */
  #fit(): void {
    const root = this.getRootNode();
    if (!this.view || !(root instanceof ShadowRoot) || !this.parentElement) return;
    const room = this.parentElement.getBoundingClientRect().top - root.host.getBoundingClientRect().top - 16;
    this.style.setProperty('--_room', `${Math.max(leastRoom, room)}px`);
  }

  protected override render(): unknown {
    const { strings, view } = this;
    if (!view) return nothing;
    if (view.rows.length === 0) {
      return html`<div class="pop" part="mention-menu" role="status">
        ${view.note?.type === 'failed' ? html`<div class="note">${strings.lookupFailed}<span>${view.note.reason}</span></div>` : html`<div class="note">${strings.noMatch}</div>`}
      </div>`;
    }
    const heading = view.trigger === '/' ? strings.skills : strings.agents;
    return html`<div class="pop" part="mention-menu" role="listbox" id=${this.menuId} aria-label=${heading} @mousedown=${keepFocus}>
      <div class="grp" aria-hidden="true">${heading}</div>
      ${view.rows.map((row, index) => this.#row(row, index, index === view.activeIndex))}
      <div class="keys" aria-hidden="true">
        <span><kbd>↑</kbd> <kbd>↓</kbd> ${strings.menuChoose}</span><span><kbd>↵</kbd> ${strings.menuInsert}</span><span><kbd>esc</kbd> ${strings.menuClose}</span>
      </div>
    </div>`;
  }

  #row({ item, ranges }: RankedMentionable, index: number, selected: boolean): TemplateResult {
    const marked: unknown[] = [];
    let from = 0;
    for (const { start, end } of ranges) {
      marked.push(item.name.slice(from, start), html`<mark>${item.name.slice(start, end)}</mark>`);
      from = end;
    }
    marked.push(item.name.slice(from));
    return html`<div
      part="mention-option"
      role="option"
      id=${optionId(this.menuId, index)}
      aria-selected=${selected ? 'true' : 'false'}
      @click=${() => this.dispatchEvent(new MentionChooseEvent(index))}
    >
      ${icon(item.type)}<span><b>${mentionText({ type: item.type, name: '' })}${marked}</b>${item.description ? html`<span>${item.description}</span>` : nothing}</span>${selected
        ? html`<kbd aria-hidden="true">↵</kbd>`
        : nothing}
    </div>`;
  }
}

function keepFocus(event: Event): void {
  event.preventDefault();
}
