/** What the person wrote: pictures above, the words as typed, skills and names in it as pills. */
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { textOf } from '../model/message.js';
import type { ConversationMessage, ImageBlock, Mention } from '../model/message.js';
import type { AgentStrings } from './strings.js';

/** Null when there is neither text nor a picture. */
export function userContent(message: ConversationMessage, strings: AgentStrings): TemplateResult | null {
  const images = message.content.filter((block): block is ImageBlock => block.type === 'image');
  const text = textOf(message.content);
  if (text === '' && images.length === 0) return null;
  return html`${images.length === 0
      ? nothing
      : html`<div class="shots">${images.map(({ source }, index) => html`<figure class="thumb"><img alt=${message.attachments?.[index]?.name ?? strings.imageAlt} src=${`data:${source.media_type};base64,${source.data}`} /></figure>`)}</div>`}
    ${text === '' ? nothing : html`<div part="message-body" dir="auto">${withPills(text, message.mentions ?? [])}</div>`}`;
}

/** Mentions that overlap another one or lie outside the text are shown as plain words. */
function withPills(text: string, mentions: readonly Mention[]): (string | TemplateResult)[] {
  const pieces: (string | TemplateResult)[] = [];
  let at = 0;
  for (const { start, end } of [...mentions].sort((a, b) => a.start - b.start)) {
    if (!(start >= at && end > start && end <= text.length)) continue;
    if (start > at) pieces.push(text.slice(at, start));
    pieces.push(html`<span class="pill">${text.slice(start, end)}</span>`);
    at = end;
  }
  pieces.push(text.slice(at));
  return pieces;
}
