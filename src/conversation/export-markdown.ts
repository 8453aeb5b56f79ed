/**
 * The path on screen as Markdown, for people. A heading for each speaker with the time (UTC, so that the same conversation gives the
 * same text everywhere), the words as they are; pictures, tools and other versions in a line each.
 */
import { textOf, type ContentBlock, type ConversationMessage, type ToolResultBlock } from '../model/message.js';
import { readableAnswer, readFormAnswer } from './form-answer.js';
import { pathTo, siblingsOf, type MessageTree } from './tree.js';

const summaryLength = 200;
const titleLength = 60;

export function exportMarkdown(tree: MessageTree, title: string | null): string {
  const path = pathTo(tree, tree.leafId);
  const heading = title?.trim() || firstWords(path) || 'Conversation';
  return `${[`# ${plain(heading)}`, ...path.map((message) => messageText(tree, message))].join('\n\n')}\n`;
}

function firstWords(path: readonly ConversationMessage[]): string {
  const first = path.find((message) => message.role === 'user');
  return first ? [...oneLine(textOf(first.content))].slice(0, titleLength).join('') : '';
}

function messageText(tree: MessageTree, message: ConversationMessage): string {
  const speaker = message.role === 'user' ? 'You' : (message.agentName ?? 'Agent');
  const versions = siblingsOf(tree.children, message);
  const results = new Map(message.content.flatMap((block) => (block.type === 'tool_result' ? [[block.tool_use_id, block] as const] : [])));
  return [
    `## ${plain(speaker)} · ${time(message.createdAt)}`,
    versions.length > 1 ? `_Version ${versions.indexOf(message.id) + 1} of ${versions.length}_` : '',
    ...message.content.map((block) => blockText(block, message, results)),
    ...(message.attachments ?? []).map((file) => `_Attachment: ${plain(file.name)} (${plain(file.mediaType)}, ${size(file.size)})_`),
    ending(message),
  ]
    .filter(Boolean)
    .join('\n\n');
}

function blockText(block: ContentBlock, message: ConversationMessage, results: Map<string, ToolResultBlock>): string {
  switch (block.type) {
    case 'text': {
      const answer = message.role === 'user' ? readFormAnswer(block.text) : null;
      return answer ? readableAnswer(answer) : closed(block.text);
    }
    case 'reasoning':
      return block.text.trim() === '' ? '' : `> **Thought**\n>\n${block.text.trim().split(/\r\n?|\n/).map((line) => `> ${line}`).join('\n')}`;
    case 'image':
      return `_Image: ${plain(block.source.media_type)}, ${size(bytesOf(block.source.data))}_`;
    case 'tool_use': {
      const result = results.get(block.id);
      results.delete(block.id);
      return `> **Tool** ${code(block.name)} ${code(json(block.input))}${result ? `\n>\n> ${resultText(result)}` : ''}`;
    }
    case 'tool_result':
      // One whose call stands before it has been told there.
      return results.delete(block.tool_use_id) ? `> ${resultText(block)}` : '';
    default:
      return '';
  }
}

function resultText({ content, is_error: isError }: ToolResultBlock): string {
  const parts = typeof content === 'string' ? [content] : content.map((part) => (part.type === 'text' ? part.text : part.type === 'file' ? part.filename : `${part.source.media_type} picture`));
  return `**${isError ? 'Error' : 'Result'}** ${code(parts.join(' '))}`;
}

function ending({ status, error, responseForm }: ConversationMessage): string {
  const form = responseForm ? [responseForm.title ?? '', ...responseForm.questions.map((question) => `- ${plain(question.label)}`)].filter(Boolean).join('\n') : '';
  const how = status === 'stopped' ? '_Stopped._' : status === 'interrupted' ? '_Interrupted._' : status === 'streaming' ? '_Still being written._' : status === 'failed' ? `_Failed${error ? `: ${plain(error.message)}` : ''}_` : '';
  return [form, how].filter(Boolean).join('\n\n');
}

/** The words as they are. A fence of code that a stopped reply left open is closed, so that the next speaker is no code. */
function closed(text: string): string {
  let open: { readonly indent: string; readonly mark: string } | null = null;
  for (const line of text.split(/\r\n?|\n/)) {
    const [, indent = '', mark = '', rest = ''] = /^( {0,3})(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
    if (mark === '') continue;
    if (open) {
      if (mark[0] === open.mark[0] && mark.length >= open.mark.length && rest.trim() === '') open = null;
    } else if (mark[0] === '~' || !rest.includes('`')) open = { indent, mark };
  }
  const words = text.replace(/\s+$/, '');
  return open ? `${words}\n${open.indent}${open.mark}` : words;
}

/** A short piece of code in one line; its fence is longer than any run of backticks in it. */
function code(text: string): string {
  const characters = [...oneLine(text)];
  const short = characters.length > summaryLength ? `${characters.slice(0, summaryLength).join('')}…` : characters.join('');
  if (short === '') return '';
  const fence = '`'.repeat(Math.max(0, ...[...short.matchAll(/`+/g)].map(([run]) => run.length)) + 1);
  return short.startsWith('`') || short.endsWith('`') ? `${fence} ${short} ${fence}` : `${fence}${short}${fence}`;
}

/** Values that JSON has no form for are shown, not kept: this text is not read back. */
function json(value: unknown): string {
  try {
    return JSON.stringify(value, (_key, member: unknown) => (typeof member === 'bigint' ? String(member) : member)) ?? '';
  } catch {
    return '';
  }
}

/** Words that are no Markdown, in one line. */
function plain(text: string): string {
  return oneLine(text).replace(/[\\`*_[\]<>#|~]/g, '\\$&');
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function time(moment: number): string {
  const date = new Date(moment);
  return Number.isNaN(date.getTime()) ? 'no time' : `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

function bytesOf(base64: string): number {
  return Math.floor((base64.replace(/=+$/, '').length * 3) / 4);
}

function size(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
