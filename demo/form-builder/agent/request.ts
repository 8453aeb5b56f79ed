/** What a model is asked, read back from the request alone, as a model far away would have to: nothing comes from the page by another way. */
import type { LLMChatOptions } from '../../../src/agent/llm.js';
import { textOf, type LLMMessage, type ToolResultBlock } from '../../../src/model/message.js';
import { isStep, planLines, withoutNumber } from './step-text.js';

/** A tool call of the answer being given. */
export interface MadeCall {
  readonly name: string;
  readonly ok: boolean;
  readonly text: string;
}

export interface ModelRequest {
  /** What is to be answered. */
  readonly words: string;
  /** What was said before, oldest first. */
  readonly talk: readonly LLMMessage[];
  /** Calls made for this answer so far, in order. */
  readonly made: readonly MadeCall[];
  /** The application's state as the system prompt holds it. */
  readonly context: Readonly<Record<string, unknown>> | null;
  readonly skills: readonly string[];
  readonly planning: boolean;
  /** Names of the tools on offer. */
  readonly tools: ReadonlySet<string>;
}

export function readRequest(messages: readonly LLMMessage[], { systemPrompt = '', tools = [] }: Pick<LLMChatOptions, 'systemPrompt' | 'tools'>): ModelRequest {
  const asked = messages.findLastIndex(({ role, content }) => role === 'user' && content.some(({ type }) => type !== 'tool_result'));
  // What went unanswered before stands in one message with the request (C4-4), which is its last text.
  const texts = (messages[asked]?.content ?? []).flatMap((block) => (block.type === 'text' ? [block.text] : []));
  const earlier = texts.slice(0, -1).map((text): LLMMessage => ({ role: 'user', content: [{ type: 'text', text }] }));
  const rest = systemPrompt.slice(systemPrompt.lastIndexOf('</app_context>'));
  return {
    ...decided((texts.at(-1) ?? '').trim(), [...messages.slice(0, Math.max(0, asked)), ...earlier]),
    made: callsMade(messages.slice(asked + 1)),
    context: contextIn(systemPrompt),
    skills: [...systemPrompt.matchAll(/^# Skill: (.+)$/gm)].map((match) => match[1] ?? ''),
    planning: /^# Plan mode$/m.test(rest),
    tools: new Set(tools.map(({ name }) => name)),
  };
}

/** The text of JSON that stands between marks, which the JSON itself cannot hold. */
function contextIn(systemPrompt: string): ModelRequest['context'] {
  const json = /^<app_context>\n([^<]*)\n<\/app_context>$/m.exec(systemPrompt)?.[1];
  const value = json === undefined ? null : parsed(json);
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : null;
}

function callsMade(messages: readonly LLMMessage[]): readonly MadeCall[] {
  const results = new Map<string, ToolResultBlock>();
  for (const { content } of messages) for (const block of content) if (block.type === 'tool_result') results.set(block.tool_use_id, block);
  return messages.flatMap(({ content }) =>
    content.flatMap((block): MadeCall[] => {
      const result = block.type === 'tool_use' ? results.get(block.id) : undefined;
      if (block.type !== 'tool_use' || !result) return [];
      return [{ name: block.name, ok: result.is_error !== true, text: typeof result.content === 'string' ? result.content : textOf(result.content.filter((part) => part.type === 'text')) }];
    }),
  );
}

/** A decision on a plan becomes the words that mean it, about the plan as it was edited. Its last line holds the exact answers (C4-5). */
function decided(words: string, talk: readonly LLMMessage[]): Pick<ModelRequest, 'words' | 'talk'> {
  const answers = parsed(words.slice(words.lastIndexOf('\n') + 1)) as { readonly plan?: unknown; readonly decision?: unknown; readonly feedback?: unknown } | null;
  const { plan, decision, feedback } = answers ?? {};
  if (decision === 'reject') return { words: typeof feedback === 'string' && feedback.trim() !== '' ? feedback.trim() : 'no', talk };
  if (decision !== 'approve') return { words, talk };
  if (typeof plan !== 'string' || plan.trim() === '') return { words: 'go ahead', talk };
  const lines = planLines(plan);
  // A plan written anew in a person's own words is a request.
  if (!lines.some(isStep)) return { words: plan.split('\n').map(withoutNumber).filter((line) => line !== '').join('. '), talk };
  const proposed = talk.findLastIndex(({ role }) => role === 'assistant');
  return { words: 'go ahead', talk: [...talk.slice(0, Math.max(0, proposed)), { role: 'assistant', content: [{ type: 'text', text: plan }] }] };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
