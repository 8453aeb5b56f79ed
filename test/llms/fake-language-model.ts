/** Chrome's `LanguageModel` as its explainer and types (@types/dom-chromium-ai 0.0.17) describe it, with a model that a test scripts. */
import type { BuiltInModel, BuiltInSession } from '../../src/llms/prompt-api.js';

interface Prompt {
  readonly role: string;
  readonly content: string | readonly { readonly type: string; readonly value: unknown }[];
}
interface CreateOptions {
  readonly expectedInputs?: readonly { readonly type: string; readonly languages?: readonly string[] }[];
  readonly expectedOutputs?: readonly { readonly type: string; readonly languages?: readonly string[] }[];
  readonly initialPrompts?: readonly Prompt[];
  readonly monitor?: (monitor: EventTarget) => void;
  readonly signal?: AbortSignal;
}

export class FakeLanguageModel implements BuiltInModel {
  state: 'unavailable' | 'downloadable' | 'downloading' | 'available' = 'available';
  images = true;
  /** Fractions told while it downloads. */
  progress: readonly number[] = [0, 0.5, 1];
  pieces: readonly string[] = ['ok'];
  ending: 'whole' | 'hangs' | Error = 'whole';
  /** Tokens of everything that a prompt holds, and of every answer. */
  inputTokens = 0;
  outputTokens = 0;
  /** What failing `create` throws. */
  refusal: Error | null = null;
  readonly created: CreateOptions[] = [];
  readonly prompted: (readonly Prompt[])[] = [];
  readonly sessions: { destroyed: boolean }[] = [];
  onStop: (() => void) | null = null;

  async availability(options: CreateOptions = {}): Promise<string> {
    return options.expectedInputs?.some(({ type }) => type === 'image') && !this.images ? 'unavailable' : this.state;
  }

  async create(options: CreateOptions = {}): Promise<BuiltInSession> {
    options.signal?.throwIfAborted();
    this.created.push(options);
    if (this.refusal) throw this.refusal;
    if ((await this.availability(options)) === 'unavailable') throw new DOMException('The device is unable to create a session.', 'NotSupportedError');
    options.initialPrompts?.forEach((prompt, index) => {
      if (prompt.role === 'system' && index > 0) throw new TypeError('System prompts must come first.');
      checkPrompt(prompt, options);
    });
    const monitor = new EventTarget();
    options.monitor?.(monitor);
    if (this.state !== 'available') for (const loaded of this.progress) monitor.dispatchEvent(Object.assign(new Event('downloadprogress'), { loaded, total: 1 }));
    this.state = 'available';
    const session = { destroyed: false };
    this.sessions.push(session);
    let used = 0;
    return {
      get contextUsage() {
        return used;
      },
      measureContextUsage: async () => this.inputTokens,
      promptStreaming: (input, { signal } = {}) => {
        if (session.destroyed) throw new DOMException('The model execution session has been destroyed.', 'InvalidStateError');
        const prompts = input as readonly Prompt[];
        this.prompted.push(prompts);
        for (const prompt of prompts) checkPrompt(prompt, options);
        return this.#stream(signal, () => (used += this.inputTokens + this.outputTokens));
      },
      destroy: () => {
        session.destroyed = true;
      },
    };
  }

  #stream(signal: AbortSignal | undefined, done: () => void): ReadableStream<string> {
    const { pieces, ending } = this;
    let at = 0;
    return new ReadableStream<string>(
      {
        start: (controller) => {
          const abort = (): void => {
            controller.error(signal?.reason);
            this.onStop?.();
          };
          signal?.addEventListener('abort', abort, { once: true });
        },
        pull(controller) {
          const piece = pieces[at++];
          if (piece !== undefined) controller.enqueue(piece);
          else if (ending === 'hangs') return new Promise<void>(() => {});
          else if (ending === 'whole') {
            done();
            controller.close();
          } else controller.error(ending);
          return undefined;
        },
      },
      { highWaterMark: 0 },
    );
  }
}

function checkPrompt({ role, content }: Prompt, { expectedInputs = [] }: CreateOptions): void {
  if (!['system', 'user', 'assistant'].includes(role)) throw new TypeError(`'${role}' is not a valid LanguageModelMessageRole.`);
  if (typeof content === 'string') return;
  for (const { type, value } of content) {
    if (type === 'text' && typeof value !== 'string') throw new TypeError('The value must be a String for type text.');
    if (type !== 'text' && !expectedInputs.some((expected) => expected.type === type)) throw new DOMException(`Input of type ${type} was not expected.`, 'NotSupportedError');
    if (type !== 'text' && role === 'assistant') throw new DOMException('The assistant role supports text only.', 'NotSupportedError');
    if (type === 'image' && !(value instanceof Blob)) throw new TypeError('The value must be an image source for type image.');
  }
}
