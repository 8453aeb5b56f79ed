/** What this package's own tests use, for the tests of those who embed it. */
export { ScriptedCall, ScriptedRunner } from './testing/scripted-runner.js';
export { ScriptedLLM, type ScriptedChat, type ScriptedTurn } from './testing/scripted-llm.js';
export { ConversationHarness, type KeyDriver, type MessageView } from './testing/conversation-harness.js';
