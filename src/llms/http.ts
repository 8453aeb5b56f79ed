/** One POST to a model: waits when it is told to, and says in words what went wrong. */
import { AgentConversationError } from '../model/errors.js';

export interface EndpointOptions {
  readonly baseURL?: string;
  readonly model?: string;
  /** For development only: a key in a page can be read by everyone who opens it. */
  readonly apiKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly fetch?: typeof fetch;
  /** Requests at most when the server asks to wait (429, 503) before anything was said; default 3. */
  readonly maxAttempts?: number;
}

/** What a provider answered instead of a turn. `message` holds its own words. */
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

/** Milliseconds; a server that asks for more is not waited for. */
const LONGEST_WAIT = 20_000;

export async function post(provider: string, url: string, body: unknown, options: EndpointOptions, signal: AbortSignal | undefined): Promise<Response> {
  const send = options.fetch ?? fetch;
  for (let attempt = 1; ; attempt++) {
    let response: Response;
    try {
      response = await send(url, { method: 'POST', headers: { 'content-type': 'application/json', ...options.headers }, body: JSON.stringify(body), ...(signal ? { signal } : {}) });
    } catch (cause) {
      if (signal?.aborted) throw cause;
      throw new ProviderError(provider, `${provider} could not be reached at ${new URL(url).origin}.`, { retryable: true, cause });
    }
    if (response.ok) return response;
    const retryable = response.status === 429 || response.status >= 500;
    const wait = waitOf(response, attempt);
    if ((response.status === 429 || response.status === 503) && attempt < (options.maxAttempts ?? 3) && wait <= LONGEST_WAIT) {
      await response.body?.cancel();
      await pause(wait, signal);
      continue;
    }
    throw new ProviderError(provider, `${provider} answered ${response.status}: ${wordsOf(await response.text()) || response.statusText || 'no reason given'}`, { httpStatus: response.status, retryable });
  }
}

/** The words of an error in a body, whatever shape it has. */
export function wordsOf(body: string): string {
  try {
    const value = JSON.parse(body) as { error?: unknown; message?: unknown; detail?: unknown };
    const { error } = value;
    const found = typeof error === 'object' && error !== null ? (error as { message?: unknown }).message : (error ?? value.message ?? value.detail);
    return typeof found === 'string' ? found : JSON.stringify(value).slice(0, 500);
  } catch {
    return body.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ').trim().slice(0, 500);
  }
}

/** Arguments that are no JSON stay text: the tool's check then answers the model in words. */
export function inputOf(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text || '{}') as Record<string, unknown>;
  } catch {
    return text as unknown as Record<string, unknown>;
  }
}

/** `Retry-After` in seconds or as a date, else a second, doubling. */
function waitOf(response: Response, attempt: number): number {
  const header = response.headers.get('retry-after');
  const seconds = header === null ? NaN : Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = header === null ? NaN : Date.parse(header);
  return Number.isFinite(date) ? Math.max(0, date - Date.now()) : 1000 * 2 ** (attempt - 1);
}

function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
