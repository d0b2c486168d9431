// Builds everything in order and gives each thing an owner. No logic.
import * as vscode from 'vscode';
import type { SessionEvent } from './session/events.js';
import { restoredState } from './session/restore.js';
import type { SessionState } from './session/state.js';
import { openQuestions } from './session/state.js';
import { openLink, runAction } from './host/actions.js';
import { AnswerActs } from './host/answerActs.js';
import { Attention } from './host/attention.js';
import { createClaudeLauncher } from './host/claudeLauncher.js';
import { registerCommands } from './host/commands.js';
import { setContextKey } from './host/contextKeys.js';
import { currentGate } from './host/folders.js';
import { createIntentHandler } from './host/intents.js';
import { confirmNewChat, logIn } from './host/dialogs.js';
import { createLog } from './host/log.js';
import { Panel } from './host/panel.js';
import { Previews } from './host/previews.js';
import { SessionLoop } from './host/sessionLoop.js';
import { Sessions } from './host/sessions.js';
import { readSetting } from './host/settings.js';
import { WindowStorage } from './host/storage.js';

let ending: (() => Promise<void>) | undefined;

export function activate(context: vscode.ExtensionContext): void {
  const { channel, log } = createLog();
  const launcher = createClaudeLauncher(log);
  const createSession = (state?: SessionState): SessionLoop =>
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
  const sessions = new Sessions(createSession, state => {
    setContextKey('parley.questionWaiting', openQuestions(state).length > 0);
    setContextKey('parley.turnRunning', state.turn !== 'idle');
    panel.update();
    attention.update();
    keep();
  });
  const dispatch = (event: SessionEvent): void => sessions.current.dispatch(event);
  const newChat = async (): Promise<void> => {
    if (!(await confirmNewChat(sessions.current.state))) return;
    sessions.newChat();
    panel.reset();
  };
  const answerActs = new AnswerActs({
    state: () => sessions.current.state,
    dispatch,
    previews,
    storage: context.storageUri ?? context.globalStorageUri,
  });
  const panel: Panel = new Panel({
    extensionUri: context.extensionUri,
    log,
    state: () => sessions.current.state,
    gate: currentGate,
    preferences: () => ({ layout: readSetting('parley.questions.layout') }),
    draftChanged: () => keep(),
    visibilityChanged: () => attention.update(),
    perform: createIntentHandler({
      ...{ log, dispatch, newChat, runAction, openLink, answerActs, gate: currentGate },
      undoTime,
    }),
  });
  const attention: Attention = new Attention({
    state: () => sessions.current.state,
    dispatch,
    isVisible: () => panel.isVisible,
    setBadge: badge => panel.setBadge(badge),
    show: () => panel.focus('question'),
    undoTime,
  });
  // Without a folder nothing runs that would have to be kept.
  const storage = context.storageUri === undefined ? undefined : new WindowStorage(context.storageUri.fsPath, log);
  const keep = (): void => storage?.changed(() => ({ state: sessions.current.state, composerDraft: panel.composerDraft }));
  void storage?.load().then(kept => {
    if (kept === undefined) return;
    sessions.restore(restoredState(kept.state, readSetting('parley.questions.route'), Date.now()));
    panel.restoreComposerDraft(kept.composerDraft);
    panel.reset();
  });
  ending = async () => {
    // First what there is: the rest may take longer than VS Code waits.
    await Promise.all([sessions.dispose(), storage?.flush()]);
    await storage?.flush();
    // Not with the subscriptions: VS Code ends those at once, and what still happens here is logged.
    channel.dispose();
  };
  context.subscriptions.push(
    panel,
    attention,
    previews,
    registerCommands({
      'parley.newChat': newChat,
      'parley.interrupt': () => dispatch({ type: 'interruptRequested' }),
      'parley.focusQuestion': () => panel.focus('question'),
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
