/**
 * Lines -> blocks, one line at a time, as the CommonMark specification describes it (appendix A) with GFM's tables, task lists and
 * footnotes. Raw HTML is text, so nothing can vanish in it.
 *
 *   quote ─ list ─ item ─ paragraph      the open blocks, outermost first
 *     └───────┴──────┴── finished parts are tokens and are not looked at again
 */
import type { BlockStack } from './block-stack.js';
import { cellTokens, headingToken, rowTokens, takeDefinitions } from './build.js';
import { Cursor } from './cursor.js';
import { readDefinition } from './definitions.js';
import { wantsOf, type InlineReader } from './inline.js';
import { continues, endsFence, enterItem, enterQuote, growFence, growIndented } from './lines.js';
import type { OpenNode, TableNode } from './nodes.js';
import { footnoteStart, isRule, readDelimiterRow, readFence, readHeading, readListMarker, readUnderline, splitRow } from './starts.js';

/** Quotes and items inside one another; marks that would go deeper are text. */
const deepest = 32;

/** A paragraph of definitions is taken apart line by line up to this length. */
const longestDefinition = 4000;

export class Scanner {
  readonly #stack: BlockStack;
  readonly #reader: InlineReader;

  constructor(stack: BlockStack, reader: InlineReader) {
    this.#stack = stack;
    this.#reader = reader;
  }

  feed(line: string): void {
    const cursor = new Cursor(line);
    if (this.#continueOpen(cursor) === 'done') return;
    const inner = cursor.rest();
    const leaf = this.#stack.nodes[this.#stack.matched - 1];
    const begins = leaf?.kind === 'fence' || leaf?.kind === 'indented' ? 'no' : this.#begin(cursor);
    if (begins !== 'leaf') this.#addText(cursor, inner, begins === 'container');
    this.#stack.keepRaw(line);
    const container = this.#stack.tip;
    const ownLine = container?.kind === 'item' && begins === 'container';
    this.#stack.afterBlank = cursor.blank && container?.kind !== 'quote' && container?.kind !== 'fence' && !ownLine;
  }

  /** Walks down the open blocks as far as the line belongs to them. */
  #continueOpen(cursor: Cursor): 'done' | 'goes on' {
    this.#stack.matched = 0;
    for (const [index, node] of this.#stack.nodes.entries()) {
      cursor.look();
      if (node.kind === 'fence' && endsFence(node, cursor)) {
        node.raw += `\n${cursor.rest()}`;
        this.#stack.matched += 1;
        this.#stack.keepRaw(cursor.line);
        this.#stack.close();
        this.#stack.afterBlank = false;
        return 'done';
      }
      if (!continues(node, cursor, index === this.#stack.nodes.length - 1)) break;
      this.#stack.matched += 1;
    }
    cursor.look();
    return 'goes on';
  }

  /** Opens the blocks that begin on this line. */
  #begin(cursor: Cursor): 'no' | 'container' | 'leaf' {
    let opened: 'no' | 'container' = 'no';
    for (;;) {
      cursor.look();
      const matched = this.#stack.nodes[this.#stack.matched - 1];
      if (cursor.indent >= 4) {
        if (this.#stack.tip?.kind === 'paragraph' || this.#stack.tip?.kind === 'footnote' || cursor.blank) return opened;
        this.#stack.closeUnmatched();
        cursor.skipColumns(4);
        const text = cursor.rest();
        this.#stack.add({ kind: 'indented', text, raw: `    ${text}`, blank: '' });
        return 'leaf';
      }
      const first = cursor.line[cursor.next];
      if (first === undefined || /[\p{L}.,]/u.test(first)) return opened;
      const words = cursor.words();
      if (matched?.kind === 'paragraph' && this.#beginTable(words)) return 'leaf';
      if (this.#beginContainer(cursor, words, matched)) {
        opened = 'container';
        continue;
      }
      return this.#beginLeaf(cursor, words, matched) ? 'leaf' : opened;
    }
  }

  #beginContainer(cursor: Cursor, words: string, matched: OpenNode | undefined): boolean {
    const level = this.#stack.levelOf(this.#stack.matched) + 1;
    if (level > deepest) return false;
    if (words.startsWith('>')) {
      this.#stack.closeUnmatched();
      enterQuote(cursor);
      this.#stack.add({ kind: 'quote', children: this.#stack.grow(), wants: false, raw: '', level });
      return true;
    }
    return !isRule(words) && !(matched?.kind === 'paragraph' && readUnderline(words) !== undefined) && this.#beginItem(cursor, words, matched, level);
  }

  #beginItem(cursor: Cursor, words: string, matched: OpenNode | undefined, level: number): boolean {
    const marker = readListMarker(words);
    if (!marker) return false;
    const interrupts = matched?.kind === 'paragraph' || matched?.kind === 'footnote';
    if (interrupts && (words.slice(marker.text.length).trim() === '' || (marker.ordered && marker.start !== 1))) return false;
    const markerIndent = cursor.indent;
    this.#stack.closeUnmatched();
    const contentIndent = markerIndent + enterItem(cursor, marker.text.length);
    const list = this.#stack.tip;
    if (list?.kind === 'list' && list.marker.kind === marker.kind && list.marker.ordered === marker.ordered) {
      if (this.#stack.afterBlank && list.children.count > 0) this.#stack.loosen(this.#stack.nodes.length - 1);
    } else {
      this.#stack.add({ kind: 'list', marker, loose: false, children: this.#stack.grow(), wants: false, raw: '', level: level - 1 });
    }
    this.#stack.add({ kind: 'item', contentIndent, children: this.#stack.grow(), wants: false, raw: '', level });
    return true;
  }

  #beginLeaf(cursor: Cursor, words: string, matched: OpenNode | undefined): boolean {
    const heading = readHeading(words);
    if (heading) {
      this.#stack.closeUnmatched();
      this.#stack.put(headingToken(heading.depth, heading.text, words, this.#reader), cursor.line);
      return true;
    }
    const fence = readFence(words);
    if (fence) {
      const indent = cursor.indent;
      this.#stack.closeUnmatched();
      this.#stack.add({ kind: 'fence', ...fence, info: unescapeInfo(fence.info), indent, text: '', raw: cursor.rest(), lines: 0, endsBlank: false });
      return true;
    }
    if (matched?.kind === 'paragraph' && this.#underline(words)) return true;
    if (isRule(words)) {
      this.#stack.closeUnmatched();
      this.#stack.put({ type: 'hr', raw: words }, cursor.line);
      return true;
    }
    return false;
  }

  /** The last line of the paragraph is the header when the delimiter row has as many columns; what is before stays a paragraph. */
  #beginTable(words: string): boolean {
    const paragraph = this.#stack.tip;
    if (paragraph?.kind !== 'paragraph') return false;
    const align = readDelimiterRow(words);
    if (!align) return false;
    const start = paragraph.text.lastIndexOf('\n') + 1;
    const line = paragraph.text.slice(start);
    const cells = splitRow(line);
    if (cells.length !== align.length) return false;
    paragraph.text = paragraph.text.slice(0, start);
    this.#stack.close();
    const header = cellTokens(cells, align, true, this.#reader);
    this.#stack.add({ kind: 'table', align, header, rows: this.#stack.grow(), wants: header.some(wantsOf), raw: `${line}\n${words}` });
    return true;
  }

  #underline(words: string): boolean {
    const depth = readUnderline(words);
    const paragraph = this.#stack.tip;
    if (!depth || paragraph?.kind !== 'paragraph') return false;
    const { definitions, rest } = takeDefinitions(paragraph.text);
    if (rest === '') return false;
    this.#stack.nodes.pop();
    for (const definition of definitions) this.#stack.put(definition, definition.raw);
    const text = rest.trimEnd();
    this.#stack.put(headingToken(depth, text, `${rest}\n${words}`, this.#reader), `${rest}\n${words}`);
    return true;
  }

  #addText(cursor: Cursor, inner: string, opened: boolean): void {
    const tip = this.#stack.tip;
    const lazy = this.#stack.matched < this.#stack.nodes.length && !opened && !cursor.blank && (tip?.kind === 'paragraph' || tip?.kind === 'footnote');
    if (!lazy) this.#stack.closeUnmatched();
    const node = this.#stack.tip;
    switch (node?.kind) {
      case 'paragraph':
        node.text += `\n${cursor.words()}`;
        this.#settleDefinitions();
        return;
      case 'footnote':
        if (this.#beginFootnote(cursor)) return;
        node.text += `\n${cursor.words()}`;
        node.raw += `\n${inner}`;
        return;
      case 'fence':
        growFence(node, inner);
        return;
      case 'indented':
        growIndented(node, cursor);
        return;
      case 'table':
        this.#addRow(node, cursor.words());
        node.raw += `\n${inner}`;
        return;
      default:
        if (!cursor.blank && !this.#beginFootnote(cursor)) this.#stack.add({ kind: 'paragraph', text: cursor.words(), mayDefine: cursor.line[cursor.next] === '[' });
    }
  }

  #addRow(node: TableNode, words: string): void {
    const row = rowTokens(words, node.align, this.#reader);
    node.rows.push(row);
    node.wants ||= wantsOf(row) !== undefined;
  }

  #beginFootnote(cursor: Cursor): boolean {
    const match = cursor.indent <= 3 ? footnoteStart.exec(cursor.words()) : null;
    if (!match) return false;
    const words = cursor.words();
    if (this.#stack.tip?.kind === 'footnote') this.#stack.close();
    this.#stack.add({ kind: 'footnote', label: match[1] ?? '', text: words.slice(match[0].length).trimStart(), raw: words });
    return true;
  }

  /** Definitions at the start of an open paragraph that the line after them did not go on with. */
  #settleDefinitions(): void {
    const node = this.#stack.tip;
    if (node?.kind !== 'paragraph' || !node.mayDefine || node.text.length > longestDefinition) return;
    for (let found = readDefinition(node.text); found && found.end < node.text.length; found = readDefinition(node.text)) {
      const next = node.text.indexOf('\n', found.end);
      // A title may still come on the line below.
      if (found.token.title === '' && next < 0 && /^["'(]/.test(node.text.slice(found.end))) return;
      this.#stack.nodes.pop();
      this.#stack.put(found.token, found.token.raw);
      this.#stack.nodes.push(node);
      node.text = node.text.slice(found.end);
      node.mayDefine = node.text.startsWith('[');
    }
  }
}

const unescapeInfo = (info: string): string => info.replace(/\\([\p{P}\p{S}])/gu, '$1');