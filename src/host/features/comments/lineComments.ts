// Comments on lines of files, all of it: what VS Code shows, where the lines are, what is stored, what goes with a message. Import it lazily.
import { join } from 'node:path';
import * as vscode from 'vscode';
import { messageOf } from '../../../shared/error.js';
import type { Chat } from '../../chats/chat.js';
import type { Log } from '../../chats/chatDependencies.js';
import type { Chats } from '../../chats/chats.js';
import { placeOf } from '../../commands/references.js';
import type { CommentAct } from '../../vscode/contributions.js';
import { showMessage } from '../../vscode/plainUi.js';
import { CommentFiles } from './commentFiles.js';
import { CommentPlaces } from './commentPlaces.js';
import { CommentThreads } from './commentThreads.js';
import { FolderComments } from './folderComments.js';
import { realClock } from '../../../disk/clock.js';

export interface LineCommentsOptions {
  /** The storage of the work folder. */
  readonly storage: string;
  readonly chats: Chats;
  readonly log: Log;
  readonly openStored: (key: string) => Promise<Chat | undefined>;
}

export interface LineComments extends vscode.Disposable {
  /** @param given what VS Code gives the command */
  run(act: CommentAct, given: unknown): void;
  /** Resolves when all is on the disk. */
  end(): Promise<void>;
}

export function beginComments({ storage, chats, log, openStored }: LineCommentsOptions): LineComments {
  const comments = new FolderComments({
    chats,
    log,
    openStored,
    placeOf,
    files: new CommentFiles(join(storage, 'comments'), log),
    now: () => Date.now(),
    notStored: why => {
      log.error(`A comment could not be stored: ${why}`);
      void showMessage(vscode.l10n.t('A comment for Claude could not be stored: {0}', why), [], { level: 'error' });
    },
    clock: realClock,
  });
  const threads = new CommentThreads(comments);
  const read = (): void => void comments.read().catch((error: unknown) => log.error(`The comments could not be read: ${messageOf(error)}`));
  const parts = vscode.Disposable.from(
    new CommentPlaces(comments, log),
    threads,
    // Another window on the folder may have comments of its own.
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused) read();
    }),
  );
  read();
  return { dispose: () => void parts.dispose(), run: (act, given) => threads.run(act, given), end: () => comments.end() };
}
