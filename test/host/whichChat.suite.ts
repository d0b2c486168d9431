// In which chat a command acts that no page has sent: one chat in an editor tab, which is the active editor, and another one in the side bar.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { FakeView } from './fakeView.js';
import type { OpenParley } from './openParley.js';
import { openParley, replace } from './openParley.js';
import { until } from './until.js';
import { anywhere } from './where.js';

anywhere('a command that opens the chat in a tab, beside a chat that has one,', () => {
  let parley: OpenParley;
  let view: FakeView;
  /** The page of the tab. */
  let tab: FakeView;
  /** The chat in the side bar. */
  let beside: string | undefined;

  beforeEach(async () => {
    parley = openParley();
    view = parley.open();
    await until(() => view.chat !== undefined);
    const { chat } = view;
    tab = new FakeView();
    const { webview } = tab.view;
    const create: typeof vscode.window.createWebviewPanel = (...given) =>
      Object.defineProperty(real(...given), 'webview', { value: webview });
    const real = vscode.window.createWebviewPanel;
    const restore = replace(vscode.window, 'createWebviewPanel', () => create);
    await parley.run('parley.openInEditor');
    restore();
    tab.post({ type: 'ready' });
    await until(() => view.chat !== chat && tab.chat === chat);
    beside = view.chat;
  });
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await parley.close();
    tab.dispose();
  });

  /** The person was in the page of the side bar, and is on the way to a button or a list. */
  const leaveSideBar = (): void => {
    for (const focused of [true, false]) view.post({ type: 'pageFocus', focused });
  };
  /** The chat of the tab has a tab already, so that nothing changes. */
  const actsBeside = (): boolean => view.chat !== beside;

  it('acts in the chat of the side bar from the Command Palette, where the person was last', async () => {
    leaveSideBar();
    await parley.run('parley.openInEditor');
    assert.equal(actsBeside(), true);
  });

  for (const [part, given] of [
    ['a button', undefined],
    ['the menu', { preserveFocus: false }],
  ] as const)
    it(`acts in the chat of the side bar from its title, wherever the person was last: ${part}`, async () => {
      await parley.run('parley.openInEditor', given);
      assert.equal(actsBeside(), true);
    });

  it('acts in the chat of the tab once the person was there, also where they are in a file beside it by now', async () => {
    for (const focused of [true, false]) tab.post({ type: 'pageFocus', focused });
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content: 'words' }), vscode.ViewColumn.Beside);
    await parley.run('parley.openInEditor');
    assert.equal(actsBeside(), false);
  });

  it('acts in the chat of the tab after a button in the title of another view', async () => {
    await parley.run('parley.undoDeleteChat', undefined);
    await parley.run('parley.openInEditor');
    assert.equal(actsBeside(), false);
  });

  it('acts in the chat of the tab from the title of the tab', async () => {
    leaveSideBar();
    await parley.run('parley.openInEditor', vscode.Uri.from({ scheme: 'webview-panel', path: '/1' }), { groupId: 0 });
    assert.equal(actsBeside(), false);
  });

  it('acts in the chat of the tab once the side bar is hidden, or another editor was active', async () => {
    leaveSideBar();
    view.setVisible(false);
    await parley.run('parley.openInEditor');
    assert.equal(actsBeside(), false);
    view.setVisible(true);
    leaveSideBar();
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content: 'words' }), { preview: false });
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    await parley.run('parley.openInEditor');
    assert.equal(actsBeside(), false);
  });
});
