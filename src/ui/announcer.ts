/** What a screen reader hears of a conversation: whole sentences at the pace of speech, never the words as they stream (case 48). */
import { isPlanForm } from '../conversation/form-answer.js';
import type { ConversationSignal, TurnOutcome } from '../conversation/signals.js';
import { textOf, type ConversationMessage } from '../model/message.js';
import { countWords, shortenTo } from '../rendering/sentences.js';
import { speakNext, spokenStart, type Speech, type SpeechLimit, type SpokenPlace, type Voice } from '../rendering/spoken-text.js';
import { lineGap, lineLength, pageClock, sentenceGap, SpeechPace, type SpeechClock } from './announcer-pace.js';
import type { Urgency } from './announcer-region.js';
import type { AgentStrings } from './strings.js';

/**
 * `full`: the sentences of a reply while it streams, as far as a voice can keep up, and that it is complete.
 * `brief`: that the agent is answering, and at the end the first sentence and the number of words. `off`: nothing.
 */
export type AnnouncementLevel = 'off' | 'brief' | 'full';

/** Each is asked when a line is made, so that none is ever out of date. */
export interface AnnouncerSource {
  write(urgency: Urgency, line: string): void;
  level(): AnnouncementLevel;
  strings(): AgentStrings;
  speaker(): string;
  locale(): string | undefined;
  /** The reply that streams. */
  reply(): ConversationMessage | undefined;
}

/** Law: polite lines are at least 1.2 s apart, those of a streaming reply 2 s; nothing is said twice; failures do not wait. */
export class Announcer {
  readonly #source: AnnouncerSource;
  readonly #clock: SpeechClock;
  readonly #pace = new SpeechPace();
  #lines: string[] = [];
  #place: SpokenPlace = spokenStart;
  #reading = false;
  /** Some of the reply has been said. */
  #spoke = false;
  #cancel: (() => void) | undefined;

  constructor(source: AnnouncerSource, clock: SpeechClock = pageClock) {
    this.#source = source;
    this.#clock = clock;
  }

  /** The start, the end and the failure of a turn. */
  hear(signal: ConversationSignal): void {
    if (signal.type === 'turn-start') {
      this.#place = spokenStart;
      this.#spoke = false;
      this.#reading = true;
      this.say(this.#source.strings().replyStarted(this.#source.speaker()));
    } else if (signal.type === 'turn-end') this.#end(signal.outcome);
  }

  /** Waits its turn; lines that wait together become one. */
  say(line: string): void {
    if (this.#source.level() === 'off') return;
    this.#lines.push(line);
    this.#work();
  }

  /** At once, over what is being said: for failures and decisions that somebody waits for. */
  alert(line: string): void {
    if (this.#source.level() !== 'off') this.#source.write('assertive', shortenTo(line, lineLength));
  }

  /** Forgets what was to be said: another conversation is on screen, or none. */
  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#lines = [];
    this.#reading = false;
  }

  #end({ outcome, reply, error }: TurnOutcome): void {
    const strings = this.#source.strings();
    this.#reading = false;
    if (outcome === 'failed') {
      this.stop();
      this.alert(strings.replyFailed(error?.message ?? ''));
    } else if (outcome === 'stopped') {
      this.stop();
      this.say(strings.replyStopped);
    } else if (outcome === 'done' && reply) {
      if (reply.status === 'awaiting-input') this.alert(reply.responseForm && isPlanForm(reply.responseForm) ? strings.planWaits : strings.awaitingInput);
      this.say(this.#closingLine(reply, strings));
    }
    this.#place = spokenStart;
    this.#spoke = false;
  }

  /** The end of a reply. A short one is said whole; of a longer one, or one that was begun, the last line says that it is complete. */
  #closingLine(reply: ConversationMessage, strings: AgentStrings): string {
    const brief = this.#source.level() === 'brief';
    const room = this.#pace.room(this.#clock.now());
    const limit = brief ? { length: lineLength, sentences: 1 } : { length: this.#spoke ? room : Math.max(room, lineLength) };
    const rest: Speech = limit.length > 0 ? this.#next(reply, false, limit) : { text: '', place: this.#place, more: true };
    const complete = rest.more || this.#spoke ? strings.replyComplete(countWords(textOf(reply.content))) : '';
    if (this.#spoke) return [rest.text, complete].filter(Boolean).join(' ');
    return `${strings.replied(this.#source.speaker())}: ${[rest.text || strings.noReply, complete].filter(Boolean).join(' ')}`;
  }

  #next(reply: ConversationMessage, growing: boolean, limit: SpeechLimit): Speech {
    const locale = this.#source.locale();
    const voice: Voice = { words: this.#source.strings(), ...(locale === undefined ? {} : { locale }) };
    return speakNext(reply.content, growing, this.#place, limit, voice);
  }

  /** Says what is due and comes back when the next is. */
  #work(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    if (this.#source.level() === 'off') return this.stop();
    const now = this.#clock.now();
    if (this.#lines.length > 0) {
      const wait = this.#pace.wait(lineGap, now);
      if (wait > 0) return this.#later(wait);
      this.#speak(this.#lines.splice(0).join(' '), now);
    }
    if (!this.#reading || this.#source.level() !== 'full') return;
    const wait = this.#pace.wait(sentenceGap, now);
    if (wait === 0) this.#read(now);
    this.#later(wait || this.#pace.wait(sentenceGap, now) || lineGap);
  }

  #read(now: number): void {
    const reply = this.#source.reply();
    const length = Math.min(this.#pace.room(now), lineLength);
    if (!reply || length === 0) return;
    const { text, place } = this.#next(reply, true, { length });
    this.#place = place;
    if (text === '') return;
    this.#spoke = true;
    this.#speak(text, now);
  }

  #later(milliseconds: number): void {
    this.#cancel = this.#clock.after(milliseconds, () => this.#work());
  }

  #speak(text: string, now: number): void {
    this.#pace.said(text, now);
    this.#source.write('polite', text);
  }
}
