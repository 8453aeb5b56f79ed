/**
 * MemberJunction's stored form of a mention: an at-sign before a JSON object, `@{"type":"agent","id":"…","name":"Sage"}` (A7.1).
 * Our own messages keep readable text with mentions beside it; this is for the seam to MemberJunction.
 */
import type { Mention } from '../model/message.js';
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

/** A piece of a text: words, or an object that stood behind an at-sign. */
type Piece = { readonly text: string } | { readonly token: Readonly<Record<string, unknown>>; readonly text: string };

/**
 * All mentions of a text, in order. Tokens are read with their strings and nested braces; what is no valid token stays text.
 * When no token names an agent or a person, the older `@"Name With Spaces"` and `@word` are looked up in the directory (A7-2):
 * agents by name, then by its start, people by name, then e-mail, then start. A skill alone does not switch that off (A7-4).
 */
export function parseMentionTokens(text: string, directory: MentionDirectory = {}): ParsedMentions {
  const pieces = piecesOf(text);
  const mentions = pieces.flatMap((piece) => ('token' in piece ? (mentionOf(piece.token) ?? []) : []));
  const named = mentions.some(({ type }) => type === 'agent' || type === 'user');
  if (!named) for (const piece of pieces) if (!('token' in piece)) mentions.push(...legacyMentions(piece.text, directory));
  const of = (...wanted: readonly TokenType[]): readonly TokenMention[] => mentions.filter(({ type }) => wanted.includes(type));
  return { mentions, agentMention: of('agent')[0] ?? null, userMentions: of('user'), entityMentions: of('entity', 'query'), skillMentions: of('skill') };
}

/** The stored form of a text and the mentions that lie in it by offset. */
export function toMentionTokens(text: string, mentions: readonly Mention[]): string {
  let stored = '';
  let at = 0;
  for (const { type, id, name, start, end } of [...mentions].sort((a, b) => a.start - b.start)) {
    if (start < at || end > text.length) continue;
    stored += `${text.slice(at, start)}@${JSON.stringify({ type, id, name })}`;
    at = end;
  }
  return stored + text.slice(at);
}

/** Readable text and mentions by offset, from the stored form. People and queries become plain words: we have no such mentions. */
export function fromMentionTokens(stored: string): { readonly text: string; readonly mentions: readonly Mention[] } {
  let text = '';
  const mentions: Mention[] = [];
  for (const piece of piecesOf(stored)) {
    const mention = 'token' in piece ? mentionOf(piece.token) : null;
    if (!mention) {
      text += piece.text;
      continue;
    }
    const { type, id, name } = mention;
    const start = text.length;
    text += writtenForm(mention);
    if (type === 'skill' || type === 'agent' || type === 'entity') mentions.push({ type, id, name, start, end: text.length });
  }
  return { text, mentions };
}

/** For previews and names: `@Name`, `/skill`, `#Entity` (A7.3). */
export function toPlainText(stored: string): string {
  return piecesOf(stored)
    .map((piece) => {
      if (!('token' in piece)) return piece.text;
      const mention = mentionOf(piece.token);
      if (mention) return writtenForm(mention);
      return isAttachment(piece.token) ? '' : piece.text;
    })
    .join('');
}

/** What a model reads: bare names, queries with their id, no attachments (A7.3). */
export function toAgentContext(stored: string): string {
  return piecesOf(stored)
    .map((piece) => {
      if (!('token' in piece)) return piece.text;
      const mention = mentionOf(piece.token);
      if (mention) return mention.type === 'query' ? `query "${mention.name}" (ID: ${mention.id})` : mention.name;
      return isAttachment(piece.token) ? '' : piece.text;
    })
    .join('');
}

function writtenForm(mention: TokenMention): string {
  if (mention.type === 'user') return `@${mention.name}`;
  return mentionText({ type: mention.type === 'query' ? 'entity' : mention.type, name: mention.name });
}

function isAttachment(token: Readonly<Record<string, unknown>>): boolean {
  return token['_mode'] === 'attachment';
}

function mentionOf(token: Readonly<Record<string, unknown>>): TokenMention | null {
  const { type, id, name, configId } = token;
  if (typeof type !== 'string' || !types.includes(type) || typeof id !== 'string' || !id || typeof name !== 'string' || !name) return null;
  return { type: type as TokenType, id, name, ...(typeof configId === 'string' && configId ? { configurationId: configId } : {}) };
}

function piecesOf(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (let start = text.indexOf('@{'); start >= 0; start = text.indexOf('@{', start + 1)) {
    const end = objectEnd(text, start + 1);
    const token = end < 0 ? null : parseObject(text.slice(start + 1, end));
    if (!token) continue;
    if (start > at) pieces.push({ text: text.slice(at, start) });
    pieces.push({ token, text: text.slice(start, end) });
    at = end;
    start = end - 1;
  }
  if (at < text.length) pieces.push({ text: text.slice(at) });
  return pieces;
}

/** Where the object that opens at `start` closes, braces inside strings left aside; -1 when it does not. */
function objectEnd(text: string, start: number): number {
  let depth = 0;
  let quoted = false;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (quoted) {
      if (character === '\\') at++;
      else if (character === '"') quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === '{') depth++;
    else if (character === '}' && --depth === 0) return at + 1;
  }
  return -1;
}

function parseObject(json: string): Readonly<Record<string, unknown>> | null {
  try {
    return JSON.parse(json) as Readonly<Record<string, unknown>>;
  } catch {
    return null;
  }
}

function legacyMentions(text: string, { agents = [], users = [] }: MentionDirectory): TokenMention[] {
  return [...text.matchAll(/@(?:"([^"\n]+)"|([^\s@"]+))/g)].flatMap((match): TokenMention[] => {
    const name = (match[1] ?? match[2] ?? '').replace(/[.,;!?]+$/, '').trim().toLowerCase();
    // "@!" names nobody: an empty name would be the start of every one.
    if (!name) return [];
    const agent = agents.find((one) => one.name.toLowerCase() === name) ?? agents.find((one) => one.name.toLowerCase().startsWith(name));
    if (agent) return [{ type: 'agent', id: agent.id, name: agent.name }];
    const user =
      users.find((one) => one.name.toLowerCase() === name) ??
      users.find((one) => one.email?.toLowerCase() === name) ??
      users.find((one) => one.name.toLowerCase().startsWith(name));
    return user ? [{ type: 'user', id: user.id, name: user.name }] : [];
  });
}
