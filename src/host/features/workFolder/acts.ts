// In which of several roots a chat works. Owns where a chat begins that nobody has chosen a root for, and what its views show. The chosen root is kept
// with the chat like its mode; a chat that has begun stays where it is.
import { basename, dirname, resolve } from 'node:path';
import * as vscode from 'vscode';
import type { ChatState } from '../../../chat/state.js';
import type { FeatureIntent } from '../../../shared/contract/featureIntents.js';
import type { ChatNews } from '../../../shared/contract/news.js';
import type { Variant } from '../../../shared/variant.js';
import { isFolder } from '../../cli/isFolder.js';
import { rootOf } from '../../cli/workPlaces.js';
import { placeOf } from '../../commands/references.js';
import type { Chat } from '../../chats/chat.js';
import { folderOf, isEmpty } from '../../chats/chat.js';
import { plain } from '../../../shared/plain.js';
import { allWorkFolders, workFolder } from '../../vscode/folders.js';
import type { ActContext } from '../actContext.js';
import { editorInUse } from '../../vscode/editorInUse.js';

type PlaceNews = Variant<ChatNews, 'workFolder'>;
type Root = PlaceNews['roots'][number];

/** The most characters of a name. */
const longestName = 60;

/** Tells the views of the chat in which root it works. An empty chat begins in the root of the editor's file, unless the person has chosen one. */
export async function beginWork({ chat, chats }: ActContext): Promise<void> {
  const roots = rootsOf(allWorkFolders());
  const kept = chat.loop.state.steering?.folder;
  // A window of one folder has nothing to say of it, unless the chat works in another one.
  if (roots.length < 2 && (kept === undefined || kept === roots[0]?.path) && !chat.news.has('workFolder')) return;
  const shown = roots.find(root => root.path === folderOf(chat)) ?? roots[0];
  const path = kept ?? (isEmpty(chat) ? rootOfEditor() : undefined) ?? shown?.path;
  if (path === undefined) return;
  // Words that stand in the message box are stored, and what they name lies in this root.
  if (kept === undefined && roots.length > 1 && !isEmpty(chat) && !hasBegun(chat.loop.state) && chat.otherOwner === undefined)
    chat.loop.dispatch({ type: 'steered', change: { folder: path } });
  await tell({ chat, chats }, path, roots);
}

/** An empty chat for which nobody has chosen a root begins in that of this file, which a command of the person's adds. `path`: absolute. */
export async function beginWorkAt(path: string, { chat, chats }: Pick<ActContext, 'chat' | 'chats'>): Promise<void> {
  const roots = rootsOf(allWorkFolders());
  const root = vscode.workspace.getWorkspaceFolder(vscode.Uri.file(path))?.uri.fsPath;
  if (roots.length < 2 || chat.loop.state.steering?.folder !== undefined || !isEmpty(chat) || chat.otherOwner !== undefined) return;
  if (root === undefined || !roots.some(one => one.path === root)) return;
  chat.loop.dispatch({ type: 'steered', change: { folder: root } });
  await tell({ chat, chats }, root, roots);
}

/** The person chooses the folder before the first message. */
export async function chooseFolder({ path }: Variant<FeatureIntent, 'chooseFolder'>, { chat, chats, log }: ActContext): Promise<void> {
  const roots = rootsOf(allWorkFolders());
  const isGone = (await goneFrom(workFolder(folderOf(chat)), roots)) !== undefined;
  // Another choice may have come first.
  const before = workFolder(folderOf(chat));
  if (!roots.some(root => root.path === path) || !isFree(chat, isGone))
    return log.warn(`The chat does not work in ${path}: it has begun, or that is no folder of the window.`);
  chat.loop.dispatch({ type: 'steered', change: { folder: path } });
  if (before !== undefined) chats.setAttachments(chat, chat.composerAttachments.map(moved(before, path)));
  await tell({ chat, chats }, path, roots);
}

/** The latest `tell` of each chat. What a slow disk says is dropped when another `tell` has begun. */
const telling = new WeakMap<Chat, object>();

async function tell(context: Pick<ActContext, 'chat' | 'chats'>, path: string, roots: readonly Root[]): Promise<void> {
  const { chat, chats } = context;
  const latest = {};
  telling.set(chat, latest);
  const say = (gone: PlaceNews['gone']): void => {
    const name = roots.find(root => root.path === path)?.name ?? basename(path);
    const free = isFree(chat, gone !== undefined) ? roots : [];
    chats.tell(chat.key, { type: 'workFolder', name, path, roots: [...free], ...(gone && { gone }) });
  };
  const told = chat.news.get('workFolder');
  // What is named in the message goes by the root at once.
  if (told?.type !== 'workFolder' || told.path !== path) say(undefined);
  const gone = await goneFrom(path, roots);
  if (telling.get(chat) !== latest) return;
  // The chat may have begun meanwhile.
  const { folder = path } = chat.loop.state.steering ?? {};
  if (folder !== path) return tell(context, folder, roots);
  say(gone);
}

/** A chat that Claude has never begun, because its root is gone, may go elsewhere. */
function isFree({ loop: { state }, otherOwner }: Chat, isGone: boolean): boolean {
  const neverRan = state.sessionId === undefined && state.process === 'none';
  return otherOwner === undefined && (!hasBegun(state) || (isGone && neverRan && !namesFiles(state)));
}

/** A failed message with a chip would mean another file in another root. */
function namesFiles({ items, waiting }: ChatState): boolean {
  return [...items, ...waiting].some(one => 'attachments' in one && one.attachments?.some(attachment => 'path' in attachment) === true);
}

/** Something was sent. */
function hasBegun({ items, hasOlder, outbox, waiting, process, sessionId }: ChatState): boolean {
  return items.length > 0 || hasOlder || outbox.length > 0 || waiting.length > 0 || process !== 'none' || sessionId !== undefined;
}

async function goneFrom(path: string | undefined, roots: readonly Root[]): Promise<PlaceNews['gone']> {
  if (path === undefined) return 'window';
  const isOurs =
    (await rootOf(
      path,
      roots.map(root => root.path),
    )) !== undefined;
  if (!isOurs) return 'window';
  return (await isFolder(path)) ? undefined : 'disk';
}

function rootOfEditor(): string | undefined {
  const uri = editorInUse()?.document.uri;
  const path = uri && vscode.workspace.getWorkspaceFolder(uri)?.uri.fsPath;
  return allWorkFolders().find(folder => folder === path);
}

/**
 * The roots with the names that VS Code shows. Where several share a name, each has its parent's behind it, or all of its path where that is the
 * same too.
 */
function namedRoots(roots: readonly Root[]): readonly Root[] {
  const isOnly = (name: string, names: readonly string[]): boolean => names.filter(other => other === name).length === 1;
  const names = roots.map(({ name }) => name);
  const longer = roots.map(({ name, path }) => `${name} (${basename(dirname(path))})`);
  return roots.map(({ name, path }, at) => {
    const withParent = longer[at] ?? name;
    return { path, name: isOnly(name, names) ? name : isOnly(withParent, longer) ? withParent : `${name} (${dirname(path)})` };
  });
}

function rootsOf(paths: readonly string[]): readonly Root[] {
  const known = new Map((vscode.workspace.workspaceFolders ?? []).map(({ uri, name }) => [uri.fsPath, name]));
  return namedRoots(paths.map(path => ({ path, name: plain(known.get(path) ?? basename(path), longestName) })));
}

/** Claude reads the path of a chip from its own root on. */
function moved(from: string, to: string): (one: Chat['composerAttachments'][number]) => Chat['composerAttachments'][number] {
  return one => {
    if (!('path' in one)) return one;
    const place = placeOf(resolve(from, one.path), to);
    return { ...one, path: one.path.endsWith('/') ? `${place}/` : place };
  };
}
