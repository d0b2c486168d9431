// A chat in an editor tab, beside the one in the side bar, of which an edit is open in the editor too; and the questions of all chats, found again.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FrameLocator } from 'playwright-core';
import { text, toolUse } from '../../scripts/lib/api/apiStream.mjs';
import type { Parley } from '../support/parley.js';
import { tabFrame } from '../support/parley.js';
import { replies } from '../support/replies.js';
import { shareWindow, windowLimit } from '../support/sharedWindow.js';
import { eventually } from '../webview/harness.js';

/** What VS Code has written of the editors of its window; runs in the workbench's page. */
async function keptEditors(): Promise<string> {
  const result = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error ?? new Error('no reason given'));
    });
  let kept = '';
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await result(indexedDB.open(name));
    if (database.objectStoreNames.contains('ItemTable'))
      kept += String(await result(database.transaction('ItemTable').objectStore('ItemTable').get('memento/workbench.parts.editor')));
    database.close();
  }
  return kept;
}

describe('a chat in an editor tab', function () {
  this.timeout(windowLimit);
  let parley: Parley;

  const edited = (): string => join(parley.folder, 'edited.txt');
  const EDIT = [
    () => [toolUse('Read', { file_path: edited() })],
    () => [toolUse('Edit', { file_path: edited(), old_string: 'two', new_string: 'TWO' })],
    () => [text('Thank you, I go on with that.')],
  ];
  shareWindow('tabs', { replies: { ...replies, EDIT } }, opened => (parley = opened));

  const tab = (): FrameLocator => parley.page.frameLocator(tabFrame).frameLocator('#active-frame');

  it('is found by what was answered in it', async () => {
    await parley.send('ASK_ONE please');
    await parley.card().getByRole('radio', { name: 'SQLite', exact: true }).click();
    await parley.card().getByRole('button', { name: 'Submit' }).click();
    await parley.log.getByText('Thank you, I go on with that.').waitFor();
    await parley.newChat();
    await parley.runTitled('Parley: Show Answered Questions');
    await parley.page.getByPlaceholder('Search questions and answers').fill('sqlite');
    await parley.pick(/Which database should we use\?/);
    await parley.card().getByText('One file').waitFor();
    await eventually(() => parley.card().evaluate(form => form === document.activeElement), true);
  });

  it('leaves the title of the side bar to the chat there, also where the person was in the tab last', async () => {
    const { page } = parley;
    const tabs = () => page.getByRole('tab', { name: 'New chat', exact: false });
    await parley.newChat();
    await page.getByRole('button', { name: 'Open Chat in Editor Tab' }).click();
    const box = tab().getByRole('textbox', { name: 'Message Claude' });
    await box.click();
    await eventually(() => box.evaluate(element => element === document.activeElement), true);
    await page.getByRole('button', { name: 'Open Chat in Editor Tab' }).click();
    await eventually(() => tabs().count(), 2);
    await parley.run('workbench.action.closeAllEditors');
    await eventually(() => tabs().count(), 0);
  });

  it('goes on there while an edit of another is changed, and is there again in the next window, where the row of that edit keeps the changes', async () => {
    await parley.send('ASK_ONE please');
    await parley.card().getByRole('radio', { name: 'SQLite', exact: true }).click();
    await parley.page.getByRole('button', { name: 'Open Chat in Editor Tab' }).click();
    await tab().getByRole('radio', { name: 'SQLite', exact: true }).waitFor();
    await parley.view.getByText('Try one of these').waitFor();
    const { page } = parley;
    writeFileSync(edited(), 'one\ntwo\n');
    await parley.send('EDIT please');
    await parley.log.getByRole('button', { name: 'Edit before allowing' }).click();
    const diff = () => page.getByRole('tab', { name: /^edited\.txt: Current/ });
    await diff().waitFor();
    await page.getByText('TWO').last().click();
    // A key that comes before the editor has the focus goes elsewhere.
    await page.locator('.monaco-editor.focused').waitFor();
    await page.keyboard.press('Home');
    await page.keyboard.type('mine ');
    await parley.onDisk('EDIT please', 'mine TWO');
    await page.getByRole('tab', { name: /ASK_ONE please/ }).click();
    // In a browser VS Code writes some seconds late which editors are open, and writes at the end of a window what the browser still takes.
    await eventually(() => parley.page.evaluate(keptEditors), /ASK_ONE please/);
    // By VS Code's own command, which ends the extension host in its order.
    await parley.run('workbench.action.reloadWindow');
    await parley.page.getByRole('tab', { name: /ASK_ONE please/ }).waitFor({ state: 'detached' });
    await parley.openView();
    await parley.log.getByRole('button', { name: 'Your changes of this edit were not written' }).click();
    await parley.log.getByText('+mine TWO').waitFor();
    await diff().waitFor({ state: 'detached' });
    assert.equal(readFileSync(edited(), 'utf8'), 'one\ntwo\n');
    const card = tab().getByRole('form', { name: 'Claude asks' });
    await card.getByRole('button', { name: 'Submit' }).waitFor();
    await eventually(() => card.getByRole('radio', { name: 'SQLite', exact: true }).isChecked(), true);
    // oxlint-disable-next-line parley/single-look -- A notice goes by itself, so that a look that waits would let it pass.
    assert.equal(await parley.page.getByText('Claude asks: Which database').count(), 0, 'told of what is in sight');
    await card.getByRole('button', { name: 'Submit' }).click();
    const request = await parley.api.waitForRequest(({ side, key, toolResults }) => !side && key === 'ASK_ONE' && toolResults.length > 0);
    assert.match(request.toolResults[0]?.text ?? '', /="SQLite"/);
    await tab().getByText('Thank you, I go on with that.').waitFor();
  });
});
