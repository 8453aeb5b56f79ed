/** What the browser's database faults mean to the host, and what to do about them. */
import { AgentConversationError, InvalidMessageError } from '../model/errors.js';

export type StorageErrorCode =
  | 'STORAGE_UNAVAILABLE'
  | 'STORAGE_BLOCKED'
  | 'STORAGE_NEWER'
  | 'STORAGE_FAILED'
  | 'QUOTA_EXCEEDED';

function detailsOf(error: unknown): { readonly name: string; readonly message: string } {
  const { name, message } = (error ?? {}) as { name?: unknown; message?: unknown };
  return { name: typeof name === 'string' ? name : 'Error', message: typeof message === 'string' ? message : String(error) };
}

/**
 * True when the connection, not the data, is at fault, so that a new connection may do better: the browser closed it
 * (InvalidStateError), lost its storage process (UnknownError, "Connection to Indexed Database server lost" on iOS),
 * or ended the transaction without a reason (AbortError).
 */
export function isConnectionLoss(error: unknown): boolean {
  return ['InvalidStateError', 'UnknownError', 'AbortError', 'TransactionInactiveError'].includes(detailsOf(error).name);
}

/** `doing` completes "Could not …". The cause is kept. */
export function storageError(error: unknown, doing: string): AgentConversationError {
  if (AgentConversationError.is(error)) return error;
  const { name, message } = detailsOf(error);
  const cause = { cause: error };
  switch (name) {
    case 'QuotaExceededError':
      return failure(
        'QUOTA_EXCEEDED',
        `Could not ${doing}: this site has used up its storage. Nothing of this change was kept; what was stored before is intact. ` +
          'Delete conversations or free disk space, then try again.',
        cause,
      );
    case 'DataCloneError':
      return new InvalidMessageError(`Could not ${doing}: a value in it cannot be stored. Pass plain data only. (${message})`, cause);
    case 'VersionError':
      return failure(
        'STORAGE_NEWER',
        `Could not ${doing}: the stored history was written by a newer version of this page. Reload the page to get that version.`,
        cause,
      );
    case 'SecurityError':
      return failure(
        'STORAGE_UNAVAILABLE',
        `Could not ${doing}: the browser does not let this page store data (blocked site data, or a sandboxed frame). ` +
          'Allow site data, or use MemoryHistory.',
        cause,
      );
    default:
      return failure('STORAGE_FAILED', `Could not ${doing}: ${name}: ${message || 'no reason given'}. Try again.`, cause);
  }
}

export function unavailableError(): AgentConversationError {
  return failure('STORAGE_UNAVAILABLE', 'There is no IndexedDB here (a server, or a browser that switched it off). Use MemoryHistory instead.');
}

/** `seen`: the browser said that another connection is in the way; else an unseen request is, or the disk is slow. */
export function blockedError(name: string, waitedMs: number, seen: boolean): AgentConversationError {
  const why = seen
    ? 'another tab of this site holds an older version of it open'
    : 'most likely another tab of this site is holding it';
  return failure(
    'STORAGE_BLOCKED',
    `The database "${name}" did not open within ${waitedMs} ms: ${why}. Close or reload that tab, then try again; nothing was lost.`,
  );
}

function failure(code: StorageErrorCode, message: string, options?: { cause?: unknown }): AgentConversationError {
  return new AgentConversationError(code, message, options);
}
