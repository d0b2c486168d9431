// What is there of reviewing in this window: snapshots, their documents, and what follows the turns. Import it lazily.
import * as vscode from 'vscode';
import { folderOf } from '../../chats/chat.js';
import { workFolder } from '../../vscode/folders.js';
import type { Chats } from '../../chats/chats.js';
import type { EngineDependencies } from './engines.js';
import { Engines } from './engines.js';
import { SnapshotFiles } from './snapshotFiles.js';
import { watchTurnChanges } from './turnSnapshots.js';

/** Of this window, once it has begun. */
let engines: Engines | undefined;

export function engineOf(folder: string): ReturnType<Engines['of']> {
  return engines === undefined ? Promise.resolve(undefined) : engines.of(folder);
}

export function watchChanges({ chats, ...dependencies }: EngineDependencies & { readonly chats: Chats }): vscode.Disposable {
  const { log } = dependencies;
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
        folderOf: chat => workFolder(folderOf(chat)),
        take: folder => begun.take(folder),
        changes: async (folder, before, after) => (await begun.of(folder))?.changes(before, after) ?? [],
      }),
    ),
  );
}
