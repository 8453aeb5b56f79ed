/** Undo and redo as a persistent list: every step is a whole form, nothing is ever changed in place. */
export interface History<State> {
  readonly past: readonly State[];
  readonly present: State;
  readonly future: readonly State[];
  /** The name of the last step; a step of the same name is joined to it (typing in one input is one step). */
  readonly joinName: string | null;
}

/** The oldest steps are dropped beyond this. */
export const longestHistory = 200;

export function startHistory<State>(present: State): History<State> {
  return { past: [], present, future: [], joinName: null };
}

/** A new step. Nothing happens when the state is the same object. What could be redone is gone afterwards. */
export function commit<State>(history: History<State>, present: State, joinName: string | null = null): History<State> {
  if (present === history.present) return history;
  if (joinName !== null && joinName === history.joinName) return { ...history, present, future: [] };
  return { past: [...history.past, history.present].slice(-longestHistory), present, future: [], joinName };
}

export function undo<State>(history: History<State>): History<State> {
  const present = history.past.at(-1);
  if (present === undefined) return history;
  return { past: history.past.slice(0, -1), present, future: [history.present, ...history.future], joinName: null };
}

export function redo<State>(history: History<State>): History<State> {
  const present = history.future[0];
  if (present === undefined) return history;
  return { past: [...history.past, history.present], present, future: history.future.slice(1), joinName: null };
}
