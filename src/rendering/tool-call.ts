import { html, nothing, type TemplateResult } from 'lit';
import type { ToolResultBlock, ToolResultPart, ToolUseBlock } from '../model/message.js';
import { safeTail } from '../markdown/safe-text.js';
import { withVisibleControls } from './bidi-controls.js';
import { formatSeconds, readableJson, readableName, summarizeArguments } from './format.js';
import { icon } from './icons.js';
import { renderImage } from './image.js';
import type { RenderContext } from './render-context.js';

/**
 * One line on the rail: its state, what was called, with what, and for how long. It unfolds to the exact arguments and result.
 * Without a result a call runs while the reply streams, and is left open when the reply has ended.
 */
export function renderToolCall(call: ToolUseBlock, result: ToolResultBlock | undefined, context: RenderContext): TemplateResult {
  const { strings } = context;
  const name = readableName(call.name);
  const failed = result?.is_error === true;
  const running = result === undefined && context.streaming;
  const summary = summarizeArguments(call.input);
  // Less than a tenth of a second reads as nothing.
  const duration = atLeast(context.durations?.get(call.id), 100);
  return html`<li part="tool-call">
    ${renderStatus(failed ? 'failed' : running ? 'running' : result ? 'done' : 'open')}
    <details>
      <summary class="row">
        <span class=${failed ? 'what failed' : 'what'}>${failed ? strings.toolFailed(name) : running ? strings.toolRunning(name) : name}</span>
        ${summary ? html`<span class="more" dir="auto">${withVisibleControls(summary)}</span>` : nothing}${icon('right', 'flip')}
        <span class="end">${duration === undefined ? nothing : html`<span class="num">${formatSeconds(duration, context.locale)}</span>`}</span>
      </summary>
      <div class="io">
        <div>
          <span>${strings.arguments}</span>
          <pre><b>${call.name}</b> ${withVisibleControls(readableJson(call.input))}</pre>
        </div>
        ${result ? renderOutput(result, context) : nothing}
      </div>
    </details>
  </li>`;
}

/** A result whose call is not in this message. */
export function renderToolResult(result: ToolResultBlock, context: RenderContext): TemplateResult {
  const failed = result.is_error === true;
  return html`<li part="tool-call">
    ${renderStatus(failed ? 'failed' : 'done')}
    <details>
      <summary class="row"><span class=${failed ? 'what failed' : 'what'}>${context.strings.result}</span>${icon('right', 'flip')}</summary>
      <div class="io">${renderOutput(result, context)}</div>
    </details>
  </li>`;
}

function renderStatus(state: 'running' | 'done' | 'failed' | 'open'): TemplateResult {
  switch (state) {
    case 'running':
      return html`<span class="st run"></span>`;
    case 'failed':
      return html`<span class="st fail">${icon('alert')}</span>`;
    case 'done':
      return html`<span class="st">${icon('check')}</span>`;
    case 'open':
      return html`<span class="st todo"></span>`;
  }
}

function renderOutput(result: ToolResultBlock, context: RenderContext): TemplateResult {
  const parts = typeof result.content === 'string' ? [{ type: 'text', text: result.content } as const] : result.content;
  return html`<div>
    <span>${context.strings.result}</span>
    <div class="parts">${parts.map((part) => renderPart(part, context))}</div>
  </div>`;
}

/** Text is shown letter for letter: a tool's answer is untrusted, is not Markdown, and JSON read and written again loses digits of large numbers. A picture or file behind an address is named, not loaded. */
function renderPart(part: ToolResultPart, context: RenderContext): TemplateResult {
  switch (part.type) {
    case 'text':
      return html`<pre>${withVisibleControls(safeTail(part.text))}</pre>`;
    case 'image':
      return part.source.type === 'base64' ? renderImage({ type: 'image', source: part.source }, context) : html`<pre>${part.source.url}</pre>`;
    case 'file':
      return html`<pre>${part.filename}${part.source.type === 'url' ? ` (${part.source.url})` : ''}</pre>`;
    default:
      return html`<pre>${readableJson(part)}</pre>`;
  }
}

function atLeast(milliseconds: number | undefined, least: number): number | undefined {
  return milliseconds !== undefined && milliseconds >= least ? milliseconds : undefined;
}
