// The changes of a turn in VS Code's own editors: all of them in one, a file in its diff, and the file itself on the right side, where it can be changed.
import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text, toolUse } from '../../scripts/lib/api/apiStream.mjs';
import type { Parley } from '../support/parley.js';
import { sendWithSnapshot } from '../support/keptSnapshots.js';
import { shareWindow, windowLimit } from '../support/sharedWindow.js';
import { eventually } from '../webview/harness.js';

const command = "printf 'one\\nTWO\\n' > reviewed.txt && printf 'made\\n' > 'made by it.txt' && rm gone.txt";
const replies = {
  REVIEW_ME: [() => [toolUse('Bash', { command, description: 'Changes files' })], () => [text('I have changed them.')]],
  HELLO: () => [text('Hello back.')],
};

describe('the changes of a turn in the editors of VS Code', function () {
  this.timeout(windowLimit);
  let parley: Parley;
  let folder = '';
  // In a browser VS Code saves by itself.
  shareWindow('review', { replies, settings: { 'files.autoSave': 'off' } }, opened => {
    parley = opened;
    ({ folder } = parley);
  });
  const at = (name: string): string => join(folder, name);
  const names = ['reviewed.txt', 'gone.txt', 'made by it.txt'];
  afterEach(() => names.forEach(name => rmSync(at(name), { force: true })));

  it('stand in one editor, with what was before beside the file itself, which can be changed there', async () => {
    writeFileSync(at('reviewed.txt'), 'one\ntwo\n');
    writeFileSync(at('gone.txt'), 'gone\n');
    await sendWithSnapshot(parley, 'REVIEW_ME please');
    const asked = parley.log.getByRole('group', { name: 'Claude asks for permission: Bash' });
    await asked.getByRole('button', { name: /^Allow/ }).click();
    const row = parley.log.getByRole('button', { name: /^3 files changed/ });
    await row.waitFor();
    await parley.log.getByRole('button', { name: 'Review changes: 3 files' }).click();
    const tab = parley.page.getByRole('tab', { name: /^Changes of Claude’s turn/ });
    await tab.waitFor();
    const editor = parley.page.locator('.multiDiffEditor');
    for (const words of ['two', 'TWO', 'gone', 'made']) await editor.locator('.view-line', { hasText: words }).first().waitFor();
    // The key does what the arrow beside a change does, and VS Code's undo brings it back.
    const changed = editor.locator('.modified .view-line', { hasText: /TWO/ });
    await changed.click();
    const isReverted = (): Promise<boolean> =>
      changed.waitFor({ state: 'detached', timeout: 10_000 }).then(
        () => true,
        () => false,
      );
    // An extension learns some time after the click which editor has the focus; a key before that says that there is none.
    do {
      await parley.page.keyboard.press('Control+k');
      await parley.page.keyboard.press('Control+z');
    } while (!(await isReverted()));
    await editor.locator('.modified .view-line', { hasText: /two/ }).waitFor();
    await parley.page.keyboard.press('Control+z');
    await changed.waitFor();
    await parley.run('workbench.action.closeActiveEditor');
    await tab.waitFor({ state: 'detached' });

    await row.click();
    await parley.log.getByRole('button', { name: 'Open changes: reviewed.txt' }).click();
    const diff = parley.page.getByRole('tab', { name: /^reviewed\.txt: Before Claude’s turn/ });
    await diff.waitFor();
    const [before, after] = ['.editor.original', '.editor.modified'].map(side =>
      parley.page.locator(`.diff-editor ${side}, ${side}`).first(),
    );
    await (before ?? assert.fail()).locator('.view-line', { hasText: 'two' }).waitFor();
    const open = (words: RegExp) => (after ?? assert.fail()).locator('.view-line', { hasText: words });
    await open(/TWO/).waitFor();
    // A file that is taken back stays open, and its editor can undo what Parley has written on the disk.
    await parley.log.getByRole('button', { name: 'Revert: reviewed.txt' }).click();
    await open(/two/).click();
    await parley.page.keyboard.press('Control+z');
    await open(/TWO/).waitFor();
    await parley.page.keyboard.press('Control+y');
    await open(/two/).waitFor();
    await parley.page.locator('.tab.dirty').waitFor({ state: 'detached' });
    await parley.log.getByRole('button', { name: 'Undo revert: reviewed.txt' }).click();
    await open(/TWO/).click();
    await parley.page.keyboard.press('End');
    await parley.page.keyboard.type(' and mine');
    // What is in no file yet is not written over.
    await parley.log.getByRole('button', { name: 'Revert: reviewed.txt' }).click();
    await parley.page.getByText('“reviewed.txt” has unsaved changes in an editor, so it is left as it is.').first().waitFor();
    assert.equal(readFileSync(at('reviewed.txt'), 'utf8'), 'one\nTWO\n');
    await (after ?? assert.fail()).locator('.view-line', { hasText: 'TWO' }).click();
    await parley.run('workbench.action.files.save');
    await eventually(() => Promise.resolve(readFileSync(at('reviewed.txt'), 'utf8')), 'one\nTWO and mine\n');
    // VS Code asks about an editor that it closes before it knows that the file is written.
    await parley.page.locator('.tab.dirty').waitFor({ state: 'detached' });
    await parley.run('workbench.action.closeActiveEditor');
  });

  it('go back by the menu that VS Code has of a message, by the pointer and by key', async () => {
    await parley.newChat();
    await parley.send('HELLO menu');
    await parley.log.getByText('Hello back.').waitFor();
    const row = parley.log.locator('.row').filter({ hasText: 'HELLO menu' });
    const card = parley.view.getByRole('form', { name: 'Go back' });
    const item = (name: string) => parley.page.getByRole('menuitem', { name, exact: true });
    // By key: for the first 100 ms VS Code hears no press of the pointer in a menu.
    const choose = async (name: string): Promise<void> => {
      await item(name).waitFor();
      while (!(await item(name).evaluate(one => one === document.activeElement))) await parley.page.keyboard.press('ArrowDown');
      await parley.page.keyboard.press('Enter');
    };
    const cancel = async (): Promise<void> => {
      await card.getByRole('button', { name: 'Cancel' }).click();
      await card.waitFor({ state: 'detached' });
    };
    await row.click({ button: 'right' });
    for (const name of ['Edit', 'Fork Conversation from Here', 'Copy Message']) await item(name).waitFor();
    await choose('Go Back…');
    await card.waitFor();
    await cancel();
    await row.getByRole('button', { name: 'Edit this message' }).focus();
    await parley.page.keyboard.press('Shift+F10');
    await choose('Go Back…');
    await card.waitFor();
    await cancel();
  });
});
