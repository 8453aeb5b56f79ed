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
