/** Sees a model that makes the same calls turn after turn. */
import type { ToolUseBlock } from '../model/message.js';
import type { LoopDetectionConfig, LoopDetectionInfo } from './agent-types.js';
import { callSignature } from './model-turn.js';

export type LoopVerdict = 'continue' | 'warn' | 'end';

export const loopWarning = 'You have made the same calls with the same arguments several times. Their answers will not change. Use what you know, try something else, or say what is missing.';

export class LoopGuard {
  readonly #config: LoopDetectionConfig;
  readonly #limit: number;
  #last = '';
  #repetitions = 0;
  #warned = false;

  constructor(config: LoopDetectionConfig = {}) {
    this.#config = config;
    const limit = config.maxRepetitions;
    this.#limit = typeof limit === 'number' && limit >= 1 ? limit : 3;
  }

  /** null until the same calls have come often enough. */
  see(calls: readonly ToolUseBlock[]): LoopDetectionInfo | null {
    const signature = callSignature(calls);
    this.#repetitions = signature === this.#last ? this.#repetitions + 1 : 1;
    this.#last = signature;
    if (this.#repetitions < this.#limit) {
      this.#warned = false;
      return null;
    }
    const names = calls.map(({ name }) => name).join(', ');
    return { kind: 'tool_repetition', repetitions: this.#repetitions, detail: `The model made the same calls ${this.#repetitions} times in a row: ${names}.` };
  }

  /** What follows. Never rejects: a host's rule that throws, or says nothing known, counts as a warning. */
  async judge(info: LoopDetectionInfo): Promise<LoopVerdict> {
    const { onLoopDetected = 'warn' } = this.#config;
    let action: string = 'warn';
    try {
      action = typeof onLoopDetected === 'function' ? await onLoopDetected({ ...info }) : onLoopDetected;
    } catch {
      // The host's fault is the host's; the run still ends.
    }
    if (action === 'continue') return 'continue';
    if (action === 'terminate' || this.#warned) return 'end';
    this.#warned = true;
    return 'warn';
  }
}
