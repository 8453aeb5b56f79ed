/** The words of a token as a reader sees them. */
import type { MarkedToken, Token } from 'marked';
import { decodeEntities } from './entities.js';

/** Words of a token with everything below it. `withoutCode` leaves code out, because code has no direction and no prose. */
export function plainText(token: Token, withoutCode = false): string {
  const marked = token as MarkedToken;
  switch (marked.type) {
    case 'code':
    case 'codespan':
      return withoutCode ? '' : marked.text;
    case 'escape':
      return marked.text;
    case 'text':
      return marked.tokens ? plainTextOf(marked.tokens, withoutCode) : decodeEntities(marked.text);
    case 'html':
      return marked.raw;
    case 'br':
      return '\n';
    case 'image':
      return decodeEntities(marked.text);
    case 'link':
      return marked.autolink ? marked.text : plainTextOf(marked.tokens, withoutCode);
    case 'list':
      return plainTextOf(marked.items, withoutCode, '\n');
    case 'blockquote':
    case 'list_item':
      return plainTextOf(marked.tokens, withoutCode, '\n');
    case 'table':
      return [marked.header, ...marked.rows].map((row) => row.map((cell) => plainTextOf(cell.tokens, withoutCode)).join(' ')).join('\n');
    case 'paragraph':
    case 'heading':
    case 'strong':
    case 'em':
    case 'del':
      return plainTextOf(marked.tokens, withoutCode);
    case 'checkbox':
    case 'def':
    case 'hr':
    case 'space':
      return '';
    default:
      return token.raw;
  }
}

/** Words of several tokens in order. */
export function plainTextOf(tokens: readonly Token[], withoutCode = false, between = ''): string {
  return tokens.map((token) => plainText(token, withoutCode)).join(between);
}
