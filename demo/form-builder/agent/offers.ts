/**
 * What the agent's last answer left open, read from its words: they are written so that they can be. Nothing else is
 * remembered, so a talk that was reloaded, edited or forked goes on as if nothing had happened.
 */
import { isStep, planLines } from './step-text.js';

export type Offer =
  | { readonly type: 'plan'; readonly lines: readonly string[] }
  | { readonly type: 'add' | 'remove' | 'relax'; readonly names: readonly string[]; readonly section: string | null }
  | { readonly type: 'clear' }
  /** The agent asked which field was meant; `names` are the choices. */
  | { readonly type: 'which'; readonly names: readonly string[] }
  | { readonly type: 'purpose' };

/** The open offer in an answer of the agent; null when it left nothing open. */
export function offerIn(text: string): Offer | null {
  const lines = planLines(text);
  if (lines.some(isStep)) return { type: 'plan', lines };
  const paragraphs = text.split(/\n{2,}/);
  const index = paragraphs.findLastIndex((paragraph) => /\bShall I\b|\bDo you mean\b|^What is the form for\?/.test(paragraph));
  const paragraph = paragraphs[index];
  if (paragraph === undefined) return null;
  if (paragraph.startsWith('What is the form for?')) return { type: 'purpose' };
  if (/Do you mean\b/.test(paragraph)) return { type: 'which', names: boldIn(paragraph.slice(paragraph.indexOf('Do you mean'))) };
  if (/Shall I remove all of them\?/.test(paragraph)) return { type: 'clear' };
  const type = /Shall I remove\b/.test(paragraph) ? 'remove' : /Shall I make\b.*optional/.test(paragraph) ? 'relax' : /Shall I add\b/.test(paragraph) ? 'add' : null;
  if (type === null) return null;
  const question = paragraph.slice(paragraph.lastIndexOf('Shall I'));
  const list = (paragraphs[index - 1] ?? '').split('\n').flatMap((line) => /^- \*\*(.+?)\*\*/.exec(line)?.[1] ?? []);
  const names = [boldIn(question), boldIn(paragraph), list].find((some) => some.length > 0) ?? [];
  return { type, names, section: /to “(.+?)”\?/.exec(question)?.[1] ?? null };
}

export function boldIn(text: string): readonly string[] {
  return [...new Set([...text.matchAll(/\*\*(.+?)\*\*/g)].map((match) => match[1] ?? ''))];
}
