/**
 * Skills (`/name`) and agents (`@name`) in a message text: the query being typed, and the names that a text holds (A7).
 * Pure and caret-aware; offsets are UTF-16 units. Limits of the list are in `mention-ranking.ts`, edits in `mention-edits.ts`.
 */
import type { Mention } from '../model/message.js';
import { codeRanges, covers, fold, mayEndAt, mayStartAt, spelledLength } from './mention-text.js';

/** Something that can be named in a message. */
export interface Mentionable {
  readonly type: 'skill' | 'agent';
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  readonly icon?: string;
}

export type MentionTrigger = '/' | '@';

export interface MentionQuery {
  readonly trigger: MentionTrigger;
  /** What stands between the trigger and the caret. */
  readonly query: string;
  /** Offset of the trigger. */
  readonly start: number;
  /** The caret. */
  readonly end: number;
}

const triggerOfType = { skill: '/', agent: '@', entity: '#' } as const;
const typeOfTrigger = { '/': 'skill', '@': 'agent' } as const;

/** The written form of a mention: "/plan", "@Sage". */
export function mentionText(mention: { readonly type: Mention['type']; readonly name: string }): string {
  return triggerOfType[mention.type] + mention.name;
}

/**
 * The name being typed at the caret, or null (A7-6). The nearest trigger before the caret counts; a space ends it, unless a
 * name in `names` goes on that way. Never inside addresses, paths or code, nor with the caret in the middle of a word.
 */
export function findMentionQuery(
  text: string,
  caret: number,
  triggers: readonly string[] = ['/', '@'],
  names: readonly string[] = [],
): MentionQuery | null {
  if (/^[\p{L}\p{N}\p{M}\p{Pc}]/u.test(text.slice(caret, caret + 2))) return null;
  let afterSpace = false;
  for (let at = caret - 1; at >= 0; at--) {
    const character = text[at] as string;
    // A name is one line.
    if (character === '\n' || character === '\r') return null;
    if (/\s/u.test(character)) afterSpace = true;
    // Behind a space only a name written with spaces can still be meant, and none is that long (folding makes a unit four at most).
    if (afterSpace && !names.some((name) => name.length * 4 >= caret - at - 1)) return null;
    if (!isTrigger(character) || !triggers.includes(character) || !mayStartAt(text, at)) continue;
    const query = text.slice(at + 1, caret);
    // A space or a second slash is a new word or a path, unless a name is written so.
    if (/[\s/@\\]/u.test(query) && !names.some((name) => continuesAs(name, query))) return null;
    if (covers(codeRanges(text), at)) return null;
    return { trigger: character, query, start: at, end: caret };
  }
  return null;
}

function isTrigger(character: string): character is MentionTrigger {
  return character === '/' || character === '@';
}

function continuesAs(name: string, query: string): boolean {
  return fold(name).startsWith(fold(query));
}

/**
 * All mentions of a text, by `start`, without overlaps: for each, `text.slice(start, end)` is its written form (letter case aside).
 * 1. What the person chose stands as long as its text stands where it was; so of two skills with one name the chosen one is meant.
 * 2. Typed `/name` and `@name` count at a word's start (A7-5): the longest known name wins, and it must end there. Unknown → plain text.
 */
export function resolveMentions(text: string, known: readonly Mentionable[], chosen: readonly Mention[] = []): Mention[] {
  const found: Mention[] = [];
  for (const mention of [...chosen].sort((a, b) => a.start - b.start)) {
    const last = found.at(-1);
    if (stands(text, mention) && (!last || last.end <= mention.start)) found.push(mention);
  }
  const kept = [...found];
  const code = codeRanges(text);
  for (let at = 0; at < text.length; at++) {
    const trigger = text[at] as string;
    if (!isTrigger(trigger) || !mayStartAt(text, at) || covers(code, at) || covers(kept, at)) continue;
    const mention = typedAt(text, at, trigger, known);
    if (!mention || kept.some((other) => other.start < mention.end && mention.start < other.end)) continue;
    found.push(mention);
    at = mention.end - 1;
  }
  return found.sort((a, b) => a.start - b.start);
}

function stands(text: string, mention: Mention): boolean {
  const { start, end } = mention;
  return Number.isInteger(start) && start >= 0 && end > start && end <= text.length && fold(text.slice(start, end)) === fold(mentionText(mention));
}

function typedAt(text: string, at: number, trigger: MentionTrigger, candidates: readonly Mentionable[]): Mention | null {
  let best: Mention | null = null;
  let bestIsExact = false;
  for (const { type, id, name } of candidates) {
    if (type !== typeOfTrigger[trigger]) continue;
    const length = spelledLength(text, at + 1, name);
    const end = at + 1 + length;
    if (length <= 0 || !mayEndAt(text, end) || (best && end < best.end)) continue;
    const isExact = text.slice(at + 1, end) === name;
    // Of names that differ in letter case only, the one written as typed; else the first known.
    if (best && end === best.end && (bestIsExact || !isExact)) continue;
    best = { type, id, name, start: at, end };
    bestIsExact = isExact;
  }
  return best;
}

/** Ids of the mentioned skills in order, each once; ids compare without letter case (A7-14, A3-1). */
export function skillIdsOf(mentions: readonly Mention[]): string[] {
  const ids: string[] = [];
  const seen = new Set<string>();
  for (const { type, id } of mentions) {
    if (type !== 'skill' || seen.has(id.toLowerCase())) continue;
    seen.add(id.toLowerCase());
    ids.push(id);
  }
  return ids;
}

/** Id of the first mentioned agent, or null. `allowed` narrows (null or absent = all, `[]` = none). */
export function firstAgentId(mentions: readonly Mention[], allowed?: readonly string[] | null): string | null {
  const permitted = allowed ? new Set(allowed.map((id) => id.toLowerCase())) : null;
  return mentions.find(({ type, id }) => type === 'agent' && (!permitted || permitted.has(id.toLowerCase())))?.id ?? null;
}
