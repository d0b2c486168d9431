// What Parley asks of VS Code's API, in Node and in both VS Codes: where the stand-in differs, this is red in one of them. The title of each
// test begins with the names in the API that it holds; test/unit/support/standIn.test.ts knows by them that none is missing.
// Here: classes, values and commands. Files, editors, lists and views are in the suites beside this one.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { everywhere } from './where.js';
import { until } from './until.js';

const { commands, env, l10n } = vscode;

everywhere('an address of VS Code’s', () => {
  it('Uri, Uri.file, Uri.parse, Uri.from: has its parts, and is encoded as text', () => {
    const file = vscode.Uri.file('/a b/ü#?%.md');
    assert.deepEqual([file.scheme, file.authority, file.path, file.query, file.fragment], ['file', '', '/a b/ü#?%.md', '', '']);
    assert.equal(file.fsPath, '/a b/ü#?%.md');
    assert.equal(file.toString(), 'file:///a%20b/%C3%BC%23%3F%25.md');
    assert.equal(file.toString(true), 'file:///a b/ü%23%3F%.md');
    assert.equal(vscode.Uri.parse(file.toString()).path, file.path);
    const web = vscode.Uri.parse('https://example.com/z?q=1#f', true);
    assert.deepEqual([web.scheme, web.authority, web.path, web.query, web.fragment], ['https', 'example.com', '/z', 'q=1', 'f']);
    const made = vscode.Uri.from({ scheme: 'made-up', path: '/a/b.md', query: 'x y' });
    assert.equal(made.toString(), 'made-up:/a/b.md?x%20y');
    assert.ok([file, web, made].every(uri => uri instanceof vscode.Uri));
  });

  it('Uri.parse, Uri.from: refuses what is none', () => {
    assert.throws(() => vscode.Uri.parse('no scheme', true), /Scheme is missing/);
    assert.equal(vscode.Uri.parse('/no/scheme').scheme, 'file');
    assert.throws(() => vscode.Uri.from({ scheme: 'a', authority: 'b', path: 'c' }), /UriError/);
  });

  it('Uri.joinPath, Uri.file: leads on from an address, and another part takes the place of one', () => {
    const folder = vscode.Uri.file('/a/b');
    assert.equal(vscode.Uri.joinPath(folder, '..', 'c', 'd.md').path, '/a/c/d.md');
    assert.equal(folder.with({ path: '/x', fragment: 'L3' }).toString(), 'file:///x#L3');
    assert.equal(folder.path, '/a/b');
  });
});

everywhere('what VS Code tells its extensions', () => {
  it('Disposable: ends once', () => {
    let ended = 0;
    const one = new vscode.Disposable(() => ended++);
    one.dispose();
    one.dispose();
    assert.equal(ended, 1);
  });

  it('Disposable.from: ends all, in their order, and no further where one throws', () => {
    const ended: number[] = [];
    const all = (...numbers: readonly number[]) => numbers.map(number => ({ dispose: () => void ended.push(number) }));
    const whole = vscode.Disposable.from(...all(1, 2, 3));
    whole.dispose();
    whole.dispose();
    assert.deepEqual(ended, [1, 2, 3]);
    const broken = { dispose: () => assert.fail('broken') };
    assert.throws(() => vscode.Disposable.from(...all(4), broken, ...all(5)).dispose(), /broken/);
    assert.deepEqual(ended, [1, 2, 3, 4]);
  });

  it('EventEmitter: tells all in their order, although one throws, and ends with its subscription', () => {
    const emitter = new vscode.EventEmitter<number>();
    const heard: string[] = [];
    const subscriptions: vscode.Disposable[] = [];
    const self = { name: 'self' };
    emitter.event(event => heard.push(`a${event}`));
    emitter.event(() => {
      throw new Error('thrown by a listener of a test, on purpose');
    });
    emitter.event(
      function (this: typeof self, event) {
        heard.push(`${this.name}${event}`);
      },
      self,
      subscriptions,
    );
    emitter.fire(1);
    assert.deepEqual(heard, ['a1', 'self1']);
    assert.equal(subscriptions.length, 1);
    subscriptions[0]?.dispose();
    subscriptions[0]?.dispose();
    emitter.fire(2);
    assert.deepEqual(heard, ['a1', 'self1', 'a2']);
    emitter.dispose();
    emitter.fire(3);
    emitter.event(event => heard.push(`late${event}`)).dispose();
    emitter.fire(4);
    assert.equal(heard.length, 3);
  });

  it('EventEmitter: tells what a listener fires behind what it was told of', () => {
    const emitter = new vscode.EventEmitter<number>();
    const heard: string[] = [];
    emitter.event(event => {
      heard.push(`a${event}`);
      if (event === 1) emitter.fire(2);
    });
    emitter.event(event => heard.push(`b${event}`));
    emitter.fire(1);
    assert.deepEqual(heard, ['a1', 'b1', 'a2', 'b2']);
  });

  it('EventEmitter: tells nothing to a listener that ends, or begins, while it tells', () => {
    const emitter = new vscode.EventEmitter<number>();
    const heard: string[] = [];
    emitter.event(() => {
      second.dispose();
      emitter.event(event => heard.push(`new${event}`));
    });
    const second = emitter.event(event => heard.push(`second${event}`));
    emitter.event(event => {
      heard.push(`third${event}`);
      emitter.dispose();
    });
    emitter.event(event => heard.push(`fourth${event}`));
    emitter.fire(1);
    assert.deepEqual(heard, ['third1']);
  });

  it('CancellationTokenSource: tells once that it is cancelled, and whoever comes later, too', async () => {
    const source = new vscode.CancellationTokenSource();
    const heard: string[] = [];
    source.token.onCancellationRequested(() => heard.push('before'));
    const ended = source.token.onCancellationRequested(() => heard.push('ended'));
    assert.equal(source.token.isCancellationRequested, false);
    ended.dispose();
    source.cancel();
    source.cancel();
    assert.equal(source.token.isCancellationRequested, true);
    assert.deepEqual(heard, ['before']);
    source.token.onCancellationRequested(() => heard.push('after'));
    assert.deepEqual(heard, ['before']);
    await until(() => heard.length === 2);
    source.dispose();
  });

  it('CancellationError, FileSystemError.FileNotFound, FileSystemError.NoPermissions: are told apart by name and code', () => {
    const cancelled = new vscode.CancellationError();
    assert.deepEqual([cancelled instanceof Error, cancelled.name, cancelled.message], [true, 'Canceled', 'Canceled']);
    const uri = vscode.Uri.file('/a b');
    const [gone, refused] = [vscode.FileSystemError.FileNotFound(uri), vscode.FileSystemError.NoPermissions(uri)];
    assert.ok(gone instanceof vscode.FileSystemError && gone instanceof Error);
    assert.deepEqual([gone.code, gone.message, gone.name], ['FileNotFound', 'file:///a b', 'EntryNotFound (FileSystemError)']);
    assert.deepEqual([refused.code, refused.message, refused.name], ['NoPermissions', 'file:///a b', 'NoPermissions (FileSystemError)']);
    assert.equal(vscode.FileSystemError.FileNotFound('words').message, 'words');
  });
});

everywhere('a place in a text of VS Code’s', () => {
  const at = (line: number, character: number): vscode.Position => new vscode.Position(line, character);
  const ends = ({ start, end }: vscode.Range): readonly number[] => [start.line, start.character, end.line, end.character];

  it('Position: is in order, and none is before the beginning', () => {
    assert.deepEqual([at(1, 2).line, at(1, 2).character], [1, 2]);
    assert.ok(at(1, 2).isBefore(at(1, 3)) && at(1, 9).isBefore(at(2, 0)) && !at(1, 2).isBefore(at(1, 2)));
    assert.ok(at(2, 0).isAfter(at(1, 9)) && at(1, 2).isEqual(at(1, 2)));
    assert.equal(at(2, 0).compareTo(at(1, 9)), 1);
    assert.throws(() => at(-1, 0));
  });

  it('Range: has its ends in order, and what it shares with another', () => {
    const range = new vscode.Range(at(3, 1), at(1, 2));
    assert.deepEqual(ends(range), [1, 2, 3, 1]);
    assert.deepEqual([range.isEmpty, new vscode.Range(1, 2, 1, 2).isEmpty], [false, true]);
    assert.deepEqual(ends(range.union(new vscode.Range(0, 0, 2, 0))), [0, 0, 3, 1]);
    const shared = range.intersection(new vscode.Range(2, 0, 9, 9));
    assert.deepEqual(shared && ends(shared), [2, 0, 3, 1]);
    assert.equal(range.intersection(new vscode.Range(4, 0, 5, 0)), undefined);
    const touched = range.intersection(new vscode.Range(3, 1, 5, 0));
    assert.equal(touched?.isEmpty, true);
    assert.ok(range.contains(at(3, 1)) && range.contains(new vscode.Range(2, 0, 2, 1)) && !range.contains(at(3, 2)));
    assert.ok(range.isEqual(new vscode.Range(1, 2, 3, 1)));
  });

  it('Selection: is a range that knows where the cursor is', () => {
    const selection = new vscode.Selection(3, 1, 1, 2);
    assert.ok(selection instanceof vscode.Range);
    assert.deepEqual(ends(selection), [1, 2, 3, 1]);
    assert.deepEqual([selection.active.line, selection.anchor.line, selection.isReversed], [1, 3, true]);
    assert.deepEqual(selection, new vscode.Selection(at(3, 1), at(1, 2)));
  });
});

everywhere('a value of VS Code’s', () => {
  it('ConfigurationTarget, DiagnosticSeverity, EndOfLine, FileChangeType, FilePermission, FileType, LogLevel: is the number that it is', () => {
    const { Global, Workspace, WorkspaceFolder } = vscode.ConfigurationTarget;
    assert.deepEqual([Global, Workspace, WorkspaceFolder], [1, 2, 3]);
    const { Error: error, Warning, Information, Hint } = vscode.DiagnosticSeverity;
    assert.deepEqual([error, Warning, Information, Hint], [0, 1, 2, 3]);
    assert.deepEqual([vscode.EndOfLine.LF, vscode.EndOfLine.CRLF], [1, 2]);
    const { Changed, Created, Deleted } = vscode.FileChangeType;
    assert.deepEqual([Changed, Created, Deleted, vscode.FilePermission.Readonly], [1, 2, 3, 1]);
    const { Unknown, File, Directory, SymbolicLink } = vscode.FileType;
    assert.deepEqual([Unknown, File, Directory, SymbolicLink], [0, 1, 2, 64]);
    const { Off, Trace, Debug, Info, Warning: warning, Error: failed } = vscode.LogLevel;
    assert.deepEqual([Off, Trace, Debug, Info, warning, failed], [0, 1, 2, 3, 4, 5]);
  });

  it('CodeActionKind.QuickFix, ProgressLocation, QuickPickItemKind, StatusBarAlignment, UIKind, ViewColumn: is what it is', () => {
    assert.equal(vscode.CodeActionKind.QuickFix.value, 'quickfix');
    const { SourceControl, Window, Notification } = vscode.ProgressLocation;
    assert.deepEqual([SourceControl, Window, Notification], [1, 10, 15]);
    assert.deepEqual([vscode.QuickPickItemKind.Separator, vscode.QuickPickItemKind.Default], [-1, 0]);
    assert.deepEqual([vscode.StatusBarAlignment.Left, vscode.StatusBarAlignment.Right], [1, 2]);
    assert.deepEqual([vscode.UIKind.Desktop, vscode.UIKind.Web], [1, 2]);
    const { Active, Beside, One, Two } = vscode.ViewColumn;
    assert.deepEqual([Active, Beside, One, Two], [-1, -2, 1, 2]);
  });

  it('ThemeIcon, ThemeColor, CodeAction, LanguageModelTextPart, LanguageModelToolResult, LanguageModelDataPart, McpHttpServerDefinition: holds what it is given', () => {
    assert.equal(new vscode.ThemeIcon('file').id, 'file');
    const colour = new vscode.ThemeColor('textLink.foreground');
    assert.equal(new vscode.ThemeIcon('file', colour).color, colour);
    const action = new vscode.CodeAction('Mend', vscode.CodeActionKind.QuickFix);
    assert.deepEqual([action.title, action.kind?.value, action.command], ['Mend', 'quickfix', undefined]);
    const text = new vscode.LanguageModelTextPart('words');
    assert.deepEqual([text.value, new vscode.LanguageModelToolResult([text]).content], ['words', [text]]);
    // Those that are newer than the types.
    const { LanguageModelDataPart: Data, McpHttpServerDefinition: Server } = vscode as unknown as {
      readonly LanguageModelDataPart?: { image(data: Uint8Array, type: string): { readonly data: Uint8Array; readonly mimeType: string } };
      readonly McpHttpServerDefinition?: new (...given: readonly unknown[]) => object;
    };
    const [, minor = 0] = vscode.version.split('.').map(Number);
    assert.deepEqual([minor < 106 || Data !== undefined, minor < 106 || Server !== undefined], [true, true]);
    if (minor < 106 || Data === undefined || Server === undefined) return;
    const image = Data.image(Buffer.from('pixels'), 'image/png');
    assert.deepEqual([Buffer.from(image.data).toString(), image.mimeType], ['pixels', 'image/png']);
    const uri = vscode.Uri.parse('unix:/socket#/mcp');
    const { label, uri: place, headers, version } = new Server('name', uri, { a: 'b' }, '1') as Readonly<Record<string, unknown>>;
    assert.deepEqual([label, String(place), headers, version], ['name', uri.toString(), { a: 'b' }, '1']);
  });
});

everywhere('the words of VS Code’s', () => {
  it('l10n.t: puts values into the text by their places or their names, and leaves out none that is missing', () => {
    assert.equal(l10n.t('{0} of {1}, {0}', 1, 'b'), '1 of b, 1');
    assert.equal(l10n.t('{name} of {2}', { name: 'a' }), 'a of {2}');
    assert.equal(l10n.t({ message: '{0}?', args: ['a'], comment: 'for translators' }), 'a?');
    assert.equal(l10n.t({ message: '{what else}?', args: { 'what else': 'a' }, comment: '' }), 'a?');
    assert.equal(l10n.t('none {0}'), 'none {0}');
  });

  it('l10n.bundle, env.language: are English here', () => {
    assert.deepEqual([l10n.bundle, env.language], [undefined, 'en']);
  });

  it('version, env.appHost, env.uiKind, env.remoteName, extensions.getExtension: say what runs', () => {
    assert.match(vscode.version, /^\d+\.\d+\.\d+/);
    assert.equal(typeof env.appHost, 'string');
    assert.ok([vscode.UIKind.Desktop, vscode.UIKind.Web].includes(env.uiKind));
    assert.ok(['undefined', 'string'].includes(typeof env.remoteName));
    const parley = vscode.extensions.getExtension('parley.parley');
    assert.equal((parley?.packageJSON as { name?: string }).name, 'parley');
    assert.equal(parley?.extensionUri.fsPath, parley?.extensionPath);
    assert.equal(vscode.extensions.getExtension('nobody.nothing'), undefined);
  });

  it('env.clipboard.readText, env.clipboard.writeText: keep a text', async () => {
    const before = await env.clipboard.readText();
    await env.clipboard.writeText('two\nlines');
    assert.equal(await env.clipboard.readText(), 'two\nlines');
    await env.clipboard.writeText(before);
  });
});

everywhere('a command of VS Code’s', () => {
  const id = 'parley-test.command';

  it('commands.registerCommand, commands.executeCommand: is given what the caller gives, and gives what it returns', async () => {
    const given: unknown[] = [];
    const registered = commands.registerCommand(id, (...all: unknown[]) => {
      given.push(...all);
      return Promise.resolve('returned');
    });
    const object = { a: 1 };
    assert.equal(await commands.executeCommand(id, object, 2), 'returned');
    assert.equal(given[0], object);
    assert.equal(given[1], 2);
    assert.throws(() => commands.registerCommand(id, () => undefined), /already exists/);
    registered.dispose();
    await assert.rejects(async () => commands.executeCommand(id), /command 'parley-test\.command' not found/);
  });

  it('commands.executeCommand: rejects with the words of what the command throws', async () => {
    const registered = commands.registerCommand(id, () => {
      throw new Error('thrown on purpose');
    });
    await assert.rejects(async () => commands.executeCommand(id), /thrown on purpose/);
    registered.dispose();
    assert.equal(await commands.executeCommand('setContext', 'parley-test.key', true), undefined);
  });
});
