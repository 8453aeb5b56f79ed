/**
 * The words of one line or paragraph, for a child position. Plain words (text, emphasis, code) are nodes of their own making, without
 * the marks that a template leaves around each part: a reply has hundreds of them. What goes on grows its text node, so selection
 * and focus stay (case 11). Links, pictures and what the host draws are templates between them.
 */
import { noChange } from 'lit';
import { insertPart, removePart, setChildPartValue } from 'lit/directive-helpers.js';
import { Directive, directive, PartType, type ChildPart, type DirectiveParameters, type PartInfo } from 'lit/directive.js';

export type PlainTag = 'strong' | 'em' | 'del' | 'code' | 'br';

/** Plain words as data: a text, or an element around others. */
export type PlainWords = string | { readonly tag: PlainTag; readonly inside: readonly PlainWords[] };

/** One piece of a line. */
export type Words = { readonly plain: PlainWords } | { readonly template: unknown };

type Shown = { readonly node: ChildNode; readonly plain: PlainWords } | { readonly part: ChildPart };

class WordsDirective extends Directive {
  #shown: Shown[] = [];

  constructor(info: PartInfo) {
    super(info);
    if (info.type !== PartType.CHILD) throw new Error('words() stands between tags');
  }

  override render(_pieces: readonly Words[]): unknown {
    return noChange;
  }

  override update(part: ChildPart, [pieces]: DirectiveParameters<this>): unknown {
    let kept = 0;
    while (kept < this.#shown.length && kept < pieces.length) {
      const shown = this.#keep(this.#shown[kept] as Shown, pieces[kept] as Words);
      if (!shown) break;
      this.#shown[kept++] = shown;
    }
    for (const shown of this.#shown.splice(kept)) {
      if ('part' in shown) removePart(shown.part);
      else shown.node.remove();
    }
    for (const piece of pieces.slice(kept)) this.#shown.push(add(part, piece));
    return noChange;
  }

  /** The piece in the place of what is shown there; null when that is of another kind. */
  #keep(shown: Shown, piece: Words): Shown | null {
    if ('part' in shown) {
      if ('plain' in piece) return null;
      setChildPartValue(shown.part, piece.template);
      return shown;
    }
    return 'plain' in piece && patch(shown.node, shown.plain, piece.plain) ? { node: shown.node, plain: piece.plain } : null;
  }
}

function add(part: ChildPart, piece: Words): Shown {
  if ('template' in piece) return { part: setChildPartValue(insertPart(part), piece.template) };
  const node = nodeOf(piece.plain);
  // Not `part.parentNode`, which is where a template goes whose nodes are still on the way.
  part.startNode?.parentNode?.insertBefore(node, part.endNode);
  return { node, plain: piece.plain };
}

function nodeOf(plain: PlainWords): ChildNode {
  if (typeof plain === 'string') return document.createTextNode(plain);
  const element = document.createElement(plain.tag);
  if (plain.tag === 'code') element.dir = 'ltr';
  element.append(...plain.inside.map(nodeOf));
  return element;
}

/** Makes a node say something newer of the same kind. */
function patch(node: ChildNode, before: PlainWords, after: PlainWords): boolean {
  if (before === after) return true;
  if (typeof before === 'string' || typeof after === 'string') {
    if (typeof before !== 'string' || typeof after !== 'string') return false;
    if (after.slice(0, before.length) === before) (node as Text).appendData(after.slice(before.length));
    else (node as Text).data = after;
    return true;
  }
  if (before.tag !== after.tag) return false;
  let kept = 0;
  while (kept < before.inside.length && kept < after.inside.length && patch(node.childNodes[kept] as ChildNode, before.inside[kept] as PlainWords, after.inside[kept] as PlainWords)) kept++;
  while (node.childNodes.length > kept) node.lastChild?.remove();
  (node as Element).append(...after.inside.slice(kept).map(nodeOf));
  return true;
}

export const words = directive(WordsDirective);
