/** Blocks of Markdown -> Lit templates, one per block, so that a finished block is never touched again. */
import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { repeat } from 'lit/directives/repeat.js';
import type { MarkedToken, Token, Tokens } from '../markdown/tokens.js';
import type { Blocks } from '../markdown/blocks.js';
import { directionOf, type Direction } from '../markdown/direction.js';
import { plainText, plainTextOf } from '../markdown/plain-text.js';
import { renderCode } from './code.js';
import { deepest, renderInline } from './inline-view.js';
import type { RenderContext } from './render-context.js';

const caret = html`<span class="caret"></span>`;

/** Draws the blocks. A block is drawn again only when it, the words of the interface, or what may load has changed. */
export function renderMarkdown(blocks: Blocks, context: RenderContext): TemplateResult {
  const shown = blocks.list.filter(({ token }) => token.type !== 'def');
  const last = shown.at(-1);
  return html`${repeat(
    shown,
    ({ key }) => key,
    (block) => {
      const open = context.streaming && block === last;
      return html`${guard([block, open, context.strings, context.allowedImageOrigins, context.onCopy], () => renderBlock(block.token, context, open, 0))}`;
    },
  )}`;
}

/** `open` marks the block that the text ends in: it holds the caret. */
function renderBlock(token: MarkedToken, context: RenderContext, open: boolean, depth: number): unknown {
  if (depth > deepest) return html`<p>${token.raw}</p>`;
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
    default:
      return html`<p dir=${directionOfToken(token)}>${renderInline([token], context)}${end}</p>`;
  }
}

function renderBlocks(tokens: readonly Token[], context: RenderContext, open: boolean, depth: number): unknown[] {
  const last = tokens.findLastIndex(({ type }) => type !== 'space' && type !== 'def');
  return tokens.map((token, index) => renderBlock(token as MarkedToken, context, open && index === last, depth));
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
  const items = token.items.map((item, index) => renderItem(item, context, open && index === token.items.length - 1, depth));
  const direction = directionOfToken(token);
  if (!token.ordered) return html`<ul dir=${direction}>${items}</ul>`;
  return html`<ol dir=${direction} start=${token.start === 1 ? nothing : token.start}>${items}</ol>`;
}

function renderItem(item: Tokens.ListItem, context: RenderContext, open: boolean, depth: number): TemplateResult {
  const last = item.tokens.findLastIndex(({ type }) => type !== 'space' && type !== 'def');
  const parts: unknown[] = [];
  let box: Tokens.Checkbox | undefined;
  item.tokens.forEach((child, index) => {
    const token = child as MarkedToken;
    const ends = open && index === last;
    if (token.type === 'checkbox') box = token;
    else if (token.type === 'text') {
      parts.push(withBox(box, renderInline(token.tokens ?? [token], context)), ends ? caret : nothing);
      box = undefined;
    } else if (token.type === 'paragraph' && token.tokens[0]?.type === 'checkbox') {
      parts.push(html`<p>${withBox(token.tokens[0] as Tokens.Checkbox, renderInline(token.tokens.slice(1), context))}${ends ? caret : nothing}</p>`);
    } else parts.push(renderBlock(token, context, ends, depth));
  });
  if (box) parts.push(withBox(box, []));
  if (open && last === -1) parts.push(caret);
  return html`<li class=${item.task ? 'task' : nothing} dir=${directionOfToken(item)}>${parts}</li>`;
}

/** The words of a task name its box, so it is read as "write, checkbox, not checked". */
function withBox(box: Tokens.Checkbox | undefined, words: unknown): unknown {
  return box ? html`<label><input type="checkbox" disabled ?checked=${box.checked} />${words}</label>` : words;
}

function renderTable(token: Tokens.Table, context: RenderContext, end: unknown): TemplateResult {
  const columns = token.header.map((cell) => plainTextOf(cell.tokens).trim()).filter(Boolean);
  const name = [context.strings.tableRegion, columns.join(', ')].filter(Boolean).join(': ');
  const lastRow = token.rows.at(-1) ?? token.header;
  const lastCell = lastRow[Math.max(0, lastRow.findLastIndex((cell) => cell.text !== ''))];
  const words = (cell: Tokens.TableCell): unknown => [renderInline(cell.tokens, context), cell === lastCell ? end : nothing];
  return html`<div class="table" dir=${directionOfToken(token)}>
    <div class="scroll" tabindex="0" role="region" aria-label=${name}>
      <table>
        <thead>
          <tr>
            ${token.header.map((cell) => html`<th scope="col" class=${cell.align ?? nothing}>${words(cell)}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${token.rows.map((row) => html`<tr>${row.map((cell) => html`<td class=${cell.align ?? nothing}>${words(cell)}</td>`)}</tr>`)}
        </tbody>
      </table>
    </div>
    <span class="fade"></span>
  </div>`;
}

/** Lines of raw HTML are shown as written, line breaks included. */
function startsWithTag(token: Tokens.Paragraph): boolean {
  return token.tokens[0]?.type === 'html' && !/^<br\b/i.test(token.tokens[0].raw);
}

/** A block without letters of its own takes the direction around it. */
function directionOfToken(token: MarkedToken): Direction | typeof nothing {
  return directionOf(plainText(token, true)) ?? nothing;
}
