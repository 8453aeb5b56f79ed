/** What a conversation tells, as the DOM event that a host hears; null for what stays inside. */
import type { ConversationSignal } from '../conversation/signals.js';
import { AgentBranchChangeEvent, AgentReplyAcceptedEvent, AgentTurnEndEvent, AgentTurnProgressEvent, AgentTurnStartEvent } from './events.js';

export function eventOf(signal: ConversationSignal): Event | null {
  switch (signal.type) {
    case 'turn-start':
      return new AgentTurnStartEvent(signal.userMessage, signal.branchId);
    case 'reply-accepted':
      return new AgentReplyAcceptedEvent(signal.messageId, signal.createdAt);
    case 'turn-progress':
      return new AgentTurnProgressEvent(signal.progress.step, signal.progress.message, signal.progress.percentage);
    case 'turn-end':
      return new AgentTurnEndEvent(signal.outcome.outcome, signal.outcome.userMessage, signal.outcome.reply);
    case 'branch-change':
      return new AgentBranchChangeEvent(signal.branchId, signal.leafId);
    // Tool results are told by the element whose tools they are; errors together with their notice.
    case 'tool-result':
    case 'error':
      return null;
  }
}
