// The colours of code, as a page is told them: those of the theme that VS Code shows, and of the person's settings.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { codeKinds } from '../../src/shared/features/code/codeKinds.js';
import { makeFakeCli, talks } from './fakeCli.js';
import type { FakeCli } from './fakeCli.js';
import type { FakeView } from './fakeView.js';
import { openParley } from './openParley.js';
import type { OpenParley } from './openParley.js';
import { takeBackSettings, useCli } from './settings.js';
import { until } from './until.js';
import { everywhere, inVsCode, isInNode } from './where.js';

const write = (id: string, value: unknown): Thenable<void> =>
  vscode.workspace.getConfiguration().update(id, value, vscode.ConfigurationTarget.Global);

everywhere('the colours of code', () => {
  let parley: OpenParley;
  let view: FakeView;
  let cli: FakeCli;
  before(async () => {
    cli = await makeFakeCli(await talks());
    await useCli(cli);
    // Not the default, which is another one in each VS Code; the newest calls it otherwise, and takes this name.
    await write('workbench.colorTheme', isInNode ? 'Made Dark' : 'Default Dark Modern');
    parley = openParley();
    view = parley.open();
  });
  after(async () => {
    await parley.close();
    cli.remove();
    for (const id of ['workbench.colorTheme', 'editor.tokenColorCustomizations']) await write(id, undefined);
    await takeBackSettings();
  });
  const colour = (kind: (typeof codeKinds)[number]): string | undefined => view.preferences?.codeColours?.[codeKinds.indexOf(kind)];

  it('are the theme’s, with those of the files that it includes', async () => {
    await until(() => colour('keyword') === '#569cd6');
    assert.equal(colour('comment'), '#6a9955');
    assert.equal(view.preferences?.codeColours?.length, codeKinds.length);
  });

  it('change with the person’s settings', async () => {
    await write('editor.tokenColorCustomizations', { comments: '#123456' });
    await until(() => colour('comment') === '#123456');
    assert.equal(colour('keyword'), '#569cd6');
    await write('editor.tokenColorCustomizations', undefined);
    await until(() => colour('comment') === '#6a9955');
  });

  it('are never those of a folder, which could hide code', async () => {
    const settings = vscode.workspace.getConfiguration();
    await settings.update('editor.tokenColorCustomizations', { comments: '#00000000' }, vscode.ConfigurationTarget.Workspace);
    // Told behind the other.
    await write('editor.tokenColorCustomizations', { strings: '#123456' });
    await until(() => colour('string') === '#123456' || colour('comment') === '#00000000');
    assert.equal(colour('comment'), '#6a9955');
    await settings.update('editor.tokenColorCustomizations', undefined, vscode.ConfigurationTarget.Workspace);
    await write('editor.tokenColorCustomizations', undefined);
    await until(() => colour('string') !== '#123456');
  });
});

inVsCode('the colours of code, when VS Code shows another theme', () => {
  it('are that one’s', async () => {
    const parley = openParley();
    const view = parley.open();
    await write('workbench.colorTheme', 'Default High Contrast');
    await until(() => view.preferences?.codeColours?.[0] === '#7ca668');
    await write('workbench.colorTheme', undefined);
    await parley.close();
  });
});
