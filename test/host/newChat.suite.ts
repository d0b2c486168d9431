// What the page is told, and VS Code is asked for, when the person begins a new chat.
import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FakeView } from './fakeView.js';
import { keepParkedQuestion } from './keptQuestion.js';
import type { OpenParley } from './openParley.js';
import { contextKeys, openParley } from './openParley.js';
import { until } from './until.js';
import { anywhere } from './where.js';
import { removeFolder } from '../support/removeFolder.js';

anywhere('the page of a new chat', () => {
  let parley: OpenParley;
  let view: FakeView;
  beforeEach(() => {
    parley = openParley();
    view = parley.open();
  });
  afterEach(() => parley.close());

  it('that does not get the focus says so, and VS Code is asked once more for each command', async () => {
    const asked = (): number => parley.executed.filter(id => id === 'parley.chat.focus').length;
    view.post({ type: 'notFocused' });
    assert.equal(asked(), 0);
    for (const times of [2, 4]) {
      await parley.run('parley.newChat');
      assert.equal(view.messages.at(-1)?.type, 'focusGiven');
      view.post({ type: 'notFocused' });
      view.post({ type: 'notFocused' });
      assert.equal(asked(), times);
    }
  });

  it('that does not get the focus takes it from no list of a later command', async () => {
    const asked = (): number => parley.executed.filter(id => id === 'parley.chat.focus').length;
    await parley.run('parley.newChat');
    await parley.run('parley.showChats');
    view.post({ type: 'notFocused' });
    assert.equal(asked(), 1);
  });

  it('that has the focus already is not given it again, unless it has lost it meanwhile', async () => {
    const asked = (): number => parley.executed.filter(id => id === 'parley.chat.focus').length;
    view.post({ type: 'pageFocus', focused: true });
    await parley.run('parley.newChat');
    assert.equal(asked(), 0);
    view.post({ type: 'notFocused' });
    assert.equal(asked(), 1);
    view.post({ type: 'pageFocus', focused: false });
    await parley.run('parley.newChat');
    assert.equal(asked(), 2);
  });

  it('says where the focus is, so that VS Code has the keys of the chat there only', async () => {
    view.post({ type: 'pageFocus', focused: true });
    await until(() => contextKeys.get('parley.focus') === 'sideBar');
    view.post({ type: 'pageFocus', focused: false });
    await until(() => contextKeys.get('parley.focus') === undefined);
    view.post({ type: 'pageFocus', focused: true });
    view.setVisible(false);
    await until(() => contextKeys.get('parley.focus') === undefined);
    view.post({ type: 'pageFocus', focused: true });
    view.dispose();
    await until(() => contextKeys.get('parley.focus') === undefined);
  });

  it('of a window that begins is told before an earlier chat takes its place, so that what is typed goes along', async () => {
    await parley.close();
    const storage = mkdtempSync(join(tmpdir(), 'parley-storage-'));
    await keepParkedQuestion(storage, 'toolu_kept');
    parley = openParley({ storage });
    view = parley.open();
    const { chat } = view;
    await until(() => view.find('question')?.phase === 'asked');
    const kinds = view.messages.map(({ type }) => type);
    assert.deepEqual(view.messages[kinds.indexOf('typedSince')], { type: 'typedSince', chat, text: '' });
    assert.ok(kinds.indexOf('typedSince') < kinds.lastIndexOf('snapshot'));
    await parley.close();
    await removeFolder(storage);
    parley = openParley();
  });

  it('is told what stood in the message box when the person begins a new chat, before it is shown', async () => {
    view.post({ type: 'saveComposerDraft', text: 'a thought' });
    const { chat, messages } = view;
    const before = messages.length;
    await parley.run('parley.newChat');
    const told = messages.slice(before).filter(({ type }) => type === 'typedSince' || type === 'snapshot');
    assert.deepEqual(told.slice(0, 1), [{ type: 'typedSince', chat, text: 'a thought' }]);
    assert.equal(told[1]?.type, 'snapshot');
    // It is empty, so it stays.
    await parley.run('parley.newChat');
    assert.equal(messages.filter(({ type }) => type === 'typedSince').length, 1);
  });
});
