/** Open blocks -> marked's tokens. */
import type { MarkedToken, Token, Tokens } from 'marked';
import { readDefinition } from './definitions.js';
import { gatherWants, wantsOf, type InlineReader } from './inline.js';
import type { FenceNode, ItemNode, LeafNode, ListNode, ContainerNode, TableNode } from './nodes.js';
import { splitRow, type Alignment } from './starts.js';
import type { FootnoteDefToken } from './tokens.js';

/** A token with words inside. What its words want is known of the token too. */
export function withWords<T extends { tokens: Token[] }>(token: T): T {
  return gatherWants(token, [token.tokens]);
}

export function headingToken(depth: number, text: string, raw: string, reader: InlineReader): Tokens.Heading {
  return withWords({ type: 'heading', raw, depth, text, tokens: reader.read(text) });
}

export function paragraphToken(text: string, reader: InlineReader): Tokens.Paragraph {
  return withWords({ type: 'paragraph', raw: text, text, tokens: reader.read(text) });
}

/** The definitions a paragraph begins with, and the text after them. */
export function takeDefinitions(text: string): { readonly definitions: readonly Tokens.Def[]; readonly rest: string } {
  const definitions: Tokens.Def[] = [];
  let position = 0;
  for (let found = readDefinition(text); found; found = readDefinition(text, position)) {
    definitions.push(found.token);
    position = found.end;
  }
  return { definitions, rest: text.slice(position) };
}

export function cellTokens(cells: readonly string[], align: readonly Alignment[], header: boolean, reader: InlineReader): Tokens.TableCell[] {
  return align.map((side, index) => {
    const text = cells[index] ?? '';
    return withWords({ text, tokens: reader.read(text), header, align: side });
  });
}

/** Cells that a short row leaves out. They are the same everywhere, so a wide table of short rows costs little. */
const emptyCells: Readonly<Record<'center' | 'left' | 'right' | 'none', Tokens.TableCell>> = {
  center: { text: '', tokens: [], header: false, align: 'center' },
  left: { text: '', tokens: [], header: false, align: 'left' },
  right: { text: '', tokens: [], header: false, align: 'right' },
  none: { text: '', tokens: [], header: false, align: null },
};

export function rowTokens(line: string, align: readonly Alignment[], reader: InlineReader): Tokens.TableCell[] {
  const cells = splitRow(line);
  const row = cellTokens(cells, align.slice(0, cells.length), false, reader);
  for (const side of align.slice(row.length)) row.push(emptyCells[side ?? 'none']);
  return gatherWants(row, row);
}

function fenceToken(node: FenceNode): Tokens.Code {
  return { type: 'code', raw: node.raw, lang: node.info, text: node.lines > 0 && node.endsBlank ? `${node.text}\n` : node.text };
}

function tableToken(node: TableNode): Tokens.Table {
  const rows = node.rows.toArray();
  const token: Tokens.Table = { type: 'table', raw: node.raw, header: node.header, align: [...node.align], rows };
  return node.wants ? gatherWants(token, [...node.header, ...rows]) : token;
}

/** The tokens of a leaf: a paragraph may hold definitions before its words. */
export function leafTokens(node: LeafNode, reader: InlineReader): MarkedToken[] {
  switch (node.kind) {
    case 'paragraph': {
      const { definitions, rest } = takeDefinitions(node.text);
      const text = rest.trimEnd();
      return text === '' ? [...definitions] : [...definitions, paragraphToken(text, reader)];
    }
    case 'footnote': {
      const text = node.text.trim();
      const token: FootnoteDefToken = withWords({ type: 'footnote_def', raw: node.raw, label: node.label, text, tokens: reader.read(text) });
      return [token as unknown as MarkedToken];
    }
    case 'fence':
      return [fenceToken(node)];
    case 'indented':
      return [{ type: 'code', raw: node.raw, codeBlockStyle: 'indented', text: node.text }];
    case 'table':
      return [tableToken(node)];
  }
}

/** The token of a container, `loose` when it is an item of a loose list. */
export function containerToken(node: ContainerNode, loose: boolean, reader: InlineReader): MarkedToken {
  const children = node.children.toArray();
  switch (node.kind) {
    case 'quote':
      return gatherWants({ type: 'blockquote', raw: node.raw, text: node.raw, tokens: children }, node.wants ? children : []);
    case 'list':
      return listToken(node, children as Tokens.ListItem[]);
    case 'item':
      return itemToken(node, children, loose, reader);
  }
}

function listToken(node: ListNode, items: Tokens.ListItem[]): Tokens.List {
  const { ordered, start } = node.marker;
  return gatherWants({ type: 'list', raw: node.raw, ordered, start, loose: node.loose, items }, node.wants ? items : []);
}

const taskMark = /^(\[[ xX]\])[ \t]+(?=\S)/;

/** As in marked: the words of a tight item are a `text`, those of a loose one a `paragraph`, and the box of a task comes before. */
function itemToken(node: ItemNode, children: MarkedToken[], loose: boolean, reader: InlineReader): Tokens.ListItem {
  let tokens: MarkedToken[] = children.map(tighten);
  const first = tokens[0];
  const mark = first?.type === 'text' ? taskMark.exec(first.text) : null;
  const item: Tokens.ListItem = { type: 'list_item', raw: node.raw, task: mark !== null, loose: false, text: node.raw, tokens };
  if (mark && first?.type === 'text') {
    const box: Tokens.Checkbox = { type: 'checkbox', raw: `${mark[1] ?? ''} `, checked: mark[1] !== '[ ]' };
    const text = first.text.slice(mark[0].length);
    tokens = [box, withWords({ type: 'text' as const, raw: text, text, tokens: reader.read(text) }), ...tokens.slice(1)];
    item.checked = box.checked;
    item.tokens = tokens;
  }
  gatherWants(item, tokens);
  return loose ? loosen(item) : item;
}

function tighten(token: MarkedToken): MarkedToken {
  if (token.type !== 'paragraph') return token;
  const { raw, text, tokens } = token;
  return withWords({ type: 'text' as const, raw, text, tokens });
}

/** The item as one of a loose list. */
export function loosen(item: Tokens.ListItem): Tokens.ListItem {
  if (item.loose) return item;
  let tokens = item.tokens.map((token) => {
    if (token.type !== 'text') return token;
    const { raw, text, tokens: words = [] } = token as Tokens.Text;
    return gatherWants({ type: 'paragraph', raw, text, tokens: words } satisfies Tokens.Paragraph, [token]);
  });
  const [box, words] = tokens as MarkedToken[];
  if (box?.type === 'checkbox' && words?.type === 'paragraph') {
    const boxed: Tokens.Paragraph = { type: 'paragraph', raw: box.raw + words.raw, text: box.raw + words.text, tokens: [box, ...words.tokens] };
    tokens = [gatherWants(boxed, [words]), ...tokens.slice(2)];
  }
  return gatherWants({ ...item, loose: true, tokens }, tokens);
}

/** The same token when none of the labels was wanted in it, else one whose words are read again. */
export function revise<T extends object>(token: T, labels: ReadonlySet<string>, reader: InlineReader): T {
  const wants = wantsOf(token);
  if (!wants || ![...wants].some((label) => labels.has(label))) return token;
  if (Array.isArray(token)) {
    const cells = token.map((cell: Tokens.TableCell) => revise(cell, labels, reader));
    return gatherWants(cells, cells) as unknown as T;
  }
  const part = token as unknown as MarkedToken;
  switch (part.type) {
    case 'blockquote':
    case 'list_item': {
      const tokens = part.tokens.map((child) => revise(child, labels, reader));
      return gatherWants({ ...token, tokens }, tokens);
    }
    case 'list': {
      const items = part.items.map((item) => revise(item, labels, reader));
      return gatherWants({ ...token, items }, items);
    }
    case 'table': {
      const header = part.header.map((cell) => revise(cell, labels, reader));
      const rows = part.rows.map((row) => revise(row, labels, reader));
      return gatherWants({ ...token, header, rows }, [...header, ...rows]);
    }
    default: {
      const { text, tokens } = part as unknown as { text: string; tokens: Token[] };
      const box = tokens[0]?.type === 'checkbox' ? tokens[0] : undefined;
      const words = reader.read(box ? text.slice(box.raw.length) : text);
      return gatherWants({ ...token, tokens: box ? [box, ...words] : words }, [words]);
    }
  }
}
