// What Parley asks of VS Code's comments (see standIn.suite.ts).
import assert from 'node:assert/strict';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { everywhere } from './where.js';

const readme = vscode.Uri.file(join(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '', 'README.md'));

everywhere('comments in VS Code', () => {
  it('comments.createCommentController, CommentMode, CommentThreadState, CommentThreadCollapsibleState: has threads as they were made and changed', () => {
    const controller = vscode.comments.createCommentController('parley.test', 'Comments of a test');
    controller.options = { prompt: 'Write', placeHolder: 'Words' };
    controller.commentingRangeProvider = { provideCommentingRanges: () => [] };
    assert.deepEqual([controller.id, controller.label], ['parley.test', 'Comments of a test']);
    const thread = controller.createCommentThread(readme, new vscode.Range(1, 0, 2, 0), []);
    assert.deepEqual([thread.uri.toString(), thread.range?.start.line, thread.range?.end.line], [readme.toString(), 1, 2]);
    assert.deepEqual([thread.comments, thread.collapsibleState], [[], undefined]);
    const comment = { body: 'Why?', mode: vscode.CommentMode.Preview, author: { name: 'You' }, contextValue: 'open' };
    thread.comments = [comment];
    thread.canReply = false;
    thread.label = 'A label';
    thread.state = vscode.CommentThreadState.Resolved;
    thread.collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
    thread.range = new vscode.Range(4, 0, 4, 0);
    assert.equal(thread.comments[0], comment);
    assert.deepEqual(
      [thread.canReply, thread.label, thread.state, thread.collapsibleState, thread.range.start.line],
      [false, 'A label', vscode.CommentThreadState.Resolved, vscode.CommentThreadCollapsibleState.Expanded, 4],
    );
    assert.notEqual(vscode.CommentMode.Editing, vscode.CommentMode.Preview);
    thread.dispose();
    controller.dispose();
  });
});
