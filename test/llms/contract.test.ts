import { describeLLMAdapter, describeWireAdapter } from '../support/contracts/llm-adapter.js';
import { httpTransport } from '../support/http-transport.js';
import { memoryTransport } from './memory-transport.js';
import { promptApiUnderTest } from './prompt-api-under-test.js';
import { chatCompletionsProtocol, messagesProtocol } from './wire-formats.js';

describeWireAdapter('openaiChat over HTTP', chatCompletionsProtocol, httpTransport);
describeWireAdapter('openaiChat over a stream', chatCompletionsProtocol, memoryTransport);
describeWireAdapter('anthropic over HTTP', messagesProtocol, httpTransport);
describeWireAdapter('anthropic over a stream', messagesProtocol, memoryTransport);
describeLLMAdapter('promptApi', promptApiUnderTest);
