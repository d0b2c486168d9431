// What the lists of chats say of a chat in memory: its name, and what it waits for from the person.
import * as vscode from 'vscode';
import { openPermissions, openQuestions } from '../../chat/state.js';
import { isPlan, sinceOf } from '../attention/waitingItems.js';
import type { Chat } from '../chats/chat.js';
import { chatTitle } from '../chats/chat.js';

/** What a chat waits for, in words. */
interface Wait {
  readonly words: string;
  /** Where it is said already that the chat waits for the person. */
  readonly short: string;
}

/** Undefined where the person is not the next to act, in this window. */
export function waitOf({ otherOwner, loop }: Chat): Wait | undefined {
  const { t } = vscode.l10n;
  if (otherOwner !== undefined) return undefined;
  if (openQuestions(loop.state).length > 0) return { words: t('waits for your answer'), short: t('question') };
  const [asked] = openPermissions(loop.state);
  if (asked === undefined) return undefined;
  return isPlan(asked)
    ? { words: t('has a plan for you'), short: t('plan') }
    : { words: t('waits for your permission'), short: t('permission') };
}

export function waitsFor(chat: Chat): string | undefined {
  return waitOf(chat)?.words;
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
