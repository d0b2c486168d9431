// Builds the parts in order; each part subscribes to the chats by itself. The order of the end is written here and nowhere else.
import * as vscode from 'vscode';
import { Agents } from './host/agents/agents.js';
import { Attention } from './host/attention/attention.js';
import { openWalkthrough, watchFirstSteps } from './host/attention/firstSteps.js';
import { Cli } from './host/cli/cli.js';
import type { TerminalTask } from './host/cli/logIn.js';
import { SetUp } from './host/cli/setUp.js';
import type { AfterStart } from './host/commands/afterStart.js';
import { CommandRegistry } from './host/commands/commands.js';
import { PastChats } from './host/commands/pastChats.js';
import { isAgentChat } from './host/chats/agentChats.js';
import { imageFolderIn, storageFolder, storageFolders } from './host/storage/chatFolders.js';
import type { ChatStore } from './host/storage/chatStore.js';
import { emitter } from './host/chats/emitter.js';
import type { OlderItems } from './host/conversation/olderItems.js';
import { OtherPrograms } from './host/chats/otherPrograms.js';
import type { Chat } from './host/chats/chat.js';
import { folderOf } from './host/chats/chat.js';
import { Chats } from './host/chats/chats.js';
import type { ChatLists } from './host/commands/chatLists.js';
import type { DecisionsView } from './host/memory/decisionsView.js';
import { Memory } from './host/memory/memory.js';
import * as person from './host/views/askPerson.js';
import { ChatViews } from './host/views/chatViews.js';
import { olderItemsOf } from './host/conversation/olderItemsOf.js';
import { chatCommands, actCommand, chatListActs, commentActs } from './host/vscode/contributions.js';
import { decisionActs, decisionCommand, docActs } from './host/vscode/contributions.js';
import { allWorkFolders, workFolders } from './host/vscode/folders.js';
import { decisionsViewId } from './host/vscode/contributions.js';
import { createLog } from './host/vscode/log.js';
import { readSetting } from './host/vscode/settings.js';
import { watchTerminals } from './host/vscode/terminalsInUse.js';

let ending: (() => Promise<void>) | undefined;

export function activate(context: vscode.ExtensionContext): void {
  const { channel, log } = createLog();
  const folders = workFolders();
  // Without a folder no Claude runs, so there is nothing to store.
  const storageIn = (path: string): string => storageFolder(context.globalStorageUri.fsPath, path);
  const folder = folders && storageIn(folders.cwd);
  const launchedFrom = { globalStorage: context.globalStorageUri.fsPath, extension: context.extensionUri.fsPath };
  const cli = new Cli(log, context.globalStorageUri.fsPath, folder && storageFolders(folder).titles);
  const imageFolder = (key: string): string | undefined => folder && imageFolderIn(folder, key);
  const memory: Memory | undefined =
    folders !== undefined
      ? new Memory({
          globalStorage: context.globalStorageUri.fsPath,
          folder: folders.cwd,
          log,
          chats: () => chats,
          readsAgents: () => cli.readsAgents(),
          openItem: (ids, item) => pastChats.openFirst(ids, item),
        })
      : undefined;
  const chats: Chats = new Chats({
    log,
    now: () => Date.now(),
    create: (state, key) =>
      cli.createLoop(
        state,
        imageFolder(key),
        isAgentChat(key) ? async options => (await agents.tool()).start(key, options) : undefined,
        memory?.ofChat(key),
        news => chats.tell(key, news),
        () => folderOf(chats.getEnding(key)),
        async () => (await loadingStore)?.flush(key),
      ),
  });
  const agents: Agents = new Agents({ chats, log, imageFolder, store: () => store() });
  let loadingStore: Promise<ChatStore> | undefined;
  let isEnding = false;
  const store = (): Promise<ChatStore> | undefined =>
    folder === undefined || (isEnding && loadingStore === undefined)
      ? undefined
      : (loadingStore ??= import('./host/storage/chatStore.js').then(({ openChatStore }) =>
          openChatStore({
            folder,
            log,
            chats,
            person,
            transcripts: cli.transcripts,
            route: () => readSetting('parley.questions.route'),
            door: {
              folders: async () => (await import('./host/cli/workPlaces.js')).withRealNames(allWorkFolders()),
              place: async () => (await agents.tool()).place(),
            },
          }),
        ));
  const didFocus = emitter<void>(log);
  const setUp = new SetUp({ log, readFacts: () => cli.readSetUpFacts(), onDidFocus: didFocus });
  const runInTerminal = async (task: TerminalTask): Promise<void> =>
    setUp.stepBegun(
      await cli.runInTerminal(task, setUp.notices(task), async action => (await import('./host/commands/actions.js')).runAction(action)),
    );
  const olderItems = (chat: Chat): OlderItems => olderItemsOf(chat, store);
  const openStored = async (key: string): Promise<Chat | undefined> => {
    const loaded = await store();
    // What comes late from a page does not bring back a chat that the person has deleted.
    if (loaded === undefined || (await loaded.files.entry(key))?.isDeleted !== false) return undefined;
    const chat = await loaded.open(key, 'inTime');
    if (chat === undefined) throw new Error(`The chat ${key} could not be opened.`);
    return chat;
  };
  const views: ChatViews = new ChatViews({
    extensionUri: context.extensionUri,
    log,
    chats,
    setUp,
    memory,
    remembered: context.workspaceState,
    imagesRoot: folder && storageFolders(folder).images,
    imageFolder: ({ key }) => imageFolder(key),
    olderItems,
    userSettings: () => cli.userSettings,
    startsWithMode: mode => cli.startsWithMode(mode),
    back: {
      olderItems,
      forkPoint: (session, prompt) => cli.transcripts.forkPoint(session, prompt),
      goTo: async ({ key }, make) => (await (await store())?.branches.goTo(key, make)) ?? false,
      fork: async (chat, make) => {
        const made = await (await store())?.branches.fork(chat.key, make);
        if (made === undefined) return false;
        if (chat.hasTab) views.openInEditor(made);
        else await views.show(made);
        return true;
      },
      flush: async ({ key }) => (await (await store())?.flush(key)) ?? false,
    },
    catchUp: chat => others.catchUp(chat),
    takeOver: chat =>
      chats.takeOver(chat, async () => {
        await (await store())?.takeOver(chat);
        await others.takeOver(chat);
      }),
    restore: async (key, hasTitle) => (await store())?.restoreTab(key, hasTitle),
    openStored,
  });
  const pastChats = new PastChats({ chats, views, store, transcripts: cli.transcripts });
  const others: OtherPrograms = new OtherPrograms({
    chats,
    log,
    person,
    transcripts: cli.transcripts,
    onDidFocus: didFocus,
    isVisible: chat => views.isVisible(chat),
    checked: async () => {
      await pastChats.refreshOffered();
      (await loadingLists)?.readAgain();
    },
  });
  const around = { chats, views, log, olderItems, imageFolder, readFacts: () => cli.readSetUpFacts() };
  const attention = new Attention({ chats, views, remembered: context.workspaceState });
  let loadingLists: Promise<ChatLists> | undefined;
  const lists = (): Promise<ChatLists> =>
    (loadingLists ??= import('./host/commands/chatLists.js').then(
      ({ ChatLists: Loaded }) => new Loaded({ chats, views, pastChats, transcripts: cli.transcripts, store, log }),
    ));
  let loadingDecisions: Promise<DecisionsView> | undefined;
  const decisions = (): Promise<DecisionsView> =>
    (loadingDecisions ??= import('./host/memory/decisionsView.js').then(
      ({ DecisionsView: Loaded }) => new Loaded({ memory, log, pastChats, store, transcripts: cli.transcripts }),
    ));
  let afterStart: AfterStart | undefined;
  const commands = new CommandRegistry(views.commandBegins);
  context.subscriptions.push(
    ...[views, others, attention, setUp, agents, ...watchFirstSteps(chats, setUp), watchTerminals()],
    views.onDidChooseChat(id => void pastChats.open(id)),
    ...[chats.onDidChange, chats.onDidClose].map(on => on(chat => pastChats.refreshWaiting(chat))),
    views.onDidChangeVisibility(() => {
      others.check();
      void loadingStore?.then(loaded => loaded.unloadIdle());
    }),
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (!focused) return;
      didFocus.fire();
      void loadingStore?.then(loaded => loaded.used());
    }),
    vscode.workspace.onDidChangeWorkspaceFolders(() => void loadingStore?.then(loaded => loaded.used())),
    commands.all({
      'parley.newChat': () => views.newChat(),
      'parley.showChats': async () => (await lists()).showChats(),
      'parley.findInChats': async () =>
        (await import('./host/commands/findInChats.js')).findInChats({ chats, views, pastChats, olderItems, log }),
      'parley.showDecisions': () => vscode.commands.executeCommand(`${decisionsViewId}.focus`),
      'parley.openInEditor': () => views.openInEditor(),
      'parley.interrupt': () => chats.dispatch(views.active, { type: 'interruptRequested' }),
      'parley.focusQuestion': wanted => attention.goToFirst(wanted),
      'parley.showWaitingQuestions': () => attention.showWaiting(),
      'parley.showAnsweredQuestions': async () =>
        (await import('./host/commands/answeredQuestions.js')).showAnsweredQuestions({ chats, pastChats, log, imageFolder }),
      'parley.showPermissions': async () =>
        (await import('./host/commands/permissionList.js')).showPermissions({ chat: views.active, environment: cli.environment, log }),
      'parley.addSelection': async () => (await import('./host/commands/addToChat.js')).addSelection(attention.first, { views, chats }),
      'parley.letAgentsAsk': async () => (await import('./host/agents/letAgentsAsk.js')).letAgentsAsk(launchedFrom, log),
      'parley.logIn': () => runInTerminal('logIn'),
      'parley.useApiKey': async () => {
        setUp.stepBegun();
        return (await import('./host/commands/actions.js')).runAction('useApiKey');
      },
      'parley.updateCli': () => runInTerminal('update'),
      'parley.getStarted': openWalkthrough,
      'parley.showLog': () => channel.show(),
    }),
    commands.acts(chatListActs, actCommand, async (act, given) => (await lists()).run(act, given)),
    commands.acts(decisionActs, decisionCommand, async (act, given) => (await decisions()).run(act, given)),
    commands.acts(docActs, actCommand, async (act, [uri]) =>
      (await import('./host/memory/docCommands.js')).runDocAct(act, uri, { memory, log, chat: views.active }),
    ),
    commands.acts(chatCommands, actCommand, async (act, given) =>
      (await import('./host/commands/chatCommands.js')).runChatCommand(act, given, around),
    ),
    commands.acts(commentActs, actCommand, (act, [given]) => afterStart?.comments?.run(act, given)),
  );
  // Activation does not wait for the stored chats.
  const starting = setImmediate(() => {
    (async () => {
      await (await store())?.begin();
      others.check();
    })().catch((error: unknown) => log.error(`The stored chats could not be restored: ${String(error)}`));
    import('./host/commands/afterStart.js')
      .then(({ beginLater }) => {
        if (isEnding) return;
        const rootOf = async (at: string) => (await import('./host/cli/workPlaces.js')).rootOf(at, allWorkFolders());
        const snapshots = { log, storageOf: storageIn, rootOf, remembered: context.workspaceState };
        afterStart = beginLater({ chats, views, log, storage: folder, openStored, remembered: context.globalState }, snapshots);
        context.subscriptions.push(afterStart);
      })
      .catch((error: unknown) => log.error(`A part could not begin: ${String(error)}`));
    import('./host/agents/launcher.js')
      .then(({ writeLauncher }) => writeLauncher(launchedFrom, 'where there is one'))
      .catch((error: unknown) => log.error(`The launcher for other agents could not be written: ${String(error)}`));
    lists().catch((error: unknown) => log.error(`The view of chats could not be made: ${String(error)}`));
    decisions().catch((error: unknown) => log.error(`The view of decisions could not be made: ${String(error)}`));
  });
  ending = async () => {
    // A store that is opened from now on would be disposed by nobody.
    isEnding = true;
    clearImmediate(starting);
    await agents.leave();
    // First the drafts that are there, because the end of the processes may take longer than VS Code waits.
    await Promise.all([chats.dispose(), loadingStore?.then(loaded => loaded.flush())]);
    await (await loadingStore)?.dispose();
    // Where one of them fails, the others still end.
    const ends = await Promise.allSettled([
      loadingLists?.then(one => one.end()),
      loadingDecisions?.then(view => view.end()),
      agents.end(),
      memory?.end(),
      afterStart?.comments?.end(),
    ]);
    for (const end of ends) if (end.status === 'rejected') log.error(`A part did not end: ${String(end.reason)}`);
    // Not with the subscriptions, which VS Code disposes before it waits: the end of the chats is still logged.
    channel.dispose();
  };
}

/** VS Code waits a few seconds for this: long enough to leave no process behind. */
export async function deactivate(): Promise<void> {
  await ending?.();
}
