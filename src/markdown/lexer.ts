/**
 * marked's GFM lexer with the few rules a conversation needs to differ in. Everything else is CommonMark and GFM.
 */
import { Lexer, Tokenizer, type MarkedToken, type Tokens } from 'marked';

/** Raw HTML is never HTML here, so text cannot vanish into it; the words stay as they were written. */
class ConversationTokenizer extends Tokenizer {
  /** An HTML block would swallow the rest of the reply when it is not closed. Its lines are paragraphs instead. */
  override html(): undefined {
    return undefined;
  }

  /** `[^1]: word` is the text of a footnote. CommonMark would make it the address of a link. */
  override def(source: string): Tokens.Def | undefined {
    return /^ {0,3}\[\^/.test(source) ? undefined : super.def(source);
  }

  /** Strikethrough needs two tildes: "5~10 and 6~12" holds two ranges. */
  override del(source: string, masked: string, previous?: string): Tokens.Del | undefined {
    return source.startsWith('~~') ? super.del(source, masked, previous) : undefined;
  }
}

export interface Lexed {
  readonly tokens: readonly MarkedToken[];
  /** A reference definition anywhere, which any block may use. */
  readonly hasDefinitions: boolean;
}

/** Block tokens of the whole text. It never throws: text that the grammar cannot read comes back as one plain paragraph. */
export function lex(text: string): Lexed {
  try {
    const lexer = new Lexer({ gfm: true, tokenizer: new ConversationTokenizer() });
    const tokens = lexer.lex(text) as unknown as MarkedToken[] & { links: Record<string, unknown> };
    return { tokens: [...tokens], hasDefinitions: Object.keys(tokens.links).length > 0 };
  } catch {
    // Thousands of nested quotes overflow the stack of a recursive grammar.
    return { tokens: [{ type: 'paragraph', raw: text, text, tokens: [{ type: 'text', raw: text, text }] }], hasDefinitions: false };
  }
}
