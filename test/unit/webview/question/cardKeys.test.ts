// Which keys act on a question's card, by the place where they are pressed.
import assert from 'node:assert/strict';
import type { KeyPlace, KeyPress } from '../../../../webview/question/model/cardKeys.js';
import { keyAct } from '../../../../webview/question/model/cardKeys.js';

const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, isComposing: false, repeat: false };
const act = (press: Partial<KeyPress> & Pick<KeyPress, 'key'>, place: KeyPlace = 'option', newLine = false) =>
  keyAct({ ...none, ...press }, place, { multiSelect: true, newLine });
const texts = ['textBox', 'textArea', 'filter'] as const;

describe('the keys of a question', () => {
  it('are the digits also where the keyboard needs Shift for them, and letters also with Caps Lock', () => {
    assert.deepEqual(act({ key: '2', shiftKey: true }), { type: 'pick', position: 1 });
    for (const [key, type] of [
      ['O', 'other'],
      ['A', 'all'],
      ['N', 'none'],
      ['S', 'same'],
    ] as const)
      assert.deepEqual([act({ key }), act({ key, shiftKey: true })], [{ type }, undefined]);
    for (const place of texts)
      assert.deepEqual([act({ key: '2', shiftKey: true }, place), act({ key: 'O' }, place)], [undefined, undefined]);
  });

  it('do nothing more while Enter is held down, also not to the button that has the focus by then', () => {
    for (const place of ['option', 'button', 'textBox', 'textArea', 'filter'] as const)
      for (const ctrlKey of [true, false]) assert.deepEqual(act({ key: 'Enter', repeat: true, ctrlKey }, place), { type: 'held' }, place);
    assert.equal(act({ key: 'Enter', repeat: true }, 'textArea', true), undefined);
  });
});
