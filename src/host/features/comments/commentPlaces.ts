// Keeps comments at their lines: follows the changes of documents that VS Code has open, and looks for the lines again in files that other programs change.
import { realpath } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { isCode } from '../../../disk/fileSystem.js';
import { bytesOf, withOpen } from '../../../disk/smallFile.js';
import { messageOf } from '../../../shared/error.js';
import type { Log } from '../../chats/chatDependencies.js';
import { isInside } from '../../paths/pathPlace.js';
import { allWorkFolders } from '../../vscode/folders.js';
import type { LineComment } from './commentFiles.js';
import type { FolderComments } from './folderComments.js';
import type { Anchor } from './lines.js';
import { anchorAt, followed, foundAgain, linesOf } from './lines.js';

/** Milliseconds from a change until the lines and their surroundings are read anew: text is changed letter by letter, and a file is written in pieces. */
const pause = 300;
/** Bytes. In a larger file that no editor has open comments stay where they are. */
const longestFile = 16 * 1024 * 1024;

/** The text of the file as VS Code has it; undefined where no editor has it open. */
export function openDocument(path: string): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find(({ uri, isClosed }) => uri.scheme === 'file' && uri.fsPath === path && !isClosed);
}

export class CommentPlaces implements vscode.Disposable {
  /** What waits to be looked at, by path. */
  readonly #waiting = new Map<string, NodeJS.Timeout>();
  readonly #subscriptions: vscode.Disposable[];
  #isWatching = false;
  /** Ids of the comments that were looked for in their files. */
  readonly #located = new Set<string>();
  /** The documents whose changes are followed. What a document was before nobody has told. */
  readonly #followed = new WeakSet<vscode.TextDocument>();

  constructor(
    private readonly comments: FolderComments,
    private readonly log: Pick<Log, 'warn'>,
  ) {
    this.#subscriptions = [
      vscode.workspace.onDidChangeTextDocument(change => this.#changed(change)),
      // What was not saved is gone with its tab.
      vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
        for (const { input } of closed) if (input instanceof vscode.TabInputText) this.#look(input.uri.fsPath);
      }),
      comments.onDidChange(({ comment, now }) => {
        if (now === 'open') this.#watch();
        if (now === 'open' && !this.#located.has(comment.id)) this.#look(comment.path);
      }),
    ];
  }

  dispose(): void {
    for (const timer of this.#waiting.values()) clearTimeout(timer);
    this.#waiting.clear();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  /** Nothing is watched before there is a comment. */
  #watch(): void {
    if (this.#isWatching) return;
    this.#isWatching = true;
    for (const { uri } of vscode.workspace.workspaceFolders ?? []) {
      if (uri.scheme !== 'file') continue;
      const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(uri, '**/*'));
      const look = ({ fsPath }: vscode.Uri): void => {
        // Of a folder that comes or goes VS Code names no file.
        for (const path of new Set(this.comments.all.map(one => one.path)))
          if (path === fsPath || path.startsWith(`${fsPath}${sep}`)) this.#look(path);
      };
      this.#subscriptions.push(watcher, watcher.onDidChange(look), watcher.onDidCreate(look), watcher.onDidDelete(look));
    }
  }

  #in(path: string): readonly LineComment[] {
    return this.comments.all.filter(one => one.path === path);
  }

  #changed({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    if (document.uri.scheme !== 'file' || contentChanges.length === 0) return;
    const path = document.uri.fsPath;
    let read: readonly string[] | undefined;
    const lines = (): readonly string[] => (read ??= linesOf(document.getText()));
    const own = this.#in(path);
    if (own.length === 0) return;
    this.#place(own, document, ({ id, anchor }) =>
      this.#isFollowed(document, id) ? followed(anchor, contentChanges, lines) : foundAgain(anchor, lines()),
    );
    this.#look(path);
  }

  #isFollowed(document: vscode.TextDocument, id: string): boolean {
    return this.#followed.has(document) && this.#located.has(id);
  }

  /** `document`: in which they were found; undefined where no editor has the file open. */
  #place(comments: readonly LineComment[], document: vscode.TextDocument | undefined, anchorOf: (comment: LineComment) => Anchor): void {
    const anchors = comments.map(anchorOf);
    if (document !== undefined) this.#followed.add(document);
    for (const { id } of comments) this.#located.add(id);
    for (const [at, { id, anchor }] of comments.entries()) {
      const found = anchors[at];
      if (found !== undefined) this.comments.place(id, isDeepStrictEqual(found, anchor) ? anchor : found, false);
    }
  }

  #look(path: string): void {
    if (this.#waiting.has(path)) return;
    const timer = setTimeout(() => {
      this.#waiting.delete(path);
      this.#read(path).catch((error: unknown) => this.log.warn(`A file with comments could not be read: ${messageOf(error)}`));
    }, pause);
    this.#waiting.set(path, timer);
  }

  async #read(path: string): Promise<void> {
    if (this.#in(path).length === 0) return;
    const read = openDocument(path) === undefined ? await textOf(path) : undefined;
    // It may have been opened meanwhile, and what an editor has counts.
    const document = openDocument(path);
    const text = document?.getText() ?? read;
    const own = this.#in(path);
    if (typeof text === 'string') {
      const lines = linesOf(text);
      this.#place(own, document, ({ id, anchor }) => {
        const isHere = document !== undefined && this.#isFollowed(document, id) && anchor.gone !== true;
        return isHere ? anchorAt(lines, anchor) : foundAgain(anchor, lines);
      });
    } else if (text?.isGone === true) for (const { id, anchor } of own) this.comments.place(id, anchor, true);
  }
}

/**
 * What is no text, and what is too long, says nothing of its lines. Nor does a file outside of the work folders to which a link leads: the person has not
 * seen it here, and another program can have put the link there so that Claude reads it.
 */
async function textOf(path: string): Promise<string | { readonly isGone: boolean }> {
  try {
    const real = await realpath(path);
    const roots = await Promise.all(allWorkFolders().map(folder => realpath(folder).catch(() => folder)));
    if (!roots.some(root => isInside(relative(root, real)))) return { isGone: false };
    return await withOpen(real, 'no links', async handle => {
      const bytes = await bytesOf(handle, longestFile + 1);
      return bytes.length > longestFile ? { isGone: false } : (decoded(bytes) ?? { isGone: false });
    });
  } catch (error) {
    if (isCode(error, 'ENOENT', 'ENOTDIR', 'EINVAL')) return { isGone: true };
    throw error;
  }
}

/** Undefined where the text is of another encoding, which only VS Code knows. */
function decoded(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
