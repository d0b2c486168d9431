// What Parley asks of VS Code's views: webviews in the side bar and in tabs, rows, the status bar, terminals, the log (see standIn.suite.ts).
// Two views belong to the companion of the tests. Pages that load, and what is drawn, are in the end-to-end tests.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { until } from './until.js';
import { everywhere } from './where.js';

const { commands, lm, window } = vscode;
const hideSideBar = () => commands.executeCommand('workbench.action.closeSidebar');

everywhere('a webview in VS Code’s side bar', () => {
  const id = 'parley-test.page';
  const heard: string[] = [];
  const views: vscode.WebviewView[] = [];
  const contexts: vscode.WebviewViewResolveContext[] = [];
  let registered: vscode.Disposable;
  before(() => {
    registered = window.registerWebviewViewProvider(id, {
      resolveWebviewView: (view, context) => {
        views.push(view);
        contexts.push(context);
        view.onDidChangeVisibility(() => heard.push(`visible ${view.visible}`));
        view.onDidDispose(() => heard.push('disposed'));
      },
    });
  });
  after(() => void registered.dispose());
  const view = (): vscode.WebviewView => views.at(-1) ?? assert.fail('no view');

  it('window.registerWebviewViewProvider: is resolved when it is shown first, visible and empty', async () => {
    assert.throws(() => window.registerWebviewViewProvider(id, { resolveWebviewView: () => undefined }), /already registered/);
    assert.equal(views.length, 0);
    await commands.executeCommand(`${id}.focus`);
    await until(() => views.length > 0);
    assert.deepEqual([view().viewType, view().visible, view().webview.html, contexts[0]?.state], [id, true, '', undefined]);
    assert.equal(view().badge, undefined);
  });

  it('window.registerWebviewViewProvider: keeps the page that it is given, and names files for it', () => {
    const { webview } = view();
    webview.html = '<!DOCTYPE html><title>empty</title>';
    assert.equal(webview.html, '<!DOCTYPE html><title>empty</title>');
    const file = vscode.Uri.file('/a b/c.js');
    webview.options = { enableScripts: true, localResourceRoots: [vscode.Uri.file('/a b')] };
    assert.equal(webview.options.localResourceRoots?.[0]?.path, '/a b');
    const address = webview.asWebviewUri(file);
    assert.match(address.scheme, /^https?$/);
    assert.ok(address.path.endsWith('/a b/c.js'), address.path);
    assert.match(webview.cspSource, /^(https?:\/\/|'self')/);
    view().title = 'a title';
    view().badge = { value: 2, tooltip: 'two' };
    assert.deepEqual([view().title, view().badge?.value], ['a title', 2]);
  });

  it('window.registerWebviewViewProvider: is hidden and shown again as the same view', async () => {
    heard.length = 0;
    await hideSideBar();
    await until(() => heard.length > 0);
    assert.deepEqual([heard, view().visible], [['visible false'], false]);
    await commands.executeCommand(`${id}.focus`);
    await until(() => view().visible);
    assert.deepEqual([heard, views.length], [['visible false', 'visible true'], 1]);
    await hideSideBar();
    await until(() => !view().visible);
  });
});

everywhere('a webview in a tab of VS Code', () => {
  const tabOf = (type: string): vscode.Tab | undefined =>
    window.tabGroups.all
      .flatMap(({ tabs }) => tabs)
      .find(({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith(type));
  const made: vscode.WebviewPanel[] = [];
  const open = (type: string, column = vscode.ViewColumn.Active): vscode.WebviewPanel => {
    const panel = window.createWebviewPanel(type, `title of ${type}`, column);
    made.push(panel);
    return panel;
  };
  afterEach(async () => {
    for (const panel of made.splice(0)) panel.dispose();
    await commands.executeCommand('workbench.action.closeAllEditors');
    await until(() => window.tabGroups.all.every(({ tabs }) => tabs.length === 0));
  });

  it('window.createWebviewPanel, TabInputWebview: is a tab with its title, and no text editor is active', async () => {
    const panel = open('parley-test.one');
    await until(() => tabOf('parley-test.one')?.isActive === true);
    assert.match((tabOf('parley-test.one')?.input as vscode.TabInputWebview).viewType, /^mainThreadWebview-parley-test\.one$/);
    assert.deepEqual(
      [panel.viewType, panel.title, panel.visible, panel.active],
      ['parley-test.one', 'title of parley-test.one', true, true],
    );
    assert.equal(window.activeTextEditor, undefined);
    panel.title = 'another';
    assert.equal(panel.title, 'another');
    await until(() => tabOf('parley-test.one')?.label === 'another');
  });

  it('window.createWebviewPanel: tells when another tab hides it, and when it is gone to', async () => {
    const panel = open('parley-test.two');
    const states: (readonly boolean[])[] = [];
    await until(() => tabOf('parley-test.two')?.isActive === true);
    panel.onDidChangeViewState(({ webviewPanel }) => states.push([webviewPanel.visible, webviewPanel.active]));
    open('parley-test.other');
    await until(() => !panel.visible);
    assert.deepEqual([panel.active, states.at(-1)], [false, [false, false]]);
    panel.reveal();
    await until(() => panel.active);
    assert.deepEqual(states.at(-1), [true, true]);
    open('parley-test.beside', vscode.ViewColumn.Beside);
    await until(() => !panel.active);
    assert.deepEqual([panel.visible, states.at(-1)], [true, [true, false]]);
  });

  it('window.createWebviewPanel: is disposed once, by the extension or by the tab that closes', async () => {
    const heard: string[] = [];
    const panel = open('parley-test.three');
    panel.onDidDispose(() => heard.push('disposed'));
    await until(() => tabOf('parley-test.three') !== undefined);
    const { webview } = panel;
    panel.dispose();
    panel.dispose();
    assert.deepEqual(heard, ['disposed']);
    assert.throws(() => panel.active, /Webview is disposed/);
    assert.throws(() => panel.visible, /Webview is disposed/);
    await until(() => tabOf('parley-test.three') === undefined);
    assert.equal(
      await webview.postMessage('to nobody').then(
        taken => taken,
        () => false,
      ),
      false,
    );
    const other = open('parley-test.four');
    other.onDidDispose(() => heard.push('closed'));
    await until(() => tabOf('parley-test.four') !== undefined);
    await window.tabGroups.close(tabOf('parley-test.four') ?? assert.fail());
    await until(() => heard.length === 2);
    other.dispose();
    assert.deepEqual(heard, ['disposed', 'closed']);
  });
});

everywhere('a view of rows in VS Code', () => {
  it('window.createTreeView, TreeItemCollapsibleState: asks for rows while it is in sight, and again when they have changed; for those of an unfolded row too', async () => {
    const changed = new vscode.EventEmitter<undefined>();
    const heard: string[] = [];
    const under = new Set<string>();
    const states: Readonly<Record<string, vscode.TreeItemCollapsibleState>> = {
      one: vscode.TreeItemCollapsibleState.Expanded,
      two: vscode.TreeItemCollapsibleState.Collapsed,
    };
    let asked = 0;
    const tree = window.createTreeView<string>('parley-test.rows', {
      canSelectMany: true,
      treeDataProvider: {
        onDidChangeTreeData: changed.event,
        getChildren: row => {
          if (row !== undefined) {
            under.add(row);
            return row === 'one' ? ['in one'] : [];
          }
          asked++;
          return ['one', 'two'];
        },
        getTreeItem: label => ({ label, id: label, collapsibleState: states[label] ?? vscode.TreeItemCollapsibleState.None }),
      },
    });
    tree.onDidChangeVisibility(({ visible }) => heard.push(`visible ${visible}`));
    assert.deepEqual([tree.visible, tree.selection, asked], [false, [], 0]);
    tree.message = 'above';
    assert.equal(tree.message, 'above');
    await commands.executeCommand('parley-test.rows.focus');
    await until(() => asked > 0 && tree.visible);
    assert.deepEqual(heard, ['visible true']);
    await until(() => under.has('one'));
    assert.deepEqual([...under], ['one']);
    const before = asked;
    // A view that is still being made takes no change, and VS Code waits for a while without changes.
    let fired = -Infinity;
    await until(() => {
      if (performance.now() - fired > 1_000) {
        fired = performance.now();
        changed.fire(undefined);
      }
      return asked > before;
    });
    await hideSideBar();
    await until(() => !tree.visible);
    const hidden = asked;
    changed.fire(undefined);
    assert.equal(asked, hidden);
    tree.dispose();
  });
});

everywhere('what else VS Code shows of an extension', () => {
  it('window.createStatusBarItem, StatusBarAlignment: keeps what it is given', () => {
    const item = window.createStatusBarItem('parley-test.item', vscode.StatusBarAlignment.Left, 0);
    item.name = 'name';
    item.text = '$(question) text';
    item.tooltip = 'tooltip';
    item.command = 'parley-test.command';
    item.accessibilityInformation = { label: 'label' };
    item.show();
    item.hide();
    assert.deepEqual([item.name, item.text, item.tooltip, item.command], ['name', '$(question) text', 'tooltip', 'parley-test.command']);
    assert.equal(item.accessibilityInformation.label, 'label');
    item.dispose();
  });

  it('window.createOutputChannel, LogLevel: takes lines of every level', () => {
    const channel = window.createOutputChannel('Parley contract', { log: true });
    assert.ok(Object.values(vscode.LogLevel).includes(channel.logLevel));
    for (const level of ['trace', 'debug', 'info', 'warn', 'error'] as const) channel[level]('a line');
    channel.dispose();
  });

  it('window.createTerminal, window.onDidCloseTerminal, window.activeTerminal: has its name, and tells its end', async () => {
    const closed: vscode.Terminal[] = [];
    const ended = window.onDidCloseTerminal(terminal => closed.push(terminal));
    const terminal = window.createTerminal({ name: 'of a test', shellPath: '/bin/cat', message: 'words' });
    assert.equal(terminal.name, 'of a test');
    assert.equal(window.activeTerminal, undefined);
    terminal.dispose();
    await until(() => closed.length > 0);
    assert.deepEqual([closed.length, closed[0] === terminal], [1, true]);
    ended.dispose();
  });

  it('window.state, window.onDidChangeWindowState: say whether the person is here', () => {
    assert.equal(typeof window.state.focused, 'boolean');
    window.onDidChangeWindowState(() => undefined).dispose();
  });
});

everywhere('a tool that VS Code gives to agents', () => {
  const name = 'parley_ask_user';
  const options = { input: { a: 1 }, toolInvocationToken: undefined };

  it('lm.registerTool, LanguageModelToolResult, CancellationError: is called with the input, and gives its parts or rejects', async () => {
    const given: unknown[] = [];
    let isAsked = false;
    const tool = lm.registerTool<object>(name, {
      invoke: ({ input }, token) => {
        given.push(input);
        isAsked = true;
        if (given.length === 1) return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart('words')]);
        return new Promise((_, reject) => token.onCancellationRequested(() => reject(new vscode.CancellationError())));
      },
    });
    const { content } = await lm.invokeTool(name, options);
    assert.deepEqual([given[0], (content[0] as vscode.LanguageModelTextPart).value], [{ a: 1 }, 'words']);
    assert.ok(content[0] instanceof vscode.LanguageModelTextPart);
    isAsked = false;
    const source = new vscode.CancellationTokenSource();
    const cancelled = lm.invokeTool(name, options, source.token);
    await until(() => isAsked);
    source.cancel();
    await assert.rejects(async () => cancelled, /Canceled/);
    tool.dispose();
  });
});
