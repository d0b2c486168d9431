// *Go Back*: what the card names before anything is done, and the list of the command.
import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { Snapshots } from '../../src/review/snapshots.js';
import type { ChatItem } from '../../src/chat/state.js';
import type { Chat } from '../../src/host/chats/chat.js';
import { chooseBack } from '../../src/host/features/back/list.js';
import { ChatText } from '../../src/host/commands/chatText.js';
import type { BackCard } from '../../src/shared/features/back/news.js';
import type { FakeCli } from './fakeCli.js';
import { asks, asksToWrite, makeFakeCli, talks } from './fakeCli.js';
import type { FakeView } from './fakeView.js';
import type { OpenParley } from './openParley.js';
import { openParley, replace, withSnapshots } from './openParley.js';
import { takeBackSettings, useCli } from './settings.js';
import { until } from './until.js';
import { anywhere } from './where.js';

anywhere('a person who wants to go back', () => {
  let parley: OpenParley;
  let view: FakeView;
  let cli: FakeCli;
  const restores: (() => void)[] = [];

  async function begin(script: Parameters<typeof makeFakeCli>[0], settings = withSnapshots): Promise<void> {
    cli = await makeFakeCli(script);
    await useCli(cli);
    parley = openParley({ settings });
    view = parley.open();
  }
  afterEach(async () => {
    for (const restore of restores.splice(0)) restore();
    await parley.close();
    cli.remove();
    await takeBackSettings();
  });
  const card = (): BackCard | undefined => {
    const news = view.news.findLast(({ type }) => type === 'back');
    return news?.type === 'back' ? news.card : undefined;
  };

  it('sees what ends with it, and why the conversation cannot where the CLI has kept nothing; closing the card ends nothing', async () => {
    await begin(await asks());
    view.post({ type: 'sendPrompt', text: 'Ask me.\nPlease.' });
    await until(() => view.find('question')?.phase === 'asked');
    view.post({ type: 'sendPrompt', text: 'and then this' });
    view.post({ type: 'askBack', id: view.find('prompt')?.id ?? '' });
    await until(() => card() !== undefined);
    const { text, to, messages, works, ends, refused } = card() ?? assert.fail();
    assert.deepEqual(
      [text, to, messages, works, ends, refused],
      ['Ask me.', 'message', 1, true, { questions: 1, permissions: 0 }, 'unknown'],
    );
    view.post({ type: 'goBack', id: card()?.id ?? '', what: 'talk', others: [] });
    view.post({ type: 'closeBack' });
    await until(() => card() === undefined);
    // Neither does a chat fork from there.
    view.post({ type: 'forkChat', id: view.find('prompt')?.id ?? '' });
    await until(() => card()?.to === 'fork');
    assert.equal(card()?.refused, 'unknown');
    const errors: (readonly string[])[] = [];
    const press = (text: string, _options: vscode.MessageOptions, ...buttons: vscode.MessageItem[]): Thenable<unknown> => {
      errors.push([text, ...buttons.map(({ title }) => title)]);
      return Promise.resolve(errors.length === 1 ? buttons[0] : undefined);
    };
    restores.push(replace(vscode.window, 'showErrorMessage', () => press as unknown as typeof vscode.window.showErrorMessage));
    view.post({ type: 'forkChat', id: 'gone' });
    await until(() => errors.length === 2);
    const failed = ['The conversation was not forked: the message is not there any more', 'Try Again'];
    assert.deepEqual(errors, [failed, failed]);
    view.post({ type: 'askBack', id: 'gone' });
    await until(() => errors.length === 3);
    assert.deepEqual(errors[2], ['The chat did not go back: the message is not there any more', 'Try Again']);
    assert.equal(view.find('question')?.phase, 'asked');
  });

  it('is told that nobody records what Claude changes, where that is so', async () => {
    await begin(await talks(), { 'parley.review.snapshots': false });
    view.post({ type: 'sendPrompt', text: 'First.' });
    await until(() => view.status?.turn === 'idle' && view.find('prompt')?.state === 'sent');
    view.post({ type: 'askBack', id: view.find('prompt')?.id ?? '' });
    await until(() => card() !== undefined);
    assert.equal(card()?.noFiles, 'disabled');
  });

  it('is told that there are no snapshots of the folder, where Claude may have written in one that is a home folder', async () => {
    const home = process.env['HOME'];
    process.env['HOME'] = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
    restores.push(() => void (process.env['HOME'] = home));
    await begin(await asksToWrite(1));
    view.post({ type: 'sendPrompt', text: 'First.' });
    await until(() => view.find('permission')?.state === 'asked');
    view.post({ type: 'decidePermission', id: view.find('permission')?.id ?? '', decision: 'allow' });
    await until(() => view.status?.turn === 'idle' && view.find('prompt')?.state === 'sent');
    view.post({ type: 'askBack', id: view.find('prompt')?.id ?? '' });
    await until(() => card() !== undefined);
    assert.equal(card()?.noFiles, 'off');
  });

  it('has the files of the turn also while subagents work on behind it', async () => {
    const made = join(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '', 'made in a turn.txt');
    restores.push(() => rmSync(made, { force: true }));
    const task = { task_id: 'agent', task_type: 'local_agent', description: 'Look' };
    const [ended, ...steps] = (await asksToWrite(1)).toReversed();
    const tasks = { type: 'system', subtype: 'background_tasks_changed', tasks: [task], uuid: 'tasks', session_id: 's' };
    await begin([...steps.toReversed(), { say: tasks }, ended ?? assert.fail()]);
    const taken: string[] = [];
    restores.push(
      replace(
        Snapshots.prototype,
        'take',
        take =>
          async function (this: Snapshots) {
            const found = await take.call(this);
            taken.push(found.ok ? found.tree : assert.fail(found.detail));
            return found;
          },
      ),
    );
    view.post({ type: 'sendPrompt', text: 'First.' });
    await until(() => view.find('permission')?.state === 'asked' && taken.length > 0);
    writeFileSync(made, 'new\n');
    view.post({ type: 'decidePermission', id: view.find('permission')?.id ?? '', decision: 'allow' });
    await until(() => view.find('changes')?.files === 1);
    assert.equal(view.status?.subagents, 1);
    view.post({ type: 'askBack', id: view.find('prompt')?.id ?? '' });
    await until(() => card() !== undefined);
    assert.deepEqual(
      card()?.files?.own.map(({ path }) => path),
      ['made in a turn.txt'],
    );
    assert.equal(card()?.background, true);
  });

  it('reads that nothing is known of a turn where the first snapshot of it failed', async () => {
    const failed = { ok: false, why: 'failed', detail: 'the disk is full' } as const;
    restores.push(replace(Snapshots.prototype, 'take', () => () => Promise.resolve(failed)));
    await begin(await asksToWrite(1));
    view.post({ type: 'sendPrompt', text: 'First.' });
    await until(() => view.find('permission')?.state === 'asked' && parley.log.some(line => line.includes('the disk is full')));
    view.post({ type: 'decidePermission', id: view.find('permission')?.id ?? '', decision: 'allow' });
    await until(() => view.find('changes')?.isLate === true);
    view.post({ type: 'askBack', id: view.find('prompt')?.id ?? '' });
    await until(() => card() !== undefined);
    assert.equal(card()?.noFiles, 'unknown');
  });

  it('chooses among the messages of the chat, the newest first, and is told where there is none', async () => {
    await begin(await talks(2));
    await parley.run('parley.goBack');
    assert.deepEqual(parley.told, [['There is no message in this chat to go back to.']]);
    for (const words of ['First.', 'Second.']) {
      view.post({ type: 'sendPrompt', text: words });
      await until(
        () =>
          view.status?.turn === 'idle' && view.items.some(item => item.kind === 'prompt' && item.text === words && item.state === 'sent'),
      );
    }
    let rows: readonly string[] = [];
    const pick = (items: Thenable<readonly vscode.QuickPickItem[]>): Thenable<unknown> =>
      items.then(all => {
        rows = all.map(({ label }) => label);
        return all.at(-1);
      });
    restores.push(replace(vscode.window, 'showQuickPick', () => pick as unknown as typeof vscode.window.showQuickPick));
    await parley.run('parley.goBack');
    assert.deepEqual(rows, ['Second.', 'First.']);
    await until(() => card()?.text === 'First.');
    assert.equal(card()?.messages, 2);
  });

  it('chooses among the messages of older pages too, also where no other is left in the window', async () => {
    await begin(await talks(1));
    let rows: readonly string[] = [];
    const pick = async (items: Thenable<readonly vscode.QuickPickItem[]>): Promise<undefined> =>
      void (rows = (await items).map(({ label }) => label));
    restores.push(replace(vscode.window, 'showQuickPick', () => pick as unknown as typeof vscode.window.showQuickPick));
    const said = (text: string): ChatItem => ({ kind: 'prompt', id: text, uuid: text, text, state: 'sent' });
    for (const inWindow of [[], [said('Second.')]]) {
      const chat = { loop: { state: { items: inWindow } } } as unknown as Chat;
      const views = { active: chat, show: () => Promise.resolve(), perform: () => undefined };
      await chooseBack(views, async function* () {
        yield await Promise.resolve([said('First.')]);
        yield inWindow;
      });
      assert.deepEqual(rows, [...inWindow.map(() => 'Second.'), 'First.']);
    }
    assert.deepEqual(parley.told, []);
  });

  it('does by the menu of a message what its buttons do, and copies it', async () => {
    await begin(await talks(2));
    for (const words of ['First.\n*Please*', 'Second.']) {
      view.post({ type: 'sendPrompt', text: words });
      await until(
        () =>
          view.status?.turn === 'idle' && view.items.some(item => item.kind === 'prompt' && item.text === words && item.state === 'sent'),
      );
    }
    const given = {
      parleyChat: view.chat,
      parleyMessage: view.items.find(({ kind }) => kind === 'prompt')?.id,
      webviewSection: 'parleyMessage',
    };
    await parley.run('parley.copyMessage', given);
    assert.equal(await vscode.env.clipboard.readText(), 'First.\n*Please*');
    for (const [act, to] of [
      ['parley.goBackToMessage', 'message'],
      ['parley.forkMessage', 'fork'],
      ['parley.editMessage', 'message'],
    ] as const) {
      const before = view.messages.length;
      await parley.run(act, given);
      await until(() => card()?.text === 'First.' && card()?.to === to);
      // To the card, which comes in front of the message box. That of a fork leads to none.
      const led = view.messages.slice(before).flatMap(said => (said.type === 'focus' ? [`${said.target} ${said.id ?? ''}`] : []));
      assert.deepEqual(led, to === 'fork' ? [] : ['item goBack'], act);
      view.post({ type: 'closeBack' });
      await until(() => card() === undefined);
    }
    // A page that is out of date, and what is none.
    for (const other of [{ ...given, parleyChat: 'gone' }, undefined]) await parley.run('parley.goBackToMessage', other);
    assert.deepEqual([card(), parley.told], [undefined, []]);
  });

  it('is told where what a row of an older page brings back is not there any more', async () => {
    await begin(await talks());
    view.post({ type: 'sendPrompt', text: 'First.' });
    await until(() => view.status?.turn === 'idle' && view.find('prompt')?.state === 'sent');
    view.post({ type: 'askForward', id: 'in an older page', branch: 'gone' });
    view.post({ type: 'askForward', id: 'in an older page' });
    await until(() => parley.told.length === 2);
    assert.deepEqual(parley.told.toSorted(), [
      ['That branch is not kept any more.'],
      ['That is too far back for its files to come again.'],
    ]);
  });

  it('has a line in what is exported', async () => {
    await begin(await talks());
    const said = ['Say it otherwise.', ''].map(text => new ChatText(undefined).of([{ kind: 'wentBack', id: 'i', text, branch: 'first' }]));
    assert.deepEqual(said, ['_Went back to before “Say it otherwise.”_\n\n', '_Went back to before an earlier message_\n\n']);
  });
});
