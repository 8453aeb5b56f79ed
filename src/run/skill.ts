/** What can be named in a message: skills with `/`, agents with `@`. */

export interface Skill {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  readonly icon?: string;
}

/** All skills, or a lookup that answers a typed query. */
export type SkillSource = readonly Skill[] | ((query: string) => Promise<readonly Skill[]>);

export interface AgentInfo {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  readonly avatarUrl?: string;
  /** A7-15; default `None` upstream, but an agent that does not say is taken as `All`. */
  readonly acceptsSkills?: 'None' | 'All' | 'Limited';
  readonly skillIds?: readonly string[];
  readonly supportsPlanMode?: boolean;
}

const none: readonly never[] = Object.freeze([]);

/** What can be named at all: entries without a string `id` and `name` are left out, so that one bad row of a host breaks nothing. The same list when all are good. */
export function namedOnly<T extends { readonly id: string; readonly name: string }>(value: readonly T[] | null | undefined): readonly T[] {
  if (!Array.isArray(value)) return none;
  const list = value as readonly T[];
  const isNamed = (item: T): boolean => typeof item === 'object' && item !== null && typeof item.id === 'string' && typeof item.name === 'string' && item.name !== '';
  return list.every(isNamed) ? list : list.filter(isNamed);
}
