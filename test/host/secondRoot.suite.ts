// A workspace of two roots. VS Code restarts the extension host when a folder becomes such a workspace, so the second root is one
// that only `vscode.workspace` tells of, in the test's hand.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import * as vscode from 'vscode';
import type { Log } from '../../src/host/chats/chatDependencies.js';
import { openLink } from '../../src/host/commands/links.js';
import { chooseIn } from './chooseIn.js';
import { referenceTo } from '../../src/host/commands/references.js';
import { replace } from './openParley.js';
import { anywhere } from './where.js';
import { removeFolder } from '../support/removeFolder.js';

const { window, workspace } = vscode;
const log = new Proxy({} as Log, { get: () => (words: string) => assert.fail(words) });
const [firstRoot] = workspace.workspaceFolders ?? [];

anywhere('a second root', () => {
  let second: vscode.WorkspaceFolder;
  let shown: readonly vscode.QuickPickItem[];
  const restores: (() => void)[] = [];

  before(() => {
    assert.ok(firstRoot);
    const path = mkdtempSync(join(tmpdir(), 'parley second-'));
    second = { uri: vscode.Uri.file(path), name: 'library', index: 1 };
    mkdirSync(join(path, 'src'));
    for (const name of ['README.md', 'src/only here.ts']) writeFileSync(join(path, name), 'one\ntwo\nthree\n');
    const isInSecond = (uri: vscode.Uri): boolean => uri.fsPath.startsWith(path + sep);
    const folders = Object.getOwnPropertyDescriptor(workspace, 'workspaceFolders');
    assert.ok(folders);
    Object.defineProperty(workspace, 'workspaceFolders', { ...folders, get: () => [firstRoot, second] });
    restores.push(
      () => Object.defineProperty(workspace, 'workspaceFolders', folders),
      replace(workspace, 'getWorkspaceFolder', real => uri => (isInSecond(uri) ? second : real(uri))),
      replace(workspace, 'asRelativePath', real => (given, withRoot) => {
        const uri = typeof given === 'string' ? vscode.Uri.file(given) : given;
        return isInSecond(uri) ? uri.fsPath.slice(path.length + 1) : real(given, withRoot);
      }),
    );
  });
  after(async () => {
    for (const restore of restores.splice(0)) restore();
    await removeFolder(second.uri.fsPath);
  });
  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  /** Asks for a file and chooses this one. */
  async function refer(label: string, root: string): Promise<string | undefined> {
    const chosen = await chooseIn(
      undefined,
      items => items.find(item => item.label.startsWith('A file')),
      items => {
        shown = items;
        return items.find(item => item.label === label && item.description === root);
      },
    );
    return chosen && referenceTo(chosen, undefined);
  }

  it('has its name beside its files, and a reference to one of them is an absolute path', async () => {
    assert.equal(await refer('README.md', 'library'), `@"${second.uri.fsPath}/README.md"`);
    assert.equal(shown.filter(({ label }) => label === 'README.md').length, 2);
    assert.equal(await refer('README.md', firstRoot?.name ?? ''), '@./README.md');
  });

  const opened = (): readonly string[] =>
    window.visibleTextEditors.filter(({ document }) => document.uri.scheme === 'file').map(({ document }) => document.uri.fsPath);

  it('opens a relative link that only it has; of two the file of the first root', async () => {
    await openLink('src/only%20here.ts:2', log);
    assert.deepEqual(opened(), [join(second.uri.fsPath, 'src', 'only here.ts')]);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await openLink('README.md', log);
    assert.deepEqual(opened(), [join(firstRoot?.uri.fsPath ?? '', 'README.md')]);
  });
});
