/**
 * The seam between the content of a message and what is drawn: one renderer per block type. A host may replace any of them, and
 * draw calls of single tools, single languages of code and formulas.
 */
import { html, nothing, type TemplateResult } from 'lit';
import type { ContentBlock, ToolResultBlock } from '../model/message.js';
import { rendererNamed } from './host-renderers.js';
import { renderImage } from './image.js';
import { isolated } from './isolated.js';
import type { ContentRenderer, HostRenderer, RenderContext, Rendered, Renderers } from './render-context.js';
import { renderReasoning } from './reasoning.js';
import { renderText } from './text.js';
import { renderToolCall, renderToolResult } from './tool-call.js';

export type {
  CodeBlock, ContentRenderer, ElementRenderer, HostRenderer, LazyRenderer, MathBlock, RenderContext, Rendered, RenderedBlock, Renderers, RenderStrings,
} from './render-context.js';

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
};

/** The renderers of the package: text as Markdown, images, reasoning, tool calls with their results. */
export const defaultRenderers: Renderers = builtIns;

const builtInSet: ReadonlySet<HostRenderer | undefined> = new Set(Object.values(builtIns));

/** The host's renderers over the built-in ones. A type that only the host knows is drawn by the host's. */
export function mergeRenderers(own: Renderers | null | undefined): Renderers {
  return own ? { ...defaultRenderers, ...own } : defaultRenderers;
}

type Shape = 'trace' | 'prose' | 'shots' | 'own';

/** The built-in renderers draw into a shared frame; what a host draws stands alone. */
function shapeOf(block: ContentBlock, renderer: HostRenderer | undefined, context: RenderContext): Shape {
  if (renderer === builtIns.text) return context.role === 'user' ? 'own' : 'prose';
  if (renderer === builtIns.image) return 'shots';
  return builtInSet.has(renderer) ? 'trace' : 'own';
}

/** The host's renderer of the block, else the built-in one. That of a single tool goes before that of all calls. */
function rendererOf(block: ContentBlock, renderers: Renderers): HostRenderer | undefined {
  const ofTool = block.type === 'tool_use' ? rendererNamed(renderers, `tool:${block.name}`) : undefined;
  return ofTool ?? rendererNamed(renderers, block.type) ?? rendererNamed(builtIns, block.type);
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
    const renderer = rendererOf(block, renderers);
    const inItsCall = block.type === 'tool_result' && calls.has(block.tool_use_id) && renderer === builtIns.tool_result;
    if (!inItsCall) {
      const streaming = context.streaming && index === content.length - 1;
      const running = context.streaming && block.type === 'tool_use';
      const drawn = draw(block, renderer, { ...context, renderers, results, textOffset, streaming: streaming || running });
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

function draw(block: ContentBlock, renderer: HostRenderer | undefined, context: RenderContext): unknown {
  if (!renderer) return asText(block);
  if (!builtInSet.has(renderer)) return isolated(renderer, block, context, () => drawBuiltIn(block, context));
  try {
    return (renderer as ContentRenderer).render(block, context);
  } catch (error) {
    context.report?.(error);
    return asText(block);
  }
}

/** While a host's renderer is fetched, and when it throws, a step is a line on its own rail; the rest is its text. */
function drawBuiltIn(block: ContentBlock, context: RenderContext): unknown {
  if (block.type !== 'tool_use') return asText(block);
  return frame({ shape: 'trace', drawn: [draw(block, builtIns.tool_use, context)] });
}

/** The readable part of a block, for a type without a renderer or a renderer that threw. */
function asText(block: ContentBlock): Rendered {
  const { text } = block as { readonly text?: unknown };
  return typeof text === 'string' && text !== '' ? html`<p class="as-typed">${text}</p>` : nothing;
}
