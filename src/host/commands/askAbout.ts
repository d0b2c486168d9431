// *Explain* and *Fix*: a prompt about selected code or about problems, with the code as a chip. Sends it only where nothing of the person
// stands in the message box and nothing waits for the person; else it stays there as a draft.
import * as vscode from 'vscode';
import { withoutMentions } from '../../shared/attachments.js';
import { plain } from '../../shared/plain.js';
import { beginWorkAt } from '../features/workFolder/acts.js';
import type { SelectedCode } from './references.js';
import { placeOf, selectionIn } from './references.js';
import { openPermissions, openQuestions } from '../../chat/state.js';
import { isAgentChat } from '../chats/agentChats.js';
import { worksIn } from '../chats/chat.js';
import type { Chat } from '../chats/chat.js';
import { startBlocker } from '../vscode/folders.js';
import { showMessage } from '../vscode/plainUi.js';
import type { ChatCommandDependencies, CommandViews } from './chatCommandsContract.js';

export type About = 'explain' | 'fix';

/** What a Code Action hands over: problems of one file. */
export interface Problems {
  readonly uri: vscode.Uri;
  readonly diagnostics: readonly vscode.Diagnostic[];
}

const { t } = vscode.l10n;

/** More of them make a prompt that nobody reads before it is sent. */
const mostProblems = 10;
/** Code points of the words of one problem. */
const longestProblem = 1_000;

/** @param given the problems of a Code Action, or what VS Code gives a command of a menu */
export async function askAbout(about: About, given: unknown, dependencies: ChatCommandDependencies): Promise<void> {
  const asked = isProblems(given) ? await aboutProblems(about, given) : aboutSelection(about, vscode.window.activeTextEditor);
  if (asked === undefined) void showMessage(t('Select something in a file first.'));
  else await put(asked, dependencies);
}

interface Asked {
  readonly text: string;
  readonly code: SelectedCode;
}

function isProblems(given: unknown): given is Problems {
  return typeof given === 'object' && given !== null && 'diagnostics' in given;
}

async function aboutProblems(about: About, { uri, diagnostics }: Problems): Promise<Asked | undefined> {
  const [first, ...others] = diagnostics;
  if (first === undefined) return undefined;
  const document = await vscode.workspace.openTextDocument(uri);
  const range = others.reduce((all, { range: one }) => all.union(one), first.range);
  const lines = document.validateRange(new vscode.Range(range.start.line, 0, range.end.line, Number.MAX_SAFE_INTEGER));
  const code = {
    kind: 'selection' as const,
    path: uri.fsPath,
    text: document.getText(lines),
    first: lines.start.line + 1,
    last: lines.end.line + 1,
  };
  const head =
    others.length === 0
      ? about === 'fix'
        ? t('Fix this problem:')
        : t('Explain this problem:')
      : about === 'fix'
        ? t('Fix these problems:')
        : t('Explain these problems:');
  return { text: `${head}\n${problemLines(diagnostics)}`, code };
}

function aboutSelection(about: About, editor: vscode.TextEditor | undefined): Asked | undefined {
  const code = selectionIn(editor);
  if (editor === undefined || code === undefined) return undefined;
  if (about === 'explain') return { text: t('Explain this code.'), code };
  const inside = vscode.languages
    .getDiagnostics(editor.document.uri)
    .filter(({ range }) => editor.selection.intersection(range) !== undefined);
  if (inside.length === 0) return { text: t('Fix this code.'), code };
  return { text: `${t('Fix these problems:')}\n${problemLines(inside)}`, code };
}

/** The words are those of another tool, so the CLI must not find a mention in them: it would read that file without asking. */
function problemLines(diagnostics: readonly vscode.Diagnostic[]): string {
  const lines = diagnostics.slice(0, mostProblems).map(({ range, source, code, message }) => {
    const name = [source, typeof code === 'object' ? code.value : code].filter(part => part !== undefined).join(' ');
    const words = plain(message, longestProblem);
    return `- ${range.start.line + 1}: ${withoutMentions(words)}${name === '' ? '' : ` (${withoutMentions(plain(name))})`}`;
  });
  const left = diagnostics.length - mostProblems;
  return [...lines, ...(left > 0 ? [`- ${t('and {0} more', left)}`] : [])].join('\n');
}

/** The chats in which a command is opening the view: a second press meanwhile is no second message. */
const opening = new WeakSet<Chat>();

async function put(asked: Asked, { views, chats }: ChatCommandDependencies): Promise<void> {
  // Other agents ask in their chat, and it takes no message.
  if (isAgentChat(views.active.key)) chats.newChat();
  const chat = isAgentChat(views.active.key) ? chats.current : views.active;
  if (opening.has(chat) || isUnderWay(chat, asked)) return views.show(chat);
  opening.add(chat);
  try {
    await beginWorkAt(asked.code.path, { chat, chats });
    await putInto(chat, asked, views);
  } finally {
    opening.delete(chat);
  }
}

async function putInto(chat: Chat, { text, code }: Asked, views: CommandViews): Promise<void> {
  const isFree = isUnused(chat);
  const before = chat.composerAttachments;
  await views.contextActions(chat).add(code);
  const [added] = chat.composerAttachments.filter(one => !before.includes(one));
  // It was too long, which the person has been told.
  if (added === undefined) return;
  await views.show(chat);
  const isStillFree = isFree && isUnused(chat, added.id);
  if (isStillFree) views.perform(chat, { to: 'chat', intent: { type: 'sendPrompt', text, attachments: [added.id] } });
  else views.giveBack(chat, text, [], 'prepared');
}

/** Nothing of the person stands in the message box, apart from the attachment `but`, and nothing waits for the person. */
function isUnused({ composerDraft, composerAttachments, otherOwner, loop }: Chat, but?: string): boolean {
  const isEmpty = composerDraft.trim() === '' && composerAttachments.every(({ id }) => id === but);
  const waits = openQuestions(loop.state).length > 0 || openPermissions(loop.state).length > 0;
  return isEmpty && !waits && otherOwner === undefined && startBlocker() === undefined;
}

/** The same was asked already and Claude has not read it yet: a second press is no second message. */
function isUnderWay(chat: Chat, { text, code }: Asked): boolean {
  const { items, waiting } = chat.loop.state;
  const path = placeOf(code.path, worksIn(chat));
  const unread = items.filter(item => item.kind === 'prompt' && item.state === 'sending');
  return [...waiting, ...unread].some(
    one =>
      'text' in one &&
      one.text === text &&
      'attachments' in one &&
      one.attachments?.some(
        added => added.kind === 'selection' && added.path === path && added.first === code.first && added.text === code.text,
      ) === true,
  );
}
