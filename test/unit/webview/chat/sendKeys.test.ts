// The keys of the ways to send are those that the keyboard has.
import assert from 'node:assert/strict';
import { keyHintOf, keysOf } from '../../../../webview/chat/sendKeys.js';

describe('the keys of a way to send', () => {
  for (const [way, isMac, ctrlEnterSends, keys, hint] of [
    ['after', false, false, 'Enter', 'Enter'],
    ['after', false, true, 'Control+Enter', 'Control+Enter'],
    ['after', true, true, 'Meta+Enter', '⌘↩'],
    ['after', true, false, 'Enter', '↩'],
    ['next', true, false, 'Alt+Enter', '⌥↩'],
    ['now', true, true, 'Alt+Shift+Enter', '⌥⇧↩'],
    ['now', false, true, 'Alt+Shift+Enter', 'Alt+Shift+Enter'],
  ] as const) {
    it(`${way} are ${keys}, shown as ${hint}${isMac ? ', on a Mac' : ''}`, () => {
      assert.deepEqual([keysOf(way, { isMac, ctrlEnterSends }).join('+'), keyHintOf(way, { isMac, ctrlEnterSends })], [keys, hint]);
    });
  }
});
