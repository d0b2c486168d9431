// Tells VS Code which first steps the person has taken, for the walkthrough, and a chat that could not go on that somebody is logged in.
import * as vscode from 'vscode';
import type { EventOf, Subscription } from '../chats/emitter.js';
import type { Chat } from '../chats/chat.js';
import type { Chats } from '../chats/chats.js';
import { setContextKey } from '../vscode/contextKeys.js';
import { walkthroughId } from '../vscode/contributions.js';

/** What knows whether somebody is logged in. */
interface LogInWatch {
  readonly onDidLogIn: EventOf<void>;
  turnEnded(end: 'answered' | 'notLoggedIn'): void;
}

/** Ends with the subscriptions that it returns. */
export function watchFirstSteps(chats: Chats, setUp: LogInWatch): readonly Subscription[] {
  return [chats.onDidEndTurn(chat => noteSteps(chat, setUp)), setUp.onDidLogIn(() => tellLoggedIn(chats))];
}

/**
 * VS Code looks at an event of a step only when a context key of the event changes, and not before the walkthrough has been opened. The key that
 * is set here completes the steps that were done before.
 */
export async function openWalkthrough(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.openWalkthrough', walkthroughId);
  setContextKey('parley.walkthroughOpened', true);
}

function noteSteps({ loop }: Chat, setUp: LogInWatch): void {
  const { items } = loop.state;
  if (items.some(item => item.kind === 'question' && item.phase === 'answered')) setContextKey('parley.hasAnswered', true);
  // Behind a Stop the refusal is what matters.
  const last = items.findLast(item => item.kind !== 'problem' || item.problem.code !== 'stopped');
  if (last?.kind === 'problem' && last.problem.code === 'notLoggedIn') setUp.turnEnded('notLoggedIn');
  // Some commands have their answer from the CLI, without Claude.
  const turn = items.slice(items.findLastIndex(({ kind }) => kind === 'prompt') + 1);
  if (items.at(-1)?.kind === 'problem' || !turn.some(item => item.kind === 'text' && item.by === undefined)) return;
  // Claude has answered, which proves more than the CLI's own word.
  setContextKey('parley.loggedIn', true);
  setContextKey('parley.hasTalked', true);
  setUp.turnEnded('answered');
}

function tellLoggedIn(chats: Chats): void {
  for (const chat of chats.all) {
    // Behind a Stop the refusal is what matters.
    const last = chat.loop.state.items.findLast(item => item.kind === 'problem' && item.problem.code !== 'stopped');
    const isRefused = last?.kind === 'problem' && last.problem.code === 'notLoggedIn';
    // Without `chats.dispatch`, which is for the person's acts: it would put each of these chats on top of the lists.
    if (isRefused && chat.otherOwner === undefined) chat.loop.dispatch({ type: 'problemSeen', problem: { code: 'loggedIn', detail: '' } });
  }
}
