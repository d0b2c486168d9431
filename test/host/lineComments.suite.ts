// Comments on lines of files: what VS Code shows of them, where they are once the text has moved, with which message they go, and what outlives a window.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { makeFakeCli, talks } from './fakeCli.js';
import type { FakeCli } from './fakeCli.js';
import type { FakeView } from './fakeView.js';
import { openParley } from './openParley.js';
import type { OpenParley } from './openParley.js';
import { addRoot } from './roots.js';
import { takeBackSettings, useCli } from './settings.js';
import { until } from './until.js';
import { anywhere } from './where.js';
import { removeFolder } from '../support/removeFolder.js';

const { window, workspace } = vscode;
const root = workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
const folder = join(root, 'commented');
const file = join(folder, 'shop.ts');
const other = join(folder, 'other.ts');
const text = ['import { price } from "./price";', '', 'export function total(items) {', '  return items.map(price);', '}', ''];

anywhere('comments on lines', () => {
  let storage: string;
  let cli: FakeCli;
  let parley: OpenParley;
  let view: FakeView;
  let controller: vscode.CommentController;

  beforeEach(async () => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, text.join('\n'));
    writeFileSync(other, text.join('\n'));
    storage = mkdtempSync(join(tmpdir(), 'parley-storage-'));
    cli = await makeFakeCli(await talks(3));
    await useCli(cli);
    await open();
  });
  afterEach(async () => {
    await parley.close();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    cli.remove();
    await removeFolder(folder);
    await removeFolder(storage);
    await takeBackSettings();
  });

  async function open(): Promise<void> {
    parley = openParley({ storage });
    view = parley.open();
    controller = await parley.commentController();
  }
  async function reopen(): Promise<void> {
    await parley.close();
    await open();
  }
  /** As the person does it in the gutter. Lines from 1. */
  async function comment(words: string, first = 4, last = first, path = file): Promise<vscode.CommentThread> {
    const { document } = await window.showTextDocument(vscode.Uri.file(path), { preview: false });
    assert.equal(((await controller.commentingRangeProvider?.provideCommentingRanges(document, never())) as vscode.Range[]).length, 1);
    const thread = controller.createCommentThread(document.uri, new vscode.Range(first - 1, 0, last - 1, 0), []);
    await parley.run('parley.addComment', { thread, text: words });
    return thread;
  }
  const never = (): vscode.CancellationToken => new vscode.CancellationTokenSource().token;
  const comments = () => {
    const news = view.news.filter(({ type }) => type === 'comments').at(-1);
    return news?.type === 'comments' ? news.comments : [];
  };
  /** As `path:first-last words`. */
  const shown = (): readonly string[] =>
    comments().map(
      ({ path, first, last, words, gone }) => `${path}:${first}-${last} ${words}${gone === undefined ? '' : ` (${gone} gone)`}`,
    );
  const showing = (...wanted: readonly string[]): Promise<void> => until(() => shown().join('\n') === wanted.join('\n'));
  const ids = (): readonly string[] => comments().map(({ id }) => id);
  const send = (words: string): void => view.post({ type: 'sendPrompt', text: words, attachments: ids() });
  const prompts = (): readonly string[] => cli.log().flatMap(({ line = '' }) => (line.includes('"type":"user"') ? [line] : []));
  const edit = async (change: (edit: vscode.WorkspaceEdit) => void): Promise<void> => {
    const all = new vscode.WorkspaceEdit();
    change(all);
    assert.ok(await workspace.applyEdit(all));
  };
  const at = 'commented/shop.ts';

  it('are the person’s, in a thread of one comment, and go with the next message, each beside its lines', async () => {
    const thread = await comment('Round this.');
    await comment('A better name?', 3, 5);
    await showing(`${at}:3-5 A better name?`, `${at}:4-4 Round this.`);
    assert.deepEqual(
      [thread.comments.map(({ body }) => body), thread.canReply, thread.label],
      [['Round this.'], false, 'Goes with your next message to Claude'],
    );
    send('Please.');
    await until(() => thread.state === vscode.CommentThreadState.Resolved);
    await showing();
    const { message } = JSON.parse(prompts()[0] ?? '{}') as { message: { content: readonly { text: string }[] } };
    assert.deepEqual(
      message.content.map(({ text: said }) => said),
      [
        `<ide_selection>Comment 1 of 2 of the user is on lines 3 to 5 of ${at}. They read:\n\`\`\`\n${text.slice(2, 5).join('\n')}\n\`\`\`\n</ide_selection>`,
        `Comment 1 of 2 on lines 3 to 5 of ${at}:\nA better name?`,
        `<ide_selection>Comment 2 of 2 of the user is on line 4 of ${at}. It reads:\n\`\`\`\n${text[3]}\n\`\`\`\n</ide_selection>`,
        `Comment 2 of 2 on line 4 of ${at}:\nRound this.`,
        'Please.',
      ],
    );
    assert.equal(thread.label, 'Sent to Claude');
    await until(() => view.status?.turn === 'idle');
    await reopen();
    await until(() => view.find('prompt')?.state === 'sent');
    assert.deepEqual([shown(), parley.threads.length], [[], 0]);
  });

  it('are a message by themselves', async () => {
    await comment('Round this.');
    await showing(`${at}:4-4 Round this.`);
    send('');
    await until(() => view.find('prompt')?.state === 'sent');
    assert.deepEqual(
      view.find('prompt')?.attachments?.map(one => one.kind === 'comment' && one.words),
      ['Round this.'],
    );
  });

  it('are changed and deleted in their thread, and in the list', async () => {
    const thread = await comment('Round this.');
    const [first] = thread.comments;
    await parley.run('parley.editComment', first);
    assert.equal(thread.comments[0]?.mode, vscode.CommentMode.Editing);
    await parley.run('parley.saveComment', { ...thread.comments[0], body: 'Round it up.' });
    await showing(`${at}:4-4 Round it up.`);
    await parley.run('parley.editComment', thread.comments[0]);
    await parley.run('parley.cancelComment', { ...thread.comments[0], body: 'Not this.' });
    assert.deepEqual([thread.comments[0]?.body, thread.comments[0]?.mode], ['Round it up.', vscode.CommentMode.Preview]);
    await comment('Why?', 1);
    await showing(`${at}:1-1 Why?`, `${at}:4-4 Round it up.`);
    await parley.run('parley.deleteComment', thread);
    await showing(`${at}:1-1 Why?`);
    view.post({ type: 'removeComment', id: ids()[0] });
    await showing();
    assert.deepEqual(parley.threads, []);
    await reopen();
    assert.deepEqual(shown(), []);
  });

  it('are changed for the next message where the ones before went to Claude meanwhile', async () => {
    const thread = await comment('Round this.');
    await showing(`${at}:4-4 Round this.`);
    await parley.run('parley.editComment', thread.comments[0]);
    send('Please.');
    await until(() => thread.state === vscode.CommentThreadState.Resolved);
    await parley.run('parley.saveComment', { ...thread.comments[0], body: 'Round it up.' });
    await showing(`${at}:4-4 Round it up.`);
    assert.deepEqual(
      thread.comments.map(({ body, mode, contextValue }) => [body, mode, contextValue]),
      [['Round this.', vscode.CommentMode.Preview, 'sent']],
    );
  });

  it('stay at their lines while the person writes, and say so where these lines are gone', async () => {
    const thread = await comment('Round this.');
    const uri = vscode.Uri.file(file);
    await edit(one => one.replace(uri, new vscode.Range(0, 0, 0, 0), '// one\n// two\n'));
    await showing(`${at}:6-6 Round this.`);
    assert.equal(thread.range?.start.line, 5);
    await edit(one => one.replace(uri, new vscode.Range(5, 0, 6, 0), ''));
    await showing(`${at}:6-6 Round this. (lines gone)`);
    assert.match(thread.label ?? '', /^These lines are gone/);
    await edit(one => one.replace(uri, new vscode.Range(5, 0, 5, 0), `${text[3]}\n`));
    await showing(`${at}:6-6 Round this.`);
  });

  it('stay at their lines when another program changes the file, also while no window is open, and say so where the file is gone', async () => {
    await comment('Round this.', 4, 4, other);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await showing('commented/other.ts:4-4 Round this.');
    // A watcher may hear nothing in its first moment.
    const write = (path: string, ...lines: readonly string[]) =>
      until(() => (writeFileSync(path, lines.join('\n')), shown().join().includes(':7-7')));
    await write(other, '// a', '// b', '// c', ...text);
    // The end of the tab had it looked at once.
    writeFileSync(other, ['// a', '// b', ...text].join('\n'));
    await showing('commented/other.ts:6-6 Round this.');
    await parley.close();
    writeFileSync(other, ['// a', ...text].join('\n'));
    await open();
    await showing('commented/other.ts:5-5 Round this.');
    rmSync(other);
    await showing('commented/other.ts:5-5 Round this. (file gone)');
    assert.match(parley.threads[0]?.label ?? '', /^The file is gone/);
    view.post({ type: 'goToComment', id: ids()[0] });
    await until(() => parley.asked.some(words => words.includes('could not be opened')));
    send('Look.');
    await until(() => prompts().length === 1);
    assert.match(prompts()[0] ?? '', /on line 5 of commented\/other\.ts\. The file is no longer there\. It read:/);
  });

  it('take nothing of a file outside of the work folders to which a link has been put in the place of theirs', async () => {
    writeFileSync(other, 'Alone.');
    const secret = join(storage, 'secret.txt');
    writeFileSync(secret, 'Outside.');
    await comment('Round this.', 1, 1, other);
    await comment('And this.', 4);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await parley.close();
    rmSync(other);
    symlinkSync(secret, other);
    writeFileSync(file, `// one\n${text.join('\n')}`);
    await open();
    await showing('commented/other.ts:1-1 Round this.', `${at}:5-5 And this.`);
    send('Look.');
    await until(() => prompts().length === 1);
    assert.match(prompts()[0] ?? '', /Alone\./);
    assert.doesNotMatch(prompts()[0] ?? '', /Outside/);
  });

  it('are led to from the list', async () => {
    await comment('Round this.');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await until(() => ids().length === 1);
    view.post({ type: 'goToComment', id: ids()[0] });
    await until(() => window.activeTextEditor?.document.uri.fsPath === file);
    await until(() => window.activeTextEditor?.selection.start.line === 3);
  });

  it('outlive the window, and wait in each chat of the folder', async () => {
    await comment('Round this.');
    await reopen();
    await showing(`${at}:4-4 Round this.`);
    await until(() => parley.threads.length === 1);
    assert.deepEqual([parley.threads[0]?.comments[0]?.body, parley.threads[0]?.range?.start.line], ['Round this.', 3]);
    view.post({ type: 'saveComposerDraft', text: 'Later.' });
    const before = view.chat;
    await parley.run('parley.newChat');
    await until(() => view.chat !== before && shown().length === 1);
    const along = ids();
    send('Here.');
    await until(() => parley.threads[0]?.state === vscode.CommentThreadState.Resolved);
    // Another chat still shows them for a moment: they go once.
    view.post({ type: 'sendPrompt', text: 'And here.', attachments: along }, before);
    await until(() => prompts().length === 2);
    assert.deepEqual(
      prompts().map(line => line.includes('Round this.')),
      [true, false],
    );
  });

  it('come back where their message is not sent, and are not ticked off', async () => {
    await parley.close();
    await useCli({ path: join(cli.folder, 'no-such-claude'), environment: {} });
    await open();
    const thread = await comment('Round this.');
    await until(() => ids().length === 1);
    send('Please.');
    await until(() => view.find('prompt')?.state === 'failed');
    await showing(`${at}:4-4 Round this.`);
    assert.notEqual(thread.state, vscode.CommentThreadState.Resolved);
    await reopen();
    // The window begins with an empty chat, in which the comment waits too.
    await until(() => view.find('prompt')?.state === 'failed');
    await showing(`${at}:4-4 Round this.`);
    // The message takes them along again.
    await useCli(cli);
    view.post({ type: 'resendPrompt', id: view.find('prompt')?.id });
    await until(() => parley.threads[0]?.state === vscode.CommentThreadState.Resolved);
    await showing();
  });

  it('come back with a message that waits for the end of a turn and is edited, once', async () => {
    await comment('Round this.');
    await until(() => ids().length === 1);
    view.post({ type: 'sendPrompt', text: 'Hello.' });
    await until(() => view.status?.turn === 'running');
    send('Then this.');
    const waiting = () => view.messages.flatMap(message => ('waiting' in message ? (message.waiting ?? []) : [])).at(-1);
    await until(() => waiting()?.text === 'Then this.');
    await showing();
    assert.equal(parley.threads[0]?.label, 'On its way to Claude');
    view.post({ type: 'editPrompt', id: waiting()?.id });
    await until(() => view.returned.length === 1);
    await showing(`${at}:4-4 Round this.`);
    assert.deepEqual(view.attachments, []);
  });

  it('name a file of another root as Claude finds it, and stand in no file outside of the work folders', async () => {
    const second = realpathSync(mkdtempSync(join(tmpdir(), 'parley-library-')));
    const takeAway = addRoot(second);
    const outside = await workspace.openTextDocument(vscode.Uri.file(join(storage, 'out.txt'))).then(
      () => assert.fail(),
      () => workspace.openTextDocument({ content: 'none' }),
    );
    assert.deepEqual(await controller.commentingRangeProvider?.provideCommentingRanges(outside, never()), []);
    const inSecond = join(second, 'lib.ts');
    writeFileSync(inSecond, text.join('\n'));
    await window.showTextDocument(vscode.Uri.file(inSecond));
    const thread = controller.createCommentThread(vscode.Uri.file(inSecond), new vscode.Range(3, 0, 3, 0), []);
    await parley.run('parley.addComment', { thread, text: 'Round this.' });
    await showing(`${inSecond}:4-4 Round this.`);
    takeAway();
    await removeFolder(second);
  });

  it('stay usable by the thousand', async () => {
    const long = Array.from({ length: 3_000 }, (_, at) => `line ${at}`);
    writeFileSync(file, long.join('\n'));
    const { document } = await window.showTextDocument(vscode.Uri.file(file), { preview: false });
    for (let line = 3; line <= 3_000; line += 3) {
      const thread = controller.createCommentThread(document.uri, new vscode.Range(line - 1, 0, line - 1, 0), []);
      await parley.run('parley.addComment', { thread, text: `Comment ${line / 3}` });
    }
    await until(() => shown().length === 1_000);
    await edit(one => one.replace(vscode.Uri.file(file), new vscode.Range(0, 0, 0, 0), '// one\n'));
    await until(() => shown()[999] === `${at}:3001-3001 Comment 1000`);
    await reopen();
    await until(() => shown().length === 1_000);
    send('All of them.');
    await until(() => view.find('prompt')?.state === 'sent');
    await showing();
  });
});
