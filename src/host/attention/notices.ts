// What is told of turns and limits that end. Import it lazily, after the start.
import * as vscode from 'vscode';
import { watchLimits } from './limitNotices.js';
import type { LimitDependencies } from './limitNotices.js';
import { watchTurns } from './turnNotices.js';

export function watchNotices(dependencies: LimitDependencies): vscode.Disposable {
  return vscode.Disposable.from(watchTurns(dependencies), watchLimits(dependencies));
}
