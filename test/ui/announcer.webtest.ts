/** What reaches the live regions of the element, as a screen reader would hear it: every change of text in them. */
import { expect } from '@open-wc/testing';
import type { AgentConversationElement } from '../../src/element.js';
import type { AnnouncementLevel } from '../../src/ui/announcer.js';
import { exchange, stage, type Stage } from '../support/harness.js';

interface Heard {
  readonly at: number;
  readonly urgency: string;
  readonly line: string;
}

/** Records as NVDA does: text that is added inside of what is live. */
function listen(element: AgentConversationElement): Heard[] {
  const heard: Heard[] = [];
  new MutationObserver((records) => {
    for (const { addedNodes, target } of records) {
      const region = (target instanceof Element ? target : target.parentElement)?.closest('[aria-live], [role="log"], [role="status"], [role="alert"]');
      const line = Array.from(addedNodes, (node) => node.textContent ?? '').join('');
      if (region && line !== '') heard.push({ at: performance.now(), urgency: region.getAttribute('aria-live') ?? region.getAttribute('role') ?? '', line });
    }
  }).observe(element.renderRoot, { subtree: true, childList: true, characterData: true });
  return heard;
}

async function heardStage(announcements: AnnouncementLevel = 'full'): Promise<Stage & { heard: Heard[] }> {
  const made = await stage({ announcements });
  return { ...made, heard: listen(made.element) };
}

describe('announcements', () => {
  it('[case 48] a reply is said by its sentences at least two seconds apart, never by its pieces, and its end once', async () => {
    const { element, harness, runner, heard } = await heardStage();
    await harness.send('What is it?');
    const call = await runner.next();
    const reply = `${Array.from({ length: 12 }, (_, index) => `Sentence ${index + 1} has *some* words.`).join(' ')}\n\n\`\`\`ts\nlet a;\n\`\`\`\n\nThe end.`;
    for (let piece = 1; piece <= 60; piece++) {
      call.say(reply.slice(0, Math.ceil((reply.length * piece) / 60)));
      await new Promise(requestAnimationFrame);
      if (piece === 40) await harness.until(() => heard.length === 2, 'the first sentences', 4000);
    }
    call.settle();
    await harness.until(() => heard.some(({ line }) => line.includes('Answer complete')), 'the end', 4000);
    expect(heard.map(({ urgency }) => urgency)).to.deep.equal(heard.map(() => 'polite'));
    expect(heard[0]?.line).to.equal('Agent is answering');
    expect(heard[1]?.line).to.match(/^Sentence 1 has some words\. .*words\.$/);
    expect((heard[1]?.at ?? 0) - (heard[0]?.at ?? 0)).to.be.at.least(1900);
    expect(heard).to.have.length(3);
    expect(heard[2]?.line).to.match(/code, 1 line, TypeScript\. The end\. Answer complete, \d+ words\.$/);
    expect(element.messages).to.have.length(2);
  });

  it('[case 48] what is there at load is not said, nor the own message', async () => {
    const first = await stage();
    await exchange(first, 'An old question?', 'An old answer.');
    const { history, conversationId } = first.element;
    first.element.remove();
    const element = document.createElement('agent-conversation');
    Object.assign(element, { history, conversationId, runner: first.runner });
    document.body.append(element);
    const heard = listen(element);
    await element.updateComplete;
    await element.conversation.ready;
    await element.updateComplete;
    expect(element.messages).to.have.length(2);
    expect(heard).to.deep.equal([]);
    element.remove();
  });

  it('[case 48] a failure interrupts, once', async () => {
    const { harness, runner, heard } = await heardStage();
    await harness.send('Try');
    (await runner.next()).fail('The line is down.');
    await harness.until(() => !harness.button('Stop'), 'the turn to end');
    const said = heard.filter(({ line }) => line.includes('The line is down.'));
    expect(said.map(({ urgency, line }) => [urgency, line])).to.deep.equal([['assertive', 'The reply failed: The line is down.']]);
  });

  it('[UI-announce] the level is an attribute, and off is silence', async () => {
    const { element, harness, runner, heard } = await heardStage('off');
    element.setAttribute('announcements', 'off');
    expect(element.announcements).to.equal('off');
    await exchange({ element, harness, runner }, 'Hush', 'A word.');
    expect(heard).to.deep.equal([]);
    element.setAttribute('announcements', 'brief');
    await exchange({ element, harness, runner }, 'Speak', 'One thing. Another thing.');
    await harness.until(() => heard.length === 2, 'the end');
    expect(heard.map(({ line }) => line)).to.deep.equal(['Agent is answering', 'Agent replied: One thing. Answer complete, 4 words.']);
  });

  it('[UI-announce] the regions are empty, hidden from sight and not from a screen reader, and outside the messages', async () => {
    const { element } = await heardStage();
    const regions = [...element.renderRoot.querySelectorAll<HTMLElement>('[role="log"], .announcer [aria-live]')];
    expect(regions.map((region) => region.getAttribute('aria-live'))).to.deep.equal(['polite', 'assertive']);
    for (const region of regions) {
      expect(region.textContent).to.equal('');
      expect(region.closest('[role="feed"]')).to.equal(null);
      const { display, visibility } = getComputedStyle(region);
      expect([display === 'none', visibility]).to.deep.equal([false, 'visible']);
      expect(region.closest('[aria-hidden="true"], [hidden], [inert]')).to.equal(null);
    }
  });
});
