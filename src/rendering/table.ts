import { html, nothing, type TemplateResult } from 'lit';
import type { Token, Tokens } from '../markdown/tokens.js';
import { plainText, plainTextOf } from '../markdown/plain-text.js';
import { directionOfToken } from './block-direction.js';
import { copyButton } from './copy-button.js';
import { toCsv } from './csv.js';
import { renderInline } from './inline-view.js';
import type { RenderContext } from './render-context.js';
import { dependenciesOf, renderRuns } from './runs.js';

type Row = readonly Tokens.TableCell[];

/**
 * A table that scrolls inside its own region, named after its columns. `end` is drawn at the end of the last cell with text.
 * A row is drawn again only when its cells are others than before.
 */
export function renderTable(token: Tokens.Table, context: RenderContext, end: unknown): TemplateResult {
  const { strings } = context;
  const columns = token.header.map((cell) => plainTextOf(cell.tokens).trim()).filter(Boolean);
  const name = [strings.tableRegion, columns.join(', ')].filter(Boolean).join(': ');
  const open = end === nothing ? -1 : token.rows.length - 1;
  const endsIn = (row: Row): Tokens.TableCell | undefined => row[Math.max(0, row.findLastIndex((cell) => cell.text !== ''))];
  const renderRow = (row: Row, isOpen: boolean): unknown => {
    const last = isOpen ? endsIn(row) : undefined;
    return html`<tr>${row.map((cell) => html`<td class=${cell.align ?? nothing}>${renderInline(cell.tokens, context)}${cell === last ? end : nothing}</td>`)}</tr>`;
  };
  const lastOfHeader = token.rows.length === 0 ? endsIn(token.header) : undefined;
  const rows = renderRuns(token.rows, open, dependenciesOf(context), renderRow);
  return html`<div class="table" dir=${directionOfToken(token)}>
    <div class="scroll" tabindex="0" role="region" aria-label=${name}>
      <table>
        <thead>
          <tr>
            ${token.header.map((cell) => html`<th scope="col" class=${cell.align ?? nothing}>${renderInline(cell.tokens, context)}${cell === lastOfHeader ? end : nothing}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>
    </div>
    <span class="fade"></span>${copyButton(strings.copyTable, context, () => toCsv([token.header, ...token.rows].map((row) => row.map(fieldOf))))}
  </div>`;
}

/** The words of a cell; a line break in it is one. */
function fieldOf(cell: Tokens.TableCell): string {
  return cell.tokens
    .map((token: Token) => (token.type === 'html' && /^<br\s*\/?>$/i.test(token.raw) ? '\n' : plainText(token)))
    .join('')
    .trim();
}
