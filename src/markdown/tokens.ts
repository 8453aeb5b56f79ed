/** The tokens of a block, as marked makes them, and two of our own. The folders above know marked only through this file. */
import type { Token } from 'marked';

export type { MarkedToken, Token, Tokens } from 'marked';

/** `[^label]`, the mark of a footnote. A view that does not know it shows `raw`. */
export interface FootnoteRefToken {
  readonly type: 'footnote_ref';
  readonly raw: string;
  readonly label: string;
}

/** `[^label]: words`, the text of a footnote. `tokens` are its words. */
export interface FootnoteDefToken {
  readonly type: 'footnote_def';
  readonly raw: string;
  readonly label: string;
  readonly text: string;
  readonly tokens: Token[];
}
