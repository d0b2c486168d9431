// The editor of a file that Claude is about to read or to write, in the real VS Code: saved first, or the person is asked.
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { savedFirst } from '../../src/host/features/edits/unsavedFiles.js';
import type { Log } from '../../src/host/chats/chatDependencies.js';
import { replace } from './openParley.js';
import { until } from './until.js';
import { inVsCode } from './where.js';
import { removeFolder } from '../support/removeFolder.js';

const nowhere = (): void => undefined;
const log: Log = { trace: nowhere, debug: nowhere, info: nowhere, warn: nowhere, error: nowhere };

inVsCode('a file with unsaved changes that Claude needs', () => {
  let folder: string;
  let file: string;
  let asked: string[];
  let press: string | undefined;
  let restore: () => void;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-unsaved-'));
    file = join(folder, 'a.txt');
    writeFileSync(file, 'one\r\ntwo\r\n');
    asked = [];
    press = undefined;
    restore = replace(
      vscode.window,
      'showErrorMessage',
      () =>
        (text: string, _options: vscode.MessageOptions, ...buttons: vscode.MessageItem[]) => {
          asked.push(text);
          const pressed = buttons.find(({ title }) => title === press);
          // The next question is closed.
          press = undefined;
          return Promise.resolve(pressed);
        },
    );
  });
  afterEach(async () => {
    restore();
    chmodSync(folder, 0o700);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await removeFolder(folder);
  });

  /** An editor with words in front of those of the disk. */
  async function typed(): Promise<vscode.TextDocument> {
    const document = await vscode.workspace.openTextDocument(file);
    const editor = await vscode.window.showTextDocument(document);
    await editor.edit(edit => edit.insert(new vscode.Position(0, 0), 'typed '));
    // VS Code tells that a moment after the words.
    await until(() => document.isDirty);
    return document;
  }

  /** The editor is behind the disk, so VS Code does not save it. */
  async function conflict(): Promise<vscode.TextDocument> {
    const document = await typed();
    const before = await vscode.workspace.fs.stat(document.uri);
    writeFileSync(file, 'of another program\r\n');
    await until(async () => {
      writeFileSync(file, 'of another program\r\n');
      return (await vscode.workspace.fs.stat(document.uri)).mtime > before.mtime;
    });
    return document;
  }

  it('is saved, and the focus stays where it is', async () => {
    const document = await typed();
    await vscode.commands.executeCommand('workbench.action.focusSideBar');
    const { activeTextEditor } = vscode.window;
    assert.equal(await savedFirst({ path: file, toolName: 'Edit', folder }, log), undefined);
    assert.equal(readFileSync(file, 'utf8'), 'typed one\r\ntwo\r\n');
    assert.deepEqual([document.isDirty, asked], [false, []]);
    assert.equal(vscode.window.activeTextEditor, activeTextEditor);
  });

  it('is saved where Claude names it by a link', async () => {
    await typed();
    const link = join(folder, 'linked');
    mkdirSync(join(folder, 'sub'));
    symlinkSync(folder, link);
    await savedFirst({ path: join(link, 'a.txt'), toolName: 'Read', folder }, log);
    assert.equal(readFileSync(file, 'utf8'), 'typed one\r\ntwo\r\n');
  });

  it('is left alone where Claude needs another file', async () => {
    const document = await typed();
    assert.equal(await savedFirst({ path: join(folder, 'b.txt'), toolName: 'Write', folder }, log), undefined);
    assert.equal(document.isDirty, true);
  });

  it('that cannot be saved stops the call where the person says so, or closes the question', async () => {
    const document = await conflict();
    for (const [button, says] of [
      ['Stop This Call', /^The user has stopped this call/],
      [undefined, /^This call was stopped/],
    ] as const) {
      press = button;
      assert.match((await savedFirst({ path: file, toolName: 'Edit', folder }, log)) ?? '', says);
      assert.deepEqual([document.isDirty, readFileSync(file, 'utf8')], [true, 'of another program\r\n']);
    }
    assert.match(asked[0] ?? '', /^Claude wants to change .*a\.txt, which has changes in an editor that could not be saved\.$/);
  });

  it('that cannot be saved stays in its editor where Claude goes on without', async () => {
    const document = await conflict();
    press = 'Use File on Disk';
    assert.equal(await savedFirst({ path: file, toolName: 'Read', folder }, log), undefined);
    assert.deepEqual(
      [document.isDirty, document.getText(), readFileSync(file, 'utf8')],
      [true, 'typed one\r\ntwo\r\n', 'of another program\r\n'],
    );
  });

  it('that cannot be saved is saved over the disk by the person, byte for byte', async () => {
    const document = await conflict();
    press = 'Overwrite File';
    assert.equal(await savedFirst({ path: file, toolName: 'Edit', folder }, log), undefined);
    assert.deepEqual([document.isDirty, readFileSync(file, 'utf8')], [false, 'typed one\r\ntwo\r\n']);
  });

  it('asks once where two calls come at once', async () => {
    await conflict();
    press = 'Use File on Disk';
    assert.deepEqual(
      await Promise.all([
        savedFirst({ path: file, toolName: 'Edit', folder }, log),
        savedFirst({ path: file, toolName: 'Read', folder }, log),
      ]),
      [undefined, undefined],
    );
    assert.equal(asked.length, 1);
  });
});
