// Links in answers: the text is the model's.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as vscode from 'vscode';
import { openLink } from '../../src/host/commands/links.js';
import { anywhere, everywhere } from './where.js';

const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
const url = pathToFileURL(folder).href;

describe('a link in an answer', () => {
  /** VS Code opens one of each kind. */
  const placeOf = (href: string) => (['README.md:3', 'README.md:2-4', '../outside.md'].includes(href) ? everywhere : anywhere);

  const opened = (): string[] =>
    vscode.window.visibleTextEditors
      .filter(({ document }) => document.uri.scheme === 'file')
      .map(({ document }) => vscode.workspace.asRelativePath(document.uri));

  before(() => {
    for (const name of ['a b.md', '100%.md', '../outside.md']) writeFileSync(join(folder, name), 'one\ntwo\nthree\nfour\n');
  });
  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  const leading: Readonly<Record<string, string>> = {
    'README.md:3': 'README.md',
    'README.md#L3': 'README.md',
    'a%20b.md:3': 'a b.md',
    'a b.md:3': 'a b.md',
    '100%.md:3': '100%.md',
    [`${folder}/a%20b.md:3`]: 'a b.md',
    [`${url}/a%20b.md#L3`]: 'a b.md',
  };
  for (const [href, file] of Object.entries(leading)) {
    placeOf(href).it(`opens a file of the project at its line: ${href.replace(folder, '…')}`, async () => {
      await openLink(href);
      assert.deepEqual(opened(), [file]);
      assert.equal(vscode.window.activeTextEditor?.selection.active.line, 2);
    });
  }

  for (const [href, first, last] of [
    ['README.md:2-4', 1, 3],
    ['a%20b.md#L2-L3', 1, 2],
    ['README.md:3-9999', 2, undefined],
  ] as const) {
    placeOf(href).it(`selects the lines it names: ${href}`, async () => {
      await openLink(href);
      const editor = vscode.window.activeTextEditor;
      assert.ok(editor);
      const end = editor.document.lineAt(last ?? editor.document.lineCount - 1).range.end;
      assert.deepEqual(editor.selection, new vscode.Selection(new vscode.Position(first, 0), end));
    });
  }

  for (const href of [
    '../outside.md',
    '%2e%2e/outside.md',
    `${folder}/../outside.md`,
    `${folder}/%2e%2e/outside.md`,
    `${url}/../outside.md`,
    '/etc/hosts',
    'file:///etc/hosts',
    'command:workbench.action.files.newUntitledFile',
    'vscode://file/etc/hosts',
    'javascript:alert(1)',
    'javascript:0;',
    'README.md:3;x',
    'java\nscript:0;',
    'data:1,',
    'vbscript:x',
    'mailto:a@example.com',
    'file://README.md',
    'file://server/README.md',
    'file:README.md',
    '//server/README.md',
    '\\\\server\\README.md',
    '%2f%2fserver/README.md',
    `/${folder}/README.md`,
    `%2f${folder}/README.md`,
    `file:///${folder}/README.md`,
    'README.md%00',
    'READ\u200bME.md',
    '',
    '#L3',
  ]) {
    placeOf(href).it(`does nothing when it leads anywhere else: ${href.replace(folder, '…') || '(empty)'}`, async () => {
      await openLink(href);
      assert.deepEqual(opened(), []);
    });
  }
});
