// The diff of an edit in the real VS Code: its right side can be written, and closing it asks nothing, decides nothing and loses nothing.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { PagePair } from '../../src/host/features/edits/editPages.js';
import { EditPages } from '../../src/host/features/edits/editPages.js';
import { until } from './until.js';
import { inVsCode } from './where.js';

/** VS Code takes a scheme once. */
let pages: EditPages | undefined;

inVsCode('the diff of an edit', () => {
  let taken: string[];
  let pair: PagePair;

  beforeEach(async () => {
    taken = [];
    pages ??= new EditPages();
    pair = pages.pair({
      name: 'a.json',
      title: 'a.json: as it is ↔ with the edit',
      lineEnd: '\r\n',
      left: '{ "ä": 1 }\n',
      right: '{ "ä": 2 }\n',
      onText: text => taken.push(text),
      onDecide: decision => taken.push(decision),
    });
    await pair.show();
    await until(() => vscode.window.activeTextEditor?.document.uri.toString() === pair.right.toString());
  });
  afterEach(async () => {
    await pair.end();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  const editor = (): vscode.TextEditor => vscode.window.activeTextEditor ?? assert.fail('no editor');
  const diffs = (): readonly vscode.Tab[] =>
    vscode.window.tabGroups.all
      .flatMap(({ tabs }) => tabs)
      .filter(({ input }) => input instanceof vscode.TabInputTextDiff && input.modified.toString() === pair.right.toString());

  it('has the text and the line ends of the file, in the language of its name', () => {
    const { document } = editor();
    assert.deepEqual([document.getText(), document.languageId], ['{ "ä": 2 }\r\n', 'json']);
    assert.deepEqual(taken, []);
  });

  it('tells what is typed, keeps it, and closes without a question', async () => {
    await editor().edit(edit => edit.insert(new vscode.Position(0, 0), '// mine\n'));
    await until(() => taken.length > 0 && !editor().document.isDirty);
    assert.deepEqual(taken, ['// mine\n{ "ä": 2 }\n']);
    await vscode.window.tabGroups.close(diffs());
    await until(() => diffs().length === 0);
    await pair.show();
    await until(() => vscode.window.activeTextEditor?.document.uri.toString() === pair.right.toString());
    assert.equal(editor().document.getText(), '// mine\r\n{ "ä": 2 }\r\n');
  });

  it('has no id in its place, and Allow and Deny of its title come behind what stands there', async () => {
    assert.equal(editor().document.uri.path, '/Proposed/a.json');
    await editor().edit(edit => edit.insert(new vscode.Position(0, 0), '// mine\n'));
    pages?.inFront?.decide('allow');
    assert.deepEqual(taken, ['// mine\n{ "ä": 2 }\n', 'allow']);
    pages?.inFront?.decide('deny');
    assert.equal(taken.at(-1), 'deny');
  });

  it('tells what is saved and closed at once', async () => {
    await editor().edit(edit => edit.insert(new vscode.Position(0, 0), '// mine\n'));
    await editor().document.save();
    await vscode.window.tabGroups.close(diffs());
    await until(() => taken.length > 0);
    assert.deepEqual(taken, ['// mine\n{ "ä": 2 }\n']);
  });

  it('tells at once what is asked for, before the person has stopped typing', async () => {
    await editor().edit(edit => edit.insert(new vscode.Position(0, 0), 'x'));
    pair.take();
    assert.deepEqual(taken, ['x{ "ä": 2 }\n']);
  });

  it('shows what is put there from the card, open or not', async () => {
    await pair.set('{ "ä": 3 }\n');
    assert.deepEqual([editor().document.getText(), editor().document.isDirty], ['{ "ä": 3 }\r\n', false]);
    await vscode.window.tabGroups.close(diffs());
    await pair.set('{ "ä": 4 }\n');
    await pair.show();
    await until(() => vscode.window.activeTextEditor?.document.getText() === '{ "ä": 4 }\r\n');
  });

  it('lets nobody write on its left side', async () => {
    const [tab] = diffs();
    const { original } = tab?.input as vscode.TabInputTextDiff;
    const document = await vscode.workspace.openTextDocument(original);
    const before = document.getText();
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('type', { text: 'x' });
    assert.deepEqual([document.getText(), document.isDirty], [before, false]);
  });

  it('is gone once the edit is decided, and no other tab is', async () => {
    const other = await vscode.workspace.openTextDocument({ content: 'other' });
    await vscode.window.showTextDocument(other, { preview: false });
    await pair.show();
    await until(() => vscode.window.activeTextEditor?.document.uri.toString() === pair.right.toString());
    await editor().edit(edit => edit.insert(new vscode.Position(0, 0), 'y'));
    await pair.end();
    await until(() => diffs().length === 0);
    assert.ok(vscode.workspace.textDocuments.includes(other));
    assert.deepEqual(taken.slice(1), []);
  });
});

inVsCode('the diff of an edit where files have another encoding', () => {
  it('is read as UTF-8 all the same', async () => {
    const files = vscode.workspace.getConfiguration('files');
    await files.update('encoding', 'windows1252', vscode.ConfigurationTarget.Global);
    pages ??= new EditPages();
    const pair = pages.pair({
      name: 'b.txt',
      title: 'b.txt',
      lineEnd: '\n',
      left: 'ä',
      right: 'ö\u{1f600}',
      onText: () => undefined,
      onDecide: () => undefined,
    });
    try {
      await pair.show();
      await until(() => vscode.window.activeTextEditor?.document.getText() === 'ö\u{1f600}');
    } finally {
      await pair.end();
      await files.update('encoding', undefined, vscode.ConfigurationTarget.Global);
    }
  });
});
