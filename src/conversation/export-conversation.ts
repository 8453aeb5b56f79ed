/** The two exports of a conversation that is open. */
import { AgentConversationError } from '../model/errors.js';
import { exportJson } from './export-json.js';
import { exportMarkdown } from './export-markdown.js';
import type { ConversationRow, HistoryStore } from './history-store.js';
import type { ConversationState } from './state.js';
import { viewedRecord } from './tree.js';

export type ExportFormat = 'json' | 'markdown';

/**
 * What is in memory counts, so that a person can save a conversation that the store refuses; the store adds its title and times.
 * Throws `INVALID_FORMAT` for another format, `InvalidMessageError` that names the place of a value without a form in the export.
 */
export async function exportState(state: ConversationState, history: HistoryStore | null, format: ExportFormat, report: (error: unknown) => void): Promise<string> {
  if (format !== 'json' && format !== 'markdown') throw new AgentConversationError('INVALID_FORMAT', `format must be "json" or "markdown", got ${JSON.stringify(format)}.`);
  const row = await storedRow(history, state.conversationId).catch((error: unknown) => {
    report(error);
    return undefined;
  });
  const { tree } = state;
  if (format === 'markdown') return exportMarkdown(tree, row?.title ?? null);
  const messages = [...tree.messages.values()];
  const times = messages.flatMap((message) => [message.createdAt, message.endedAt ?? message.createdAt]);
  const createdAt = row?.createdAt ?? times.reduce((least, time) => Math.min(least, time), times[0] ?? Date.now());
  return exportJson({
    conversation: {
      id: state.conversationId,
      title: row?.title ?? null,
      leafId: tree.leafId,
      viewed: viewedRecord(tree),
      planMode: state.planMode,
      agentId: row?.agentId ?? null,
      applicationId: row?.applicationId ?? null,
      createdAt,
      updatedAt: row?.updatedAt ?? times.reduce((most, time) => Math.max(most, time), createdAt),
    },
    messages,
    branches: [...state.branches.values()],
  });
}

async function storedRow(history: HistoryStore | null, id: string): Promise<ConversationRow | undefined> {
  return (await history?.list())?.find((row) => row.id === id);
}
