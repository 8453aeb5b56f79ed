/**
 * The text of a code block, for the child position of its `<code>`. Text that goes on is appended to the node that is there, so a
 * selection in it, the scroll position and its colours stay. Characters that turn text around get a visible node of their own.
 */
import { noChange } from 'lit';
import { AsyncDirective } from 'lit/async-directive.js';
import { directive, PartType, type ChildPart, type DirectiveParameters, type PartInfo } from 'lit/directive.js';
import { nameOfControl, splitAtControls } from './bidi-controls.js';
import { forgetCode, watchCode } from './code-colors.js';

/** Layout of one text node grows with its length, so a long block is cut where lines end. */
const longestNode = 4000;

class CodeTextDirective extends AsyncDirective {
  #text = '';
  #language = '';
  #growing = false;
  #code: Element | undefined;
  #nodes: ChildNode[] = [];

  constructor(info: PartInfo) {
    super(info);
    if (info.type !== PartType.CHILD) throw new Error('codeText() stands inside <code>');
  }

  override render(_text: string, _language: string, _growing: boolean): unknown {
    return noChange;
  }

  override update(part: ChildPart, [text, language, growing]: DirectiveParameters<this>): unknown {
    // Not `startsWith`: engines compare whole strings many times faster.
    const goesOn = text.slice(0, this.#text.length) === this.#text;
    if (!goesOn) this.#keepUntil(commonLength(this.#text, text));
    this.#append(part, text.slice(this.#text.length));
    this.#text = text;
    this.#language = language;
    this.#growing = growing;
    this.#code = part.parentNode as Element;
    watchCode(this.#code, language, growing, !goesOn);
    return noChange;
  }

  protected override disconnected(): void {
    if (this.#code) forgetCode(this.#code);
  }

  protected override reconnected(): void {
    if (this.#code) watchCode(this.#code, this.#language, this.#growing, true);
  }

  #append(part: ChildPart, text: string): void {
    splitAtControls(text).forEach((piece, index) => {
      if (index % 2 === 1) this.#add(part, controlNode(piece));
      else if (piece !== '') this.#appendPlain(part, piece);
    });
  }

  #appendPlain(part: ChildPart, text: string): void {
    const last = this.#nodes.at(-1);
    let rest = text;
    if (last instanceof Text) {
      const room = cutAtLine(rest, longestNode - last.length);
      if (room > 0) last.appendData(rest.slice(0, room));
      rest = rest.slice(room);
    }
    while (rest !== '') {
      const length = cutAtLine(rest, longestNode);
      this.#add(part, document.createTextNode(rest.slice(0, length)));
      rest = rest.slice(length);
    }
  }

  #add(part: ChildPart, node: ChildNode): void {
    part.parentNode.insertBefore(node, part.endNode);
    this.#nodes.push(node);
  }

  /** Drops what stands after the first `length` characters. */
  #keepUntil(length: number): void {
    let offset = this.#text.length;
    while (offset > length) {
      const last = this.#nodes.at(-1);
      if (!last) break;
      const start = offset - (last.textContent ?? '').length;
      if (last instanceof Text && start < length) {
        last.deleteData(length - start, offset - length);
        break;
      }
      last.remove();
      this.#nodes.pop();
      offset = start;
    }
    this.#text = this.#text.slice(0, length);
  }
}

/** How much of the text a node with that much room takes: all, or up to a line end. A node without room takes the rest of its line. */
function cutAtLine(text: string, room: number): number {
  if (text.length <= room) return text.length;
  const inside = room > 0 ? text.lastIndexOf('\n', room - 1) : -1;
  if (inside >= 0) return inside + 1;
  const end = text.indexOf('\n');
  return end < 0 ? text.length : end + 1;
}

function commonLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}

function controlNode(character: string): HTMLElement {
  const node = document.createElement('span');
  node.className = 'control';
  node.dataset.code = nameOfControl(character);
  node.append(character);
  return node;
}

export const codeText = directive(CodeTextDirective);
