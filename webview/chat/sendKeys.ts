// The keys of the ways to send, by their names. Pure.
import type { SendWay } from '../../src/shared/chatStatus.js';

export interface Keyboard {
  readonly isMac: boolean;
  /** Enter alone makes a line. */
  readonly ctrlEnterSends: boolean;
}

/** The keys for `aria-keyshortcuts`, without the plus signs. */
export function keysOf(way: SendWay, { isMac, ctrlEnterSends }: Keyboard): readonly string[] {
  if (way === 'after') return ctrlEnterSends ? [isMac ? 'Meta' : 'Control', 'Enter'] : ['Enter'];
  return way === 'next' ? ['Alt', 'Enter'] : ['Alt', 'Shift', 'Enter'];
}

const macSigns: ReadonlyMap<string, string> = new Map([
  ['Meta', '⌘'],
  ['Alt', '⌥'],
  ['Shift', '⇧'],
  ['Enter', '↩'],
]);

/** The keys by their names on the keyboard. */
export function keyHintOf(way: SendWay, keyboard: Keyboard): string {
  const keys = keysOf(way, keyboard);
  return keyboard.isMac ? keys.map(key => macSigns.get(key) ?? key).join('') : keys.join('+');
}
