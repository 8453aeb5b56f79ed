/**
 * The shape guard of structured input (rule B3): what it refuses, in which order and with which words is Open Multi-Agent's.
 * It looks at nothing else (a role, an unknown block, an image source pass), so that both guards accept the same data.
 * What this package asks on top of its own user turns is `assertStrictContent`.
 */
import { InvalidMessageError } from './errors.js';
import type { ContentBlock, ImageBlock, LLMMessage, TextBlock, ToolResultBlock, ToolResultPart } from './message.js';

/** What B3-21 says after the place. */
export const mustBeCloneable = 'must contain cloneable structured data (strings, arrays, and plain data objects)';

/** Type and subtype by RFC 6838, nothing behind them. */
const mediaType = /^[a-z0-9][\w!#$&^.+-]*\/[a-z0-9][\w!#$&^.+-]*$/i;

/** `null`, `array`, or what `typeof` says. */
export function typeName(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** The place of a member: `path.key`, `path[2]`, `path["odd key"]`. */
export function placeOf(path: string, key: string | number): string {
  const name = String(key);
  if (/^\d+$/.test(name)) return `${path}[${name}]`;
  return /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name) ? `${path}.${name}` : `${path}[${JSON.stringify(name)}]`;
}

/**
 * Passes or throws `InvalidMessageError` that names the first wrong place (B3-1 … B3-20). A hole in a list counts as `undefined`.
 *
 * @example assertValidMessages([{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }]);
 */
export function assertValidMessages(messages: unknown): asserts messages is readonly LLMMessage[] {
  readable(() => {
    if (!Array.isArray(messages)) fail('messages', `must be an array, got ${typeName(messages)}`);
    for (let index = 0; index < messages.length; index += 1) {
      const message: unknown = messages[index];
      const path = `messages[${index}]`;
      if (typeof message !== 'object' || message === null) fail(path, `must be an object, got ${typeName(message)}`);
      checkContent((message as { content?: unknown }).content, `${path}.content`);
    }
  });
}

/** The same guard for the content of one user turn; places read as if it were the only message (B3-22). */
export function assertValidContent(content: unknown): asserts content is readonly ContentBlock[] {
  readable(() => checkContent(content, 'messages[0].content'));
}

/**
 * What a user turn must keep on top of the guard before we build a message from it: known blocks only (text, image,
 * tool_result), text that is a string, images as raw base64 of an `image/…` type. Throws `InvalidMessageError`.
 */
export function assertStrictContent(content: unknown, path = 'messages[0].content'): asserts content is readonly (TextBlock | ImageBlock | ToolResultBlock)[] {
  readable(() => {
    checkContent(content, path);
    for (const [index, block] of content.entries()) checkUserBlock(block as unknown as Record<string, unknown>, `${path}[${index}]`);
  });
}

/** Whether a value may stand as the parts of a tool's answer (B3-9 … B3-19). */
export function isToolResultParts(value: unknown): value is readonly ToolResultPart[] {
  try {
    if (!Array.isArray(value)) return false;
    checkResultContent(value, '');
    return true;
  } catch {
    return false;
  }
}

/**
 * Raw base64 by rule B3-17: standard alphabet, padding optional, no prefix or white space, and the bits behind the last byte
 * are zero, so that decoding and encoding again gives the same characters. Empty text is not base64 data.
 */
export function isCanonicalBase64(text: string): boolean {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const digits = text.length - padding;
  if (digits === 0 || digits % 4 === 1 || text.length % 4 === 1) return false;
  // A search for one bad character never backtracks; an image may be 10 MB.
  if (/[^A-Za-z0-9+/]/.test(text.slice(0, digits))) return false;
  const last = text.charAt(digits - 1);
  if (digits % 4 === 2) return 'AQgw'.includes(last);
  return digits % 4 === 0 || 'AEIMQUYcgkosw048'.includes(last);
}

function fail(path: string, rest: string): never {
  throw new InvalidMessageError(`${path} ${rest}`);
}

/** A getter or a revoked Proxy that throws under our hands is data that cannot be copied (B3-21). */
function readable(check: () => void): void {
  try {
    check();
  } catch (error) {
    throw error instanceof InvalidMessageError ? error : new InvalidMessageError(`messages ${mustBeCloneable}`, { cause: error });
  }
}

function checkContent(content: unknown, path: string): asserts content is readonly ContentBlock[] {
  if (!Array.isArray(content)) fail(path, `must be a ContentBlock[], got ${typeName(content)}`);
  for (let index = 0; index < content.length; index += 1) {
    const block = content[index] as Record<string, unknown> | null | undefined;
    const place = `${path}[${index}]`;
    if (typeof block !== 'object' || block === null || typeof block['type'] !== 'string') fail(place, 'must be a content block with a string "type"');
    if (block['type'] === 'tool_result') checkToolResult(block, place);
  }
}

function checkToolResult(block: Record<string, unknown>, path: string): void {
  const { tool_use_id: id, is_error: isError, content } = block;
  if (typeof id !== 'string') fail(`${path}.tool_use_id`, 'must be a string');
  if (isError !== undefined && typeof isError !== 'boolean') fail(`${path}.is_error`, 'must be a boolean when provided');
  checkResultContent(content, `${path}.content`);
  if (isError === true && typeof content !== 'string') fail(`${path}.content`, 'must be a string for an error tool result');
}

function checkResultContent(content: unknown, path: string): void {
  if (typeof content === 'string') return;
  if (!Array.isArray(content)) fail(path, `must be a string or a non-empty content-part array, got ${typeName(content)}`);
  if (content.length === 0) fail(path, 'must not be an empty content-part array');
  for (let index = 0; index < content.length; index += 1) checkPart(content[index], `${path}[${index}]`);
}

function checkPart(value: unknown, path: string): void {
  if (typeName(value) !== 'object') fail(path, 'must be a content-part object');
  const part = value as Record<string, unknown>;
  switch (part['type']) {
    case 'text':
      if (typeof part['text'] !== 'string') fail(`${path}.text`, 'must be a string');
      return;
    case 'image':
      return checkSource(part['source'], `${path}.source`);
    case 'file':
      checkFilled(part['filename'], `${path}.filename`);
      return checkSource(part['source'], `${path}.source`);
    default:
      fail(`${path}.type`, 'must be "text", "image", or "file"');
  }
}

function checkSource(value: unknown, path: string): void {
  if (typeName(value) !== 'object') fail(path, 'must be a media source object');
  const source = value as Record<string, unknown>;
  checkMediaType(source['media_type'], `${path}.media_type`);
  if (source['type'] === 'base64') checkBase64(source['data'], `${path}.data`);
  else if (source['type'] === 'url') checkUrl(source['url'], `${path}.url`);
  else fail(`${path}.type`, 'must be "base64" or "url"');
}

function checkFilled(value: unknown, path: string): asserts value is string {
  if (typeof value !== 'string' || !/\S/.test(value)) fail(path, 'must be a non-empty string');
}

function checkMediaType(value: unknown, path: string): asserts value is string {
  checkFilled(value, path);
  if (!mediaType.test(value)) fail(path, 'must be a MIME type without parameters');
}

function checkBase64(value: unknown, path: string): void {
  checkFilled(value, path);
  if (!isCanonicalBase64(value)) fail(path, 'must contain raw base64 data');
}

function checkUrl(value: unknown, path: string): void {
  checkFilled(value, path);
  let protocol: string;
  try {
    protocol = new URL(value).protocol;
  } catch {
    fail(path, 'must be an absolute HTTP(S) URL');
  }
  if (protocol !== 'http:' && protocol !== 'https:') fail(path, 'must use HTTP or HTTPS');
}

function checkUserBlock(block: Record<string, unknown>, path: string): void {
  switch (block['type']) {
    case 'tool_result':
      return;
    case 'text':
      if (typeof block['text'] !== 'string') fail(`${path}.text`, 'must be a string');
      return;
    case 'image': {
      const source = block['source'] as Record<string, unknown>;
      if (typeName(source) !== 'object') fail(`${path}.source`, 'must be a media source object');
      if (source['type'] !== 'base64') fail(`${path}.source.type`, 'must be "base64"');
      const type: unknown = source['media_type'];
      checkMediaType(type, `${path}.source.media_type`);
      if (!/^image\//i.test(type)) fail(`${path}.source.media_type`, `must be an image type such as "image/png", got "${type}"`);
      checkBase64(source['data'], `${path}.source.data`);
      return;
    }
    default:
      fail(`${path}.type`, 'must be "text", "image", or "tool_result" in a user turn');
  }
}
