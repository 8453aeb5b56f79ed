import { nothing } from 'lit';
import type { MarkedToken, Token } from '../markdown/tokens.js';
import { addBalances, balanceOf, directionOfBalance, type Direction, type LetterBalance } from '../markdown/direction.js';
import { plainTextOf, plainText } from '../markdown/plain-text.js';

/** The letters of a finished token are counted once, however often what is around it grows. */
const known = new WeakMap<object, LetterBalance>();

/** A block without letters of its own takes the direction around it. */
export function directionOfToken(token: MarkedToken): Direction | typeof nothing {
  return directionOfBalance(lettersOf(token)) ?? nothing;
}

function lettersOf(token: object): LetterBalance {
  const before = known.get(token);
  if (before) return before;
  const letters = count(token);
  known.set(token, letters);
  return letters;
}

function count(token: object): LetterBalance {
  // A row of a table is a list of cells.
  if (Array.isArray(token)) return addBalances(token.map((cell: object) => lettersOf(cell)));
  const part = token as MarkedToken;
  switch (part.type) {
    case 'list':
      return addBalances(part.items.map(lettersOf));
    case 'blockquote':
    case 'list_item':
      return addBalances(part.tokens.map(lettersOf));
    case 'table':
      return addBalances([part.header, ...part.rows].map(lettersOf));
    case 'code':
      return balanceOf('');
    default: {
      const { tokens } = token as { readonly tokens?: readonly Token[] };
      return balanceOf(tokens ? plainTextOf(tokens, true) : plainText(part, true));
    }
  }
}
