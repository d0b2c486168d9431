// Performs the buttons under notices.
import * as vscode from 'vscode';
import type { ActionId } from '../../shared/transcript.js';
import { commandIds } from '../vscode/contributions.js';
import { openSettings } from '../vscode/openSettings.js';

const installGuide = 'https://code.claude.com/docs/en/setup';

export async function runAction(action: ActionId): Promise<void> {
  switch (action) {
    case 'openInstallGuide':
      await vscode.env.openExternal(vscode.Uri.parse(installGuide));
      return;
    case 'updateCli':
      await vscode.commands.executeCommand(commandIds.updateCli);
      return;
    case 'openSettings':
      await openSettings('parley.claude', 'parley.claude.path');
      return;
    case 'openSnapshotSetting':
      await openSettings('parley.review.snapshots', 'parley.review.snapshots');
      return;
    case 'useApiKey':
      await openSettings('parley.claude.environment', 'parley.claude.environment');
      return;
    case 'logIn':
      await vscode.commands.executeCommand(commandIds.logIn);
      return;
    case 'showLog':
      await vscode.commands.executeCommand(commandIds.showLog);
      return;
    case 'openFolder':
      await vscode.commands.executeCommand('vscode.openFolder');
      return;
    case 'manageTrust':
      await vscode.commands.executeCommand('workbench.trust.manage');
  }
}

/** Opens a web address, which VS Code asks about first; false where it was not opened. */
export async function openPage(address: string): Promise<boolean> {
  // As a text: a `Uri` would be written anew, with `%26` in a query as `&`, which another parameter follows. VS Code takes a text as it is.
  const exactly = address as unknown as vscode.Uri;
  return /^https?:\/\//i.test(address) && (await vscode.env.openExternal(exactly));
}
