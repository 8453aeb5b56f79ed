/** The settings → the runner that the next turn gets. A turn that runs keeps its own. */
import type { ConversationRunner } from '../../src/run/runner.js';
import { anthropic } from '../../src/llms/anthropic.js';
import { openaiChat } from '../../src/llms/openai-chat.js';
import { promptApi } from '../../src/llms/prompt-api.js';
import { formRunner, localTurns } from './form-runner.js';
import type { LocalLLM } from './local-llm.js';
import type { ModelSettingsStore } from './model-settings.js';

export interface ChosenRunnerParts {
  readonly local: LocalLLM;
  readonly onAnswer: () => void;
  readonly onDownloadProgress?: (fraction: number) => void;
}

export function chosenRunner({ settings, key }: Pick<ModelSettingsStore, 'settings' | 'key'>, { local, onAnswer, onDownloadProgress }: ChosenRunnerParts): ConversationRunner {
  const { kind } = settings;
  if (kind === 'demo') return formRunner({ adapter: local, maxTurns: localTurns, readsImages: false, onAnswer });
  if (kind === 'built-in') return formRunner({ adapter: promptApi({ languages: ['en'], ...(onDownloadProgress ? { onDownloadProgress } : {}) }), talksOnly: true, onAnswer });
  const baseURL = settings[kind].baseURL.trim();
  const model = settings[kind].model.trim();
  const endpoint = { ...(baseURL ? { baseURL } : {}), ...(key ? { apiKey: key } : {}) };
  return formRunner({ adapter: kind === 'openai' ? openaiChat(endpoint) : anthropic(endpoint), model, onAnswer });
}
