// Builds everything in order and gives each thing an owner. No logic.
import * as vscode from 'vscode';
import { joinDrafts } from './session/replies.js';
import type { SessionState } from './session/state.js';
import { openQuestions } from './session/state.js';
import { openLink, runAction } from './host/actions.js';
import { AnswerActs } from './host/answerActs.js';
import { Attention } from './host/attention.js';
import { Chats } from './host/chats.js';
import type { ClaudeLauncher } from './host/claudeLauncher.js';
import { registerCommands } from './host/commands.js';
import { setContextKey } from './host/contextKeys.js';
import { currentGate, workFolders } from './host/folders.js';
import { createIntentHandler } from './host/intents.js';
import { createLog } from './host/log.js';
import { thisWindow } from './host/ownership.js';
import { OtherPrograms } from './host/otherPrograms.js';
import type { PageDependencies } from './host/page.js';
import { Panel } from './host/panel.js';
import { Previews } from './host/previews.js';
import { SessionLoop } from './host/sessionLoop.js';
import { SessionKeeper } from './host/sessionKeeper.js';
import type { Session } from './host/sessions.js';
import { Sessions } from './host/sessions.js';
import { readSetting } from './host/settings.js';
import { SessionStorage, storageFolder } from './host/storage.js';
import { Tabs } from './host/tabs.js';
import { Transcripts } from './host/transcripts.js';
import type { ReturnReason } from './shared/transcript.js';

let ending: (() => Promise<void>) | undefined;

export function activate(context: vscode.ExtensionContext): void {
  const { channel, log } = createLog();
  let launching: Promise<ClaudeLauncher> | undefined;
  const launcher = (): Promise<ClaudeLauncher> =>
    (launching ??= import('./host/claudeLauncher.js').then(({ createClaudeLauncher }) => createClaudeLauncher(log)));
  const createSession = (state: SessionState | undefined, key: string): SessionLoop =>
    new SessionLoop(
      {
        routeSetting: readSetting('parley.questions.route'),
        startClaude: async options => (await others.inUse(options.resume)) ?? (await launcher()).start(options, storage?.imageFolder(key)),
        isDeferred: (sessionId, toolUseId) => transcripts.isDeferred(sessionId, toolUseId),
        waiting: () => ({ ms: readSetting('parley.questions.timeout') * 60_000, then: readSetting('parley.questions.onTimeout') }),
        log,
        now: () => Date.now(),
        setTimer: (callback, ms) => {
          const timer = setTimeout(callback, ms);
          return () => clearTimeout(timer);
        },
      },
      state,
    );
  const undoTime = (): number => readSetting('parley.questions.undoSeconds') * 1000;
  const previews = new Previews({ extensionUri: context.extensionUri, log, openLink });
  const transcripts = new Transcripts(log);
  const folders = workFolders();
  // Without a folder nothing runs that would have to be kept.
  const storage = folders && new SessionStorage(storageFolder(context.globalStorageUri.fsPath, folders.cwd), log);
  const refresh = (session: Session): void => {
    const own = sessions.all.filter(({ elsewhere }) => elsewhere === undefined);
    setContextKey(
      'parley.questionWaiting',
      own.some(({ loop }) => openQuestions(loop.state).length > 0),
    );
    setContextKey('parley.turnRunning', chats.active.loop.state.turn !== 'idle');
    for (const page of chats.pages) if (page.session === session) page.update();
    tabs.update(session, true);
    attention.update();
  };
  const sessions: Sessions = new Sessions({
    create: createSession,
    now: () => Date.now(),
    isShownBeside: session => tabs.has(session),
    replyReturned: (session, text) => giveBack(session, text, 'notStarted'),
    changed: session => {
      // First: what is shown may fail, and is no reason to lose what has happened.
      keeper?.changed(session);
      refresh(session);
    },
    shown: session => {
      for (const page of chats.pages) if (page.session === session) page.reset();
      refresh(session);
      keeper?.shown(sessions.current);
      others.look();
    },
    ended: () => others.look(),
    closed: session => {
      tabs.update(session, false);
      refresh(session);
      keeper?.closed(session);
    },
  });
  const others = new OtherPrograms({ sessions, transcripts, log, looked: () => chats.refreshOffered() });
  const keeper =
    storage &&
    new SessionKeeper({
      ...{ storage, sessions, log },
      self: thisWindow(),
      restored: kept => others.restored(kept),
      now: () => performance.now(),
      repeat: (callback, ms) => {
        const timer = setInterval(callback, ms);
        return () => clearInterval(timer);
      },
    });
  const saveComposerDraft = (session: Session, text: string): void => {
    session.composerDraft = text;
    session.composerRevision++;
    keeper?.changed(session);
  };
  const giveBack = (session: Session, text: string, because: ReturnReason): void => {
    saveComposerDraft(session, joinDrafts(text, session.composerDraft));
    for (const page of chats.pages) if (page.session === session) page.returnText(text, because);
  };
  const takeOver = async (session: Session): Promise<void> => {
    keeper?.takeOver(session.key);
    await others.takeOver(session);
  };
  const newChat = async (): Promise<void> => {
    sessions.newChat();
    if (!panel.isVisible) await panel.focus({ target: 'composer' });
  };
  const actsOn = (session: () => Session): AnswerActs =>
    new AnswerActs({
      state: () => session().loop.state,
      dispatch: event => sessions.dispatch(session(), event),
      previews,
      imageFolder: () => storage?.imageFolder(session().key),
    });
  const pageOf = (session: () => Session): PageDependencies => ({
    extensionUri: context.extensionUri,
    log,
    session,
    gate: currentGate,
    preferences: () => ({ layout: readSetting('parley.questions.layout') }),
    earlier: () => chats.offered,
    saveComposerDraft: text => saveComposerDraft(session(), text),
    perform: createIntentHandler({
      ...{ log, newChat, runAction, openLink, gate: currentGate, undoTime, answerActs: actsOn(session) },
      state: () => session().loop.state,
      elsewhere: () => session().elsewhere,
      catchUp: () => others.catchUp(session()),
      // Kept with the prompt that it has become, or given back: never by itself.
      emptied: () => {
        session().composerDraft = '';
        session().composerRevision++;
      },
      giveBack: (text, because) => giveBack(session(), text, because),
      dispatch: event => sessions.dispatch(session(), event),
      openChat: id => chats.open(id),
      takeOver: () => takeOver(session()),
    }),
  });
  const panel: Panel = new Panel({ ...pageOf(() => sessions.current), visibilityChanged: () => attention.update() });
  const tabs: Tabs = new Tabs({
    page: pageOf,
    sessions: () => (keeper?.loaded ?? Promise.resolve()).then(() => sessions.all),
    changed: session => {
      // In one place at a time.
      if (tabs.has(session) && session === sessions.current) sessions.newChat();
      sessions.unneeded(session);
      refresh(session);
    },
  });
  const chats: Chats = new Chats({ sessions, panel, tabs, transcripts });
  const goTo = (session: Session): Promise<void> => chats.show(session, { target: 'question' });
  const attention: Attention = new Attention({
    sessions: () => sessions.all,
    isVisible: session => chats.isVisible(session),
    setBadge: badge => panel.setBadge(badge),
    show: goTo,
    undoTime,
  });
  // Waking need not wait for it.
  setImmediate(() => {
    keeper?.begin().then(
      () => others.look(),
      (error: unknown) => log.error(`What was kept could not be brought back: ${String(error)}`),
    );
  });
  ending = async () => {
    // First what there is: the rest may take longer than VS Code waits.
    await Promise.all([sessions.dispose(), storage?.flush()]);
    await keeper?.dispose();
    // Not with the subscriptions: VS Code ends those at once, and what still happens here is logged.
    channel.dispose();
  };
  const updateAll = (): void => {
    for (const page of chats.pages) page.update();
  };
  context.subscriptions.push(
    panel,
    tabs,
    others,
    attention,
    previews,
    registerCommands({
      'parley.newChat': newChat,
      'parley.showSessions': async () => (await import('./host/sessionList.js')).showSessions(sessions, chats, log),
      'parley.openInEditor': () => chats.openInEditor(),
      'parley.interrupt': () => sessions.dispatch(chats.active, { type: 'interruptRequested' }),
      'parley.focusQuestion': () => goTo(attention.first ?? chats.active),
      'parley.showWaitingQuestions': () => attention.showWaiting(),
      'parley.showAnsweredQuestions': async () =>
        (await import('./host/answeredQuestions.js')).showAnsweredQuestions({ sessions, chats, transcripts, log }),
      'parley.addSelection': () => actsOn(() => attention.first ?? chats.active).addSelection(),
      'parley.logIn': async () => (await import('./host/dialogs.js')).logIn(await launcher()),
      'parley.showLog': () => channel.show(),
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(updateAll),
    vscode.workspace.onDidChangeWorkspaceFolders(updateAll),
    vscode.workspace.onDidChangeConfiguration(change => {
      if (change.affectsConfiguration('parley.questions.layout')) for (const page of chats.pages) page.surroundingsChanged();
    }),
  );
}

/** VS Code waits a few seconds for this: long enough to leave no process behind. */
export async function deactivate(): Promise<void> {
  await ending?.();
}
