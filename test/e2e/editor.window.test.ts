// What goes from an editor of VS Code's to Claude, as the API sees it: words that are not on the disk yet.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text, toolUse } from '../../scripts/lib/api/apiStream.mjs';
import type { ApiRequest } from '../../scripts/lib/api/scriptedApi.mjs';
import type { Parley } from '../support/parley.js';
import { claudePaths } from '../support/claudes.js';
import { shareWindow, windowLimit } from '../support/sharedWindow.js';
import { clis } from '../support/tier.js';
import { eventually } from '../webview/harness.js';

describe('what goes to Claude from the editor', function () {
  this.timeout(windowLimit);
  let parley: Parley;
  const done = { blocks: [text('Thank you, I go on with that.')] };
  const file = (): string => join(parley.folder, 'notes.txt');
  shareWindow(
    'editor',
    {
      replies: {
        CHANGE: [
          () => [toolUse('Read', { file_path: file() })],
          () => [toolUse('Edit', { file_path: file(), old_string: 'limit = 10', new_string: 'limit = 50' })],
          done,
        ],
      },
      otherwise: done,
      // In a browser VS Code saves by itself.
      settings: { 'files.autoSave': 'off' },
    },
    opened => (parley = opened),
  );

  const finished = () => parley.log.getByText('Thank you, I go on with that.').waitFor();
  const conversation = (): readonly ApiRequest[] => parley.api.requests.filter(({ side }) => !side);

  for (const cli of clis('newest')) {
    describe(`with the ${cli} CLI`, () => {
      before(() => parley.changeSettings({ 'parley.claude.path': claudePaths[cli] }));

      it('what is typed in an editor and not saved is what Claude reads, and its edit keeps it', async () => {
        const { page } = parley;
        writeFileSync(file(), 'limit = 10\n');
        await parley.run('vscode.open', { file: file() });
        const tab = page.getByRole('tab', { name: /notes\.txt/ });
        await tab.waitFor();
        await page.locator('.monaco-editor textarea, .monaco-editor .native-edit-context').first().focus();
        await page.keyboard.press('Control+Home');
        await page.keyboard.type(`typed by hand for ${cli}\n`);
        await page.locator('.tab.dirty').waitFor();
        assert.equal(readFileSync(file(), 'utf8'), 'limit = 10\n');
        await parley.send('CHANGE the limit');
        const card = parley.log.getByRole('group', { name: 'Claude asks for permission: Edit' });
        await card.getByRole('button', { name: /^Allow/ }).click();
        await finished();
        const [, read] = conversation();
        assert.ok(read?.toolResults[0]?.text.includes(`typed by hand for ${cli}`), read?.toolResults[0]?.text);
        assert.equal(readFileSync(file(), 'utf8'), `typed by hand for ${cli}\nlimit = 50\n`);
        await page.getByText('limit = 50').waitFor();
        await eventually(() => page.locator('.tab.dirty').count(), 0);
        await parley.run('workbench.action.closeAllEditors');
        await tab.waitFor({ state: 'detached' });
      });
    });
  }
});
