/**
 * ChatGPT's `conversations.json`: a `mapping` of nodes with parents, and `current_node`. What is one reply on screen is there a chain
 * of nodes (thoughts, a call, its output, words): such a chain becomes one message.
 */
import type { ContentBlock, MessageStatus } from '../model/message.js';
import { fieldsAt, idAt, invalid, isFields, type Fields } from './import-check.js';
import { addToolResult, embeddedImage, fenced, itemsAt, keptParents, textAt, timeOf, toolInput } from './import-found.js';
import type { FoundConversation, FoundMessage } from './import-tree.js';

interface Node {
  readonly id: string;
  readonly role: 'user' | 'assistant' | 'tool';
  readonly message: Fields;
  readonly place: string;
}

interface Reply {
  readonly first: Node;
  last: Node;
  readonly blocks: ContentBlock[];
}

export function isChatGpt(value: Fields): boolean {
  return isFields(value['mapping']);
}

export function readChatGpt(value: Fields, place: string, notKept: string[]): FoundConversation {
  const mapping = fieldsAt(value['mapping'], `${place}.mapping`);
  const nodes = new Map<string, Node>();
  for (const [id, node] of Object.entries(mapping)) {
    const kept = keptNode(id, fieldsAt(node, `${place}.mapping.${id}`), `${place}.mapping.${id}`, notKept);
    if (kept) nodes.set(id, kept);
  }
  const parentIn = (id: string): string | null => {
    const node = mapping[id];
    const parent = isFields(node) ? node['parent'] : null;
    return typeof parent === 'string' && Object.hasOwn(mapping, parent) ? parent : null;
  };
  const above = keptParents(nodes.keys(), parentIn, (id) => nodes.has(id));
  const headOf = new Map<string, string>();
  const messages = joinReplies(nodes, above, headOf, place, notKept);
  const current = typeof value['current_node'] === 'string' ? value['current_node'] : null;
  return {
    id: idAt(value['conversation_id'] ?? value['id'], `${place}.conversation_id`),
    title: textAt(value, 'title') || null,
    createdAt: timeOf(value['create_time']),
    updatedAt: timeOf(value['update_time']),
    leafId: current === null ? null : shownMessage(current, parentIn, headOf),
    messages,
  };
}

function keptNode(id: string, node: Fields, place: string, notKept: string[]): Node | null {
  const message = node['message'];
  if (!isFields(message)) return null;
  const content = contentOf(message);
  const role = isFields(message['author']) ? message['author']['role'] : undefined;
  const kind = textAt(content, 'content_type');
  if (role === 'user' || role === 'assistant' || role === 'tool') {
    if (kind !== 'user_editable_context' && kind !== 'model_editable_context') return { id, role, message, place };
    notKept.push(`${place}: instructions and memory are not part of the conversation.`);
  } else if (wordsOf(content) !== '') notKept.push(`${place}: a message of "${String(role)}" has no place here.`);
  return null;
}

function joinReplies(nodes: ReadonlyMap<string, Node>, above: ReadonlyMap<string, string | null>, headOf: Map<string, string>, place: string, notKept: string[]): FoundMessage[] {
  const children = new Map<string | null, Node[]>();
  for (const node of nodes.values()) {
    const parent = above.get(node.id) ?? null;
    const list = children.get(parent);
    if (list) list.push(node);
    else children.set(parent, [node]);
  }
  const replies = new Map<string, Reply>();
  const waiting = [...(children.get(null) ?? [])];
  for (const node of waiting) {
    const parent = above.get(node.id) ?? null;
    const reply = parent === null ? undefined : replies.get(headOf.get(parent) ?? '');
    const joins = reply !== undefined && node.role !== 'user' && reply.first.role !== 'user' && children.get(parent)?.length === 1;
    const target: Reply = joins ? reply : { first: node, last: node, blocks: [] };
    target.last = node;
    headOf.set(node.id, target.first.id);
    replies.set(target.first.id, target);
    addBlocks(target.blocks, node, notKept);
    waiting.push(...(children.get(node.id) ?? []));
  }
  if (waiting.length < nodes.size) invalid(`${place}.mapping`, 'has nodes that follow one another in a circle. Take them out.');
  return [...replies.values()].map(({ first, last, blocks }): FoundMessage => {
    const parent = above.get(first.id) ?? null;
    const model = isFields(last.message['metadata']) ? textAt(last.message['metadata'], 'model_slug') : '';
    return {
      id: first.id,
      parentId: parent === null ? null : (headOf.get(parent) ?? null),
      role: first.role === 'user' ? 'user' : 'assistant',
      content: blocks,
      createdAt: timeOf(first.message['create_time']),
      status: first.role === 'user' ? 'complete' : statusOf(last.message),
      ...(model && first.role !== 'user' ? { agentName: model } : {}),
    };
  });
}

function statusOf(message: Fields): MessageStatus {
  const metadata = message['metadata'];
  const finish = isFields(metadata) ? metadata['finish_details'] : undefined;
  if (isFields(finish) && finish['type'] === 'interrupted') return 'stopped';
  return message['status'] === 'in_progress' ? 'interrupted' : 'complete';
}

/** The message that holds a node, or the nearest one above it. */
function shownMessage(id: string, parentIn: (id: string) => string | null, headOf: ReadonlyMap<string, string>): string | null {
  const seen = new Set<string>();
  for (let current: string | null = id; current !== null && !seen.has(current); current = parentIn(current)) {
    const head = headOf.get(current);
    if (head !== undefined) return head;
    seen.add(current);
  }
  return null;
}

function contentOf(message: Fields): Fields {
  return isFields(message['content']) ? message['content'] : {};
}

function addBlocks(blocks: ContentBlock[], node: Node, notKept: string[]): void {
  const { message, role, place } = node;
  const content = contentOf(message);
  const kind = textAt(content, 'content_type');
  const recipient = textAt(message, 'recipient') || 'all';
  if (kind === 'thoughts' || kind === 'reasoning_recap') {
    const text = wordsOf(content);
    if (text) blocks.push({ type: 'reasoning', text });
  } else if (role === 'tool') {
    const words = partsOf(content, place, notKept).flatMap((block) => (block.type === 'text' ? [block.text] : []));
    const name = isFields(message['author']) ? textAt(message['author'], 'name') : '';
    if (words.length > 0) addToolResult(blocks, node.id, name, { content: words.join('\n') });
  } else if (role === 'assistant' && recipient !== 'all') {
    blocks.push({ type: 'tool_use', id: node.id, name: recipient, input: toolInput(wordsOf(content)) });
  } else {
    blocks.push(...partsOf(content, place, notKept));
  }
  tellOfFiles(node, notKept);
}

/** Words and embedded pictures. */
function partsOf(content: Fields, place: string, notKept: string[]): ContentBlock[] {
  const { parts } = content;
  if (!Array.isArray(parts)) {
    const text = textAt(content, 'content_type') === 'code' ? fenced(wordsOf(content), textAt(content, 'language').replace(/[^\w+#.-]|^unknown$/g, '')) : wordsOf(content);
    if (text === '' && textAt(content, 'content_type') !== 'text') notKept.push(`${place}: content of the kind "${textAt(content, 'content_type')}" holds nothing that can be shown.`);
    return text ? [{ type: 'text', text }] : [];
  }
  return parts.flatMap((part: unknown): ContentBlock[] => {
    if (typeof part === 'string') return part ? [{ type: 'text', text: part }] : [];
    if (!isFields(part)) return [];
    const address = textAt(part, 'asset_pointer');
    const image = embeddedImage(address);
    if (image) return [image];
    if (textAt(part, 'text')) return [{ type: 'text', text: textAt(part, 'text') }];
    notKept.push(`${place}: "${textAt(part, 'content_type') || 'a part'}"${address ? ` ${address.slice(0, 80)}` : ''} is not in the file.`);
    return [];
  });
}

/** Every kind of content has its words somewhere else. */
function wordsOf(content: Fields): string {
  const { parts } = content;
  if (Array.isArray(parts)) return parts.filter((part) => typeof part === 'string').join('\n');
  const thoughts = itemsAt(content, 'thoughts').map((thought) => [textAt(thought, 'summary'), textAt(thought, 'content')].filter(Boolean).join('\n'));
  const texts = ['name', 'title', 'url', 'text', 'content', 'result', 'summary'].map((key) => textAt(content, key));
  return [...thoughts, ...texts].filter(Boolean).join('\n\n');
}

function tellOfFiles({ message, place }: Node, notKept: string[]): void {
  const metadata = isFields(message['metadata']) ? message['metadata'] : {};
  for (const file of itemsAt(metadata, 'attachments')) {
    // A picture is a part of the content too and has been told there.
    if (!/^image\//.test(textAt(file, 'mime_type') || textAt(file, 'mimeType'))) notKept.push(`${place}: the file "${textAt(file, 'name')}" is not in the export.`);
  }
  if (itemsAt(metadata, 'citations').length + itemsAt(metadata, 'content_references').length > 0) notKept.push(`${place}: the addresses behind the marks of sources.`);
}
