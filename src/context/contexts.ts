/** The seams that an ancestor can fill. Keys are global symbols, so two copies of the package on a page agree. */
import { createContext } from '@lit/context';
import type { Conversation } from '../conversation/conversation.js';
import type { HistoryStore } from '../conversation/history-store.js';
import type { AppContextSource } from '../conversation/settings.js';
import type { Renderers } from '../rendering/renderer.js';
import type { ClientTool } from '../run/client-tool.js';
import type { ConversationRunner } from '../run/runner.js';
import type { SkillSource } from '../run/skill.js';

/** Who answers: usually given by the page's root. */
export const runnerContext = createContext<ConversationRunner | null>(Symbol.for('agent-conversation.runner'));
/** Where conversations are kept. */
export const historyContext = createContext<HistoryStore | null>(Symbol.for('agent-conversation.history'));
/** What can be named with `/`. Merged by id, nearest ancestor wins. */
export const skillsContext = createContext<SkillSource>(Symbol.for('agent-conversation.skills'));
/** What the agent may do in the page. Merged by name, nearest ancestor wins. */
export const clientToolsContext = createContext<readonly ClientTool[]>(Symbol.for('agent-conversation.client-tools'));
/** What the agent may see of the page. Merged by key, nearest ancestor wins; functions are read when a message is sent. */
export const hostAppContext = createContext<AppContextSource>(Symbol.for('agent-conversation.app-context'));
/** How blocks are drawn. Merged by block type, nearest ancestor wins. */
export const renderersContext = createContext<Renderers>(Symbol.for('agent-conversation.renderers'));
/** Given by `<agent-conversation>` itself to slotted children and custom renderers. */
export const conversationContext = createContext<Conversation>(Symbol.for('agent-conversation.conversation'));
