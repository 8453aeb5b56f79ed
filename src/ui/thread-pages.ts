/**
 * The path cut into pages, as plain data. A page is what is drawn, measured and skipped as one; see decision 0005.
 */
import type { ConversationMessage } from '../model/message.js';

/** A page is closed by what comes first: this many messages, or this many characters of text. Measured in decision 0005. */
export const pageMessages = 10;
export const pageCharacters = 8000;

export interface PageSpan {
  /** The key of its first message. While that message is on the path, a page starts there. */
  readonly key: unknown;
  /** Place of its first message on the path, from 0. */
  readonly start: number;
  readonly messages: readonly ConversationMessage[];
  /** When the message before it was made; null = it is the first page. Decides whether it begins with a day. */
  readonly previousAt: number | null;
  /** The path ends in it. */
  readonly last: boolean;
}

/**
 * Cuts `messages` into pages. What stayed the same is the same object as in `previous`: of a page whose messages did not change the
 * array, of one that did not move either the whole span. A message that began a page begins one again, so older messages that
 * come in front move nobody to another page, and two branches share the pages before their fork.
 */
export function paginate(messages: readonly ConversationMessage[], previous: readonly PageSpan[], keyOf: (message: ConversationMessage) => unknown): readonly PageSpan[] {
  const pages: PageSpan[] = [];
  // The last page may still grow, so it is always looked at again.
  for (const span of previous.slice(0, -1)) {
    if (!holds(span, messages)) break;
    pages.push(span);
  }
  const known = new Map(previous.slice(pages.length).map((span) => [span.key, span]));
  for (let start = lengthOf(pages); start < messages.length; ) {
    const end = endOf(messages, start, (message) => known.has(keyOf(message)), known.size > 0);
    const key = keyOf(messages[start]!);
    const old = known.get(key);
    const span: PageSpan = {
      key,
      start,
      messages: old && sameMessages(old.messages, messages, start, end) ? old.messages : messages.slice(start, end),
      previousAt: messages[start - 1]?.createdAt ?? null,
      last: end === messages.length,
    };
    pages.push(old && old.messages === span.messages && old.start === start && old.previousAt === span.previousAt && old.last === span.last ? old : span);
    start = end;
  }
  return pages.length === previous.length && pages.every((page, index) => page === previous[index]) ? previous : pages;
}

/** Index of the page that holds the message at `place`; -1 when there is none. */
export function pageAt(pages: readonly PageSpan[], place: number): number {
  let low = 0;
  let high = pages.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (pages[middle]!.start <= place) low = middle;
    else high = middle - 1;
  }
  const page = pages[low];
  return page && place >= page.start && place < page.start + page.messages.length ? low : -1;
}

function lengthOf(pages: readonly PageSpan[]): number {
  const last = pages.at(-1);
  return last ? last.start + last.messages.length : 0;
}

/** Where the page that starts at `start` ends. Keys are asked for only when one of them may be known. */
function endOf(messages: readonly ConversationMessage[], start: number, beginsPage: (message: ConversationMessage) => boolean, mayBegin: boolean): number {
  let characters = textLength(messages[start]!);
  let end = start + 1;
  while (end < messages.length && end - start < pageMessages && characters < pageCharacters) {
    const message = messages[end]!;
    if (mayBegin && beginsPage(message)) break;
    characters += textLength(message);
    end += 1;
  }
  return end;
}

/** Characters of everything in a message that is read as text. */
export function textLength({ content }: ConversationMessage): number {
  let length = 0;
  for (const block of content) if (block.type === 'text') length += block.text.length;
  return length;
}

function holds(span: PageSpan, messages: readonly ConversationMessage[]): boolean {
  const end = span.start + span.messages.length;
  return end < messages.length && (messages[span.start - 1]?.createdAt ?? null) === span.previousAt && sameMessages(span.messages, messages, span.start, end);
}

function sameMessages(page: readonly ConversationMessage[], messages: readonly ConversationMessage[], start: number, end: number): boolean {
  if (page.length !== end - start) return false;
  for (let index = 0; index < page.length; index += 1) if (page[index] !== messages[start + index]) return false;
  return true;
}
