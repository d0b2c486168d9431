// A comment on a line in a real VS Code: by the keyboard, in the thread that VS Code opens, changed there, and resolved once Claude has it.
import { join } from 'node:path';
import { text } from '../../scripts/lib/api/apiStream.mjs';
import type { Parley } from '../support/parley.js';
import { shareWindow, windowLimit } from '../support/sharedWindow.js';
import { eventually } from '../webview/harness.js';

describe('a comment in the gutter', function () {
  this.timeout(windowLimit);
  let parley: Parley;
  shareWindow('comments', { replies: {}, otherwise: { blocks: [text('I have read it.')] } }, opened => {
    parley = opened;
  });

  const chip = (name: string | RegExp) => parley.view.getByRole('button', { name });
  const button = (name: string | RegExp) => parley.page.getByRole('button', { name }).first();

  it('is written by VS Code’s own command and keys, changed in its thread, and goes with the next message', async () => {
    const { page } = parley;
    await parley.run('vscode.open', { file: join(parley.folder, 'db/schema.sql') });
    // A focus that comes late would take the rest of what is typed.
    await page.locator('.editor-instance .monaco-editor.focused').waitFor();
    // VS Code asks for the lines that take comments a moment after the file is there; until then its command does nothing, and once more it closes the box.
    await page.locator('.comment-range-glyph').first().waitFor({ state: 'attached' });
    await parley.run('workbench.action.addComment');
    await button('Comment for Claude').waitFor();
    await page.locator('.review-widget .monaco-editor.focused').waitFor();
    await page.keyboard.type('Why a serial?');
    await page.keyboard.press('Control+Enter');
    await chip(/^1 comment, for your next message: db\/schema\.sql:1$/).waitFor();
    await page.getByText('Goes with your next message to Claude').first().waitFor();
    await page.getByText('Why a serial?').first().hover();
    await button('Edit Comment').click();
    await button('Save').waitFor();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('Why no uuid?');
    await button('Save').click();
    await chip(/^1 comment/).click();
    await parley.view.getByText('Why no uuid?').waitFor();
    await chip(/^1 comment/).click();
    await parley.send('Please.');
    await parley.log.getByText('I have read it.').waitFor();
    await parley.log.getByText('Why no uuid?').waitFor();
    // VS Code closes a thread that is resolved.
    await eventually(() => page.getByText('Goes with your next message to Claude').filter({ visible: true }).count(), 0);
    await eventually(() => chip(/^1 comment/).count(), 0);
  });
});
