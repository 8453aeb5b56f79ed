/** Ours, from `dist/cdn` of the checkout that is measured. */
import { IndexedDBHistory } from 'project:cdn';

export const meta = { kind: 'ours' };

const conversationId = 'bench';
const storeName = 'bench';
const rowsPerCommit = 1000;
let element;
let accepted;
let settle;
let emit;
let soFar = '';

const runner = {
  processMessage(input, options) {
    ({ emit } = options);
    soFar = '';
    input.onReplyAccepted?.({ ConversationDetailId: crypto.randomUUID(), CreatedAt: new Date() });
    accepted?.();
    return new Promise((resolve) => (settle = resolve));
  },
};

function place(root, properties) {
  element = document.createElement('agent-conversation');
  element.style.cssText = 'display: block; width: 100%; height: 100%';
  Object.assign(element, { runner, ...properties });
  root.append(element);
  return element.updateComplete;
}

/** Kept in memory, as what the others have. `interactive` names the default history: that is how a page begins. */
export async function mount(root, { history, stored = false }) {
  await place(root, { withoutHistory: !stored });
  if (history) await element.setHistory(history.map(({ role, text }) => ({ role, content: [{ type: 'text', text }] })));
}

export const typeTarget = () => element.renderRoot.querySelector('textarea');

export const streamStart = () =>
  new Promise((resolve) => {
    accepted = resolve;
    void element.send('Tell me all about it.');
  });

export function streamChunk(text) {
  soFar += text;
  emit({ type: 'text', text: soFar });
}

export function streamEnd() {
  settle({ success: true });
}

export async function seedHistory(messages) {
  const history = new IndexedDBHistory({ name: storeName });
  const rows = messages.map(({ id, role, text }, at) => ({
    id, conversationId, parentId: messages[at - 1]?.id ?? null, branchId: null, sequence: at + 1, role,
    content: [{ type: 'text', text }], status: 'complete', createdAt: 1_700_000_000_000 + at * 60_000,
  }));
  const conversation = {
    id: conversationId, title: null, leafId: rows.at(-1).id, viewed: {}, planMode: false, agentId: null, applicationId: null,
    createdAt: rows[0].createdAt, updatedAt: rows.at(-1).createdAt,
  };
  await history.commit(conversationId, [{ type: 'put-conversation', conversation }]);
  for (let at = 0; at < rows.length; at += rowsPerCommit) {
    await history.commit(conversationId, rows.slice(at, at + rowsPerCommit).map((message) => ({ type: 'put-message', message })));
  }
  await history.close();
}

export const openHistory = (root) => place(root, { history: new IndexedDBHistory({ name: storeName }), conversationId });
