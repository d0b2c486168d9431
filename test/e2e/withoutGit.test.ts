// Without the `git` command: what the edits of the real CLI have changed is shown, taken back and brought back to the byte, and nothing is said of commands.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text, toolUse } from '../../scripts/lib/api/apiStream.mjs';
import { shareWindowless, windowLimit } from '../support/sharedWindow.js';
import { clis } from '../support/tier.js';
import type { Windowless } from '../support/windowless/windowless.js';
import { eventually } from '../webview/harness.js';

let folder = '';
const at = (name: string): string => join(folder, name);
const notebook = (source: string): string =>
  JSON.stringify({
    cells: [{ cell_type: 'code', id: 'c1', metadata: {}, outputs: [], source, execution_count: null }],
    metadata: {},
    nbformat: 4,
    nbformat_minor: 5,
  });
const before: Readonly<Record<string, string | undefined>> = {
  // Line ends of both kinds, and a byte order mark: what the CLI tells of such a file is not what stood there.
  'mixed.txt': 'one\r\ntwo\nthree\r\n',
  'marked.txt': '\u00ef\u00bb\u00bfold\n',
  'book.ipynb': notebook('1 + 1'),
  'new.txt': undefined,
  'by a command.txt': undefined,
};
const edit = (file: string, old: string, now: string) => () => [
  toolUse('Read', { file_path: at(file) }),
  ...(old === '' ? [] : [toolUse('Edit', { file_path: at(file), old_string: old, new_string: now })]),
];
const replies = {
  EDIT: [
    edit('mixed.txt', 'two', 'TWO'),
    edit('marked.txt', 'old', 'new'),
    edit('book.ipynb', '', ''),
    () => [
      toolUse('NotebookEdit', { notebook_path: at('book.ipynb'), cell_id: 'c1', new_source: '2 + 2' }),
      toolUse('Write', { file_path: at('new.txt'), content: 'new\n' }),
      toolUse('Bash', { command: `printf unseen > '${at('by a command.txt')}'`, description: 'Changes a file' }),
    ],
    () => [text('I have changed them.')],
  ],
};

/** What Claude asks for, in its order: the tool, and words on the card. */
const asked = [
  ['Edit', 'mixed.txt'],
  ['Edit', 'marked.txt'],
  ['NotebookEdit', 'book.ipynb'],
  ['Write', 'new.txt'],
  ['Bash', 'printf unseen'],
] as const;

describe('the files that Claude has edited, without git', function () {
  this.timeout(windowLimit);
  let parley: Windowless;
  shareWindowless('withoutGit', { replies, withoutGit: true }, opened => {
    parley = opened;
    ({ folder } = parley);
  });
  const names = Object.keys(before);
  const files = () => names.map(name => (existsSync(at(name)) ? readFileSync(at(name), 'latin1') : undefined));
  const button = (name: string | RegExp) => parley.log.getByRole('button', { name });

  for (const cli of clis('newest'))
    it(`are counted, taken back to the byte, and go back with the conversation, after a restart too; commands are not covered (${cli} CLI)`, async () => {
      await parley.useCli(cli);
      for (const [name, content] of Object.entries(before)) {
        rmSync(at(name), { force: true });
        if (content !== undefined) writeFileSync(at(name), content, 'latin1');
      }
      await parley.send('EDIT');
      for (const [tool, words] of asked) {
        const card = parley.log.getByRole('group', { name: `Claude asks for permission: ${tool}`, exact: true }).filter({ hasText: words });
        await card.getByRole('button', { name: /^Allow/ }).click();
      }
      await button(/^4 files changed/).waitFor();
      await parley.log.getByText('What commands have changed is not known here, because Git was not found.').waitFor();
      const left = files();
      assert.equal(left.filter((content, nth) => content !== before[names[nth] ?? '']).length, 5);
      await button(/^4 files changed/).click();
      await button('Revert: marked.txt').click();
      await eventually(() => Promise.resolve(files()[1]), before['marked.txt']);
      await button('Undo revert: marked.txt').click();
      await eventually(() => Promise.resolve(files()), left);
      await parley.onDisk('EDIT', '"changes"');
      await parley.restart('closed');

      const row = parley.log.locator('.row').filter({ hasText: 'EDIT' }).first();
      await row.getByRole('button', { name: 'Go back to before this message' }).press('Enter');
      const card = parley.view.getByRole('form', { name: 'Go back' });
      await card.getByText('Git was not found, so only what Claude’s edits have changed goes back.').waitFor();
      await card.getByRole('button', { name: 'Go back', exact: true }).click();
      await parley.log.getByText(/^4 files went back$/).waitFor();
      assert.deepEqual(
        files(),
        names.map(name => (name === 'by a command.txt' ? 'unseen' : before[name])),
      );
      await parley.log.getByRole('button', { name: 'Undo going back' }).click();
      await parley.log.getByText('I have changed them.').waitFor();
      assert.deepEqual(files(), left);
    });
});
