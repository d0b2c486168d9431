// *Add to chat* from the explorer and from a terminal: each becomes a chip in the message box, and nothing is sent.
import { randomUUID } from 'node:crypto';
import { extname } from 'node:path';
import * as vscode from 'vscode';
import { beginWorkAt } from '../features/workFolder/acts.js';
import type { ContextActions } from './contextActions.js';
import type { TerminalText } from './references.js';
import { placeOf, selectionIn } from './references.js';
import { isAgentChat } from '../chats/agentChats.js';
import { worksIn } from '../chats/chat.js';
import type { Chat } from '../chats/chat.js';
import type { Chats } from '../chats/chats.js';
import { showMessage } from '../vscode/plainUi.js';
import type { ChatCommandDependencies } from './chatCommandsContract.js';

const { t } = vscode.l10n;

/** More chips than this fill the view. */
const mostFiles = 50;
const imageEndings: ReadonlySet<string> = new Set(['.png', '.jpg', '.jpeg', '.gif', '.webp']);

/** @param given what VS Code gives a command of the explorer: the row that was clicked, and all selected rows. */
export async function addFiles(given: readonly unknown[], dependencies: ChatCommandDependencies): Promise<void> {
  const [clicked, selected] = given;
  const rows: readonly unknown[] = Array.isArray(selected) && selected.length > 0 ? selected : [clicked];
  const own = rows.filter(row => row instanceof vscode.Uri);
  const active = vscode.window.activeTextEditor?.document.uri;
  const files = (own.length > 0 || active === undefined ? own : [active]).filter(({ scheme }) => scheme === 'file');
  if (files.length === 0) {
    void showMessage(t('Select a file in the Explorer first.'));
    return;
  }
  const chat = chatFor(dependencies);
  const context = dependencies.views.contextActions(chat);
  if (files[0] !== undefined) await beginWorkAt(files[0].fsPath, { chat, chats: dependencies.chats });
  // An image goes to the page that scales it, so the page comes first.
  await dependencies.views.show(chat);
  for (const uri of files.slice(0, mostFiles)) await addPlace(uri, chat, dependencies.chats, context);
  if (files.length > mostFiles) void showMessage(t('Only the first {0} files were added. Add their folder instead.', mostFiles));
}

/** Adds the editor's selection to an answer of the question that waits in `asking`, else to the message box. */
export async function addSelection(
  asking: Chat | undefined,
  { views, chats }: Pick<ChatCommandDependencies, 'views' | 'chats'>,
): Promise<void> {
  const selection = selectionIn(vscode.window.activeTextEditor);
  if (selection === undefined) {
    void showMessage(t('Select something in a file first.'));
    return;
  }
  if (asking !== undefined && views.answerActions(asking).addSelection(selection)) return;
  const chat = chatFor({ views, chats });
  await beginWorkAt(selection.path, { chat, chats });
  await views.contextActions(chat).add(selection);
  await views.show(chat);
}

/** A file, an image or a folder of the disk, once. The path of a folder ends with `/`, so that no chip offers to open it. */
export async function addPlace(uri: vscode.Uri, chat: Chat, chats: Chats, context: Pick<ContextActions, 'add'>): Promise<void> {
  const { type } = await vscode.workspace.fs.stat(uri);
  const isFolder = (type & vscode.FileType.Directory) !== 0;
  const place = `${placeOf(uri.fsPath, worksIn(chat))}${isFolder ? '/' : ''}`;
  const known = chat.composerAttachments;
  if (known.some(one => one.kind === 'file' && one.path === place)) return;
  if (isFolder) chats.setAttachments(chat, [...known, { kind: 'file', id: randomUUID(), path: place }]);
  else await context.add({ kind: imageEndings.has(extname(uri.path).toLowerCase()) ? 'image' : 'file', path: uri.fsPath });
}

export async function addTerminalSelection(dependencies: ChatCommandDependencies): Promise<void> {
  const selected = await terminalSelection();
  if (selected === undefined) return;
  const chat = chatFor(dependencies);
  await dependencies.views.contextActions(chat).add(selected);
  await dependencies.views.show(chat);
}

/** The selection of the terminal in use. Where there is none, the person is told so. */
export async function terminalSelection(): Promise<TerminalText | undefined> {
  const terminal = vscode.window.activeTerminal;
  const text = terminal === undefined ? '' : (await selectedInTerminal()).trimEnd();
  if (terminal === undefined || text === '') {
    void showMessage(t('Select something in a terminal first.'));
    return undefined;
  }
  return { kind: 'terminal', name: terminal.name, lines: text.split('\n').length, text };
}

/** Other agents ask in their chat, and it takes no message. */
function chatFor({ views, chats }: Pick<ChatCommandDependencies, 'views' | 'chats'>): Chat {
  if (!isAgentChat(views.active.key)) return views.active;
  chats.newChat();
  return chats.current;
}

/**
 * VS Code gives the selection of a terminal to extensions through the clipboard alone (`Terminal.selection` is a proposal), so the clipboard
 * is put back as it was. A mark in the clipboard tells a selection from an old text, because VS Code copies nothing where nothing is selected.
 */
async function selectedInTerminal(): Promise<string> {
  const { clipboard } = vscode.env;
  const before = await clipboard.readText();
  const mark = `parley ${Date.now()}`;
  await clipboard.writeText(mark);
  try {
    await vscode.commands.executeCommand('workbench.action.terminal.copySelection');
    const text = await clipboard.readText();
    return text === mark ? '' : text;
  } finally {
    await clipboard.writeText(before);
  }
}
