import { guard } from 'lit/directives/guard.js';
import { html, type TemplateResult } from 'lit';
import type { RenderContext } from './render-context.js';

export interface RunOptions {
  /** So many parts are compared as one. Default 32. */
  readonly length?: number;
  /** Draws around a run that is `settled` when it is full and nothing in it is open. `end` is the index behind its last part. */
  readonly frame?: (content: unknown, settled: boolean, end: number) => TemplateResult;
}

/**
 * Draws parts that are finished one after another, as blocks and items of a streaming text are. A part is drawn again only when it is
 * another object, when it becomes or stops being the open one, or when one of the dependencies changed; finished runs of parts are
 * not even visited. `open` is the index of the part that still grows, -1 for none.
 */
export function renderRuns<T>(parts: readonly T[], open: number, dependencies: readonly unknown[], render: (part: T, isOpen: boolean) => unknown, { length = 32, frame = (content) => html`${content}` }: RunOptions = {}): TemplateResult[] {
  const runs: TemplateResult[] = [];
  for (let start = 0; start < parts.length; start += length) {
    const run = parts.slice(start, start + length);
    const settled = run.length === length && (open < start || open >= start + length);
    const draw = (): unknown[] =>
      run.map((part, index) => {
        const isOpen = start + index === open;
        return guard([part, isOpen, ...dependencies], () => render(part, isOpen));
      });
    runs.push(frame(guard(settled ? [...run, ...dependencies] : [{}], draw), settled, start + run.length));
  }
  return runs;
}

/** What the look of a block depends on besides its token. The rest of the context is made anew for every render. */
export function dependenciesOf({ strings, locale, allowedImageOrigins, remoteImages, allowedLinkSchemes, renderers, onCopy }: RenderContext): readonly unknown[] {
  return [strings, locale, allowedImageOrigins, remoteImages, allowedLinkSchemes, renderers, onCopy];
}
