/** The element classes. Importing this registers nothing and runs on a server. */
import type { HistoryStore } from './conversation/history-store.js';
import { IndexedDBHistory } from './history/indexeddb-history.js';
import { AgentConversationElement as ConversationElement } from './ui/agent-conversation-element.js';

let shared: IndexedDBHistory | undefined;

/** `<agent-conversation>` with its default history: one IndexedDB store, shared by all elements of the page. */
export class AgentConversationElement extends ConversationElement {
  protected override fallbackHistory(): HistoryStore {
    return (shared ??= new IndexedDBHistory());
  }
}

export { AgentContextElement } from './context/agent-context.js';
export * from './ui/events.js';
export { defaultStrings, type AgentStrings } from './ui/strings.js';
export type { Suggestion } from './ui/empty-state.js';
export type { CodeBlock, ContentRenderer, ElementRenderer, HostRenderer, LazyRenderer, MathBlock, RenderContext, RenderedBlock, Renderers } from './rendering/render-context.js';
