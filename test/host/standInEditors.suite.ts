// What Parley asks of VS Code's documents, editors and tabs (see standIn.suite.ts).
import assert from 'node:assert/strict';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { showDiff } from '../../src/host/vscode/plainLater.js';
import { until } from './until.js';
import { everywhere, inVsCode } from './where.js';

const { commands, window, workspace } = vscode;
const folder = workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
const readme = vscode.Uri.file(join(folder, 'README.md'));
const schema = vscode.Uri.file(join(folder, 'db', 'schema.sql'));

/**
 * Closes all editors, before a suite too, because an earlier one may have left something, and the panel has a text editor of its own: that of the
 * log.
 */
const closeAll = async (): Promise<void> => {
  await commands.executeCommand('workbench.action.closePanel');
  await commands.executeCommand('workbench.action.closeAllEditors');
  await until(
    () =>
      window.tabGroups.all.every(group => group.tabs.length === 0) &&
      window.activeTextEditor === undefined &&
      window.visibleTextEditors.length === 0,
  );
};
const tabs = (): readonly vscode.Tab[] => window.tabGroups.all.flatMap(group => group.tabs);
const activeInput = (): unknown => window.tabGroups.activeTabGroup.activeTab?.input;

everywhere('a document in VS Code', () => {
  const scheme = 'parley-test-text';
  const uriOf = (name: string): vscode.Uri => vscode.Uri.from({ scheme, path: `/${name}`, query: String(++made) });
  let made = 0;
  let provided: vscode.Disposable;
  before(() => {
    provided = workspace.registerTextDocumentContentProvider(scheme, {
      provideTextDocumentContent: uri => (uri.path === '/nothing.md' ? undefined : 'first line\r\nsecond\r\n\r\nlast'),
    });
  });
  after(() => void provided.dispose());
  before(closeAll);
  afterEach(closeAll);

  it('workspace.openTextDocument, workspace.registerTextDocumentContentProvider: has the text that the provider gives', async () => {
    const uri = uriOf('a.md');
    const document = await workspace.openTextDocument(uri);
    assert.deepEqual([document.uri.toString(), document.isDirty, document.isUntitled], [uri.toString(), false, false]);
    assert.equal(document.getText(), 'first line\r\nsecond\r\n\r\nlast');
    assert.deepEqual([document.lineCount, document.eol], [4, vscode.EndOfLine.CRLF]);
    assert.deepEqual([document.lineAt(1).text, document.lineAt(1).range.end.character], ['second', 6]);
    assert.equal(document.getText(new vscode.Range(0, 6, 1, 3)), 'line\r\nsec');
  });

  it('workspace.openTextDocument: finds places in its text, also those beyond its end', async () => {
    const document = await workspace.openTextDocument(uriOf('b.md'));
    assert.equal(document.offsetAt(new vscode.Position(1, 2)), 14);
    assert.deepEqual(document.positionAt(14), new vscode.Position(1, 2));
    assert.deepEqual(document.positionAt(9_999), new vscode.Position(3, 4));
    assert.deepEqual(document.validateRange(new vscode.Range(1, 99, 99, 0)), new vscode.Range(1, 6, 3, 4));
  });

  it('workspace.openTextDocument: rejects where nothing gives a text', async () => {
    for (const uri of [
      uriOf('nothing.md'),
      vscode.Uri.from({ scheme: 'parley-test-none', path: '/a.md' }),
      vscode.Uri.file(join(folder, 'none.md')),
    ])
      await assert.rejects(async () => workspace.openTextDocument(uri), /cannot open/);
  });

  it('workspace.openTextDocument, workspace.textDocuments, workspace.notebookDocuments: is one object for all while an editor shows it', async () => {
    const document = await workspace.openTextDocument(readme);
    const { document: shown } = await window.showTextDocument(document);
    assert.equal(await workspace.openTextDocument(readme), shown);
    assert.ok(workspace.textDocuments.includes(shown));
    assert.equal(shown.uri.fsPath, readme.fsPath);
    assert.deepEqual(workspace.notebookDocuments, []);
  });

  it('workspace.openTextDocument: is made of a text that is no file', async () => {
    const document = await workspace.openTextDocument({ content: 'words' });
    assert.deepEqual([document.getText(), document.isUntitled, document.uri.scheme], ['words', true, 'untitled']);
  });
});

everywhere('an editor in VS Code', () => {
  before(closeAll);
  afterEach(closeAll);

  it('window.showTextDocument, window.activeTextEditor, window.visibleTextEditors: shows a document, and its selection', async () => {
    assert.deepEqual([window.activeTextEditor, window.visibleTextEditors], [undefined, []]);
    const editor = await window.showTextDocument(readme, { selection: new vscode.Range(1, 0, 2, 1) });
    assert.equal(window.activeTextEditor, editor);
    assert.deepEqual(window.visibleTextEditors, [editor]);
    assert.deepEqual(editor.selection, new vscode.Selection(1, 0, 2, 1));
    editor.selection = new vscode.Selection(0, 0, 0, 2);
    assert.equal(editor.document.getText(editor.selection).length, 2);
  });

  it('window.showTextDocument, ViewColumn: shows it beside, and without the focus where that stays', async () => {
    await window.showTextDocument(readme, { preview: false });
    await window.showTextDocument(await workspace.openTextDocument(schema), { viewColumn: vscode.ViewColumn.Beside, preview: false });
    await until(() => window.visibleTextEditors.length === 2);
    assert.deepEqual([window.activeTextEditor?.document.uri.fsPath, window.activeTextEditor?.viewColumn], [schema.fsPath, 2]);
    assert.equal(window.tabGroups.all.length, 2);
    await window.showTextDocument(readme, { viewColumn: vscode.ViewColumn.One, preserveFocus: true });
    assert.equal(window.activeTextEditor?.document.uri.fsPath, schema.fsPath);
  });

  it('window.showTextDocument: puts a preview in the place of another, and goes to the editor that is there', async () => {
    await window.showTextDocument(readme);
    await window.showTextDocument(schema);
    await until(() => tabs().length === 1);
    await window.showTextDocument(readme, { preview: false });
    await window.showTextDocument(schema, { preview: false });
    await window.showTextDocument(readme, { preview: false });
    await until(() => tabs().length === 2);
    assert.equal(window.activeTextEditor?.document.uri.fsPath, readme.fsPath);
  });
});

everywhere('the tabs of VS Code', () => {
  before(closeAll);
  afterEach(closeAll);

  it('window.tabGroups.all, window.tabGroups.activeTabGroup, TabInputText: say what each shows', async () => {
    await window.showTextDocument(readme, { preview: false });
    await window.showTextDocument(schema, { preview: false });
    await until(() => tabs().length === 2 && window.tabGroups.activeTabGroup.activeTab?.label === 'schema.sql');
    assert.deepEqual(
      tabs().map(({ label, input, isActive, isDirty }) => [
        label,
        input instanceof vscode.TabInputText && input.uri.fsPath,
        isActive,
        isDirty,
      ]),
      [
        ['README.md', readme.fsPath, false, false],
        ['schema.sql', schema.fsPath, true, false],
      ],
    );
    assert.deepEqual([window.tabGroups.activeTabGroup.viewColumn, window.tabGroups.activeTabGroup.isActive], [1, true]);
  });

  it('window.tabGroups.close, window.tabGroups.onDidChangeTabs: close those that are given, and tell which', async () => {
    const closed: unknown[] = [];
    const ended = window.tabGroups.onDidChangeTabs(event => closed.push(...event.closed.map(({ label }) => label)));
    await window.showTextDocument(readme, { preview: false });
    await window.showTextDocument(schema, { preview: false });
    await until(() => tabs().length === 2);
    assert.equal(await window.tabGroups.close(tabs().filter(({ label }) => label === 'README.md')), true);
    await until(() => closed.length > 0 && tabs().length === 1);
    assert.deepEqual([closed, tabs()[0]?.label], [['README.md'], 'schema.sql']);
    ended.dispose();
  });

  it('commands.executeCommand, TabInputTextDiff: show two texts beside each other by vscode.diff', async () => {
    await commands.executeCommand('vscode.diff', readme, schema, 'a title', { preview: false, viewColumn: vscode.ViewColumn.Active });
    await until(() => activeInput() instanceof vscode.TabInputTextDiff);
    const input = activeInput() as vscode.TabInputTextDiff;
    assert.deepEqual([input.original.fsPath, input.modified.fsPath], [readme.fsPath, schema.fsPath]);
    assert.equal(window.tabGroups.activeTabGroup.activeTab?.label, 'a title');
    await until(() => window.activeTextEditor?.document.uri.fsPath === schema.fsPath);
  });

  inVsCode.it('show Markdown that Parley compares as text, although the settings give it to a preview', async () => {
    const workbench = workspace.getConfiguration('workbench');
    // The first alone in an older VS Code.
    const names = ['editorAssociations', 'diffEditorAssociations'].filter(name => workbench.has(name));
    const associate = async (value: unknown): Promise<void> => {
      for (const name of names) await workbench.update(name, value, vscode.ConfigurationTarget.Workspace);
    };
    await associate({ '*.md': 'vscode.markdown.preview.editor' });
    try {
      await showDiff(readme, readme, 'a title');
      await until(() => activeInput() instanceof vscode.TabInputTextDiff);
    } finally {
      await associate(undefined);
    }
  });
});

everywhere('a text that is changed in VS Code', () => {
  const scheme = 'parley-test-files';
  let uri: vscode.Uri;
  let count = 0;
  const changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  let text = 'one\r\ntwo\r\n';
  let mtime = 1;
  let registered: vscode.Disposable;
  const put = (words: string): void => {
    text = words;
    mtime++;
  };
  const refuse = (): never => {
    throw vscode.FileSystemError.NoPermissions();
  };
  const provider: vscode.FileSystemProvider = {
    onDidChangeFile: changed.event,
    watch: () => new vscode.Disposable(() => undefined),
    stat: () => ({ type: vscode.FileType.File, ctime: 0, mtime, size: text.length }),
    readFile: () => Buffer.from(text),
    writeFile: (_uri, bytes) => put(Buffer.from(bytes).toString()),
    readDirectory: () => [],
    createDirectory: refuse,
    delete: refuse,
    rename: refuse,
  };
  before(() => {
    registered = workspace.registerFileSystemProvider(scheme, provider, { isCaseSensitive: true });
  });
  beforeEach(() => {
    // VS Code may have the text of a file that was shown before.
    uri = vscode.Uri.from({ scheme, path: `/page${++count}.txt` });
    put('one\r\ntwo\r\n');
  });
  before(closeAll);
  afterEach(closeAll);
  after(() => void registered.dispose());

  it('workspace.registerFileSystemProvider: comes from a file system of an extension, and follows it', async () => {
    const { document } = await window.showTextDocument(uri, { preview: false });
    assert.deepEqual([document.getText(), document.eol], ['one\r\ntwo\r\n', vscode.EndOfLine.CRLF]);
    put('three\r\n');
    changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
    await until(() => document.getText() === 'three\r\n');
    assert.equal(document.isDirty, false);
  });

  it('WorkspaceEdit, workspace.applyEdit, workspace.onDidChangeTextDocument, workspace.onWillSaveTextDocument, workspace.onDidSaveTextDocument, workspace.onDidSaveNotebookDocument: is told as a text alone, and goes into the file when it is saved', async () => {
    const { document } = await window.showTextDocument(uri, { preview: false });
    // VS Code may tell one change as several smaller ones: put into the text of before, they give the text.
    let told = document.getText();
    const ended = workspace.onDidChangeTextDocument(event => {
      if (event.document !== document) return;
      const inOrder = event.contentChanges.toSorted((one, other) => other.rangeOffset - one.rangeOffset);
      for (const { rangeOffset: at, rangeLength, text: put } of inOrder) told = told.slice(0, at) + put + told.slice(at + rangeLength);
    });
    const saved: string[] = [];
    const saving = workspace.onWillSaveTextDocument(({ document: one, waitUntil }) => {
      if (one === document) waitUntil(Promise.resolve().then(() => saved.push(one.getText(), text)));
    });
    const written: string[] = [];
    const ending = workspace.onDidSaveTextDocument(one => {
      if (one === document) written.push(text);
    });
    const notebooks: vscode.NotebookDocument[] = [];
    const listening = workspace.onDidSaveNotebookDocument(one => notebooks.push(one));
    const edit = new vscode.WorkspaceEdit();
    edit.replace(uri, new vscode.Range(0, 0, 0, 3), 'eins');
    assert.equal(await workspace.applyEdit(edit), true);
    await until(() => told === 'eins\r\ntwo\r\n');
    assert.deepEqual([document.getText(), document.isDirty], ['eins\r\ntwo\r\n', true]);
    assert.equal(text, 'one\r\ntwo\r\n');
    assert.equal(await document.save(), true);
    await until(() => !document.isDirty);
    assert.equal(text, 'eins\r\ntwo\r\n');
    assert.deepEqual(saved, ['eins\r\ntwo\r\n', 'one\r\ntwo\r\n'], 'the file has the text of before');
    await until(() => written.length > 0);
    assert.deepEqual(written, ['eins\r\ntwo\r\n'], 'the file has the text of now');
    assert.deepEqual(notebooks, []);
    listening.dispose();
    ending.dispose();
    saving.dispose();
    ended.dispose();
  });
});
