// The part `comments` of the stand-in: threads as an extension makes them, and the comment that a person writes. What is drawn of them is VS Code's.
import type * as vscode from 'vscode';
import { CancellationTokenSource } from './basics.js';
import type { TextDocument } from './documents.js';
import { Range } from './ranges.js';

type Controller = Pick<vscode.CommentController, 'id' | 'label' | 'options' | 'commentingRangeProvider' | 'dispose'> & {
  createCommentThread(uri: vscode.Uri, range: Range, comments: readonly vscode.Comment[]): object;
};

export class Comments {
  readonly #controllers = new Set<Controller>();
  readonly api = { createCommentController: (id: string, label: string) => this.#create(id, label) };

  #create(id: string, label: string): Controller {
    const controller: Controller = {
      id,
      label,
      options: undefined as never,
      commentingRangeProvider: undefined as never,
      createCommentThread: (uri, range, comments) => ({
        uri,
        range,
        comments,
        collapsibleState: undefined,
        canReply: true,
        contextValue: undefined,
        label: undefined,
        state: undefined,
        dispose: () => undefined,
      }),
      dispose: () => void this.#controllers.delete(controller),
    };
    this.#controllers.add(controller);
    return controller;
  }

  /** What VS Code gives the command of the box for a new comment on these lines, from 0; undefined where nobody takes comments on them. */
  async written(document: TextDocument, first: number, last: number, text: string): Promise<{ thread: object; text: string } | undefined> {
    const range = new Range(first, 0, last, 0);
    for (const { commentingRangeProvider: provider, createCommentThread } of this.#controllers) {
      // The document has what Parley reads of VS Code's.
      const shown = document as unknown as vscode.TextDocument;
      const found = await provider?.provideCommentingRanges(shown, new CancellationTokenSource().token);
      // Of this file's class.
      const ranges = (Array.isArray(found) ? found : []) as unknown as readonly Range[];
      if (ranges.some(one => one.contains(range))) return { thread: createCommentThread(document.uri, range, []), text };
    }
    return undefined;
  }
}
