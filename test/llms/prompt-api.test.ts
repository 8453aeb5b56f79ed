import { expect } from 'chai';
import { promptApi, type BuiltInSession } from '../../src/llms/prompt-api.js';
import type { ContentBlock, LLMMessage } from '../../src/model/message.js';
import { failureOf, question } from '../support/contracts/llm-adapter.js';
import { FakeLanguageModel } from './fake-language-model.js';

const image: ContentBlock = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aW1n' } };

describe('promptApi', () => {
  let model: FakeLanguageModel;
  beforeEach(() => {
    model = new FakeLanguageModel();
  });

  it('earlier messages and the system prompt are the session’s, the last one is asked; the session ends with the turn', async () => {
    const messages: LLMMessage[] = [
      { role: 'user', content: [{ type: 'text', text: 'one' }] },
      { role: 'assistant', content: [{ type: 'reasoning', text: 'hm', provenance: 'anthropic' }, { type: 'text', text: 'two' }] },
      { role: 'user', content: [{ type: 'text', text: 'three' }] },
    ];
    await promptApi({ languageModel: model, languages: ['en'] }).chat(messages, { systemPrompt: 'be kind' });
    expect(model.created[0]).to.deep.include({
      expectedInputs: [{ type: 'text', languages: ['en'] }],
      expectedOutputs: [{ type: 'text', languages: ['en'] }],
      initialPrompts: [
        { role: 'system', content: 'be kind' },
        { role: 'user', content: [{ type: 'text', value: 'one' }] },
        { role: 'assistant', content: [{ type: 'text', value: 'two' }] },
      ],
    });
    expect(model.prompted).to.eql([[{ role: 'user', content: [{ type: 'text', value: 'three' }] }]]);
    expect(model.sessions).to.eql([{ destroyed: true }]);
  });

  it('a download is told from 0 to 1, also to a listener that throws', async () => {
    model.state = 'downloadable';
    const told: number[] = [];
    await promptApi({ languageModel: model, onDownloadProgress: (fraction) => told.push(fraction) }).chat(question, {});
    expect(told).to.eql([0, 0.5, 1]);
    model.state = 'downloading';
    const fault = (): never => {
      throw new Error('the listener’s');
    };
    expect((await promptApi({ languageModel: model, onDownloadProgress: fault }).chat(question, {})).content).to.eql([{ type: 'text', text: 'ok' }]);
  });

  it('images go as blobs where the model takes them, else the turn fails in words', async () => {
    const messages: LLMMessage[] = [{ role: 'user', content: [image, { type: 'text', text: 'see' }] }];
    await promptApi({ languageModel: model }).chat(messages, {});
    expect(model.created[0]?.expectedInputs).to.eql([{ type: 'text' }, { type: 'image' }]);
    const content = model.prompted[0]?.[0]?.content as readonly { value: Blob }[];
    expect([content[0]?.value.type, await content[0]?.value.text()]).to.eql(['image/png', 'img']);
    model.images = false;
    expect(await failureOf(promptApi({ languageModel: model }).chat(messages, {}))).to.include({ code: 'PROVIDER_ERROR', message: 'The built-in model of this browser is not available for messages with images.' });
  });

  it('[B2-6] tools, and blocks of tools, are refused by name before anything starts', async () => {
    const adapter = promptApi({ languageModel: model });
    expect(await failureOf(adapter.chat(question, { tools: [{ name: 'add', description: '', inputSchema: {} }] }))).to.include({ code: 'PROVIDER_ERROR', message: 'The built-in model cannot call tools; 1 were given, first add.' });
    const used: LLMMessage[] = [{ role: 'user', content: [{ type: 'text', text: 'x' }, { type: 'tool_result', tool_use_id: 'c', content: 'y' }] }];
    expect((await failureOf(adapter.chat(used, {}))).message).to.equal('The built-in model cannot take messages[0].content[1]: blocks of type tool_result are not supported.');
    expect(model.created).to.eql([]);
    await adapter.chat(question, { tools: [] });
    expect(model.created).to.have.length(1);
  });

  it('a browser without the model, and a device that cannot run it, are told apart', async () => {
    expect((await failureOf(promptApi().chat(question, {}))).message).to.equal('This browser has no built-in model (LanguageModel).');
    model.state = 'unavailable';
    expect((await failureOf(promptApi({ languageModel: model, languages: ['fi'] }).chat(question, {}))).message).to.equal('The built-in model of this browser is not available in fi.');
  });

  it('the model’s own errors are told in its words, with whether another try may help', async () => {
    for (const [name, retryable] of [['NotAllowedError', false], ['QuotaExceededError', false], ['UnknownError', true]] as const) {
      model.refusal = new DOMException('Requires a user gesture.', name);
      expect(await failureOf(promptApi({ languageModel: model }).chat(question, {}))).to.include({ code: 'PROVIDER_ERROR', provider: 'prompt-api', retryable, message: 'prompt-api reported: Requires a user gesture.' });
    }
  });

  it('an abort ends a turn whose session does not listen to it', async () => {
    const abort = new AbortController();
    const { availability, create } = FakeLanguageModel.prototype;
    const deaf = {
      availability: availability.bind(model),
      create: async (options?: object) => {
        const session = await create.call(model, options);
        return { ...session, promptStreaming: (input: unknown) => session.promptStreaming(input) };
      },
    };
    model.ending = 'hangs';
    expect((await failureOf(promptApi({ languageModel: deaf }).chat(question, { signal: abort.signal, onText: () => abort.abort() }))).name).to.equal('AbortError');
    expect(model.sessions).to.eql([{ destroyed: true }]);
  });

  it('a session that comes after the abort is ended all the same', async () => {
    const abort = new AbortController();
    let arrive: () => void = () => {};
    const deaf = {
      availability: () => model.availability(),
      create: () => {
        abort.abort();
        return new Promise<BuiltInSession>((resolve) => (arrive = () => resolve(model.create())));
      },
    };
    expect((await failureOf(promptApi({ languageModel: deaf }).chat(question, { signal: abort.signal }))).name).to.equal('AbortError');
    arrive();
    while (!model.sessions[0]?.destroyed) await new Promise((resolve) => setImmediate(resolve));
  });
});
