// The name of each act that a button in the chat offers: one name everywhere. An act of VS Code's own has VS Code's name.
import * as vscode from 'vscode';
import type { ActionId } from '../../shared/transcript.js';

const { t } = vscode.l10n;

function actionLabel(id: ActionId): string {
  switch (id) {
    case 'openInstallGuide':
      return t('How to install');
    case 'updateCli':
      return t('Update');
    case 'openSettings':
    case 'openSnapshotSetting':
      return t('Open Settings');
    case 'useApiKey':
      return t('I use an API key');
    case 'logIn':
      return t('Log in');
    case 'showLog':
      return t('Show log');
    case 'openFolder':
      return t('Open Folder');
    case 'manageTrust':
      return t('Manage Trust');
  }
}

/** The buttons of these acts, in this order. */
export function buttonsOf(ids: readonly ActionId[]): { id: ActionId; label: string }[] {
  return ids.map(id => ({ id, label: actionLabel(id) }));
}
