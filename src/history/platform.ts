/** What every database here asks of the browser, and what browsers answer by throwing. */

export function abort(transaction: { abort(): void }): void {
  try {
    transaction.abort();
  } catch {
    // Already over.
  }
}

export function hasIndexedDB(): boolean {
  try {
    return Boolean(globalThis.indexedDB);
  } catch {
    // Some browsers throw on the bare mention where site data is blocked.
    return false;
  }
}
