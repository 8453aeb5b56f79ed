/** Follows work that may not listen to the signal itself. Rejects with the signal's reason when that is aborted, before or meanwhile. */
export function until<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal?.reason as Error);
    signal?.addEventListener('abort', abort);
    if (signal?.aborted) abort();
    work.then(resolve, reject).finally(() => signal?.removeEventListener('abort', abort));
  });
}
