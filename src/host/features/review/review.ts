// What is there of reviewing in this window: snapshots, their documents, and what follows the turns. Import it lazily.
import { realpath } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import * as vscode from 'vscode';
import { within } from '../../../claude/process/within.js';
import { actOf } from '../../../shared/tools.js';
import { isInside, placeOf } from '../../paths/pathPlace.js';
import type { Chat } from '../../chats/chat.js';
import { folderOf } from '../../chats/chat.js';
import { startBlocker, workFolder } from '../../vscode/folders.js';
import type { Chats } from '../../chats/chats.js';
import type { EngineDependencies } from './engines.js';
import { Engines } from './engines.js';
import { SnapshotFiles } from './snapshotFiles.js';
import { watchTurnChanges } from './turnSnapshots.js';

/** The snapshots of this window; undefined until `watchChanges`. */
let engines: Engines | undefined;

export function engineOf(folder: string): ReturnType<Engines['of']> {
  return engines === undefined ? Promise.resolve(undefined) : engines.of(folder);
}

/** What hears of files that the person has had written, by their absolute paths. */
const writers = new Set<(files: readonly string[]) => void>();

/** The person has had these files of a folder taken back, or put back again: in a turn that runs they are no work of Claude's. */
export function didReplace(folder: string, paths: readonly string[]): void {
  if (paths.length > 0) for (const listener of writers) listener(paths.map(path => join(folder, path)));
}

/**
 * A call is about to read or to write a file, and waits for this. Never rejects. `path`: as the tool's input has it; `folder`: in which the chat works. Costs
 * nothing where git keeps snapshots.
 */
export async function keptFirst(path: string, toolName: string, folder: string): Promise<void> {
  if (engines === undefined || !engines.keepsEdits(folder) || actOf(toolName) === 'read') return;
  const inFolder = await within(
    pathIn(folder, path).catch(() => undefined),
    longestLook,
    () => undefined,
  );
  if (inFolder !== undefined) await engines.willWrite(folder, inFolder);
}

/** Milliseconds. A call must not wait for a mount that does not answer. */
const longestLook = 1_000;

/** Undefined for a file that does not lie in the folder. Rejects where the disk refuses. */
async function pathIn(folder: string, path: string): Promise<string | undefined> {
  const place = await placeOf(path, folder);
  if (place === 'otherComputer' || place.outside) return undefined;
  const inFolder = place.relative ?? relative(await realpath(folder), place.target ?? path);
  return inFolder !== '' && isInside(inFolder) ? inFolder.split(sep).join('/') : undefined;
}

export interface ReviewDependencies extends EngineDependencies {
  readonly chats: Chats;
  /** Reads the unfolded rows of a chat anew. */
  readonly refresh: (chat: Chat) => Promise<void>;
}

export function watchChanges({ chats, refresh, ...dependencies }: ReviewDependencies): vscode.Disposable {
  const { log } = dependencies;
  const told = (chat: Chat): void => {
    refresh(chat).catch((error: unknown) => log.info(`The files of a turn could not be read anew: ${String(error)}`));
  };
  const begun = new Engines(dependencies);
  engines = begun;
  const files = new SnapshotFiles(async (folder, blob) => (await begun.of(folder))?.bytes(blob));
  return vscode.Disposable.from(
    begun,
    files.register(),
    new vscode.Disposable(
      watchTurnChanges({
        chats,
        log,
        folderOf: chat => (startBlocker() === undefined ? workFolder(folderOf(chat)) : undefined),
        begin: (folder, kept) => begun.begin(folder, kept),
        endCut: (folder, before) => begun.endCut(folder, before),
        changes: async (folder, before, after) => (await begun.of(folder))?.changes(before, after),
        onDidSave: listener => {
          writers.add(listener);
          return vscode.Disposable.from(
            onDidSave(file => listener([file])),
            new vscode.Disposable(() => writers.delete(listener)),
          );
        },
        onDidTrust: listener => vscode.workspace.onDidGrantWorkspaceTrust(listener),
        told,
      }),
    ),
    // What is shown of a file may be another one now.
    onDidSave(() => {
      for (const chat of chats.all) told(chat);
    }),
  );
}

/** Absolute paths. What VS Code saves by itself the person has written too. */
function onDidSave(listener: (file: string) => void): vscode.Disposable {
  const saved = ({ uri }: { readonly uri: vscode.Uri }): void => {
    if (uri.scheme === 'file') listener(uri.fsPath);
  };
  return vscode.Disposable.from(vscode.workspace.onDidSaveTextDocument(saved), vscode.workspace.onDidSaveNotebookDocument(saved));
}
