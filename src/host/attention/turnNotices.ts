// Tells the person that Claude has finished or failed in a chat that is not in sight. Import it lazily. Owns when each turn of this window began.
import * as vscode from 'vscode';
import { plain } from '../../shared/plain.js';
import type { SessionItem } from '../../session/state.js';
import { openPermissions, openQuestions } from '../../session/state.js';
import { isAgentChat } from '../chats/agentChats.js';
import type { Session } from '../chats/session.js';
import { chatTitle } from '../chats/session.js';
import type { Sessions } from '../chats/sessions.js';
import type { ChatViews } from '../views/chatViews.js';
import { words } from '../views/problems.js';
import { showMessage } from '../vscode/plainUi.js';
import { readSetting } from '../vscode/settings.js';

export interface NoticeDependencies {
  readonly sessions: Sessions;
  readonly views: ChatViews;
}

/** A turn, and those that follow while subagents work: the CLI begins a turn when one has ended. */
interface Work {
  /** On the clock of `Date.now()`. */
  readonly since: number;
  /** The items before its last turn. */
  readonly before: ReadonlySet<string>;
  /** A turn runs. */
  readonly isRunning: boolean;
}

/** In code points: a notice has few lines, and its end says why Claude could not go on. */
const longestTitle = 60;
/** Milliseconds. Whoever has seen all of a shorter turn needs no notice of its end, even where notices are wanted always. */
const short = 20_000;

export function watchTurns(dependencies: NoticeDependencies): vscode.Disposable {
  const { sessions } = dependencies;
  const works = new Map<Session, Work>();
  const changed = (session: Session): void => {
    const { turn, subagents, process, items } = session.loop.state;
    const isRunning = turn !== 'idle';
    const known = works.get(session);
    const isCutOff = known !== undefined && process === 'none';
    if ((known?.isRunning ?? false) === isRunning && !isCutOff) return;
    // The prompt is there already.
    const before = isRunning ? new Set(items.slice(0, -1).map(({ id }) => id)) : (known?.before ?? new Set());
    const work = { since: known?.since ?? Date.now(), before, isRunning };
    const isOver = !isRunning && subagents === 0;
    if (isOver) works.delete(session);
    else works.set(session, work);
    // A turn that has failed is told at once, whoever works on.
    if (isOver || (!isRunning && faultIn(newItems(session, before)) !== undefined)) ended(session, work, dependencies);
  };
  return vscode.Disposable.from(
    sessions.onDidChange(changed),
    sessions.onDidClose(session => works.delete(session)),
  );
}

function ended(session: Session, { since, before }: Omit<Work, 'isRunning'>, { sessions, views }: NoticeDependencies): void {
  const { state } = session.loop;
  // What waits for the person has notices of its own, and what another window owns is told there.
  const isOpen = openQuestions(state).length > 0 || openPermissions(state).length > 0;
  if (isOpen || session.otherOwner !== undefined || sessions.get(session.key) !== session || isAgentChat(session.key)) return;
  const items = newItems(session, before);
  if (items.some(item => item.kind === 'problem' && item.problem.code === 'stopped')) return;
  const when = readSetting('parley.chat.notify');
  const isVisible = views.isVisible(session);
  const isWanted = when === 'always' ? !isVisible || Date.now() - since >= short : when === 'whenHidden' && !isVisible;
  if (isWanted) void tell(session, faultIn(items), views);
}

function newItems({ loop }: Session, before: ReadonlySet<string>): readonly SessionItem[] {
  return loop.state.items.filter(({ id }) => !before.has(id));
}

async function tell(session: Session, fault: string | undefined, views: ChatViews): Promise<void> {
  const title = plain(chatTitle(session) ?? vscode.l10n.t('New chat'), longestTitle);
  const text =
    fault === undefined
      ? vscode.l10n.t('Claude has finished: {0}', title)
      : vscode.l10n.t('Claude could not go on in “{0}”: {1}', title, fault);
  const pressed = await showMessage(text, [vscode.l10n.t('Go to Chat')], { level: fault === undefined ? 'info' : 'warning' });
  if (pressed === 0) await views.show(session);
}

/** What the chat says of how the turn has failed; undefined where it has not. */
function faultIn(items: readonly SessionItem[]): string | undefined {
  const last = items.findLast(({ kind }) => kind === 'problem' || kind === 'exit' || kind === 'text' || kind === 'tool');
  if (last?.kind === 'exit') return words.exit(last).text;
  if (last?.kind !== 'problem') return undefined;
  const { level, text } = words.problem(last);
  return level === 'info' ? undefined : text;
}
