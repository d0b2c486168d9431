// The comments as VS Code shows them: a thread of one comment each, in the gutter of the file and in the Comments panel. Owns what a press there does.
import * as vscode from 'vscode';
import type { CommentAct } from '../../vscode/contributions.js';
import { commentControllerId } from '../../vscode/contributions.js';
import { authorOf, openCommentController, setThreadLabel } from '../../vscode/plainLater.js';
import { openDocument } from './commentPlaces.js';
import type { LineComment } from './commentFiles.js';
import type { CommentChange, FolderComments } from './folderComments.js';
import { anchorAt, linesOf } from './lines.js';

const { t } = vscode.l10n;

/** The comment in its thread. VS Code puts what the person writes into `body`. */
type ShownComment = vscode.Comment & { readonly id: string };

export class CommentThreads implements vscode.Disposable {
  readonly #controller: vscode.CommentController;
  /** The threads by the id of their comment, with what became of it last. */
  readonly #threads = new Map<string, { readonly thread: vscode.CommentThread; last: CommentChange }>();
  readonly #changes: { dispose(): void };
  /** The thread from which the comment comes that is being added. */
  #written: vscode.CommentThread | undefined;

  constructor(private readonly comments: FolderComments) {
    this.#controller = openCommentController(commentControllerId, {
      label: t('Comment for Claude'),
      prompt: t('Comment for Claude'),
      placeHolder: t('Goes with your next message to Claude'),
    });
    this.#controller.commentingRangeProvider = { provideCommentingRanges: document => commentable(document) };
    this.#changes = comments.onDidChange(change => this.#show(change));
  }

  dispose(): void {
    this.#changes.dispose();
    this.#controller.dispose();
  }

  /** @param given what VS Code gives the command: the words with their thread, the thread, or the comment. */
  run(act: CommentAct, given: unknown): void {
    if (act === 'addComment') return this.#add(given);
    const id = this.#idOf(given);
    const known = id === undefined ? undefined : this.#threads.get(id);
    const [shown] = known?.thread.comments ?? [];
    if (known === undefined || shown === undefined) return;
    const { thread, last } = known;
    switch (act) {
      case 'editComment':
        thread.comments = [{ ...shown, mode: vscode.CommentMode.Editing }];
        return;
      case 'saveComment':
        return this.#save(known, isComment(given) && typeof given.body === 'string' ? given.body.trim() : '');
      case 'cancelComment':
        thread.comments = [commentOf(last.comment, contextOf(last))];
        return;
      case 'deleteComment':
        // One that was sent is in VS Code alone.
        if (last.now === 'sent') this.#forget(last.comment.id, thread);
        else this.comments.remove(last.comment.id);
    }
  }

  /** Words that were changed while the comment went to Claude are a comment of their own: Claude has the ones before. */
  #save({ thread, last }: { readonly thread: vscode.CommentThread; readonly last: CommentChange }, words: string): void {
    const { comment, now } = last;
    const isNew = words !== '' && words !== comment.words;
    const isOpen = now === 'open';
    thread.comments = [commentOf(isNew && isOpen ? { id: comment.id, words } : comment, contextOf(last))];
    if (isNew && isOpen) this.comments.edit(comment.id, words);
    else if (isNew) this.comments.add(comment.path, comment.anchor, words);
  }

  #add(given: unknown): void {
    if (!isReply(given)) return;
    const { thread, text } = given;
    const { range, uri } = thread;
    const document = openDocument(uri.fsPath);
    if (text.trim() === '' || range === undefined || document === undefined) return;
    this.#written = thread;
    this.comments.add(uri.fsPath, anchorAt(linesOf(document.getText()), { first: range.start.line, last: range.end.line }), text.trim());
    this.#written = undefined;
  }

  #show(change: CommentChange): void {
    const { comment, now } = change;
    const known = this.#threads.get(comment.id);
    if (now === 'deleted') return known && this.#forget(comment.id, known.thread);
    const { first, last } = comment.anchor;
    const range = new vscode.Range(first, 0, last, 0);
    const thread = known?.thread ?? this.#written ?? this.#controller.createCommentThread(vscode.Uri.file(comment.path), range, []);
    if (known === undefined) {
      this.#threads.set(comment.id, { thread, last: change });
      thread.canReply = false;
      if (this.#written === undefined) thread.collapsibleState = vscode.CommentThreadCollapsibleState.Collapsed;
    } else known.last = change;
    const context = contextOf(change);
    const [shown] = thread.comments;
    const isSame = shown?.body === comment.words && shown.contextValue === context;
    // Where the person is writing, what stands there stays.
    if (shown === undefined || (shown.mode === vscode.CommentMode.Preview && !isSame)) thread.comments = [commentOf(comment, context)];
    if (thread.range?.start.line !== first || thread.range.end.line !== last) thread.range = range;
    setThreadLabel(thread, labelOf(comment, now));
    const state = now === 'sent' ? vscode.CommentThreadState.Resolved : vscode.CommentThreadState.Unresolved;
    if (thread.state !== state) thread.state = state;
  }

  #forget(id: string, thread: vscode.CommentThread): void {
    this.#threads.delete(id);
    thread.dispose();
  }

  #idOf(given: unknown): string | undefined {
    if (isComment(given)) return given.id;
    return [...this.#threads].find(([, { thread }]) => thread === given)?.[0];
  }
}

/** All lines of a file in the window's work folders; a side of a difference that is no file has none. */
function commentable({ uri, lineCount }: vscode.TextDocument): vscode.Range[] {
  const isOurs = uri.scheme === 'file' && vscode.workspace.getWorkspaceFolder(uri) !== undefined;
  return isOurs ? [new vscode.Range(0, 0, lineCount - 1, 0)] : [];
}

/** `context`: as package.json names it for what can be done with the comment. */
function commentOf({ id, words }: Pick<LineComment, 'id' | 'words'>, context: 'open' | 'sent'): ShownComment {
  return { id, body: words, mode: vscode.CommentMode.Preview, author: authorOf(t('You')), contextValue: context };
}

/** What Claude has read, or is about to read, is not to be changed. */
function contextOf({ now }: CommentChange): 'open' | 'sent' {
  return now === 'open' ? 'open' : 'sent';
}

function labelOf({ anchor, fileGone }: LineComment, now: CommentChange['now']): string {
  if (now === 'sent') return t('Sent to Claude');
  if (now === 'out') return t('On its way to Claude');
  if (fileGone === true) return t('The file is gone. Goes with your next message to Claude');
  return anchor.gone === true
    ? t('These lines are gone. Goes with your next message to Claude')
    : t('Goes with your next message to Claude');
}

function isReply(given: unknown): given is vscode.CommentReply {
  return typeof given === 'object' && given !== null && 'thread' in given && 'text' in given && typeof given.text === 'string';
}

function isComment(given: unknown): given is ShownComment {
  return typeof given === 'object' && given !== null && 'body' in given && 'id' in given && typeof given.id === 'string';
}
