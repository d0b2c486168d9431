// *Fix with Parley* and *Explain with Parley* at a problem, beside VS Code's own quick fixes.
import * as vscode from 'vscode';
import { actCommand } from '../vscode/contributions.js';
import type { About, Problems } from './askAbout.js';

/** Registers the Code Actions for files of every language. Nothing is sent before the person chooses one. */
export function registerProblemActions(): vscode.Disposable {
  const titles = { fix: vscode.l10n.t('Fix with Parley'), explain: vscode.l10n.t('Explain with Parley') };
  return vscode.languages.registerCodeActionsProvider(
    // Matches a file worse than a selector by scheme or language does, so VS Code puts these behind the quick fixes of others.
    '*',
    {
      provideCodeActions: ({ uri }, _range, { diagnostics }) =>
        diagnostics.length === 0 || uri.scheme !== 'file'
          ? []
          : (['fix', 'explain'] as const).map(about => actionFor(about, titles[about], { uri, diagnostics })),
    },
    { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
  );
}

function actionFor(about: About, title: string, problems: Problems): vscode.CodeAction {
  const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
  action.diagnostics = [...problems.diagnostics];
  action.command = { command: actCommand(about), title, arguments: [problems] };
  return action;
}
