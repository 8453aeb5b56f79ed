/** Defines the elements. Loading it twice, or on a server, does not throw (case 43). */
import { AgentContextElement, AgentConversationElement } from './element.js';
import { defineElement } from './ui/define-element.js';

defineElement('agent-conversation', AgentConversationElement);
defineElement('agent-context', AgentContextElement);

export * from './element.js';
export * from './core.js';
export * from './history.js';
export * from './context.js';

declare global {
  interface HTMLElementTagNameMap {
    'agent-conversation': AgentConversationElement;
    'agent-context': AgentContextElement;
  }
}
