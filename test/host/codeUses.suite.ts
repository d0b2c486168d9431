// What a person does with code of an answer: at the cursor, in a new file, in a terminal.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { useCode } from '../../src/host/features/code/acts.js';
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

  it('is not put there where it is more, or holds what nobody sees, and the person is told so', async () => {
    await use('terminal', 'npm ci\nnpm test', 'sh');
    await use('terminal', 'rm a\u200b', 'sh');
    await use('terminal', 'let a', 'ts');
    assert.deepEqual(sent, []);
    assert.equal(told.length, 3);
  });

  it('goes nowhere where no editor is open, and the person is told what to do', async () => {
    for (const name of ['activeTextEditor', 'visibleTextEditors'] as const) restores.push(withValue(name));
    await use('editor', 'let a;');
    assert.deepEqual(told, ['Open a file first. The code goes where its cursor is.']);
  });
});

/** No editor, whatever is open. */
function withValue(name: 'activeTextEditor' | 'visibleTextEditors'): () => void {
  const real = Object.getOwnPropertyDescriptor(window, name);
  Object.defineProperty(window, name, { configurable: true, get: () => (name === 'activeTextEditor' ? undefined : []) });
  return () => {
    if (real !== undefined) Object.defineProperty(window, name, real);
  };
}
