/** `promptApi` on the fake model, as the contract wants it. */
import { promptApi } from '../../src/llms/prompt-api.js';
import type { LLMAdapterUnderTest } from '../support/contracts/llm-adapter.js';
import { FakeLanguageModel } from './fake-language-model.js';

export async function promptApiUnderTest(): Promise<LLMAdapterUnderTest> {
  const model = new FakeLanguageModel();
  return {
    adapter: promptApi({ languageModel: model }),
    rich: false,
    play(turn, ending) {
      model.pieces = turn.text;
      model.inputTokens = turn.usage.input_tokens;
      model.outputTokens = turn.usage.output_tokens;
      model.ending = ending === 'breaks' ? new DOMException('The model process crashed.', 'UnknownError') : ending;
    },
    asked: () => model.created.length,
    stopped: () => new Promise((resolve) => (model.onStop = resolve)),
    dispose: async () => {},
  };
}
