/** One turn of a model over HTTP: waits when it is told to, reads the stream, and says in words what went wrong. */
import { AgentConversationError } from '../model/errors.js';
import { callSafely } from '../run/diagnostics.js';
import { readServerSentEvents } from '../run/event-stream.js';
import { until } from '../run/until.js';

export interface EndpointOptions {
  /** May be relative to the page, as for a proxy of one's own. */
  readonly baseURL?: string;
  readonly model?: string;
  /** For development only: a key in a page can be read by everyone who opens it. */
  readonly apiKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly fetch?: typeof fetch;
  /** Requests at most when the server asks to wait (429, 503) before anything was said; default 3. */
  readonly maxAttempts?: number;
  /** Milliseconds without a byte, keep-alives included, after which the turn fails; default: no limit. */
  readonly stallTimeoutMs?: number;
}

/** What a provider answered instead of a turn. `message` holds its own words. Code `PROVIDER_ERROR`, or `STREAM_CUT` for an answer that broke off. */
export class ProviderError extends AgentConversationError {
  readonly provider: string;
  readonly httpStatus: number | undefined;
  readonly retryable: boolean;

  constructor(provider: string, message: string, details: { readonly code?: string; readonly httpStatus?: number; readonly retryable?: boolean; readonly cause?: unknown } = {}) {
    super(details.code ?? 'PROVIDER_ERROR', message, { cause: details.cause });
    this.name = 'ProviderError';
    this.provider = provider;
    this.httpStatus = details.httpStatus;
    this.retryable = details.retryable ?? false;
  }
}

/** A protocol's reading of what arrives. */
export interface WireTurn {
  /** Whether the answer has been told whole. */
  readonly over: boolean;
  /** One event of the stream. True when nothing more will come. */
  take(event: unknown): boolean;
  /** An answer that came in one piece. False when it is none. */
  whole(body: unknown): boolean;
}

export interface WireRequest {
  readonly provider: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly signal: AbortSignal | undefined;
}

/** Milliseconds in all; a server that asks for more is not waited for. */
const LONGEST_WAIT = 15_000;

/** Resolves when `turn` is over. Rejects with a `ProviderError`, or with an error named AbortError once the signal is aborted. */
export async function converse(request: WireRequest, options: EndpointOptions, turn: WireTurn): Promise<void> {
  const { provider, signal } = request;
  const stop = new AbortController();
  const abort = (): void => stop.abort(signal?.reason);
  const limit = options.stallTimeoutMs;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const beat = (alive = true): void => {
    clearTimeout(timer);
    if (alive && limit) timer = setTimeout(() => stop.abort(new ProviderError(provider, `${provider} has sent nothing for ${limit} ms.`, { code: 'STREAM_CUT', retryable: true })), limit);
  };
  signal?.addEventListener('abort', abort);
  if (signal?.aborted) abort();
  try {
    await read(provider, await post(request, options, stop.signal, beat), turn, stop.signal, beat);
    signal?.throwIfAborted();
  } catch (error) {
    if (signal?.aborted) throw abortErrorOf(signal.reason);
    const fault: unknown = stop.signal.aborted ? stop.signal.reason : error;
    const broken = !AgentConversationError.is(fault) || fault.code === 'STREAM_CUT';
    // Only the goodbye was lost.
    if (broken && turn.over) return;
    throw AgentConversationError.is(fault) ? fault : new ProviderError(provider, `${provider} broke off in the middle of its answer.`, { code: 'STREAM_CUT', retryable: true, cause: fault });
  } finally {
    beat(false);
    signal?.removeEventListener('abort', abort);
  }
}

async function post({ provider, url, headers, body }: WireRequest, options: EndpointOptions, signal: AbortSignal, beat: (alive?: boolean) => void): Promise<Response> {
  const send = options.fetch ?? fetch;
  for (let attempt = 1, waited = 0; ; attempt++) {
    signal.throwIfAborted();
    beat();
    let response: Response;
    try {
      response = await until(send(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body), signal }), signal);
    } catch (cause) {
      throw new ProviderError(provider, `${provider} could not be reached at ${url.split('?')[0]}.`, { retryable: true, cause });
    }
    const { status } = response;
    if (response.ok) return response;
    waited += waitOf(response, attempt);
    if ((status === 429 || status === 503) && attempt < (options.maxAttempts ?? 3) && waited <= LONGEST_WAIT) {
      beat(false);
      void response.body?.cancel().catch(() => {});
      let timer: ReturnType<typeof setTimeout> | undefined;
      await until(new Promise<void>((resolve) => (timer = setTimeout(resolve, waitOf(response, attempt)))), signal).finally(() => clearTimeout(timer));
      continue;
    }
    const words = wordsOf(await until(response.text(), signal).catch(() => '')) || response.statusText || 'no reason given';
    throw new ProviderError(provider, `${provider} answered ${status}: ${words}`, { httpStatus: status, retryable: status === 408 || status === 429 || status >= 500 });
  }
}

async function read(provider: string, response: Response, turn: WireTurn, signal: AbortSignal, beat: () => void): Promise<void> {
  const decoder = new TextDecoder();
  // Kept until an event is heard: servers also answer in one piece, whatever type they claim it to be (case 27).
  let early = '';
  let heard = false;
  const note = (piece: Uint8Array): void => {
    beat();
    if (!heard) early += decoder.decode(piece, { stream: true });
  };
  if (response.body) {
    for await (const { event, data } of readServerSentEvents(watched(response.body, signal, note))) {
      signal.throwIfAborted();
      if (data.trim() === '') continue;
      heard = true;
      early = '';
      if (data.trim() === '[DONE]' || taken(provider, turn, event, data)) return;
    }
  }
  if (heard) {
    // Nothing said that it was over: a cut connection must not look like a finished answer (case 26).
    if (!turn.over) throw new ProviderError(provider, `${provider} broke off in the middle of its answer.`, { code: 'STREAM_CUT', retryable: true });
    return;
  }
  const value = valueOf(early);
  if (value && understood(provider, () => turn.whole(value))) return;
  const cut = !value && /event-stream/.test(response.headers.get('content-type') ?? '');
  throw new ProviderError(provider, `${provider} gave no answer: ${wordsOf(early) || (early.trim() && !cut ? 'what it sent cannot be read' : 'it sent nothing')}`, { code: cut ? 'STREAM_CUT' : 'PROVIDER_ERROR', httpStatus: response.status, retryable: !value });
}

/** The same bytes. An abort ends them at once and lets go of the source; WebKit's `pipeThrough` with a signal waits for its next piece. */
function watched(body: ReadableStream<Uint8Array>, signal: AbortSignal, note: (piece: Uint8Array) => void): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(out) {
        try {
          const { done, value } = await until(reader.read(), signal);
          if (done) return out.close();
          note(value);
          return out.enqueue(value);
        } catch (error) {
          void reader.cancel(error).catch(() => {});
          throw error;
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

function taken(provider: string, turn: WireTurn, event: string, data: string): boolean {
  const value = valueOf(data);
  if (event === 'error' || value?.error) {
    const { type, code } = (value?.error ?? {}) as { readonly type?: unknown; readonly code?: unknown };
    throw new ProviderError(provider, `${provider} reported: ${wordsOf(data) || 'an error without words'}`, { retryable: /overload|rate_limit|server|api_error|timeout|unavailable|\b(429|5\d\d)\b/.test(`${String(type)} ${String(code)}`) });
  }
  if (!value) throw new ProviderError(provider, `${provider} sent a piece that is no JSON object.`, { retryable: true, cause: data });
  return understood(provider, () => turn.take(value));
}

function understood(provider: string, work: () => boolean): boolean {
  try {
    return work();
  } catch (cause) {
    throw new ProviderError(provider, `${provider} sent a piece that cannot be read.`, { cause });
  }
}

function valueOf(text: string): (Record<string, unknown> & { readonly error?: unknown }) | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? (value as Record<string, unknown> | null) : null;
  } catch {
    return null;
  }
}

/** The words of an error in a body, whatever shape it has; empty when only data is in it, which is not shown to people. */
export function wordsOf(body: string): string {
  const find = (value: unknown): string => {
    if (typeof value === 'string') return value;
    if (typeof value !== 'object' || value === null) return '';
    if (Array.isArray(value)) return find(value[0]);
    const { error, message, detail, msg } = value as Record<string, unknown>;
    return find(error) || find(message) || find(detail) || find(msg) || find((error as { type?: unknown } | null | undefined)?.type);
  };
  const value = valueOf(body);
  const text = value ? find(value) : /^\s*([{[:]|null\b|(data|event|id|retry):)/.test(body) ? '' : body.replace(/<(style|script|title)[^>]*>[^]*?<\/\1>|<[^>]*>/gi, ' ');
  return text.replace(/\s+/g, ' ').trim().slice(0, 500);
}

/** Arguments that are no JSON stay text: the tool's check then answers the model in words. */
export function inputOf(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text || '{}') as Record<string, unknown>;
  } catch {
    return text as unknown as Record<string, unknown>;
  }
}

/** What goes back as a call's arguments. The wires refuse all but objects, so arguments that were none are told inside of one. */
export function argumentsOf(input: unknown): Readonly<Record<string, unknown>> {
  return typeof input === 'object' && input !== null && !Array.isArray(input) ? (input as Record<string, unknown>) : { INVALID_JSON: input };
}

/** A listener's fault is the listener's: the turn goes on. */
export function tell<T>(listener: ((value: T) => void) | undefined, value: T): void {
  callSafely(() => listener?.(value), () => {});
}

/** The signal's own reason, when it is named as the port wants it. */
export function abortErrorOf(reason: unknown): unknown {
  return (reason as Error | undefined)?.name === 'AbortError' ? reason : Object.assign(new Error('The request was stopped.', { cause: reason }), { name: 'AbortError' });
}

/** `Retry-After` in seconds or as a date, else a second, doubling. */
function waitOf(response: Response, attempt: number): number {
  const header = response.headers.get('retry-after') ?? '';
  const wait = header.trim() === '' ? NaN : Number(header) * 1000;
  const given = Number.isNaN(wait) ? Date.parse(header) - Date.now() : wait;
  return Number.isNaN(given) ? 1000 * 2 ** (attempt - 1) : Math.max(0, given);
}
