/**
 * The seam between the content of a message and what is drawn: one renderer per block type. A host may replace any of them.
 */
import { html, nothing, type TemplateResult } from 'lit';
import type { ContentBlock, Mention, Role, ToolResultBlock } from '../model/message.js';
import { renderImage } from './image.js';
import { renderReasoning } from './reasoning.js';
import { renderText } from './text.js';
import { renderToolCall, renderToolResult } from './tool-call.js';

/** The words that renderers need. `AgentStrings` has them all; the optional ones have a wordless fallback. */
export interface RenderStrings {
  readonly code: string;
  readonly copyCode: string;
  readonly wrapCode: string;
  readonly tableRegion: string;
  readonly imageNotLoaded: string;
  readonly imageAlt: string;
  readonly thinking: string;
  readonly thoughtFor: (duration: string) => string;
  readonly arguments: string;
  readonly result: string;
  readonly toolRunning: (name: string) => string;
  readonly toolFailed: (name: string) => string;
  /** What a blocked address carries after its host, in characters. */
  readonly addressCarries?: (characters: number) => string;
}

/** What a renderer may know besides its block. Plain values; a new object per render is fine. */
export interface RenderContext {
  readonly strings: RenderStrings;
  /** For numbers and units. */
  readonly locale: string;
  /** The content is still arriving: the end shows a caret, and what cannot be told yet is held back. */
  readonly streaming: boolean;
  /** Default `assistant`, whose text is Markdown. A user's text is shown as typed. */
  readonly role?: Role;
  /** Of a user message; offsets count over all its text blocks joined. */
  readonly mentions?: readonly Mention[];
  /** Where the text of this block starts in the joined text. Set by `renderContent`. */
  readonly textOffset?: number;
  /** Results by the id of their call. Set by `renderContent`. */
  readonly results?: ReadonlyMap<string, ToolResultBlock>;
  /** Milliseconds that a call took, by its id. */
  readonly durations?: ReadonlyMap<string, number>;
  /** Milliseconds of thought before the answer. */
  readonly thinkingTime?: number;
  /** Origins, as `URL.origin` writes them, whose pictures load without asking. Default: none. */
  readonly allowedImageOrigins?: readonly string[];
  /** The person pressed a copy button. */
  onCopy(text: string): void;
  /** A renderer threw; the block is shown as plain text instead. */
  report?(error: unknown): void;
}

/** What a renderer may give back. A string is shown as plain text. */
export type Rendered = TemplateResult | typeof nothing | string;

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
      return html`<div part="message-body" class="prose">${drawn}</div>`;
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
