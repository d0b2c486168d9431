// What begins a moment after the start, because nothing needs it before. Import it lazily.
import * as vscode from 'vscode';
import type { LimitDependencies } from '../attention/limitNotices.js';
import { watchLimits } from '../attention/limitNotices.js';
import { watchTurns } from '../attention/turnNotices.js';
import type { Chat } from '../chats/chat.js';
import type { Log } from '../chats/chatDependencies.js';
import type { Chats } from '../chats/chats.js';
import type { LineComments } from '../features/comments/lineComments.js';
import { beginComments } from '../features/comments/lineComments.js';
import { refreshChanges } from '../features/review/acts.js';
import type { EngineDependencies } from '../features/review/engines.js';
import { watchChanges } from '../features/review/review.js';
import { registerProblemActions } from './problemActions.js';

export interface AfterStartDependencies extends LimitDependencies {
  readonly chats: Chats;
  readonly log: Log;
  /** The storage of the work folder; undefined without one. */
  readonly storage: string | undefined;
  /** The chat that Parley has stored under this key, brought into memory. */
  readonly openStored: (key: string) => Promise<Chat | undefined>;
}

export interface AfterStart extends vscode.Disposable {
  /** Undefined without a work folder. */
  readonly comments: LineComments | undefined;
}

export function beginLater(dependencies: AfterStartDependencies, snapshots: EngineDependencies): AfterStart {
  const { storage, chats, log, openStored } = dependencies;
  const comments = storage === undefined ? undefined : beginComments({ storage, chats, log, openStored });
  const parts = [
    registerProblemActions(),
    watchTurns(dependencies),
    watchLimits(dependencies),
    watchChanges({ ...snapshots, chats, refresh: refreshChanges }),
    ...(comments === undefined ? [] : [comments]),
  ];
  return { comments, dispose: () => void vscode.Disposable.from(...parts).dispose() };
}
