/**
 * One turn at a time (A4-7). `saving` lasts until the person's words are durable, `running` until the reply settles.
 *
 *   idle ──send──► saving ──row durable──► running ──settled or stopped──► idle
 *                     └────row refused────► idle (nothing kept, text handed back)
 */
export type Turn =
  | { readonly phase: 'idle' }
  | { readonly phase: 'saving'; readonly id: string; readonly userMessageId: string; readonly branchId: string | null }
  | {
      readonly phase: 'running';
      readonly id: string;
      readonly userMessageId: string;
      readonly replyId: string;
      readonly branchId: string | null;
      readonly accepted: boolean;
    };

export const idle: Turn = { phase: 'idle' };

/** What became of a call to `send`, `regenerate`, `edit` or `retry`. */
export type Outcome = 'done' | 'failed' | 'stopped' | 'refused';
