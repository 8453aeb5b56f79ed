/** The blocks that are open while lines are read, outermost first. A block that closes becomes a token of the one around it. */
import type { MarkedToken } from 'marked';
import { containerToken, leafTokens, loosen, revise } from './build.js';
import { noteTag, type Definition, type Definitions } from './definitions.js';
import { Grow } from './grow.js';
import { wantsOf, type InlineReader } from './inline.js';
import { forkNode, isContainer, type OpenNode } from './nodes.js';
import type { FootnoteDefToken } from './tokens.js';

/** What a step leaves for the next: the blocks still open and whether the last line was blank. */
export interface OpenBlocks {
  readonly nodes: readonly OpenNode[];
  readonly afterBlank: boolean;
}

export const nothingOpen: OpenBlocks = { nodes: [], afterBlank: false };

export interface Finished {
  readonly token: MarkedToken;
  readonly raw: string;
}

export class BlockStack {
  /** Blocks of the document that are finished. */
  readonly finished: Finished[] = [];
  /** Labels defined since this stack began. */
  readonly labels = new Set<string>();
  readonly nodes: OpenNode[];
  /** Whether the line before was blank. */
  afterBlank: boolean;
  /** How many open blocks the line belongs to; the others close when it turns out to be no lazy one. */
  matched = 0;
  readonly #definitions: Definitions;
  readonly #reader: InlineReader;
  readonly #adds: boolean;

  /** `adds`: what is read is the next step; if not, it is a look ahead. */
  constructor(open: OpenBlocks, definitions: Definitions, reader: InlineReader, adds: boolean) {
    this.nodes = open.nodes.map((node) => forkNode(node, adds));
    this.afterBlank = open.afterBlank;
    this.#definitions = definitions;
    this.#reader = reader;
    this.#adds = adds;
  }

  get open(): OpenBlocks {
    return { nodes: this.nodes, afterBlank: this.afterBlank };
  }

  /** The innermost open block. */
  get tip(): OpenNode | undefined {
    return this.nodes.at(-1);
  }

  /** Closes what is open, as the end of the text does. */
  finish(): void {
    while (this.nodes.length > 0) this.close();
  }

  /** Reads the words of open blocks again that use a label that is defined now. */
  reviseOpen(labels: ReadonlySet<string>): void {
    for (const node of this.nodes) {
      if (isContainer(node)) node.children = node.children.map((token) => revise(token, labels, this.#reader));
      else if (node.kind === 'table') {
        node.rows = node.rows.map((row) => revise(row, labels, this.#reader));
        node.header = node.header.map((cell) => revise(cell, labels, this.#reader));
      }
    }
  }

  /** An empty list for the parts of a block. */
  grow<T>(): Grow<T> {
    return new Grow<T>([], 0, this.#adds);
  }

  levelOf(count: number): number {
    for (let index = count - 1; index >= 0; index--) {
      const node = this.nodes[index];
      if (isContainer(node)) return node.level;
    }
    return 0;
  }

  keepRaw(line: string): void {
    for (const node of this.nodes) if (isContainer(node)) node.raw += node.raw === '' ? line : `\n${line}`;
  }

  closeUnmatched(): void {
    while (this.nodes.length > this.matched) this.close();
  }

  /** Opens a block; what cannot hold it closes first. */
  add(node: OpenNode): void {
    this.#makeRoom(node.kind === 'item');
    this.nodes.push(node);
    this.matched = this.nodes.length;
  }

  /** A finished block, into the innermost open one. */
  put(token: MarkedToken, line: string): void {
    this.#makeRoom(false);
    this.#store(token, line);
  }

  #makeRoom(forItem: boolean): void {
    for (let tip = this.tip; tip && !(isContainer(tip) && (tip.kind === 'list') === forItem); tip = this.tip) this.close();
    const tip = this.tip;
    if (tip?.kind === 'item' && this.afterBlank && tip.children.count > 0) this.loosen(this.nodes.length - 2);
    this.matched = Math.min(this.matched, this.nodes.length);
  }

  #store(token: MarkedToken, raw: string): void {
    const definition = definitionOf(token);
    if (definition && this.#definitions.add(definition)) this.labels.add(definition.tag);
    const parent = this.tip;
    if (isContainer(parent)) {
      parent.children.push(token);
      parent.wants ||= wantsOf(token) !== undefined;
    } else this.finished.push({ token, raw });
  }

  loosen(index: number): void {
    const list = this.nodes[index];
    if (list?.kind !== 'list' || list.loose) return;
    list.loose = true;
    list.children = list.children.map((item) => (item.type === 'list_item' ? loosen(item) : item));
  }

  close(): void {
    const node = this.nodes.pop();
    if (!node) return;
    if (isContainer(node)) {
      const list = this.tip;
      this.#store(containerToken(node, node.kind === 'item' && list?.kind === 'list' && list.loose, this.#reader), node.raw);
    } else for (const token of leafTokens(node, this.#reader)) this.#store(token, token.raw);
  }
}

function definitionOf(token: MarkedToken): Definition | undefined {
  if (token.type === 'def') return token;
  const note = token as unknown as FootnoteDefToken;
  return note.type === 'footnote_def' ? { tag: noteTag(note.label), href: '', title: '' } : undefined;
}
