// What a permission permits, whole and read-only in an editor tab, for inputs that a card cannot show. The text comes from the state, so it
// is the input that would be allowed, and it is kept nowhere else.
import * as vscode from 'vscode';
import { inputToAllow } from '../../chat/changedEdits.js';
import { find } from '../../chat/items.js';
import { plain } from '../../shared/plain.js';
import { itemOf, queryOf } from '../../shared/itemQuery.js';
import { planTool } from '../../shared/tools.js';
import type { Chat } from '../chats/chat.js';
import type { Chats } from '../chats/chats.js';
import { permissionScheme as scheme, planPath } from '../vscode/permissionUri.js';
import { showMessage } from '../vscode/plainUi.js';
import { showBeside } from '../vscode/textDocuments.js';
import { messageOf } from '../../shared/error.js';

export class PermissionTexts implements vscode.Disposable {
  readonly #provider: vscode.Disposable;

  constructor(private readonly chats: Chats) {
    this.#provider = vscode.workspace.registerTextDocumentContentProvider(scheme, {
      provideTextDocumentContent: async ({ path, query }) => {
        const { wholeInputText } = await import('../../shared/wholeInput.js');
        const { key, id } = itemOf(query);
        const chat = chats.get(key);
        const permission = chat && find(chat.loop.state, id, 'permission');
        const input = permission && inputToAllow(permission);
        return input && wholeInputText(permission.toolName, input, path === planPath);
      },
    });
  }

  dispose(): void {
    this.#provider.dispose();
  }

  /** Opens the input of the permission `id`. Once it is on screen, the permission can be allowed. */
  async open(chat: Chat, id: string): Promise<void> {
    const permission = find(chat.loop.state, id, 'permission');
    if (permission === undefined || inputToAllow(permission) === undefined) return;
    const { toolName } = permission;
    const name = plain(toolName === planTool ? vscode.l10n.t('The plan') : toolName).replaceAll(/[\\/]/g, '_');
    try {
      // There is no text for a permission that has been decided meanwhile. A changed input has a document of its own, because VS Code keeps the first.
      await showBeside(vscode.Uri.from({ scheme, path: `/${name}${permission.changes ?? ''}.txt`, query: queryOf(chat.key, id) }));
    } catch (error) {
      const message = messageOf(error);
      void showMessage(vscode.l10n.t('What Claude wants to do could not be opened, so it cannot be allowed: {0}', message), [], {
        level: 'error',
      });
      throw error;
    }
    // The person may have changed the edit meanwhile.
    if (find(chat.loop.state, id, 'permission')?.changes !== permission.changes) return;
    this.chats.dispatch(chat, { type: 'permissionOpened', requestId: id });
  }
}
