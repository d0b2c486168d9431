// Owns: a stand-in for the module `vscode` in a plain Node process, with the settings, the folders, the person and the webviews in the
// test's hand. It has what Parley calls; what belongs to the workbench (what is drawn, terminals, trust that is granted) it has only as far as
// Parley does not fail without it, and tests about that run in a real VS Code.
// The suites test/host/standIn*.suite.ts hold each function here to what VS Code does, and test/unit/support/standIn.test.ts misses none.
import { createWriteStream, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type * as vscode from 'vscode';
import * as basics from './basics.js';
import { Disposable, EventEmitter, Uri, constants, never } from './basics.js';
import { Comments } from './comments.js';
import { Documents } from './documents.js';
import { Editors } from './editors.js';
import { Person } from './person.js';
import { Range } from './ranges.js';
import type { ShownTree } from './trees.js';
import { makeTree } from './trees.js';
import { SideBar, Tabs, Webviews } from './webviews.js';
import type { Pages } from './webviews.js';
import { makeProblems, makeTools } from './tools.js';
import { workspaceOf } from './workspace.js';

export interface StandInOptions {
  /** The folder of the extension: its package.json gives commands and defaults of settings. */
  readonly extension: string;
  /** Absolute paths; none: a window without a folder. */
  readonly folders: readonly string[];
  readonly isTrusted?: boolean;
  /** The settings by their whole names, beside the defaults of package.json. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly pages: Pages;
  /** The file of the log channel. */
  readonly log?: string;
  /** A web page or a program was opened. */
  readonly openExternal?: (url: string) => void;
}

/** The first words of VS Code's own dialog. */
const asksToOpen = 'Do you want Parley to open the external website?';

interface Manifest {
  readonly contributes: {
    readonly configuration: readonly {
      readonly properties: Readonly<Record<string, { readonly default?: unknown; readonly scope?: string }>>;
    }[];
  };
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}

export interface StandIn {
  readonly vscode: typeof vscode;
  readonly person: Person;
  readonly sideBar: SideBar;
  readonly webviews: Webviews;
  readonly tabs: Tabs;
  /** Context keys, as they were last set. */
  readonly contextKeys: ReadonlyMap<string, unknown>;
  /** Resolves with what the command gives; throws where there is none. */
  run(command: string, ...given: readonly unknown[]): Promise<unknown>;
  changeSettings(settings: Readonly<Record<string, unknown>>): void;
  setFocused(focused: boolean): void;
}

export function makeStandIn({ extension, folders, isTrusted = true, settings, pages, log, openExternal }: StandInOptions): StandIn {
  const manifest = readJson(join(extension, 'package.json')) as Manifest;
  const { contributes } = manifest;
  const defaults = Object.fromEntries(
    [contributes.configuration]
      .flat()
      .flatMap(({ properties }) => Object.entries(properties).map(([id, { default: value }]) => [id, value])),
  );
  const ofPersonAlone = new Set(
    [contributes.configuration]
      .flat()
      .flatMap(({ properties }) => Object.entries(properties).flatMap(([id, { scope }]) => (scope === 'window' ? [] : [id]))),
  );
  const person = new Person();
  const webviews = new Webviews(pages);
  const sideBars = new Map<string, SideBar>();
  const sideBarOf = (id: string): SideBar => {
    const known = sideBars.get(id) ?? new SideBar(id, webviews, pages);
    sideBars.set(id, known);
    return known;
  };
  const sideBar = sideBarOf('parley.chat');
  const trees = new Map<string, ShownTree>();
  const documents = new Documents();
  const editors = new Editors(documents);
  const comments = new Comments();
  const tabs = new Tabs(webviews, pages, editors);
  const contextKeys = new Map<string, unknown>();
  const commands = new Map<string, (...given: never[]) => unknown>();
  const windowState = new EventEmitter<vscode.WindowState>();
  const closedTerminal = new EventEmitter<unknown>();
  const state = { focused: true, active: true };

  /** The commands of the workbench. */
  const builtIn: Readonly<Record<string, (...given: never[]) => unknown>> = {
    setContext: (key: string, value: unknown) => void contextKeys.set(key, value),
    'vscode.diff': (...given: Parameters<Editors['showDiff']>) => editors.showDiff(...given),
    // VS Code opens the box for a comment there; here the words come along. Lines from 1.
    'workbench.action.addComment': async ({ file }: { file: string }, first: number, last: number, words: string) => {
      const { document } = await editors.showText(Uri.file(file));
      const written = await comments.written(document, first - 1, last - 1, words);
      if (written !== undefined) await executeCommand('parley.addComment', written);
    },
    // The person has typed these words in front of the text.
    'workbench.action.files.save': async ({ file }: { file: string }, words: string) => {
      const { document } = await editors.showText(Uri.file(file));
      document.edit([{ range: new Range(0, 0, 0, 0), text: words }]);
      await document.save();
    },
    'workbench.action.closeAllEditors': () => editors.closeAll(),
    'workbench.action.closeActiveEditor': () => editors.closeActive(),
    'workbench.action.revertAndCloseActiveEditor': () => editors.closeActive(),
    'workbench.action.closeSidebar': () => {
      for (const one of sideBars.values()) one.hide();
      for (const tree of trees.values()) tree.setVisible(false);
    },
    // The person presses “Trust” there.
    'workbench.trust.manage': () => grantTrust(),
    'workbench.action.acceptSelectedQuickOpenItem': () => person.acceptList(),
    'workbench.action.quickOpenSelectNext': () => person.selectNext(),
    'workbench.action.closeQuickOpen': () => person.closeList(),
    'notification.acceptPrimaryAction': () => person.acceptNotice(),
    'notifications.clearAll': () => person.closeNotices(),
  };
  const executeCommand = async (id: string, ...given: readonly unknown[]): Promise<unknown> => {
    const command = commands.get(id) ?? builtIn[id];
    // Each takes what the caller gives it.
    if (command !== undefined) return command(...(given as never[]));
    const focused = /^(.+)\.focus$/.exec(id)?.[1] ?? '';
    if (sideBars.has(focused)) return sideBars.get(focused)?.focus();
    if (trees.has(focused)) return trees.get(focused)?.setVisible(true);
    // Commands of the workbench that change only what is on its own screen.
    if (/^(workbench|vscode|notifications)\./.test(id)) return undefined;
    throw new Error(`command '${id}' not found`);
  };

  const show = (text: string, ...rest: readonly unknown[]): Promise<unknown> => person.showMessage(text, ...rest);
  const output = log === undefined ? undefined : createWriteStream(log, { flags: 'a' });
  const writer = (level: string) => (text: unknown) => void output?.write(`${new Date().toISOString()} [${level}] ${String(text)}\n`);

  const window = {
    get state() {
      return { ...state };
    },
    get activeTextEditor() {
      return editors.active;
    },
    get visibleTextEditors() {
      return editors.visible;
    },
    activeTerminal: undefined,
    terminals: [],
    tabGroups: editors.tabGroups,
    createOutputChannel: () => ({
      logLevel: constants.LogLevel.Info,
      onDidChangeLogLevel: never,
      ...Object.fromEntries(['trace', 'debug', 'info', 'warn', 'error'].map(level => [level, writer(level)])),
      show: () => undefined,
      dispose: () => undefined,
    }),
    registerWebviewViewProvider: (id: string, provider: vscode.WebviewViewProvider) => {
      const owner = sideBarOf(id);
      if (owner.provider !== undefined) throw new Error(`View provider for '${id}' already registered`);
      owner.provider = provider;
      return new Disposable(() => (owner.provider = undefined));
    },
    registerWebviewPanelSerializer: () => new Disposable(() => undefined),
    createWebviewPanel: (...given: Parameters<Tabs['create']>) => tabs.create(...given),
    createTreeView: <T>(id: string, options: vscode.TreeViewOptions<T>) => {
      const tree = makeTree(options);
      trees.set(id, tree);
      return tree.view;
    },
    createStatusBarItem: () => ({ show: () => undefined, hide: () => undefined, dispose: () => undefined }),
    createQuickPick: () => person.createQuickPick(),
    showQuickPick: (items: Parameters<Person['showQuickPick']>[0], options?: vscode.QuickPickOptions) =>
      person.showQuickPick(items, options),
    showInputBox: (options?: vscode.InputBoxOptions) => person.showInputBox(options),
    showInformationMessage: show,
    showWarningMessage: show,
    showErrorMessage: show,
    showOpenDialog: () => Promise.resolve(person.chosenFiles.shift()),
    showSaveDialog: () => Promise.resolve(person.chosenFiles.shift()?.[0]),
    showTextDocument: (...given: Parameters<Editors['showText']>) => editors.showText(...given),
    createTerminal: ({ name = '' }: vscode.TerminalOptions = {}) => {
      const terminal = { name, show: () => undefined, sendText: () => undefined, dispose: () => closedTerminal.fire(terminal) };
      return terminal;
    },
    withProgress: (
      _options: unknown,
      work: (progress: { report: () => void }, token: vscode.CancellationToken) => Promise<unknown>,
    ): Promise<unknown> => work({ report: () => undefined }, new basics.CancellationTokenSource().token),
    activeColorTheme: { kind: constants.ColorThemeKind.Dark },
    onDidChangeActiveColorTheme: never,
    onDidChangeWindowState: windowState.event,
    onDidStartTerminalShellExecution: never,
    onDidEndTerminalShellExecution: never,
    onDidCloseTerminal: closedTerminal.event,
  };

  const l10n = {
    bundle: undefined,
    t: (given: string | { readonly message: string; readonly args?: unknown }, ...rest: readonly unknown[]) => {
      const [text, values] = typeof given === 'string' ? [given, rest] : [given.message, [given.args]];
      const [first] = values;
      const named = (typeof first === 'object' && first !== null ? first : values) as Readonly<Record<string, string | number>>;
      return text.replace(/\{([^}]+)\}/g, (whole, name: string) => (named[name] === undefined ? whole : String(named[name])));
    },
  };

  const { workspace, changeSettings, grantTrust } = workspaceOf({ folders, isTrusted, defaults, ofPersonAlone, settings, documents });
  const api = {
    version: '1.139.1',
    ...basics,
    ...constants,
    l10n,
    env: {
      // Nothing of VS Code's own files is here.
      appRoot: join(tmpdir(), 'no-vscode'),
      language: 'en',
      appHost: 'node',
      uiKind: constants.UIKind.Desktop,
      remoteName: undefined,
      clipboard: { readText: () => Promise.resolve(clipboard), writeText: (text: string) => Promise.resolve(void (clipboard = text)) },
      // VS Code takes a text, too, and opens it to the letter.
      openExternal: async (place: vscode.Uri | string) => {
        const address = typeof place === 'string' ? place : place.toString();
        // VS Code asks about each web page that the person has not trusted.
        const pressed = /^https?:/.test(address) ? await person.showMessage(asksToOpen, 'Open', 'Cancel') : 'Open';
        if (pressed !== 'Open') return false;
        openExternal?.(address);
        return true;
      },
    },
    commands: {
      executeCommand,
      registerCommand: (id: string, run: (...given: never[]) => unknown) => {
        if (commands.has(id)) throw new Error(`command '${id}' already exists`);
        commands.set(id, run);
        return new Disposable(() => commands.delete(id));
      },
    },
    comments: comments.api,
    lm: makeTools(),
    languages: makeProblems(),
    extensions: {
      all: [
        {
          id: 'vscode.theme-defaults',
          extensionUri: Uri.file(resolve('test/fixtures/theme')),
          packageJSON: readJson('test/fixtures/theme/package.json'),
        },
      ],
      getExtension: (id: string) =>
        id === 'parley.parley'
          ? { id, extensionUri: Uri.file(resolve(extension)), extensionPath: resolve(extension), packageJSON: manifest }
          : undefined,
    },
    window,
    workspace,
  };
  let clipboard = '';

  return {
    vscode: api as unknown as typeof vscode,
    person,
    sideBar,
    webviews,
    tabs,
    contextKeys,
    run: executeCommand,
    changeSettings,
    setFocused(focused) {
      state.focused = focused;
      windowState.fire({ ...state });
    },
  };
}

/** VS Code's storage of an extension, in a file. */
export function memento(file: string): vscode.Memento & { setKeysForSync(): void } {
  const kept = existsSync(file) ? (readJson(file) as Record<string, unknown>) : {};
  return {
    keys: () => Object.keys(kept),
    get: <T>(key: string, otherwise?: T) => (kept[key] as T | undefined) ?? otherwise,
    update: (key, value) => {
      kept[key] = value;
      writeFileSync(file, JSON.stringify(kept));
      return Promise.resolve();
    },
    setKeysForSync: () => undefined,
  };
}
