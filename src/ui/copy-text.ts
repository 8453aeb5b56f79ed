/** Puts text on the clipboard. True when it is there. */
export async function copyText(text: string, near: Element): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // No permission, no secure context, or the page is framed without clipboard-write.
    return copyBySelection(text, near);
  }
}

function copyBySelection(text: string, near: Element): boolean {
  const root = near.getRootNode() as Document | ShadowRoot;
  const focused = root.activeElement;
  const field = document.createElement('textarea');
  field.className = 'visually-hidden';
  field.readOnly = true;
  field.tabIndex = -1;
  field.setAttribute('aria-hidden', 'true');
  field.value = text;
  near.append(field);
  try {
    field.focus({ preventScroll: true });
    field.select();
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    field.remove();
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  }
}
