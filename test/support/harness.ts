/** An `<agent-conversation>` on the page, driven with real keys. */
import { fixture, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import '../../src/agent-conversation.js';
import type { AgentConversationElement } from '../../src/element.js';
import { MemoryHistory } from '../../src/history/memory-history.js';
import { ConversationHarness, type KeyDriver } from '../../src/testing/conversation-harness.js';
import { ScriptedRunner } from '../../src/testing/scripted-runner.js';

export const realKeys: KeyDriver = {
  type: (text) => sendKeys({ type: text }),
  press: (key) => sendKeys({ press: key }),
};

export interface Stage {
  readonly element: AgentConversationElement;
  readonly harness: ConversationHarness;
  readonly runner: ScriptedRunner;
}

/** In a page of ordinary size, with a runner that waits for commands and a history of its own unless `properties` say otherwise. */
export async function stage(properties: Partial<AgentConversationElement> = {}, parent?: HTMLElement): Promise<Stage> {
  const runner = (properties.runner as ScriptedRunner | undefined) ?? new ScriptedRunner();
  const frame = await fixture<HTMLElement>(html`<div></div>`);
  frame.style.cssText = 'block-size: 600px; inline-size: 760px; display: grid;';
  const element = document.createElement('agent-conversation');
  Object.assign(element, { runner, history: new MemoryHistory(), ...properties });
  (parent ?? frame).append(element);
  const harness = new ConversationHarness(element, realKeys);
  await element.updateComplete;
  await element.conversation.ready;
  await harness.settled();
  return { element, harness, runner };
}

/** Asks by keyboard, answers at once. */
export async function exchange({ harness, runner }: Stage, question: string, answer: string): Promise<void> {
  await harness.send(question);
  const call = await runner.next();
  call.say(answer);
  call.settle();
  await harness.until(() => !harness.button('Stop'), 'the turn to end');
}
