/**
 * Streams of text over fetch: server-sent events by the standard's parsing, and lines. A reader loop, since WebKit cannot iterate
 * a stream. Bytes may be cut anywhere, inside a character or between CR and LF too. Leaving early cancels the stream.
 */
export interface ServerSentEvent {
  /** `message` when the stream names none. */
  readonly event: string;
  readonly data: string;
  /** The last id that the stream gave, also with an earlier event; absent before the first. */
  readonly id?: string;
}

/** An event that no blank line closes is not delivered. Comments (keep-alives) and events without a data line are nothing (case 25). */
export async function* readServerSentEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerSentEvent, void, undefined> {
  let event = '';
  let id: string | undefined;
  let data: string[] = [];
  for await (const { line, ended } of lines(body)) {
    if (!ended) return;
    if (line === '') {
      if (data.length > 0) yield { event: event || 'message', data: data.join('\n'), ...(id === undefined ? {} : { id }) };
      event = '';
      data = [];
      continue;
    }
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
    if (field === 'data') data.push(value);
    else if (field === 'event') event = value;
    else if (field === 'id' && !value.includes('\0')) id = value;
  }
}

/** Lines without their ends; the last one also when nothing ends it. */
export async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void, undefined> {
  for await (const { line, ended } of lines(body)) if (ended || line !== '') yield line;
}

async function* lines(body: ReadableStream<Uint8Array>): AsyncGenerator<{ readonly line: string; readonly ended: boolean }, void, undefined> {
  const reader = body.getReader();
  // Takes a byte order mark away, and keeps a cut character for the next piece.
  const decoder = new TextDecoder();
  // A line that has not ended. Its pieces are joined once: looking through them again with each piece would cost their square.
  let parts: string[] = [];
  let afterReturn = false;
  let open = true;
  try {
    while (open) {
      const { done, value } = await reader.read();
      open = !done;
      let text = done ? decoder.decode() : decoder.decode(value, { stream: true });
      if (text === '') continue;
      // A CR ends its line at once, so an LF that comes with a later piece is the other half of that end.
      if (afterReturn && text.startsWith('\n')) text = text.slice(1);
      const pieces = text.split(/\r\n|\r|\n/);
      afterReturn = text === '' ? false : text.endsWith('\r');
      const rest = pieces.pop() ?? '';
      for (const piece of pieces) {
        parts.push(piece);
        yield { line: parts.join(''), ended: true };
        parts = [];
      }
      parts.push(rest);
    }
    yield { line: parts.join(''), ended: false };
  } finally {
    if (open) await reader.cancel().catch(() => {});
    reader.releaseLock();
  }
}
