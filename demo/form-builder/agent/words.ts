/** Small pure helpers for plain English. */

/** For comparing: lower case, no accents, no punctuation, “e-mail” and “email” the same. */
export function fold(text: string): string {
  return text
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/\be[- ]mail/g, 'email')
    .replace(/['’`]/g, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}

/** One kind of quote and dash, single spaces, names in bold read as quoted. */
export function tidy(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\u200b-\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[“”„«»]/g, '"')
    .replace(/[‘’]/g, "'")
    .replace(/\*\*(.+?)\*\*/g, '"$1"')
    .replace(/[–—]/g, '-')
    .replace(/[ \t]+/g, ' ')
    .trim();
}

/** Edit distance with neighbouring letters swapped counted as one (“phnoe”). */
export function distance(one: string, other: string): number {
  const width = other.length + 1;
  let older: number[] = [];
  let old = Array.from({ length: width }, (_, index) => index);
  for (let row = 1; row <= one.length; row++) {
    const now = [row];
    for (let column = 1; column < width; column++) {
      const cost = one[row - 1] === other[column - 1] ? 0 : 1;
      let best = Math.min((old[column] ?? 0) + 1, (now[column - 1] ?? 0) + 1, (old[column - 1] ?? 0) + cost);
      if (row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]) best = Math.min(best, (older[column - 2] ?? 0) + 1);
      now.push(best);
    }
    older = old;
    old = now;
  }
  return old[width - 1] ?? 0;
}

/** How many typing slips a word of this length may have and still be taken for another. */
export function slips(length: number): number {
  return length <= 3 ? 0 : length <= 5 ? 1 : length <= 10 ? 2 : 3;
}

export function isNear(one: string, other: string): boolean {
  const allowed = slips(Math.min(one.length, other.length));
  return Math.abs(one.length - other.length) <= allowed && distance(one, other) <= allowed;
}

/** Runs `change` with quoted pieces out of the way, so that a comma or an “and” inside quotes divides nothing. */
export function aroundQuotes(text: string, change: (text: string) => readonly string[]): readonly string[] {
  const quoted: string[] = [];
  const bare = text.replace(/"[^"]*"/g, (piece) => `\u0001${String(quoted.push(piece) - 1)}\u0001`);
  return change(bare).map((piece) => piece.replace(/\u0001(\d+)\u0001/g, (_, index: string) => quoted[Number(index)] ?? ''));
}

/** “a, b and c” → its parts. */
export function splitList(text: string): readonly string[] {
  return aroundQuotes(text, (bare) => bare.split(/\s*(?:[,;]\s*(?:(?:and|or|plus)\s+|&\s*)?|\s+(?:and also|and|or|plus|as well as)\s+|\s+[&+]\s+)\s*/i))
    .map((part) => part.trim().replace(/^(?:also|then)\s+/i, ''))
    .filter((part) => part !== '');
}

export function unquoted(text: string): string {
  return text.trim().replace(/^["']+|["']+$/g, '').trim();
}

const capitals = ['CV', 'VAT', 'IBAN', 'URL', 'ID', 'PIN', 'GPA', 'NHS', 'RSVP', 'LinkedIn', 'GitHub', 'PO', 'UK', 'EU', 'USA', 'PDF', 'FAQ'] as const;

/** A label as a person would write it: first letter large, known abbreviations in capitals, a shout brought down. */
export function sentenceCase(text: string): string {
  const trimmed = text.trim();
  const calm = trimmed.length > 5 && trimmed === trimmed.toUpperCase() && /[A-Z]{4}/.test(trimmed) ? trimmed.toLowerCase() : trimmed;
  const words = calm.replace(/[A-Za-z]+/g, (word) => capitals.find((known) => known.toLowerCase() === word.toLowerCase()) ?? word);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** “a, b and c”. */
export function listed(items: readonly string[], last = 'and'): string {
  return items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} ${last} ${items.at(-1) ?? ''}`;
}

export function bold(text: string): string {
  return `**${text}**`;
}

export function bolds(items: readonly string[], last = 'and'): string {
  return listed(items.map(bold), last);
}

export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count === 0 ? 'no' : (smallNumbers[count] ?? String(count))} ${count === 1 ? one : many}`;
}

const smallNumbers = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];

/** “three” or “3” → 3; null when it is no number. */
export function numberFrom(word: string | undefined): number | null {
  if (word === undefined) return null;
  if (/^\d+$/.test(word)) return Number(word);
  const index = smallNumbers.indexOf(word.toLowerCase());
  return index >= 0 ? index : null;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
