// Parley once more, beside the one that is installed: the same code, activated by the test, with its ends in the test's
// hand. VS Code lets nobody register a view or a command twice, so this one goes by other names. Everything else that it
// asks of VS Code goes to VS Code.
import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { activate, deactivate } from '../../src/extension.js';
import type { actCommand, CommandId, decisionCommand, SettingId } from '../../src/host/vscode/contributions.js';
import type { FakeTree } from './fakeTree.js';
import { makeFakeTree } from './fakeTree.js';
import { FakeView } from './fakeView.js';
import { happened, until } from './until.js';
import { isInNode } from './where.js';
import { removeFolder } from '../support/removeFolder.js';

export const extension = vscode.extensions.getExtension('parley.parley');

/** The values that VS Code was told last. */
export const contextKeys = new Map<string, unknown>();

export interface OpenParley {
  /** `level text`, as written to the log. */
  readonly log: readonly string[];
  /** Dialogs shown to the person. */
  readonly asked: readonly string[];
  readonly terminals: readonly vscode.TerminalOptions[];
  /** The threads of comments that it or the test has made, and that are not disposed. */
  readonly threads: readonly vscode.CommentThread[];
  /** How often it went to VS Code's page about the trust in the folder, which is not shown, because a page that presses “Trust” watches for it. */
  readonly trustPages: number;
  /** The commands that it has run, by their ids, without `setContext`. */
  readonly executed: readonly string[];
  /** Notifications shown to the person: the text, then the buttons. */
  readonly told: readonly (readonly string[])[];
  /** Presses the button with this label in the next dialog; without it the dialog is closed. */
  answerWith(label: string | undefined): void;
  /** The next notification stays until what this returns is called: then the button with this label is pressed. */
  answerLater(label: string): () => void;
  /** A view that VS Code has resolved, whose page has not said anything yet. */
  resolve(): FakeView;
  /** Resolves a view and says `ready`. */
  open(): FakeView;
  /** The controller of comments, once Parley has made it. */
  commentController(): Promise<vscode.CommentController>;
  /** The view of decisions, or of chats, once Parley has made it. */
  tree(id?: 'parley.decisions' | 'parley.chats'): Promise<FakeTree>;
  run(
    command: CommandId | ReturnType<typeof actCommand> | ReturnType<typeof decisionCommand>,
    ...given: readonly unknown[]
  ): Thenable<unknown>;
  /** Closes the extension as VS Code does: all subscriptions go as soon as `deactivate` has been called, and what it promises is waited for. */
  close(): Promise<void>;
}

const prefix = 'test.';
let opened = 0;

export interface OpenOptions {
  /** The folder for what outlives the window; without it, things are kept for this window only. */
  readonly storage?: string;
  /** What VS Code keeps for the workspace; without it, for this window only. */
  readonly workspaceState?: OpenMemento;
  /** It takes the calls of other agents, in place of the Parley that is installed. */
  readonly takesCalls?: true;
  /** Settings that hold for it alone. */
  readonly settings?: Readonly<Partial<Record<SettingId, unknown>>>;
}

/** With the snapshots of each turn, as a window has them. */
export const withSnapshots = { 'parley.review.snapshots': true } satisfies OpenOptions['settings'];

export function openParley({ storage, workspaceState = makeMemento(), takesCalls, settings: own = {} }: OpenOptions = {}): OpenParley {
  // A title would be a request more, in every test, and the snapshots of a turn are eleven runs of git.
  const settings: NonNullable<OpenOptions['settings']> = { 'parley.chat.titles': false, 'parley.review.snapshots': false, ...own };
  if (extension === undefined) throw new Error('The extension is not installed.');
  // VS Code gives the second channel of a name the first one's end: it stays closed.
  const channelName = `Parley, opened by a test: ${++opened}`;
  const log: string[] = [];
  const asked: string[] = [];
  const told: (readonly string[])[] = [];
  const executed: string[] = [];
  const terminals: vscode.TerminalOptions[] = [];
  const views: FakeView[] = [];
  let provider: vscode.WebviewViewProvider | undefined;
  let answer: string | undefined;
  let answerLater: { readonly label: string; readonly pressed: Promise<void> } | undefined;
  let trustPages = 0;
  const trees = new Map<string, FakeTree>();
  let controller: vscode.CommentController | undefined;
  const threads: vscode.CommentThread[] = [];
  const press = (buttons: readonly vscode.MessageItem[]): Promise<vscode.MessageItem | undefined> => {
    happened();
    const later = answerLater;
    answerLater = undefined;
    const pressed = later?.pressed.then(() => later.label) ?? Promise.resolve(answer);
    return pressed.then(label => buttons.find(({ title }) => title === label));
  };
  const { window, commands } = vscode;
  const names = [
    replace(window, 'registerWebviewViewProvider', register => (id, given) => {
      provider = given;
      return register(prefix + id, given);
    }),
    replace(window, 'registerWebviewPanelSerializer', register => (id, serializer) => register(prefix + id, serializer)),
    replace(
      vscode.lm,
      'registerTool',
      register => (name, tool) => (takesCalls === true ? register(name, tool) : new vscode.Disposable(() => undefined)),
    ),
    replace(commands, 'registerCommand', register => (id, handler) => register(prefix + id, handler)),
    // The overloads are two; the code uses the one with `log: true`.
    replace(
      window,
      'createOutputChannel',
      create => ((_name: string, options: { log: true }) => listenIn(create(channelName, options), log)) as typeof create,
    ),
  ];
  const dialogs = [
    replace(vscode.workspace, 'getConfiguration', read => (...place) => {
      const found = read(...place);
      const get = (id: SettingId, otherwise?: unknown): unknown => (id in settings ? settings[id] : found.get(id, otherwise));
      const inspect = (id: SettingId): unknown => ({ ...found.inspect(id), ...(id in settings && { globalValue: settings[id] }) });
      return Object.create(found, { get: { value: get }, inspect: { value: inspect } }) as vscode.WorkspaceConfiguration;
    }),
    replace(commands, 'executeCommand', execute => (id, ...rest: unknown[]) => {
      if (id === 'workbench.trust.manage') {
        trustPages++;
        return Promise.resolve(undefined as never);
      }
      if (id === 'setContext') {
        contextKeys.set(String(rest[0]), rest[1]);
        happened();
      } else executed.push(id);
      return execute(id, ...rest);
    }),
    replace(window, 'showInformationMessage', () => (text: string, _options: vscode.MessageOptions, ...buttons: vscode.MessageItem[]) => {
      told.push([text, ...buttons.map(({ title }) => title)]);
      return press(buttons);
    }),
    replace(window, 'showWarningMessage', () => (text: string, _options: vscode.MessageOptions, ...buttons: vscode.MessageItem[]) => {
      asked.push(text);
      return press(buttons);
    }),
    // The documents of snapshots, which VS Code has of the Parley that is installed.
    replace(
      vscode.workspace,
      'registerFileSystemProvider',
      register => (scheme, files, how) =>
        scheme === 'parley-snapshot' && !isInNode ? new vscode.Disposable(() => undefined) : register(scheme, files, how),
    ),
    // It is made a moment after activation, and VS Code has no second view of that name.
    replace(window, 'createTreeView', () => (treeId, options) => {
      const { fake, view } = makeFakeTree(options);
      trees.set(treeId, fake);
      happened();
      return view;
    }),
    // It is made a moment after activation, and the Parley that is installed has one of that name.
    replace(vscode.comments, 'createCommentController', create => (id, label) => {
      controller = followThreads(create(prefix + id, label), threads);
      happened();
      return controller;
    }),
    // As above: overloads.
    replace(
      window,
      'createTerminal',
      () =>
        ((options: vscode.TerminalOptions) => {
          terminals.push(options);
          return { show: () => undefined };
        }) as typeof window.createTerminal,
    ),
  ];
  const subscriptions: vscode.Disposable[] = [];
  const ownStorage = storage === undefined ? mkdtempSync(join(tmpdir(), 'parley-storage-')) : undefined;
  const storageUri = vscode.Uri.file(storage ?? ownStorage ?? '');
  // What `activate` uses of it.
  activate({
    extensionUri: extension.extensionUri,
    subscriptions,
    storageUri,
    workspaceState,
    globalState: makeMemento(),
    globalStorageUri: storageUri,
  } as unknown as vscode.ExtensionContext);
  for (const restore of names) restore();

  const resolve = (): FakeView => {
    if (provider === undefined) throw new Error('No view has been registered.');
    const view = new FakeView();
    void provider.resolveWebviewView(view.view, { state: undefined }, new vscode.CancellationTokenSource().token);
    views.push(view);
    return view;
  };
  return {
    log,
    asked,
    terminals,
    threads,
    told,
    executed,
    async commentController() {
      await until(() => controller !== undefined);
      return controller ?? assert.fail();
    },
    get trustPages() {
      return trustPages;
    },
    answerWith: label => (answer = label),
    answerLater(label) {
      let pressNow = (): void => undefined;
      answerLater = { label, pressed: new Promise(resolve => (pressNow = resolve)) };
      return () => pressNow();
    },
    resolve,
    open() {
      const view = resolve();
      view.post({ type: 'ready' });
      return view;
    },
    async tree(treeId = 'parley.decisions') {
      await until(() => trees.has(treeId));
      return trees.get(treeId) ?? assert.fail();
    },
    run: (command, ...given) => commands.executeCommand(prefix + command, ...given),
    async close() {
      const ended = deactivate();
      for (const subscription of subscriptions.reverse()) subscription.dispose();
      await ended;
      if (ownStorage !== undefined) await removeFolder(ownStorage);
      for (const view of views) view.dispose();
      for (const restore of dialogs) restore();
    },
  };
}

export type OpenMemento = Pick<vscode.Memento, 'get' | 'update'>;

export function makeMemento(): OpenMemento {
  const kept = new Map<string, unknown>();
  return {
    get: <T>(key: string, otherwise?: T) => (kept.get(key) as T | undefined) ?? otherwise,
    update: (key, value) => Promise.resolve(void kept.set(key, value)),
  };
}

/** Puts something in the place of a function of VS Code's; returns how to put it back. */
export function replace<T extends object, K extends keyof T>(owner: T, name: K, make: (real: T[K]) => T[K]): () => void {
  const real = owner[name];
  owner[name] = make(real);
  return () => {
    owner[name] = real;
  };
}

/** The controller, with its threads in `threads` until they are disposed. VS Code's own cannot be changed, so each stands behind an object of the test. */
function followThreads(controller: vscode.CommentController, threads: vscode.CommentThread[]): vscode.CommentController {
  const createCommentThread: vscode.CommentController['createCommentThread'] = (...given) => {
    const real = controller.createCommentThread(...given);
    const dispose = (): void => {
      threads.splice(threads.indexOf(thread), 1);
      real.dispose();
      happened();
    };
    const thread = Object.create(real, { dispose: { value: dispose } }) as vscode.CommentThread;
    threads.push(thread);
    return thread;
  };
  return Object.create(controller, { createCommentThread: { value: createCommentThread } }) as vscode.CommentController;
}

function listenIn(channel: vscode.LogOutputChannel, log: string[]): vscode.LogOutputChannel {
  const listen = (level: 'trace' | 'debug' | 'info' | 'warn' | 'error') => (text: string | Error) => {
    log.push(`${level} ${String(text)}`);
    happened();
    channel[level](String(text));
  };
  return {
    ...channel,
    get logLevel() {
      return channel.logLevel;
    },
    show: () => channel.show(true),
    dispose: () => channel.dispose(),
    trace: listen('trace'),
    debug: listen('debug'),
    info: listen('info'),
    warn: listen('warn'),
    error: listen('error'),
  };
}
