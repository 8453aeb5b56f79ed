/** Text -> sentences, by the rules of its language where the engine knows them. */

/** One stretch after another; together they are the text. */
export type Segment = (text: string) => readonly string[];

const segmenters = new Map<string, Segment>();

/** Splits by `Intl.Segmenter`, else at full stops, question and exclamation marks. An unknown locale is the engine's own. */
export function segmentFor(locale = ''): Segment {
  let segment = segmenters.get(locale);
  if (!segment) segmenters.set(locale, (segment = 'Segmenter' in Intl ? byLanguage(locale) : segmentByMarks));
  return segment;
}

function byLanguage(locale: string): Segment {
  const segmenter = new Intl.Segmenter(known(locale), { granularity: 'sentence' });
  return (text) => Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** A malformed locale must not silence the reply. */
function known(locale: string): string | undefined {
  try {
    return locale === '' ? undefined : Intl.getCanonicalLocales(locale)[0];
  } catch {
    return undefined;
  }
}

const upToMark = /[^.!?…。！？]*(?:[.!?…]+["'”’)\]]*(?=\s|$)\s*|[。！？]+["”’」』）]*\s*|[.!?…]+|$)/gu;

/** Without language: a mark ends a sentence when space follows it, an East Asian one always. */
export function segmentByMarks(text: string): readonly string[] {
  const sentences: string[] = [];
  let begun = '';
  for (const [piece] of text.matchAll(upToMark)) {
    begun += piece;
    if (!/(?:\s|[。！？]["”’」』）]*)$/u.test(piece)) continue;
    sentences.push(begun);
    begun = '';
  }
  if (begun !== '') sentences.push(begun);
  return sentences;
}

/** Something that has a sound: dashes and rules have none. */
export function isSpoken(text: string): boolean {
  return /[\p{L}\p{N}\p{Sc}\p{Extended_Pictographic}]/u.test(text);
}

/** Puts sentences one after another; what has no mark at its end gets a full stop, so that a heading does not run into the text. */
export function joinSentences(sentences: readonly string[]): string {
  return sentences.map((sentence, index) => (index < sentences.length - 1 && !/[\p{P}\p{Extended_Pictographic}]$/u.test(sentence) ? `${sentence}.` : sentence)).join(' ');
}

/** At most `limit` UTF-16 units, cut at a space where there is one, never inside a character. */
export function shortenTo(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const space = text.lastIndexOf(' ', limit - 2);
  const cut = space > limit / 2 ? text.slice(0, space) : text.slice(0, limit - 2).replace(/\p{Surrogate}$/u, '');
  return `${cut} …`;
}

/** Words as people count them; in scripts without spaces, characters. Code in fences and addresses of links are not words. */
export function countWords(markdown: string): number {
  const prose = markdown.replace(/^ {0,3}(`{3,}|~{3,})[^\n]*\n[^]*?(?:^ {0,3}\1[^\n]*$|(?![^]))/gm, ' ').replace(/\]\([^)\s]{1,4000}\)/g, ' ');
  return prose.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])[\p{L}\p{N}\p{M}'’_-])+/gu)?.length ?? 0;
}
