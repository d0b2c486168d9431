// What the parts without VS Code ask or tell the person about the owner of a chat.
import * as vscode from 'vscode';
import { showMessage } from '../vscode/plainUi.js';

const { t } = vscode.l10n;

/** The program that has a chat open does not end. */
export function tellStillRunning(pid: number): void {
  const text = t('The program that has this chat open does not end (process {0}). End it there, then go on here.', pid);
  void showMessage(text, [], { level: 'error' });
}

/** Nothing proves that a process is the program that has a chat open. True when the person says that the program has ended. */
export async function askWhetherEnded(pid: number): Promise<boolean> {
  const text = t(
    'Parley cannot tell whether process {0} still is the program that has this chat open, and does not end it. End that program yourself, then go on here.',
    pid,
  );
  return (await showMessage(text, [t('It has ended')], { level: 'warning' })) !== undefined;
}

/** The window that owns a chat is alive and does not answer, or cannot be reached. True when the person wants the chat all the same. */
export async function askWhetherToTakeOver(reason: 'noAnswer' | 'otherComputer'): Promise<boolean> {
  const text =
    reason === 'noAnswer'
      ? t('The window that has this chat open does not answer. If you take the chat over, that window loses it as soon as it wakes up.')
      : t(
          'This chat is open on another computer or in a container that cannot be reached from here. Take it over only if it is closed there, because two windows on one chat lose what one of them writes.',
        );
  return (await showMessage(text, [t('Take over anyway')], { level: 'warning' })) !== undefined;
}

/** Chats cannot be written to the disk. */
export function tellNotStored(reason: string): void {
  const text = t('Parley cannot store this chat: {0}. It keeps everything in memory and tries again.', reason);
  void showMessage(text, [], { level: 'error' });
}

export function tellStoredAgain(): void {
  void showMessage(t('Parley stores your chats again.'));
}
