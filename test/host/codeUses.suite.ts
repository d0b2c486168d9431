// What a person does with code of an answer: at the cursor, in a new file, in a terminal.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { useCode } from '../../src/host/features/code/acts.js';
import { watchTerminals } from '../../src/host/vscode/terminalsInUse.js';
import { replace } from './openParley.js';
import { anywhere } from './where.js';

const { window, workspace } = vscode;
const use = (to: 'editor' | 'file' | 'terminal', text: string, language = 'ts') => useCode({ type: 'useCode', to, text, language });

anywhere('code of an answer', () => {
  const restores: (() => void)[] = [];
  const told: string[] = [];
  const sent: (readonly [string, boolean | undefined])[] = [];
  beforeEach(() => {
    told.length = sent.length = 0;
    const say = (text: string) => Promise.resolve(void told.push(text));
    for (const name of ['showInformationMessage', 'showWarningMessage'] as const)
      restores.push(replace(window, name, () => say as unknown as typeof window.showInformationMessage));
    const terminal = { show: () => undefined, sendText: (text: string, enter?: boolean) => sent.push([text, enter]) };
    restores.push(replace(window, 'createTerminal', () => () => terminal as unknown as vscode.Terminal));
  });
  afterEach(() => {
    for (const restore of restores.splice(0)) restore();
  });

  it('goes where the cursor is, in place of what is selected', async () => {
    const document = await workspace.openTextDocument({ content: 'one two three' });
    const editor = await window.showTextDocument(document);
    editor.selection = new vscode.Selection(0, 4, 0, 7);
    await use('editor', '2;\n2');
    assert.equal(document.getText(), 'one 2;\n2 three');
    assert.deepEqual(told, []);
  });

  it('becomes a new file that is not saved, in its language', async () => {
    await use('file', 'let a;\n', 'ts');
    const document = window.activeTextEditor?.document;
    assert.deepEqual([document?.getText(), document?.languageId, document?.uri.scheme], ['let a;\n', 'typescript', 'untitled']);
    await use('file', 'x', 'constructor');
    assert.equal(window.activeTextEditor?.document.getText(), 'x');
  });

  it('is put into a terminal where it is one command, and Enter is not pressed', async () => {
    await use('terminal', 'npm test\n', 'sh');
    assert.deepEqual(sent, [['npm test', false]]);
  });

  it('goes into the terminal that is shown only where its shell waits for a command: each character is a key for a program', async () => {
    const typed: string[] = [];
    const shown = { show: () => undefined, sendText: (text: string) => typed.push(text) } as unknown as vscode.Terminal;
    const withShell = { ...shown, shellIntegration: {} } as unknown as vscode.Terminal;
    let active = shown;
    restores.push(withValue('activeTerminal', (): vscode.Terminal => active));
    const starts = new vscode.EventEmitter<vscode.TerminalShellExecutionStartEvent>();
    const ends = new vscode.EventEmitter<vscode.TerminalShellExecutionEndEvent>();
    restores.push(replace(window, 'onDidStartTerminalShellExecution', () => starts.event));
    restores.push(replace(window, 'onDidEndTerminalShellExecution', () => ends.event));
    const watch = watchTerminals();
    restores.push(() => void watch.dispose());
    await use('terminal', 'in a shell that says nothing', 'sh');
    active = withShell;
    starts.fire({ terminal: withShell } as vscode.TerminalShellExecutionStartEvent);
    await use('terminal', 'while something runs', 'sh');
    ends.fire({ terminal: withShell } as vscode.TerminalShellExecutionEndEvent);
    await use('terminal', 'at the prompt', 'sh');
    assert.deepEqual(typed, ['at the prompt']);
    assert.deepEqual(sent, [
      ['in a shell that says nothing', false],
      ['while something runs', false],
    ]);
  });

  it('is not put there where it is more, or holds what nobody sees, and the person is told so', async () => {
    await use('terminal', 'npm ci\nnpm test', 'sh');
    await use('terminal', 'rm a\u200b', 'sh');
    await use('terminal', 'let a', 'ts');
    assert.deepEqual(sent, []);
    assert.equal(told.length, 3);
  });

  it('goes nowhere where no editor is open, and the person is told what to do', async () => {
    restores.push(
      withValue('activeTextEditor', () => undefined),
      withValue('visibleTextEditors', () => []),
    );
    await use('editor', 'let a;');
    assert.deepEqual(told, ['Open a file first. The code goes where its cursor is.']);
  });
});

function withValue<K extends 'activeTextEditor' | 'visibleTextEditors' | 'activeTerminal'>(
  name: K,
  get: () => (typeof window)[K],
): () => void {
  const real = Object.getOwnPropertyDescriptor(window, name);
  Object.defineProperty(window, name, { configurable: true, get });
  return () => {
    if (real === undefined) Reflect.deleteProperty(window, name);
    else Object.defineProperty(window, name, real);
  };
}
