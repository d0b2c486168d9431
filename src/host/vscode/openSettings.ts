// Opens VS Code's editor of settings.
import * as vscode from 'vscode';
import type { SettingId } from './contributions.js';
import { settings } from './contributions.js';

/**
 * Shows the setting, or those that begin with a prefix of its name. In a remote window the settings of the machine are the remote computer's, which
 * VS Code keeps in a tab of their own: in the person's tab a search finds none of them.
 */
export async function openSettings(query: string, of: SettingId): Promise<void> {
  const isRemote = vscode.env.remoteName !== undefined && settings[of].scope === 'machine';
  if (isRemote) await vscode.commands.executeCommand('workbench.action.openRemoteSettings', { query });
  else await vscode.commands.executeCommand('workbench.action.openSettings', query);
}
