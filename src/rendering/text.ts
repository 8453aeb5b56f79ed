import { html, nothing, type TemplateResult } from 'lit';
import { Directive, directive, type PartInfo, PartType } from 'lit/directive.js';
import type { Mention, TextBlock } from '../model/message.js';
import { parseBlocks, type Blocks } from '../markdown/blocks.js';
import { directionOf, type Direction } from '../markdown/direction.js';
import { safeTail } from '../markdown/safe-text.js';
import { renderMarkdown } from './markdown-view.js';
import type { RenderContext, Rendered } from './render-context.js';

/** The agent's text as Markdown, a person's text as typed. */
export function renderText(block: TextBlock, context: RenderContext): Rendered {
  if (context.role === 'user') return renderUserText(block.text, context.mentions ?? [], context.textOffset ?? 0);
  return html`${markdown(block.text, context)}`;
}

/** Remembers the blocks of the last text, so that only the open end of a streaming reply is parsed and drawn again. */
class MarkdownDirective extends Directive {
  #blocks: Blocks | undefined;
  #context: RenderContext | undefined;
  /** Blocks that were drawn while the text streamed, in a frame before this one. */
  #laidOut = 0;
  /** One function for all renders: finished blocks are not drawn again and keep the listener of their first render. */
  readonly #onCopy = (text: string): void => this.#context?.onCopy(text);

  constructor(info: PartInfo) {
    super(info);
    if (info.type !== PartType.CHILD) throw new Error('markdown() stands between tags, as in html`<div>${markdown(text, context)}</div>`');
  }

  render(text: string, context: RenderContext): unknown {
    this.#context = context;
    const before = context.streaming || this.#laidOut > 0 ? (this.#blocks?.list.length ?? 0) : 0;
    // A block that was the last one may have grown since.
    this.#laidOut = Math.max(this.#laidOut, before - 1);
    this.#blocks = parseBlocks(text, this.#blocks, context.streaming);
    return renderMarkdown(this.#blocks, { ...context, onCopy: this.#onCopy }, this.#laidOut);
  }
}

/** Markdown as templates, for a child position. Finished blocks keep their nodes while the text grows. */
export const markdown = directive(MarkdownDirective);

interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly direction: Direction | undefined;
}

/**
 * A person's words exactly as typed, mentions as pills, each stretch of lines in its own direction. `offset` is where the text
 * starts in the text that the mentions count in. A mention that is outside the text or overlaps an earlier one is plain text.
 */
export function renderUserText(text: string, mentions: readonly Mention[] = [], offset = 0): TemplateResult {
  const inside = mentions
    .map(({ start, end }) => ({ start: start - offset, end: end - offset }))
    .filter(({ start, end }) => start >= 0 && end > start && end <= text.length)
    .sort((a, b) => a.start - b.start);
  const stretches = stretchesOf(text);
  return html`${stretches.map(({ start, end, direction }) => html`<div class="as-typed" dir=${direction ?? nothing}>${withPills(text, start, end, inside)}</div>`)}`;
}

function withPills(text: string, start: number, end: number, mentions: readonly { readonly start: number; readonly end: number }[]): unknown[] {
  const drawn: unknown[] = [];
  let position = start;
  for (const mention of mentions) {
    if (mention.start < position || mention.end > end) continue;
    drawn.push(safeTail(text.slice(position, mention.start)), html`<span class="pill">${safeTail(text.slice(mention.start, mention.end))}</span>`);
    position = mention.end;
  }
  drawn.push(safeTail(text.slice(position, end)));
  return drawn;
}

/** Neighbouring lines of one direction. A line without letters goes with the lines after it, so copied text keeps its blank lines. */
function stretchesOf(text: string): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let start = 0;
  let direction: Direction | undefined;
  let undecidedFrom: number | undefined;
  let lineStart = 0;
  for (const line of text.split('\n')) {
    const own = directionOf(line);
    if (own === undefined) undecidedFrom ??= lineStart;
    else {
      if (direction !== undefined && own !== direction) {
        const cut = undecidedFrom ?? lineStart;
        stretches.push({ start, end: cut - 1, direction });
        start = cut;
      }
      direction = own;
      undecidedFrom = undefined;
    }
    lineStart += line.length + 1;
  }
  stretches.push({ start, end: text.length, direction });
  return stretches;
}
