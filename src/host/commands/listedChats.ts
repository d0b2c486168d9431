// Every chat as the view of chats and the list of chats show it: in which group, and in which words. Owns the order of both. Reads nothing.
import * as vscode from 'vscode';
import type { Elsewhere } from '../../chat/view.js';
import { daysBetween } from '../../shared/timeAgo.js';
import { isAgentChat } from '../chats/agentChats.js';
import type { Chat } from '../chats/chat.js';
import { folderOf, isEmpty } from '../chats/chat.js';
import { timeText, waitText } from '../vscode/timeText.js';
import { chatName, waitOf } from './chatWaits.js';
import type { PastChat } from './pastChats.js';

const { t } = vscode.l10n;

/** The groups in the order of the list. */
export const chatGroups = ['needsYou', 'agents', 'working', 'done', 'today', 'yesterday', 'week', 'month', 'older', 'archived'] as const;
export type ChatGroup = (typeof chatGroups)[number];

export interface ListedChat {
  /** The same as in `PastChat`. */
  readonly id: string;
  readonly title: string;
  /** Epoch milliseconds. */
  readonly usedAt: number;
  readonly group: ChatGroup;
  /** What becomes of it, in words; empty where nothing does. */
  readonly standing: string;
  /** The same where the group says that it waits for the person. */
  readonly short?: string | undefined;
  readonly codicon: string;
  /** Who else has it open. */
  readonly holder: Elsewhere;
  readonly isArchived: boolean;
  /** The absolute path of the folder in which it works, as far as that is known. */
  readonly folder: string | undefined;
  /** Since when another agent waits here; epoch milliseconds. */
  readonly waitsSince?: number | undefined;
}

interface ChatsToList {
  /** The chats in memory. */
  readonly open: readonly Chat[];
  /** The chats on the disk, as they were read last. */
  readonly past: readonly PastChat[];
  readonly isMarked: (id: string, mark: 'unread' | 'archived') => boolean;
  /** Since when this chat waits for the person; epoch milliseconds, undefined where it does not. */
  readonly waitsSince?: ((chat: Chat) => number | undefined) | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Group by group, in each of them the one that was used last first. */
export function listedChats({ open, past, isMarked, waitsSince, now }: ChatsToList): readonly ListedChat[] {
  const folders = new Map(past.map(({ id, folder }) => [id, folder]));
  const mine = open
    .filter(chat => !isEmpty(chat))
    .map(chat => ({
      ...listedOpen(chat, folders.get(chat.key), isMarked, now),
      ...(isAgentChat(chat.key) && { waitsSince: waitsSince?.(chat) }),
    }));
  const known = new Set(open.map(({ key }) => key));
  const others = past.filter(({ id }) => !known.has(id)).map(chat => listedPast(chat, isMarked, now));
  const all = [...mine, ...others].toSorted((one, other) => other.usedAt - one.usedAt);
  return chatGroups.flatMap(group => all.filter(chat => chat.group === group));
}

export function groupName(group: ChatGroup): string {
  const names: Readonly<Record<ChatGroup, string>> = {
    needsYou: t('Needs You'),
    agents: t('Other Agents'),
    working: t('Working'),
    done: t('Done'),
    today: t('Today'),
    yesterday: t('Yesterday'),
    week: t('Last 7 Days'),
    month: t('Last 30 Days'),
    older: t('Older'),
    archived: t('Archived'),
  };
  return names[group];
}

/** The words beside the title: what becomes of the chat, its place where that is given, and the time. */
export function descriptionOf(chat: ListedChat, place: string | undefined): string {
  return [chat.short ?? chat.standing, place ?? '', timeOf(chat)].filter(part => part !== '').join(' · ');
}

/** How long another agent waits; else when the chat was used. */
function timeOf({ usedAt, waitsSince }: ListedChat): string {
  return waitsSince === undefined ? timeText(usedAt) : waitText(waitsSince);
}

/** State first, because that is what a person looks for. */
export function accessibleNameOf(chat: ListedChat, place: string | undefined): string {
  const parts = [chat.standing, chat.title, place ?? '', timeOf(chat)];
  return parts.filter(part => part !== '').join('; ');
}

type Marked = ChatsToList['isMarked'];

function listedOpen(chat: Chat, knownFolder: string | undefined, isMarked: Marked, now: number): ListedChat {
  const { key, otherOwner, loop, usedAt } = chat;
  const waits = waitOf(chat);
  const isWorking = otherOwner === undefined && (loop.state.turn !== 'idle' || loop.state.subagents > 0);
  const isDone = otherOwner === undefined && isMarked(key, 'unread');
  const isArchived = isMarked(key, 'archived');
  const act = waits !== undefined ? (isAgentChat(key) ? 'agents' : 'needsYou') : isWorking ? 'working' : isDone ? 'done' : undefined;
  const working = loop.state.turn === 'idle' ? t('subagents are working') : t('Claude is working');
  return {
    id: key,
    title: chatName(chat),
    usedAt,
    group: act ?? restingGroup(usedAt, now, isArchived),
    standing: waits?.words ?? (isWorking ? working : isDone ? t('done') : holderText(otherOwner)),
    short: waits?.short,
    codicon: act === undefined ? restingIcon(otherOwner, isArchived) : icons[act],
    holder: otherOwner,
    isArchived,
    folder: folderOf(chat) ?? knownFolder,
  };
}

function listedPast({ id, title, usedAt, marks, holder, folder }: PastChat, isMarked: Marked, now: number): ListedChat {
  // Where the window has ended, this one takes a chat that waits into its memory.
  const waits = marks.includes('waits') && holder !== 'terminal';
  const isDone = holder === undefined && isMarked(id, 'unread');
  const isArchived = isMarked(id, 'archived');
  const act = waits ? 'needsYou' : isDone ? 'done' : undefined;
  const waiting = [t('waits for you'), holderText(holder)].filter(part => part !== '').join(', ');
  return {
    id,
    title,
    usedAt,
    group: act ?? restingGroup(usedAt, now, isArchived),
    standing: waits ? waiting : isDone ? t('done') : holderText(holder),
    codicon: act === undefined ? restingIcon(holder, isArchived) : icons[act],
    holder,
    isArchived,
    folder,
  };
}

const icons = { needsYou: 'bell-dot', agents: 'bell-dot', working: 'sync', done: 'circle-filled' } as const;

function restingIcon(holder: Elsewhere, isArchived: boolean): string {
  if (holder === 'terminal') return 'terminal';
  if (holder !== undefined) return 'multiple-windows';
  return isArchived ? 'archive' : 'comment';
}

function restingGroup(usedAt: number, now: number, isArchived: boolean): ChatGroup {
  const days = daysBetween(usedAt, now);
  if (isArchived) return 'archived';
  if (days <= 1) return days === 1 ? 'yesterday' : 'today';
  if (days < 7) return 'week';
  return days < 30 ? 'month' : 'older';
}

function holderText(holder: Elsewhere): string {
  switch (holder) {
    case 'otherWindow':
      return t('open in another window');
    case 'otherComputer':
      return t('open on another computer');
    case 'terminal':
      return t('open in a terminal');
    case undefined:
      return '';
  }
}
