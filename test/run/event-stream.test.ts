import { expect } from 'chai';
import fc from 'fast-check';
import { readLines, readServerSentEvents, type ServerSentEvent } from '../../src/run/event-stream.js';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A stream of these pieces; `cancelled` tells whether it was left early. */
function streamOf(pieces: readonly Uint8Array[]): ReadableStream<Uint8Array> & { cancelled?: boolean } {
  let at = 0;
  const stream: ReadableStream<Uint8Array> & { cancelled?: boolean } = new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = pieces[at++];
      if (piece) controller.enqueue(piece);
      else controller.close();
    },
    cancel() {
      stream.cancelled = true;
    },
  });
  return stream;
}

async function eventsOf(...pieces: readonly Uint8Array[]): Promise<ServerSentEvent[]> {
  const events: ServerSentEvent[] = [];
  for await (const event of readServerSentEvents(streamOf(pieces))) events.push(event);
  return events;
}

describe('event streams', () => {
  it('[case 24] a cut at any byte gives the same events, inside a character and inside CRLF too', async () => {
    for (const newline of ['\n', '\r\n', '\r']) {
      const whole = bytes(`\uFEFFevent: add\ndata: Grüße 🚀\ndata: {"a":1}\nid: 7\n\n: ping\n\ndata:x\n\n`.replaceAll('\n', newline));
      const expected = [{ event: 'add', data: 'Grüße 🚀\n{"a":1}', id: '7' }, { event: 'message', data: 'x', id: '7' }];
      for (let cut = 0; cut <= whole.length; cut++) expect(await eventsOf(whole.slice(0, cut), whole.slice(cut))).to.eql(expected);
      expect(await eventsOf(...[...whole].map((byte) => Uint8Array.of(byte)))).to.eql(expected);
    }
  });

  it('[case 25] keep-alives, empty events and unknown fields are nothing', async () => {
    expect(await eventsOf(bytes(':\n\n: ping\n\nevent: x\n\nretry: 5\nfoo: bar\ndata\n\n'))).to.eql([{ event: 'message', data: '' }]);
  });

  it('[case 26] an event that no blank line closes is not delivered', async () => {
    expect(await eventsOf(bytes('data: one\n\ndata: two\n'))).to.eql([{ event: 'message', data: 'one' }]);
    expect(await eventsOf(bytes(''))).to.eql([]);
  });

  it('[case 24] any list of events, cut anywhere, comes out as it was', async () => {
    const event = fc.record({ event: fc.stringMatching(/^[a-z]{1,8}$/), data: fc.array(fc.stringMatching(/^[^\r\n]{0,12}$/), { minLength: 1, maxLength: 3 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 5 }), fc.array(fc.nat(9), { minLength: 1, maxLength: 40 }), fc.constantFrom('\n', '\r\n', '\r'), async (list, steps, newline) => {
        const whole = bytes(list.map(({ event, data }) => [`event: ${event}`, ...data.map((line) => `data: ${line}`), '', ''].join(newline)).join(''));
        const pieces: Uint8Array[] = [];
        for (let at = 0, n = 0; at < whole.length; n++) {
          const length = 1 + (steps[n % steps.length] ?? 0);
          pieces.push(whole.slice(at, at + length));
          at += length;
        }
        expect(await eventsOf(...pieces)).to.eql(list.map(({ event, data }) => ({ event, data: data.join('\n') })));
      }),
      { seed: 24, numRuns: 300 },
    );
  });

  it('lines come without their ends, the last one also when nothing ends it; leaving early cancels the stream', async () => {
    const seen: string[] = [];
    for await (const line of readLines(streamOf([bytes('{"a":1}\r\n\nlast')]))) seen.push(line);
    expect(seen).to.eql(['{"a":1}', '', 'last']);
    const left = streamOf([bytes('data: 1\n\n'), bytes('data: 2\n\n')]);
    for await (const _event of readServerSentEvents(left)) break;
    expect(left.cancelled).to.equal(true);
  });
});
