/**
 * The seam between the content of a message and what is drawn: one renderer per block type. A host may replace any of them.
 */
import { html, nothing, type TemplateResult } from 'lit';
import type { ContentBlock, ToolResultBlock } from '../model/message.js';
import { renderImage } from './image.js';
import type { RenderContext, Rendered } from './render-context.js';
import { renderReasoning } from './reasoning.js';
import { renderText } from './text.js';
import { renderToolCall, renderToolResult } from './tool-call.js';

export type { RenderContext, Rendered, RenderStrings } from './render-context.js';

/** Draws one kind of block. It is called again with every change of the content, so it must be cheap and free of effects. */
export interface ContentRenderer {
  render(block: ContentBlock, context: RenderContext): Rendered;
}

/** Renderers by block type. */
export type Renderers = Readonly<Record<string, ContentRenderer>>;

type BlockOf<T extends ContentBlock['type']> = Extract<ContentBlock, { type: T }>;

function builtIn<T extends ContentBlock['type']>(render: (block: BlockOf<T>, context: RenderContext) => Rendered): ContentRenderer {
  return { render: (block, context) => render(block as BlockOf<T>, context) };
}

const builtIns = {
  text: builtIn<'text'>(renderText),
  image: builtIn<'image'>(renderImage),
  reasoning: builtIn<'reasoning'>(renderReasoning),
  tool_use: builtIn<'tool_use'>((call, context) => renderToolCall(call, context.results?.get(call.id), context)),
  tool_result: builtIn<'tool_result'>(renderToolResult),
} satisfies Renderers;

/** The renderers of the package: text as Markdown, images, reasoning, tool calls with their results. */
export const defaultRenderers: Renderers = builtIns;

/** The host's renderers over the built-in ones. A type that only the host knows is drawn by the host's. */
export function mergeRenderers(own: Renderers | null | undefined): Renderers {
  return own ? { ...defaultRenderers, ...own } : defaultRenderers;
}

type Shape = 'trace' | 'prose' | 'shots' | 'own';

/** The built-in renderers draw into a shared frame; what a host draws stands alone. */
function shapeOf(block: ContentBlock, renderer: ContentRenderer | undefined, context: RenderContext): Shape {
  if (renderer === builtIns.text) return context.role === 'user' ? 'own' : 'prose';
  if (renderer === builtIns.image) return 'shots';
  const traces: readonly unknown[] = [builtIns.reasoning, builtIns.tool_use, builtIns.tool_result];
  return traces.includes(renderer) ? 'trace' : 'own';
}

interface Piece {
  readonly shape: Shape;
  readonly drawn: unknown[];
}

/**
 * Draws the content of one message in order. Neighbouring steps (reasoning, tool calls and results) share one list, neighbouring
 * images one row, text stands in `.prose`. A result is drawn in the row of its call. A renderer that throws harms only its block.
 */
export function renderContent(content: readonly ContentBlock[], context: RenderContext, renderers: Renderers = defaultRenderers): TemplateResult {
  const results = new Map<string, ToolResultBlock>();
  const calls = new Set<string>();
  for (const block of content) {
    if (block.type === 'tool_result') results.set(block.tool_use_id, block);
    if (block.type === 'tool_use') calls.add(block.id);
  }
  const pieces: Piece[] = [];
  let textOffset = 0;
  content.forEach((block, index) => {
    const renderer = Object.hasOwn(renderers, block.type) ? renderers[block.type] : undefined;
    const inItsCall = block.type === 'tool_result' && calls.has(block.tool_use_id) && renderer === builtIns.tool_result;
    if (!inItsCall) {
      const streaming = context.streaming && index === content.length - 1;
      const running = context.streaming && block.type === 'tool_use';
      const drawn = draw(block, renderer, { ...context, results, textOffset, streaming: streaming || running });
      const shape = shapeOf(block, renderer, context);
      const last = pieces.at(-1);
      if (last && shape !== 'own' && last.shape === shape) last.drawn.push(drawn);
      else pieces.push({ shape, drawn: [drawn] });
    }
    if (block.type === 'text') textOffset += block.text.length;
  });
  return html`${pieces.map(frame)}`;
}

function frame({ shape, drawn }: Piece): unknown {
  switch (shape) {
    case 'trace':
      return html`<ul class="trace">
        ${drawn}
      </ul>`;
    case 'prose':
      return html`<div class="prose">${drawn}</div>`;
    case 'shots':
      return html`<div class="shots">${drawn}</div>`;
    case 'own':
      return drawn;
  }
}

function draw(block: ContentBlock, renderer: ContentRenderer | undefined, context: RenderContext): Rendered {
  if (!renderer) return asText(block);
  try {
    return renderer.render(block, context);
  } catch (error) {
    context.report?.(error);
    return asText(block);
  }
}

/** The readable part of a block, for a type without a renderer or a renderer that threw. */
function asText(block: ContentBlock): Rendered {
  const { text } = block as { readonly text?: unknown };
  return typeof text === 'string' && text !== '' ? html`<p class="as-typed">${text}</p>` : nothing;
}
