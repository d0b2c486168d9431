// Builds everything in order and gives each thing an owner. No logic.
import * as vscode from 'vscode';
import { restoredState } from './session/restore.js';
import type { SessionState } from './session/state.js';
import { openQuestions } from './session/state.js';
import { openLink, runAction } from './host/actions.js';
import { AnswerActs } from './host/answerActs.js';
import { Attention } from './host/attention.js';
import { createClaudeLauncher } from './host/claudeLauncher.js';
import { registerCommands } from './host/commands.js';
import { setContextKey } from './host/contextKeys.js';
import { currentGate, workFolders } from './host/folders.js';
import { createIntentHandler } from './host/intents.js';
import { logIn } from './host/dialogs.js';
import { createLog } from './host/log.js';
import { thisWindow } from './host/ownership.js';
import { Panel } from './host/panel.js';
import { Previews } from './host/previews.js';
import { SessionLoop } from './host/sessionLoop.js';
import { showSessions } from './host/sessionList.js';
import { SessionKeeper } from './host/sessionKeeper.js';
import type { Session } from './host/sessions.js';
import { Sessions } from './host/sessions.js';
import { readSetting } from './host/settings.js';
import { SessionStorage, storageFolder } from './host/storage.js';

let ending: (() => Promise<void>) | undefined;

export function activate(context: vscode.ExtensionContext): void {
  const { channel, log } = createLog();
  const launcher = createClaudeLauncher(log);
  const createSession = (state: SessionState | undefined): SessionLoop =>
    new SessionLoop(
      {
        routeSetting: readSetting('parley.questions.route'),
        startClaude: options => launcher.start(options),
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
  const previews = new Previews();
  const folders = workFolders();
  // Without a folder nothing runs that would have to be kept.
  const storage = folders && new SessionStorage(storageFolder(context.globalStorageUri.fsPath, folders.cwd), log);
  const refresh = (): void => {
    setContextKey(
      'parley.questionWaiting',
      sessions.all.some(({ loop, elsewhere }) => elsewhere === undefined && openQuestions(loop.state).length > 0),
    );
    setContextKey('parley.turnRunning', sessions.current.loop.state.turn !== 'idle');
    panel.update();
    attention.update();
  };
  const sessions: Sessions = new Sessions({
    create: createSession,
    now: () => Date.now(),
    changed: session => {
      refresh();
      keeper?.changed(session);
    },
    shown: session => {
      panel.reset();
      refresh();
      keeper?.shown(session);
    },
    closed: session => {
      refresh();
      keeper?.closed(session);
    },
  });
  const keeper =
    storage &&
    new SessionKeeper({
      ...{ storage, sessions, log },
      self: thisWindow(),
      restored: state => restoredState(state, readSetting('parley.questions.route'), Date.now()),
      now: () => performance.now(),
      repeat: (callback, ms) => {
        const timer = setInterval(callback, ms);
        return () => clearInterval(timer);
      },
    });
  const { dispatch } = sessions;
  const takeOver = (): void => keeper?.takeOver(sessions.current.key);
  const newChat = (): Promise<void> => Promise.resolve(sessions.newChat());
  const answerActs = new AnswerActs({
    state: () => sessions.current.loop.state,
    dispatch,
    previews,
    storage: context.storageUri ?? context.globalStorageUri,
  });
  const panel: Panel = new Panel({
    extensionUri: context.extensionUri,
    log,
    session: () => sessions.current,
    gate: currentGate,
    preferences: () => ({ layout: readSetting('parley.questions.layout') }),
    visibilityChanged: () => attention.update(),
    saveComposerDraft: text => {
      sessions.current.composerDraft = text;
      keeper?.changed(sessions.current);
    },
    perform: createIntentHandler({ ...{ log, dispatch, newChat, takeOver, runAction, openLink, answerActs, gate: currentGate, undoTime } }),
  });
  const goTo = async (session: Session | undefined): Promise<void> => {
    if (session !== undefined) sessions.show(session.key);
    await panel.focus('question');
  };
  const attention: Attention = new Attention({
    sessions: () => sessions.all,
    isVisible: session => panel.isVisible && session === sessions.current,
    setBadge: badge => panel.setBadge(badge),
    show: goTo,
    undoTime,
  });
  void keeper?.begin();
  ending = async () => {
    // First what there is: the rest may take longer than VS Code waits.
    await Promise.all([sessions.dispose(), storage?.flush()]);
    await keeper?.dispose();
    // Not with the subscriptions: VS Code ends those at once, and what still happens here is logged.
    channel.dispose();
  };
  context.subscriptions.push(
    panel,
    attention,
    previews,
    registerCommands({
      'parley.newChat': newChat,
      'parley.showSessions': () => showSessions(sessions, () => panel.focus('composer')),
      'parley.interrupt': () => dispatch({ type: 'interruptRequested' }),
      'parley.focusQuestion': () => goTo(attention.first),
      'parley.showWaitingQuestions': () => attention.showWaiting(),
      'parley.addSelection': () => answerActs.addSelection(),
      'parley.logIn': () => logIn(launcher),
      'parley.showLog': () => channel.show(),
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => panel.update()),
    vscode.workspace.onDidChangeWorkspaceFolders(() => panel.update()),
    vscode.workspace.onDidChangeConfiguration(change => {
      if (change.affectsConfiguration('parley.questions.layout')) panel.preferencesChanged();
    }),
  );
}

/** VS Code waits a few seconds for this: long enough to leave no process behind. */
export async function deactivate(): Promise<void> {
  await ending?.();
}
