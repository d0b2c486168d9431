// The commands around the chat: one function for each. Import it lazily. Says what went wrong, to the person and in the log.
import * as vscode from 'vscode';
import type { ChatCommand } from '../vscode/contributions.js';
import { showMessage } from '../vscode/plainUi.js';
import { addFiles, addTerminalSelection } from './addToChat.js';
import type { ChatCommandDependencies } from './chatCommandsContract.js';
import { chooseBack } from '../features/back/list.js';
import { decideInFront } from '../features/edits/proposedEdits.js';
import { revertChange, reviewChanges } from '../features/review/acts.js';
import { askAbout } from './askAbout.js';
import { copyDiagnostics } from './copyDiagnostics.js';
import { showEffectiveSettings } from './effectiveSettings.js';
import { exportChat } from './exportChat.js';
import { showMcpServers } from './mcpServers.js';
import { actOnMessage, copyMessage } from './messageActs.js';
import { messageOf } from '../../shared/error.js';
import { wholeConversation } from './wholeConversation.js';

type Act = (given: readonly unknown[], dependencies: ChatCommandDependencies) => Promise<void>;

const acts: Readonly<Record<ChatCommand, Act>> = {
  explain: ([given], dependencies) => askAbout('explain', given, dependencies),
  fix: ([given], dependencies) => askAbout('fix', given, dependencies),
  addFiles,
  addTerminalSelection: (_given, dependencies) => addTerminalSelection(dependencies),
  exportChat: (_given, dependencies) => exportChat(dependencies),
  showMcpServers: (_given, dependencies) => showMcpServers(dependencies),
  copyDiagnostics: (_given, dependencies) => copyDiagnostics(dependencies),
  showEffectiveSettings,
  reviewChanges: (_given, { views, chats, log, olderItems }) => {
    const chat = views.active;
    return reviewChanges({ chat, chats, log }, () => wholeConversation(chat, olderItems(chat)));
  },
  revertChange: (_given, { views, chats, log }) => revertChange({ chat: views.active, chats, log }),
  goBack: (_given, { views, olderItems }) => chooseBack(views, chat => wholeConversation(chat, olderItems(chat))),
  editMessage: ([given], dependencies) => actOnMessage('editMessage', given, dependencies),
  goBackToMessage: ([given], dependencies) => actOnMessage('goBackToMessage', given, dependencies),
  forkMessage: ([given], dependencies) => actOnMessage('forkMessage', given, dependencies),
  copyMessage: ([given], dependencies) => copyMessage(given, dependencies),
  focusChat: (_given, { views }) => views.show(views.active),
  allow: (_given, { views }) => Promise.resolve(views.decide('allow')),
  deny: (_given, { views }) => Promise.resolve(views.decide('deny')),
  allowEdit: () => Promise.resolve(decideInFront('allow')),
  denyEdit: () => Promise.resolve(decideInFront('deny')),
};

/** @param given what VS Code gives the command */
export async function runChatCommand(act: ChatCommand, given: readonly unknown[], dependencies: ChatCommandDependencies): Promise<void> {
  try {
    await acts[act](given, dependencies);
  } catch (error) {
    dependencies.log.error(`${act} failed: ${String(error)}`);
    const message = messageOf(error);
    void showMessage(vscode.l10n.t('This could not be done: {0}', message), [], { level: 'error' });
  }
}
