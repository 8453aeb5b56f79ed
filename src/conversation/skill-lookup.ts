/** Skills of a lookup function that a text names without any menu having asked for them: `send('/plan …')` from code. */
import { takeSnapshot } from '../model/snapshot.js';
import { namedOnly, type Skill, type SkillSource } from '../run/skill.js';
import { resolveMentions, skillIdsOf } from './mentions.js';
import type { PreparedTurn } from './prepare-turn.js';

const slashWord = /(?:^|[\s([{])\/([^\s/]+)/gu;

/** The words behind a slash that are no mention yet. */
function unresolvedWords({ text, mentions }: PreparedTurn): readonly string[] {
  return [...text.matchAll(slashWord)].flatMap((match) => {
    const slash = match.index + match[0].indexOf('/');
    return mentions.some(({ start, end }) => start <= slash && slash < end) ? [] : [match[1] ?? ''];
  });
}

/** Whether the turn has to wait for `withLookedUpSkills`. */
export function needsLookup(prepared: PreparedTurn, source: SkillSource): source is Exclude<SkillSource, readonly Skill[]> {
  return typeof source === 'function' && unresolvedWords(prepared).length > 0;
}

/** The turn with the skills found; a lookup that fails finds none and is reported. What was copied before stays as it is. */
export async function withLookedUpSkills(prepared: PreparedTurn, lookUp: Exclude<SkillSource, readonly Skill[]>, report: (error: unknown) => void): Promise<PreparedTurn> {
  const found = await Promise.all(
    unresolvedWords(prepared).map(async (word) => {
      try {
        return namedOnly(await lookUp(word));
      } catch (error) {
        report(error);
        return [];
      }
    }),
  );
  const known = found.flat().map((skill) => ({ ...skill, type: 'skill' as const }));
  const mentions = takeSnapshot(resolveMentions(prepared.text, known, prepared.mentions), 'mentions');
  const requestedSkillIDs = Object.freeze([...new Set([...skillIdsOf(mentions), ...prepared.settings.requestedSkillIDs])]);
  return { ...prepared, mentions, settings: { ...prepared.settings, requestedSkillIDs } };
}
