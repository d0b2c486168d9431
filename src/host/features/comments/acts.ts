// What the person does with a comment in the list above the message box.
import * as vscode from 'vscode';
import type { FeatureIntent } from '../../../shared/contract/featureIntents.js';
import { messageOf } from '../../../shared/error.js';
import type { Variant } from '../../../shared/variant.js';
import { showMessage } from '../../vscode/plainUi.js';
import type { ActContext } from '../actContext.js';

export async function goToComment({ id }: Variant<FeatureIntent, 'goToComment'>, { chats, log }: ActContext): Promise<void> {
  const place = chats.goesAlong?.placeOf(id);
  if (place === undefined) return;
  try {
    const document = await vscode.workspace.openTextDocument(vscode.Uri.file(place.path));
    const [first, last] = [place.first, place.last].map(line => Math.min(line, document.lineCount - 1));
    const selection = new vscode.Range(first ?? 0, 0, last ?? 0, document.lineAt(last ?? 0).text.length);
    await vscode.window.showTextDocument(document, { preview: true, selection });
  } catch (error) {
    log.warn(`The file of a comment does not open: ${messageOf(error)}`);
    void showMessage(vscode.l10n.t('{0} could not be opened.', place.path), [], { level: 'warning' });
  }
}
