/** `fetch` whose answers are bodies made of streams: the adapters' own path in a page, cut exactly where a test says. */
import type { Transport, WireAnswer } from '../support/contracts/llm-adapter.js';

export async function memoryTransport(): Promise<Transport> {
  const waiting: (() => void)[] = [];
  const letGo = (): void => waiting.splice(0).forEach((done) => done());
  const bodyOf = ({ pieces, ending = 'close', gap = 0 }: WireAnswer): ReadableStream<Uint8Array> => {
    let at = 0;
    return new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          if (gap > 0) await new Promise((resolve) => setTimeout(resolve, gap));
          const piece = pieces[at++];
          if (piece) controller.enqueue(piece);
          else if (ending === 'close') controller.close();
          else if (ending === 'reset') controller.error(new TypeError('network error'));
          else await new Promise<void>(() => {});
        },
        cancel: letGo,
      },
      { highWaterMark: 0 },
    );
  };
  const transport: Transport = {
    baseURL: 'https://model.test',
    answers: [],
    requests: [],
    fetch: async (url, init) => {
      transport.requests.push({ path: new URL(url as string).pathname, headers: Object.fromEntries(new Headers(init?.headers)), body: JSON.parse(init?.body as string) as Record<string, unknown> });
      const [answer, ...later] = transport.answers;
      if (later.length > 0) transport.answers = later;
      if (!answer) throw new TypeError('Failed to fetch');
      const { status = 200, headers = { 'content-type': 'text/event-stream' } } = answer;
      return new Response(status === 204 ? null : bodyOf(answer), { status, headers });
    },
    stopped: () => new Promise((resolve) => waiting.push(resolve)),
    dispose: async () => {},
  };
  return transport;
}
