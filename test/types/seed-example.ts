/** The example of the structured-input document, with the import path changed and an adapter given. Compiled by tsc, run by seed-example.test.ts. */
import { OpenMultiAgent, type AgentRunResult, type LLMAdapter, type LLMMessage } from '../../src/agent.js';

export async function runExample(imageBytes: Buffer, adapter: LLMAdapter): Promise<AgentRunResult> {
  const messages: LLMMessage[] = [
    { role: 'user', content: [{ type: 'text', text: 'Keep answers concise.' }] },
    { role: 'assistant', content: [{ type: 'text', text: 'Understood.' }] },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'What is shown here?' },
        {
          type: 'image',
          source: {
            type: 'base64',
            media_type: 'image/png',
            data: imageBytes.toString('base64'),
          },
        },
      ],
    },
  ]

  const result = await new OpenMultiAgent().runAgent(
    { name: 'vision', model: 'claude-sonnet-4-6', adapter },
    messages,
  )
  return result;
}
