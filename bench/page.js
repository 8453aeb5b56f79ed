/** What is measured, in the page. Each function returns milliseconds; `run.mjs` turns them into ratios. */
import { AgentConversationElement, MemoryHistory } from '/dist/cdn/agent-conversation.js';

const piece = 24;

/** Prose, lists, a table and code in the proportions of an ordinary long answer. */
export function reply(size) {
  const block = (n) =>
    `## Part ${n}\n\nThe form asks for **eleven** things; the page asked for \`fourteen\`. I kept the eleven in their order, see [the guide](https://example.org/${n}).\n\n- one of ${n}\n- two of ${n}\n  - nested\n\n| Field | Type |\n|---|---|\n| Name ${n} | Text |\n| Mail | E-mail |\n\n\`\`\`ts\nexport const value${n} = field.number({ label: "Period", max: ${n} });\n\`\`\`\n\n`;
  let text = '';
  for (let n = 1; text.length < size; n++) text += block(n);
  return text.slice(0, size);
}

const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

const channel = new MessageChannel();

/** The next task: what the frame had to do is done. */
function task() {
  return new Promise((resolve) => {
    channel.port1.onmessage = resolve;
    channel.port2.postMessage(null);
  });
}

async function stage(runner, history) {
  document.body.replaceChildren();
  const element = document.createElement('agent-conversation');
  Object.assign(element, { runner, history: history ?? new MemoryHistory(), conversationId: 'bench' });
  document.body.append(element);
  await element.conversation.ready;
  await element.updateComplete;
  return element;
}

/** Time of the main thread over all frames, one piece per frame, drawing included; the waiting between frames is not counted. */
export async function stream(size, messagesBefore = 0) {
  const text = reply(size);
  let call;
  const runner = { processMessage: (input, options) => new Promise((resolve) => (call = { options, resolve })) };
  const element = await stage(runner, messagesBefore > 0 ? await filled(messagesBefore) : undefined);
  void element.send('Go');
  while (!call) await frame();
  let busy = 0;
  let longest = 0;
  for (let end = piece; end < text.length + piece; end += piece) {
    // Asked for before the element asks, so this callback is the first of the frame; the task after it comes when all is drawn.
    const begun = new Promise((resolve) => requestAnimationFrame(() => resolve(performance.now())));
    call.options.emit({ type: 'text', text: text.slice(0, end) });
    const start = await begun;
    await task();
    const used = performance.now() - start;
    busy += used;
    longest = Math.max(longest, used);
  }
  call.resolve({ success: true });
  return { busy, longest };
}

/** The same text into a bare <pre>: what the browser itself asks for. */
export async function plain(size) {
  const text = reply(size);
  document.body.replaceChildren();
  const pre = document.createElement('pre');
  document.body.append(pre);
  const node = pre.appendChild(document.createTextNode(''));
  let busy = 0;
  for (let end = piece; end < text.length + piece; end += piece) {
    const start = await new Promise((resolve) => requestAnimationFrame(() => resolve(performance.now())));
    node.appendData(text.slice(end - piece, end));
    await task();
    busy += performance.now() - start;
  }
  return busy;
}

async function filled(count) {
  const history = new MemoryHistory();
  const changes = [];
  let parentId = null;
  for (let sequence = 1; sequence <= count; sequence++) {
    const id = `m${sequence}`;
    const role = sequence % 2 ? 'user' : 'assistant';
    const text = role === 'user' ? `Question ${sequence}` : `Answer **${sequence}** with \`code\`.\n\n- one\n- two`;
    changes.push({ type: 'put-message', message: { id, conversationId: 'bench', parentId, branchId: null, sequence, role, content: [{ type: 'text', text }], status: 'complete', createdAt: sequence } });
    parentId = id;
  }
  changes.push({ type: 'put-conversation', conversation: { id: 'bench', title: null, leafId: parentId, viewed: {}, planMode: false, agentId: null, applicationId: null, createdAt: 1, updatedAt: 1 } });
  await history.commit('bench', changes);
  return history;
}

/** From the tag to the last message on screen. */
export async function open(count) {
  const history = await filled(count);
  const start = performance.now();
  const element = await stage(null, history);
  while (element.shadowRoot.querySelectorAll('article').length < count) await frame();
  await frame();
  return performance.now() - start;
}

/** From a key to the next frame, the middle of 30. */
export async function typing(count) {
  const element = await stage({ processMessage: async () => null }, await filled(count));
  while (element.shadowRoot.querySelectorAll('article').length < count) await frame();
  const field = element.shadowRoot.querySelector('textarea');
  field.focus();
  const times = [];
  for (let n = 0; n < 30; n++) {
    await frame();
    const start = performance.now();
    field.setRangeText('a', field.value.length, field.value.length, 'end');
    field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: 'a' }));
    await element.updateComplete;
    field.scrollHeight;
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[15];
}

window.bench = { stream, plain, open, typing };
window.elementDefined = Boolean(AgentConversationElement);
