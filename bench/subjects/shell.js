/** The plainest chat there is: a list that scrolls and keeps to its end once per frame, and a field. */
const css = `
.shell { display: flex; flex-direction: column; height: 100% }
.shell .list { flex: 1; min-height: 0; overflow: auto; padding: 8px }
.shell .message { margin: 8px 0; overflow-wrap: anywhere }
.shell .user { margin-left: 20%; padding: 6px 10px; border-radius: 10px; background: #eef }
.shell .paragraph { white-space: pre-wrap; margin-bottom: 1em }
.shell textarea { height: 56px; font: inherit }`;

let list;
let field;
let due = false;

export function mountShell(root) {
  const style = document.createElement('style');
  style.textContent = css;
  const shell = document.createElement('div');
  shell.className = 'shell';
  list = document.createElement('div');
  list.className = 'list';
  field = document.createElement('textarea');
  field.ariaLabel = 'Message';
  shell.append(list, field);
  root.append(style, shell);
}

export function addMessage(role, into = list) {
  const message = document.createElement('div');
  message.className = `message ${role}`;
  into.append(message);
  return message;
}

export const toEnd = () => (list.scrollTop = list.scrollHeight);

export function followEnd() {
  if (due) return;
  due = true;
  requestAnimationFrame(() => {
    due = false;
    toEnd();
  });
}

/** All messages in one step; `draw` fills an answer. */
export function addAll(messages, draw) {
  const fragment = document.createDocumentFragment();
  for (const { role, text } of messages) {
    const message = addMessage(role, fragment);
    if (role === 'user') message.textContent = text;
    else draw(message, text);
  }
  list.append(fragment);
  toEnd();
}

export const typeTarget = () => field;
export const scroller = () => list;
