/** What a screen reader hears: the start and the end of a turn, never the words as they stream (case 48). */

/** Longer replies are named, not read: the person walks to them. */
const SPOKEN = 240;

export class Announcer {
  readonly #root: () => ParentNode;

  constructor(root: () => ParentNode) {
    this.#root = root;
  }

  /** Waits its turn. */
  say(text: string): void {
    this.#write('[role="log"]', text);
  }

  /** Interrupts: for what failed. */
  alert(text: string): void {
    this.#write('.announcer [aria-live="assertive"]', text);
  }

  #write(selector: string, text: string): void {
    const region = this.#root().querySelector(selector);
    if (!region) return;
    const line = document.createElement('p');
    line.textContent = shorten(text);
    region.replaceChildren(line);
  }
}

/** Code and long text are cut at a word. */
function shorten(text: string): string {
  const plain = text.replace(/```[\s\S]*?(```|$)/g, ' … ').replace(/[*_`#>|]+/g, '').replace(/\s+/g, ' ').trim();
  if (plain.length <= SPOKEN) return plain;
  return `${plain.slice(0, plain.lastIndexOf(' ', SPOKEN) > 0 ? plain.lastIndexOf(' ', SPOKEN) : SPOKEN)} …`;
}
