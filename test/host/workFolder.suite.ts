// In which of two roots a chat works: by default, by the person's choice, and where the chosen root is gone.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import * as vscode from 'vscode';
import { makeFakeCli, talks } from './fakeCli.js';
import type { FakeCli } from './fakeCli.js';
import type { FakeView } from './fakeView.js';
import { openParley, replace } from './openParley.js';
import type { OpenParley } from './openParley.js';
import { addRoot } from './roots.js';
import { useCli } from './settings.js';
import { until } from './until.js';
import { anywhere } from './where.js';
import { removeFolder } from '../support/removeFolder.js';

const { window, workspace } = vscode;
const first = workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';

anywhere('the root in which a chat works', () => {
  let second: string;
  let storage: string;
  let cli: FakeCli;
  let parley: OpenParley;
  let view: FakeView;
  let takeAway: () => void;
  let restoreFolder: () => void;
  let restoreEvent: () => void;
  /** What hears of another list of roots. */
  const listeners = new Set<() => void>();

  beforeEach(async () => {
    second = realpathSync(mkdtempSync(join(tmpdir(), 'parley library-')));
    storage = mkdtempSync(join(tmpdir(), 'parley-storage-'));
    writeFileSync(join(second, 'only here.ts'), 'one\n');
    takeAway = addRoot(second);
    const uri = vscode.Uri.file(second);
    restoreFolder = replace(
      workspace,
      'getWorkspaceFolder',
      real => asked => (asked.fsPath.startsWith(second + sep) ? { uri, name: 'library', index: 1 } : real(asked)),
    );
    restoreEvent = replace(workspace, 'onDidChangeWorkspaceFolders', () => listener => {
      const heard = (): void => void listener({ added: [], removed: [] });
      listeners.add(heard);
      return new vscode.Disposable(() => listeners.delete(heard));
    });
    cli = await makeFakeCli(await talks());
    await useCli(cli);
    parley = openParley({ storage });
    view = parley.open();
  });
  afterEach(async () => {
    await parley.close();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    restoreEvent();
    restoreFolder();
    takeAway();
    cli.remove();
    for (const folder of [second, storage]) await removeFolder(folder);
  });

  const act = (given: unknown): void => view.post(given);
  const place = () => view.news.filter(news => news.type === 'workFolder').at(-1);
  /** What the views are told next. */
  async function told(given: unknown): Promise<NonNullable<ReturnType<typeof place>>> {
    const before = place();
    act(given);
    await until(() => place() !== before);
    return place() ?? assert.fail();
  }
  const starts = () => cli.log().filter(({ cwd }) => cwd !== undefined);
  const added = (args: readonly string[] = []): readonly string[] => args.filter((_, at) => args[at - 1] === '--add-dir');
  async function send(text: string): Promise<void> {
    view.post({ type: 'sendPrompt', text });
    await until(() => view.status?.turn === 'idle' && view.items.some(({ kind }) => kind === 'text' || kind === 'notice'));
  }
  const choose = { type: 'chooseFolder' } as const;

  it('is chosen before the first message, and is the working directory of the CLI, which gets the other one added', async () => {
    const { path, roots } = await told({ type: 'readSteering' });
    assert.deepEqual([path, roots.map(root => root.path)], [first, [first, second]]);
    assert.equal((await told({ ...choose, path: second })).path, second);
    await send('Hello.');
    const [start] = starts();
    assert.equal(start?.cwd, second);
    assert.ok(added(start.args).includes(first) && !added(start.args).includes(second), start.args?.join(' '));
    // From now on it is fixed.
    assert.deepEqual((await told({ type: 'readSteering' })).roots, []);
    act({ ...choose, path: first });
    await until(() => parley.log.some(line => line.includes('it has begun')));
    assert.equal((await told({ type: 'readSteering' })).path, second);
  });

  it('is the first one where nobody has chosen, and stays it', async () => {
    await send('Hello.');
    assert.equal(starts()[0]?.cwd, first);
    await window.showTextDocument(vscode.Uri.file(join(second, 'only here.ts')));
    const { path, roots } = await told({ type: 'readSteering' });
    assert.deepEqual([path, roots], [first, []]);
  });

  it('is that of the file in the editor when the chat begins, and no other while the person writes', async () => {
    await window.showTextDocument(vscode.Uri.file(join(second, 'only here.ts')));
    assert.equal((await told({ type: 'readSteering' })).path, second);
    view.post({ type: 'saveComposerDraft', text: 'Hello' });
    await window.showTextDocument(vscode.Uri.file(join(first, 'README.md')));
    assert.equal((await told({ type: 'readEditor', writing: true })).path, second);
    await send('Hello.');
    assert.equal(starts()[0]?.cwd, second);
  });

  it('is that of the file that a command adds to an empty chat', async () => {
    assert.equal((await told({ type: 'readSteering' })).path, first);
    const editor = await window.showTextDocument(vscode.Uri.file(join(second, 'only here.ts')));
    editor.selection = new vscode.Selection(0, 0, 0, 3);
    await parley.run('parley.addSelection');
    await until(() => view.attachments.length === 1);
    assert.deepEqual(
      view.attachments.map(one => 'path' in one && one.path),
      ['only here.ts'],
    );
    assert.equal(place()?.path, second);
    await send('Hello.');
    assert.equal(starts()[0]?.cwd, second);
  });

  it('decides how a file is named that was added before', async () => {
    await told({ type: 'readSteering' });
    // As the page gets them from the list of files.
    const { remoteName } = vscode.env;
    const where = remoteName === undefined ? { scheme: 'file' } : { scheme: 'vscode-remote', authority: remoteName };
    for (const file of [join(first, 'README.md'), join(second, 'only here.ts')])
      act({ type: 'addDropped', uris: [vscode.Uri.file(file).with(where).toString()] });
    const paths = (): readonly string[] => view.attachments.flatMap(one => ('path' in one ? [one.path] : []));
    await until(() => paths().length === 2);
    assert.deepEqual(paths().toSorted(), ['README.md', join(second, 'only here.ts')].toSorted());
    await told({ ...choose, path: second });
    await until(() => paths().includes('only here.ts'));
    assert.deepEqual(paths().toSorted(), [join(first, 'README.md'), 'only here.ts'].toSorted());
  });

  it('is the same in the next window', async () => {
    await told({ type: 'readSteering' });
    await told({ ...choose, path: second });
    await send('Hello.');
    const before = starts().length;
    await parley.close();
    parley = openParley({ storage });
    view = parley.open();
    await until(() => view.find('prompt') !== undefined);
    const { path, roots } = await told({ type: 'readSteering' });
    assert.deepEqual([path, roots], [second, []]);
    view.post({ type: 'sendPrompt', text: 'Go on.' });
    await until(() => starts().length > before);
    assert.equal(starts().at(-1)?.cwd, second);
  });

  it('is said to be gone, and nothing is started elsewhere, where the window does not have it any more', async () => {
    await told({ type: 'readSteering' });
    await told({ ...choose, path: second });
    takeAway();
    act({ type: 'readSteering' });
    let before = place();
    // Asked again behind each reply, because one to what was chosen may come behind the request, and was right when it was asked for.
    await until(() => {
      if (place() !== before) act({ type: 'readSteering' });
      before = place();
      return before?.gone === 'window';
    });
    view.post({ type: 'sendPrompt', text: 'Hello.' });
    await until(() => view.find('notice') !== undefined);
    assert.match(view.find('notice')?.text ?? '', /^Nothing was started: this chat works in .*library/);
    assert.deepEqual([view.find('prompt')?.state, starts().length], ['failed', 0]);
  });

  it('is one of those by which other programs find the window, as long as the window has it', async () => {
    const recorded = (): readonly unknown[] =>
      readdirSync(storage, { recursive: true, encoding: 'utf8' })
        .filter(name => /windows[\\/][^\\/]+\.json$/.test(name))
        .flatMap(name => (JSON.parse(readFileSync(join(storage, name), 'utf8')) as { readonly folders?: readonly string[] }).folders ?? []);
    await until(() => recorded().includes(second));
    takeAway();
    for (const heard of listeners) heard();
    await until(() => recorded().length === 1);
    assert.deepEqual(recorded(), [first]);
  });

  it('is said to be gone where the disk does not have it; the chat goes on once it is there again', async () => {
    await told({ type: 'readSteering' });
    await told({ ...choose, path: second });
    rmSync(second, { recursive: true });
    // Here a look that began before the folder went has found it, and later ones share its reply until then.
    await until(() => {
      act({ type: 'readSteering' });
      return place()?.gone === 'disk';
    });
    view.post({ type: 'sendPrompt', text: 'Hello.' });
    await until(() => view.find('notice') !== undefined);
    assert.equal(starts().length, 0);
    mkdirSync(second);
    view.post({ type: 'resendPrompt', id: view.find('prompt')?.id });
    await until(() => view.status?.turn === 'idle' && view.find('text') !== undefined);
    assert.equal(starts()[0]?.cwd, second);
  });
});
