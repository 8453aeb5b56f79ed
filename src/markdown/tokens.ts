/** The tokens of a block, as marked makes them. The folders above know marked only through this file. */
export type { MarkedToken, Token, Tokens } from 'marked';
