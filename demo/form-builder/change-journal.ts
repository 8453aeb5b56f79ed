/** What the agent changed through the page's tools, and how to take it back: one call, or all that one answer changed. Forgotten on reload. */
import { applyCall, inverseOf, type FormCall } from './form-calls.js';
import type { Form } from './form-model.js';

interface Change {
  readonly toolCallId: string;
  readonly done: string;
  /** Runs in order on the form that the change left. */
  readonly inverse: readonly FormCall[];
}

export interface Turned {
  readonly form: Form;
  /** Brings it about, and says where on the page it is to be seen. */
  readonly calls: readonly FormCall[];
}

export class ChangeJournal {
  /** The changes of one answer each, oldest first. */
  #answers: readonly (readonly Change[])[] = [];
  readonly #takenBack = new Map<string, { readonly answer: readonly Change[]; readonly inverse: readonly FormCall[] }>();
  #startsAnswer = true;

  /** What changes from now on belongs to another answer. */
  startAnswer(): void {
    this.#startsAnswer = true;
  }

  add(change: Change): void {
    const open = this.#startsAnswer ? [] : (this.#answers.at(-1) ?? []);
    this.#answers = [...(open.length > 0 ? this.#answers.slice(0, -1) : this.#answers), [...open, change]];
    this.#startsAnswer = false;
  }

  /** Newest first. */
  list(most: number): readonly { readonly changed: readonly string[]; readonly takenBackBy: readonly FormCall[] }[] {
    return this.#answers
      .slice(-most)
      .reverse()
      .map((answer) => ({ changed: answer.map(({ done }) => done), takenBackBy: inverseOfAll(answer) }));
  }

  /** The form without what the last answer changed. Throws a plain sentence when that cannot be; then nothing has changed. */
  takeBackLast(form: Form, toolCallId: string): Turned {
    const answer = this.#answers.at(-1);
    if (!answer) throw new Error('There is no change of the agent left to take back.');
    const turned = run(inverseOfAll(answer), form);
    this.#answers = this.#answers.slice(0, -1);
    this.#startsAnswer = true;
    this.#takenBack.set(toolCallId, { answer, inverse: turned.inverse });
    return turned;
  }

  /** The form without one call, whatever came after it. Throws a plain sentence when that cannot be; then nothing has changed. */
  takeBack(form: Form, toolCallId: string): Turned {
    const undone = this.#takenBack.get(toolCallId);
    const inverse = undone?.inverse ?? this.#answers.flat().find((change) => change.toolCallId === toolCallId)?.inverse;
    if (!inverse) throw new Error('The page was opened anew since this change, so it is no longer here to take back.');
    const turned = run(inverse, form);
    if (undone) {
      this.#takenBack.delete(toolCallId);
      this.#answers = [...this.#answers, undone.answer];
      this.#startsAnswer = true;
    } else this.#answers = this.#answers.map((answer) => answer.filter((change) => change.toolCallId !== toolCallId)).filter((answer) => answer.length > 0);
    return turned;
  }
}

function inverseOfAll(answer: readonly Change[]): readonly FormCall[] {
  return answer.toReversed().flatMap(({ inverse }) => inverse);
}

function run(calls: readonly FormCall[], before: Form): Turned & { readonly inverse: readonly FormCall[] } {
  let form = before;
  const inverse: FormCall[] = [];
  for (const call of calls) {
    try {
      inverse.unshift(...inverseOf(form, call));
      form = applyCall(form, call);
    } catch (error) {
      throw new Error(`This change cannot be taken back any more: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
  }
  return { form, calls, inverse };
}
