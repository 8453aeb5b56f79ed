/** What a line does to a block that is open. */
import type { Cursor } from './cursor.js';
import type { FenceNode, IndentedNode, ItemNode, OpenNode } from './nodes.js';
import { closesFence } from './starts.js';

/** Whether the line goes on with an open block. The cursor then stands after what the block takes of it. */
export function continues(node: OpenNode, cursor: Cursor, innermost: boolean): boolean {
  switch (node.kind) {
    case 'list':
      return true;
    case 'quote':
      if (cursor.indent > 3 || cursor.line[cursor.next] !== '>') return false;
      enterQuote(cursor);
      return true;
    case 'item':
      return continuesItem(node, cursor, innermost);
    case 'fence':
      return true;
    case 'indented':
      return cursor.indent >= 4 || cursor.blank;
    case 'paragraph':
    case 'footnote':
    case 'table':
      return !cursor.blank;
  }
}

function continuesItem(node: ItemNode, cursor: Cursor, innermost: boolean): boolean {
  if (cursor.blank) {
    // An item begins with one blank line at most.
    if (innermost && node.children.count === 0) return false;
    cursor.skipSpace();
    return true;
  }
  if (cursor.indent < node.contentIndent) return false;
  cursor.skipColumns(node.contentIndent);
  return true;
}

/** Whether the line is the end of this fence. */
export function endsFence(node: FenceNode, cursor: Cursor): boolean {
  return cursor.indent <= 3 && cursor.line[cursor.next] === node.mark && closesFence(cursor.words(), node.mark, node.length);
}

/** Adds a line of code; the fence's own indentation is taken off. */
export function growFence(node: FenceNode, inner: string): void {
  const line = inner.slice(/^ */.exec(inner.slice(0, node.indent))?.[0].length ?? 0);
  node.text += node.lines > 0 ? `\n${line}` : line;
  node.raw += `\n${inner}`;
  node.lines += 1;
  node.endsBlank = line === '';
}

/** Adds a line of indented code. Blank lines count only when code follows. */
export function growIndented(node: IndentedNode, cursor: Cursor): void {
  cursor.skipColumns(4);
  const line = cursor.rest();
  if (cursor.blank) {
    node.blank += `\n${line}`;
    return;
  }
  node.text += `${node.blank}\n${line}`;
  node.raw += `${node.blank}\n    ${line}`;
  node.blank = '';
}

/** Goes past the marker of an item and the spaces after it. Returns how far the item's content is indented from the marker. */
export function enterItem(cursor: Cursor, markerLength: number): number {
  cursor.skipSpace();
  cursor.skipColumns(markerLength);
  const back = cursor.mark();
  const from = cursor.column;
  cursor.look();
  const blank = cursor.blank;
  do cursor.skipColumns(1);
  while (cursor.column - from < 5 && cursor.atSpace);
  const padding = cursor.column - from;
  if (padding >= 1 && padding < 5 && !blank) return markerLength + padding;
  back();
  cursor.skipOneSpace();
  return markerLength + 1;
}

/** Goes past the mark of a quote. */
export function enterQuote(cursor: Cursor): void {
  cursor.skipSpace();
  cursor.skipColumns(1);
  cursor.skipOneSpace();
}
