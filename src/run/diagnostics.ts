/** Calls into the host's code, and what is said about its faults. */

/** A fault that changed nothing for the run. `message` never holds what people or models said; `cause` is what was thrown. */
export interface Diagnostic {
  readonly code: string;
  readonly message: string;
  readonly cause?: unknown;
}

const minute = 60_000;

/** Calls code from outside. What it throws, or rejects with later, goes to `onFault`; this never throws. */
export function callSafely(call: () => unknown, onFault: (error: unknown) => void): void {
  try {
    const returned = call();
    if (typeof returned === 'object' && returned !== null) Promise.resolve(returned).catch(onFault);
  } catch (error) {
    onFault(error);
  }
}

export interface DiagnosticReporterOptions {
  /** Gets every diagnostic. */
  readonly onDiagnostic?: (diagnostic: Diagnostic) => unknown;
  /** Stands in for a listener: the console, each code at most once a minute (B10-5). */
  readonly warn: boolean;
  readonly now: () => number;
}

export class DiagnosticReporter {
  readonly #options: DiagnosticReporterOptions;
  readonly #warned = new Map<string, number>();

  constructor(options: DiagnosticReporterOptions) {
    this.#options = options;
  }

  /** Never throws, whatever the listener does. */
  report(code: string, message: string, cause?: unknown): void {
    const { onDiagnostic, warn, now } = this.#options;
    if (onDiagnostic) {
      callSafely(() => onDiagnostic({ code, message, ...(cause === undefined ? {} : { cause }) }), () => {});
      return;
    }
    if (!warn || now() - (this.#warned.get(code) ?? -Infinity) < minute) return;
    this.#warned.set(code, now());
    console.warn(`agent-conversation: ${message} (${code})`);
  }
}
