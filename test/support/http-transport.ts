/** A real HTTP server that answers as it is told, piece by piece. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Transport } from './contracts/llm-adapter.js';

export async function httpTransport(): Promise<Transport> {
  const waiting: (() => void)[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (piece: Buffer) => (body += piece.toString()));
    request.on('end', () => {
      transport.requests.push({ path: request.url ?? '', headers: request.headers as Record<string, string>, body: JSON.parse(body) as Record<string, unknown> });
      const [answer, ...later] = transport.answers;
      if (later.length > 0) transport.answers = later;
      if (!answer) return void response.destroy();
      const { status = 200, headers = { 'content-type': 'text/event-stream' }, pieces, ending = 'close', gap = 0 } = answer;
      if (ending === 'hang') response.on('close', () => waiting.splice(0).forEach((done) => done()));
      response.writeHead(status, headers);
      response.flushHeaders();
      void (async () => {
        for (const piece of pieces) {
          if (gap > 0) await new Promise((resolve) => setTimeout(resolve, gap));
          await new Promise<void>((resolve) => response.write(piece, () => resolve()));
          // The reader gets its turn, so that pieces arrive as they were cut.
          await new Promise((resolve) => setImmediate(resolve));
        }
        if (ending === 'close') response.end();
        if (ending === 'reset') setImmediate(() => response.destroy());
      })();
      return undefined;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const transport: Transport = {
    baseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answers: [],
    requests: [],
    stopped: () => new Promise((resolve) => waiting.push(resolve)),
    dispose: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return transport;
}
