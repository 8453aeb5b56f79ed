/** Characters that turn text around without being seen. Code and links can lie with them, so they are shown and take no effect. */
import { html } from 'lit';

/** What can make words stand in another order than they are written. */
const turning = /[\u202a-\u202e]/;
/** In code and in the words of links the mild ones count too: there is no honest use for them there that seeing them would spoil. */
const any = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

/** The name that stands for the character, as in "U+202E". */
export function nameOfControl(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Cuts text at its controls: odd pieces are controls. One piece when there are none. */
export function splitAtControls(text: string, every = true): readonly string[] {
  const pattern = every ? any : turning;
  return pattern.test(text) ? text.split(new RegExp(`(${pattern.source})`)) : [text];
}

/** Text for a template with its controls visible. The characters stay in the text, shut in so that they turn nothing, so a copy is exact. */
export function withVisibleControls(text: string, every = true): unknown {
  const pieces = splitAtControls(text, every);
  if (pieces.length === 1) return text;
  return pieces.map((piece, index) => (index % 2 === 1 ? html`<span class="control" data-code=${nameOfControl(piece)}>${piece}</span>` : piece));
}
