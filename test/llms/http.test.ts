import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { AgentConversationError } from '../../src/model/errors.js';
import { chat, failureOf, question, shortTurn, type Transport } from '../support/contracts/llm-adapter.js';
import { httpTransport } from '../support/http-transport.js';
import { chatCompletionsProtocol, messagesProtocol } from './wire-formats.js';

interface Case27 {
  readonly responses: readonly { readonly status: number; readonly contentType: string | null; readonly body: string; readonly retryAfter?: number; readonly mustSee: string }[];
}

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const { responses } = JSON.parse(readFileSync(new URL('../fixtures/cases/27-not-a-stream.json', import.meta.url), 'utf8')) as Case27;

for (const { make, encode } of [chatCompletionsProtocol, messagesProtocol]) {
  describe(`faults of servers: ${make({ baseURL: '' }).name}`, () => {
    let wire: Transport;
    before(async () => {
      wire = await httpTransport();
    });
    after(() => wire.dispose());
    beforeEach(() => {
      wire.requests.length = 0;
    });

    const ask = (options: object = {}): Promise<unknown> => make({ ...wire, ...options }).chat(question, {});
    const json = { 'content-type': 'application/json' };
    const saying = async (body: string, headers: Record<string, string> = json): Promise<string> => {
      wire.answers = [{ headers, pieces: [utf8(body)] }];
      return (await failureOf(ask())).message;
    };

    it('[case 27] what is no stream is an error with the server’s words, never its raw body', async () => {
      for (const { status, contentType, body, retryAfter, mustSee } of responses) {
        wire.answers = [{ status, headers: { ...(contentType ? { 'content-type': contentType } : {}), ...(retryAfter ? { 'retry-after': String(retryAfter) } : {}) }, pieces: status === 204 ? [] : [utf8(body)] }];
        const error = await failureOf(ask());
        expect(AgentConversationError.is(error), `${status} ${body}`).to.equal(true);
        expect(error.message).to.not.include('{').and.not.equal('');
        if (mustSee !== 'an error') expect(error.message).to.include(mustSee);
      }
    });

    it('words are found in every usual shape; data, markup and pieces of a stream are not words', async () => {
      for (const body of ['{"error":{"message":"W"}}', '{"error":"W"}', '{"message":"W"}', '{"detail":"W"}', '{"detail":[{"msg":"W"}]}', '[{"error":{"message":"W"}}]', '{"error":{"type":"W"}}']) expect(await saying(body), body).to.match(/: W$/);
      expect(await saying('<html><head><title>502</title><style>a{}</style></head><h1>Bad</h1> gateway</html>', { 'content-type': 'text/html' })).to.match(/: Bad gateway$/);
      expect(await saying('Error: no route', { 'content-type': 'text/plain' })).to.match(/: Error: no route$/);
      for (const body of ['{"a":1}', '{"half":', '[]', 'null', 'data: {"t":']) expect(await saying(body), body).to.match(/: what it sent cannot be read$/);
    });

    it('[case 27] an error that comes as an event ends the turn in its words, as does a piece that is no JSON', async () => {
      const event = { 'content-type': 'text/event-stream' };
      expect(await saying('data: {"error":{"message":"Overloaded"}}\n\n', event)).to.match(/reported: Overloaded$/);
      expect(await saying('event: error\ndata: it broke\n\n', event)).to.match(/reported: it broke$/);
      expect(await saying('data: {"t\n\n', event)).to.match(/a piece that is no JSON object\.$/);
      wire.answers = [{ pieces: [utf8('data: {"choices":5,"type":"content_block_start","content_block":{"get":0},"index":"__proto__"}\n\n')] }];
      expect(AgentConversationError.is(await failureOf(ask()))).to.equal(true);
    });

    it('a wait that the server asks for is kept for 429 and 503, in seconds or as a date, within attempts and 15 s', async () => {
      const whole = { pieces: [encode(shortTurn).bytes] };
      for (const [status, after] of [[429, '0'], [503, 'Thu, 01 Jan 1970 00:00:00 GMT']] as const) {
        wire.requests.length = 0;
        wire.answers = [{ status, headers: { 'retry-after': after }, pieces: [utf8('slow')] }, { status, headers: { 'retry-after': after }, pieces: [] }, whole];
        expect((await chat(make(wire))).response.usage).to.eql(shortTurn.usage);
        expect(wire.requests).to.have.length(3);
        expect(wire.requests[2]?.body).to.eql(wire.requests[0]?.body);
      }
      for (const [after, maxAttempts, asked] of [['0', undefined, 3], ['0', 1, 1], ['16', 9, 1]] as const) {
        wire.requests.length = 0;
        wire.answers = [{ status: 429, headers: { 'retry-after': after }, pieces: [utf8('slow down')] }];
        expect(await failureOf(ask(maxAttempts ? { maxAttempts } : {}))).to.include({ httpStatus: 429, retryable: true });
        expect(wire.requests).to.have.length(asked);
      }
      wire.requests.length = 0;
      wire.answers = [{ status: 500, headers: { 'retry-after': '0' }, pieces: [] }];
      await failureOf(ask());
      expect(wire.requests).to.have.length(1);
    });

    it('a wait takes as long as it was told, a stall limit does not run in it, and an abort ends it', async () => {
      wire.answers = [{ status: 429, headers: { 'retry-after': '0.4' }, pieces: [] }, { pieces: [encode(shortTurn).bytes] }];
      const start = performance.now();
      await ask({ stallTimeoutMs: 300 });
      expect(performance.now() - start).to.be.within(390, 5000);
      wire.requests.length = 0;
      wire.answers = [{ status: 429, headers: { 'retry-after': '14' }, pieces: [] }];
      const abort = new AbortController();
      const work = failureOf(make({ ...wire, fetch: async (...request) => (setTimeout(() => abort.abort(), 20), fetch(...request)) }).chat(question, { signal: abort.signal }));
      expect((await work).name).to.equal('AbortError');
    });

    it('a server that is not there, and a fetch that throws or never answers, are errors of the provider or the abort', async () => {
      expect(await failureOf(ask({ baseURL: 'http://127.0.0.1:1' }))).to.include({ code: 'PROVIDER_ERROR', retryable: true });
      expect((await failureOf(ask({ baseURL: '/relative?key=secret', fetch: () => { throw new TypeError('no'); } }))).message).to.include('could not be reached at /relative').and.not.include('secret');
      const abort = new AbortController();
      const work = failureOf(make({ baseURL: 'x', fetch: () => new Promise(() => {}) }).chat(question, { signal: abort.signal }));
      abort.abort();
      expect((await work).name).to.equal('AbortError');
      expect(await failureOf(ask({ fetch: () => new Promise(() => {}), stallTimeoutMs: 20 }))).to.include({ code: 'STREAM_CUT', retryable: true });
    });
  });
}
