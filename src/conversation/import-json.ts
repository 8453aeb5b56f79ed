/** Reads what `exportJson` wrote (docs/export-format.md). Everything is checked before anything is handed on. */
import { AgentConversationError, describeError } from '../model/errors.js';
import type { Branch, ConversationMessage, LLMMessage } from '../model/message.js';
import { assertValidMessages } from '../model/validate.js';
import { EXPORT_VERSION } from './export-json.js';
import { decodeValue } from './export-values.js';
import { fieldsAt, flag, idAt, invalid, isFields, listAt, listOf, number, oneOf, orNull, record, shape, text, type Fields } from './import-check.js';
import type { StoredConversation } from './history-store.js';

const topFields = ['version', 'conversationId', 'title', 'createdAt', 'updatedAt', 'planMode', 'agentId', 'applicationId', 'leafId', 'viewed', 'branches', 'messages'];

const checkTop = shape({
  'title?': orNull(text), 'createdAt?': number, 'updatedAt?': number, 'planMode?': flag, 'agentId?': orNull(text), 'applicationId?': orNull(text), 'leafId?': orNull(text), 'viewed?': record,
});

const checkMessage = shape({
  id: (value, place) => void idAt(value, place),
  'conversationId?': text, 'parentId?': orNull(text), 'branchId?': orNull(text), role: oneOf('user', 'assistant'),
  'status?': oneOf('complete', 'streaming', 'stopped', 'interrupted', 'failed', 'awaiting-input'),
  createdAt: number, 'endedAt?': number, 'agentId?': text, 'agentName?': text, 'planMode?': flag,
  'mentions?': listOf(shape({ type: oneOf('skill', 'agent', 'entity'), id: text, name: text, start: number, end: number })),
  'progress?': shape({ step: text, message: text, 'percentage?': number }),
  'error?': shape({ code: text, message: text }),
  'responseForm?': shape({ 'title?': text, questions: listOf(shape({ id: text, label: text, type: record })) }),
  'actionableCommands?': listOf(shape({ type: text, label: text })),
  'attachments?': listOf(shape({ id: text, name: text, mediaType: text, size: number })),
  'feedback?': shape({ rating: oneOf('up', 'down'), 'comment?': text }),
  'usage?': shape({ input_tokens: number, output_tokens: number }),
});

const checkBlock = {
  text: shape({ text }),
  image: shape({ source: shape({ type: oneOf('base64'), media_type: text, data: text }) }),
  reasoning: shape({ text }),
  tool_use: shape({ id: text, name: text, input: record }),
};

const checkBranch = shape({
  id: (value, place) => void idAt(value, place),
  'conversationId?': text, 'parentBranchId?': orNull(text), 'forkMessageId?': orNull(text), 'sourceMessageId?': orNull(text), 'name?': text, createdAt: number,
});

export interface ReadDocument {
  readonly stored: StoredConversation;
  /** Fields of the file that this version does not know. Unknown fields of messages and branches are kept. */
  readonly notKept: readonly string[];
}

/** Throws `INVALID_IMPORT` that names the first wrong place. `value` is the parsed file. */
export function readDocument(value: unknown, place = ''): ReadDocument {
  const at = (key: string): string => (place ? `${place}.${key}` : key);
  const document = fieldsAt(value, place || 'The file');
  const { version } = document;
  if (version !== EXPORT_VERSION) {
    if (typeof version === 'number' && version > EXPORT_VERSION) invalid(at('version'), `is ${version}: a newer version of this page wrote the file. Reload the page, or export it as version ${EXPORT_VERSION}.`);
    invalid(at('version'), `must be ${EXPORT_VERSION}.`);
  }
  const stored = checkStored(
    {
      ...document,
      messages: listAt(document['messages'], at('messages')).map((row, index) => decodeRow(row, at(`messages[${index}]`))),
      branches: listAt(document['branches'] ?? [], at('branches')).map((row, index) => decodeRow(row, at(`branches[${index}]`))),
    },
    at,
  );
  const notKept = Object.keys(document)
    .filter((key) => !topFields.includes(key))
    .map((key) => `${at(key)}: this version does not know the field.`);
  return { stored, notKept };
}

function decodeRow(row: unknown, place: string): unknown {
  return isFields(row) ? Object.fromEntries(Object.entries(row).map(([key, member]) => [key, decodeValue(member, `${place}.${key}`)])) : row;
}

/** The same checks for a conversation that is in memory. */
export function checkStored(document: Fields, at: (key: string) => string = (key) => key): StoredConversation {
  const id = idAt(document['conversationId'], at('conversationId'));
  checkTop(document, at('').replace(/\.$/, ''));
  const messages = readMessages(id, document['messages'] as readonly unknown[], at);
  const byId = new Map(messages.map((message) => [message.id, message]));
  const branches = readBranches(id, document['branches'] as readonly unknown[], byId, at);
  const known = new Set(branches.map((branch) => branch.id));
  messages.forEach(({ branchId }, index) => {
    if (branchId !== null && !known.has(branchId)) invalid(at(`messages[${index}].branchId`), `names "${branchId}", which is not among the branches. Add that branch, or write null.`);
  });
  const leafId = (document['leafId'] ?? null) as string | null;
  if (leafId !== null && !byId.has(leafId)) invalid(at('leafId'), `names "${leafId}", which is not among the messages. Name the last message on screen, or write null.`);
  const viewed = readViewed((document['viewed'] ?? {}) as Fields, byId, at);
  const times = messages.map((message) => message.createdAt);
  const createdAt = (document['createdAt'] as number | undefined) ?? times.reduce((least, time) => Math.min(least, time), times[0] ?? Date.now());
  return {
    conversation: {
      id,
      title: (document['title'] ?? null) as string | null,
      leafId,
      viewed,
      planMode: document['planMode'] === true,
      agentId: (document['agentId'] ?? null) as string | null,
      applicationId: (document['applicationId'] ?? null) as string | null,
      createdAt,
      updatedAt: (document['updatedAt'] as number | undefined) ?? times.reduce((most, time) => Math.max(most, time), createdAt),
    },
    messages,
    branches,
  };
}

function readMessages(conversationId: string, rows: readonly unknown[], at: (key: string) => string): readonly ConversationMessage[] {
  const places = new Map<string, string>();
  const sequences = new Map<number, string>();
  const messages = rows.map((row, index): ConversationMessage => {
    const place = at(`messages[${index}]`);
    checkMessage(row, place);
    const message = row as ConversationMessage;
    unique(places, message.id, place, 'id');
    if (message.conversationId !== undefined && message.conversationId !== conversationId) invalid(`${place}.conversationId`, `is not "${conversationId}": a file holds the rows of one conversation.`);
    if (!Number.isSafeInteger(message.sequence)) invalid(`${place}.sequence`, 'must be a whole number: it orders the messages of the conversation, over all branches.');
    unique(sequences, message.sequence, place, 'sequence');
    const { parentId = null, branchId = null, status = 'complete' } = message;
    // Nobody writes it any more.
    return { ...message, conversationId, parentId, branchId, status: status === 'streaming' ? 'interrupted' : status };
  });
  checkContents(messages, at);
  const byId = new Map(messages.map((message) => [message.id, message]));
  messages.forEach(({ parentId }, index) => {
    if (parentId !== null && !byId.has(parentId)) invalid(at(`messages[${index}].parentId`), `names "${parentId}", which is not among the messages. Add that message, or write null for a first message.`);
  });
  refuseCycle(messages, (message) => (message.parentId === null ? undefined : byId.get(message.parentId)), (index) => at(`messages[${index}].parentId`));
  messages.forEach(({ parentId, sequence }, index) => {
    const parent = parentId === null ? undefined : byId.get(parentId);
    if (parent && parent.sequence >= sequence) invalid(at(`messages[${index}].sequence`), `is ${sequence} and must be higher than that of its parent, ${parent.sequence}. Number the messages as they were made.`);
  });
  return messages.sort((a, b) => a.sequence - b.sequence);
}

function checkContents(messages: readonly LLMMessage[], at: (key: string) => string): void {
  try {
    assertValidMessages(messages);
  } catch (error) {
    // It says "messages[3]… must be …" itself.
    throw new AgentConversationError('INVALID_IMPORT', `${at(describeError(error).message)}.`, { cause: error });
  }
  messages.forEach(({ content }, index) =>
    content.forEach((block, position) => {
      const check = Object.hasOwn(checkBlock, block.type) ? checkBlock[block.type as keyof typeof checkBlock] : undefined;
      check?.(block, at(`messages[${index}].content[${position}]`));
    }),
  );
}

function readBranches(conversationId: string, rows: readonly unknown[], messages: ReadonlyMap<string, ConversationMessage>, at: (key: string) => string): readonly Branch[] {
  const places = new Map<string, string>();
  const branches = rows.map((row, index): Branch => {
    const place = at(`branches[${index}]`);
    checkBranch(row, place);
    const branch = row as Branch;
    unique(places, branch.id, place, 'id');
    if (branch.conversationId !== undefined && branch.conversationId !== conversationId) invalid(`${place}.conversationId`, `is not "${conversationId}": a file holds the rows of one conversation.`);
    const { parentBranchId = null, forkMessageId = null, sourceMessageId = null, kind } = branch;
    if (forkMessageId !== null && !messages.has(forkMessageId)) invalid(`${place}.forkMessageId`, `names "${forkMessageId}", which is not among the messages. Name the last shared message, or write null.`);
    // A4.1: a missing or unknown kind reads as Fork. The source may have been deleted since.
    return { ...branch, conversationId, parentBranchId, forkMessageId, sourceMessageId, kind: kind === 'Edit' || kind === 'Regenerate' ? kind : 'Fork' };
  });
  const byId = new Map(branches.map((branch) => [branch.id, branch]));
  branches.forEach(({ parentBranchId }, index) => {
    if (parentBranchId !== null && !byId.has(parentBranchId)) invalid(at(`branches[${index}].parentBranchId`), `names "${parentBranchId}", which is not among the branches. Add that branch, or write null for Main.`);
  });
  refuseCycle(branches, (branch) => (branch.parentBranchId === null ? undefined : byId.get(branch.parentBranchId)), (index) => at(`branches[${index}].parentBranchId`));
  return branches;
}

function readViewed(viewed: Fields, messages: ReadonlyMap<string, ConversationMessage>, at: (key: string) => string): Readonly<Record<string, string>> {
  for (const [parent, child] of Object.entries(viewed)) {
    const found = typeof child === 'string' ? messages.get(child) : undefined;
    if (found?.parentId !== (parent === '' ? null : parent)) invalid(at(`viewed[${JSON.stringify(parent)}]`), 'must name a message that follows it. Take the entry out.');
  }
  return viewed as Readonly<Record<string, string>>;
}

function unique<Key extends string | number>(places: Map<Key, string>, key: Key, place: string, field: string): void {
  const other = places.get(key);
  if (other !== undefined) invalid(`${place}.${field}`, `is ${JSON.stringify(key)}, as in ${other}. Give each its own.`);
  places.set(key, place);
}

/** Every row is walked once: a chain that ends, or joins one that ended, is fine. */
function refuseCycle<Row>(rows: readonly Row[], parentOf: (row: Row) => Row | undefined, place: (index: number) => string): void {
  const ended = new Set<Row>();
  rows.forEach((row, index) => {
    const chain = new Set<Row>();
    for (let current: Row | undefined = row; current && !ended.has(current); current = parentOf(current)) {
      if (chain.has(current)) invalid(place(index), 'leads back to itself. Write null in the one that comes first.');
      chain.add(current);
    }
    for (const each of chain) ended.add(each);
  });
}
