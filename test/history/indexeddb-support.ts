/** Plants faults in the browser's own IndexedDB objects, and takes them out again. */
import { executeServerCommand } from '@web/test-runner-commands';
import { openDB, type IDBPDatabase } from 'idb';

type AnyFunction = (this: unknown, ...values: unknown[]) => unknown;

const restores: (() => void)[] = [];

/** Puts `make(original)` in the place of a method. `calls` counts them. */
export function patch<Target extends object>(target: Target, key: keyof Target & string, make: (original: AnyFunction) => AnyFunction | ((this: never, ...values: unknown[]) => unknown)): { readonly calls: number } {
  const described = Object.getOwnPropertyDescriptor(target, key)!;
  const counter = { calls: 0 };
  const replacement = make(described.value as AnyFunction) as AnyFunction;
  Object.defineProperty(target, key, {
    ...described,
    value(this: unknown, ...values: unknown[]) {
      counter.calls += 1;
      return replacement.apply(this, values);
    },
  });
  restores.push(() => Object.defineProperty(target, key, described));
  return counter;
}

/** Lets a method throw the first `times` times. */
export function failing<Target extends object>(target: Target, key: keyof Target & string, times: number, makeError: () => DOMException): { readonly calls: number } {
  let left = times;
  return patch(target, key, (original) => function (this: unknown, ...values: unknown[]) {
    if (left-- > 0) throw makeError();
    return original.apply(this, values);
  });
}

export function restoreAll(): void {
  for (const restore of restores.splice(0).reverse()) restore();
}

export function databaseName(): string {
  return `history-${crypto.randomUUID()}`;
}

/** A tab that opened the database and ignores every request to let go. */
export function holdDatabase(name: string, version: number): Promise<IDBPDatabase> {
  return openDB(name, version);
}

/** Chromium's own tools: false in the other engines, which have none. */
export async function devTools(method: string, params: Record<string, unknown>): Promise<boolean> {
  const answer = await executeServerCommand<{ unsupported?: true }, unknown>('cdp', { method, params: { origin: location.origin, ...params } });
  return !answer.unsupported;
}
