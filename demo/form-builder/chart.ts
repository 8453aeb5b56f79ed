/**
 * A renderer of this page: code of the language `chart` becomes bars. It draws inside the conversation's shadow root, so the page
 * styles it by its parts (chart.css). What cannot be read throws, and the conversation shows the code as code.
 */
import { html } from 'lit';
import type { CodeBlock, ContentRenderer } from '../../src/element.js';
import { parseChart } from './chart-data.js';

/** The bars are for the eye; their names and numbers are text, for every reader, for search and for the clipboard. */
export const chartRenderer: ContentRenderer<CodeBlock> = {
  render({ text }, { locale }) {
    const { title, bars } = parseChart(text);
    const most = Math.max(...bars.map(({ value }) => value));
    const numbers = new Intl.NumberFormat(locale);
    return html`<figure part="chart" aria-label=${title}>
      <figcaption part="chart-title" dir="auto">${title}</figcaption>
      <dl part="chart-bars">
        ${bars.map(
          ({ label, value }) =>
            html`<div part="chart-row">
              <dt part="chart-label" dir="auto">${label}</dt>
              <dd part="chart-value">
                <svg part="chart-bar" aria-hidden="true"><rect width=${percent(value, most)} height="100%" rx="3"></rect></svg><span part="chart-number">${numbers.format(value)}</span>
              </dd>
            </div>`,
        )}
      </dl>
    </figure>`;
  },
};

function percent(value: number, most: number): string {
  return `${String(most === 0 ? 0 : Math.round((1000 * value) / most) / 10)}%`;
}
