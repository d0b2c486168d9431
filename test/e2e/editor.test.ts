// What goes from the editor and the message box to Claude, as the API sees it: files and commands that are picked from the lists, and words
// that are not on the disk yet.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text, toolUse } from '../../scripts/lib/api/apiStream.mjs';
import type { ApiRequest } from '../../scripts/lib/api/scriptedApi.mjs';
import type { Parley } from '../support/parley.js';
import { claudePaths } from '../support/parley.js';
import { pickRow, runCommand } from '../support/quickPick.js';
import { shareWindow, windowLimit } from '../support/sharedWindow.js';
import { eventually } from '../webview/harness.js';

describe('what goes to Claude from the editor and the message box', function () {
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
    opened => {
      parley = opened;
      mkdirSync(join(parley.folder, '.claude/commands'), { recursive: true });
      writeFileSync(
        join(parley.folder, '.claude/commands/greet.md'),
        '---\ndescription: Says a greeting\nargument-hint: "[name]"\n---\nGREETING for $ARGUMENTS, please.\n',
      );
    },
  );

  const box = () => parley.view.getByRole('textbox', { name: 'Message Claude' });
  const finished = () => parley.log.getByText('Thank you, I go on with that.').waitFor();
  const conversation = (): readonly ApiRequest[] => parley.api.requests.filter(({ side }) => !side);

  for (const cli of ['newest', 'deferring', 'oldest'] as const) {
    describe(`with the ${cli} CLI`, () => {
      before(() => parley.changeSettings({ 'parley.claude.path': claudePaths[cli] }));

      it('a file that is picked behind @ goes along with its content, and a command behind / with its words', async () => {
        await box().pressSequentially('Look at @schem');
        const files = parley.view.getByRole('listbox', { name: 'Files and more to add' });
        await files.getByRole('option', { name: /schema\.sql/ }).waitFor();
        await box().press('Enter');
        await eventually(() => box().inputValue(), 'Look at @db/schema.sql ');
        await box().press('Enter');
        await finished();
        const schema = readFileSync(join(parley.folder, 'db/schema.sql'), 'utf8');
        const firstLine = schema.split('\n')[0] ?? '';
        assert.ok(
          JSON.stringify(conversation().at(-1)?.messages).includes(JSON.stringify(firstLine).slice(1, -1)),
          'the file is not there',
        );

        await box().pressSequentially('/gree');
        const commands = parley.view.getByRole('listbox', { name: 'Commands' });
        const option = commands.getByRole('option', { name: /\/greet/ });
        assert.match((await option.textContent()) ?? '', /\/greet \[name\].*Says a greeting/);
        await box().press('Enter');
        await eventually(() => box().inputValue(), '/greet ');
        await box().pressSequentially('the team');
        await box().press('Enter');
        await eventually(() => parley.log.getByText('Thank you, I go on with that.').count(), 2);
        const last = JSON.stringify(conversation().at(-1)?.messages.at(-1));
        assert.ok(last.includes('GREETING for the team, please.'), last);
      });

      it('what is typed in an editor and not saved is what Claude reads, and its edit keeps it', async () => {
        const { page } = parley;
        writeFileSync(file(), 'limit = 10\n');
        await page.keyboard.press('Control+P');
        await page.getByRole('textbox', { name: /Search files by name/ }).fill('notes.txt');
        await pickRow(page, /^notes\.txt/);
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
        assert.equal(await page.locator('.tab.dirty').count(), 0);
        await runCommand(page, 'View: Close All Editors');
        await tab.waitFor({ state: 'detached' });
      });
    });
  }
});
