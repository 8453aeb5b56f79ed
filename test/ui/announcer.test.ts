/** When what is said: the announcer over a clock that the test turns. */
import { expect } from 'chai';
import type { ConversationMessage, MessageStatus } from '../../src/model/message.js';
import { Announcer, type AnnouncementLevel } from '../../src/ui/announcer.js';
import type { SpeechClock } from '../../src/ui/announcer-pace.js';
import { defaultStrings } from '../../src/ui/strings.js';

class ManualClock implements SpeechClock {
  #now = 0;
  #calls: { at: number; call: () => void }[] = [];

  now(): number {
    return this.#now;
  }

  after(milliseconds: number, call: () => void): () => void {
    const entry = { at: this.#now + milliseconds, call };
    this.#calls.push(entry);
    return () => (this.#calls = this.#calls.filter((other) => other !== entry));
  }

  pass(milliseconds: number): void {
    const end = this.#now + milliseconds;
    for (;;) {
      const next = this.#calls.filter(({ at }) => at <= end).sort((one, other) => one.at - other.at)[0];
      if (!next) break;
      this.#calls = this.#calls.filter((other) => other !== next);
      this.#now = next.at;
      next.call();
    }
    this.#now = end;
  }

  get idle(): boolean {
    return this.#calls.length === 0;
  }
}

function message(text: string, status: MessageStatus, more: Partial<ConversationMessage> = {}): ConversationMessage {
  return { id: 'r', conversationId: 'c', parentId: 'q', branchId: null, sequence: 2, role: 'assistant', content: [{ type: 'text', text }], status, createdAt: 0, ...more };
}

function stage(level: AnnouncementLevel = 'full') {
  const clock = new ManualClock();
  const said: { at: number; urgency: string; line: string }[] = [];
  let reply: ConversationMessage | undefined;
  let current = level;
  const announcer = new Announcer(
    {
      write: (urgency, line) => said.push({ at: clock.now(), urgency, line }),
      level: () => current,
      strings: () => defaultStrings,
      speaker: () => 'Sage',
      locale: () => 'en',
      reply: () => reply,
    },
    clock,
  );
  return {
    clock,
    said,
    announcer,
    lines: () => said.map(({ line }) => line),
    set level(next: AnnouncementLevel) {
      current = next;
    },
    start(): void {
      reply = message('', 'streaming');
      announcer.hear({ type: 'turn-start', userMessage: message('My secret question', 'complete', { role: 'user' }), branchId: null });
    },
    stream(text: string): void {
      reply = message(text, 'streaming');
    },
    end(text: string, status: MessageStatus = 'complete', more: Partial<ConversationMessage> = {}): void {
      reply = undefined;
      const outcome = status === 'failed' ? 'failed' : status === 'stopped' ? 'stopped' : 'done';
      announcer.hear({ type: 'turn-end', outcome: { outcome, reply: message(text, status, more), ...(status === 'failed' ? { error: { code: 'X', message: 'No network.' } } : {}) } });
    },
  };
}

const sentences = (count: number): string => Array.from({ length: count }, (_, index) => `This is sentence number ${index + 1} of the reply.`).join(' ');

describe('the announcer', () => {
  it('[UI-announce] says that the agent answers, then a short reply whole and once, and never the question', () => {
    const { clock, said, start, end } = stage();
    start();
    clock.pass(500);
    end('It **works**.');
    clock.pass(60_000);
    expect(said).to.deep.equal([
      { at: 0, urgency: 'polite', line: 'Sage is answering' },
      { at: 1200, urgency: 'polite', line: 'Sage replied: It works.' },
    ]);
    expect(clock.idle).to.equal(true);
  });

  it('[UI-announce] says whole sentences while a reply streams, what gathered in one line, and at the end that it is complete', () => {
    const { clock, lines, start, stream, end } = stage();
    const reply = 'First comes this. Then that. And here it ends.';
    start();
    for (let length = 1; length <= reply.length; length++) {
      stream(reply.slice(0, length));
      clock.pass(100);
    }
    end(reply);
    clock.pass(60_000);
    expect(lines()).to.deep.equal(['Sage is answering', 'First comes this.', 'Then that.', 'And here it ends. Answer complete, 9 words.']);
  });

  it('[case 48] a reply of 200 pieces in four seconds is said in at most one line every two seconds', () => {
    const { clock, said, start, stream, end } = stage();
    const reply = sentences(25);
    start();
    for (let piece = 1; piece <= 200; piece++) {
      stream(reply.slice(0, Math.ceil((reply.length * piece) / 200)));
      clock.pass(20);
    }
    end(reply);
    clock.pass(60_000);
    const streamed = said.filter(({ at }) => at > 0 && at < 4000);
    expect(streamed).to.have.length.at.most(2);
    said.slice(1).forEach(({ at }, index) => expect(at - (said[index]?.at ?? 0)).to.be.at.least(1200));
    for (const { line } of said) expect(line).to.match(/[.g]$/);
    expect(said.at(-1)?.line).to.match(/Answer complete, 200 words\.$/);
  });

  it('[UI-announce] a fast and long reply is not read for minutes: what waits to be heard stays below 40 seconds of speech', () => {
    const { clock, said, start, stream, end } = stage();
    start();
    for (let second = 1; second <= 30; second++) {
      stream(sentences(second * 40));
      clock.pass(1000);
    }
    end(sentences(1200));
    const ended = clock.now();
    clock.pass(300_000);
    let backlog = 0;
    let at = 0;
    for (const entry of said) {
      backlog = Math.max(0, backlog - (entry.at - at) * 0.02) + entry.line.length;
      at = entry.at;
      expect(backlog).to.be.at.most(40_000 * 0.02);
    }
    expect(said.at(-1)?.line).to.match(/Answer complete, 9600 words\.$/);
    expect(said.at(-1)?.at).to.be.at.most(ended + 1200);
  });

  it('[UI-announce] a slow reply is said to its last word', () => {
    const { clock, lines, start, stream, end } = stage();
    start();
    for (let count = 1; count <= 40; count++) {
      stream(sentences(count));
      clock.pass(3000);
    }
    end(sentences(40));
    clock.pass(60_000);
    const whole = lines().join(' ');
    for (let number = 1; number <= 40; number++) expect(whole.split(`number ${number} of`)).to.have.length(2);
  });

  it('[UI-announce] brief says the start, and at the end the first sentence and how much there is', () => {
    const { clock, lines, start, stream, end } = stage('brief');
    start();
    stream(sentences(10));
    clock.pass(20_000);
    end(sentences(10));
    clock.pass(60_000);
    expect(lines()).to.deep.equal(['Sage is answering', 'Sage replied: This is sentence number 1 of the reply. Answer complete, 80 words.']);
  });

  it('[UI-announce] off says nothing, also when it is switched on the way', () => {
    const quiet = stage('off');
    quiet.start();
    quiet.end('', 'failed');
    quiet.clock.pass(60_000);
    expect(quiet.said).to.deep.equal([]);

    const later = stage();
    later.start();
    later.level = 'off';
    later.stream(sentences(5));
    later.clock.pass(60_000);
    later.end(sentences(5));
    later.clock.pass(60_000);
    expect(later.lines()).to.deep.equal(['Sage is answering']);
    expect(later.clock.idle).to.equal(true);
  });

  it('[case 48] a failure is said once and at once, over all that waited', () => {
    const { clock, said, start, stream, end } = stage();
    start();
    stream(sentences(30));
    clock.pass(2100);
    end(sentences(30), 'failed');
    clock.pass(60_000);
    expect(said.slice(-1)).to.deep.equal([{ at: 2100, urgency: 'assertive', line: 'The reply failed: No network.' }]);
    expect(said).to.have.length(3);
  });

  it('[case 48] a stopped reply says that it was stopped, and no more of its words', () => {
    const { clock, lines, start, stream, end } = stage();
    start();
    stream(sentences(30));
    clock.pass(100);
    end(sentences(30), 'stopped');
    clock.pass(60_000);
    expect(lines()).to.deep.equal(['Sage is answering', 'The reply was stopped']);
  });

  it('[UI-announce] a plan or a question that waits is said at once, and the words of the reply in their turn', () => {
    const plan = stage();
    plan.start();
    plan.clock.pass(100);
    const form = { questions: [{ id: 'plan' }, { id: 'decision' }] } as unknown as NonNullable<ConversationMessage['responseForm']>;
    plan.end('My plan.', 'awaiting-input', { responseForm: form });
    plan.clock.pass(60_000);
    expect(plan.said.slice(1)).to.deep.equal([
      { at: 100, urgency: 'assertive', line: 'A plan waits for your decision.' },
      { at: 1200, urgency: 'polite', line: 'Sage replied: My plan.' },
    ]);
    const question = stage();
    question.start();
    question.end('Which one?', 'awaiting-input');
    expect(question.said.at(-1)).to.deep.equal({ at: 0, urgency: 'assertive', line: 'The agent waits for your answer.' });
  });

  it('[UI-announce] an end and the next start that come together are one line', () => {
    const { clock, lines, start, end } = stage();
    start();
    end('One.');
    start();
    clock.pass(1200);
    end('Two.');
    clock.pass(60_000);
    expect(lines()).to.deep.equal(['Sage is answering', 'Sage replied: One. Sage is answering', 'Sage replied: Two.']);
  });

  it('[UI-announce] another conversation, or none, ends what was to be said', () => {
    const { clock, lines, announcer, start, stream } = stage();
    start();
    stream(sentences(30));
    announcer.stop();
    clock.pass(60_000);
    expect(lines()).to.deep.equal(['Sage is answering']);
    expect(clock.idle).to.equal(true);
  });

  it('[UI-announce] a reply without words says so', () => {
    const { clock, lines, start, end } = stage();
    start();
    end('');
    clock.pass(60_000);
    expect(lines()).to.deep.equal(['Sage is answering', 'Sage replied: The agent ended the turn without words.']);
  });
});
