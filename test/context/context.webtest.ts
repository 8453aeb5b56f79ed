import { expect, fixture, html } from '@open-wc/testing';
import '../../src/agent-conversation.js';
import { provideAgentContext } from '../../src/context/provide.js';
import type { AgentConversationElement } from '../../src/element.js';
import type { AgentContextElement } from '../../src/context/agent-context.js';
import { MemoryHistory } from '../../src/history/memory-history.js';
import type { ProcessMessageInput } from '../../src/run/runner.js';
import { ScriptedRunner } from '../../src/testing/scripted-runner.js';

const tool = (name: string, description = name) => ({ name, description, execute: () => '' });

async function inputOf(element: AgentConversationElement, runner: ScriptedRunner): Promise<ProcessMessageInput & { tools: string[] }> {
  void element.send('hello');
  const call = await runner.next();
  call.settle('ok');
  return { ...call.input, tools: call.options.tools.map(({ description }) => description) };
}

function conversation(): AgentConversationElement {
  const element = document.createElement('agent-conversation');
  element.history = new MemoryHistory();
  return element;
}

describe('context', () => {
  it('[api 5] own property goes before the nearest ancestor, that one before the default', async () => {
    const outer = new ScriptedRunner();
    const inner = new ScriptedRunner();
    const page = await fixture<HTMLElement>(html`<div><section></section></div>`);
    const element = conversation();
    page.querySelector('section')!.append(element);
    expect((await element.send('x')).error?.code).to.equal('NO_AGENT');
    const pageContext = provideAgentContext(page, { runner: outer, appContext: { user: 'ann', form: 'outer' }, clientTools: [tool('a', 'outer a'), tool('b', 'outer b')] });
    expect(await inputOf(element, outer)).to.deep.include({ appContext: { user: 'ann', form: 'outer' }, tools: ['outer a', 'outer b'] });

    const sectionContext = provideAgentContext(page.querySelector('section')!, { runner: inner, appContext: () => ({ form: 'inner' }), clientTools: [tool('b', 'inner b')] });
    expect(await inputOf(element, inner)).to.deep.include({ appContext: { user: 'ann', form: 'inner' }, tools: ['inner b', 'outer a'] });

    element.appContext = { own: true };
    expect(await inputOf(element, inner)).to.deep.include({ appContext: { own: true } });
    element.appContext = undefined;

    sectionContext.update({ appContext: { form: 'changed' } });
    expect(await inputOf(element, inner)).to.deep.include({ appContext: { user: 'ann', form: 'changed' } });

    sectionContext.dispose();
    expect(await inputOf(element, outer)).to.deep.include({ appContext: { user: 'ann', form: 'outer' }, tools: ['outer a', 'outer b'] });
    pageContext.dispose();
    expect((await element.send('x')).error?.code).to.equal('NO_AGENT');
  });

  it('[api 5] an element moved out of a panel does not keep the panel’s values', async () => {
    const runner = new ScriptedRunner();
    const panel = await fixture<HTMLElement>(html`<div></div>`);
    const outside = await fixture<HTMLElement>(html`<div></div>`);
    provideAgentContext(panel, { runner, appContext: { panel: true } });
    const element = conversation();
    panel.append(element);
    expect((await inputOf(element, runner)).appContext).to.eql({ panel: true });
    outside.append(element);
    expect((await element.send('x')).error?.code).to.equal('NO_AGENT');
    panel.append(element);
    expect((await inputOf(element, runner)).appContext).to.eql({ panel: true });
  });

  it('[api 6] <agent-context> provides its properties, nested ones merge, and a name it does not know is refused', async () => {
    const runner = new ScriptedRunner();
    const root = await fixture<AgentContextElement>(html`<agent-context .runner=${runner} .appContext=${{ a: 1, b: 1 }} .skills=${[{ id: '1', name: 'one' }]}><agent-context .appContext=${{ b: 2 }} .skills=${[{ id: '2', name: 'two' }]}></agent-context></agent-context>`);
    const element = conversation();
    root.firstElementChild!.append(element);
    void element.send('/one and /two');
    const call = await runner.next();
    expect(call.input.appContext).to.eql({ a: 1, b: 2 });
    expect(call.input.requestedSkillIDs).to.eql(['1', '2']);
    expect(() => provideAgentContext(root, { runer: null } as never)).to.throw('"runer" is not one of');
  });
});
