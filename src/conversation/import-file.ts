/** What a file of conversations holds: our own export, or one of ChatGPT, Claude (claude.ai) or LibreChat, told apart by shape. */
import { AgentConversationError } from '../model/errors.js';
import { isChatGpt, readChatGpt } from './import-chatgpt.js';
import { invalid, isFields, type Fields } from './import-check.js';
import { isClaude, readClaude } from './import-claude.js';
import { checkStored, readDocument } from './import-json.js';
import { isLibreChat, readLibreChat } from './import-librechat.js';
import { treeFrom, type FoundConversation } from './import-tree.js';
import type { StoredConversation } from './history-store.js';

/** One conversation of a file, checked and whole; `importConversation` takes it. Nothing is stored yet. */
export interface ImportedConversation extends StoredConversation {
  readonly source: 'agent-conversation' | 'chatgpt' | 'claude' | 'librechat';
  /** What the file holds or names and this package cannot keep, a line each, with its place. */
  readonly notKept: readonly string[];
}

interface Format {
  readonly source: ImportedConversation['source'];
  is(value: Fields): boolean;
  read(value: Fields, place: string, notKept: string[]): FoundConversation;
}

const formats: readonly Format[] = [
  { source: 'chatgpt', is: isChatGpt, read: readChatGpt },
  { source: 'claude', is: isClaude, read: readClaude },
  { source: 'librechat', is: isLibreChat, read: readLibreChat },
];

/**
 * The conversations of a file, in its order. Throws `INVALID_IMPORT` that names the first wrong place and what to do; a file with one
 * damaged conversation gives none.
 *
 * @example
 * for (const conversation of readExport(await file.text())) await element.importConversation(conversation);
 */
export function readExport(json: string): readonly ImportedConversation[] {
  const value = parse(json);
  const list = isFields(value) && Array.isArray(value['conversations']) ? (value['conversations'] as unknown[]) : value;
  return Array.isArray(list) ? list.map((item, index) => readConversation(item, `conversations[${index}]`)) : [readConversation(list, '')];
}

/** The only conversation of a file, or one that `readExport` gave. Throws `INVALID_IMPORT`, also for a file of several. */
export function readOne(input: string | ImportedConversation): ImportedConversation {
  if (typeof input !== 'string') return checkAgain(input);
  const [first, ...others] = readExport(input);
  if (!first) invalid('The file', 'holds no conversation.');
  if (others.length > 0) invalid('The file', `holds ${others.length + 1} conversations and one can be imported at a time. Read it with readExport() and import each.`);
  return first;
}

function parse(json: string): unknown {
  if (typeof json !== 'string') invalid('The import', `must be the text of a JSON file, got ${json === null ? 'null' : typeof json}.`);
  try {
    // Editors on Windows put a mark first.
    return JSON.parse(json.replace(/^\uFEFF/, '')) as unknown;
  } catch (error) {
    throw new AgentConversationError('INVALID_IMPORT', `The file is not JSON (${error instanceof Error ? error.message : String(error)}). Choose the .json file of an export; unpack a .zip first.`, { cause: error });
  }
}

function readConversation(value: unknown, place: string): ImportedConversation {
  const fields = isFields(value) ? value : {};
  const format = formats.find((each) => each.is(fields));
  if (format) {
    const notKept: string[] = [];
    const at = place || 'conversation';
    const stored = treeFrom(format.read(fields, at, notKept), at, notKept);
    return { source: format.source, notKept, ...checkStored(documentOf(stored), (key) => `${at}.${key}`) };
  }
  if ('version' in fields || ('conversationId' in fields && 'messages' in fields)) {
    const { stored, notKept } = readDocument(fields, place);
    return { source: 'agent-conversation', notKept, ...stored };
  }
  return invalid(place || 'The file', 'is no conversation that can be read: an export of this page, of ChatGPT, of Claude or of LibreChat is.');
}

/** A host may have changed what it was given. */
function checkAgain(input: ImportedConversation): ImportedConversation {
  if (!isFields(input) || !isFields(input['conversation']) || !Array.isArray(input['messages']) || !Array.isArray(input['branches'])) {
    invalid('The import', 'must be the text of a JSON file, or a conversation that readExport() gave.');
  }
  return { source: input.source, notKept: input.notKept, ...checkStored(documentOf(input)) };
}

function documentOf({ conversation, messages, branches }: StoredConversation): Fields {
  const { id, ...row } = conversation;
  return { ...row, conversationId: id, messages, branches };
}
