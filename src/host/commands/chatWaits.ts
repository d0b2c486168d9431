// What the lists of chats say of a chat in memory: its name, and what it waits for from the person.
import * as vscode from 'vscode';
import { openPermissions, openQuestions } from '../../chat/state.js';
import { isPlan, sinceOf } from '../attention/waitingItems.js';
import type { Chat } from '../chats/chat.js';
import { chatTitle } from '../chats/chat.js';

/** Undefined where the person is not the next to act, in this window. */
export function waitsFor({ otherOwner, loop }: Chat): string | undefined {
  if (otherOwner !== undefined) return undefined;
  if (openQuestions(loop.state).length > 0) return vscode.l10n.t('waits for your answer');
  const [asked] = openPermissions(loop.state);
  if (asked === undefined) return undefined;
  return isPlan(asked) ? vscode.l10n.t('has a plan for you') : vscode.l10n.t('waits for your permission');
}

/** The time since which the first question waits; now where only a permission does, which tells no time. Epoch milliseconds. */
export function waitsSince({ loop }: Chat): number {
  return Math.min(Date.now(), ...openQuestions(loop.state).map(sinceOf));
}

export function chatName(chat: Chat): string {
  return nameOf(chatTitle(chat), chat.composerDraft);
}

/** A chat with nothing but a draft is called by the beginning of the draft. */
export function nameOf(title: string | undefined, draft: string): string {
  const words = draft.trim().replace(/\s+/g, ' ');
  return title !== undefined && title !== '' ? title : words === '' ? vscode.l10n.t('New chat') : vscode.l10n.t('Draft: {0}', words);
}
