/** A real HTTP server that answers as it is told, piece by piece. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface WireAnswer {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  /** Written one after the other, as they are to be cut. */
  readonly pieces: readonly (string | Buffer)[];
  /** Leaves the connection open after the last piece. */
  readonly hangs?: boolean;
}

export interface WireServer {
  readonly url: string;
  /** The next answers; the last one is repeated. */
  answers: WireAnswer[];
  readonly requests: { readonly path: string | undefined; readonly headers: IncomingMessage['headers']; readonly body: Record<string, unknown> }[];
  /** Connections that have ended. */
  closed: number;
  stop(): Promise<void>;
}

export async function wireServer(): Promise<WireServer> {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (piece: Buffer) => (body += piece.toString()));
    response.on('close', () => wire.closed++);
    request.on('end', () => {
      wire.requests.push({ path: request.url, headers: request.headers, body: JSON.parse(body) as Record<string, unknown> });
      const answer = wire.answers.length > 1 ? wire.answers.shift() : wire.answers[0];
      response.writeHead(answer?.status ?? 200, answer?.headers ?? { 'content-type': 'text/event-stream' });
      void (async () => {
        for (const piece of answer?.pieces ?? []) {
          response.write(piece);
          await new Promise((resolve) => setImmediate(resolve));
        }
        if (!answer?.hangs) response.end();
      })();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const wire: WireServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answers: [],
    requests: [],
    closed: 0,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return wire;
}

export async function failureOf(work: Promise<unknown>): Promise<Error & { code?: string; httpStatus?: number; retryable?: boolean }> {
  return work.then(
    () => {
      throw new Error('It did not fail.');
    },
    (error: Error) => error,
  );
}
