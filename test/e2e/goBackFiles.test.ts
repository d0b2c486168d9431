// The files of a chat that goes back, with the real CLI and real git: after commands and edits, of the turn that runs, and of turns that the end of a window has cut.
import assert from 'node:assert/strict';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { text, toolUse } from '../../scripts/lib/api/apiStream.mjs';
import type { Replies } from '../../scripts/lib/api/scriptedApi.mjs';
import { allow, sendWithSnapshot } from '../support/keptSnapshots.js';
import { database } from '../support/replies.js';
import { shareWindowless, windowLimit } from '../support/sharedWindow.js';
import { isWholeMatrix } from '../support/tier.js';
import type { Windowless } from '../support/windowless/windowless.js';
import { eventually } from '../webview/harness.js';

describe('the files of a chat that goes back', function () {
  this.timeout(windowLimit);
  let parley: Windowless;
  let folder = '';
  const at = (name: string): string => join(folder, name);
  /** Files that a build writes. */
  const built = isWholeMatrix ? 2_000 : 300;
  const commands = [
    ...['rm gone.txt', 'mv moved.txt away.txt', 'chmod +x run.sh', 'ln -s kept.txt link'],
    ...["printf 'more\\n' >> kept.txt", 'mkdir -p built', `for i in $(seq ${built}); do echo $i > built/$i.txt; done`],
  ];
  const changing: Replies = {
    CHANGE: [
      () => [toolUse('Bash', { command: commands.join(' && '), description: 'Changes files' })],
      () => [toolUse('Write', { file_path: at('mine.txt'), content: 'Claude’s\n' })],
      () => [text('I have changed them.')],
    ],
    HALF: [
      () => [toolUse('Bash', { command: 'echo half > half.txt', description: 'Begins' })],
      () => [toolUse('Write', { file_path: at('whole.txt'), content: 'whole\n' })],
      () => [text('I am done.')],
    ],
    CUT: [
      () => [toolUse('Bash', { command: 'echo cut > cut.txt && echo cut > kept.txt', description: 'Begins' })],
      () => [toolUse('AskUserQuestion', { questions: [database] })],
      () => [toolUse('Write', { file_path: at('behind.txt'), content: 'behind\n' })],
      () => [text('I am done.')],
    ],
  };
  shareWindowless('goBackFiles', { replies: changing }, opened => {
    parley = opened;
    ({ folder } = parley);
  });

  const permission = (tool: string) => parley.log.getByRole('group', { name: `Claude asks for permission: ${tool}` });

  /** Each path with its rights and its content, or where it leads. */
  const standing = (): Readonly<Record<string, string>> =>
    Object.fromEntries(
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter(entry => !entry.isDirectory() && !entry.parentPath.includes('.git'))
        .map(({ name, parentPath }) => {
          const path = join(parentPath, name);
          const stat = lstatSync(path);
          const said = stat.isSymbolicLink() ? readlinkSync(path) : readFileSync(path, 'latin1');
          return [relative(folder, path), `${(stat.mode & 0o100) !== 0 ? 'x' : '-'} ${said}`];
        }),
    );

  it('go back to the byte after commands and edits, but for what the person has changed since, and come again with Undo', async () => {
    for (const [name, content] of Object.entries({
      'gone.txt': 'gone\n',
      'moved.txt': 'moved\n',
      'run.sh': 'echo\n',
      'kept.txt': 'kept\r\n',
    }))
      writeFileSync(at(name), content);
    const before = standing();
    await sendWithSnapshot(parley, 'CHANGE');
    await allow(parley, 'Bash', 'Write');
    await parley.log.getByRole('button', { name: /files changed/ }).waitFor();
    writeFileSync(at('mine.txt'), 'my own\n');
    const left = standing();
    const went = `${(built + 6).toLocaleString('en')} files went back`;

    const row = parley.log.locator('.row').filter({ hasText: 'CHANGE' }).first();
    // Files have changed, so it asks.
    await row.getByRole('button', { name: 'Edit this message' }).press('Enter');
    const card = parley.view.getByRole('form', { name: 'Go back' });
    await card.getByRole('checkbox', { name: 'mine.txt' }).waitFor();
    assert.deepEqual(standing(), left);
    await card.getByRole('button', { name: 'Go back', exact: true }).click();
    await parley.log.getByText(went).waitFor();
    assert.deepEqual(standing(), { ...before, 'mine.txt': '- my own\n' });

    await parley.log.getByRole('button', { name: 'Undo going back' }).click();
    await parley.log.getByText('I have changed them.').waitFor();
    assert.deepEqual(standing(), left);

    // The window is killed on the way: its row says how far the files are known to be, and from it all of them come again.
    await row.getByRole('button', { name: 'Go back to before this message' }).press('Enter');
    await card.getByRole('button', { name: 'Go back', exact: true }).click();
    await eventually(() => Promise.resolve(existsSync(at('built/1.txt'))), false);
    await parley.restart('killed');
    await parley.log.getByText(/^(The window ended while the files were written,|[\d,]+ files went back$)/).waitFor();
    await parley.log.getByRole('button', { name: 'Undo going back' }).click();
    await parley.log.getByText('I have changed them.').waitFor();
    assert.deepEqual(standing(), left);
  });

  it('are those of the turn that runs too, which the card says once Claude has stopped, and asks again', async () => {
    await parley.newChat();
    await sendWithSnapshot(parley, 'HALF');
    await allow(parley, 'Bash');
    await permission('Write').waitFor();
    const row = parley.log.locator('.row').filter({ hasText: 'HALF' }).first();
    // Claude works, so it asks.
    await row.getByRole('button', { name: 'Edit this message' }).press('Enter');
    const card = parley.view.getByRole('form', { name: 'Go back' });
    await card.getByText('1 permission that waits is withdrawn.').waitFor();
    await eventually(() => card.getByText('Claude has changed no files since, as far as is known.').count(), 0);
    await card.getByRole('button', { name: 'Go back', exact: true }).click();
    await card.getByRole('button', { name: 'Open what changes: half.txt' }).waitFor();
    assert.equal(standing()['half.txt'], '- half\n');
    await card.getByRole('button', { name: 'Go back', exact: true }).click();
    await parley.log.getByText(/^1 file went back$/).waitFor();
    assert.deepEqual([standing()['half.txt'], standing()['whole.txt']], [undefined, undefined]);
  });

  it('stay where the disk does not take the branch that is left; where it refuses the chat behind them, they are named', async () => {
    await parley.newChat();
    for (const name of ['half.txt', 'whole.txt']) rmSync(at(name), { force: true });
    const left = standing();
    await sendWithSnapshot(parley, 'HALF refused');
    await allow(parley, 'Bash', 'Write');
    await parley.log.getByText('I am done.').waitFor();
    await parley.log.getByRole('button', { name: /^2 files changed/ }).waitFor();
    await parley.onDisk('HALF refused', 'I am done.');
    const done = standing();
    const key = parley.storedKey('HALF refused');
    const row = parley.log.locator('.row').filter({ hasText: 'HALF refused' }).first();
    await row.getByRole('button', { name: 'Go back to before this message' }).press('Enter');
    await parley.view.getByRole('form', { name: 'Go back' }).getByRole('button', { name: 'Go back', exact: true }).click();
    await parley.log.getByText(/^2 files went back$/).waitFor();
    await parley.idle();
    const chats = readdirSync(parley.userData, { recursive: true, encoding: 'utf8' });
    const journal = join(parley.userData, chats.find(name => name.endsWith(`${key}.1.journal`)) ?? assert.fail());
    const [, branch = assert.fail()] = /"branch":"(?!first")(\w+)"/.exec(readFileSync(journal, 'utf8')) ?? [];
    const undo = () => parley.log.getByRole('button', { name: 'Undo going back' }).click();
    const refusal = 'The chat did not go back: the chat is not saved, or another window has it.';

    // A folder stands in the place of the file.
    const refused = join(dirname(journal), `${key}.${branch}.branch`);
    mkdirSync(join(refused, 'full'), { recursive: true });
    await undo();
    await parley.press(/^The chat did not go back: (?!the chat is not saved)/, undefined);
    assert.deepEqual(standing(), left);
    rmSync(refused, { recursive: true });

    renameSync(journal, `${journal}.aside`);
    mkdirSync(join(journal, 'full'), { recursive: true });
    await undo();
    await parley.press(`${refusal} These files have changed all the same: half.txt, whole.txt`, undefined);
    assert.deepEqual(standing(), done);
    rmSync(journal, { recursive: true });
    renameSync(`${journal}.aside`, journal);
    await undo();
    await parley.log.getByText('I am done.').waitFor();
    assert.deepEqual(standing(), done);
  });

  it('are those of turns in which the window was closed while a question waited, or killed while Claude worked, and go back to the byte', async () => {
    await parley.newChat();
    for (const name of ['half.txt', 'whole.txt']) rmSync(at(name), { force: true });
    const left = standing();
    await sendWithSnapshot(parley, 'CUT');
    await allow(parley, 'Bash');
    const option = () => parley.card().getByRole('radio', { name: 'SQLite', exact: true });
    await option().waitFor();
    await parley.restart('closed');
    await parley.log.getByRole('button', { name: /^2 files changed/ }).waitFor();
    await parley.log.getByText('This turn was cut off.').waitFor();
    await option().click();
    await parley.card().getByRole('button', { name: 'Submit', exact: true }).click();
    await allow(parley, 'Write');
    await parley.log.getByText('I am done.').waitFor();
    await parley.log.getByRole('button', { name: /^1 file changed/ }).waitFor();

    writeFileSync(at('own.txt'), 'own\n');
    await sendWithSnapshot(parley, 'HALF killed');
    await allow(parley, 'Bash');
    await permission('Write').waitFor();
    await parley.onDisk('CUT', 'whole.txt');
    await parley.restart('killed');
    await eventually(() => parley.log.getByText('This turn was cut off.').count(), 2);
    assert.deepEqual(standing(), {
      ...left,
      'cut.txt': '- cut\n',
      'kept.txt': '- cut\n',
      'behind.txt': '- behind\n',
      'half.txt': '- half\n',
      'own.txt': '- own\n',
    });
    const row = parley.log.locator('.row').filter({ hasText: 'CUT' }).first();
    await row.getByRole('button', { name: 'Go back to before this message' }).press('Enter');
    const card = parley.view.getByRole('form', { name: 'Go back' });
    await card.getByRole('button', { name: 'Go back', exact: true }).click();
    await parley.log.getByText(/^4 files went back$/).waitFor();
    assert.deepEqual(standing(), { ...left, 'own.txt': '- own\n' });
  });
});
