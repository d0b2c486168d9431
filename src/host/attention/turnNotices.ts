// Tells the person that Claude has finished or failed in a chat that is not in sight. Import it lazily. Owns when each turn of this window began.
import * as vscode from 'vscode';
import { plain } from '../../shared/plain.js';
import type { Problem, ProblemCode } from '../../chat/problem.js';
import type { ChatItem } from '../../chat/state.js';
import { openPermissions, openQuestions } from '../../chat/state.js';
import { isAgentChat } from '../chats/agentChats.js';
import type { Chat } from '../chats/chat.js';
import { chatTitle } from '../chats/chat.js';
import type { Chats } from '../chats/chats.js';
import type { ChatViews } from '../views/chatViews.js';
import { words } from '../views/problems.js';
import { showMessage } from '../vscode/plainUi.js';
import { readSetting } from '../vscode/settings.js';

export interface NoticeDependencies {
  readonly chats: Chats;
  readonly views: ChatViews;
}

/** A turn, and those that follow while subagents work: the CLI begins a turn when one has ended. */
interface Work {
  /** The time of its beginning by `Date.now()`. */
  readonly since: number;
  /** The items before its last turn. */
  readonly before: ReadonlySet<string>;
  /** A turn runs. */
  readonly isRunning: boolean;
}

/** The most code points of a title: a notice has few lines, and its end says why Claude could not continue. */
const longestTitle = 60;
/** Milliseconds. Whoever has seen all of a shorter turn needs no notice of its end, even where notices are wanted always. */
const short = 20_000;

export function watchTurns(dependencies: NoticeDependencies): vscode.Disposable {
  const { chats } = dependencies;
  const works = new Map<Chat, Work>();
  const changed = (chat: Chat): void => {
    const { turn, subagents, process, items } = chat.loop.state;
    const isRunning = turn !== 'idle';
    const known = works.get(chat);
    const isCutOff = known !== undefined && process === 'none';
    if ((known?.isRunning ?? false) === isRunning && !isCutOff) return;
    // The prompt is there already.
    const before = isRunning ? new Set(items.slice(0, -1).map(({ id }) => id)) : (known?.before ?? new Set());
    const work = { since: known?.since ?? Date.now(), before, isRunning };
    const isOver = !isRunning && subagents === 0;
    if (isOver) works.delete(chat);
    else works.set(chat, work);
    // A turn that has failed is told at once, whoever works on.
    if (isOver || (!isRunning && faultIn(newItems(chat, before)) !== undefined)) ended(chat, work, dependencies);
  };
  return vscode.Disposable.from(
    chats.onDidChange(changed),
    chats.onDidClose(chat => works.delete(chat)),
  );
}

function ended(chat: Chat, { since, before }: Omit<Work, 'isRunning'>, { chats, views }: NoticeDependencies): void {
  const { state } = chat.loop;
  // What waits for the person has notices of its own, and what another window owns is told there.
  const isOpen = openQuestions(state).length > 0 || openPermissions(state).length > 0;
  if (isOpen || chat.otherOwner !== undefined || chats.get(chat.key) !== chat || isAgentChat(chat.key)) return;
  const items = newItems(chat, before);
  if (items.some(item => item.kind === 'problem' && item.problem.code === 'stopped')) return;
  const when = readSetting('parley.chat.notify');
  const isVisible = views.isVisible(chat);
  const isWanted = when === 'always' ? !isVisible || Date.now() - since >= short : when === 'whenHidden' && !isVisible;
  if (isWanted) void tell(chat, faultIn(items), views);
}

function newItems({ loop }: Chat, before: ReadonlySet<string>): readonly ChatItem[] {
  return loop.state.items.filter(({ id }) => !before.has(id));
}

async function tell(chat: Chat, fault: string | undefined, views: ChatViews): Promise<void> {
  const title = plain(chatTitle(chat) ?? vscode.l10n.t('New chat'), longestTitle);
  const text =
    fault === undefined
      ? vscode.l10n.t('Claude has finished: {0}', title)
      : vscode.l10n.t('Claude could not continue in “{0}”: {1}', title, fault);
  const pressed = await showMessage(text, [vscode.l10n.t('Go to Chat')], { level: fault === undefined ? 'info' : 'warning' });
  if (pressed === 0) await views.show(chat);
}

const endings: ReadonlySet<ChatItem['kind']> = new Set(['exit', 'text', 'tool']);
/** What is told in a turn that goes on. */
const asides: ReadonlySet<ProblemCode> = new Set(['cliSaid', 'hookSaid', 'notShown', 'told', 'tooLong']);

/** A `/clear` that has cleared nothing has failed. */
function isAside({ code, reason = '' }: Problem): boolean {
  return asides.has(code) && !reason.startsWith('notCleared ');
}

/** What the chat says of how the turn has failed; undefined where it has not. */
function faultIn(items: readonly ChatItem[]): string | undefined {
  const last = items.findLast(item => (item.kind === 'problem' ? !isAside(item.problem) : endings.has(item.kind)));
  if (last?.kind === 'exit') return words.exit(last).text;
  if (last?.kind !== 'problem') return undefined;
  const { level, text } = words.problem(last);
  return level === 'info' ? undefined : text;
}
