import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { createParser } from 'eventsource-parser';
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

interface CaseFile {
  readonly file: string;
  readonly bytes: number;
  readonly events: readonly { readonly event: string; readonly data: string }[];
}

const fixture = (name: string): Buffer => readFileSync(new URL(`../fixtures/cases/${name}`, import.meta.url));
const filesOf = (name: string): readonly CaseFile[] => (JSON.parse(fixture(name).toString()) as { readonly files: readonly CaseFile[] }).files;

function* pieces(whole: Uint8Array, steps: readonly number[]): Generator<Uint8Array> {
  for (let at = 0, n = 0; at < whole.length; n++) {
    const length = 1 + (steps[n % steps.length] ?? 0);
    yield whole.slice(at, at + length);
    at += length;
  }
}

/** What a parser that others wrote makes of it. It holds back a CR at the end, which the standard does not. */
function reference(whole: Uint8Array): { readonly event: string; readonly data: string; readonly id: string | undefined }[] {
  const text = new TextDecoder().decode(whole);
  const events: { event: string; data: string; id: string | undefined }[] = [];
  createParser({ onEvent: ({ event, data, id }) => events.push({ event: event ?? 'message', data, id }) }).feed(text.endsWith('\r') ? `${text}\n` : text);
  return events;
}

describe('event streams', () => {
  for (const [number, name] of [['24', '24-splits.json'], ['25', '25-keepalive.json'], ['26', '26-no-terminal.json']] as const) {
    it(`[case ${number}] the case’s files give their events whole, byte by byte and cut at every offset`, async () => {
      for (const { file, bytes: length, events } of filesOf(name)) {
        const whole = new Uint8Array(fixture(file));
        expect(whole.length, `${file}: its line ends must stay as they are`).to.equal(length);
        expect(await eventsOf(...[...whole].map((byte) => Uint8Array.of(byte)))).to.eql(events);
        for (let cut = 0; cut <= whole.length; cut++) expect(await eventsOf(whole.slice(0, cut), whole.slice(cut))).to.eql(events);
      }
    });
  }

  for (const seed of [1, 24, 2026, 77_777]) {
    it(`[case 24] whatever the stream holds, it is read as eventsource-parser reads it (seed ${seed})`, async () => {
      const piece = fc.constantFrom('data: ', 'data:', 'data', 'event: ', 'event', 'id: ', 'id', ':', ': c', 'retry: 5', 'x: y', ' ', '\n', '\n', '\r', '\r\n', '\n\n', '\r\n\r\n', '\uFEFF', 'a', 'é', '🚀', '\u2028', '\0', '{"a":1}');
      await fc.assert(
        fc.asyncProperty(fc.array(piece, { maxLength: 80, size: 'max' }), fc.array(fc.nat(6), { minLength: 1, maxLength: 12 }), async (parts, steps) => {
          const whole = bytes(parts.join(''));
          const read = await eventsOf(...pieces(whole, steps));
          const expected = reference(whole);
          expect(read.map(({ event, data }) => ({ event, data }))).to.eql(expected.map(({ event, data }) => ({ event, data })));
          // The other parser forgets an id with its event; the standard keeps the last one.
          expected.forEach(({ id }, index) => id !== undefined && expect(read[index]?.id).to.equal(id));
        }),
        { seed, numRuns: 1500 },
      );
    });
  }

  it('a line that comes in many pieces costs what its length is', async () => {
    const kilobyte = bytes('x'.repeat(1024));
    const cost = async (count: number): Promise<number> => {
      const start = performance.now();
      expect((await eventsOf(bytes('data: '), ...Array.from({ length: count }, () => kilobyte), bytes('\n\n')))[0]?.data).to.have.length(count * 1024);
      return performance.now() - start;
    };
    await cost(500);
    // Looking through all of it again with each piece would take 64 times as long.
    expect(await cost(16_000)).to.be.below(24 * Math.max(await cost(2000), 20));
  });

  it('an event is delivered with its blank line, also when a CR ends it and nothing follows', async () => {
    let push: (piece: Uint8Array) => void = () => {};
    const events = readServerSentEvents(new ReadableStream<Uint8Array>({ start: (controller) => void (push = (piece) => controller.enqueue(piece)) }));
    push(bytes('data: 1\r\n\r'));
    expect((await events.next()).value).to.eql({ event: 'message', data: '1' });
    push(bytes('\ndata: 2\r\r'));
    expect((await events.next()).value).to.eql({ event: 'message', data: '2' });
    await events.return();
  });

  it('a stream that fails hands its error on, and is let go', async () => {
    const broken = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(new TypeError('network')) });
    expect(await readServerSentEvents(broken).next().catch((error: unknown) => error)).to.have.property('message', 'network');
    expect(broken.locked).to.equal(false);
  });

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
      fc.asyncProperty(fc.array(event, { maxLength: 5, size: 'max' }), fc.array(fc.nat(9), { minLength: 1, maxLength: 40 }), fc.constantFrom('\n', '\r\n', '\r'), async (list, steps, newline) => {
        const whole = bytes(list.map(({ event, data }) => [`event: ${event}`, ...data.map((line) => `data: ${line}`), '', ''].join(newline)).join(''));
        expect(await eventsOf(...pieces(whole, steps))).to.eql(list.map(({ event, data }) => ({ event, data: data.join('\n') })));
      }),
      { seed: 24, numRuns: 300 },
    );
  });

  it('lines come without their ends, the last one also when nothing ends it; leaving early cancels the stream', async () => {
    const seen: string[] = [];
    for await (const line of readLines(streamOf([bytes('{"a":1}\r\n\nlast')]))) seen.push(line);
    expect(seen).to.eql(['{"a":1}', '', 'last']);
    const whole = bytes('{"a":"é🚀"}\r\n{"b":2}\n');
    for (let cut = 0; cut <= whole.length; cut++) {
      const cutLines: string[] = [];
      for await (const line of readLines(streamOf([whole.slice(0, cut), whole.slice(cut)]))) cutLines.push(line);
      expect(cutLines).to.eql(['{"a":"é🚀"}', '{"b":2}']);
    }
    const left = streamOf([bytes('data: 1\n\n'), bytes('data: 2\n\n')]);
    for await (const _event of readServerSentEvents(left)) break;
    expect(left.cancelled).to.equal(true);
  });
});
