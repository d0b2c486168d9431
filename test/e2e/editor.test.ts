// What goes from the message box to Claude, as the API sees it: files and commands that are picked from the lists.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from '../../scripts/lib/api/apiStream.mjs';
import type { ApiRequest } from '../../scripts/lib/api/scriptedApi.mjs';
import { claudePaths } from '../support/claudes.js';
import { shareWindowless, windowLimit } from '../support/sharedWindow.js';
import { clis } from '../support/tier.js';
import type { Windowless } from '../support/windowless/windowless.js';
import { eventually } from '../webview/harness.js';

describe('what goes to Claude from the message box', function () {
  this.timeout(windowLimit);
  let parley: Windowless;
  const done = { blocks: [text('Thank you, I go on with that.')] };
  shareWindowless(
    'editor',
    {
      replies: {},
      otherwise: done,
    },
    opened => {
      parley = opened;
      execFileSync('git', ['-C', parley.folder, 'init'], { stdio: 'ignore' });
      writeFileSync(join(parley.folder, '.gitignore'), 'mine.txt\n');
      for (const name of ['mine.txt', 'minor.txt']) writeFileSync(join(parley.folder, name), 'one\n');
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

  for (const cli of clis('newest')) {
    describe(`with the ${cli} CLI`, () => {
      before(() => parley.changeSettings({ 'parley.claude.path': claudePaths[cli] }));

      it('a file that is picked behind @ goes along with its content, and a command behind / with its words', async () => {
        await parley.idle();
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

        // Its CLI, once it has read the folder, ranks the files without the ignored ones, which come behind them.
        const listed = async (): Promise<readonly (string | null)[]> => {
          await box().fill('');
          await box().pressSequentially('@min');
          await files.getByRole('option').first().waitFor();
          await parley.idle();
          return files
            .getByRole('option', { name: /txt/ })
            .evaluateAll(all => all.map(one => /\w+\.txt/.exec(one.textContent)?.[0] ?? null));
        };
        await eventually(listed, ['minor.txt', 'mine.txt']);
        await box().press('Escape');
        await box().fill('');

        await box().pressSequentially('/gree');
        const commands = parley.view.getByRole('listbox', { name: 'Commands' });
        const option = commands.getByRole('option', { name: /\/greet/ });
        await eventually(() => option.textContent(), /\/greet \[name\].*Says a greeting/);
        await box().press('Enter');
        await eventually(() => box().inputValue(), '/greet ');
        await box().pressSequentially('the team');
        await box().press('Enter');
        await eventually(() => parley.log.getByText('Thank you, I go on with that.').count(), 2);
        const last = JSON.stringify(conversation().at(-1)?.messages.at(-1));
        assert.ok(last.includes('GREETING for the team, please.'), last);
      });
    });
  }
});
