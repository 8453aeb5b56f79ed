/** Reference definitions, `[label]: address "title"`: reading them off the start of a paragraph, and looking them up. */
import type { Tokens } from 'marked';
import { Grow } from './grow.js';

/** Labels match without regard to case and white space, as marked compares them. */
export function normalizeLabel(label: string): string {
  return label.trim().replace(/\s+/g, ' ').toLowerCase().toUpperCase().toLowerCase();
}

/** A footnote is kept among the definitions; no link has a label like this. */
export const noteTag = (label: string): string => `^${normalizeLabel(label)}`;

/** A label may hold this many characters (CommonMark 4.7). */
const longestLabel = 999;
const label = /\[(?!\s*\])((?:\\[^]|[^[\]\\])+)\]:/y;
const gap = /[ \t]*(?:\n[ \t]*)?/y;
const bracketed = /<((?:\\.|[^\n<>\\])*)>/y;
 
const bare = /[^\s<\x00-\x1f\x7f][^\s\x00-\x1f\x7f]*/y;
const title = /"((?:\\[^]|[^"\\])*)"|'((?:\\[^]|[^'\\])*)'|\(((?:\\[^]|[^()\\])*)\)/y;
const lineEnd = /[ \t]*(?:\n|$)/y;
const escapes = /\\([!-/:-@[-`{-~])/g;

export const unescape = (text: string): string => text.replace(escapes, '$1');

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function balanced(address: string): boolean {
  let open = 0;
  for (let index = 0; index < address.length; index++) {
    const character = address[index];
    if (character === '\\') index += 1;
    else if (character === '(') open += 1;
    else if (character === ')' && --open < 0) return false;
  }
  return open === 0;
}

/** The definition at this place of a paragraph's text and where it ends; `undefined` when there is none. */
export function readDefinition(text: string, at = 0): { readonly token: Tokens.Def; readonly end: number } | undefined {
  const named = match(label, text, at);
  if (!named || named[0].length > longestLabel + 3 || named[1]?.startsWith('^')) return undefined;
  let position = label.lastIndex;
  match(gap, text, position);
  position = gap.lastIndex;
  const address = match(bracketed, text, position) ?? match(bare, text, position);
  if (!address) return undefined;
  const inBrackets = address[1] !== undefined;
  if (!inBrackets && !balanced(address[0])) return undefined;
  position += address[0].length;
  const afterAddress = match(lineEnd, text, position) ? lineEnd.lastIndex : -1;
  let end = afterAddress;
  let titled: RegExpExecArray | null = null;
  match(gap, text, position);
  if (gap.lastIndex > position) {
    titled = match(title, text, gap.lastIndex);
    if (titled && match(lineEnd, text, title.lastIndex)) end = lineEnd.lastIndex;
    else titled = null;
  }
  if (end < 0) return undefined;
  const words = titled?.[1] ?? titled?.[2] ?? titled?.[3];
  const token: Tokens.Def = {
    type: 'def',
    tag: normalizeLabel(named[1] ?? ''),
    raw: text.slice(at, end).replace(/\n$/, ''),
    href: unescape(address[1] ?? address[0]),
    title: words === undefined ? '' : unescape(words),
  };
  return { token, end };
}

export interface Destination {
  readonly href: string;
  readonly title: string;
}

export interface Definition extends Destination {
  readonly tag: string;
}

/** The definitions up to one step of a stream. The first of a label counts. */
export class Definitions {
  readonly #list: Grow<Definition>;
  #places: Map<string, number>;

  constructor(list = new Grow<Definition>(), places = new Map<string, number>()) {
    this.#list = list;
    this.#places = places;
  }

  get count(): number {
    return this.#list.count;
  }

  find(tag: string): Destination | undefined {
    const place = this.#places.get(tag);
    const found = place === undefined ? undefined : this.#list.at(place);
    return found?.tag === tag ? found : undefined;
  }

  /** False when the label has a definition already. */
  add(definition: Definition): boolean {
    if (this.find(definition.tag)) return false;
    if (!this.#list.owns) this.#places = new Map(this.#places);
    this.#places.set(definition.tag, this.#list.count);
    this.#list.push(definition);
    return true;
  }

  /** For the next step (`adds`) or for a look ahead of this one. */
  fork(adds: boolean): Definitions {
    return new Definitions(this.#list.fork(adds), this.#places);
  }
}
