/** Blocks that are still open: what a next line may add to. Their finished parts are tokens already. */
import type { MarkedToken, Tokens } from 'marked';
import type { Grow } from './grow.js';
import type { Alignment, ListMarker } from './starts.js';

interface Container {
  /** Finished blocks inside. A definition inside is one of them. */
  children: Grow<MarkedToken>;
  /** Whether a child uses a label without a definition. */
  wants: boolean;
  /** The lines as written, with the marks of what is around. */
  raw: string;
  /** How many quotes and items it is inside of. */
  readonly level: number;
}

export interface QuoteNode extends Container {
  readonly kind: 'quote';
}

export interface ListNode extends Container {
  readonly kind: 'list';
  readonly marker: ListMarker;
  loose: boolean;
}

export interface ItemNode extends Container {
  readonly kind: 'item';
  /** Lines indented this far belong to the item. */
  readonly contentIndent: number;
}

export interface ParagraphNode {
  readonly kind: 'paragraph';
  text: string;
  /** The text may begin with definitions. Looking at the text itself would make one string of all its lines. */
  mayDefine: boolean;
}

export interface FootnoteNode {
  readonly kind: 'footnote';
  readonly label: string;
  text: string;
  raw: string;
}

export interface FenceNode {
  readonly kind: 'fence';
  readonly mark: string;
  readonly length: number;
  readonly indent: number;
  readonly info: string;
  text: string;
  raw: string;
  lines: number;
  endsBlank: boolean;
}

export interface IndentedNode {
  readonly kind: 'indented';
  text: string;
  raw: string;
  /** Blank lines that count only when code follows. */
  blank: string;
}

export interface TableNode {
  readonly kind: 'table';
  readonly align: readonly Alignment[];
  header: Tokens.TableCell[];
  rows: Grow<Tokens.TableCell[]>;
  /** Whether a cell uses a label without a definition. */
  wants: boolean;
  raw: string;
}

export type ContainerNode = QuoteNode | ListNode | ItemNode;
export type LeafNode = ParagraphNode | FootnoteNode | FenceNode | IndentedNode | TableNode;
export type OpenNode = ContainerNode | LeafNode;

export function isContainer(node: OpenNode | undefined): node is ContainerNode {
  return node !== undefined && (node.kind === 'quote' || node.kind === 'list' || node.kind === 'item');
}

/** For the next step (`adds`) or for a look ahead of this one. */
export function forkNode(node: OpenNode, adds: boolean): OpenNode {
  if (isContainer(node)) return { ...node, children: node.children.fork(adds) };
  if (node.kind === 'table') return { ...node, rows: node.rows.fork(adds) };
  return { ...node };
}
