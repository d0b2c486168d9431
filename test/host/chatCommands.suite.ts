// The commands around the chat: at code, at problems, at files and at a terminal.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { asks, asksToRun, makeFakeCli, talks } from './fakeCli.js';
import type { FakeCli } from './fakeCli.js';
import type { FakeView } from './fakeView.js';
import type { OpenParley } from './openParley.js';
import { contextKeys, openParley, replace } from './openParley.js';
import { takeBackSettings, useCli } from './settings.js';
import { until } from './until.js';
import { anywhere, inVsCode } from './where.js';

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

anywhere('code that a person asks about', () => {
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
    range: new vscode.Range(line, 2, line, 4),
    message: words,
    severity: vscode.DiagnosticSeverity.Error,
    source: 'test',
    code: 'E1',
  });

  beforeEach(async () => {
    await begin(await talks());
    problems = vscode.languages.createDiagnosticCollection('parley tests');
  });
  afterEach(async () => {
    problems.dispose();
    await end();
  });

  inVsCode.it('has Fix and Explain among its quick fixes, and no place without a problem has them', async () => {
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

  inVsCode.it(
    'has the quick fixes of others first, which are there before: the first one is picked by habit, and must send nothing',
    async () => {
      await end();
      const other = vscode.languages.registerCodeActionsProvider(
        { scheme: 'file' },
        {
          provideCodeActions: (_document, _range, { diagnostics }) => {
            const action = new vscode.CodeAction('Install the types', vscode.CodeActionKind.QuickFix);
            action.diagnostics = [...diagnostics];
            return [action];
          },
        },
      );
      restores.push(() => void other.dispose());
      await begin(await talks());
      problems.set(readme, [problem(0, 'no such word')]);
      await vscode.window.showTextDocument(readme);
      const range = new vscode.Range(0, 2, 0, 3);
      const found = () => vscode.commands.executeCommand<vscode.CodeAction[]>('vscode.executeCodeActionProvider', readme, range);
      const titles = async (): Promise<readonly string[]> => (await found()).map(({ title }) => title);
      await until(async () => (await titles()).includes('Fix with Parley'));
      assert.equal((await titles())[0], 'Install the types');
    },
  );

  anywhere.it('goes with its words and its lines, and no file that its words mention is read unasked', async () => {
    await parley.run('parley.fix', { uri: readme, diagnostics: [problem(1, 'see @./secret.txt')] });
    await until(() => view.find('prompt')?.state === 'sent');
    const sent = view.find('prompt');
    assert.equal(sent?.text, 'Fix this problem:\n- 2: see \u2060@./secret.txt (test E1)');
    assert.deepEqual(
      sent.attachments?.map(one => (one.kind === 'selection' ? [one.path, one.first, one.last] : [])),
      [['README.md', 2, 2]],
    );
  });

  anywhere.it('is named by Fix where it lies in the selection', async () => {
    problems.set(readme, [problem(0, 'no such word'), problem(2, 'behind the selection')]);
    await select(new vscode.Selection(0, 0, 1, 1));
    await parley.run('parley.fix');
    await until(() => view.find('prompt')?.state === 'sent');
    assert.equal(view.find('prompt')?.text, 'Fix these problems:\n- 1: no such word (test E1)');
  });
});

anywhere('what a person adds from beside the chat', () => {
  beforeEach(async () => begin(await talks()));
  afterEach(end);

  it('is each selected file and folder of the explorer, once', async () => {
    const folder = vscode.Uri.joinPath(readme, '../db');
    const file = vscode.Uri.joinPath(folder, 'schema.sql');
    await parley.run('parley.addFiles', file, [file, folder]);
    await until(() => chips().length === 2);
    await parley.run('parley.addFiles', file);
    assert.deepEqual(chips(), ['db/schema.sql', 'db/']);
    assert.deepEqual(prompts(), []);
  });

  it('is the editor’s selection where it goes along, which stays the same chip as long as nothing of it changes', async () => {
    const editor = await select(new vscode.Selection(0, 0, 1, 1));
    view.post({ type: 'followEditor', on: true, writing: true });
    await until(() => view.attachments.length === 1);
    const [chip] = view.attachments;
    // The person comes to the box and sends at once, so the page has not heard of another chip.
    const told = view.news.length;
    view.post({ type: 'readEditor', writing: true });
    await until(() => view.news.slice(told).some(({ type }) => type === 'editor'));
    view.post({ type: 'sendPrompt', text: 'Look', attachments: [chip?.id] });
    await until(() => view.find('prompt')?.state === 'sent');
    assert.deepEqual(
      view.find('prompt')?.attachments?.map(({ id }) => id),
      [chip?.id],
    );
    view.post({ type: 'readEditor', writing: true });
    await until(() => view.attachments.length === 1);
    editor.selection = new vscode.Selection(1, 0, 2, 1);
    view.post({ type: 'readEditor', writing: true });
    await until(() => view.attachments.some(one => one.kind === 'selection' && one.first === 2));
    assert.equal(view.attachments.length, 1);
  });

  for (const [window, remoteName, chip, elsewhere] of [
    ['this computer', undefined, 'README.md', 'schema.sql'],
    ['a remote one', 'ssh-remote', 'db/schema.sql', 'README.md'],
  ] as const)
    it(`is what is dropped of the files of ${window}, and what lies on another one is named`, async () => {
      const own = Object.getOwnPropertyDescriptor(vscode.env, 'remoteName');
      Object.defineProperty(vscode.env, 'remoteName', { configurable: true, get: () => remoteName });
      if (own !== undefined) restores.push(() => void Object.defineProperty(vscode.env, 'remoteName', own));
      const remote = vscode.Uri.joinPath(readme, '../db/schema.sql').with({ scheme: 'vscode-remote', authority: 'ssh-remote+host' });
      const gone = vscode.Uri.joinPath(remoteName === undefined ? readme : remote, '../gone.ts');
      const tunnel = remote.with({ authority: 'tunnel+host' });
      const dropped = [vscode.Uri.parse('untitled:Untitled-1'), gone, tunnel, readme, remote];
      view.post({ type: 'addDropped', uris: dropped.map(uri => uri.toString()) });
      await until(() => chips().length === 1 && parley.told.length === 1);
      const named = ['Untitled-1', 'gone.ts', 'schema.sql', elsewhere].join(', ');
      assert.deepEqual([chips(), parley.told], [[chip], [[`No saved file on the computer where Claude works, so not added: ${named}`]]]);
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

anywhere('the keys of a permission', () => {
  afterEach(end);

  it('press the button on the card that is in sight, and decide nothing by themselves', async () => {
    await begin(await asksToRun({ command: 'ls' }));
    assert.notEqual(contextKeys.get('parley.permissionWaits'), true);
    await parley.run('parley.allow');
    view.post({ type: 'sendPrompt', text: 'Run it.' });
    await until(() => view.find('permission')?.state === 'asked');
    assert.equal(contextKeys.get('parley.permissionWaits'), true);
    const presses = () => view.messages.filter(({ type }) => type === 'decide').length;
    const before = presses();
    await parley.run('parley.allow');
    assert.deepEqual([presses() - before, view.find('permission')?.state], [1, 'asked']);
    view.setVisible(false);
    await parley.run('parley.deny');
    assert.deepEqual([presses() - before, view.find('permission')?.state], [1, 'asked']);
    view.setVisible(true);
    view.post({ type: 'decidePermission', id: view.find('permission')?.id ?? '', decision: 'deny' });
    await until(() => view.find('permission')?.state === 'denied');
    await until(() => contextKeys.get('parley.permissionWaits') === false);
  });
});
