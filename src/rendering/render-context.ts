/** What a renderer is, what it is given besides its block, and what it may give back. */
import type { nothing, TemplateResult } from 'lit';
import type { ContentBlock, Mention, Role, ToolResultBlock, ToolUseBlock } from '../model/message.js';
import type { RemoteImages } from './remote-images.js';

/** The words that renderers need. `AgentStrings` has them all; the optional ones have a wordless fallback. */
export interface RenderStrings {
  readonly code: string;
  readonly copied: string;
  readonly copyCode: string;
  readonly wrapCode: string;
  readonly copyTable: string;
  readonly tableRegion: string;
  readonly imageNotLoaded: string;
  readonly imageAlt: string;
  readonly imageLoadOnce: string;
  readonly imageAlways: string;
  readonly imageNever: string;
  readonly imageAskAgain: string;
  readonly leaveTitle: string;
  readonly leaveOpen: string;
  readonly leaveStay: string;
  readonly leaveCredentials: string;
  readonly leaveForeignLetters: string;
  readonly leaveOtherHost: (claimed: string) => string;
  readonly footnote: (label: string) => string;
  readonly footnoteBack: string;
  readonly thinking: string;
  readonly thoughtFor: (duration: string) => string;
  readonly arguments: string;
  readonly result: string;
  readonly toolRunning: (name: string) => string;
  readonly toolFailed: (name: string) => string;
  /** What a blocked address carries after its host, in characters. */
  readonly addressCarries?: (characters: number) => string;
}

/** What a renderer may know besides its block. Plain values; a new object per render is fine. */
export interface RenderContext {
  readonly strings: RenderStrings;
  /** For numbers and units. */
  readonly locale: string;
  /** The content is still arriving: the end shows a caret, and what cannot be told yet is held back. */
  readonly streaming: boolean;
  /** Default `assistant`, whose text is Markdown. A user's text is shown as typed. */
  readonly role?: Role;
  /** Of a user message; offsets count over all its text blocks joined. */
  readonly mentions?: readonly Mention[];
  /** Where the text of this block starts in the joined text. Set by `renderContent`. */
  readonly textOffset?: number;
  /** Results by the id of their call. Set by `renderContent`. */
  readonly results?: ReadonlyMap<string, ToolResultBlock>;
  /** Milliseconds that a call took, by its id. */
  readonly durations?: ReadonlyMap<string, number>;
  /** Milliseconds of thought before the answer. */
  readonly thinkingTime?: number;
  /** Origins, as `URL.origin` writes them, whose pictures load without asking. Default: none. */
  readonly allowedImageOrigins?: readonly string[];
  /** What the person decided about pictures of other origins, the same object for every render. Without it nobody is asked and none loads. */
  readonly remoteImages?: RemoteImages;
  /** Schemes besides http, https and mailto that links may have, as in `['tel']`. Ones that run or read anything are refused even here. */
  readonly allowedLinkSchemes?: readonly string[];
  /** What the host draws itself, for formulas and languages of code. Set by `renderContent`. */
  readonly renderers?: Renderers;
  /** The words stand inside a link. Set by the link. */
  readonly insideLink?: boolean;
  /** The person pressed a copy button. When it gives back a promise of true, the button says that the text is on the clipboard. */
  readonly onCopy: (text: string) => void;
  /** A renderer threw; the block is shown as plain text instead. */
  readonly report?: (error: unknown) => void;
}

/** What a renderer may give back. A string is shown as plain text. */
export type Rendered = TemplateResult | typeof nothing | string;

/** A fenced block of code. It is given once its closing fence has arrived; until then the code is shown as code. */
export interface CodeBlock {
  readonly type: 'code';
  /** The first word after the fence in lower case. */
  readonly language: string;
  /** All that was written after the fence. */
  readonly info: string;
  readonly text: string;
}

/** A formula between `$$ … $$`, `\( … \)` or `\[ … \]`. A single `$` is money, never a formula. */
export interface MathBlock {
  readonly type: 'math';
  readonly text: string;
  /** It stands alone, as a line of its own. */
  readonly display: boolean;
}

export type RenderedBlock = ContentBlock | CodeBlock | MathBlock;

/** Draws one kind of block as a Lit template. It is called again with every change of the content, so it must be cheap and free of effects. */
export interface ContentRenderer<Block = RenderedBlock> {
  render(block: Block, context: RenderContext): Rendered;
}

/** Draws one kind of block as a custom element of the host. The element gets the properties `block` and `context`, anew with every change. */
export interface ElementRenderer {
  /** The tag of a custom element, as in `my-chart`. */
  readonly element: string;
}

/** A renderer that is fetched when the first block of its kind is on screen. Until it is there, and when it fails, the built-in one draws. */
export interface LazyRenderer<Block = RenderedBlock> {
  load(): Promise<ContentRenderer<Block> | ElementRenderer>;
}

export type HostRenderer<Block = RenderedBlock> = ContentRenderer<Block> | ElementRenderer | LazyRenderer<Block>;

/**
 * Renderers by what they draw:
 * - `text`, `image`, `reasoning`, `tool_use`, `tool_result` or a type only the host knows: a block of a message;
 * - `tool:NAME`: calls of that tool, before `tool_use`. Its result is `context.results?.get(block.id)`;
 * - `code:LANGUAGE`: fenced code of that language, in lower case;
 * - `math`: formulas. Without it they stay text.
 */
export interface Renderers {
  readonly [tool: `tool:${string}`]: HostRenderer<ToolUseBlock>;
  readonly [code: `code:${string}`]: HostRenderer<CodeBlock>;
  readonly math?: HostRenderer<MathBlock>;
  readonly [blockType: string]: HostRenderer | undefined;
}
