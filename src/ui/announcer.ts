/** What a screen reader hears: the start and the end of a turn, never the words as they stream (case 48). */

import type { ConversationSignal } from '../conversation/signals.js';
import { textOf } from '../model/message.js';
import type { AgentStrings } from './strings.js';

/** Longer replies are named, not read: the person walks to them. */
const SPOKEN = 240;

export class Announcer {
  readonly #root: () => ParentNode;

  constructor(root: () => ParentNode) {
    this.#root = root;
  }

  /** The start, the end and the failure of a turn. */
  hear(signal: ConversationSignal, strings: AgentStrings, speaker: string): void {
    if (signal.type === 'turn-start') this.say(strings.replyStarted(speaker));
    if (signal.type !== 'turn-end') return;
    const { outcome, reply, error } = signal.outcome;
    if (outcome === 'failed') this.alert(strings.replyFailed(error?.message ?? ''));
    else this.say(outcome === 'stopped' ? strings.replyStopped : `${strings.replied(speaker)}: ${textOf(reply?.content ?? [])}`);
  }

  /** Waits its turn. */
  say(text: string): void {
    this.#write('[role="log"]', text);
  }

  /** Interrupts: for what failed. */
  alert(text: string): void {
    this.#write('.announcer [aria-live="assertive"]', text);
  }

  #write(selector: string, text: string): void {
    const region = this.#root().querySelector(selector);
    if (!region) return;
    const line = document.createElement('p');
    line.textContent = shorten(text);
    region.replaceChildren(line);
  }
}

/** Code and long text are cut at a word. */
function shorten(text: string): string {
  const plain = text.replace(/```[\s\S]*?(```|$)/g, ' … ').replace(/[*_`#>|]+/g, '').replace(/\s+/g, ' ').trim();
  if (plain.length <= SPOKEN) return plain;
  return `${plain.slice(0, plain.lastIndexOf(' ', SPOKEN) > 0 ? plain.lastIndexOf(' ', SPOKEN) : SPOKEN)} …`;
}
