// Which keys decide a permission.
import assert from 'node:assert/strict';
import type { PermissionKeyPlace } from '../../../../webview/chat/permissionKeys.js';
import { isTyping, permissionKeyAct } from '../../../../webview/chat/permissionKeys.js';
import type { KeyPress } from '../../../../webview/question/model/cardKeys.js';

const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, isComposing: false, repeat: false };
const act = (press: Partial<KeyPress>, place: Partial<PermissionKeyPlace> = {}) =>
  permissionKeyAct({ key: 'Enter', ...none, ...press }, { isMac: false, isNew: false, typing: false, ...place });

describe('the keys of a permission', () => {
  it('are Ctrl+Enter and Ctrl+Backspace, on a Mac with the command key', () => {
    assert.equal(act({ ctrlKey: true }), 'allow');
    assert.equal(act({ ctrlKey: true, key: 'Backspace' }), 'deny');
    assert.equal(act({ metaKey: true }, { isMac: true }), 'allow');
    assert.equal(act({ metaKey: true, key: 'Backspace' }, { isMac: true }), 'deny');
    assert.equal(act({ ctrlKey: true }, { isMac: true }), 'combined');
    assert.equal(act({ metaKey: true }), 'combined');
  });

  it('leave Enter and Space to the focused button', () => {
    for (const key of ['Enter', ' ', 'Backspace', 'a', 'd', 'y', '1', 'Escape', 'Tab']) assert.equal(act({ key }), undefined);
    assert.equal(act({ key: 'a', ctrlKey: true }), undefined);
    assert.equal(act({ key: ' ', ctrlKey: true }), 'combined');
  });

  for (const [title, press, place, held] of [
    ['held down', { repeat: true }, {}, 'held'],
    ['of an input method', { isComposing: true }, {}, 'held'],
    ['with Shift', { shiftKey: true }, {}, 'combined'],
    ['with Alt', { altKey: true }, {}, 'combined'],
    ['while the card is new', {}, { isNew: true }, 'unread'],
    ['behind a typed word', {}, { typing: true }, 'typed'],
  ] as const) {
    it(`press nothing ${title}, and which of these the card says`, () => {
      for (const key of ['Enter', ' '])
        for (const ctrlKey of [true, false]) assert.equal(act({ key, ctrlKey, ...press }, place), held, key);
      assert.equal(act({ key: 'Backspace', ctrlKey: true, ...press }, place), held);
      // Which does nothing on any card.
      assert.equal(act({ key: 'Backspace', ...press }, place), undefined);
    });
  }

  it('open the note by n, which decides nothing, unless it belongs to a word or to something else', () => {
    assert.equal(act({ key: 'n' }), 'note');
    for (const press of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { repeat: true }, { isComposing: true }])
      assert.equal(act({ key: 'n', ...press }), undefined);
    assert.equal(act({ key: 'n' }, { typing: true }), undefined);
    assert.equal(act({ key: 'n' }, { isNew: true }), 'unread');
  });

  it('come behind a typed word until another key was pressed', () => {
    const after = (...keys: readonly string[]): boolean => keys.reduce((typing, key) => isTyping({ key, ...none }, typing), false);
    assert.equal(after('a'), true);
    assert.equal(after('a', ' ', 'Enter', 'Shift'), true);
    assert.equal(after(' ', 'Enter'), false);
    assert.equal(after('a', 'Tab'), false);
    assert.equal(after('ArrowDown', 'Escape'), false);
    assert.equal(isTyping({ key: 'c', ...none, ctrlKey: true }, false), false);
  });
});
