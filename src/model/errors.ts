/** Survives two copies of the package on one page, where `instanceof` does not. */
const marker = Symbol.for('agent-conversation.error');

/** Base of every error this package throws on purpose. Check with `AgentConversationError.is(error)`, then switch on `code`. */
export class AgentConversationError extends Error {
  readonly code: string;

  constructor(code: string, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'AgentConversationError';
    this.code = code;
    Object.defineProperty(this, marker, { value: true });
  }

  static is(error: unknown): error is AgentConversationError {
    return typeof error === 'object' && error !== null && (error as Record<symbol, unknown>)[marker] === true;
  }
}

/** Bad shape or data that cannot be copied (B3). The message names the place; nothing has been stored or started. */
export class InvalidMessageError extends AgentConversationError {
  declare readonly code: 'INVALID_MESSAGE';

  constructor(message: string, options?: { cause?: unknown }) {
    super('INVALID_MESSAGE', message, options);
    this.name = 'InvalidMessageError';
  }
}

/** `{code, message}` of anything thrown: an Error keeps its own code, else its name; other values are spelled out. */
export function describeError(error: unknown): { readonly code: string; readonly message: string } {
  if (typeof error === 'object' && error !== null && 'message' in error) {
    const { code, name, message } = error as { code?: unknown; name?: unknown; message?: unknown };
    const label = typeof code === 'string' && code ? code : typeof name === 'string' && name ? name : 'Error';
    return { code: label, message: typeof message === 'string' && message ? message : label };
  }
  return { code: 'Error', message: typeof error === 'string' && error ? error : `A value of type ${error === null ? 'null' : typeof error} was thrown.` };
}
