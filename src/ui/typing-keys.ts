/** Which keys belong to a text field, and which of those to the input method. */

type Key = Pick<KeyboardEvent, 'key' | 'keyCode' | 'isComposing' | 'ctrlKey' | 'metaKey' | 'altKey'> & Partial<Pick<KeyboardEvent, 'getModifierState'>>;

/**
 * True for a key that the input method owns: nobody else acts on it or prevents it (cases 01–03). Safari reports the Enter
 * that accepts a word after the composition has ended; only key code 229 tells.
 */
export function isComposingKey(event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return event.isComposing || event.keyCode === 229;
}

const editingKeys = new Set([
  'Enter', 'Backspace', 'Delete', 'Insert', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'PageDown',
  // Alone they write nothing, but a page may listen for them (a search that opens on two Shifts).
  'Shift', 'CapsLock', 'AltGraph', 'Dead',
]);
const editingWithControl = new Set(['a', 'c', 'v', 'x', 'y', 'z', 'enter', 'backspace', 'delete', 'insert', 'arrowup', 'arrowdown', 'arrowleft', 'arrowright', 'home', 'end']);

/**
 * True for a key that writes or edits when it is pressed in a text field, so that it must not reach the page's shortcuts
 * (case 44). Not among them: Escape, Tab, function keys, and Ctrl or Cmd with a key that edits nothing.
 */
export function isTypingKey(event: Key): boolean {
  if (isComposingKey(event)) return true;
  const { key } = event;
  const writes = [...key].length === 1;
  // AltGr is reported as Ctrl + Alt on Windows.
  if (event.getModifierState?.('AltGraph')) return writes || editingKeys.has(key);
  if (event.ctrlKey || event.metaKey) return editingWithControl.has(key.toLowerCase());
  // Option writes signs on a Mac; Alt with a plain letter or digit is a shortcut everywhere else.
  if (event.altKey && writes) return !/^[a-z0-9]$/i.test(key);
  return writes || editingKeys.has(key);
}
