/** The laws of `LLMAdapter`, held against every adapter; and, for those that speak over HTTP, what bytes and servers can do to them. */
import { expect } from 'chai';
import type { LLMAdapter, LLMChatOptions, LLMResponse } from '../../../src/agent/llm.js';
import { textOf, type ContentBlock, type LLMMessage } from '../../../src/model/message.js';

/** What a model does in one turn, in nobody's wire format. */
export interface ModelTurn {
  readonly reasoning: readonly string[];
  readonly text: readonly string[];
  readonly calls: readonly { readonly id: string; readonly name: string; readonly input: readonly string[] }[];
  readonly usage: { readonly input_tokens: number; readonly output_tokens: number };
}

export interface LLMAdapterUnderTest {
  readonly adapter: LLMAdapter;
  /** False where the protocol knows nothing but text. */
  readonly rich: boolean;
  /** The next turn of the model. `hangs`: says all but the end; `breaks`: and then the connection dies. */
  play(turn: ModelTurn, ending: 'whole' | 'hangs' | 'breaks'): void;
  /** How many turns the model was asked for. */
  asked(): number;
  /** Resolves when the model's side has seen that the work was stopped. */
  stopped(): Promise<void>;
  dispose(): Promise<void>;
}

/** An answer of a server, piece by piece. `reset`: the connection dies after the last piece. */
export interface WireAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly pieces: readonly Uint8Array[];
  readonly ending?: 'close' | 'hang' | 'reset';
  /** Milliseconds before each piece. */
  readonly gap?: number;
}

export interface Transport {
  readonly baseURL: string;
  readonly fetch?: typeof fetch;
  /** The next answers; the last one is repeated. */
  answers: readonly WireAnswer[];
  readonly requests: { readonly path: string; readonly headers: Readonly<Record<string, string | undefined>>; readonly body: Record<string, unknown> }[];
  /** Resolves when an answer that hangs was let go. */
  stopped(): Promise<void>;
  dispose(): Promise<void>;
}

export interface WireProtocol {
  readonly make: (options: { readonly baseURL: string; readonly fetch?: typeof fetch; readonly stallTimeoutMs?: number; readonly maxAttempts?: number }) => LLMAdapter;
  /** `over`: the byte after the event that says that the answer is whole. */
  readonly encode: (turn: ModelTurn) => { readonly bytes: Uint8Array; readonly over: number };
}

export const question: readonly LLMMessage[] = [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }];

export const shortTurn: ModelTurn = {
  reasoning: ['h', 'm'],
  text: ['Grüße ', '🚀'],
  calls: [{ id: 'c1', name: 'add', input: ['{"l', '":"é"}'] }],
  usage: { input_tokens: 11, output_tokens: 7 },
};
const textTurn: ModelTurn = { ...shortTurn, reasoning: [], calls: [] };

export interface Told {
  readonly text: string[];
  readonly reasoning: string[];
  readonly calls: { readonly id: string; readonly name: string; readonly inputText: string }[];
}

export async function chat(adapter: LLMAdapter, options: LLMChatOptions = {}, told: Told = { text: [], reasoning: [], calls: [] }): Promise<{ response: LLMResponse; told: Told }> {
  const response = await adapter.chat(question, {
    ...options,
    onText: (soFar) => {
      told.text.push(soFar);
      options.onText?.(soFar);
    },
    onReasoning: (soFar) => told.reasoning.push(soFar),
    onToolInput: (call) => told.calls.push(call),
  });
  return { response, told };
}

/** The error of work that must fail. */
export function failureOf(work: Promise<unknown>): Promise<Error & { readonly code?: string; readonly httpStatus?: number; readonly provider?: string; readonly retryable?: boolean }> {
  return work.then(
    () => {
      throw new Error('It did not fail.');
    },
    (error: Error) => error,
  );
}

/** What a turn must come out as; provenance and signatures are the protocol's own. */
function contentOf(turn: ModelTurn): readonly unknown[] {
  return [
    ...(turn.reasoning.length > 0 ? [{ type: 'reasoning', text: turn.reasoning.join('') }] : []),
    ...(turn.text.length > 0 ? [{ type: 'text', text: turn.text.join('') }] : []),
    ...turn.calls.map(({ id, name, input }) => ({ type: 'tool_use', id, name, input: JSON.parse(input.join('') || '{}') as unknown })),
  ];
}

const plain = (content: readonly ContentBlock[]): readonly unknown[] => content.map((block) => (block.type === 'reasoning' ? { type: block.type, text: block.text } : block));
const soFar = (pieces: readonly string[]): string[] => pieces.map((_, index) => pieces.slice(0, index + 1).join(''));

function expectWhole({ response, told }: { response: LLMResponse; told: Told }, turn: ModelTurn): void {
  expect(plain(response.content)).to.eql(contentOf(turn));
  expect(response.stop_reason).to.equal(turn.calls.length > 0 ? 'tool_use' : 'end_turn');
  expect(response.usage).to.eql(turn.usage);
  expect(told.text).to.eql(soFar(turn.text));
  expect(told.reasoning).to.eql(soFar(turn.reasoning));
  expect(told.calls.filter(({ inputText }) => inputText !== '')).to.eql(turn.calls.flatMap(({ id, name, input }) => soFar(input).map((inputText) => ({ id, name, inputText }))));
}

export function describeLLMAdapter(title: string, open: () => Promise<LLMAdapterUnderTest>): void {
  describe(`LLMAdapter: ${title}`, () => {
    let under: LLMAdapterUnderTest;
    before(async () => {
      under = await open();
    });
    after(() => under.dispose());

    const turn = (): ModelTurn => (under.rich ? shortTurn : textTurn);

    it('chat resolves with the whole turn, and listeners got the text so far, the last of it being what the response holds', async () => {
      under.play(turn(), 'whole');
      const result = await chat(under.adapter);
      expectWhole(result, turn());
      expect(result.told.text.at(-1)).to.equal(textOf(result.response.content));
      expect(result.response.id).to.be.a('string').and.not.equal('');
    });

    it('a turn without words is a turn', async () => {
      const silent = { ...textTurn, text: [] };
      under.play(silent, 'whole');
      expectWhole(await chat(under.adapter), silent);
    });

    it('a listener that throws changes nothing', async () => {
      under.play(turn(), 'whole');
      const fault = (): never => {
        throw new Error('the listener’s');
      };
      const response = await under.adapter.chat(question, { onText: fault, onReasoning: fault, onToolInput: fault });
      expect(plain(response.content)).to.eql(contentOf(turn()));
    });

    it('a signal that was aborted before asks nobody and rejects with an AbortError', async () => {
      under.play(turn(), 'whole');
      const asked = under.asked();
      const error = await failureOf(under.adapter.chat(question, { signal: AbortSignal.abort(new Error('own reason')) }));
      expect([error.name, under.asked()]).to.eql(['AbortError', asked]);
    });

    it('an abort in the middle rejects with an AbortError and stops the work', async () => {
      under.play(turn(), 'hangs');
      const abort = new AbortController();
      const told: Told = { text: [], reasoning: [], calls: [] };
      const stopped = under.stopped();
      const error = await failureOf(chat(under.adapter, { signal: abort.signal, onText: () => abort.abort() }, told));
      expect([error.name, told.text]).to.eql(['AbortError', ['Grüße ']]);
      await stopped;
    });

    it('an abort in the very last piece still rejects', async () => {
      under.play(textTurn, 'whole');
      const abort = new AbortController();
      const error = await failureOf(chat(under.adapter, { signal: abort.signal, onText: (text) => (text === textTurn.text.join('') ? abort.abort() : undefined) }));
      expect(error.name).to.equal('AbortError');
    });

    it('[case 26] an answer that breaks off rejects; what was said has been told', async () => {
      under.play(textTurn, 'breaks');
      const told: Told = { text: [], reasoning: [], calls: [] };
      const error = await failureOf(chat(under.adapter, {}, told));
      expect(error).to.include({ name: 'ProviderError', provider: under.adapter.name, retryable: true });
      expect(told.text.at(-1)).to.equal('Grüße 🚀');
    });
  });
}

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

export function describeWireAdapter(title: string, { make, encode }: WireProtocol, connect: () => Promise<Transport>): void {
  describeLLMAdapter(title, async () => {
    const wire = await connect();
    return {
      adapter: make(wire),
      rich: true,
      play(turn, ending) {
        const { bytes, over } = encode(turn);
        const end = new TextDecoder().decode(bytes.slice(0, over)).trimEnd().lastIndexOf('\n\n');
        // All but the event that ends the answer.
        const open = utf8(`${new TextDecoder().decode(bytes).slice(0, end)}\n\n`);
        wire.answers = [ending === 'whole' ? { pieces: [bytes] } : { pieces: [open], ending: ending === 'hangs' ? 'hang' : 'reset' }];
      },
      asked: () => wire.requests.length,
      stopped: () => wire.stopped(),
      dispose: () => wire.dispose(),
    };
  });

  describe(`LLMAdapter on the wire: ${title}`, () => {
    let wire: Transport;
    let adapter: LLMAdapter;
    before(async () => {
      wire = await connect();
      adapter = make(wire);
    });
    after(() => wire.dispose());

    it('[case 24] bytes cut in two at every place give the same turn', async function () {
      this.timeout(30_000);
      const { bytes } = encode(shortTurn);
      for (let cut = 1; cut < bytes.length; cut++) {
        wire.answers = [{ pieces: [bytes.slice(0, cut), bytes.slice(cut)] }];
        expectWhole(await chat(adapter), shortTurn);
      }
    });

    it('[case 24] byte by byte, and with CRLF or CR line ends, it is the same turn', async function () {
      this.timeout(30_000);
      for (const newline of ['\n', '\r\n', '\r']) {
        const bytes = utf8(new TextDecoder().decode(encode(shortTurn).bytes).replaceAll('\n', newline));
        wire.answers = [{ pieces: [...bytes].map((byte) => Uint8Array.of(byte)) }];
        expectWhole(await chat(adapter), shortTurn);
      }
    });

    it('[case 26] a stream that ends before it says so is never an answer, wherever it ends', async function () {
      this.timeout(30_000);
      const { bytes, over } = encode(shortTurn);
      for (let length = 0; length < over; length++) {
        wire.answers = [{ pieces: [bytes.slice(0, length)] }];
        const told: Told = { text: [], reasoning: [], calls: [] };
        expect(await failureOf(chat(adapter, {}, told)), `after ${length} bytes`).to.include({ code: 'STREAM_CUT', retryable: true });
        expect(soFar(shortTurn.text).slice(0, told.text.length)).to.eql(told.text);
      }
      wire.answers = [{ pieces: [bytes.slice(0, over)], ending: 'reset' }];
      expect(plain((await chat(adapter)).response.content)).to.eql(contentOf(shortTurn));
    });

    it('[case 25] keep-alives are nothing: comments, empty data, pings', async () => {
      const events = new TextDecoder().decode(encode(shortTurn).bytes).split(/(?<=\n\n)/);
      wire.answers = [{ pieces: [utf8(events.flatMap((event) => [': ping\n\n', 'data:\n\n', 'event: ping\ndata: {}\n\n', event]).join(''))] }];
      expectWhole(await chat(adapter), shortTurn);
    });

    it('a stream under another content type is read all the same', async () => {
      wire.answers = [{ headers: { 'content-type': 'text/plain' }, pieces: [encode(shortTurn).bytes] }];
      expectWhole(await chat(adapter), shortTurn);
    });

    it('a stall limit ends a silent answer; each byte, keep-alives too, starts it anew', async () => {
      const impatient = make({ baseURL: wire.baseURL, ...(wire.fetch ? { fetch: wire.fetch } : {}), stallTimeoutMs: 300 });
      wire.answers = [{ pieces: [encode(shortTurn).bytes.slice(0, 40)], ending: 'hang' }];
      const stopped = wire.stopped();
      expect(await failureOf(impatient.chat(question, {}))).to.include({ code: 'STREAM_CUT', retryable: true });
      await stopped;
      wire.answers = [{ pieces: [...Array.from({ length: 6 }, () => utf8(': ping\n\n')), encode(shortTurn).bytes], gap: 60 }];
      expectWhole(await chat(impatient), shortTurn);
    });

    it('a status is told with the provider’s words and whether it is worth another try', async () => {
      for (const [status, retryable] of [[400, false], [401, false], [404, false], [408, true], [500, true], [529, true]] as const) {
        wire.answers = [{ status, headers: { 'content-type': 'application/json' }, pieces: [utf8('{"error":{"message":"Their words"}}')] }];
        expect(await failureOf(adapter.chat(question, {}))).to.include({ code: 'PROVIDER_ERROR', provider: adapter.name, httpStatus: status, retryable, message: `${adapter.name} answered ${status}: Their words` });
      }
    });
  });
}
