/**
 * MemberJunction's stored form of a mention: an at-sign before a JSON object, `@{"type":"agent","id":"…","name":"Sage"}` (A7.1).
 * Our own messages keep readable text with mentions beside it; this is for the seam to MemberJunction.
 */
import { sameId } from '../model/ids.js';
import type { Mention } from '../model/message.js';
import { namedOnly } from '../run/skill.js';
import { answerForAgent, readFormAnswer, type FormAnswer, type FormAnswerField } from './form-answer.js';
import { codeRanges, covers, fold, mayStartAt } from './mention-text.js';
import { mentionText } from './mentions.js';

export type TokenType = 'agent' | 'user' | 'entity' | 'query' | 'skill';

export interface TokenMention {
  readonly type: TokenType;
  readonly id: string;
  readonly name: string;
  readonly configurationId?: string;
}

export interface MentionDirectory {
  readonly agents?: readonly { readonly id: string; readonly name: string }[];
  readonly users?: readonly { readonly id: string; readonly name: string; readonly email?: string }[];
}

export interface ParsedMentions {
  readonly mentions: readonly TokenMention[];
  /** The first agent, whose turn it is (A5.2). */
  readonly agentMention: TokenMention | null;
  readonly userMentions: readonly TokenMention[];
  readonly entityMentions: readonly TokenMention[];
  readonly skillMentions: readonly TokenMention[];
}

const types: readonly string[] = ['agent', 'user', 'entity', 'query', 'skill'];

type Token = Readonly<Record<string, unknown>>;

/** A piece of a text: words, an object that stood behind an at-sign, or a mention in either form. */
interface Piece {
  /** As it stands in the text. */
  readonly text: string;
  readonly start: number;
  readonly token?: Token;
  readonly mention?: TokenMention | null;
}

/**
 * All mentions of a text, in order. Tokens are read with their strings and nested braces; what is no valid token stays text.
 * When no token names an agent or a person, the older `@"Name With Spaces"` and `@word` are looked up in the directory (A7-2):
 * agents by name, then by its start, people by name, then e-mail, then start. A skill alone does not switch that off (A7-4).
 */
export function parseMentionTokens(text: string, directory: MentionDirectory = {}): ParsedMentions {
  const mentions = piecesOf(text, directory).flatMap(({ mention }) => mention ?? []);
  const of = (...wanted: readonly TokenType[]): readonly TokenMention[] => mentions.filter(({ type }) => wanted.includes(type));
  return { mentions, agentMention: of('agent')[0] ?? null, userMentions: of('user'), entityMentions: of('entity', 'query'), skillMentions: of('skill') };
}

/** The stored form of a text and the mentions that lie in it by offset. A mention whose written form is no longer there is left out. */
export function toMentionTokens(text: string, mentions: readonly Mention[]): string {
  let stored = '';
  let at = 0;
  for (const mention of [...mentions].sort((a, b) => a.start - b.start)) {
    const { type, id, name, start, end } = mention;
    if (start < at || end > text.length || fold(text.slice(start, end)) !== fold(mentionText(mention))) continue;
    stored += `${text.slice(at, start)}@${JSON.stringify({ type, id, name })}`;
    at = end;
  }
  return stored + text.slice(at);
}

/** Readable text and mentions by offset, from the stored form. People and queries become plain words: we have no such mentions. */
export function fromMentionTokens(stored: string): { readonly text: string; readonly mentions: readonly Mention[] } {
  let text = '';
  const mentions: Mention[] = [];
  for (const { mention, text: asStored } of piecesOf(stored)) {
    if (!mention) {
      text += asStored;
      continue;
    }
    const { type, id, name } = mention;
    const start = text.length;
    text += writtenForm(mention);
    if (type === 'skill' || type === 'agent' || type === 'entity') mentions.push({ type, id, name, start, end: text.length });
  }
  return { text, mentions };
}

/** For previews and names: `@Name`, `/skill`, `#Entity`, "Label: value" (A7.3). With a directory, names are today's and older forms are tidied. */
export function toPlainText(stored: string, directory: MentionDirectory = {}): string {
  return spell(stored, directory, (mention) => writtenForm(refreshed(mention, directory)), plainAnswer);
}

/** What a model reads: bare names, queries with their id, form answers with their exact fields, no attachments (A7.3). */
export function toAgentContext(stored: string): string {
  return spell(stored, {}, ({ type, id, name }) => (type === 'query' ? `query "${name}" (ID: ${id})` : name), answerForAgent);
}

function spell(stored: string, directory: MentionDirectory, ofMention: (mention: TokenMention) => string, ofAnswer: (answer: FormAnswer) => string): string {
  return piecesOf(stored, directory)
    .map(({ text, token, mention }) => {
      if (mention) return ofMention(mention);
      if (token?.['_mode'] === 'attachment') return '';
      const answer = token?.['_mode'] === 'form' ? answerOf(token) : null;
      return answer ? ofAnswer(answer) : text;
    })
    .join('');
}

function writtenForm(mention: TokenMention): string {
  if (mention.type === 'user') return `@${mention.name}`;
  return mentionText({ type: mention.type === 'query' ? 'entity' : mention.type, name: mention.name });
}

function refreshed(mention: TokenMention, { agents, users }: MentionDirectory): TokenMention {
  const known = mention.type === 'agent' ? agents : mention.type === 'user' ? users : [];
  const name = namedOnly(known).find(({ id }) => sameId(id, mention.id))?.name;
  return name === undefined ? mention : { ...mention, name };
}

/** A token from elsewhere may hold its keys in another order than ours. */
function answerOf(token: Token): FormAnswer | null {
  return readFormAnswer(`@${JSON.stringify({ _mode: 'form', ...token })}`);
}

function plainAnswer({ fields }: FormAnswer): string {
  const [first, ...others] = fields;
  if (!first) return 'Form Response';
  if (others.length === 0) return `${first.label ?? first.name}: ${wordsOf(first)}`;
  return `Form Response: ${fields.map((field) => `${field.label ?? field.name}=${wordsOf(field)}`).join(', ')}`;
}

function wordsOf({ displayValue, value = '' }: FormAnswerField): string {
  return displayValue ?? (typeof value === 'string' ? value : JSON.stringify(value));
}

function mentionOf(token: Token): TokenMention | null {
  const { type, id, name, configId } = token;
  if (typeof type !== 'string' || !types.includes(type) || typeof id !== 'string' || !id || typeof name !== 'string' || !name) return null;
  return { type: type as TokenType, id, name, ...(typeof configId === 'string' && configId ? { configurationId: configId } : {}) };
}

function piecesOf(text: string, directory: MentionDirectory = {}): readonly Piece[] {
  const pieces = tokenPieces(text);
  if (pieces.some(({ mention }) => mention?.type === 'agent' || mention?.type === 'user')) return pieces;
  const known = { agents: namedOnly(directory.agents), users: namedOnly(directory.users) };
  if (known.agents.length + known.users.length === 0) return pieces;
  const code = codeRanges(text);
  const mayBeAt = (at: number): boolean => mayStartAt(text, at) && !covers(code, at);
  return pieces.flatMap((piece) => (piece.token ? [piece] : olderPieces(piece, known, mayBeAt)));
}

function tokenPieces(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (let start = text.indexOf('@{'); start >= 0; start = text.indexOf('@{', start + 1)) {
    const end = objectEnd(text, start + 1);
    const token = end < 0 ? null : parseObject(text.slice(start + 1, end));
    if (!token) continue;
    if (start > at) pieces.push({ text: text.slice(at, start), start: at });
    pieces.push({ text: text.slice(start, end), start, token, mention: mentionOf(token) });
    at = end;
    start = end - 1;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), start: at });
  return pieces;
}

/**
 * Where the object that opens at `start` closes, braces inside strings left aside; -1 when it does not.
 * Stops at the first sign that JSON has only in strings, so that a text full of open tokens is not read over and over.
 */
function objectEnd(text: string, start: number): number {
  let depth = 0;
  let quoted = false;
  for (let at = start; at < text.length; at++) {
    const character = text[at] as string;
    if (quoted) {
      if (character === '\\') at++;
      else if (character === '"') quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === '{') depth++;
    else if (character === '}' && --depth === 0) return at + 1;
    else if (character === '@' || character === '\\') return -1;
  }
  return -1;
}

function parseObject(json: string): Token | null {
  try {
    return JSON.parse(json) as Token;
  } catch {
    return null;
  }
}

/** The older forms in a piece of words. */
function olderPieces({ text, start }: Piece, known: Required<MentionDirectory>, mayBeAt: (at: number) => boolean): readonly Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const match of text.matchAll(/@(?:"([^"\n]+)"|([^\s"@][^\s"]*))/g)) {
    const [whole, quoted, word = ''] = match;
    const written = quoted?.trim() ?? word;
    // A name may itself end in such a sign: then it is written in full.
    const name = [...known.agents, ...known.users].some((one) => fold(one.name) === fold(written)) ? written : withoutStops(written);
    const mention = lookUp(fold(name), known);
    if (!mention || !mayBeAt(start + match.index)) continue;
    const end = match.index + (quoted === undefined ? 1 + name.length : whole.length);
    if (match.index > at) pieces.push({ text: text.slice(at, match.index), start: start + at });
    pieces.push({ text: text.slice(match.index, end), start: start + match.index, mention });
    at = end;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), start: start + at });
  return pieces;
}

function withoutStops(name: string): string {
  let end = name.length;
  while (end > 0 && '.,;!?'.includes(name.charAt(end - 1))) end--;
  return name.slice(0, end);
}

function lookUp(name: string, { agents, users }: Required<MentionDirectory>): TokenMention | null {
  // "@!" names nobody: an empty name would be the start of every one.
  if (!name) return null;
  const agent = agents.find((one) => fold(one.name) === name) ?? agents.find((one) => fold(one.name).startsWith(name));
  if (agent) return { type: 'agent', id: agent.id, name: agent.name };
  const user =
    users.find((one) => fold(one.name) === name) ??
    users.find((one) => typeof one.email === 'string' && fold(one.email) === name) ??
    users.find((one) => fold(one.name).startsWith(name));
  return user ? { type: 'user', id: user.id, name: user.name } : null;
}
