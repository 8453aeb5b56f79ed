/** Blocks of Markdown -> Lit templates, one per block, so that a finished block is never touched again. */
import { html, nothing, type TemplateResult } from 'lit';
import type { FootnoteDefToken, MarkedToken, Token, Tokens } from '../markdown/tokens.js';
import type { Blocks } from '../markdown/blocks.js';
import { plainText } from '../markdown/plain-text.js';
import { directionOfToken } from './block-direction.js';
import { renderCode } from './code.js';
import { renderFootnote } from './footnote.js';
import { deepest, renderInline } from './inline-view.js';
import type { RenderContext } from './render-context.js';
import { dependenciesOf, renderRuns } from './runs.js';
import { renderTable } from './table.js';

const caret = html`<span class="caret"></span>`;

/** About a screen of text. */
const blocksOfRun = 12;

/**
 * Draws the blocks. A block is drawn again only when it, the words of the interface, or what may load or be drawn has changed.
 * Of the first `laidOut` blocks the browser knows the size: finished runs of them may be skipped while out of view, so that a piece
 * of a long reply costs what its end costs.
 */
export function renderMarkdown(blocks: Blocks, context: RenderContext, laidOut = 0): TemplateResult {
  const shown = blocks.list.filter(({ token }) => token.type !== 'def');
  const open = context.streaming ? shown.length - 1 : -1;
  const frame = (content: unknown, settled: boolean, end: number): TemplateResult => html`<div class=${settled && end <= laidOut ? 'run settled' : 'run'}>${content}</div>`;
  return html`${renderRuns(shown, open, dependenciesOf(context), ({ token }, isOpen) => renderBlock(token, context, isOpen, 0), { length: blocksOfRun, frame })}`;
}

/** `open` marks the block that the text ends in: it holds the caret. */
function renderBlock(token: MarkedToken, context: RenderContext, open: boolean, depth: number): unknown {
  if (depth > deepest) return html`<p>${plainText(token)}</p>`;
  const end = open ? caret : nothing;
  switch (token.type) {
    case 'paragraph':
      return html`<p class=${startsWithTag(token) ? 'as-typed' : nothing} dir=${directionOfToken(token)}>${renderInline(token.tokens, context)}${end}</p>`;
    case 'heading':
      return renderHeading(token, context, end);
    case 'code':
      return renderCode(token, context, end);
    case 'blockquote':
      return html`<blockquote dir=${directionOfToken(token)}>${renderBlocks(token.tokens, context, open, depth + 1)}</blockquote>`;
    case 'list':
      return renderList(token, context, open, depth + 1);
    case 'table':
      return renderTable(token, context, end);
    case 'hr':
      return html`<hr />${open ? html`<p>${caret}</p>` : nothing}`;
    case 'space':
    case 'def':
      return nothing;
    default: {
      const note = token as unknown as FootnoteDefToken | Tokens.Generic;
      const words = html`<p dir=${directionOfToken(token)}>${renderInline(isFootnote(note) ? note.tokens : [token], context)}${end}</p>`;
      return isFootnote(note) ? renderFootnote(note.label, words, context) : words;
    }
  }
}

function isFootnote(token: FootnoteDefToken | Tokens.Generic): token is FootnoteDefToken {
  return token.type === 'footnote_def';
}

function renderBlocks(tokens: readonly Token[], context: RenderContext, open: boolean, depth: number): unknown {
  const last = open ? tokens.findLastIndex(({ type }) => type !== 'space' && type !== 'def') : -1;
  return renderRuns(tokens, last, dependenciesOf(context), (token, isOpen) => renderBlock(token as MarkedToken, context, isOpen, depth));
}

function renderHeading(token: Tokens.Heading, context: RenderContext, end: unknown): TemplateResult {
  const direction = directionOfToken(token);
  const words = renderInline(token.tokens, context);
  switch (token.depth) {
    case 1:
      return html`<h1 dir=${direction}>${words}${end}</h1>`;
    case 2:
      return html`<h2 dir=${direction}>${words}${end}</h2>`;
    case 3:
      return html`<h3 dir=${direction}>${words}${end}</h3>`;
    case 4:
      return html`<h4 dir=${direction}>${words}${end}</h4>`;
    case 5:
      return html`<h5 dir=${direction}>${words}${end}</h5>`;
    default:
      return html`<h6 dir=${direction}>${words}${end}</h6>`;
  }
}

function renderList(token: Tokens.List, context: RenderContext, open: boolean, depth: number): TemplateResult {
  const last = open ? token.items.length - 1 : -1;
  const items = renderRuns(token.items, last, dependenciesOf(context), (item, isOpen) => renderItem(item, context, isOpen, depth));
  const direction = directionOfToken(token);
  if (!token.ordered) return html`<ul dir=${direction}>${items}</ul>`;
  return html`<ol dir=${direction} start=${token.start === 1 ? nothing : token.start}>${items}</ol>`;
}

function renderItem(item: Tokens.ListItem, context: RenderContext, open: boolean, depth: number): TemplateResult {
  const [first, second] = item.tokens as MarkedToken[];
  const last = open ? item.tokens.findLastIndex(({ type }) => type !== 'space' && type !== 'def') : -1;
  const boxed = first?.type === 'checkbox' ? first : undefined;
  const rest = boxed ? item.tokens.slice(second?.type === 'text' ? 2 : 1) : item.tokens;
  const skipped = item.tokens.length - rest.length;
  const words = boxed && second?.type === 'text' ? html`${renderInline(second.tokens ?? [second], context)}${last === 1 ? caret : nothing}` : nothing;
  const parts = renderRuns(rest as MarkedToken[], last - skipped, dependenciesOf(context), (token, isOpen) => renderInItem(token, context, isOpen, depth));
  const end = open && (last === -1 || (boxed && last === 0)) ? caret : nothing;
  return html`<li class=${item.task ? 'task' : nothing} dir=${directionOfToken(item)}>${boxed ? withBox(boxed, words) : nothing}${parts}${end}</li>`;
}

function renderInItem(token: MarkedToken, context: RenderContext, open: boolean, depth: number): unknown {
  const end = open ? caret : nothing;
  if (token.type === 'text') return html`${renderInline(token.tokens ?? [token], context)}${end}`;
  const box = token.type === 'paragraph' ? (token.tokens[0] as MarkedToken | undefined) : undefined;
  if (token.type === 'paragraph' && box?.type === 'checkbox') return html`<p>${withBox(box, renderInline(token.tokens.slice(1), context))}${end}</p>`;
  return renderBlock(token, context, open, depth);
}

/** The words of a task name its box, so it is read as "write, checkbox, not checked". */
function withBox(box: Tokens.Checkbox, words: unknown): TemplateResult {
  return html`<label><input type="checkbox" disabled ?checked=${box.checked} />${words}</label>`;
}

/** Lines of raw HTML are shown as written, line breaks included. */
function startsWithTag(token: Tokens.Paragraph): boolean {
  return token.tokens[0]?.type === 'html' && !/^<br\b/i.test(token.tokens[0].raw);
}
