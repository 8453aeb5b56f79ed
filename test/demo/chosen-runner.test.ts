import { expect } from 'chai';
import { Conversation } from '../../src/conversation/conversation.js';
import { textOf } from '../../src/model/message.js';
import type { BuiltInModel, BuiltInSession } from '../../src/llms/prompt-api.js';
import { BuiltInModelState } from '../../demo/form-builder/built-in-model.js';
import { chosenRunner } from '../../demo/form-builder/chosen-runner.js';
import { findField } from '../../demo/form-builder/form-model.js';
import { formAgent } from '../../demo/form-builder/form-runner.js';
import { LocalLLM } from '../../demo/form-builder/local-llm.js';
import { ModelSettingsStore } from '../../demo/form-builder/model-settings.js';
import { startForm } from '../../demo/form-builder/start-form.js';
import { BuilderStore } from '../../demo/form-builder/store.js';
import { formTools } from '../../demo/form-builder/tools.js';
import type { Transport, WireAnswer } from '../support/contracts/llm-adapter.js';
import { httpTransport } from '../support/http-transport.js';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const events = (...data: readonly unknown[]): WireAnswer => ({ pieces: data.map((one) => utf8(`data: ${JSON.stringify(one)}\n\n`)) });
const openaiSays = (content: string): WireAnswer => events({ choices: [{ delta: { content } }] }, { choices: [{ delta: {}, finish_reason: 'stop' }] });

interface Bench {
  readonly models: ModelSettingsStore;
  readonly store: BuilderStore;
  readonly conversation: Conversation;
}

/** As the page wires it: a change of the settings gives the conversation another runner. */
function bench(): Bench {
  const store = new BuilderStore(startForm);
  const models = new ModelSettingsStore(null, 'http://localhost/');
  const parts = { local: new LocalLLM({ speed: 'fast' }), onAnswer: () => {} };
  const conversation = new Conversation({ runner: chosenRunner(models, parts), agentId: formAgent.id, agents: [formAgent], clientTools: formTools(store, () => {}), appContext: () => ({ form: store.form }) });
  models.subscribe(() => conversation.configure({ runner: chosenRunner(models, parts) }));
  return { models, store, conversation };
}

describe('settings: who answers the next turn', () => {
  let wire: Transport;
  beforeEach(async () => (wire = await httpTransport()));
  afterEach(() => wire.dispose());

  const toOpenAI = ({ models }: Bench, key = 'k-1'): void => {
    models.choose('openai');
    models.setEndpoint('openai', { baseURL: `${wire.baseURL}/v1/`, model: ' m ' });
    if (key) models.setKey(key);
  };

  it('[demo-90] an OpenAI-compatible endpoint takes over a running talk: history, context and tools go to it, its calls act on the page', async () => {
    const desk = bench();
    await desk.conversation.send('make phone required');
    toOpenAI(desk);
    wire.answers = [
      events({ choices: [{ delta: { tool_calls: [{ index: 0, id: 'c1', function: { name: 'SetFieldLabel', arguments: '{"fieldId":"phone","label":"Mobile"}' } }] } }] }, { choices: [{ delta: {}, finish_reason: 'tool_calls' }] }),
      openaiSays('Done.'),
    ];
    const { reply } = await desk.conversation.send('call it Mobile');
    expect(textOf(reply?.content ?? [])).to.equal('Done.');
    expect(findField(desk.store.form, 'phone')?.field).to.include({ label: 'Mobile', required: true });
    const [request] = wire.requests;
    expect(request).to.include({ path: '/v1/chat/completions' });
    expect(request?.headers['authorization']).to.equal('Bearer k-1');
    expect(request?.body).to.include({ model: 'm' });
    const sent = request?.body['messages'] as readonly { readonly role: string; readonly content: string }[];
    expect(sent.map(({ role }) => role)).to.deep.equal(['system', 'user', 'assistant', 'user']);
    expect(sent[0]?.content).to.match(/You are the form agent[\s\S]*<app_context>[\s\S]*"Telephone number"/);
    expect((request?.body['tools'] as readonly unknown[]).length).to.be.greaterThan(15);
    desk.models.choose('demo');
    await desk.conversation.send('is phone required?');
    expect(textOf(desk.conversation.messages.at(-1)?.content ?? [])).to.match(/^Yes/);
    expect(wire.requests).to.have.length(2);
    expect(desk.conversation.messages).to.have.length(6);
  });

  it('[demo-91] Anthropic is asked in its own words and with its own key', async () => {
    const desk = bench();
    desk.models.choose('anthropic');
    desk.models.setEndpoint('anthropic', { baseURL: wire.baseURL, model: 'm' });
    desk.models.setKey('k-2');
    wire.answers = [
      {
        pieces: [
          { type: 'message_start', message: { id: 'a', model: 'm', usage: { input_tokens: 3 } } },
          { type: 'content_block_start', index: 0, content_block: { type: 'text', text: 'Hello.' } },
          { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 2 } },
          { type: 'message_stop' },
        ].map((event) => utf8(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)),
      },
    ];
    await desk.conversation.send('hi');
    expect(textOf(desk.conversation.messages[1]?.content ?? [])).to.equal('Hello.');
    expect(wire.requests[0]?.path).to.equal('/v1/messages');
    expect(wire.requests[0]?.headers['x-api-key']).to.equal('k-2');
  });

  it('[demo-92] what an endpoint refuses, and one that is not there, fail the reply with the reason; the next turn may be another’s', async () => {
    const desk = bench();
    toOpenAI(desk, '');
    wire.answers = [{ status: 401, headers: { 'content-type': 'application/json' }, pieces: [utf8('{"error":{"message":"Incorrect API key provided."}}')] }];
    const refused = await desk.conversation.send('hi');
    expect(refused.reply).to.include({ status: 'failed' });
    expect(refused.reply?.error?.message).to.match(/401: Incorrect API key provided\./);
    expect(wire.requests[0]?.headers['authorization']).to.equal(undefined);
    desk.models.setEndpoint('openai', { baseURL: 'http://127.0.0.1:9/v1' });
    expect((await desk.conversation.send('hi')).reply?.error?.message).to.match(/could not be reached at http:\/\/127\.0\.0\.1:9/);
    desk.models.choose('demo');
    expect((await desk.conversation.send('hello')).reply).to.include({ status: 'complete' });
  });

  it('[demo-93] a turn that runs keeps its model; the change counts for the next', async () => {
    const desk = bench();
    toOpenAI(desk);
    wire.answers = [openaiSays('From the endpoint.')];
    const running = desk.conversation.send('hi');
    desk.models.choose('demo');
    expect(textOf((await running).reply?.content ?? [])).to.equal('From the endpoint.');
    await desk.conversation.send('hello');
    expect(wire.requests).to.have.length(1);
  });

  it('[demo-94] a model far away is in plan mode too: steps are a plan to decide on, an answer without any is an answer', async () => {
    const desk = bench();
    toOpenAI(desk);
    desk.conversation.setPlanMode(true);
    wire.answers = [openaiSays('1. Rename the phone'), openaiSays('It has eight fields.')];
    const planned = await desk.conversation.send('rename it');
    expect(planned.reply?.responseForm?.questions.map(({ id }) => id)).to.deep.equal(['plan', 'decision', 'feedback']);
    expect((await desk.conversation.send('how many fields?')).reply?.responseForm).to.equal(undefined);
  });
});

describe('settings: the browser’s built-in model', () => {
  class FakeModel implements BuiltInModel {
    asked: object[] = [];
    destroyed = 0;
    availabilityIs = 'downloadable';
    fault: Error | null = null;
    monitor = new EventTarget();

    async availability(): Promise<string> {
      return this.availabilityIs;
    }

    async create(options: { monitor?: (monitor: EventTarget) => void; initialPrompts?: readonly unknown[] }): Promise<BuiltInSession> {
      this.asked.push(options);
      options.monitor?.(this.monitor);
      for (const loaded of [0.25, 1]) this.monitor.dispatchEvent(Object.assign(new Event('downloadprogress'), { loaded }));
      if (this.fault) throw this.fault;
      return { destroy: () => void this.destroyed++, promptStreaming: () => new ReadableStream<string>({ start: (out) => (out.enqueue('Eight fields.'), out.close()) }) };
    }
  }

  it('[demo-95] says what the browser has: nothing, a model, one to download, and how far that is', async () => {
    expect(new BuiltInModelState(undefined).state).to.deep.equal({ type: 'missing' });
    const model = new FakeModel();
    const builtIn = new BuiltInModelState(model);
    expect(builtIn.state).to.deep.equal({ type: 'checking' });
    const seen: unknown[] = [];
    builtIn.subscribe(() => seen.push(builtIn.state));
    for (const availability of ['unavailable', 'available', 'downloading', 'downloadable']) {
      model.availabilityIs = availability;
      await builtIn.check();
    }
    expect(seen).to.deep.equal([{ type: 'missing' }, { type: 'ready' }, { type: 'downloading', fraction: null }, { type: 'downloadable' }]);
    seen.length = 0;
    await builtIn.download();
    expect(seen).to.deep.equal([{ type: 'downloading', fraction: 0 }, { type: 'downloading', fraction: 0.25 }, { type: 'ready' }, { type: 'ready' }]);
    expect(model.destroyed).to.equal(1);
  });

  it('[demo-96] a download that fails is told with the browser’s words and can be tried again', async () => {
    const model = new FakeModel();
    model.fault = new Error('Not enough space.');
    const builtIn = new BuiltInModelState(model);
    await builtIn.download();
    expect(builtIn.state).to.deep.equal({ type: 'failed', reason: 'Not enough space.' });
    model.fault = null;
    await builtIn.download();
    expect(builtIn.state).to.deep.equal({ type: 'ready' });
  });

  it('[demo-97] it is asked without tools, which it cannot call, and answers about the form', async () => {
    const model = new FakeModel();
    model.availabilityIs = 'available';
    const page = globalThis as { LanguageModel?: BuiltInModel };
    page.LanguageModel = model;
    try {
      const desk = bench();
      desk.models.choose('built-in');
      expect(desk.conversation.settings.runner?.capabilities).to.include({ clientTools: false, planMode: false });
      const { reply } = await desk.conversation.send('how many fields?');
      expect(reply?.error).to.equal(undefined);
      expect(textOf(reply?.content ?? [])).to.equal('Eight fields.');
      expect(JSON.stringify(model.asked)).to.match(/Telephone number/);
    } finally {
      delete page.LanguageModel;
    }
  });
});
