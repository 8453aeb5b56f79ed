/** What a fence of the language `chart` holds: `{ "title": "…", "bars": [{ "label": "…", "value": 3 }] }`. */
export interface ChartBar {
  readonly label: string;
  /** Not negative. */
  readonly value: number;
}

export interface Chart {
  readonly title: string;
  readonly bars: readonly ChartBar[];
}

const mostBars = 40;

/** A chart from the text of a fence. Throws on anything else; the message names the place. */
export function parseChart(text: string): Chart {
  const value: unknown = JSON.parse(text);
  if (!isRecord(value)) throw new Error('chart: an object { "title", "bars" } is needed.');
  const { title, bars } = value;
  if (typeof title !== 'string' || title.trim() === '') throw new Error('chart.title must be words.');
  if (!Array.isArray(bars) || bars.length === 0 || bars.length > mostBars) throw new Error(`chart.bars must be a list of 1 to ${String(mostBars)} bars.`);
  return { title: title.trim(), bars: bars.map(barIn) };
}

function barIn(bar: unknown, index: number): ChartBar {
  const at = `chart.bars[${String(index)}]`;
  if (!isRecord(bar)) throw new Error(`${at} must be an object { "label", "value" }.`);
  const { label, value } = bar;
  if (typeof label !== 'string' || label.trim() === '') throw new Error(`${at}.label must be words.`);
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0) throw new Error(`${at}.value must be a number from 0 up.`);
  return { label: label.trim(), value };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
