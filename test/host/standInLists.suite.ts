// What Parley asks of VS Code's lists, boxes, notices and progress (see standIn.suite.ts). The person presses what VS Code has a command for;
// modal dialogs and the keyboard are in the end-to-end tests.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { until } from './until.js';
import { everywhere } from './where.js';

const { commands, window } = vscode;

const accept = () => commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
const close = () => commands.executeCommand('workbench.action.closeQuickOpen');
const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';

/** Presses again and again, because VS Code draws a list a moment after it is asked to, and tells nobody. */
async function outcomeOf<T>(pending: Thenable<T>, press: () => Thenable<unknown>): Promise<T> {
  let outcome: { readonly value: T } | undefined;
  void pending.then(value => (outcome = { value }));
  await until(async () => {
    if (outcome === undefined) await press();
    return outcome !== undefined;
  });
  return pending;
}

everywhere('a list of VS Code’s that changes', () => {
  let list: vscode.QuickPick<vscode.QuickPickItem>;
  let heard: string[];
  const rows = (...labels: readonly string[]): vscode.QuickPickItem[] => labels.map(label => ({ label }));

  beforeEach(() => {
    heard = [];
    list = window.createQuickPick();
    list.ignoreFocusOut = true;
    list.onDidAccept(() => heard.push(`accept ${list.selectedItems.map(({ label }) => label).join()}`));
    list.onDidHide(() => heard.push('hide'));
    list.onDidChangeValue(value => heard.push(`value ${value}`));
  });
  afterEach(() => list.dispose());

  it('window.createQuickPick: begins empty, with what it is given', () => {
    assert.deepEqual([list.items, list.activeItems, list.selectedItems, list.value, list.busy], [[], [], [], '', false]);
    const items = rows('one', 'two');
    list.items = items;
    assert.equal(list.items[1], items[1]);
    list.title = 'a title';
    list.placeholder = 'a hint';
    list.buttons = [{ iconPath: new vscode.ThemeIcon('filter'), tooltip: 'filter' }];
    assert.deepEqual([list.title, list.placeholder, list.buttons.length], ['a title', 'a hint', 1]);
    assert.deepEqual(heard, []);
  });

  it('window.createQuickPick: has its first row active once it is shown, and again with other rows', async () => {
    list.items = rows('one', 'two');
    list.show();
    await until(() => list.activeItems[0]?.label === 'one');
    list.items = rows('three', 'one');
    await until(() => list.activeItems[0]?.label === 'three');
    const [, second] = list.items;
    assert.ok(second);
    list.activeItems = [second];
    assert.equal(list.activeItems[0], second);
  });

  it('window.createQuickPick: stays open when a row is accepted, and tells later that it was hidden', async () => {
    list.items = rows('one', 'two');
    list.show();
    await until(() => list.activeItems.length > 0);
    await until(async () => {
      if (heard.length === 0) await accept();
      return heard.length > 0;
    });
    assert.deepEqual(heard, ['accept one']);
    assert.equal(list.selectedItems[0], list.items[0]);
    list.hide();
    assert.deepEqual(heard, ['accept one']);
    await until(() => heard.length > 1);
    assert.deepEqual(heard, ['accept one', 'hide']);
  });

  it('window.createQuickPick: is hidden by Escape, and by another list', async () => {
    list.items = rows('one');
    list.show();
    await until(() => list.activeItems.length > 0);
    await until(async () => {
      if (heard.length === 0) await close();
      return heard.length > 0;
    });
    assert.deepEqual(heard, ['hide']);
    list.show();
    await until(() => list.activeItems.length > 0);
    const other = window.createQuickPick();
    other.items = rows('two');
    other.show();
    await until(() => heard.length === 2);
    assert.deepEqual(heard, ['hide', 'hide']);
    other.dispose();
  });

  it('window.createQuickPick: tells at once that it is hidden where it is disposed, and nothing where it was not shown', async () => {
    list.items = rows('one');
    list.show();
    await until(() => list.activeItems.length > 0);
    list.dispose();
    assert.deepEqual(heard, ['hide']);
    const other = window.createQuickPick();
    other.onDidHide(() => heard.push('other'));
    other.hide();
    other.dispose();
    assert.deepEqual(heard, ['hide']);
  });

  it('window.createQuickPick: tells what stands in its box, also where that is set', async () => {
    list.items = rows('one');
    list.value = 'before';
    list.show();
    await until(() => list.activeItems.length > 0 || list.value === 'before');
    list.value = 'o';
    assert.equal(list.value, 'o');
    await until(() => heard.includes('value o'));
  });
});

everywhere('a list of VS Code’s that is picked from', () => {
  /** What is pressed while VS Code has not drawn the rows is lost. */
  let isDrawn = false;
  const options: vscode.QuickPickOptions = { ignoreFocusOut: true, onDidSelectItem: () => (isDrawn = true) };
  const drawn = (press: () => Thenable<unknown>) => async (): Promise<void> => {
    if (isDrawn) await press();
  };
  /** Waits for a list with check marks, of which no row is active, and so none is told, until the person goes to one. */
  const drawnToCheck = (press: () => Thenable<unknown>) => async (): Promise<void> => {
    await (isDrawn ? press() : commands.executeCommand('workbench.action.quickOpenSelectNext'));
  };
  beforeEach(() => {
    isDrawn = false;
  });

  it('window.showQuickPick: gives the row that it was given', async () => {
    const items = [{ label: 'one' }, { label: 'two' }];
    assert.equal(await outcomeOf(window.showQuickPick(items, options), drawn(accept)), items[0]);
    isDrawn = false;
    assert.equal(await outcomeOf(window.showQuickPick(['a', 'b'], options), drawn(accept)), 'a');
  });

  it('window.showQuickPick, QuickPickItemKind: takes rows that come later, and never a heading', async () => {
    const items: vscode.QuickPickItem[] = [{ label: 'heading', kind: vscode.QuickPickItemKind.Separator }, { label: 'one' }];
    let come: (items: vscode.QuickPickItem[]) => void = () => undefined;
    const later = new Promise<vscode.QuickPickItem[]>(resolve => (come = resolve));
    const picked = window.showQuickPick(later, options);
    come(items);
    assert.equal(await outcomeOf(picked, drawn(accept)), items[1]);
  });

  it('window.showQuickPick: gives nothing where it is closed', async () => {
    assert.equal(await outcomeOf(window.showQuickPick(['a'], options), drawn(close)), undefined);
    isDrawn = false;
    assert.equal(await outcomeOf(window.showQuickPick(['a'], { ...options, canPickMany: true }), drawnToCheck(close)), undefined);
  });

  it('window.showQuickPick: gives all that are checked', async () => {
    const items = [{ label: 'one', picked: true }, { label: 'two' }, { label: 'three', picked: true }];
    const picked = await outcomeOf(window.showQuickPick(items, { ...options, canPickMany: true }), drawnToCheck(accept));
    assert.deepEqual(picked, [items[0], items[2]]);
  });
});

everywhere('a box of VS Code’s', () => {
  it('window.showInputBox: gives its text, and nothing where it is closed', async () => {
    const options = { value: 'as it was', ignoreFocusOut: true };
    assert.equal(await outcomeOf(window.showInputBox(options), accept), 'as it was');
    assert.equal(await outcomeOf(window.showInputBox(options), close), undefined);
  });
});

everywhere('a notice of VS Code’s', () => {
  const press = () => commands.executeCommand('notification.acceptPrimaryAction');
  const closeAll = () => commands.executeCommand('notifications.clearAll');

  it('window.showInformationMessage, window.showWarningMessage, window.showErrorMessage: give the button itself that was pressed', async () => {
    const buttons = [{ title: 'Same' }, { title: 'Same' }];
    const options = { modal: false };
    for (const name of ['showInformationMessage', 'showWarningMessage', 'showErrorMessage'] as const) {
      assert.equal(await outcomeOf(window[name](`${name} with buttons`, options, ...buttons), press), buttons[0]);
      assert.equal(await outcomeOf(window[name](`${name} with words`, 'Yes', 'No'), press), 'Yes');
      assert.equal(await outcomeOf(window[name](`${name} to close`, options, ...buttons), closeAll), undefined);
    }
  });
});

everywhere('a dialog of VS Code’s for files', () => {
  it('window.showOpenDialog, window.showSaveDialog: gives nothing where it is closed', async function () {
    // A dialog of the system is no list, and no command closes it.
    if (vscode.env.uiKind === vscode.UIKind.Desktop && vscode.env.appHost === 'desktop') this.skip();
    const defaultUri = vscode.Uri.file(join(folder, 'README.md'));
    assert.equal(await outcomeOf(window.showOpenDialog({ defaultUri, title: 'open' }), close), undefined);
    assert.equal(await outcomeOf(window.showSaveDialog({ defaultUri, title: 'save' }), close), undefined);
  });
});

everywhere('progress that VS Code shows', () => {
  const options = { location: vscode.ProgressLocation.Notification, title: 'at work', cancellable: true };

  it('window.withProgress, ProgressLocation: gives what the work gives, and a token that nobody has cancelled', async () => {
    const done = await window.withProgress(options, (progress, token) => {
      progress.report({ message: 'half' });
      return Promise.resolve(token.isCancellationRequested);
    });
    assert.equal(done, false);
  });

  it('window.withProgress: rejects as the work does', async () => {
    const failed = window.withProgress(options, () => Promise.reject(new Error('on purpose')));
    await assert.rejects(async () => failed, /on purpose/);
  });
});
