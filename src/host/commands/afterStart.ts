// What begins a moment after the start, because nothing needs it before. Import it lazily.
import * as vscode from 'vscode';
import type { LimitDependencies } from '../attention/limitNotices.js';
import { watchLimits } from '../attention/limitNotices.js';
import { watchTurns } from '../attention/turnNotices.js';
import { registerProblemActions } from './problemActions.js';

export function beginLater(dependencies: LimitDependencies): vscode.Disposable {
  return vscode.Disposable.from(registerProblemActions(), watchTurns(dependencies), watchLimits(dependencies));
}
