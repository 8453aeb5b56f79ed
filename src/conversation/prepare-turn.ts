/** From what was typed or passed to `send` to everything one turn needs, copied in the same task (api.md §3). */
import { describeError, InvalidMessageError } from '../model/errors.js';
import type { ContentBlock, Mention } from '../model/message.js';
import { typeName } from '../model/validate.js';
import { namedOnly } from '../run/skill.js';
import { takeSnapshot } from '../model/snapshot.js';
import { prepareInput } from '../run/prepare-input.js';
import type { TurnSettings } from '../run/process-input.js';
import { firstAgentId, resolveMentions, skillIdsOf, type Mentionable } from './mentions.js';
import type { ConversationSettings } from './settings.js';

export interface SendOptions {
  readonly planMode?: boolean;
  /** Added after the skills named in the text; each id once. */
  readonly requestedSkillIDs?: readonly string[];
  readonly agentId?: string;
  /** While another turn runs: wait in the queue (default), stop it and go first, or give up. */
  readonly whenBusy?: 'queue' | 'interrupt' | 'refuse';
  /** What the person picked from a menu; typed names are found in the text. */
  readonly mentions?: readonly Mention[];
}

export interface PreparedTurn {
  readonly content: readonly ContentBlock[];
  readonly text: string;
  readonly mentions: readonly Mention[];
  readonly settings: TurnSettings;
}

/** Throws InvalidMessageError that names the place. `report` hears of a host callback that threw. */
export function prepareTurn(input: unknown, options: SendOptions, settings: ConversationSettings, planMode: boolean, report: (error: unknown) => void): PreparedTurn {
  const { content, text } = prepareInput(input);
  const mentions = takeSnapshot(resolveMentions(text, knownMentionables(settings), options.mentions ?? []), 'mentions');
  return { content, text, mentions, settings: turnSettings(options, mentions, settings, planMode, report) };
}

/** The host's side of a turn, as it is now. Also used when an existing message is answered again. */
export function turnSettings(
  options: SendOptions,
  mentions: readonly Mention[],
  settings: ConversationSettings,
  planMode: boolean,
  report: (error: unknown) => void,
): TurnSettings {
  const allowed = stringsOrNull(settings.allowedAgentIds, 'allowedAgentIds');
  const skillIds = [...skillIdsOf(mentions), ...(stringsOrNull(options.requestedSkillIDs, 'requestedSkillIDs') ?? [])];
  return {
    explicitAgentId: options.agentId ?? firstAgentId(mentions, allowed) ?? settings.agentId ?? null,
    applicationId: settings.applicationId ?? null,
    appContext: readAppContext(settings, report),
    planMode: options.planMode ?? planMode,
    requestedSkillIDs: Object.freeze([...new Set(skillIds)]),
    historyFrom: validDate(settings.historyFrom),
    allowedAgentIds: allowed ? Object.freeze([...allowed]) : null,
  };
}

/** Skills and agents whose names a text may hold. A lookup function knows only what it is asked, so it adds none here. */
export function knownMentionables(settings: ConversationSettings): readonly Mentionable[] {
  const skills = typeof settings.skills === 'function' ? [] : namedOnly(settings.skills);
  return [...skills.map((skill) => ({ ...skill, type: 'skill' as const })), ...namedOnly(settings.agents).map((agent) => ({ ...agent, type: 'agent' as const }))];
}

function readAppContext(settings: ConversationSettings, report: (error: unknown) => void): Readonly<Record<string, unknown>> | null {
  let value: unknown = settings.appContext ?? null;
  if (typeof value === 'function') {
    try {
      value = (value as () => unknown)();
    } catch (error) {
      report(new Error(`appContext threw: ${describeError(error).message}. The turn runs without it.`, { cause: error }));
      return null;
    }
  }
  if (value === null || value === undefined) return null;
  if (typeof value !== 'object' || Array.isArray(value)) throw new InvalidMessageError(`appContext must be an object, got ${typeName(value)}`);
  return takeSnapshot(value as Record<string, unknown>, 'appContext');
}

function stringsOrNull(value: unknown, name: string): readonly string[] | null {
  if (value === null || value === undefined) return null;
  if (!Array.isArray(value)) throw new InvalidMessageError(`${name} must be an array of strings, got ${typeName(value)}`);
  value.forEach((item, index) => {
    if (typeof item !== 'string') throw new InvalidMessageError(`${name}[${index}] must be a string, got ${typeName(item)}`);
  });
  return value as readonly string[];
}

function validDate(value: unknown): Date | null {
  if (value === null || value === undefined) return null;
  const date = new Date(value as Date);
  if (Number.isNaN(date.getTime())) throw new InvalidMessageError('historyFrom must be a valid Date');
  return date;
}
