/**
 * What stands inside a line: marked's inline grammar with the few rules a conversation needs to differ in, and with bounds.
 * Raw HTML comes back as a token that is shown as text.
 */
import { Lexer, Tokenizer, type Links, type Token, type Tokens } from 'marked';
import { noteTag, type Definitions } from './definitions.js';
import type { FootnoteRefToken } from './tokens.js';

/** Deeper emphasis than anybody writes; the marks below that are text. */
const deepest = 24;

/**
 * A longer text is read in stretches of about this many characters, cut at white space, so that its cost grows with its length
 * and a growing one is only read at its end. Marks that open in one stretch and close in another are text.
 */
export const longestStretch = 4000;

/** Text without any of these is one token; most text is. */
const special = /[\\<!`*_~&@[\]]| {2}\n|:\/\/|[wW]{3}\./;

/** marked's rules with bounds: no nesting without end, strikethrough with two tildes ("5~10 and 6~12" holds two ranges). */
class ConversationTokenizer extends Tokenizer {
  /** Whether the label is that of a footnote. */
  isNote: (label: string) => boolean = () => false;
  #depth = 0;

  #within<T>(read: () => T | undefined): T | undefined {
    if (this.#depth >= deepest) return undefined;
    this.#depth += 1;
    try {
      return read();
    } finally {
      this.#depth -= 1;
    }
  }

  override emStrong(source: string, masked: string, previous?: string): Tokens.Em | Tokens.Strong | undefined {
    return this.#within(() => super.emStrong(source, masked, previous));
  }

  override link(source: string): Tokens.Link | Tokens.Image | undefined {
    return this.#within(() => super.link(source));
  }

  override reflink(source: string, links: Links): Tokens.Link | Tokens.Image | Tokens.Text | undefined {
    const [raw, label] = footnoteReference.exec(source) ?? [];
    if (raw !== undefined && label !== undefined && this.isNote(label)) {
      const token: FootnoteRefToken = { type: 'footnote_ref', raw, label };
      return token as unknown as Tokens.Text;
    }
    return this.#within(() => super.reflink(source, links));
  }

  override del(source: string, masked: string, previous?: string): Tokens.Del | undefined {
    return source.startsWith('~~') ? this.#within(() => super.del(source, masked, previous)) : undefined;
  }
}

const footnoteReference = /^\[\^([^[\]\s]{1,99})\]/;

const tokenizer = new ConversationTokenizer();
let lexer: Lexer | undefined;

/** The labels that were looked up and have no definition yet, by what was made from the text. */
const wanted = new WeakMap<object, ReadonlySet<string>>();

/** Labels whose definition would change this token. */
export function wantsOf(token: object): ReadonlySet<string> | undefined {
  return wanted.get(token);
}

/** Says that a token is made of these parts. */
export function gatherWants<T extends object>(token: T, parts: Iterable<object>): T {
  let all: Set<string> | undefined;
  for (const part of parts) {
    const own = wanted.get(part);
    if (own) for (const label of own) (all ??= new Set()).add(label);
  }
  if (all) wanted.set(token, all);
  return token;
}

/** Reads the text of blocks. One for each step. */
export class InlineReader {
  readonly #definitions: Definitions;
  readonly #earlier: ReadonlyMap<string, Token[]>;
  /** Stretches of the last long text, for the next step. */
  readonly stretches = new Map<string, Token[]>();
  /** The stretch read last uses a definition, which may be gone in the next step when it is not complete yet. */
  #found = false;
  /** How many characters the grammar has looked at. */
  characters = 0;

  constructor(definitions: Definitions, earlier: ReadonlyMap<string, Token[]> = new Map()) {
    this.#definitions = definitions;
    this.#earlier = earlier;
  }

  /** The tokens of a text. What they want is known of the array, see `wantsOf`. */
  read(text: string): Token[] {
    if (text.length <= longestStretch) return this.#stretch(text);
    const parts: Token[][] = [];
    for (let start = 0; start < text.length; ) {
      const end = stretchEnd(text, start);
      const part = text.slice(start, end);
      const last = end === text.length;
      const tokens = this.#known(part) ?? this.#stretch(part);
      if (!last && !this.#found) this.stretches.set(part, tokens);
      parts.push(tokens);
      start = end;
    }
    return gatherWants(parts.flat(), parts);
  }

  /** Tokens of a stretch that was read before, unless a label in it has a definition now. */
  #known(text: string): Token[] | undefined {
    this.#found = false;
    const tokens = this.stretches.get(text) ?? this.#earlier.get(text);
    const stale = tokens && [...(wanted.get(tokens) ?? [])].some((label) => this.#definitions.find(label));
    return stale ? undefined : tokens;
  }

  #stretch(text: string): Token[] {
    this.#found = false;
    if (text === '') return [];
    this.characters += text.length;
    if (!special.test(text)) return [{ type: 'text', raw: text, text, escaped: false }];
    const wants = new Set<string>();
    const find = (label: string | symbol) => {
      // A note is no address.
      if (typeof label !== 'string' || label.startsWith('^')) return undefined;
      const found = this.#definitions.find(label);
      if (found) this.#found = true;
      else wants.add(label);
      return found;
    };
    const links = new Proxy(Object.create(null) as Links, {
      get: (_, label) => find(label),
      getOwnPropertyDescriptor: (_, label) => {
        const value = find(label);
        return value ? { value, configurable: true, enumerable: true, writable: true } : undefined;
      },
    });
    tokenizer.isNote = (label) => {
      const tag = noteTag(label);
      const found = this.#definitions.find(tag) !== undefined;
      if (found) this.#found = true;
      else wants.add(tag);
      return found;
    };
    const tokens = tokenize(text, links);
    if (wants.size > 0) wanted.set(tokens, wants);
    return tokens;
  }
}

/** Where the last stretch of a text starts. */
export function lastStretch(text: string): number {
  let start = 0;
  for (let end = stretchEnd(text, 0); end < text.length; end = stretchEnd(text, end)) start = end;
  return start;
}

function stretchEnd(text: string, start: number): number {
  const limit = start + longestStretch;
  if (limit >= text.length) return text.length;
  const middle = start + longestStretch / 2;
  const half = text.slice(middle, limit);
  const space = Math.max(half.lastIndexOf(' '), half.lastIndexOf('\n')) + 1;
  if (space > 0) return middle + space;
  // Half of a surrogate pair is no character.
  return /[\ud800-\udbff]/.test(text[limit - 1] ?? '') ? limit - 1 : limit;
}

function tokenize(text: string, links: Links): Token[] {
  lexer ??= new Lexer({ gfm: true, tokenizer });
  lexer.tokens.links = links;
  lexer.state.inLink = false;
  lexer.state.inRawBlock = false;
  lexer.state.linkEmitted = false;
  try {
    return lexer.inlineTokens(text);
  } catch {
    // The grammar says so when it makes no progress; the text is still worth reading.
    lexer = undefined;
    return [{ type: 'text', raw: text, text, escaped: false }];
  }
}
