/** Which names a query offers, best first (A7-7, A7-8). */
import { fold, occurrences, type TextRange } from './mention-text.js';
import type { Mentionable, MentionTrigger } from './mentions.js';

export interface RankedMentionable {
  readonly item: Mentionable;
  /** Exact 100, starts with 50, at a word's start 40, elsewhere 25, empty query 0. */
  readonly score: number;
  /** Where the query stands in `item.name`, for `<mark>`. */
  readonly ranges: readonly TextRange[];
}

const overallLimit = 50;

/** Rows that a list shows at most: 12 skills, else 50 (A7-7). */
export function rowLimit(trigger: MentionTrigger): number {
  return trigger === '/' ? 12 : overallLimit;
}

/**
 * Items whose name holds `query`, best first; ties: agents before skills, then alphabetical. An empty query offers all.
 * At most `limit`, never more than 50.
 */
export function rankMentionables(query: string, items: readonly Mentionable[], limit: number = overallLimit): RankedMentionable[] {
  const ranked: RankedMentionable[] = [];
  for (const item of items) {
    const row = score(query, item);
    if (row) ranked.push(row);
  }
  ranked.sort((a, b) => b.score - a.score || Number(a.item.type === 'skill') - Number(b.item.type === 'skill') || compareNames(a.item.name, b.item.name));
  return ranked.slice(0, Math.max(0, Math.min(limit, overallLimit)));
}

function score(query: string, item: Mentionable): RankedMentionable | null {
  if (query === '') return { item, score: 0, ranges: [] };
  const ranges = occurrences(item.name, query);
  const first = ranges[0];
  if (!first) return null;
  if (first.start === 0) return { item, score: first.end === item.name.length ? 100 : 50, ranges };
  return { item, score: ranges.some(({ start }) => startsWord(item.name, start)) ? 40 : 25, ranges };
}

// After a separator, or where "camelCase" turns.
function startsWord(name: string, at: number): boolean {
  const before = name.slice(0, at);
  return /[^\p{L}\p{N}\p{M}]$/u.test(before) || (/\p{Ll}$/u.test(before) && /^\p{Lu}/u.test(name.slice(at)));
}

function compareNames(a: string, b: string): number {
  const left = fold(a);
  const right = fold(b);
  return left < right ? -1 : left > right ? 1 : 0;
}
