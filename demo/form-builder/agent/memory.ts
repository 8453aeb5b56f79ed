/** What the agent knows of a talk, read from the talk itself. */
import { textOf, type LLMMessage } from '../../../src/model/message.js';
import { allFields, type Form } from '../form-model.js';
import { boldIn } from './offers.js';
import type { Memory, Turn } from './reading.js';

/** More than these are a list, not something “it” could stand for. */
const mostTouched = 6;

/** `talk` is what was said before the request being answered. */
export function memoryOf(talk: readonly LLMMessage[], form: Form, own: Pick<Memory, 'selectionIsNew' | 'inverse' | 'skills'>): Memory {
  const turns = talk.map((message): Turn => ({ role: message.role, text: textOf(message.content) }));
  return { turns, touched: touchedIn(turns.findLast((turn) => turn.role === 'assistant')?.text ?? '', form), ...own };
}

/** The fields an answer was about: its bold names, without those that only say where, and without what it offers. */
export function touchedIn(text: string, form: Form): readonly string[] {
  const told = text
    .split(/\n{2,}/)
    .filter((paragraph) => !/\bShall I\b|\bDo you mean\b|^You can say:/.test(paragraph))
    .join('\n\n')
    .replace(/(?:,| now stands) after \*\*.+?\*\*/g, '');
  const moved = /\*\*(.+?)\*\* now stands after/.exec(text)?.[1];
  const names = [...boldIn(told), ...(moved === undefined ? [] : [moved])];
  const ids = [...new Set(names.flatMap((name) => allFields(form).find((field) => field.label === name)?.id ?? []))];
  return ids.length > mostTouched ? [] : ids;
}
