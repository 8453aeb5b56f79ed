import { guard } from 'lit/directives/guard.js';
import { html, type TemplateResult } from 'lit';

/** So many parts are compared as one. */
const runLength = 32;

/**
 * Draws parts that are finished one after another, as blocks and items of a streaming text are. A part is drawn again only when it is
 * another object, when it becomes or stops being the open one, or when one of the dependencies changed; finished runs of parts are
 * not even visited. `open` is the index of the part that still grows, -1 for none.
 */
export function renderRuns<T>(parts: readonly T[], open: number, dependencies: readonly unknown[], render: (part: T, isOpen: boolean) => unknown): TemplateResult[] {
  const runs: TemplateResult[] = [];
  for (let start = 0; start < parts.length; start += runLength) {
    const run = parts.slice(start, start + runLength);
    const settled = run.length === runLength && (open < start || open >= start + runLength);
    const draw = (): unknown[] =>
      run.map((part, index) => {
        const isOpen = start + index === open;
        return guard([part, isOpen, ...dependencies], () => render(part, isOpen));
      });
    runs.push(html`${guard(settled ? [...run, ...dependencies] : [{}], draw)}`);
  }
  return runs;
}
