/** Defines the inner elements. A name that is taken keeps its first owner: two copies of the bundle live side by side (case 43). */
import { AgentConversationComposer } from './composer.js';
import { AgentConversationMentionMenu } from './mention-menu.js';
import { AgentConversationMessage } from './message.js';
import { AgentConversationPlan } from './plan-card.js';
import { AgentConversationThread } from './thread.js';

const parts: readonly (readonly [string, CustomElementConstructor])[] = [
  ['agent-conversation-mention-menu', AgentConversationMentionMenu],
  ['agent-conversation-plan', AgentConversationPlan],
  ['agent-conversation-message', AgentConversationMessage],
  ['agent-conversation-thread', AgentConversationThread],
  ['agent-conversation-composer', AgentConversationComposer],
];

export function defineParts(): void {
  for (const [name, constructor] of parts) if (!customElements.get(name)) customElements.define(name, constructor);
}
