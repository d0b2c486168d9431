// The commands around the chat: at code, at problems, at files and at a terminal.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { asks, makeFakeCli, talks } from './fakeCli.js';
import type { FakeCli } from './fakeCli.js';
import type { FakeView } from './fakeView.js';
import type { OpenParley } from './openParley.js';
import { openParley, replace } from './openParley.js';
import { takeBackSettings, useCli } from './settings.js';
import { until } from './until.js';

let parley: OpenParley;
let view: FakeView;
let cli: FakeCli;
const restores: (() => void)[] = [];
const readme = vscode.Uri.file(join(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '', 'README.md'));

async function begin(script: Parameters<typeof makeFakeCli>[0]): Promise<void> {
  cli = await makeFakeCli(script);
  await useCli(cli);
  parley = openParley();
  view = parley.open();
}

async function select(selection: vscode.Selection): Promise<vscode.TextEditor> {
  const editor = await vscode.window.showTextDocument(readme);
  editor.selection = selection;
  return editor;
}

const prompts = (): readonly string[] => view.items.flatMap(item => (item.kind === 'prompt' ? [item.text] : []));
const chips = (): readonly string[] => view.attachments.map(one => ('path' in one ? one.path : one.name));

async function end(): Promise<void> {
  for (const restore of restores.splice(0)) restore();
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  await parley.close();
  cli.remove();
  await takeBackSettings();
}

describe('code that a person asks about', () => {
  afterEach(end);

  it('goes at once with a ready prompt, as a chip, where nothing stands in the message box', async () => {
    await begin(await talks());
    await select(new vscode.Selection(0, 0, 1, 1));
    await parley.run('parley.explain');
    await until(() => view.find('prompt')?.state === 'sent');
    const sent = view.find('prompt');
    assert.equal(sent?.text, 'Explain this code.');
    assert.deepEqual(
      sent.attachments?.map(one => (one.kind === 'selection' ? [one.path, one.first, one.last] : [])),
      [['README.md', 1, 2]],
    );
    assert.deepEqual([chips(), view.composerDraft], [[], '']);
  });

  it('is not asked twice when the command is run twice', async () => {
    await begin(await talks(2));
    await select(new vscode.Selection(0, 0, 1, 1));
    await Promise.all([parley.run('parley.explain'), parley.run('parley.explain')]);
    await parley.run('parley.explain');
    await until(() => view.find('text')?.streaming === false && view.status?.turn === 'idle');
    assert.deepEqual(prompts(), ['Explain this code.']);
    assert.equal(cli.log().filter(({ line = '' }) => line.includes('"type":"user"')).length, 1);
  });

  it('waits as a draft where words stand in the message box, in front of them', async () => {
    await begin(await talks());
    view.post({ type: 'saveComposerDraft', text: 'My own words' });
    await select(new vscode.Selection(0, 0, 1, 1));
    await parley.run('parley.fix');
    assert.deepEqual([view.returned.map(({ text, because }) => [text, because]), prompts()], [[['Fix this code.', 'prepared']], []]);
    await until(() => chips().length === 1);
    view.post({ type: 'ready' });
    assert.equal(view.composerDraft, 'Fix this code.\n\nMy own words');
    assert.deepEqual(cli.pids(), []);
  });

  it('waits as a draft while a question waits, and answers nothing', async () => {
    await begin(await asks());
    view.post({ type: 'sendPrompt', text: 'Ask me.' });
    await until(() => view.find('question')?.phase === 'asked');
    await select(new vscode.Selection(0, 0, 1, 1));
    await parley.run('parley.explain');
    assert.deepEqual([prompts(), view.find('question')?.phase], [['Ask me.'], 'asked']);
    await until(() => chips().length === 1);
    assert.equal(view.returned.length, 1);
  });

  it('is asked for where nothing is selected', async () => {
    await begin(await talks());
    await select(new vscode.Selection(0, 0, 0, 0));
    await parley.run('parley.explain');
    assert.deepEqual(parley.told, [['Select something in a file first.']]);
    assert.deepEqual([prompts(), chips()], [[], []]);
  });
});

describe('a problem in the code', () => {
  let problems: vscode.DiagnosticCollection;
  const problem = (line: number, words: string): vscode.Diagnostic => ({
    ...{ range: new vscode.Range(line, 2, line, 4), message: words, severity: vscode.DiagnosticSeverity.Error },
    ...{ source: 'test', code: 'E1' },
  });

  beforeEach(async () => {
    await begin(await talks());
    problems = vscode.languages.createDiagnosticCollection('parley tests');
  });
  afterEach(async () => {
    problems.dispose();
    await end();
  });

  it('has Fix and Explain among its quick fixes, and no place without a problem has them', async () => {
    problems.set(readme, [problem(0, 'no such word')]);
    await vscode.window.showTextDocument(readme);
    const titlesAt = async (line: number): Promise<readonly string[]> => {
      const range = new vscode.Range(line, 2, line, 3);
      const found = await vscode.commands.executeCommand<vscode.CodeAction[]>('vscode.executeCodeActionProvider', readme, range);
      return [...new Set(found.map(({ title }) => title).filter(title => title.includes('Parley')))];
    };
    await until(async () => (await titlesAt(0)).length === 2);
    assert.deepEqual([await titlesAt(0), await titlesAt(1)], [['Fix with Parley', 'Explain with Parley'], []]);
  });

  it('goes with its words and its lines, and no file that its words mention is read unasked', async () => {
    await parley.run('parley.fix', { uri: readme, diagnostics: [problem(1, 'see @./secret.txt')] });
    await until(() => view.find('prompt')?.state === 'sent');
    const sent = view.find('prompt');
    assert.equal(sent?.text, 'Fix this problem:\n- 2: see \u2060@./secret.txt (test E1)');
    assert.deepEqual(
      sent.attachments?.map(one => (one.kind === 'selection' ? [one.path, one.first, one.last] : [])),
      [['README.md', 2, 2]],
    );
  });

  it('is named by Fix where it lies in the selection', async () => {
    problems.set(readme, [problem(0, 'no such word'), problem(2, 'behind the selection')]);
    await select(new vscode.Selection(0, 0, 1, 1));
    await parley.run('parley.fix');
    await until(() => view.find('prompt')?.state === 'sent');
    assert.equal(view.find('prompt')?.text, 'Fix these problems:\n- 1: no such word (test E1)');
  });
});

describe('what a person adds from beside the chat', () => {
  beforeEach(async () => begin(await talks()));
  afterEach(end);

  it('is each selected file and folder of the explorer, once', async () => {
    const folder = vscode.Uri.joinPath(readme, '../db');
    const file = vscode.Uri.joinPath(folder, 'schema.sql');
    await parley.run('parley.addFiles', file, [file, folder]);
    await until(() => chips().length === 2);
    await parley.run('parley.addFiles', file);
    assert.deepEqual(chips(), ['db/schema.sql', 'db']);
    assert.deepEqual(prompts(), []);
  });

  it('is what is selected in the terminal, and the clipboard stays as it was', async () => {
    const terminal = { name: 'tests' } as vscode.Terminal;
    const own = Object.getOwnPropertyDescriptor(vscode.window, 'activeTerminal');
    Object.defineProperty(vscode.window, 'activeTerminal', { configurable: true, get: () => terminal });
    if (own !== undefined) restores.push(() => void Object.defineProperty(vscode.window, 'activeTerminal', own));
    let selected = 'two\nlines\n';
    restores.push(
      replace(
        vscode.commands,
        'executeCommand',
        execute =>
          (async (id: string, ...rest: unknown[]) => {
            if (id !== 'workbench.action.terminal.copySelection') return execute(id, ...rest);
            if (selected !== '') await vscode.env.clipboard.writeText(selected);
            return undefined;
          }) as typeof execute,
      ),
    );
    await vscode.env.clipboard.writeText('of the person');
    await parley.run('parley.addTerminalSelection');
    await until(() => view.attachments.length === 1);
    const [chip] = view.attachments;
    assert.deepEqual(chip?.kind === 'terminal' ? [chip.name, chip.lines] : [], ['tests', 2]);
    assert.equal(await vscode.env.clipboard.readText(), 'of the person');
    selected = '';
    await parley.run('parley.addTerminalSelection');
    assert.deepEqual([view.attachments.length, parley.told.at(-1)], [1, ['Select something in a terminal first.']]);
    assert.equal(await vscode.env.clipboard.readText(), 'of the person');
  });
});
