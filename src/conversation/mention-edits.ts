/** Mentions carried through edits of their text, by offset and never by searching the text again. */
import type { Mention } from '../model/message.js';

/** `removed` units at `start` were replaced by `inserted` units. */
export interface TextEdit {
  readonly start: number;
  readonly removed: number;
  readonly inserted: number;
}

/**
 * Moves offsets through an edit. A mention that the edit reaches inside is dropped whole: half a name names nothing.
 * Writing right before or right behind a mention leaves it alone.
 */
export function adjustMentions(mentions: readonly Mention[], edit: TextEdit): Mention[] {
  const editEnd = edit.start + edit.removed;
  const shift = edit.inserted - edit.removed;
  return mentions.flatMap((mention) => {
    if (mention.end <= edit.start) return [mention];
    if (mention.start >= editEnd) return shift === 0 ? [mention] : [{ ...mention, start: mention.start + shift, end: mention.end + shift }];
    return [];
  });
}

/**
 * The smallest edit that turns `before` into `after`. `caret`, where it stands after the edit, settles which of several
 * equal letters was meant; null when the texts are the same.
 */
export function editBetween(before: string, after: string, caret: number = after.length): TextEdit | null {
  if (before === after) return null;
  const shorter = Math.min(before.length, after.length);
  let prefix = 0;
  while (prefix < shorter && before[prefix] === after[prefix]) prefix++;
  let suffix = 0;
  while (suffix < shorter && before[before.length - 1 - suffix] === after[after.length - 1 - suffix]) suffix++;
  // Prefix and suffix may claim the same letters ("aa" → "aaa"): share them out, the caret's side first.
  const overlap = prefix + suffix - shorter;
  if (overlap > 0) {
    const behindCaret = Math.max(0, Math.min(suffix, after.length - caret));
    suffix = Math.max(behindCaret, suffix - overlap);
    prefix = shorter - suffix;
  }
  return { start: prefix, removed: before.length - prefix - suffix, inserted: after.length - prefix - suffix };
}

/** Text and mentions without whitespace at either end. */
export function trimWithMentions(text: string, mentions: readonly Mention[]): { readonly text: string; readonly mentions: readonly Mention[] } {
  const front = text.length - text.trimStart().length;
  const trimmed = text.trim();
  if (trimmed === text) return { text, mentions };
  const kept = adjustMentions(mentions, { start: 0, removed: front, inserted: 0 }).filter(({ end }) => end <= trimmed.length);
  return { text: trimmed, mentions: kept };
}

/** Two texts, one under the other, with the mentions of both. */
export function joinWithMentions(
  first: string,
  firstMentions: readonly Mention[],
  second: string,
  secondMentions: readonly Mention[],
): { readonly text: string; readonly mentions: readonly Mention[] } {
  if (first === '') return { text: second, mentions: secondMentions };
  const front = `${first}\n`;
  const moved = adjustMentions(secondMentions, { start: 0, removed: 0, inserted: front.length });
  return { text: front + second, mentions: [...firstMentions, ...moved] };
}
