import { describeLLMAdapter, describeWireAdapter } from '../support/contracts/llm-adapter.js';
import { memoryTransport } from './memory-transport.js';
import { promptApiUnderTest } from './prompt-api-under-test.js';
import { chatCompletionsProtocol, messagesProtocol } from './wire-formats.js';

describeWireAdapter('openaiChat in a browser', chatCompletionsProtocol, memoryTransport);
describeWireAdapter('anthropic in a browser', messagesProtocol, memoryTransport);
describeLLMAdapter('promptApi in a browser', promptApiUnderTest);
