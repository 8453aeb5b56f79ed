/** The mark by which a copy of this package knows another copy's element. */
const marker = Symbol.for('agent-conversation.element');

/** Defines a tag once. A tag of another copy of this package is left to it; a tag of somebody else is warned about (case 43). */
export function defineElement(tag: string, constructor: CustomElementConstructor): void {
  const known = customElements.get(tag);
  if (known === undefined) {
    Object.defineProperty(constructor, marker, { value: true });
    customElements.define(tag, constructor);
  } else if (!Object.hasOwn(known, marker)) {
    console.warn(`agent-conversation: <${tag}> is already defined by other code on this page; the element of this package is not available under that name.`);
  }
}
