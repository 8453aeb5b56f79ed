/** What the person wrote: pictures above, the words as typed, skills and names in it as pills. A decision on a plan: the decision, the plan behind it. */
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { readableAnswer, readFormAnswer, type FormAnswer } from '../conversation/form-answer.js';
import { parseBlocks } from '../markdown/blocks.js';
import { plainText } from '../markdown/plain-text.js';
import type { MarkedToken, Token } from '../markdown/tokens.js';
import { textOf } from '../model/message.js';
import type { ConversationMessage, ImageBlock } from '../model/message.js';
import { renderUserText } from '../rendering/text.js';
import type { AgentStrings } from './strings.js';

/** Null when there is neither text nor a picture. */
export function userContent(message: ConversationMessage, strings: AgentStrings): TemplateResult | null {
  const images = message.content.filter((block): block is ImageBlock => block.type === 'image');
  const stored = textOf(message.content);
  const words = wordsOf(stored, message, strings);
  if (words === null && images.length === 0) return null;
  return html`${images.length === 0
      ? nothing
      : html`<div class="shots">${images.map(({ source }, index) => html`<figure class="thumb"><img alt=${message.attachments?.[index]?.name ?? strings.imageAlt} src=${`data:${source.media_type};base64,${source.data}`} /></figure>`)}</div>`}
    ${words === null ? nothing : html`<div part="message-body">${words}</div>`}`;
}

/** Its words are an answer to a form, kept in the token that agents read (A8-5). */
export function isFormAnswer({ content }: ConversationMessage): boolean {
  return readFormAnswer(textOf(content)) !== null;
}

/** What a person copies: the words on screen, never a token. */
export function readableText({ role, content }: ConversationMessage): string {
  const text = textOf(content);
  const answer = role === 'user' ? readFormAnswer(text) : null;
  return answer ? readableAnswer(answer) : text;
}

function wordsOf(stored: string, { mentions }: ConversationMessage, strings: AgentStrings): TemplateResult | null {
  const answer = readFormAnswer(stored);
  const decided = answer && planDecision(answer, strings);
  if (decided) return decided;
  const text = answer ? readableAnswer(answer) : stored;
  return text === '' ? null : renderUserText(text, answer ? [] : (mentions ?? []));
}

/** The plan was read when it was decided on: it is kept, but folded. Null when the answer is none to a plan (A8-4). */
function planDecision({ fields }: FormAnswer, strings: AgentStrings): TemplateResult | null {
  const plan = fields.find(({ name }) => name === 'plan')?.value;
  const decision = fields.find(({ name }) => name === 'decision');
  if (typeof plan !== 'string' || !decision) return null;
  const remarks = fields.filter(({ name }) => name !== 'plan' && name !== 'decision');
  const words = [decisionWord(decision, strings), ...remarks.map((field) => (typeof field.value === 'string' && !field.displayValue ? field.value : readableAnswer({ fields: [field] })))];
  return html`${renderUserText(words.join('\n'))}
    <details>
      <summary class="muted">${strings.plan}</summary>
      ${renderUserText(linesOf(parseBlocks(plan).list.map(({ token }) => token)).join('\n'))}
    </details>`;
}

/** As the button said that was pressed. */
function decisionWord(decision: FormAnswer['fields'][number], strings: AgentStrings): string {
  if (decision.value === 'approve') return strings.approve;
  if (decision.value === 'reject') return strings.reject;
  return decision.displayValue ?? readableAnswer({ fields: [decision] });
}

/** The text of a plan without the marks of Markdown; the numbers of its steps stay. */
function linesOf(tokens: readonly Token[]): readonly string[] {
  return tokens.flatMap((token) => {
    const marked = token as MarkedToken;
    if (marked.type === 'list') return marked.items.flatMap((item, index) => hung(marked.ordered ? `${Number(marked.start) + index}. ` : '- ', linesOf(item.tokens)));
    const words = plainText(token);
    return words === '' ? [] : words.split('\n');
  });
}

function hung(mark: string, lines: readonly string[]): readonly string[] {
  return [`${mark}${lines[0] ?? ''}`, ...lines.slice(1).map((line) => `${' '.repeat(mark.length)}${line}`)];
}
