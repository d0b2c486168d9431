// The whole input and result of a tool call, read-only in an editor tab, for calls of which a row shows only the beginning. They are read from
// the process or from the CLI's transcript when the tab is shown, and kept nowhere else.
import * as vscode from 'vscode';
import { itemOf, queryOf } from '../../shared/itemQuery.js';
import type { OlderItems } from '../conversation/olderItems.js';
import type { Chat } from '../chats/chat.js';
import { showMessage } from '../vscode/plainUi.js';
import { showBeside } from '../vscode/textDocuments.js';
import { messageOf } from '../../shared/error.js';

const scheme = 'parley-tool';

export class ToolTexts implements vscode.Disposable {
  readonly #provider: vscode.Disposable;

  /** `itemsOf`: undefined for a chat that is gone. */
  constructor(itemsOf: (key: string) => OlderItems | undefined) {
    this.#provider = vscode.workspace.registerTextDocumentContentProvider(scheme, {
      async provideTextDocumentContent({ query }) {
        const { key, id } = itemOf(query);
        const items = itemsOf(key);
        const { wholeCallText } = await import('../../shared/wholeInput.js');
        const [call, result] = await Promise.all([items?.toolCall(id), items?.toolResult(id)]);
        return call === undefined && result === undefined ? undefined : wholeCallText(call, result);
      },
    });
  }

  dispose(): void {
    this.#provider.dispose();
  }

  async open({ key }: Chat, id: string): Promise<void> {
    try {
      await showBeside(vscode.Uri.from({ scheme, path: '/tool.txt', query: queryOf(key, id) }));
    } catch (error) {
      const message = messageOf(error);
      void showMessage(vscode.l10n.t('What Claude did could not be opened: {0}', message), [], { level: 'error' });
      throw error;
    }
  }
}
