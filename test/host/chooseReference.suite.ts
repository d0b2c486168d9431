// What a person chooses to add with one button: the selection, or a file of the folders in which Claude works.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { removeFolder } from '../support/removeFolder.js';
import { chooseIn } from './chooseIn.js';
import { replace } from './openParley.js';
import { until } from './until.js';
import { anywhere } from './where.js';

const { window, workspace } = vscode;
const folder = workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';

type Rows = readonly vscode.QuickPickItem[];

anywhere('the list of what can be added', () => {
  let worktree: string;
  before(() => {
    worktree = mkdtempSync(join(tmpdir(), 'parley worktree-'));
  });
  after(() => removeFolder(worktree));
  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  const aFile = (rows: Rows) => rows.find(({ label }) => label.startsWith('A file'));
  /** The rows for a file, none of which is chosen. */
  async function filesIn(place?: string): Promise<Rows> {
    let shown: Rows = [];
    const look = (rows: Rows): undefined => void (shown = rows);
    assert.equal(await chooseIn(place, aFile, look), undefined);
    return shown;
  }
  const labels = (rows: Rows): readonly string[] => rows.map(({ label }) => label.replace(/^\$\(\S+\) /, ''));

  it('has the files that `@` knows: none below node_modules or in a worktree of the folder', async () => {
    const place = join(folder, 'listed');
    for (const path of ['node_modules/it', '.claude/worktrees/one', 'src']) mkdirSync(join(place, path), { recursive: true });
    for (const path of ['node_modules/it/index.js', '.claude/worktrees/one/x.ts', 'src/x.ts']) writeFileSync(join(place, path), 'x');
    try {
      const rows = await filesIn();
      assert.deepEqual(
        labels(rows).filter(label => label.startsWith('listed')),
        ['listed/src/x.ts'],
      );
      assert.ok(labels(rows).includes('README.md'));
      assert.deepEqual([labels(rows).at(-1), rows.at(-1)?.description], ['Another file…', '']);
      assert.deepEqual(await chooseIn(folder, aFile, all => all.find(({ label }) => label === 'listed/src/x.ts')), {
        kind: 'file',
        path: join(place, 'src/x.ts'),
      });
      const below = await filesIn(join(place, 'src'));
      assert.deepEqual(
        below.filter(({ label }) => label.endsWith('x.ts')).map(({ label, description }) => [label, description]),
        [['x.ts', 'src']],
      );
    } finally {
      rmSync(place, { recursive: true });
    }
  });

  it('has the files of the worktree in which the chat works, and no others', async () => {
    writeFileSync(join(worktree, 'README.md'), 'of the worktree');
    assert.deepEqual(labels(await filesIn(worktree)), ['README.md', 'Another file…']);
    const chosen = await chooseIn(worktree, aFile, rows => rows.find(({ label }) => label === 'README.md'));
    assert.deepEqual(chosen, { kind: 'file', path: join(worktree, 'README.md') });
  });

  it('says where it does not have all files, and leads to any other one', async () => {
    const place = join(worktree, 'many');
    mkdirSync(place);
    for (let nth = 0; nth < 10_001; nth++) writeFileSync(join(place, `${nth}`), '');
    const other = (rows: Rows) => rows.at(-1);
    const restore = replace(window, 'showOpenDialog', () => () => Promise.resolve([vscode.Uri.file(join(place, '10000'))]));
    try {
      const rows = await filesIn(place);
      assert.deepEqual(
        [rows.length, rows.at(-1)?.description, rows.at(-1)?.alwaysShow],
        [10_001, 'only 10000 files are listed here', true],
      );
      assert.deepEqual(await chooseIn(place, aFile, other), { kind: 'file', path: join(place, '10000') });
    } finally {
      restore();
      rmSync(place, { recursive: true });
    }
  });

  it('has the selection also where the tab of the chat has the focus', async () => {
    const editor = await window.showTextDocument(vscode.Uri.file(join(folder, 'README.md')));
    editor.selection = new vscode.Selection(0, 0, 2, 1);
    const panel = window.createWebviewPanel('parley.test', 'A chat', vscode.ViewColumn.Two);
    try {
      await until(() => window.activeTextEditor === undefined);
      const chosen = await chooseIn(undefined, rows => rows.find(({ label }) => label === 'The selection'));
      assert.deepEqual(chosen && 'first' in chosen && [chosen.first, chosen.last], [1, 3]);
    } finally {
      panel.dispose();
    }
  });
});
