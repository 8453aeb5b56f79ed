/** Where a screen reader hears the page. */

export type Urgency = 'polite' | 'assertive';

const selectors: Readonly<Record<Urgency, string>> = {
  polite: '.announcer [role="log"]',
  assertive: '.announcer [aria-live="assertive"]',
};

/** Puts one line in place of the last. A new element each time, so that the same words are said again. */
export function announce(root: ParentNode, urgency: Urgency, text: string): void {
  const region = root.querySelector(selectors[urgency]);
  if (!region) return;
  const line = document.createElement('p');
  line.textContent = text;
  region.replaceChildren(line);
}
