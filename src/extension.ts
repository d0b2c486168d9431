// Builds everything in order and gives each thing an owner. No logic.
import * as vscode from 'vscode';
import type { SessionEvent } from './session/events.js';
import { openQuestions } from './session/state.js';
import { openLink, runAction } from './host/actions.js';
import { createClaudeLauncher } from './host/claudeLauncher.js';
import { registerCommands } from './host/commands.js';
import { setContextKey } from './host/contextKeys.js';
import { currentGate } from './host/folders.js';
import { createIntentHandler } from './host/intents.js';
import { confirmNewChat, logIn } from './host/dialogs.js';
import { createLog } from './host/log.js';
import { Panel } from './host/panel.js';
import { SessionLoop } from './host/sessionLoop.js';
import { Sessions } from './host/sessions.js';
import { readSetting } from './host/settings.js';

let ending: (() => Promise<void>) | undefined;

export function activate(context: vscode.ExtensionContext): void {
  const { channel, log } = createLog();
  const launcher = createClaudeLauncher(log);
  const createSession = (): SessionLoop =>
    new SessionLoop({
      routeSetting: readSetting('parley.questions.route'),
      startClaude: options => launcher.start(options),
      log,
      now: () => Date.now(),
      setTimer: (callback, ms) => {
        const timer = setTimeout(callback, ms);
        return () => clearTimeout(timer);
      },
    });
  const sessions = new Sessions(createSession, state => {
    setContextKey('parley.questionWaiting', openQuestions(state).length > 0);
    setContextKey('parley.turnRunning', state.turn !== 'idle');
    panel.update();
  });
  const dispatch = (event: SessionEvent): void => sessions.current.dispatch(event);
  const newChat = async (): Promise<void> => {
    if (!(await confirmNewChat(sessions.current.state))) return;
    sessions.newChat();
    panel.reset();
  };
  const panel: Panel = new Panel({
    extensionUri: context.extensionUri,
    log,
    state: () => sessions.current.state,
    gate: currentGate,
    perform: createIntentHandler({ log, dispatch, newChat, runAction, openLink, gate: currentGate }),
  });
  ending = () => sessions.dispose();
  context.subscriptions.push(
    channel,
    panel,
    registerCommands({
      'parley.newChat': newChat,
      'parley.interrupt': () => dispatch({ type: 'interruptRequested' }),
      'parley.focusQuestion': () => panel.focus('question'),
      'parley.logIn': () => logIn(launcher),
      'parley.showLog': () => channel.show(),
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => panel.update()),
    vscode.workspace.onDidChangeWorkspaceFolders(() => panel.update()),
  );
}

/** VS Code waits a few seconds for this: long enough to leave no process behind. */
export async function deactivate(): Promise<void> {
  await ending?.();
}
