// What the person names or adds while writing. Owns where files, problems and the terminal's selection come from; first come those that the CLI
// ranks, where it does for these folders.
import { randomUUID } from 'node:crypto';
import { basename, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import type { FeatureIntent } from '../../../shared/contract/featureIntents.js';
import type { EditorPlace } from '../../../shared/contract/news.js';
import type { Variant } from '../../../shared/variant.js';
import { addPlace, terminalSelection } from '../../commands/addToChat.js';
import type { ProblemsText } from '../../commands/references.js';
import { placeOf, selectionIn } from '../../commands/references.js';
import type { Chat } from '../../chats/chat.js';
import { worksIn } from '../../chats/chat.js';
import { foldersFor } from '../../vscode/foldersFor.js';
import { allWorkFolders, workFolder } from '../../vscode/folders.js';
import { listFiles } from '../../vscode/listFiles.js';
import { editorInUse } from '../../vscode/editorInUse.js';
import { showMessage } from '../../vscode/plainUi.js';
import type { ActContext } from '../actContext.js';
import { WorkspaceFiles } from './workspaceFiles.js';

const mostShown = 20;
/** The rest of the list has files that the CLI leaves out, such as ignored ones. */
const mostByCli = 15;
/** More files of a folder are not ranked: the names of these take some 60 MB. */
const mostFiles = 400_000;
/** Milliseconds. A CLI that is busy is not waited for. */
const askLimit = 1_000;
/** The most characters of a text. It is stored with the chat and sent whole. */
const longestText = 200_000;
const mostProblems = 200;

const files = new WorkspaceFiles(ms => new Promise(resolve => setTimeout(resolve, ms)));
/** The list for which they were read last. */
let opened: { readonly chat: string; readonly opening: number } | undefined;
/** The newest request of each chat: an older one is told no more. */
const newest = new WeakMap<Chat, number>();

export async function findMentions({ id, opening, query }: Variant<FeatureIntent, 'findMentions'>, context: ActContext): Promise<void> {
  const { chat, post } = context;
  newest.set(chat, id);
  const selected = selectionIn(editorInUse());
  const terminal = vscode.window.activeTerminal?.name;
  const rest = {
    problems: problemCount(),
    ...(selected !== undefined && { selection: editorPlaceOf(selected, worksIn(chat)) }),
    ...(terminal !== undefined && { terminal }),
  };
  for await (const paths of foundPaths(opening, query, context)) {
    post({ type: 'news', chat: chat.key, news: { type: 'mentions', id, paths: [...paths], ...rest } });
    if (newest.get(chat) !== id) return;
  }
}

async function* foundPaths(opening: number, query: string, { chat, log }: ActContext): AsyncGenerator<readonly string[], void> {
  const own = worksIn(chat);
  if (opened?.chat !== chat.key || opened.opening !== opening)
    files.refresh(foldersFor(own), (folder, found) => listFiles(folder, { most: mostFiles, found, log, isIgnoredIn: true }));
  opened = { chat: chat.key, opening };
  // The CLI knows the files of its working directory alone.
  const ranked = allWorkFolders().length === 1 ? await rankedByCli(chat, query) : [];
  let shown = ranked;
  if (ranked.length > 0) yield ranked;
  for await (const rows of files.rows(query, mostShown, folder => (folder === workFolder(own) ? '' : `${placeOf(folder, own)}/`))) {
    shown = [...new Set([...ranked, ...rows])].slice(0, mostShown);
    if (shown.length > 0) yield shown;
  }
  // Only at the end is it sure that there is nothing.
  if (shown.length === 0) yield shown;
}

/** Empty where no CLI runs, where this one does not know the request, and where its index is not ready: then its first reply has no path. */
async function rankedByCli(chat: Chat, query: string): Promise<readonly string[]> {
  const { loop } = chat;
  if (loop.state.process !== 'running') return [];
  const reply = await loop.ask({ subtype: 'file_suggestions', query }, { limit: askLimit });
  const { suggestions, cwd } = reply.ok ? reply.response : {};
  if (!Array.isArray(suggestions) || typeof cwd !== 'string') return [];
  return suggestions
    .flatMap(pathOf)
    .slice(0, mostByCli)
    .map(path => `${placeOf(join(cwd, path), worksIn(chat))}${path.endsWith('/') ? '/' : ''}`);
}

function pathOf(suggestion: unknown): readonly string[] {
  const isPlace = typeof suggestion === 'object' && suggestion !== null && 'path' in suggestion && typeof suggestion.path === 'string';
  return isPlace ? [String(suggestion.path).replaceAll('\\', '/')] : [];
}

function editorPlaceOf({ path, ...place }: { path: string; first?: number; last?: number }, folder: string | undefined): EditorPlace {
  const { first, last } = place;
  return { path: placeOf(path, folder), ...(first !== undefined && last !== undefined && { lines: { first, last } }) };
}

export async function addMention({ what }: Variant<FeatureIntent, 'addMention'>, { contextActs, chat }: ActContext): Promise<void> {
  const added =
    what === 'selection' ? selectionIn(editorInUse()) : what === 'problems' ? problemsText(worksIn(chat)) : await terminalSelection();
  if (added !== undefined) await contextActs.add(added);
}

function problemsText(folder: string | undefined): ProblemsText {
  const lines = problemLines(folder);
  const text = lines.slice(0, mostProblems).join('\n');
  const rest = lines.length > mostProblems ? `\nand ${lines.length - mostProblems} more` : '';
  return { kind: 'problems', name: vscode.l10n.t('Problems'), lines: lines.length, text: `${text}${rest}` };
}

function problemLines(folder: string | undefined): readonly string[] {
  return problems().flatMap(([uri, found]) => found.filter(isProblem).map(one => problemLine(uri, one, folder)));
}

/** Makes no words of them, because it is asked for while the person types, and there may be thousands. */
function problemCount(): number {
  return problems().reduce((sum, [, found]) => sum + found.filter(isProblem).length, 0);
}

function problems(): readonly [vscode.Uri, vscode.Diagnostic[]][] {
  return vscode.languages.getDiagnostics().filter(([{ scheme }]) => scheme === 'file');
}

function isProblem({ severity }: vscode.Diagnostic): boolean {
  return severity <= vscode.DiagnosticSeverity.Warning;
}

function problemLine(uri: vscode.Uri, { range, severity, message, source }: vscode.Diagnostic, folder: string | undefined): string {
  const kind = severity === vscode.DiagnosticSeverity.Error ? 'error' : 'warning';
  const { line, character } = range.start;
  return `${placeOf(uri.fsPath, folder)}:${line + 1}:${character + 1} ${kind}: ${message}${source === undefined ? '' : ` (${source})`}`;
}

/** Files and folders that were dropped from the list of files or from the tabs of the editor. */
export async function addDropped({ uris }: Variant<FeatureIntent, 'addDropped'>, { contextActs, chat, chats }: ActContext): Promise<void> {
  const notHere: string[] = [];
  for (const address of uris) {
    const named = vscode.Uri.parse(address);
    const uri = ownUri(named);
    if (uri !== undefined && (await isThere(uri))) await addPlace(uri, chat, chats, contextActs);
    else notHere.push(basename(named.path) || address);
  }
  if (notHere.length > 0)
    void showMessage(vscode.l10n.t('No saved file on the computer where Claude works, so not added: {0}', notHere.join(', ')));
}

/**
 * The file as an extension names it; undefined where it is on another computer. The page of a remote window names the remote computer's files by a
 * scheme of their own, and `file:` is there the computer of the window.
 */
function ownUri(uri: vscode.Uri): vscode.Uri | undefined {
  const { remoteName } = vscode.env;
  if (remoteName === undefined) return uri.scheme === 'file' ? uri : undefined;
  // The name is the whole authority, or its part before the host, which VS Code does not tell.
  const isOfSameKind = uri.authority.toLowerCase().split('+')[0] === remoteName.toLowerCase();
  return uri.scheme === 'vscode-remote' && isOfSameKind ? uri.with({ scheme: 'file', authority: '' }) : undefined;
}

async function isThere(uri: vscode.Uri): Promise<boolean> {
  return vscode.workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
}

/** The beginning of the ids of chips that go along by themselves. */
const followingId = 'editor-';
const followsKey = 'parley.editorGoesAlong';

/** Says what could go along with the message, and keeps the chip of what does. An empty message has none, because it would be a message by itself. */
export function readEditor({ writing }: { readonly writing: boolean }, { chat, chats, post, remembered }: ActContext): void {
  const editor = editorInUse();
  const selected = selectionIn(editor);
  const path = editor?.document.uri.scheme === 'file' ? editor.document.uri.fsPath : undefined;
  const folder = worksIn(chat);
  const follows = remembered.get(followsKey) === true;
  const place = selected ?? (path === undefined ? undefined : { path });
  const chip =
    selected === undefined
      ? path && ({ kind: 'file', path: placeOf(path, folder) } as const)
      : { ...selected, path: placeOf(selected.path, folder) };
  const following = chat.composerAttachments.filter(({ id }) => id.startsWith(followingId));
  const [known] = following;
  const isKept = follows && writing && chip && !('text' in chip && chip.text.length > longestText);
  // A message names its chips by their ids, and may be on its way from the page: an equal chip stays.
  const isSame = isKept && known !== undefined && following.length === 1 && isDeepStrictEqual({ ...chip, id: known.id }, known);
  if (!isSame && (isKept || known !== undefined)) {
    const others = chat.composerAttachments.filter(one => !following.includes(one));
    chats.setAttachments(chat, [...(isKept ? [{ ...chip, id: `${followingId}${randomUUID()}` }] : []), ...others]);
  }
  post({ type: 'news', chat: chat.key, news: { type: 'editor', follows, ...(place && { place: editorPlaceOf(place, folder) }) } });
}

/** Remembered for the workspace. */
export async function followEditor({ on, writing }: Variant<FeatureIntent, 'followEditor'>, context: ActContext): Promise<void> {
  await context.remembered.update(followsKey, on ? true : undefined);
  readEditor({ writing }, context);
}

/** The commands that any chat of this window was offered last: the chat itself knows them only once its CLI runs. */
export function readCommands({ chat, chats, post }: ActContext): void {
  const offers = [chat, ...chats.all].map(({ news }) => news.get('offers')).find(news => news?.type === 'offers');
  post({ type: 'news', chat: chat.key, news: { type: 'commands', commands: offers?.type === 'offers' ? offers.commands : [] } });
}
