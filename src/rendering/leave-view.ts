/** The question before an odd link is followed: its true address, what is odd about it, and two answers. */
import { html, nothing, render } from 'lit';
import { withVisibleControls } from './bidi-controls.js';
import type { LinkDoubt } from './link-doubts.js';
import type { RenderStrings } from './render-context.js';

/**
 * Asks in a popover inside the element of the link. Focus goes to "stay" and comes back to the link; Escape, a click beside it and
 * moving on with Tab leave everything as it was. The way out is a link of its own, so the browser opens it like any other.
 */
export function askBeforeLeaving(link: HTMLElement, href: string, doubts: readonly LinkDoubt[], strings: RenderStrings): void {
  const root = link.getRootNode();
  // Beside the messages and not among them: a new piece of the reply must not take the question away.
  const place = root instanceof ShadowRoot ? (root.querySelector('[part~="base"]') ?? root) : document.body;
  const panel = document.createElement('div');
  panel.className = 'leave';
  panel.popover = 'auto';
  panel.setAttribute('role', 'dialog');
  panel.setAttribute('aria-label', strings.leaveTitle);
  const close = (): void => {
    const hadFocus = panel.contains((root as Document | ShadowRoot).activeElement);
    panel.remove();
    if (hadFocus && link.isConnected) link.focus({ preventScroll: true });
  };
  panel.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    close();
  });
  panel.addEventListener('focusout', (event) => {
    if (event.relatedTarget instanceof Node && !panel.contains(event.relatedTarget)) close();
  });
  panel.addEventListener('toggle', (event) => {
    if ((event).newState === 'closed') close();
  });
  const { host, protocol } = new URL(href);
  const [before, after] = splitAt(href, host);
  render(
    html`<b class="title">${strings.leaveTitle}</b>
      <p class="address" dir="ltr" tabindex="0">${before || protocol}<b>${host}</b>${withVisibleControls(after)}</p>
      ${doubts.length > 0 ? html`<ul>${doubts.map((doubt) => html`<li>${wordsFor(doubt, strings)}</li>`)}</ul>` : nothing}
      <div class="foot">
        <a class="btn small" href=${href} target="_blank" rel="noopener noreferrer nofollow" @click=${() => setTimeout(close)}>${strings.leaveOpen}</a
        ><button type="button" class="btn small primary" autofocus @click=${close}>${strings.leaveStay}</button>
      </div>`,
    panel,
  );
  place.append(panel);
  panel.showPopover();
  standBeside(panel, link, place.nodeType === Node.ELEMENT_NODE ? (place as Element) : link);
  panel.querySelector('button')?.focus({ preventScroll: true });
}

const gap = 8;
const inset = 16;

/** Below the link, or above it where there is more room, and within the width of the element. */
function standBeside(panel: HTMLElement, link: Element, frame: Element): void {
  const around = frame.getBoundingClientRect();
  const words = link.getBoundingClientRect();
  const width = Math.min(panel.offsetWidth, around.width - 2 * inset);
  const height = panel.offsetHeight;
  const left = Math.max(around.left + inset, Math.min(words.left, around.right - inset - width));
  const below = words.bottom + gap + height <= window.innerHeight;
  const wanted = below ? words.bottom + gap : words.top - gap - height;
  const top = Math.max(gap, Math.min(wanted, window.innerHeight - gap - height));
  for (const [name, value] of Object.entries({ left, top, width })) panel.style.setProperty(name, `${value}px`);
}

/** Around the name of the site, which credentials may repeat: the last one before the path counts. */
function splitAt(href: string, host: string): readonly [string, string] {
  const start = href.indexOf('//') + 2;
  const end = href.slice(start).search(/[/?#]|$/) + start;
  const at = href.lastIndexOf(host, end);
  return [href.slice(0, at), href.slice(at + host.length)];
}

function wordsFor(doubt: LinkDoubt, strings: RenderStrings): string {
  switch (doubt.kind) {
    case 'credentials':
      return strings.leaveCredentials;
    case 'foreign-letters':
      return strings.leaveForeignLetters;
    case 'other-host':
      return strings.leaveOtherHost(doubt.claimed);
    case 'carries-data':
      return strings.addressCarries?.(doubt.characters) ?? '';
  }
}
