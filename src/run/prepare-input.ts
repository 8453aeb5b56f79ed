/** Where a person's or a host's words enter: checked, then copied once (B3 order: shape, then copy). */
import { InvalidMessageError } from '../model/errors.js';
import { textOf, type ContentBlock } from '../model/message.js';
import { takeMessagesSnapshot } from '../model/snapshot.js';
import { assertStrictContent, assertValidContent } from '../model/validate.js';
import type { RunnerCapabilities } from './runner.js';

/** One user turn: `content` is ours alone (B4-1), `text` its text blocks joined. */
export interface PreparedInput {
  readonly content: readonly ContentBlock[];
  readonly text: string;
}

/** Throws InvalidMessageError that names the place; nothing has been stored or started by then. */
export function prepareInput(input: unknown): PreparedInput {
  if (typeof input === 'string') return { content: Object.freeze([Object.freeze({ type: 'text', text: input })]), text: input };
  assertValidContent(input);
  assertStrictContent(input, 'messages[0].content');
  const content = takeMessagesSnapshot(input as readonly ContentBlock[]);
  return { content, text: textOf(content) };
}

/** Absent capabilities are true (api.md §3). */
export function capabilitiesOf(declared: Partial<RunnerCapabilities> | undefined): RunnerCapabilities {
  const all: RunnerCapabilities = {
    structuredInput: true,
    images: true,
    branching: true,
    planMode: true,
    skills: true,
    appContext: true,
    clientTools: true,
    cancel: true,
    resume: true,
  };
  return { ...all, ...declared };
}

/** Why this runner cannot take this turn, or null. Nothing is dropped in silence (C2.3, C5-1). */
export function refusalFor(
  capabilities: RunnerCapabilities,
  turn: { readonly content: readonly ContentBlock[]; readonly planMode: boolean; readonly requestedSkillIDs: readonly string[]; readonly forks: boolean },
): InvalidMessageError | null {
  const structured = turn.content.some((block) => block.type !== 'text');
  if (structured && !capabilities.structuredInput) return new InvalidMessageError('The connected agent accepts text only; remove what is not text.');
  if (turn.content.some((block) => block.type === 'image') && !capabilities.images) return new InvalidMessageError('The connected agent cannot read images; remove the image.');
  if (turn.planMode && !capabilities.planMode) return new InvalidMessageError('The connected agent has no plan mode; switch plan mode off.');
  if (turn.requestedSkillIDs.length > 0 && !capabilities.skills) return new InvalidMessageError('The connected agent takes no skills; leave requestedSkillIDs empty.');
  if (turn.forks && !capabilities.branching) return new InvalidMessageError('The connected agent cannot go back to an earlier message.');
  return null;
}
