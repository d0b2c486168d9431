// The left side of a diff in the real VS Code: the text as the editor of the file itself shows it.
import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { SnapshotFiles, snapshotUri } from '../../src/host/features/review/snapshotFiles.js';
import { inVsCode } from './where.js';
import { removeFolder } from '../support/removeFolder.js';

inVsCode('the content of a snapshot that VS Code shows', () => {
  let folder: string;
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'parley-left-'))));
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await removeFolder(folder);
  });

  const latin = Buffer.from('caf\u00e9\n', 'latin1');
  const shown = async (bytes: Uint8Array): Promise<string> => {
    const uri = snapshotUri(folder, 'a.txt', '0'.repeat(40));
    const files = new SnapshotFiles(() => Promise.resolve(bytes));
    const read = await files.readFile(uri);
    assert.equal((await files.stat(uri)).size, read.length);
    return Buffer.from(read).toString('latin1');
  };

  it('has the path of the file itself, also in the root of a disk', () => {
    const [inRoot, inFolder] = [snapshotUri('/', 'a.txt', '0'), snapshotUri(folder, 'b/c.txt', '0')];
    assert.deepEqual([inRoot.path, inFolder.path], ['/a.txt', vscode.Uri.file(join(folder, 'b', 'c.txt')).path]);
  });

  it('has the encoding with which the person has opened the file, and is to the byte what it was in any other case', async () => {
    const [utf8, binary] = [Buffer.from('caf\u00e9\n'), Buffer.from([0, 255, 137, 80])];
    for (const bytes of [latin, utf8, binary]) assert.equal(await shown(bytes), bytes.toString('latin1'));
    writeFileSync(join(folder, 'a.txt'), latin);
    const document = await vscode.workspace.openTextDocument(vscode.Uri.file(join(folder, 'a.txt')), { encoding: 'iso88591' });
    assert.equal(document.getText(), 'caf\u00e9\n');
    assert.equal(await shown(latin), Buffer.from('\ufeffcaf\u00e9\n').toString('latin1'));
  });
});
