/** What a person would see: where a text stands on screen, and whether the composer takes keys. Shadow roots are looked into. */

function focused() {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element;
}

function boxOf(node) {
  const range = document.createRange();
  range.selectNodeContents(node);
  return range.getBoundingClientRect();
}

/** The text node in which `needle` begins, looked for from the end of the page. A renderer may have spread it over several nodes. */
function textNode(needle, mostNodes = 6000) {
  let seen = 0;
  let after = '';
  const walk = (node) => {
    if (++seen > mostNodes) return null;
    if (node.nodeType === Node.TEXT_NODE) {
      const text = node.data + after;
      after = text.slice(0, needle.length - 1);
      // A copy for screen readers is one pixel large.
      return text.includes(needle) && boxOf(node).width > 1 ? node : null;
    }
    if (node.localName === 'style' || node.localName === 'script') return null;
    for (let child = node.lastChild; child; child = child.previousSibling) {
      const found = walk(child);
      if (found) return found;
    }
    return node.shadowRoot ? walk(node.shadowRoot) : null;
  };
  return walk(document.body);
}

/** `absent`, `elsewhere` (laid out, not in the window) or `in view`. */
export function whereabouts(needle) {
  const node = textNode(needle);
  if (!node) return 'absent';
  const { top, bottom } = boxOf(node);
  return bottom > 0 && top < innerHeight ? 'in view' : 'elsewhere';
}

/** Also takes the focus, as a person who wants to type would. */
export function isUsable(field) {
  if (!field || field.disabled || field.readOnly || !(field.isContentEditable || 'value' in field)) return false;
  const { width, height } = field.getBoundingClientRect();
  if (!width || !height) return false;
  field.focus();
  return focused() === field;
}

export const typedInto = (field) => ('value' in field ? field.value : field.textContent);

/** The tallest scrolling box of the page. */
export function findScroller() {
  let tallest = null;
  const walk = (element) => {
    if (element.clientHeight > 100 && element.scrollHeight > element.clientHeight + 50) {
      const scrolls = ['auto', 'scroll'].includes(getComputedStyle(element).overflowY);
      if (scrolls && element.scrollHeight > (tallest?.scrollHeight ?? 0)) tallest = element;
    }
    for (const child of [...element.children, ...(element.shadowRoot?.children ?? [])]) walk(child);
  };
  walk(document.body);
  return tallest;
}
