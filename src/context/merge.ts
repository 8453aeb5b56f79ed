/** How the values of nested ancestors become one: the nearer one wins, member by member. */
import type { AppContextSource } from '../conversation/settings.js';
import type { Renderers } from '../rendering/renderer.js';
import type { ClientTool } from '../run/client-tool.js';
import type { Skill, SkillSource } from '../run/skill.js';

/** Functions stay functions, so that the page is read when a message is sent and not before. */
export function mergeAppContext(outer: AppContextSource | undefined, inner: AppContextSource | undefined): AppContextSource {
  if (!outer || !inner) return inner ?? outer ?? null;
  return () => {
    const merged = { ...read(outer), ...read(inner) };
    return Object.keys(merged).length > 0 ? merged : null;
  };
}

export function mergeTools(outer: readonly ClientTool[] = [], inner: readonly ClientTool[] = []): readonly ClientTool[] {
  return byKey(outer, inner, (tool) => tool.name);
}

export function mergeSkills(outer: SkillSource = [], inner: SkillSource = []): SkillSource {
  if (typeof outer !== 'function' && typeof inner !== 'function') return byKey(outer, inner, idOf);
  return async (query) => byKey(await lookUp(outer, query), await lookUp(inner, query), idOf);
}

export function mergeRenderers(outer: Renderers = {}, inner: Renderers = {}): Renderers {
  return { ...outer, ...inner };
}

function read(source: AppContextSource): Readonly<Record<string, unknown>> | null {
  return typeof source === 'function' ? source() : source;
}

function lookUp(source: SkillSource, query: string): Promise<readonly Skill[]> | readonly Skill[] {
  return typeof source === 'function' ? source(query) : source;
}

function idOf(skill: Skill): string {
  return skill.id;
}

/** The inner ones first, as the nearest to the person; outer ones of the same key are left out. */
function byKey<T>(outer: readonly T[], inner: readonly T[], keyOf: (item: T) => string): readonly T[] {
  const taken = new Set(inner.map(keyOf));
  return [...inner, ...outer.filter((item) => !taken.has(keyOf(item)))];
}
