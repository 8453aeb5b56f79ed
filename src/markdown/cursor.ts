/** A place in a line. Columns count a tab up to the next stop of four, offsets count characters. */
export class Cursor {
  readonly line: string;
  offset = 0;
  column = 0;
  /** The next character that is no space or tab, and how far it is indented from here. Set by `look`. */
  next = 0;
  nextColumn = 0;
  #insideTab = false;

  constructor(line: string) {
    this.line = line;
  }

  get indent(): number {
    return this.nextColumn - this.column;
  }

  get blank(): boolean {
    return this.next >= this.line.length;
  }

  look(): void {
    let column = this.column;
    let index = this.offset;
    for (; index < this.line.length; index++) {
      const code = this.line.charCodeAt(index);
      if (code === 32) column += 1;
      else if (code === 9) column += 4 - (column % 4);
      else break;
    }
    this.next = index;
    this.nextColumn = column;
  }

  skipSpace(): void {
    this.offset = this.next;
    this.column = this.nextColumn;
    this.#insideTab = false;
  }

  /** Goes on by columns; it may stop inside a tab. */
  skipColumns(count: number): void {
    while (count > 0 && this.offset < this.line.length) {
      if (this.line.charCodeAt(this.offset) !== 9) {
        this.#insideTab = false;
        this.offset += 1;
        this.column += 1;
        count -= 1;
        continue;
      }
      const width = 4 - (this.column % 4);
      this.#insideTab = width > count;
      const step = Math.min(width, count);
      this.column += step;
      if (!this.#insideTab) this.offset += 1;
      count -= step;
    }
  }

  skipOneSpace(): void {
    if (this.atSpace) this.skipColumns(1);
  }

  get atSpace(): boolean {
    const code = this.line.charCodeAt(this.offset);
    return code === 32 || code === 9;
  }

  /** A place to come back to. */
  mark(): () => void {
    const { offset, column } = this;
    const insideTab = this.#insideTab;
    return () => {
      this.offset = offset;
      this.column = column;
      this.#insideTab = insideTab;
    };
  }

  /** The rest of the line from here; what is left of a tab is spaces. */
  rest(): string {
    if (!this.#insideTab) return this.line.slice(this.offset);
    return ' '.repeat(4 - (this.column % 4)) + this.line.slice(this.offset + 1);
  }

  /** The rest of the line without the spaces before it. */
  words(): string {
    return this.line.slice(this.next);
  }
}
