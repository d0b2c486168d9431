// What Parley asks of VS Code's colour themes (see standIn.suite.ts).
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { everywhere } from './where.js';

everywhere('VS Code’s colour themes', () => {
  it('ColorThemeKind, window.activeColorTheme: are of one of four kinds', () => {
    const { Light, Dark, HighContrast, HighContrastLight } = vscode.ColorThemeKind;
    assert.deepEqual([Light, Dark, HighContrast, HighContrastLight], [1, 2, 3, 4]);
    assert.ok([1, 2, 3, 4].includes(vscode.window.activeColorTheme.kind));
  });

  it('extensions.all: tells what each extension contributes, and where its files are', async () => {
    const found = vscode.extensions.all.find(({ id }) => id === 'vscode.theme-defaults') ?? assert.fail('no themes');
    const { contributes } = found.packageJSON as { contributes: { themes: readonly { path: string }[] } };
    const file = vscode.Uri.joinPath(found.extensionUri, contributes.themes[0]?.path ?? '');
    assert.ok((await vscode.workspace.fs.stat(file)).size > 0);
  });
});
