// What the parts without VS Code ask or tell the person about the owner of a chat.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { NotOpenedChat } from '../storage/notOpened.js';
import type { NotStored } from '../storage/notStored.js';
import { messageOf } from '../../shared/error.js';
import { showMessage } from '../vscode/plainUi.js';
import { notStoredWords } from './problems.js';

const { t } = vscode.l10n;

/** The program that has a chat open does not end. */
export function tellStillRunning(pid: number): void {
  const text = t('The program with this chat does not stop (process {0}). End it yourself, then continue here.', pid);
  void showMessage(text, [], { level: 'error' });
}

export function tellNotTakenOver(error: unknown): void {
  void showMessage(t('This could not be done: {0}', messageOf(error)), [], { level: 'error' });
}

/** Nothing proves that a process is the program that has a chat open. True when the person says that the program has ended. */
export async function askWhetherEnded(pid: number): Promise<boolean> {
  const text = t('Another program may have this chat open (process {0}). End it yourself, then continue here.', pid);
  return (await showMessage(text, [t('It Has Ended')], { level: 'warning' })) !== undefined;
}

/** The window that owns a chat is alive and does not answer, or cannot be reached. True when the person wants the chat all the same. */
export async function askWhetherToTakeOver(reason: 'noAnswer' | 'otherComputer'): Promise<boolean> {
  const text =
    reason === 'noAnswer'
      ? t('The window with this chat does not respond. If you take over, it loses the chat when it wakes up.')
      : t(
          'This chat is open on another computer or in a container. Take over only if it is closed there; otherwise some of it may be lost.',
        );
  return (await showMessage(text, [t('Take Over Anyway')], { level: 'warning' })) !== undefined;
}

/** Chats cannot be written to the disk. */
export function tellNotStored(why: NotStored): void {
  void showMessage(notStoredWords(why), [], { level: 'error' });
}

export function tellStoredAgain(): void {
  void showMessage(t('Parley saves your chats again.'));
}

/** Names the chats in `folder` that cannot be opened; the log has the reason of each. */
export function tellNotOpened(folder: string, chats: readonly NotOpenedChat[]): void {
  const [first, ...others] = chats;
  if (first === undefined) return;
  const text =
    others.length === 0
      ? hasFile(folder, first)
        ? t('A chat cannot be opened. Its file stays as it is: {0} ({1})', join(folder, `${first.key}.*`), String(first.error))
        : t('A chat cannot be opened, and stays as it is: {0}', messageOf(first.error))
      : t('{0} chats cannot be opened. Their files stay as they are, in {1}. Parley’s log says why.', chats.length, folder);
  void showMessage(text, [], { level: 'error' });
}

/** False for a chat that only the CLI has. */
function hasFile(folder: string, { key }: NotOpenedChat): boolean {
  if (!existsSync(folder)) return false;
  try {
    return readdirSync(folder).some(name => name.startsWith(`${key}.`));
  } catch {
    // The folder itself may be what cannot be read.
    return true;
  }
}
