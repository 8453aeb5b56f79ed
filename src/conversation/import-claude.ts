/** claude.ai's `conversations.json`: a list `chat_messages`, in newer files with `parent_message_uuid`. */
import type { ContentBlock, ToolResultPart } from '../model/message.js';
import { fieldsAt, idAt, isFields, listAt, type Fields } from './import-check.js';
import { addToolResult, fenced, imageOf, itemsAt, keptParents, textAt, timeOf, toolInput } from './import-found.js';
import type { FoundConversation, FoundMessage } from './import-tree.js';

/** What stands for "no parent". */
const noParent = /^0{8}-0{4}-[04]0{3}-[08]0{3}-0{12}$/;

export function isClaude(value: Fields): boolean {
  return Array.isArray(value['chat_messages']);
}

export function readClaude(value: Fields, place: string, notKept: string[]): FoundConversation {
  const rows = listAt(value['chat_messages'], `${place}.chat_messages`).map((row, index) => fieldsAt(row, `${place}.chat_messages[${index}]`));
  const ids = rows.map((row, index) => idAt(row['uuid'], `${place}.chat_messages[${index}].uuid`));
  const isTree = rows.some((row) => typeof row['parent_message_uuid'] === 'string');
  const parents = new Map(rows.map((row, index) => [ids[index] as string, isTree ? parentOf(row) : (ids[index - 1] ?? null)]));
  const kept = new Set(rows.flatMap((row, index) => (roleOf(row) ? [ids[index] as string] : [])));
  const above = keptParents(parents.keys(), (id) => parents.get(id) ?? null, (id) => kept.has(id) || !parents.has(id));
  const messages = rows.flatMap((row, index): FoundMessage[] => {
    const id = ids[index] as string;
    const at = `${place}.chat_messages[${index}]`;
    const role = roleOf(row);
    if (!role) {
      notKept.push(`${at}: a message of "${textAt(row, 'sender')}" has no place here.`);
      return [];
    }
    const rating = isFields(row['chat_feedback']) ? ({ upvote: 'up', downvote: 'down' } as const)[textAt(row['chat_feedback'], 'type')] : undefined;
    return [
      {
        id,
        parentId: above.get(id) ?? null,
        role,
        content: contentOf(row, id, at, notKept),
        createdAt: timeOf(row['created_at']),
        ...(row['stop_reason'] === 'user_canceled' ? { status: 'stopped' as const } : {}),
        ...(rating ? { feedback: { rating } } : {}),
      },
    ];
  });
  return {
    id: idAt(value['uuid'], `${place}.uuid`),
    title: textAt(value, 'name') || null,
    createdAt: timeOf(value['created_at']),
    updatedAt: timeOf(value['updated_at']),
    leafId: textAt(value, 'current_leaf_message_uuid') || null,
    messages,
  };
}

function roleOf(row: Fields): FoundMessage['role'] | null {
  return row['sender'] === 'human' ? 'user' : row['sender'] === 'assistant' ? 'assistant' : null;
}

function parentOf(row: Fields): string | null {
  const parent = row['parent_message_uuid'];
  return typeof parent === 'string' && parent !== '' && !noParent.test(parent) ? parent : null;
}

function contentOf(row: Fields, id: string, place: string, notKept: string[]): ContentBlock[] {
  const blocks: ContentBlock[] = [];
  itemsAt(row, 'content').forEach((part, index) => addPart(blocks, part, `${id}:${index}`, `${place}.content[${index}]`, notKept));
  if (itemsAt(row, 'content').length === 0 && textAt(row, 'text')) blocks.push({ type: 'text', text: textAt(row, 'text') });
  for (const file of itemsAt(row, 'attachments')) {
    const text = textAt(file, 'extracted_content');
    if (text) blocks.push({ type: 'text', text: `\n\n${textAt(file, 'file_name')}\n\n${fenced(text)}` });
    else notKept.push(`${place}: the file "${textAt(file, 'file_name')}" is not in the export.`);
  }
  const names = [...itemsAt(row, 'files'), ...itemsAt(row, 'files_v2')].map((file) => textAt(file, 'file_name') || textAt(file, 'file_uuid'));
  for (const name of new Set(names)) notKept.push(`${place}: the file "${name}" is not in the export.`);
  return blocks;
}

function addPart(blocks: ContentBlock[], part: Fields, id: string, place: string, notKept: string[]): void {
  switch (part['type']) {
    case 'text':
      if (textAt(part, 'text')) blocks.push({ type: 'text', text: textAt(part, 'text') });
      if (itemsAt(part, 'citations').length > 0) notKept.push(`${place}: the addresses of sources.`);
      return;
    case 'thinking':
      return void blocks.push({ type: 'reasoning', text: textAt(part, 'thinking') });
    case 'image': {
      const image = isFields(part['source']) ? imageOf(textAt(part['source'], 'media_type'), textAt(part['source'], 'data')) : null;
      if (image) blocks.push(image);
      else notKept.push(`${place}: the picture is not in the file.`);
      return;
    }
    case 'tool_use':
      return void blocks.push({ type: 'tool_use', id: textAt(part, 'id') || id, name: textAt(part, 'name') || 'tool', input: toolInput(part['input']) });
    case 'tool_result':
      return addResult(blocks, part, id, place, notKept);
    default:
      notKept.push(`${place}: a part of the kind "${textAt(part, 'type')}" is not known.`);
  }
}

function addResult(blocks: ContentBlock[], part: Fields, id: string, place: string, notKept: string[]): void {
  const parts: ToolResultPart[] = typeof part['content'] === 'string' ? [{ type: 'text', text: part['content'] }] : [];
  for (const item of itemsAt(part, 'content')) {
    const image = isFields(item['source']) ? imageOf(textAt(item['source'], 'media_type'), textAt(item['source'], 'data')) : null;
    const text = [textAt(item, 'title'), textAt(item, 'url'), textAt(item, 'text')].filter(Boolean).join('\n');
    if (image && part['is_error'] !== true) parts.push(image);
    else if (text) parts.push({ type: 'text', text });
    else notKept.push(`${place}: a part of the kind "${textAt(item, 'type')}" is not in the file.`);
  }
  const isError = part['is_error'] === true;
  const words = parts.flatMap((item) => (item.type === 'text' ? [item.text] : [])).join('\n');
  const call = textAt(part, 'tool_use_id');
  const known = blocks.some((block) => block.type === 'tool_use' && block.id === call);
  if (!known) return addToolResult(blocks, id, textAt(part, 'name'), { content: words, isError });
  const content = parts.some((item) => item.type !== 'text') ? parts : words;
  blocks.push({ type: 'tool_result', tool_use_id: call, content, ...(isError ? { is_error: true } : {}) });
}
