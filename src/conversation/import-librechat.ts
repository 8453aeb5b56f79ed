/** LibreChat's JSON export: messages with `parentMessageId`, in one list or each inside its parent (`recursive`). */
import type { ContentBlock } from '../model/message.js';
import { fieldsAt, idAt, isFields, listAt, type Fields } from './import-check.js';
import { embeddedImage, itemsAt, textAt, timeOf, toolInput } from './import-found.js';
import type { FoundConversation, FoundMessage } from './import-tree.js';

const noParent = '00000000-0000-0000-0000-000000000000';

interface Row {
  readonly fields: Fields;
  readonly place: string;
  readonly parentId: string | null;
}

export function isLibreChat(value: Fields): boolean {
  const [first] = itemsAt(value, rowsKey(value));
  return typeof value['conversationId'] === 'string' && first !== undefined && typeof first['messageId'] === 'string';
}

function rowsKey(value: Fields): string {
  return Array.isArray(value['messagesTree']) ? 'messagesTree' : 'messages';
}

export function readLibreChat(value: Fields, place: string, notKept: string[]): FoundConversation {
  const rows = flatRows(value, `${place}.${rowsKey(value)}`);
  const times = rows.map(({ fields }) => timeOf(fields['createdAt'])).filter((time) => time !== undefined);
  if (isFields(value['options'])) notKept.push(`${place}.options: settings of the model are not taken over.`);
  return {
    id: idAt(value['conversationId'], `${place}.conversationId`),
    title: textAt(value, 'title') || null,
    createdAt: times[0],
    updatedAt: times.length > 0 ? times.reduce((most, time) => Math.max(most, time)) : undefined,
    leafId: null,
    messages: rows.map((row) => messageOf(row, notKept)),
  };
}

/** Deep threads nest as deep as they are long. */
function flatRows(value: Fields, place: string): readonly Row[] {
  const rows: Row[] = [];
  const waiting: { readonly list: unknown; readonly place: string; readonly parentId: string | null | undefined }[] = [{ list: value[rowsKey(value)], place, parentId: undefined }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { parentId, place: at } = next;
    listAt(next.list, at).forEach((row, index) => {
      const fields = fieldsAt(row, `${at}[${index}]`);
      const id = idAt(fields['messageId'], `${at}[${index}].messageId`);
      const named = textAt(fields, 'parentMessageId');
      rows.push({ fields, place: `message "${id}"`, parentId: parentId !== undefined ? parentId : named === '' || named === noParent ? null : named });
      if (fields['children'] !== undefined) waiting.push({ list: fields['children'], place: `message "${id}".children`, parentId: id });
    });
  }
  return rows;
}

function messageOf({ fields, place, parentId }: Row, notKept: string[]): FoundMessage {
  const fromPerson = fields['isCreatedByUser'] === true;
  const id = textAt(fields, 'messageId');
  const content = itemsAt(fields, 'content').flatMap((part, index) => blocksOf(part, `${id}:${index}`, `${place}.content[${index}]`, notKept));
  if (content.length === 0 && textAt(fields, 'text')) content.push({ type: 'text', text: textAt(fields, 'text') });
  for (const file of [...itemsAt(fields, 'files'), ...itemsAt(fields, 'attachments')]) notKept.push(`${place}: the file "${textAt(file, 'filename') || textAt(file, 'file_id')}" is not in the export.`);
  const rating = isFields(fields['feedback']) ? ({ thumbsUp: 'up', thumbsDown: 'down' } as const)[textAt(fields['feedback'], 'rating')] : undefined;
  const sender = textAt(fields, 'sender') || textAt(fields, 'model');
  return {
    id,
    parentId,
    role: fromPerson ? 'user' : 'assistant',
    content,
    createdAt: timeOf(fields['createdAt']),
    status: fields['error'] === true ? 'failed' : fields['unfinished'] === true ? 'stopped' : 'complete',
    ...(sender && !fromPerson ? { agentName: sender } : {}),
    ...(rating ? { feedback: { rating } } : {}),
  };
}

/** Newer builds write `{value}` where older ones write the text. */
function valueAt(part: Fields, key: string): string {
  const value = part[key];
  return isFields(value) ? textAt(value, 'value') : textAt(part, key);
}

function blocksOf(part: Fields, id: string, place: string, notKept: string[]): ContentBlock[] {
  switch (part['type']) {
    case 'text':
      return valueAt(part, 'text') ? [{ type: 'text', text: valueAt(part, 'text') }] : [];
    case 'think':
      return [{ type: 'reasoning', text: valueAt(part, 'think') }];
    case 'error':
      return [{ type: 'text', text: valueAt(part, 'error') || valueAt(part, 'text') }];
    case 'tool_call': {
      const call = isFields(part['tool_call']) ? part['tool_call'] : {};
      const callId = textAt(call, 'id') || id;
      const use: ContentBlock = { type: 'tool_use', id: callId, name: textAt(call, 'name') || 'tool', input: toolInput(call['args']) };
      return typeof call['output'] === 'string' ? [use, { type: 'tool_result', tool_use_id: callId, content: call['output'] }] : [use];
    }
    case 'image_url': {
      const image = embeddedImage(isFields(part['image_url']) ? textAt(part['image_url'], 'url') : textAt(part, 'image_url'));
      if (image) return [image];
      notKept.push(`${place}: the picture is not in the file.`);
      return [];
    }
    default:
      notKept.push(`${place}: a part of the kind "${textAt(part, 'type')}" ${part['type'] === 'image_file' ? 'is not in the file' : 'is not known'}.`);
      return [];
  }
}
