/**
 * Streams of text over fetch: server-sent events by the standard's parsing, and lines. A reader loop, since WebKit cannot iterate
 * a stream. Bytes may be cut anywhere, inside a character or between CR and LF too. Leaving early cancels the stream.
 */
export interface ServerSentEvent {
  /** `message` when the stream names none. */
  readonly event: string;
  readonly data: string;
  readonly id?: string;
}

/** An event that no blank line closes is not delivered. Comments (keep-alives) and events without data are nothing (case 25). */
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
  let text = '';
  let open = true;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      text += done ? decoder.decode() : decoder.decode(value, { stream: true });
      let start = 0;
      for (let at = start; at < text.length; at++) {
        const character = text[at];
        if (character !== '\n' && character !== '\r') continue;
        // A CR at the end may be half of a CRLF: wait for the next piece.
        if (character === '\r' && at + 1 === text.length && !done) break;
        yield { line: text.slice(start, at), ended: true };
        if (character === '\r' && text[at + 1] === '\n') at++;
        start = at + 1;
      }
      text = text.slice(start);
      if (done) {
        open = false;
        yield { line: text, ended: false };
        return;
      }
    }
  } finally {
    if (open) await reader.cancel().catch(() => {});
    reader.releaseLock();
  }
}
