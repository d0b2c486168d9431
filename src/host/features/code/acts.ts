// Puts code of an answer where the person wants it: at the cursor, into a new file, into a terminal. Nothing is saved, and nothing is run.
import * as vscode from 'vscode';
import type { FeatureIntent } from '../../../shared/contract/featureIntents.js';
import { oneCommand } from '../../../shared/oneCommand.js';
import type { Variant } from '../../../shared/variant.js';
import { openOwnTerminal, showMessage } from '../../vscode/plainUi.js';
import { waitsForCommand } from '../../vscode/terminalsInUse.js';
import { editorInUse } from '../../vscode/editorInUse.js';

const { t } = vscode.l10n;

/** VS Code's names for the languages that people name otherwise. It knows these without any extension. */
const languageIds: Readonly<Record<string, string>> = {
  ts: 'typescript',
  typescript: 'typescript',
  tsx: 'typescriptreact',
  js: 'javascript',
  javascript: 'javascript',
  jsx: 'javascriptreact',
  mjs: 'javascript',
  cjs: 'javascript',
  mts: 'typescript',
  cts: 'typescript',
  py: 'python',
  python: 'python',
  rb: 'ruby',
  ruby: 'ruby',
  rs: 'rust',
  rust: 'rust',
  go: 'go',
  java: 'java',
  c: 'c',
  h: 'c',
  cpp: 'cpp',
  'c++': 'cpp',
  cs: 'csharp',
  'c#': 'csharp',
  csharp: 'csharp',
  php: 'php',
  swift: 'swift',
  html: 'html',
  css: 'css',
  scss: 'scss',
  less: 'less',
  json: 'json',
  jsonc: 'jsonc',
  yaml: 'yaml',
  yml: 'yaml',
  xml: 'xml',
  sql: 'sql',
  md: 'markdown',
  markdown: 'markdown',
  diff: 'diff',
  patch: 'diff',
  ini: 'ini',
  dockerfile: 'dockerfile',
  sh: 'shellscript',
  bash: 'shellscript',
  shell: 'shellscript',
  zsh: 'shellscript',
  powershell: 'powershell',
  ps1: 'powershell',
  bat: 'bat',
};

export async function useCode({ to, text, language }: Variant<FeatureIntent, 'useCode'>): Promise<void> {
  if (to === 'editor') await insertAtCursor(text);
  else if (to === 'file') await openNewFile(text, language);
  else await putIntoTerminal(text, language);
}

async function insertAtCursor(text: string): Promise<void> {
  const editor = editorInUse();
  if (editor === undefined) {
    void showMessage(t('Open a file first. The code goes where its cursor is.'));
    return;
  }
  const edit = new vscode.WorkspaceEdit();
  edit.replace(editor.document.uri, editor.selection, text);
  if (await vscode.workspace.applyEdit(edit)) await vscode.window.showTextDocument(editor.document, editor.viewColumn);
  else void showMessage(t('VS Code did not let Parley change this file.'), [], { level: 'warning' });
}

async function openNewFile(content: string, language: string): Promise<void> {
  const id = Object.hasOwn(languageIds, language) ? languageIds[language] : undefined;
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content, ...(id !== undefined && { language: id }) }));
}

async function putIntoTerminal(text: string, language: string): Promise<void> {
  // The page offers nothing else.
  const command = oneCommand(text, language);
  if (command === undefined) {
    await showMessage(t('This is not one command for a terminal. Copy what you need.'), [], { level: 'warning' });
    return;
  }
  const { activeTerminal } = vscode.window;
  const terminal = activeTerminal !== undefined && waitsForCommand(activeTerminal) ? activeTerminal : openOwnTerminal();
  terminal.show();
  // Without the Enter.
  terminal.sendText(command, false);
}
