/** What a renderer is given besides its block, and what it may give back. */
import type { nothing, TemplateResult } from 'lit';
import type { Mention, Role, ToolResultBlock } from '../model/message.js';

/** The words that renderers need. `AgentStrings` has them all; the optional ones have a wordless fallback. */
export interface RenderStrings {
  readonly code: string;
  readonly copyCode: string;
  readonly wrapCode: string;
  readonly tableRegion: string;
  readonly imageNotLoaded: string;
  readonly imageAlt: string;
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
  /** The person pressed a copy button. */
  readonly onCopy: (text: string) => void;
  /** A renderer threw; the block is shown as plain text instead. */
  readonly report?: (error: unknown) => void;
}

/** What a renderer may give back. A string is shown as plain text. */
export type Rendered = TemplateResult | typeof nothing | string;
