/** Short hands for rows in tests. */
import type { ConversationMessage, Role } from '../../src/model/message.js';

export function message(id: string, parentId: string | null, sequence: number, role: Role = 'user', branchId: string | null = null, more: Partial<ConversationMessage> = {}): ConversationMessage {
  return { id, conversationId: 'c', parentId, branchId, sequence, role, content: [{ type: 'text', text: id }], status: 'complete', createdAt: sequence * 1000, ...more };
}
