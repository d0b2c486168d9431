// What an act says that needs a chat of this window.
import * as vscode from 'vscode';
import { showMessage } from './plainUi.js';

/** True where another window or program has the chat: the person has been told so. */
export function isToldElsewhere({ otherOwner }: { readonly otherOwner: string | undefined }): boolean {
  if (otherOwner === undefined) return false;
  void showMessage(vscode.l10n.t('This chat is open somewhere else. Take it over first.'));
  return true;
}
