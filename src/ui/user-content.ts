/** What the person wrote: pictures above, the words as typed, skills and names in it as pills. */
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { readableAnswer, readFormAnswer } from '../conversation/form-answer.js';
import { textOf } from '../model/message.js';
import type { ConversationMessage, ImageBlock } from '../model/message.js';
import { renderUserText } from '../rendering/text.js';
import type { AgentStrings } from './strings.js';

/** Null when there is neither text nor a picture. */
export function userContent(message: ConversationMessage, strings: AgentStrings): TemplateResult | null {
  const images = message.content.filter((block): block is ImageBlock => block.type === 'image');
  const stored = textOf(message.content);
  const answer = readFormAnswer(stored);
  const text = answer ? readableAnswer(answer) : stored;
  if (text === '' && images.length === 0) return null;
  return html`${images.length === 0
      ? nothing
      : html`<div class="shots">${images.map(({ source }, index) => html`<figure class="thumb"><img alt=${message.attachments?.[index]?.name ?? strings.imageAlt} src=${`data:${source.media_type};base64,${source.data}`} /></figure>`)}</div>`}
    ${text === '' ? nothing : html`<div part="message-body">${renderUserText(text, answer ? [] : (message.mentions ?? []))}</div>`}`;
}
