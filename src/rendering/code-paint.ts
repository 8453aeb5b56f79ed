/** Colours code with the browser's own highlights. Loaded when the first block of code is seen; imports nothing of the rest. */
import { readLanguage, type CodeKind } from './code-languages.js';

/** Longer code stays plain: nobody reads its colours, and each word would be a range. */
const longest = 60_000;

const highlightOf = (kind: CodeKind): Highlight => {
  const name = `agent-code-${kind}`;
  const known = CSS.highlights.get(name);
  if (known) return known;
  const made = new Highlight();
  // What a search marks, or the host, lies above.
  made.priority = -1;
  CSS.highlights.set(name, made);
  return made;
};

/**
 * Colours the text of the element and answers with the way to take the colours away. An unknown language stays plain. The ranges
 * are static: live ones would have to be moved by the browser with every change of the page.
 */
export function paintCode(code: Element, language: string): () => void {
  const read = readLanguage(language);
  const text = code.textContent;
  if (!read || text.length > longest) return () => undefined;
  const places = new TextPlaces(code);
  const added: [Highlight, StaticRange][] = [];
  for (const { kind, start, end } of read(text)) {
    const range = places.range(start, end);
    if (!range) continue;
    const highlight = highlightOf(kind);
    highlight.add(range);
    added.push([highlight, range]);
  }
  return () => {
    for (const [highlight, range] of added) highlight.delete(range);
  };
}

/** Finds the node of an offset. Asked for rising offsets, so it walks the nodes once. */
class TextPlaces {
  readonly #walker: TreeWalker;
  #node: Text | null;
  #start = 0;

  constructor(code: Element) {
    this.#walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
    this.#node = this.#walker.nextNode() as Text | null;
  }

  range(start: number, end: number): StaticRange | undefined {
    const from = this.#at(start);
    const to = this.#at(end);
    return from && to && new StaticRange({ startContainer: from.node, startOffset: from.offset, endContainer: to.node, endOffset: to.offset });
  }

  #at(offset: number): { readonly node: Text; readonly offset: number } | undefined {
    while (this.#node && offset > this.#start + this.#node.length) {
      this.#start += this.#node.length;
      this.#node = this.#walker.nextNode() as Text | null;
    }
    return this.#node ? { node: this.#node, offset: offset - this.#start } : undefined;
  }
}
