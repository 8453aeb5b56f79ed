export const policy: string;

interface WatchedRequest {
  url(): string;
  failure(): { errorText: string } | null;
}

/** Requests of a page that left for another server, as errors. */
export function watchRequests(page: { on(event: 'request' | 'requestfailed', listener: (request: WatchedRequest) => void): unknown }): () => readonly { readonly message: string }[];
