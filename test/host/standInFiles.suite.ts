// What Parley asks of VS Code's settings, folders and files (see standIn.suite.ts).
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as vscode from 'vscode';
import type { Log } from '../../src/host/chats/chatDependencies.js';
import { findRipgrep, listFiles } from '../../src/host/vscode/listFiles.js';
import { replace } from './openParley.js';
import { takeBackSettings, setSetting } from './settings.js';
import { inTime, until } from './until.js';
import { anywhere, everywhere, isInNode } from './where.js';

const { workspace } = vscode;
const { Global, Workspace } = vscode.ConfigurationTarget;
const [root] = workspace.workspaceFolders ?? [];
const folder = root?.uri.fsPath ?? '';
const fileIn = (...parts: readonly string[]): vscode.Uri => vscode.Uri.file(join(folder, ...parts));

everywhere('a setting in VS Code', () => {
  const id = 'parley.questions.layout';
  afterEach(takeBackSettings);

  it('workspace.getConfiguration: reads it by its whole name and by its section, else the default, else what the caller says', () => {
    const whole = workspace.getConfiguration();
    assert.deepEqual([whole.get(id), workspace.getConfiguration('parley').get('questions.layout')], ['auto', 'auto']);
    assert.deepEqual([whole.get('parley.no.such', 'other'), whole.get('parley.no.such')], ['other', undefined]);
    assert.equal(whole.get(id, 'other'), 'auto');
    assert.deepEqual(workspace.getConfiguration('search').get('exclude', {}), {
      '**/node_modules': true,
      '**/bower_components': true,
      '**/*.code-search': true,
    });
  });

  it('workspace.getConfiguration: says who has set it, and the folder comes before the person', async () => {
    await setSetting(id, 'tabs', Global);
    const before = workspace.getConfiguration();
    await setSetting(id, 'stacked', Workspace);
    const found = workspace.getConfiguration('parley').inspect('questions.layout');
    assert.deepEqual([found?.key, found?.defaultValue, found?.globalValue, found?.workspaceValue], [id, 'auto', 'tabs', 'stacked']);
    assert.equal(workspace.getConfiguration().get(id), 'stacked');
    assert.equal(before.get(id), 'tabs', 'what was read stays as it was');
    await setSetting(id, undefined, Workspace);
    assert.equal(workspace.getConfiguration().get(id), 'tabs');
  });

  it('workspace.getConfiguration: takes nothing of a folder where a setting is the person’s alone', async () => {
    for (const own of ['parley.claude.path', 'parley.questions.onTimeout'] as const) {
      const before = workspace.getConfiguration().get(own);
      await assert.rejects(Promise.resolve(workspace.getConfiguration().update(own, 'dismiss', Workspace)), /Workspace Settings/);
      assert.equal(workspace.getConfiguration().get(own), before);
    }
  });

  it('workspace.onDidChangeConfiguration: tells which parts have changed', async () => {
    const heard: (readonly boolean[])[] = [];
    const ended = workspace.onDidChangeConfiguration(event =>
      heard.push([id, 'parley.questions', 'parley', 'parley.chat', `${id}.more`].map(part => event.affectsConfiguration(part))),
    );
    await setSetting(id, 'tabs', Global);
    await until(() => heard.length > 0);
    assert.deepEqual(heard[0]?.slice(0, 4), [true, true, true, false]);
    ended.dispose();
  });
});

everywhere('a folder in VS Code', () => {
  it('workspace.workspaceFolders, workspace.workspaceFile, workspace.isTrusted, workspace.getWorkspaceFolder: is the one that is open', () => {
    assert.equal(workspace.workspaceFile, undefined);
    assert.deepEqual([workspace.workspaceFolders?.length, root?.name, root?.index], [1, basename(folder), 0]);
    assert.equal(workspace.isTrusted, true);
    assert.equal(workspace.getWorkspaceFolder(fileIn('README.md'))?.uri.fsPath, folder);
    assert.equal(workspace.getWorkspaceFolder(fileIn())?.uri.fsPath, folder);
    assert.equal(workspace.getWorkspaceFolder(vscode.Uri.file(`${folder}-other/README.md`)), undefined);
    assert.equal(workspace.getWorkspaceFolder(vscode.Uri.from({ scheme: 'made-up', path: fileIn('README.md').path })), undefined);
  });

  it('workspace.asRelativePath: names what is in it from there on, and leaves anything else', () => {
    assert.equal(workspace.asRelativePath(fileIn('db', 'schema.sql')), 'db/schema.sql');
    assert.equal(workspace.asRelativePath(join(folder, 'README.md')), 'README.md');
    assert.equal(workspace.asRelativePath(fileIn('README.md'), true), `${root?.name}/README.md`);
    assert.equal(workspace.asRelativePath(fileIn('README.md'), false), 'README.md');
    assert.equal(workspace.asRelativePath(vscode.Uri.file('/else/where.md')), '/else/where.md');
    assert.equal(workspace.asRelativePath(fileIn()), fileIn().fsPath);
  });
});

everywhere('the files in VS Code', () => {
  const place = 'of the stand-in';
  before(() => {
    for (const made of ['.git', 'node_modules/a', 'deep/.hidden']) mkdirSync(join(folder, place, made), { recursive: true });
    for (const name of ['one.md', 'two.ts', '.git/config', 'node_modules/a/index.js', 'deep/three.md', 'deep/.hidden/four.md', '.DS_Store'])
      writeFileSync(join(folder, place, name), name);
    writeFileSync(join(folder, place, '.gitignore'), 'one.md\n');
  });
  after(() => rmSync(join(folder, place), { recursive: true }));

  it('workspace.findFiles, RelativePattern: leaves out what VS Code hides, and neither ignored files nor node_modules', async () => {
    const found = async (...given: Parameters<typeof workspace.findFiles>): Promise<readonly string[]> =>
      (await workspace.findFiles(...given)).map(uri => workspace.asRelativePath(uri)).filter(path => path.startsWith(place));
    const all = ['.gitignore', 'deep/.hidden/four.md', 'deep/three.md', 'node_modules/a/index.js', 'one.md', 'two.ts'];
    const named = (names: readonly string[]): readonly string[] => names.map(name => `${place}/${name}`).sort();
    assert.deepEqual((await found('**/*')).toSorted(), named(all));
    assert.deepEqual((await found('**/*', null)).toSorted(), named([...all, '.DS_Store', '.git/config']));
    assert.deepEqual(
      (await found('**/*', '{**/node_modules,**/*.ts}')).toSorted(),
      named(all.filter(name => !/node_modules|\.ts/.test(name))),
    );
    assert.deepEqual((await found('**/*.md')).toSorted(), named(all.filter(name => name.endsWith('.md'))));
    assert.equal((await workspace.findFiles('**/*.md', undefined, 2)).length, 2);
    const below = new vscode.RelativePattern(fileIn(place, 'deep'), '**/*.md');
    assert.deepEqual((await found(below)).toSorted(), named(all.filter(name => /^deep.*\.md$/.test(name))));
  });

  it('workspace.createFileSystemWatcher: tells of files that another program makes, writes and removes', async () => {
    const heard = new Set<string>();
    const watcher = workspace.createFileSystemWatcher(new vscode.RelativePattern(fileIn(), '**/*'));
    const hear =
      (what: string) =>
      (uri: vscode.Uri): void =>
        void heard.add(`${what} ${workspace.asRelativePath(uri)}`);
    const listening = [watcher.onDidCreate(hear('made')), watcher.onDidChange(hear('written')), watcher.onDidDelete(hear('gone'))];
    const path = fileIn(place, 'watched.md').fsPath;
    /** A watcher may hear nothing in its first moment. */
    const write = (words: string): boolean => {
      writeFileSync(path, words);
      return true;
    };
    await until(() => write(String(heard.size)) && heard.has(`written ${place}/watched.md`));
    rmSync(path);
    await until(() => heard.has(`gone ${place}/watched.md`));
    await until(() => write('again') && heard.has(`made ${place}/watched.md`));
    for (const one of [...listening, watcher]) one.dispose();
    rmSync(path);
  });

  it('env.appRoot: has the program that lists files as they are found, without what VS Code’s search leaves out', async () => {
    const log = new Proxy({} as Log, { get: () => (words: string) => assert.fail(words) });
    const found: string[] = [];
    await listFiles(folder, { most: 100_000, found: path => found.push(path), log, isIgnoredIn: true });
    assert.deepEqual(
      found.filter(path => path.startsWith(place)).toSorted(),
      ['.gitignore', 'deep/.hidden/four.md', 'deep/three.md', 'one.md', 'two.ts'].map(name => `${place}/${name}`).sort(),
    );
    const few: string[] = [];
    await listFiles(folder, { most: 2, found: path => few.push(path), log, isIgnoredIn: true });
    assert.equal(few.length, 2);
    assert.equal((await findRipgrep(vscode.env.appRoot)) === undefined, isInNode, 'by VS Code’s ripgrep');
  });

  anywhere.it('without that program, a search of VS Code’s that does not end is called off', async () => {
    const restore = replace(workspace, 'findFiles', () => (_include, _exclude, _most, token) => {
      const calledOff = new Promise<void>(resolve => token?.onCancellationRequested(() => resolve()));
      return calledOff.then(() => []);
    });
    // In a real VS Code the program is there.
    const log = new Proxy({} as Log, { get: () => assert.fail });
    if (isInNode) await inTime(listFiles(folder, { most: 1, found: () => assert.fail(), log, isIgnoredIn: true }));
    restore();
  });

  it('workspace.fs.stat, FileType: says what there is, also behind a link', async () => {
    symlinkSync(join(folder, place, 'one.md'), join(folder, place, 'link.md'));
    const { type, size, mtime } = await workspace.fs.stat(fileIn(place, 'one.md'));
    assert.deepEqual([type, size, mtime > 0], [vscode.FileType.File, 'one.md'.length, true]);
    assert.equal((await workspace.fs.stat(fileIn(place, 'deep'))).type, vscode.FileType.Directory);
    const link = await workspace.fs.stat(fileIn(place, 'link.md'));
    assert.deepEqual([link.type, link.size], [vscode.FileType.File | vscode.FileType.SymbolicLink, 'one.md'.length]);
  });

  it('workspace.fs.readFile, workspace.fs.writeFile: reads bytes, and writes them also where their folder is not there yet', async () => {
    assert.equal(Buffer.from(await workspace.fs.readFile(fileIn(place, 'one.md'))).toString(), 'one.md');
    const made = fileIn(place, 'made', 'here.bin');
    await workspace.fs.writeFile(made, Uint8Array.of(0, 255));
    await workspace.fs.writeFile(made, Uint8Array.of(1));
    assert.deepEqual([...readFileSync(made.fsPath)], [1]);
  });

  it('workspace.fs.stat, workspace.fs.readFile, FileSystemError: rejects by a code where nothing is', async () => {
    const isNotFound = (error: unknown): boolean => error instanceof vscode.FileSystemError && error.code === 'FileNotFound';
    await assert.rejects(async () => workspace.fs.stat(fileIn(place, 'nothing')), isNotFound);
    await assert.rejects(async () => workspace.fs.readFile(fileIn(place, 'nothing')), isNotFound);
  });

  it('workspace.encode: makes bytes of a text', async () => {
    assert.equal(Buffer.from(await workspace.encode('ä\n', { encoding: 'utf8' })).toString(), 'ä\n');
  });

  it('workspace.decode: makes a text of bytes, by the settings of a file or by the encoding that is named', async () => {
    assert.equal(await workspace.decode(Buffer.from('ä\n'), { uri: fileIn('a.txt') }), 'ä\n');
    assert.equal(await workspace.decode(Buffer.from([0xe4, 0x0a]), { encoding: 'windows1252' }), 'ä\n');
  });
});

everywhere('the problems that VS Code shows', () => {
  it('languages.getDiagnostics, DiagnosticSeverity: are those of all extensions, by their files', () => {
    const problems = vscode.languages.createDiagnosticCollection('parley contract');
    const uri = fileIn('README.md');
    assert.deepEqual(vscode.languages.getDiagnostics(uri), []);
    problems.set(uri, [{ range: new vscode.Range(0, 0, 0, 1), message: 'words', severity: vscode.DiagnosticSeverity.Warning }]);
    assert.deepEqual(
      vscode.languages.getDiagnostics(uri).map(({ message, severity }) => [message, severity]),
      [['words', vscode.DiagnosticSeverity.Warning]],
    );
    const [found] = vscode.languages.getDiagnostics().filter(([place]) => place.toString() === uri.toString());
    assert.equal(found?.[1].length, 1);
    problems.dispose();
    assert.deepEqual(vscode.languages.getDiagnostics(uri), []);
  });
});
