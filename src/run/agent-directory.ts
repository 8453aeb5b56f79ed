/** Which agent answers and which others it may ask (A1.3 steps 1–3, A5). Ids compare without letter case (A3-1). */
import { AgentConversationError } from '../model/errors.js';
import { sameId } from '../model/ids.js';

export interface DirectoryAgent {
  readonly id: string;
  readonly name: string;
  /** An agent with a parent works for that one only. */
  readonly parentId?: string | null;
  /** Default `Active`; any other value is not offered. */
  readonly status?: string | null;
  /** `Sub-Agent` is not offered. */
  readonly invocationMode?: string | null;
}

/** null or undefined allows all, an empty list none. */
export function isAgentAllowed(agentId: string | null | undefined, allowed: readonly string[] | null | undefined): boolean {
  if (!agentId) return false;
  return !allowed || allowed.some((id) => sameId(id, agentId));
}

export interface CandidateOptions {
  readonly resolvedId: string;
  readonly allowed?: readonly string[] | null;
  /** Answers false, rejects or throws: the agent is left out (A1-T11). */
  readonly canRun?: (agentId: string) => boolean | Promise<boolean>;
}

/** The agents a turn may be delegated to: all independent, active ones but the one that answers, as far as they are allowed and may be run. */
export async function candidateAgents<T extends DirectoryAgent>(agents: readonly T[], { resolvedId, allowed, canRun }: CandidateOptions): Promise<readonly T[]> {
  const others = agents.filter((agent) => !sameId(agent.id, resolvedId) && standsAlone(agent) && isAgentAllowed(agent.id, allowed));
  if (!canRun) return others;
  const may = await Promise.all(
    others.map(async (agent) => {
      try {
        return (await canRun(agent.id)) === true;
      } catch {
        return false;
      }
    }),
  );
  return others.filter((_, index) => may[index]);
}

function standsAlone({ parentId, status, invocationMode }: DirectoryAgent): boolean {
  return !parentId && (status ?? 'Active') === 'Active' && invocationMode !== 'Sub-Agent';
}

export interface ResolveOptions<T extends DirectoryAgent> {
  readonly agents: readonly T[];
  readonly explicitAgentId?: string | null;
  readonly applicationId?: string | null;
  /** Default agent by application id. */
  readonly applicationDefaults?: Readonly<Record<string, string>>;
  readonly defaultAgentId?: string | null;
  /** Hears of ids that name no agent; the next rule then decides (A5.1). */
  readonly warn?: (text: string) => void;
}

/** Explicit, then the application's default, then the global one, then the one named "Sage", then the first (A5.1). Throws `NO_DEFAULT_AGENT` when there is none. */
export function resolveAgent<T extends DirectoryAgent>({ agents, explicitAgentId, applicationId, applicationDefaults = {}, defaultAgentId, warn }: ResolveOptions<T>): T {
  const applicationDefault = applicationId ? Object.entries(applicationDefaults).find(([id]) => sameId(id, applicationId))?.[1] : undefined;
  const wishes: readonly (readonly [string, string | null | undefined])[] = [
    ['explicitAgentId', explicitAgentId],
    ['applicationDefaults', applicationDefault],
    ['defaultAgentId', defaultAgentId],
  ];
  for (const [place, id] of wishes) {
    if (!id) continue;
    const agent = agents.find((candidate) => sameId(candidate.id, id));
    if (agent) return agent;
    warn?.(`${place}: there is no agent "${id}"; the next default decides.`);
  }
  const fallback = agents.find(({ name }) => name.toLowerCase() === 'sage') ?? agents[0];
  if (fallback) return fallback;
  throw new AgentConversationError('NO_DEFAULT_AGENT', 'Could not resolve a default conversation manager agent: there are no agents.');
}
